#!/usr/bin/env python3
"""Trains a network to beat one bot that does not change, and says how often it does: a lower bound of how much can be won against that bot.

    best_response.py GAME PLAYERS --against BOT OUT [--seconds 480] [--start FILE.net] [--device cuda] [--threads 2]

The network plays for one side (one seat; with partners, both seats), on every side equally often, and learns only from its own choices. Against
`reflex` where that has a network, and against `random`, thousands of tables run in lockstep on the device, with the bot's own integers, and there are
lessons (lessons.py), in which the bot plays on for the other seats.
All other bots think in the program itself, a game per thread. That makes few games: they are learned several times over, and a copy of the bot, a
network that learns to choose as it does, plays in lockstep. The evaluation is against the bot itself.

OUT gets GAME-PLAYERS-BOT.jsonl: one line for the network that training started from, and one for the result. Both play without trying
anything, on the same deals, which training never sees. Beside it .csv, the curve, and .net, the network.
"""

from __future__ import annotations

import time

BEGAN = time.monotonic()  # what follows takes seconds to load

import argparse
import contextlib
import copy
import csv
import ctypes
import itertools
import json
import math
import pathlib
import queue
import statistics
import sys
from collections import Counter, deque
from dataclasses import replace

import numpy as np
import torch

import tatami
from games import TASKS, Task, task_for
from hall import Episode, Hall, batch_of
from imitate import Copy, Memory
from lessons import Lessons, homework
from net import Frozen, Integers, Net, file, fitted, load, n_outputs, read, write
from selfplay import Batch, Tables, fit, n_sides, pace, shares
from tatami.arena import interval

NETS = pathlib.Path(__file__).resolve().parents[1] / "nets"
UNSEEN = 3_000_000_000
"""Deals of the evaluation. Those of training are below."""
CHOICES = 192
"""Of a game at most, where games are learned as a whole: the last ones."""
PROGRAM = 15.0
"""Seconds in which a network that was evaluated in lockstep is also evaluated in the program."""
EVERY, SPREAD = 4, 0.03
"""Tokens between two lessons; how much worse than the best their actions may seem, about."""
REAL, AT_ONCE = 256, 40
"""Choices per step where they are from games against the bot itself; steps of its copy at most between two batches."""
EXAMS, LOOK, LOOKED_AT = 8192, 20.0, UNSEEN - 1
"""Tables in lockstep that are evaluated on; seconds between two points of a curve, and the deals of these points."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("game", choices=sorted({task.game for task in TASKS.values()}))
    parser.add_argument("players", type=int)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--against", required=True, metavar="BOT")
    parser.add_argument("--net", type=pathlib.Path, help="the network of that bot; otherwise the one in nets/")
    parser.add_argument("--start", type=pathlib.Path, help="the network to go on from, or a folder like nets/ that has it; otherwise one that knows nothing")
    parser.add_argument("--seconds", type=float, default=480, help="of training")
    parser.add_argument("--evaluate", type=float, nargs=2, default=(30, 60), metavar="SECONDS", help="of playing before and after training")
    parser.add_argument("--games", type=int, default=100_000, help="to evaluate, at most")
    parser.add_argument("--until", type=float, help="seconds after which everything is over; training is cut short for that")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--threads", type=int, default=2, help="games at once, where the bot thinks in the program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hidden", type=int, nargs=2, help="units of a network that knows nothing")
    parser.add_argument("--lanes", type=int, help="tables in lockstep; 16384 against a copy")
    parser.add_argument("--batch", type=int, help="choices per step of the optimiser: 32768, or 8192 against a copy")
    parser.add_argument("--rate", type=float, help="of learning, at first: half of the game's own")
    parser.add_argument("--lessons", type=int, default=8192, help="positions per lesson (lessons.py), in lockstep; 0: no lessons")
    parser.add_argument("--part", type=float, default=0.25, help="of the choices in lockstep that is learned beside lessons")
    parser.add_argument("--passes", type=int, default=6, help="how often a choice in a game against the bot itself is learned")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the tables, instead of the game's usual ones")
    parser.add_argument("--explore", type=float, default=0.04, help="how often something else is tried there")
    return parser.parse_args()


def seated(args: argparse.Namespace, task: Task, deadline: float) -> Hall:
    """The program's tables with the bot. What has not ended just before the deadline is given up."""
    return Hall(task, args.players, args.against, file(args.net) if args.net else None, args.threads, deadline - 2)


