#!/usr/bin/python3
"""Runs fuzzers and sums up what they did: fuzz.py BUILD SECONDS [FUZZER…]. Without names, all that were built.

What is found stays in BUILD/fuzz/FUZZER-crash-…; inputs that reach new code in BUILD/fuzz/FUZZER, where the next run goes on.
The last line is meant for docs/RELIABILITY.md.
"""
import datetime
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Longer inputs reach nothing that these do not, and take their time; 4096 bytes elsewhere.
LONGEST = {"fuzz_action": 512, "fuzz_http": 1024, "fuzz_play": 512, "fuzz_rows": 1024, "fuzz_socket": 1280, "fuzz_wasm": 1024}
# Where memory came from is told when a finding is run again; what was freed is watched for as long as an input lives.
ASAN_OPTIONS = "malloc_context_size=2:quarantine_size_mb=8"


def run(build, name, seconds):
    """(executions, new inputs, what was found) of one fuzzer."""
    folder = build / "fuzz" / name
    folder.mkdir(parents=True, exist_ok=True)
    before = set(folder.parent.glob(f"{name}-*"))
    words = ROOT / "tests/fuzz" / f"{name}.dict"
    ran = subprocess.run(
        [build / "tests" / name, f"-max_total_time={seconds}", "-print_final_stats=1", "-close_fd_mask=1", "-timeout=10",
         f"-max_len={LONGEST.get(name, 4096)}", *([f"-dict={words}"] if words.exists() else []),
         f"-artifact_prefix={folder.parent}/{name}-", folder, ROOT / "tests/fuzz/corpus" / name],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
        env={**os.environ, "ASAN_OPTIONS": f"{ASAN_OPTIONS}:{os.environ.get('ASAN_OPTIONS', '')}"})
    stats = dict(re.findall(r"^stat::(\w+):\s+(\d+)", ran.stderr, re.MULTILINE))
    found = sorted(path.name for path in set(folder.parent.glob(f"{name}-*")) - before)
    if ran.returncode and not found:
        found = [f"exit status {ran.returncode}"]
    if found:
        print(ran.stderr[-4000:], file=sys.stderr)
    # After a finding there are no final numbers; the last line of progress has them.
    progress = re.findall(r"^#(\d+)", ran.stderr, re.MULTILINE)
    n = int(stats.get("number_of_executed_units", progress[-1] if progress else 0))
    return n, int(stats.get("new_units_added", 0)), found


def main():
    build, seconds, *names = sys.argv[1:]
    build = pathlib.Path(build)
    names = names or sorted(path.name for path in (build / "tests").glob("fuzz_*")
                            if path.is_file() and path.suffix == "" and not path.name.endswith("_planted"))
    total, findings = [0, 0], []
    print(f"{'':16} {'executions':>12} {'a second':>9} {'new paths':>9}  findings")
    for name in names:
        n, new, found = run(build, name, int(seconds))
        total = [total[0] + n, total[1] + new]
        findings += found
        print(f"{name:16} {n:12,} {n // max(1, int(seconds)):9,} {new:9,}  {', '.join(found) or 'none'}", flush=True)
    day = datetime.date.today().isoformat()
    print(f"| {day} | {len(names)} × {seconds} s | {total[0]:,} | {total[1]:,} | {len(findings)} |")
    return 1 if findings else 0


sys.exit(main())
