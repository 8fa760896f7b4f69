#!/usr/bin/python3
"""Breaks the rules in one place at a time and sees whether a test notices: mutants.py BUILD [--sample N] [--seed S] [--only PATH] [--without PROGRAMS] [--again OUTPUT] [--jobs J].

A mutant is one comparison, constant, sign, or logical operator changed, or one statement deleted, in src/games, src/table and
src/server/room*.c. The sample is spread evenly over all of them, file by file. A mutant is killed when a test fails, crashes or hangs;
those that do not compile are not counted.

BUILD is an ordinary build with its tests. Nothing in it is changed: the broken file is compiled by itself, and the test programs are
linked again with it in front of the libraries, which then have nothing to add. The programs that could notice are asked one after the
other until one does, the quick ones first and those that noticed other mutants of the file; meson and ninja, which take longer than
most tests, are not. A program hangs when it uses many times the processor time that it usually needs, or ten minutes: by the clock
alone, a busy machine would kill them all.

`make test` runs the same programs in a build with sanitizers. So what a file does beyond the language, such as a step past the end of
an array, ends the program here too: the file is compiled to trap. The sources as they are must pass every program that way first.

Survivors are printed. Not counted are those of which the compiler makes the same code as of the original, and those that
tests/mutants.txt explains ("FILE | CODE | CHANGE | REASON"), which are not tried. The last line is meant for docs/RELIABILITY.md.
"""
import argparse
import collections
import concurrent.futures
import datetime
import json
import os
import pathlib
import random
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
WHERE = ["src/games/*/*.c", "src/table/*.c", "src/server/room*.c"]
TRAPS = ("-fsanitize=undefined", "-fsanitize-undefined-trap-on-error")
LINK = 0.3  # seconds
WAITS = 600  # seconds for a program that waits for ever, as meson has it
TIMES, SECONDS = 5, 5  # what a program may use: so many times what it needs, and so much more
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
TOKEN = re.compile(
    r"(?P<logic>&&|\|\|)|(?P<comparison>(?<![-<>=!])(?:<=|>=|==|!=|<(?![<=])|>(?![>=]))(?!=))"
    r"|(?P<step>\+\+|--)|(?P<sign>(?<=[\w)\]] )[+-](?= [\w(]))|(?P<constant>(?<![\w.])\d+(?![\w.]))")
STATEMENT = re.compile(r"^\s+(?!return\b|break\b|continue\b|case\b|default\b|goto\b|const\b|static\b|struct\b|else\b|if\b|for\b|while\b|do\b)"
                       r"[\w*>.\[\]-][^{}]*(?:[^=!<>]=[^=]|\()[^{}]*;$")
SAME = "the compiler makes the same code of it"
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


class Program:
    """Something that can notice: a test program with its arguments."""

    def __init__(self, name, target, words=(), through=()):
        self.name, self.target, self.words, self.through = name, target, words, through
        self.seconds = None  # of processor time that it needs; not known yet
        self.kills = collections.Counter()  # by file
        self.lock = threading.Lock()


def programs_for(path, builder):
    """Those that could notice a change in a file."""
    def unit(pattern):
        return [builder.program(file.name.removeprefix("test_"), f"tests/{file.name}", "--fail-fast", "-j1")
                for file in sorted((builder.build / "tests").glob(f"test_{pattern}")) if file.is_file()]

    def golden(game):
        return builder.program(f"golden {game}", "tests/golden", str(builder.golden_of(game)))

    signature = builder.program("bench", "tatami", through=(
        "sh", "-c", 'exec 3<"$2" && "$1" bench --signature | cmp - /dev/fd/3', "sh", "PROGRAM", str(ROOT / "tests/bench/signature")))
    parts = path.parts
    if parts[1] == "games":
        game = parts[2]
        return [golden(game), *unit(f"{game}_*"), *unit("vector"), *unit("paint"), signature, builder.program(f"conform {game}", "tests/conform", game)]
    if parts[1] == "table":
        names = ("table", "record", "box", "fair", "arguments", "client_fair", "search")
        return [*(one for name in names for one in unit(name)), *(golden(game) for game in builder.games),
                signature, builder.program("conform template", "tests/conform", "template")]
    flows = builder.program("server_flows", "tatami", through=(
        "sh", "-c", 'TATAMI="$1" exec "$2"', "sh", "PROGRAM", str(ROOT / "tests/server/flows.py")))
    return [*unit("room*"), flows]


