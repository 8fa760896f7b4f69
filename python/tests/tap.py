"""Results as TAP, which tools/run_tests.py adds up: `pytest -p tap`."""

results = []


def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        results.append(report)


def pytest_terminal_summary(terminalreporter):
    write = terminalreporter.write_line
    for number, report in enumerate(results, 1):
        skip = f" # skip {report.longrepr[2]}" if report.outcome == "skipped" else ""
        write(f"{'not ' if report.outcome == 'failed' else ''}ok {number} - {report.nodeid}{skip}")
    write(f"1..{len(results)}")
