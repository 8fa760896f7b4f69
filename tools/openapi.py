#!/usr/bin/python3
"""Takes the schemas of the games' views into docs/openapi.json. With --check, says whether they are there as they stand."""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE = ROOT / "docs/openapi.json"


def games():
    """Registered ones; the template is built into the tests only."""
    text = (ROOT / "src/games/registry.h").read_text(encoding="utf-8")
    return [game for game in re.findall(r"^GAME\((\w+)\)", text, re.M) if game != "template"]


def with_views(api):
    schemas = {name: schema for name, schema in api["components"]["schemas"].items() if not name.endswith("_view")}
    ids = games()
    schemas["View"] = {"description": "What a seat, or a spectator, knows: of the game that is played.",
                       "anyOf": [{"$ref": f"#/components/schemas/{game}_view"} for game in ids]}
    for game in ids:
        schemas[f"{game}_view"] = json.loads((ROOT / f"src/games/{game}/{game}_view.schema.json").read_text(encoding="utf-8"))
    return {**api, "components": {**api["components"], "schemas": schemas}}


def main():
    now = FILE.read_text(encoding="utf-8")
    wanted = json.dumps(with_views(json.loads(now)), indent=1, ensure_ascii=False) + "\n"
    if "--check" not in sys.argv:
        FILE.write_text(wanted, encoding="utf-8")
        return 0
    if now != wanted:
        print("docs/openapi.json is not up to date with the schemas of the views: run tools/openapi.py")
    return int(now != wanted)


sys.exit(main())
