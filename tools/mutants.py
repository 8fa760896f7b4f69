#!/usr/bin/python3
"""Breaks the rules in one place at a time and sees whether a test notices: mutants.py BUILD [--sample N] [--seed S] [--only PATH].

A mutant is one comparison, constant, sign, or logical operator changed, or one statement deleted, in src/games, src/table and
src/server/room*.c. It is killed when a test fails, crashes or hangs; mutants that do not compile without warnings are not counted. All of
it happens in a copy of the sources in BUILD. A test hangs when it uses more than SECONDS of processor time: by the clock, a busy machine
would kill them all. --without leaves out tests that take long; what they would have killed then survives. Survivors are printed, with the reason where tests/mutants.txt knows one ("FILE | CODE | CHANGE | REASON"). The
last line is meant for docs/RELIABILITY.md.
"""
import argparse
import datetime
import pathlib
import random
import re
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WHERE = ["src/games/*/*.c", "src/table/*.c", "src/server/room*.c"]
SECONDS = 120
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
TOKEN = re.compile(
    r"(?P<logic>&&|\|\|)|(?P<comparison>(?<![-<>=!])(?:<=|>=|==|!=|<(?![<=])|>(?![>=]))(?!=))"
    r"|(?P<step>\+\+|--)|(?P<sign>(?<=[\w)\]] )[+-](?= [\w(]))|(?P<constant>(?<![\w.])\d+(?![\w.]))")
STATEMENT = re.compile(r"^\s+(?!return\b|break\b|continue\b|case\b|default\b|goto\b|const\b|static\b|struct\b|else\b|if\b|for\b|while\b|do\b)"
                       r"[\w*>.\[\]-][^{}]*(?:[^=!<>]=[^=]|\()[^{}]*;$")
DECLARATION = re.compile(r"^\s+(?:u?int\w*|bool|char|size_t|double|long|unsigned|tm_\w+|\w+_(?:t|public|state|config|view))\s+\**\w+")


def code_of(line):
    """The line with strings, characters and comments blanked, so that places stay the same."""
    blank = lambda match: " " * len(match[0])  # noqa: E731
    line = re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'', blank, line)
    return re.sub(r"/\*.*?\*/|//.*|/\*.*", blank, line)


def mutants_of(path):
    """(line number, the line before, after, what was done) for every mutant of a file."""
    inside = False  # a comment over several lines
    in_function = False
    for number, line in enumerate(path.read_text().splitlines()):
        code = code_of(line)
        if inside or line.lstrip().startswith("*"):
            inside = "*/" not in line
            continue
        inside = "/*" in line and "*/" not in line.split("/*")[-1]
        if line.startswith("{"):
            in_function = True
        elif line.startswith("}"):
            in_function = False
        if not in_function or "tm_assert" in code or "static const" in code or code.lstrip().startswith("#"):
            continue
        for match in TOKEN.finditer(code):
            old = match[0]
            kind = match.lastgroup
            if kind == "constant" and (code[: match.start()].rstrip().endswith(("[", "case")) or int(old) > 1000):
                continue
            new = {"logic": {"&&": "||", "||": "&&"}.get(old), "comparison": COMPARISONS.get(old),
                   "step": {"++": "--", "--": "++"}.get(old), "sign": {"+": "-", "-": "+"}.get(old),
                   "constant": str(int(old) + 1) if kind == "constant" else None}[kind]
            yield number, line, line[: match.start()] + new + line[match.end():], f"{old} → {new} at {match.start()}"
        if STATEMENT.match(code) and not DECLARATION.match(code):
            yield number, line, re.match(r"\s*", line)[0] + ";", "deleted"


def killers(path, tests):
    """Names of the tests that could notice, the quick ones first."""
    parts = path.parts
    if parts[1] == "games":
        game = parts[2]
        own = [name for name in tests if name.startswith(game + "_")]
        screens = ["tui"] if path.stem.endswith(("_paint", "_show")) else []
        planes = ["vector"] if path.stem.endswith("_learn") else []
        return [*own, *planes, "golden", "paint", f"conform_{game}", "bench", *screens]
    if parts[1] == "table":
        return ["table", "record", "box", "fair", "arguments", "golden", "conform_template", "client_fair"]
    return ["room", "fuzz_rows", "server_flows", "server_kill"]


