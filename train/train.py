#!/usr/bin/env python3
"""Trains one network by self-play, and writes it as integers.

    train.py NAME OUT [--seconds 500] [--device cuda] [--seed 1]

OUT/NAME.net is written every minute and at the end, OUT/NAME.csv has the curve, OUT/NAME.pt the weights as they are trained.
"""

from __future__ import annotations

import argparse
import csv
import pathlib
import time
from dataclasses import replace

import numpy as np
import torch

import tatami
from calibrate import scale
from games import TASKS
from lessons import HORIZON, Lessons, homework
from net import Integers, Net, load, n_outputs, read, write
from selfplay import Batch, Tables, fit, pace, shares


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("name", choices=sorted(TASKS), help="of a task in games.py")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=500, help="how long to train")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lanes", type=int, help="tables side by side")
    parser.add_argument("--steps", type=int, help="tokens per table and batch")
    parser.add_argument("--batch", type=int, default=32768, help="choices per step of the optimiser")
    parser.add_argument("--players", type=int, nargs="*", help="numbers of players, instead of the game's own list")
    parser.add_argument("--hidden", type=int, nargs=2, help="units of the two hidden layers")
    parser.add_argument("--trace", type=float)
    parser.add_argument("--rate", type=float, help="of learning, at first")
    parser.add_argument("--tries", type=int, help="actions tried per decision, where positions are judged")
    parser.add_argument("--passes", type=int, default=1, help="how often each batch is learned")
    parser.add_argument("--part", type=float, default=1.0, help="of the choices of a batch that is learned")
    parser.add_argument("--lessons", type=int, default=0, help="positions per lesson (lessons.py); 0: no lessons")
    parser.add_argument("--every", type=int, default=4, help="tokens between two lessons")
    parser.add_argument("--horizon", type=int, default=HORIZON, help="choices of the seat after which a lesson ends")
    parser.add_argument("--spread", type=float, default=0.03, help="how much worse than the best the actions of a lesson may seem, about")
    parser.add_argument("--start", type=pathlib.Path, help="go on from these weights (.pt), or from a network (.net)")
    parser.add_argument("--calibrate", type=int, default=6, help="batches from which chances of winning are counted in the end")
    parser.add_argument("--checkpoint", type=float, default=60, help="seconds between two files")
    return parser.parse_args()


def exam(net, other, tables: Tables, games: int, side: int, seed: int) -> str:
    """The network's share of wins against `other` (None: random play), and of how many games."""
    tables.vector.reset(seed)
    tables.sit(other, side % tables.sides)
    found = shares(net, tables, games)
    tables.rise()
    return "%.4f/%d" % (float(found.mean()), len(found))


@torch.no_grad()
def calibrate(net, boards, steps: int) -> dict[int, np.ndarray]:
    """How often positions of each value were won in self-play, by number of players."""
    judged, came = {}, {}
    for tables in boards:
        batch = Batch(steps, tables.n, tables.observations.shape[1], tables.device)
        batch.play(tables, net, 0.0, Tables.won)
        won = batch.targets(tables.players, 1.0, judged=False)
        fine = ~won.isnan()
        judged.setdefault(tables.players, []).append(batch.values[fine].double().cpu().numpy())
        came.setdefault(tables.players, []).append(won[fine].double().cpu().numpy())
    return {n: scale(np.concatenate(judged[n]), np.concatenate(came[n])) for n in judged}


