#!/usr/bin/python3
"""Runs `meson test` in each build folder named and adds up the tests inside the test programs, which all write TAP.

A program that ends badly without saying which test failed, or whose number of tests is not the one it planned, counts
as a failure of its own. The last line is `N passed, N failed`.

Servers, browsers and databases run beside one another, and a busy machine can make one of them late. A program of these
suites that fails is therefore run again by itself, twice at most. If it passes then, the run passes and says "unsteady"
with all that the first try printed: that is a mistake to mend, in the test or in the program. Whatever plays games without
a clock has one try, and so has a program that died or in which a sanitizer found something.
"""
import json
import pathlib
import re
import subprocess
import sys

TEST = re.compile(r"(not )?ok\b[^#]*(# *skip)?", re.IGNORECASE)
PLAN = re.compile(r"1\.\.(\d+)")
WITH_CLOCKS = {"e2e", "server", "site", "web"}  # suites whose programs may be run again
MORE_TRIES = 2
CRASH = re.compile(r"Sanitizer|runtime error:|Bail out!")


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
    if plan != n_run and program["result"] != "TIMEOUT":
        program["result"] = f"{n_run} tests run, {plan or 'none'} planned"
    if not failed and program["result"] not in ("OK", "SKIP"):
        failed = 1
    return passed, failed, skipped


def report(folder, program, word=None):
    """What it printed. Where it counts as passed, a bar stands before each line, so that no failure is read into it."""
    print(f"\n---- {folder}: {program['name']}: {word or program['result']}, exit status {program['returncode']}")
    bar = "| " if word else ""
    for stream in "stdout", "stderr":
        for line in program.get(stream, "").rstrip().splitlines():
            if not line.startswith("ok "):
                print(bar + line)


def run(folder, *names):
    """Runs all programs of a build folder, or those named: the exit status, and each program with its count."""
    log = pathlib.Path(folder, "meson-logs", "testlog.json")
    log.unlink(missing_ok=True)
    status = subprocess.run(["meson", "test", "-C", folder, "--no-rebuild", *names]).returncode
    programs = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    return status, [(program, count(program)) for program in programs]


def once_more(folder, program):
    """(program, count) of another run by itself, or None if it has none."""
    suite, _, name = program["name"].partition(" / ")
    said = program.get("stdout", "") + program.get("stderr", "")
    died = program["returncode"] < 0 and program["result"] != "TIMEOUT"
    if suite.rpartition(":")[2] not in WITH_CLOCKS or died or CRASH.search(said):
        return None
    print(f"\n==== {folder}: {name} once more, by itself", flush=True)
    again = run(folder, name)[1]
    return again[0] if len(again) == 1 else None


def main():
    total = [0, 0, 0]
    failures, unsteady = [], []
    for folder in sys.argv[1:]:
        print(f"\n==== {folder}", flush=True)
        status, programs = run(folder)
        if status and not any(failed for _, (_, failed, _) in programs):
            print(f"{folder}: meson test ended with status {status}")
            total[1] += 1
        for program, n in programs:
            tries = [(program, n)]
            while tries[-1][1][1] and len(tries) <= MORE_TRIES and (again := once_more(folder, tries[-1][0])):
                tries.append(again)
            last, n = tries[-1]
            if n[1]:
                failures.append((folder, last))
            elif len(tries) > 1:
                unsteady.append((folder, program))
            total = [a + b for a, b in zip(total, n)]

    for folder, program in unsteady:
        report(folder, program, "unsteady, it passed when it ran by itself")
    for folder, program in failures:
        report(folder, program)
    passed, failed, skipped = total
    print()
    if unsteady:
        print(f"{len(unsteady)} unsteady")
    if skipped:
        print(f"{skipped} skipped")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
