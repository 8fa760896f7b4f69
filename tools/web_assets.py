#!/usr/bin/python3
"""Builds the browser client and writes it as a C source: web_assets.py OUTPUT [DEPFILE ENGINE FOLDER].

ENGINE is the WebAssembly build of the engine; the client is left in FOLDER. Without these, a program without the client.
"""
import gzip
import hashlib
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".gz": "application/octet-stream",
    ".webmanifest": "application/manifest+json",
}


def sources():
    """What the client is made of. Folders too: their time changes when a file comes or goes."""
    web = ROOT / "web"
    yield from (path for name in ("src", "build", "public") for path in (web / name, *(web / name).rglob("*")))
    yield from (web / name for name in ("index.html", "package-lock.json", "vite.config.ts", "svelte.config.js", "tsconfig.json"))
    yield from (ROOT / "docs" / (page + end) for page in ("AIDS", "CREDITS", "FAIRNESS") for end in (".md", ".fr.md"))
    yield from (ROOT / "docs/rules", *(ROOT / "docs/rules").glob("*.md"))
    yield from (ROOT / "nets", *(ROOT / "nets").glob("*.net.gz"))
    yield from (ROOT / name for name in ("po/fr.po", "tools/web.sh"))


def build(engine, folder):
    environment = {**os.environ, "TATAMI_WASM": str(engine), "TATAMI_WEB_OUT": str(folder)}
    vite = ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"]
    subprocess.run([ROOT / "tools/web.sh", *vite], check=True, env=environment)


def c_array(name, data):
    rows = (",".join(map(str, data[i : i + 32])) for i in range(0, len(data), 32))
    return f"static const uint8_t {name}[] = {{\n" + ",\n".join(rows) + "};\n"


def c_source(folder):
    arrays, rows = [], []
    for number, path in enumerate(sorted(path for path in folder.rglob("*") if path.is_file()) if folder else ()):
        raw = path.read_bytes()
        packed = gzip.compress(raw, 9, mtime=0)
        data, packs = (packed, "true") if len(packed) < len(raw) else (raw, "false")
        address = "/" + path.relative_to(folder).as_posix()
        forever = "true" if address.startswith("/assets/") else "false"
        etag = hashlib.sha256(raw).hexdigest()[:16]
        arrays.append(c_array(f"file_{number}", data))
        rows.append(
            f'    {{"{address}", "{TYPES[path.suffix]}", "\\"{etag}\\"", file_{number}, {len(data)}, {packs}, {forever}}},\n'
        )
    # An array of no elements is not C; nobody looks at the one in its place.
    body = "".join(rows) or "    {0},\n"
    return (
        '#include "server/assets.h"\n\n' + "\n".join(arrays) + f"\nconst web_asset web_assets[] = {{\n{body}}};\n"
        f"const int n_web_assets = {len(rows)};\n"
    )


def main():
    output, *rest = sys.argv[1:]
    folder = None
    if rest:
        depfile, engine, folder = map(pathlib.Path, rest)
        folder = folder.resolve()
        build(engine.resolve(), folder)
        engines = (engine.resolve(), engine.resolve().with_name(engine.stem + "-plain.wasm"))
        depends = " ".join(str(path).replace(" ", "\\ ") for path in (*sources(), *engines))
        depfile.write_text(f"{output}: {depends}\n")
    pathlib.Path(output).write_text(c_source(folder))


main()
