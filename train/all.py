#!/usr/bin/env python3
"""Trains all networks side by side on one card, then lets them play on the processors.

    all.py OUT [--seconds 390] [--networks tatsu-2 dojo …] [--arena PROGRAM] [--plan quick|full] [--until 540]

PROGRAM is `tatami` (or anything that takes `arena …`). Nothing stops at the first failure: whatever was made is left in OUT, as
nets.tar.gz (networks and curves), weights.tar.gz, arena.txt and log.txt.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import signal
import subprocess
import sys
import tarfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
SEED = 20261116  # of the arena: no training uses it


def stage() -> str:
    """The Python package from the sources, with the extension of the build folder; returns its folder."""
    sys.path.insert(0, str(HERE.parent / "tests/gpu"))
    import card

    card.stage()
    return str(card.STAGE)


# Game, players, bots in turn, deals, options.
QUICK = [
    ("tatsu", 4, "reflex,hard", 60, ["rounds=1"]), ("tatsu", 2, "reflex,hard", 60, ["rounds=1"]),
    ("tatsu", 3, "reflex,hard,hard", 40, ["rounds=1"]),
    ("dojo", 3, "reflex,medium,medium", 60, []), ("dojo", 3, "reflex,hard,hard", 30, []), ("dojo", 5, "reflex,hard,hard,hard,hard", 12, []),
    ("dojo", 3, "master,expert,expert", 8, []), ("dojo", 3, "master,hard,hard", 16, []),
    ("tatsu", 4, "reflex,expert", 60, ["rounds=1"]), ("tatsu", 4, "master,reflex", 40, ["rounds=1"]), ("tatsu", 2, "master,reflex", 40, ["rounds=1"]),
    ("tatata", 2, "master,reflex", 20, []), ("tatata", 2, "master,expert", 10, []), ("tatata", 8, "reflex" + ",hard" * 7, 6, []),
    ("takamatsu", 2, "master,expert", 8, []), ("takamatsu", 5, "master,expert,expert,expert,expert", 3, []),
    ("takamatsu", 2, "reflex,medium", 60, []), ("takamatsu", 2, "reflex,hard", 40, []), ("takamatsu", 5, "reflex,medium,medium,medium,medium", 20, []),
    ("tatata", 2, "reflex,thumb", 60, []), ("tatata", 2, "reflex,hard", 40, []), ("tatata", 8, "reflex" + ",thumb" * 7, 15, []),
]


def rest(bot: str, n: int) -> str:
    return ",".join(["%s"] + [bot] * (n - 1))


def full() -> list:
    tables = [("tatsu", 2, []), ("tatsu", 4, []), ("dojo", 3, []), ("dojo", 5, []), ("takamatsu", 2, []), ("takamatsu", 5, []),
              ("tatata", 2, []), ("tatata", 8, []), ("tatsu", 3, []), ("dojo", 4, []), ("takamatsu", 3, [])]
    plan = []
    for game, n, options in tables:
        pair = lambda a, b: f"{a},{b}" if (game, n) == ("tatsu", 4) else rest(b, n) % a
        quick = {"tatsu": 100, "dojo": 60, "takamatsu": 60, "tatata": 60}[game] * 2 // n
        plan.append((game, n, pair("reflex", "hard"), quick, options))
        plan.append((game, n, pair("reflex", "expert"), quick // 2, options))
        plan.append((game, n, pair("master", "expert"), max(6, quick // 4), options))
        plan.append((game, n, pair("master", "reflex"), max(6, quick // 4), options))
    return plan


def match(args, game: str, n: int, bots: str, deals: int, options: list[str]) -> str:
    left = args.began + args.until - time.monotonic()
    if left < 5:
        return f"# no time left for {game} {n} {bots}\n"
    command = [str(args.arena), "arena", game, str(n), "--bots", bots, "--deals", str(deals), "--threads", "1", "--seed", str(SEED)]
    for option in options:
        command += ["--option", option]
    for net in args.out.glob(f"{game}*.net"):
        learned = net.stem.split("-")[1:]
        if not learned or str(n) in learned:
            command += ["--net", str(net)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    stop = threading.Timer(left, process.send_signal, (signal.SIGINT,))
    stop.start()
    text = process.communicate()[0]
    stop.cancel()
    return f"# {' '.join(command[1:])}\n{text}\n"


def compete(args) -> None:
    plan = QUICK if args.plan == "quick" else full()
        # The longest first.
    weight = {"tatsu": 1, "takamatsu": 3, "dojo": 8, "tatata": 10}
    plan.sort(key=lambda one: -weight[one[0]] * one[1] * one[3] * (10 if "expert" in one[2] or "master" in one[2] else 1))
    lock = threading.Lock()

    def run(one) -> None:
        text = match(args, *one)
        with lock, open(args.out / "arena.txt", "a") as file:
            file.write(text)

    with ThreadPoolExecutor(args.threads) as pool:
        list(pool.map(run, plan))


def pack(out: pathlib.Path) -> None:
    for name, endings in (("nets", (".net", ".csv")), ("weights", (".pt",))):
        with tarfile.open(out / f"{name}.tar.gz", "w:gz") as archive:
            for path in sorted(out.iterdir()):
                if path.suffix in endings:
                    archive.add(path, path.name)


def share_card(folder: pathlib.Path) -> dict:
    """Lets processes use the card at the same time instead of in turn (MPS), if that works here; returns what they need to know."""
    env = dict(os.environ, CUDA_MPS_PIPE_DIRECTORY=str(folder / "mps"), CUDA_MPS_LOG_DIRECTORY=str(folder / "mps"))
    (folder / "mps").mkdir(parents=True, exist_ok=True)
    try:
        started = subprocess.run(["nvidia-cuda-mps-control", "-d"], env=env, timeout=15).returncode == 0
        trial = [sys.executable, "-c", "import torch; assert float(torch.ones(9, device='cuda').sum()) == 9"]
        if started and subprocess.run(trial, env=env, timeout=40).returncode == 0:
            print("the card is shared (MPS)", flush=True)
            return env
    except (OSError, subprocess.TimeoutExpired) as error:
        print("MPS:", error, flush=True)
        started = False
    if started:
        subprocess.run(["nvidia-cuda-mps-control"], input="quit\n", text=True, env=env, timeout=15)
    return dict(os.environ)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("build/train"), help="where files are made; OUT gets the packed ones")
    parser.add_argument("--seconds", type=float, default=390)
    parser.add_argument("--networks", nargs="*", help="of games.py; each may have its own number of seconds: dojo=300", default=["tatsu-2", "tatsu-3-4", "dojo", "takamatsu", "tatata-2", "tatata-3-8"])
    parser.add_argument("--arena", type=pathlib.Path)
    parser.add_argument("--plan", default="quick")
    parser.add_argument("--until", type=float, default=540, help="seconds after which everything must be over")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--more", default="", help="more arguments for train.py")
    parser.add_argument("--start", type=pathlib.Path, help="a folder with networks to go on from")
    args = parser.parse_args()
    args.began = time.monotonic()
    packed, args.out = args.out, args.work
    args.out.mkdir(parents=True, exist_ok=True)
    packed.mkdir(parents=True, exist_ok=True)
    (args.out / "arena.txt").write_text("")
    shared = share_card(args.out.resolve()) if args.device == "cuda" else os.environ
    env = dict(shared, PYTHONPATH=stage(), OMP_NUM_THREADS="2", PYTHONUNBUFFERED="1")
    runs = []
    for name in args.networks:
        name, _, seconds = name.partition("=")
        command = [sys.executable, str(HERE / "train.py"), name, str(args.out), "--seconds", seconds or str(args.seconds), "--device", args.device,
                   *args.more.split()]
        if args.start and (starts := list(args.start.glob(f"{name}.net*"))):
            command += ["--start", str(starts[0])]
        log = open(args.out / f"{name}.log", "w")
        runs.append((name, subprocess.Popen(command, env=env, stdout=log, stderr=subprocess.STDOUT)))
    args.networks = [name for name, _ in runs]
    for name, run in runs:
        try:
            code = run.wait(timeout=max(1.0, args.began + args.until - 30 - time.monotonic()))
        except subprocess.TimeoutExpired:
            run.kill()
            code = "stopped"
        print(f"{name}: {code} after {time.monotonic() - args.began:.0f} s", flush=True)
    for name in args.networks:
        checked = subprocess.run([sys.executable, str(HERE / "check.py"), name, str(args.out / f"{name}.net")], env=env, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        print(checked.stdout.strip()[-400:], flush=True)
    pack(args.out)
    for name in ("nets.tar.gz", "weights.tar.gz"):
        (packed / name).write_bytes((args.out / name).read_bytes())
    if args.arena:
        compete(args)
    (packed / "arena.txt").write_text((args.out / "arena.txt").read_text())
    (packed / "log.txt").write_text("\n".join(f"== {name}\n" + (args.out / f"{name}.log").read_text() for name in args.networks))
    print((packed / "log.txt").read_text()[-6000:])
    print((packed / "arena.txt").read_text()[-4000:])


if __name__ == "__main__":
    main()
