"""TAP for the tests in Python."""
import sys


class Tap:
    def __init__(self):
        self.n = 0
        self.failed = 0

    def check(self, name, good, why=""):
        self.n += 1
        self.failed += not good
        print(f"{'ok' if good else 'not ok'} {self.n} - {name}", flush=True)
        if not good and why != "":
            print(f"# {why}".replace("\n", "\n# "), flush=True)
        return good

    def equal(self, name, found, expected):
        return self.check(name, found == expected, f"found {found!r}, expected {expected!r}")

    def skip(self, name, why):
        self.n += 1
        print(f"ok {self.n} - {name} # skip {why}", flush=True)

    def finish(self):
        print(f"1..{self.n}")
        sys.exit(1 if self.failed else 0)
