#!/usr/bin/python3
"""Runs `meson test` in each build folder named and adds up the tests inside the test programs, which all write TAP.

A program that ends badly without saying which test failed, or whose number of tests is not the one it planned, counts
as a failure of its own. The last line is `N passed, N failed`.
"""
import json
import pathlib
import re
import subprocess
import sys

TEST = re.compile(r"(not )?ok\b[^#]*(# *skip)?", re.IGNORECASE)
PLAN = re.compile(r"1\.\.(\d+)")


def count(program):
    """(passed, failed, skipped) of one program in meson's log."""
    passed = failed = skipped = 0
    plan = None
    for line in program.get("stdout", "").splitlines():
        if test := TEST.match(line):
            if test[1]:
                failed += 1
            elif test[2]:
                skipped += 1
            else:
                passed += 1
        elif match := PLAN.match(line):
            plan = int(match[1])
    n_run = passed + failed + skipped
    if plan != n_run:
        program["result"] = f"{n_run} tests run, {plan or 'none'} planned"
    if not failed and program["result"] not in ("OK", "SKIP"):
        failed = 1
    return passed, failed, skipped


def report(folder, program):
    print(f"\n---- {folder}: {program['name']}: {program['result']}, exit status {program['returncode']}")
    for stream in "stdout", "stderr":
        lines = program.get(stream, "").rstrip().splitlines()
        print("\n".join(line for line in lines if not line.startswith("ok ")))


def main():
    total = [0, 0, 0]
    failures = []
    for folder in sys.argv[1:]:
        log = pathlib.Path(folder, "meson-logs", "testlog.json")
        log.unlink(missing_ok=True)
        print(f"\n==== {folder}", flush=True)
        status = subprocess.run(["meson", "test", "-C", folder, "--no-rebuild"]).returncode
        programs = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
        counts = [count(program) for program in programs]
        failures += [(folder, program) for program, n in zip(programs, counts) if n[1]]
        total = [sum(column) for column in zip(total, *counts)]
        if status and not any(failed for _, failed, _ in counts):
            print(f"{folder}: meson test ended with status {status}")
            total[1] += 1

    for folder, program in failures:
        report(folder, program)
    passed, failed, skipped = total
    print()
    if skipped:
        print(f"{skipped} skipped")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