def by_deal(hall: Hall, net: Integers, seconds: float, games: int) -> dict[int, float]:
    """The network's share of the win by deal, of those that were played from every side."""
    until, sides = min(time.monotonic() + seconds, hall.by - 2), hall.sides
    found = {e.number: e.won(hall.own(e.number)) for e in hall.games(Frozen(net), UNSEEN * sides, until, games)}
    deals = {number // sides: [found.get(number // sides * sides + side) for side in range(sides)] for number in found}
    return {deal: statistics.fmean(values) for deal, values in deals.items() if None not in values}


class Training:
    """What both ways of training share: the network, the clock, the files."""

    closing = 5.0
    """Seconds that are needed beside the evaluation in the end."""

    def __init__(self, args: argparse.Namespace, task: Task, begin: Integers | None):
        self.deadline = BEGAN + args.until if args.until else math.inf
        self.args, self.game, self.task = args, tatami.game(args.game), task
        self.sides = n_sides(task, args.players)
        self.net = Net(task, n_outputs(task, self.game)).to(args.device)
        if begin:
            load(self.net, begin)
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=args.rate, eps=1e-6, fused=args.device != "cpu")
        self.choices = self.games = 0
        self.counts: Counter = Counter()
        """Of games against the bot itself where most are against its copy."""
        self.trained = 0.0
        args.out.mkdir(parents=True, exist_ok=True)
        self.path = args.out / f"{args.game}-{args.players}-{args.against}"
        self.results = open(self.path.with_suffix(".jsonl"), "w")
        self.table = open(self.path.with_suffix(".csv"), "w", newline="")
        self.curve = csv.writer(self.table)
        self.curve.writerow(["seconds", "own_choices", "games", "loss", "explore", "rate", "against", "share"])

    def start(self) -> None:
        """Training begins now, and ends early enough for the evaluation."""
        self.started = time.monotonic()
        self.end = min(self.started + self.args.seconds, self.deadline - self.args.evaluate[1] - self.closing)

    def part(self) -> float:
        """How much of the time is over."""
        return (time.monotonic() - self.started) / max(self.end - self.started, 1e-3)

    def batch(self, tables: Tables) -> Batch:
        return Batch(self.task.steps, tables.n, tables.observations.shape[1], self.args.device)

    def learn(self, tables: Tables, batch: Batch, explore: float, teacher: Lessons | None = None) -> torch.Tensor:
        """Plays in lockstep against the rival at these tables, and learns from the own choices; returns the loss. With a teacher, lessons are learned, and a part of
        the choices."""
        batch.play(tables, self.net, explore, before=lambda t: teacher.give(tables, self.net) if teacher and t % EVERY == 0 else None)
        target = batch.targets(self.args.players, self.task.trace).view(-1)
        fine = (~target.isnan()).nonzero()[:, 0]
        self.choices += len(fine)
        self.games += int(batch.dones.sum())
        also = None
        if teacher:
            fine = fine[torch.randperm(len(fine), device=fine.device)[:int(len(fine) * self.args.part)]]
            also, _ = homework(self.net, teacher.take(), max(1, len(fine) // self.args.batch))
        return fit(self.net, self.optimiser, batch.observations.flatten(0, 1), batch.tokens.view(-1), target, fine, self.args.batch, also)

    def row(self, loss: float, explore: float, rate: float, against: str, share: float) -> None:
        """One point of the curve."""
        seconds = time.monotonic() - self.started
        self.curve.writerow([f"{seconds:.1f}", self.choices, self.games, f"{loss:.5f}", f"{explore:.3f}", f"{rate:.2e}", against, f"{share:.4f}"])
        self.table.flush()

    def save(self, net: Integers) -> None:
        linear = np.linspace(0, 65535, 65).astype(int)  # how often it wins by value is not counted: it gives no hints
        write(self.path.with_suffix(".net"), self.task, self.game, net, {self.args.players: linear})

    def report(self, stage: str, found: dict[int, float], before: dict[int, float] | None = None) -> None:
        """One line of JSON. `found`: the share of the win by deal, each played from every side."""
        args, values = self.args, list(found.values())
        line = {"stage": stage, "game": args.game, "players": args.players, "options": self.task.options[0], "against": args.against,
                "start": args.start.name if args.start else None, "seconds_trained": round(self.trained, 1),
                "own_choices": self.choices, "games_trained": self.games, "deals": len(values), "games": len(values) * self.sides, **self.counts}
        if values:
            line |= {"share": round(statistics.fmean(values), 4), "interval95": [round(end, 4) for end in interval(values)]}
        line["even"] = round(1 / self.sides, 4)
        gains = [found[deal] - before[deal] for deal in found.keys() & before.keys()] if before else []
        if len(gains) > 1:
            mean, half = statistics.fmean(gains), 1.96 * statistics.stdev(gains) / math.sqrt(len(gains))
            line |= {"gain": round(mean, 4), "gain95": [round(mean - half, 4), round(mean + half, 4)]}
        text = json.dumps(line)
        self.results.write(text + "\n")
        self.results.flush()
        print(text, flush=True)

    def run(self) -> None:
        """Everything in turn."""
        first, last = self.args.evaluate
        begin = Integers.of(self.net, self.task)
        self.save(begin)
        before = self.evaluate(begin, first)
        self.report("start", before)
        self.start()
        self.learned = self.train()
        self.trained = time.monotonic() - self.started
        self.save(self.learned)
        self.report("result", self.evaluate(self.learned, last), before)


class Lockstep(Training):
    """Thousands of tables on the device, against a network or random play."""

    closing = 10.0 + PROGRAM

    def __init__(self, args: argparse.Namespace, task: Task, begin: Integers | None, rival: Integers | None):
        super().__init__(args, task, begin)
        self.rival = Frozen(rival).to(args.device) if rival else None
        self.boards = Tables(task, args.players, task.lanes, args.device, args.seed, copies=args.lessons > 0)
        self.teacher = Lessons(task, args.players, args.lessons, args.device, SPREAD, task.options[0]) if args.lessons else None
        self.exams = Tables(task, args.players, min(EXAMS, task.lanes) // self.sides * self.sides, args.device, UNSEEN)
        for tables in (self.boards, self.exams):
            tables.sit(self.rival)

    def evaluate(self, net: Integers, seconds: float) -> dict[int, float]:
        """Here every game is a deal of its own, but the neighbours that differ in the side are counted together."""
        until = min(time.monotonic() + seconds, self.deadline - 1)
        frozen, parts = Frozen(net).to(self.args.device), []
        while not parts or (time.monotonic() < until and len(parts) * self.exams.n < self.args.games):
            self.exams.vector.reset(UNSEEN + len(parts))
            found = shares(frozen, self.exams, self.exams.n)
            assert len(found) == self.exams.n, "games do not end"
            parts.append(found.view(-1, self.sides).mean(1))
        return dict(enumerate(torch.cat(parts).tolist()))

    def train(self) -> Integers:
        task, args = self.task, self.args
        batch, looked = self.batch(self.boards), -math.inf
        while (part := self.part()) < 1:
            rate, explore = pace(self.optimiser, args.rate, part)
            self.net.exact = part > 0.6
            loss = self.learn(self.boards, batch, explore, self.teacher)
            if time.monotonic() - looked > LOOK:
                looked = time.monotonic()
                now = Integers.of(self.net, task)
                self.save(now)
                self.exams.vector.reset(LOOKED_AT)
                found = shares(Frozen(now).to(args.device), self.exams, self.exams.n)
                self.row(float(loss), explore, rate, args.against, float(found.mean()))
        return Integers.of(self.net, task)

    def run(self) -> None:
        super().run()
        if self.task.tries:
            return
        # The same once more against the bot as it is in the program.
        self.report("in the program", by_deal(seated(self.args, self.task, self.deadline), self.learned, PROGRAM, self.args.games))


class InTheProgram(Training):
    """Against any bot, at the program's own tables and, far more often, against a copy of it in lockstep."""

    def __init__(self, args: argparse.Namespace, task: Task, begin: Integers | None):
        super().__init__(args, task, begin)
        self.hall = seated(args, task, self.deadline)
        self.copy = Copy(copy.deepcopy(self.net), args.device)
        # Every other batch against the network as it was in the beginning: what is won against it as well is no mere mistake of the copy.
        self.boards = [Tables(task, args.players, task.lanes, args.device, args.seed + i) for i in range(2)]
        for tables, rival in zip(self.boards, (self.copy, Frozen(Integers.of(self.net, task)).to(args.device))):
            tables.sit(rival)

    def evaluate(self, net: Integers, seconds: float) -> dict[int, float]:
        return by_deal(self.hall, net, seconds, self.args.games)

    def train(self) -> Integers:
        task, args, hall = self.task, self.args, self.hall
        hall.net, hall.by = Frozen(Integers.of(self.net, task)), self.end
        arrived: queue.SimpleQueue = queue.SimpleQueue()
        playing = hall.play_on(1, self.end, args.explore, arrived.put)
        memory, batch, lately, looked = Memory(), self.batch(self.boards[0]), deque(maxlen=200), -math.inf
        for turn in itertools.count():
            if (part := self.part()) >= 1:
                break
            rate, explore = pace(self.optimiser, args.rate, part)
            self.net.exact = part > 0.6
            loss = self.learn(self.boards[turn % 2], batch, explore)
            episodes = [arrived.get() for _ in range(arrived.qsize())]
            if episodes:
                self.heed(episodes, memory)
                lately.extend(episode.won(hall.own(episode.number)) for episode in episodes)
            hall.net = Frozen(Integers.of(self.net, task))
            if time.monotonic() - looked > LOOK / 2:
                looked = time.monotonic()
                self.row(float(loss), explore, rate, args.against, statistics.fmean(lately) if lately else math.nan)
                self.save(Integers.of(self.net, task))
        for one in playing:
            one.result()
        hall.by = self.deadline - 2
        return Integers.of(self.net, task)

    def heed(self, episodes: list[Episode], memory: Memory) -> None:
        """Learns from games against the bot itself: from the own choices what they were worth, and the copy what the bot does."""
        args = self.args
        batch = batch_of(self.task, args.players, episodes, CHOICES, args.device)
        fresh = memory.add(batch, batch.targets(args.players, self.task.trace))
        self.counts["own_choices_against_the_bot"] += fresh
        self.counts["games_against_the_bot"] += len(episodes)
        if fresh:
            fit(self.net, self.optimiser, memory.observations, memory.tokens, memory.targets, memory.some(args.passes * fresh), REAL)
        others = self.copy.add(episodes)
        self.counts["bots_choices"] += others
        self.counts["guessed"] = round(self.copy.guessed / max(self.copy.asked, 1), 3)
        self.copy.learn(min(AT_ONCE, 1 + args.passes * others // self.copy.batch))


def wait_quietly() -> None:
    """Lets a thread that waits for the card sleep, where it would otherwise keep a core busy that a bot could think on."""
    with contextlib.suppress(OSError, AttributeError):
        cuda = ctypes.CDLL("libcuda.so.1")
        cuda.cuInit(0)
        cuda.cuDevicePrimaryCtxSetFlags_v2(0, 4)  # CU_CTX_SCHED_BLOCKING_SYNC


def main() -> None:
    args = arguments()
    if args.device == "cuda":
        wait_quietly()
    game, task = tatami.game(args.game), task_for(args.game, args.players)
    changes = {"lanes": args.lanes or task.lanes, "hidden": tuple(args.hidden or task.hidden), "players": (args.players,)}
    if args.option:
        changes["options"] = (dict(option.split("=", 1) for option in args.option),)
    task = replace(task, **changes)
    path = args.net or NETS / f"{task.name}.net.gz"
    if args.start and args.start.is_dir():
        args.start /= f"{task.name}.net.gz"
    rival, known = read(path, game) if path.exists() else (None, {})
    begin = read(args.start, game)[0] if args.start else None
    if begin:
        task = fitted(task, begin)
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("highest")  # whole numbers stay whole
    args.rate = args.rate or task.rate / 2
    # Where `reflex` has learned nothing, or its network only advises a search, it thinks in the program.
    alone = rival is not None and args.players in known and args.players not in rival.advises
    if args.against == "random" or (args.against == "reflex" and alone):
        args.batch = args.batch or 32768
        Lockstep(args, task, begin, rival if args.against == "reflex" else None).run()
        return
    if begin and task.tries:
        raise SystemExit("a network that judges positions cannot be asked at the program's tables")
    args.batch = args.batch or 8192
    torch.set_num_threads(1)
    sys.setswitchinterval(0.0005)  # a game that waits for its next choice should not wait for a batch
    InTheProgram(args, replace(task, tries=0, lanes=args.lanes or 16384), begin).run()


if __name__ == "__main__":
    main()