class Copy:
    """The sources and their build, to be broken."""

    def __init__(self, build):
        self.source = pathlib.Path(build).resolve()
        self.build = self.source / "build"
        self.source.mkdir(parents=True, exist_ok=True)
        # With the times of the files, so that only what changed is built again.
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                                capture_output=True).stdout.split(b"\0")
        files = b"\0".join(name for name in listed if name and (ROOT / name.decode()).exists())
        packed = subprocess.run(["tar", "--null", "-T", "-", "-cf", "-"], cwd=ROOT, check=True, input=files, stdout=subprocess.PIPE)
        subprocess.run(["tar", "-xf", "-", "-C", self.source], check=True, input=packed.stdout)
        # As CI builds it, so that a compiler's cache has most of it.
        if not (self.build / "build.ninja").exists():
            self.run("meson", "setup", self.build, self.source, "--buildtype=release", "-Dtests=true", "-Dwerror=true")
        listed = subprocess.run(["meson", "test", "-C", self.build, "--list", "--no-rebuild"], capture_output=True, text=True)
        self.tests = [line.split(" / ")[-1].strip() for line in listed.stdout.splitlines()]

    @staticmethod
    def run(*command):
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))).returncode

    @staticmethod
    def target(name):
        if name.startswith("conform_"):
            return "tests/conform"
        if name == "golden":
            return "tests/golden"
        return "tatami" if name.startswith("server_") or name in ("bench", "tui") else f"tests/test_{name}"

    def dies(self, names):
        """The test that killed it; None if it lives; "" if it does not compile. Only what the next test needs is built."""
        for name in names:
            if self.run("ninja", "-C", self.build, self.target(name)):
                return ""
            # Some names are those of a unit test and of a test of the whole program, which is another target.
            suites = [] if self.target(name) == "tatami" else ["--no-suite", "e2e"]
            if self.run("meson", "test", "-C", self.build, "--no-rebuild", "-t", "0", *suites, name):
                return name
        return None


def reasons():
    known = {}
    path = ROOT / "tests/mutants.txt"
    for line in path.read_text().splitlines() if path.exists() else []:
        if line.count(" | ") >= 3:
            file, code, change, why = line.split(" | ", 3)
            known[file, code, change] = why
    return known


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--without", default="", help="tests to leave out, with commas between them")
    options = parser.parse_args()
    known = reasons()
    everything = [(path.relative_to(ROOT), *mutant) for pattern in WHERE for path in sorted(ROOT.glob(pattern))
                  if "/template/" not in str(path) and options.only in str(path) for mutant in mutants_of(path)]
    chosen = random.Random(options.seed).sample(everything, min(options.sample, len(everything)))
    copy = Copy(options.build)
    without = options.without.split(",")
    asked = {path: [name for name in killers(path, copy.tests) if name in copy.tests and name not in without] for path, *_ in chosen}
    failed = copy.dies(sorted({name for names in asked.values() for name in names}))
    if failed is not None:
        sys.exit(f"mutants: the sources themselves do not {'pass ' + failed if failed else 'build'}")
    n_killed = n_excused = 0
    survivors = []
    for path, number, before, after, change in chosen:
        target = copy.source / path
        good = target.read_text()
        lines = good.splitlines()
        lines[number] = after
        target.write_text("\n".join(lines) + "\n")
        try:
            killer = copy.dies(asked[path])
        finally:
            target.write_text(good)
        what = f"{path}:{number + 1}: {before.strip()} ({change})"
        if killer == "":
            print(f"no code   {what}", flush=True)
        elif killer:
            n_killed += 1
            print(f"killed    {what} by {killer}", flush=True)
        elif reason := known.get((str(path), before.strip(), change)):
            n_excused += 1
            print(f"the same  {what}: {reason}", flush=True)
        else:
            survivors.append(what)
            print(f"SURVIVED  {what}", flush=True)
    n = n_killed + len(survivors)
    print(f"\n{len(everything)} possible mutants, {len(chosen)} tried; {n_excused} behave the same")
    for what in survivors:
        print(f"survivor: {what}")
    share = 100.0 * n_killed / n if n else 100.0
    print(f"| {datetime.date.today().isoformat()} | seed {options.seed} | {n} | {n_killed} | {share:.1f}% |")
    return 0 if share >= 95 else 1


if __name__ == "__main__":
    sys.exit(main())