class Builder:
    """Compiles a broken file and links programs with it."""

    def __init__(self, build, scratch, without):
        self.build, self.scratch, self.without = pathlib.Path(build).resolve(), scratch, without
        commands = json.loads((self.build / "compile_commands.json").read_text())
        self.compiles = {}
        for entry in commands:
            source = (self.build / entry["file"]).resolve()
            # Of the games, those of the tests, which have one more.
            if source.is_relative_to(ROOT) and entry["output"].startswith(("tests/libwith_template.", "src/libtable.", "src/libserver.")):
                self.compiles[source.relative_to(ROOT)] = shlex.split(entry["command"])
        self.programs, self.links, self.originals = {}, {}, {}
        self.lock = threading.Lock()
        self.games = sorted(folder.name for folder in (ROOT / "tests/golden").iterdir() if folder.is_dir())
        self.environment = {**os.environ, "SRC": str(ROOT), "LC_ALL": "C.UTF-8", "LANGUAGE": "en",
                            "FRENCH_MO": str(self.build / "po/fr/LC_MESSAGES/tatami.mo")}

    def program(self, name, target, *words, through=()):
        return self.programs.setdefault(name, Program(name, target, words, through))

    def golden_of(self, game):
        """A folder with the golden files of one game alone."""
        folder = self.scratch / f"golden-{game}"
        if not folder.exists():
            folder.mkdir()
            (folder / game).symlink_to(ROOT / "tests/golden" / game)
        return folder

    def run(self, command, seconds=None):
        """The exit status, and the processor time it took."""
        def limit():
            if seconds:
                resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))

        with subprocess.Popen(command, cwd=self.build, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, preexec_fn=limit) as child:
            stuck = threading.Timer(WAITS, child.kill)
            stuck.start()
            _, status, used = os.wait4(child.pid, 0)
            stuck.cancel()
            child.returncode = os.waitstatus_to_exitcode(status)
        return child.returncode, used.ru_utime + used.ru_stime

    def compile(self, path, text, folder, level="-O1", more=TRAPS):
        """The object of a file with this text; None if it cannot be compiled."""
        words = self.compiles[path]
        source, out = folder / path.name, folder / (path.stem + ".o")
        source.write_text(text)
        kept = [words[0], "-iquote", str((ROOT / path).parent)]
        skip = False
        for word in words[1:]:
            if skip or word in ("-c", "-MD", "-Werror", "-g") or (ROOT / path) == (self.build / word).resolve():
                skip = False
            elif word in ("-MQ", "-MF", "-o"):
                skip = True
            else:
                kept.append(level if level and re.fullmatch("-O.", word) else word)
        status, _ = self.run([*kept, *more, "-w", "-c", str(source), "-o", str(out)])
        return None if status else out

    def is_the_same(self, path, text, folder):
        """Whether the compiler makes the same of this text as of the file."""
        objects = [self.compile(path, one, folder, None, ()).read_bytes() for one in ((ROOT / path).read_text(), text)]
        return objects[0] == objects[1]

    def unbroken(self, path):
        """All files as they are, compiled as mutants are; rooms where a room is broken, as not every program has them."""
        with self.lock:
            for one in self.compiles:
                if one not in self.originals and any(one.match(pattern) for pattern in WHERE) and (one.parts[1] != "server" or path.parts[1] == "server"):
                    self.originals[one] = self.compile(one, (ROOT / one).read_text(), self.scratch)
        return [thing for one, thing in self.originals.items() if one.parts[1] != "server" or path.parts[1] == "server"]

    def link(self, target, things, folder):
        if target not in self.links:
            listed = subprocess.run(["ninja", "-C", self.build, "-t", "commands", target], check=True, capture_output=True, text=True)
            self.links[target] = shlex.split(listed.stdout.splitlines()[-1])
        words, out = list(self.links[target]), folder / pathlib.Path(target).name
        at = words.index("-o")
        words[at + 1] = str(out)
        # Ours come first: what the libraries have of the same name is not taken.
        words[at + 2:at + 2] = [*map(str, things), "-Wl,--allow-multiple-definition"]
        status, _ = self.run(words)
        assert status == 0, f"{target} cannot be linked: {shlex.join(words)}"
        return out

    def notices(self, program, executable, seconds=None):
        if program.through:
            command = [str(executable) if word == "PROGRAM" else word for word in program.through]
        else:
            command = [str(executable), *program.words]
        status, used = self.run(command, seconds)
        return status != 0, used

    def measure(self, program, path):
        """Before it is asked for the first time, with the sources as they are: it must pass. How long it takes decides when it is asked."""
        with program.lock:
            if program.seconds is None:
                with tempfile.TemporaryDirectory(dir=self.scratch) as folder:
                    whole = self.link(program.target, self.unbroken(path), pathlib.Path(folder))
                    bad, program.seconds = self.notices(program, whole)
                assert not bad, f"the sources themselves do not pass {program.name}"

    def killer(self, path, text):
        """The program that notices; None if none does; "" if there is nothing to run; SAME if it is the same code."""
        with tempfile.TemporaryDirectory(dir=self.scratch) as name:
            folder = pathlib.Path(name)
            thing = self.compile(path, text, folder)
            if not thing:
                return ""
            linked = {}
            asked = [one for one in programs_for(path, self) if one.name.split()[0] not in self.without]
            # Of those not yet measured, the list's order is a good guess. To link takes as long as a short test.
            cost = {one.name: (asked.index(one) if one.seconds is None else one.seconds + LINK) / (1 + one.kills[path]) for one in asked}
            for program in sorted(asked, key=lambda one: cost[one.name]):
                self.measure(program, path)
                if program.target not in linked:
                    linked[program.target] = self.link(program.target, [thing], folder)
                if self.notices(program, linked[program.target], TIMES * program.seconds + SECONDS)[0]:
                    program.kills[path] += 1
                    return program.name
            return SAME if self.is_the_same(path, text, folder) else None