def main() -> None:
    args = arguments()
    task = TASKS[args.name]
    changes = {name: getattr(args, name) for name in ("lanes", "steps", "trace", "rate", "tries") if getattr(args, name) is not None}
    if args.hidden:
        changes["hidden"] = tuple(args.hidden)
    if args.players:
        changes["players"] = tuple(args.players)
    task = replace(task, **changes)
    args.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(args.seed)
    game = tatami.game(task.game)
    net = Net(task, n_outputs(task, game)).to(args.device)
    if args.start and args.start.suffix == ".pt":
        net.load_state_dict(torch.load(args.start, map_location=args.device, weights_only=True))
    elif args.start:
        load(net, read(args.start, game)[0])
    kinds = [(n, k) for n in sorted(set(task.players)) for k, options in enumerate(task.options) if task.options.index(options) == k]
    boards = {(n, k): Tables(task, n, task.lanes, args.device, args.seed + 1000 * n + k, options=task.options[k], copies=args.lessons > 0)
              for n, k in kinds}
    lessons = {(n, k): Lessons(task, n, args.lessons, args.device, args.spread, task.options[k], args.horizon) for n, k in kinds} if args.lessons else {}
    tests = {(n, k): Tables(task, n, min(2048, task.lanes), args.device, args.seed + 500_000 + n + 100 * k, options=task.options[k])
             for n, k in kinds}

    def due(turn: int) -> tuple[int, int]:
        options = task.options[turn // len(task.players) % len(task.options)]
        return task.players[turn % len(task.players)], task.options.index(options)

    size = next(iter(boards.values())).observations.shape[1]
    batch = Batch(task.steps, task.lanes, size, args.device)
    optimiser = torch.optim.Adam(net.parameters(), lr=task.rate, eps=1e-6, fused=args.device != "cpu")
    curve = csv.writer(open(args.out / f"{task.name}.csv", "w", 1, newline=""))
    curve.writerow(["seconds", "decisions", "games", "loss", "target_spread", "explore", "rate", "players", "against_random",
                    "against_earlier", "lesson_loss", "lesson_spread"])

    def save(steps: int) -> None:
        torch.save(net.state_dict(), args.out / f"{task.name}.pt")
        chances = calibrate(net, tests.values(), steps)
        write(args.out / f"{task.name}.net", task, game, Integers.of(net, task), chances)

    start = last_saved = last_tested = time.monotonic()
    earlier = None
    decisions = games = turn = 0
    spent = {"play": 0.0, "learn": 0.0}
    while (now := time.monotonic()) - start < args.seconds:
        part = (now - start) / args.seconds
        rate, explore = pace(optimiser, task.rate, part)
        net.exact = part > 0.6
        kind = due(turn)
        tables, teacher = boards[kind], lessons.get(kind)
        turn += 1
        batch.play(tables, net, explore, before=lambda t: teacher.give(tables, net) if teacher and t % args.every == 0 else None)
        target = batch.targets(tables.players, task.trace).view(-1)
        games += int(batch.dones.sum())
        fine = (~target.isnan()).nonzero()[:, 0]
        if args.part < 1:
            fine = fine[torch.randperm(len(fine), device=fine.device)[:int(len(fine) * args.part)]]
        spent["play"] += time.monotonic() - now
        began = time.monotonic()
        observations, tokens = batch.observations.view(-1, size), batch.tokens.view(-1)
        lesson = teacher.take() if teacher else None
        also, gaps = homework(net, lesson, max(1, len(fine) // args.batch)) if teacher else (None, [])
        for _ in range(args.passes):
            loss = float(fit(net, optimiser, observations, tokens, target, fine, args.batch, also))
        decisions += batch.steps * batch.n
        spread = float(target[fine].var()) if len(fine) > 1 else 0.0
        spent["learn"] += time.monotonic() - began
        row = [f"{time.monotonic() - start:.1f}", decisions, games, f"{loss:.5f}", f"{spread:.5f}", f"{explore:.4f}", f"{rate:.2e}",
               tables.players, "", "", *([f"{float(sum(gaps)) / len(gaps):.5f}", f"{lesson.spread():.5f}"] if gaps else ["", ""])]
        if time.monotonic() - last_tested > args.checkpoint / 2:
            tables = tests[task.players[turn % len(task.players)], 0]
            row[7] = tables.players
            row[8] = exam(net, None, tables, 512, turn, args.seed + 7)
            if earlier is not None:
                row[9] = exam(net, earlier, tables, 1024, turn, args.seed + 8)
            last_tested = time.monotonic()
            print(task.name, *row, {k: round(v, 1) for k, v in spent.items()}, flush=True)
        if time.monotonic() - last_saved > args.checkpoint:
            save(task.steps)
            earlier = Net(task, n_outputs(task, game)).to(args.device)
            earlier.load_state_dict(net.state_dict())
            last_saved = time.monotonic()
        curve.writerow(row)
    net.exact = True
    save(task.steps * args.calibrate)
    print(task.name, "done", decisions, "choices,", games, "games", {k: round(v, 1) for k, v in spent.items()}, flush=True)


if __name__ == "__main__":
    main()
