"""Results as TAP, which tools/run_tests.py adds up: `pytest -p no:terminal -p tap`."""

count = 0


def pytest_runtest_logreport(report):
    global count
    if getattr(report, 'when', 'call') != "call" and report.outcome == "passed":
        return
    count += 1
    skip = f" # skip {report.longrepr[2]}" if report.outcome == "skipped" else ""
    print(f"{'not ' if report.outcome == 'failed' else ''}ok {count} - {report.nodeid}{skip}", flush=True)
    if report.outcome == "failed":
        print("\n".join(f"# {line}" for line in report.longreprtext.splitlines()), flush=True)


def pytest_collectreport(report):
    if report.outcome == "failed":
        pytest_runtest_logreport(report)


def pytest_sessionfinish():
    print(f"1..{count}", flush=True)
