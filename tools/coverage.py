#!/usr/bin/python3
"""What the tests reach, by folder: coverage.py BUILD. The build was made with -Db_coverage=true and its tests have run.

Prints lines and branches of each folder of src/, then the lines of games and tables that nothing reached. Fails below the least that
is asked: 98% of the lines of games and tables, 90% of everything else.
"""
import collections
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEAST = {"games": 98.0, "table": 98.0}
OTHERS = 90.0


def measure(build):
    """[(file, line, times reached, [branches taken])] of all sources."""
    text = subprocess.run(
        ["gcovr", "--root", ROOT, "--filter", str(ROOT / "src") + "/", "--exclude", ".*/wasm/.*", "--exclude", ".*/template/.*",
         "--exclude-unreachable-branches", "--gcov-ignore-parse-errors", "--json", "-", build], check=True, stdout=subprocess.PIPE, text=True).stdout
    for file in json.loads(text)["files"]:
        for line in file["lines"]:
            if not line.get("gcovr/noncode"):
                yield file["file"], line["line_number"], line["count"], [b["count"] > 0 for b in line["branches"]]


def folder_of(name):
    parts = pathlib.PurePath(name).parts
    return "/".join(parts[1:3]) if parts[1] == "games" and len(parts) > 3 else parts[1]


def main():
    lines, branches = collections.defaultdict(list), collections.defaultdict(list)
    missed = collections.defaultdict(list)
    for name, number, count, taken in measure(sys.argv[1]):
        folder = folder_of(name)
        lines[folder].append(count > 0)
        branches[folder] += taken
        if not count and folder.split("/")[0] in LEAST:
            missed[name].append(number)
    failed = False

    def percent(found):
        return 100.0 * sum(found) / len(found) if found else 100.0

    print(f"{'folder':18} {'lines':>7} {'branches':>9}")
    for folder in sorted(lines):
        least = LEAST.get(folder.split("/")[0], OTHERS)
        low = percent(lines[folder]) < least
        failed |= low
        print(f"{folder:18} {percent(lines[folder]):6.1f}% {percent(branches[folder]):8.1f}%"
              + (f"  below {least:.0f}%" if low else ""))
    every = [hit for folder in lines.values() for hit in folder]
    print(f"{'all':18} {percent(every):6.1f}% {percent([b for f in branches.values() for b in f]):8.1f}%")
    for name, numbers in sorted(missed.items()):
        print(f"not reached: {name}: {', '.join(map(str, numbers))}")
    return 1 if failed else 0


sys.exit(main())
