#!/usr/bin/env python3
"""Trains best responses to several bots side by side on one card and sixteen cores, within ten minutes.

    best_all.py OUT [--until 580] [--device cuda] [--dojo FILE.net] [--scale 1]

OUT gets results.jsonl (rewritten every few seconds: whatever happens, what is known is there), best.tar.gz with networks and curves, and log.txt.
Everything is over after `--until` seconds. `--scale 0.1` does it all in a tenth of the time, to see whether it works.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import subprocess
import sys
import tarfile
import time
from dataclasses import dataclass

from all import HERE, share_card, stage


@dataclass(frozen=True)
class Run:
    """One call of best_response.py."""

    game: str
    players: int
    against: str
    threads: int
    before: float
    """Seconds of evaluation before training, and after."""
    after: float

    @property
    def name(self) -> str:
        return f"{self.game}-{self.players}-{self.against}"


# Bots that think long need most of the time, and most of the cores, for an evaluation that says anything.
PLAN = [
    Run("tatsu", 2, "reflex", 1, 5, 10), Run("tatsu", 4, "reflex", 1, 5, 10),
    Run("tatsu", 2, "expert", 2, 40, 70), Run("tatsu", 4, "expert", 2, 40, 70),
    Run("tatsu", 2, "master", 2, 90, 140), Run("tatsu", 4, "master", 2, 90, 140),
    Run("dojo", 3, "reflex", 1, 40, 80), Run("dojo", 3, "expert", 2, 90, 140), Run("dojo", 3, "master", 2, 110, 180),
]


def command(args: argparse.Namespace, one: Run, until: float) -> list[str]:
    start = args.dojo if one.game == "dojo" else HERE.parent / "nets"
    made = [sys.executable, str(HERE / "best_response.py"), one.game, str(one.players), str(args.work), "--against", one.against,
            "--threads", str(one.threads), "--device", args.device, "--seconds", str(480 * args.scale),
            "--evaluate", str(one.before * args.scale), str(one.after * args.scale), "--until", f"{until:.1f}"]
    if one.game == "tatsu":
        made += ["--option", "rounds=1"]
    if start:
        made += ["--start", str(start)]
    if args.device == "cpu":
        made += ["--lanes", "64", "--batch", "256", "--games", "64", "--lessons", "16"]
    return made


def collect(args: argparse.Namespace) -> None:
    """What is known so far."""
    lines = [path.read_text() for path in sorted(args.work.glob("*.jsonl"))]
    (args.out / "results.jsonl").write_text("".join(lines))


def pack(args: argparse.Namespace) -> None:
    collect(args)
    with tarfile.open(args.out / "best.tar.gz", "w:gz") as archive:
        for path in sorted(args.work.iterdir()):
            if path.suffix in (".net", ".csv", ".jsonl"):
                archive.add(path, path.name)
    (args.out / "log.txt").write_text("".join(f"== {path.name}\n{path.read_text()[-4000:]}\n" for path in sorted(args.work.glob("*.log"))))


def main() -> None:
    began = time.monotonic()
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("build/best"), help="where files are made; OUT gets the packed ones")
    parser.add_argument("--until", type=float, default=580, help="seconds after which everything is over")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--dojo", type=pathlib.Path, help="a network that judges choices at Dojo, to start from")
    parser.add_argument("--only", nargs="*", choices=[one.name for one in PLAN], metavar="NAME", help="of the plan only these, such as tatsu-2-reflex")
    parser.add_argument("--scale", type=float, default=1.0)
    args = parser.parse_args()
    for folder in (args.out, args.work):
        folder.mkdir(parents=True, exist_ok=True)
    for path in args.work.iterdir():
        if path.is_file():
            path.unlink()
    shared = share_card(args.work.resolve()) if args.device == "cuda" else dict(os.environ)
    env = dict(shared, PYTHONPATH=stage(), OMP_NUM_THREADS="1", PYTHONUNBUFFERED="1")
    runs = {}
    for one in (one for one in PLAN if not args.only or one.name in args.only):
        left = began + args.until - 12 - time.monotonic()
        log = open(args.work / f"{one.name}.log", "w")
        runs[one.name] = subprocess.Popen(command(args, one, left), env=env, stdout=log, stderr=subprocess.STDOUT)
    ended: set[str] = set()
    while len(ended) < len(runs) and time.monotonic() < began + args.until - 5:
        time.sleep(1)
        for name in runs.keys() - ended:
            if runs[name].poll() is not None:
                ended.add(name)
                print(f"{name}: {runs[name].returncode} after {time.monotonic() - began:.0f} s", flush=True)
        collect(args)
    for name in runs.keys() - ended:
        runs[name].kill()
        print(f"{name}: stopped", flush=True)
    pack(args)
    print((args.out / "results.jsonl").read_text())
    for path in sorted(args.work.glob("*.log")):
        if "Traceback" in (text := path.read_text()):
            print(path.name, text[-1500:])
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