def reasons():
    known = {}
    path = ROOT / "tests/mutants.txt"
    for line in path.read_text().splitlines() if path.exists() else []:
        if line.count(" | ") >= 3:
            file, code, change, why = line.split(" | ", 3)
            known[file, code, change] = why
    return known


def spread(everything, n, seed):
    """So many of them, evenly from the first to the last."""
    step = max(1.0, len(everything) / n)
    at = random.Random(seed).uniform(0, step)
    return [everything[int(at + i * step)] for i in range(n) if int(at + i * step) < len(everything)]


def named(mutant):
    path, number, before, _, change = mutant
    return f"{path}:{number + 1}: {before.strip()} ({change})"


def judge(builder, mutant):
    path, number, _, after, _ = mutant
    lines = (ROOT / path).read_text().splitlines()
    lines[number] = after
    return builder.killer(path, "\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--sample", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--without", default="", help="programs to leave out, with commas between them, say: conform,bench")
    parser.add_argument("--again", help="what an earlier run printed: those that it killed are counted and not tried again")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    known = reasons()
    everything = [(path.relative_to(ROOT), *mutant) for pattern in WHERE for path in sorted(ROOT.glob(pattern))
                  if "/template/" not in str(path) and options.only in str(path) for mutant in mutants_of(path)]
    chosen = spread(everything, options.sample, options.seed)
    earlier = pathlib.Path(options.again).read_text() if options.again else ""
    dead = [mutant for mutant in chosen if f"killed    {named(mutant)} by " in earlier]
    same = [mutant for mutant in chosen if (str(mutant[0]), mutant[2].strip(), mutant[4]) in known and mutant not in dead]
    n_killed, n_excused = len(dead), len(same)
    survivors = []
    with tempfile.TemporaryDirectory(prefix="tatami-mutants-") as scratch:
        builder = Builder(options.build, pathlib.Path(scratch), options.without.split(","))
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            judged = {pool.submit(judge, builder, mutant): mutant for mutant in chosen if mutant not in dead + same}
            for found in concurrent.futures.as_completed(judged):
                if found.exception():
                    pool.shutdown(wait=False, cancel_futures=True)
                    sys.exit(f"mutants: {found.exception()}")
                killer = found.result()
                what = named(judged[found])
                if killer == "":
                    print(f"no code   {what}", flush=True)
                elif killer == SAME:
                    n_excused += 1
                    print(f"the same  {what}: {killer}", flush=True)
                elif killer:
                    n_killed += 1
                    print(f"killed    {what} by {killer}", flush=True)
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
