#!/usr/bin/env python3
"""Tests of best_response.py on the processor, in a minute: python3 train/test_best_response.py"""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
from dataclasses import replace

import numpy as np
import torch

import tatami
from games import TASKS
from hall import Hall, batch_of
from imitate import Copy
from net import VALUE_BITS, Frozen, Net, file, fitted, read
from selfplay import Batch, Tables, choose, shares

HERE = pathlib.Path(__file__).resolve().parent
NETS = HERE.parent / "nets"
FILE = NETS / "tatsu-3-4.net.gz"


class BestResponse(unittest.TestCase):
    def setUp(self):
        torch.set_num_threads(1)
        torch.manual_seed(1)
        self.game = tatami.game("tatsu")
        self.integers, self.net, self.task = self.of("tatsu-3-4")

    def of(self, name: str):
        """The integers of a network of `reflex`, the network, and its task."""
        integers, _ = read(NETS / f"{name}.net.gz", self.game)
        return integers, Frozen(integers), replace(fitted(TASKS[name], integers), options=({"rounds": 1},))

    def test_the_frozen_network_is_that_of_the_program(self):
        rng = np.random.default_rng(1)
        with tatami.Vector("tatsu", 4, 60, seed=9) as vector:
            for _ in range(12):
                vector.step(vector.random_tokens(rng))
                here = np.empty((vector.n, vector.n_tokens), np.int32)
                tatami._core.net_values("tatsu", file(FILE), vector.observations, here)
                there = self.net(torch.from_numpy(vector.observations)) * 2**VALUE_BITS
                self.assertTrue((there.numpy() == here).all())

    def test_where_a_network_only_advises_the_file_says_so(self):
        self.assertEqual(self.integers.advises, ())
        dojo, chances = read(NETS / "dojo.net.gz", tatami.game("dojo"))
        self.assertEqual(dojo.advises, TASKS["dojo"].advises)
        self.assertEqual(sorted(chances), [3, 4, 5])

    def test_only_own_choices_are_learned_in_lockstep(self):
        for players, sides in ((2, (0, 1)), (3, (0, 1, 2)), (4, (0, 1, 0, 1))):
            tables = Tables(self.task, players, 12, "cpu", 5)
            tables.sit(None)
            self.assertEqual(sorted(set(tables.own.tolist())), sorted(set(sides)), "the network plays for every side")
            batch = Batch(70, 12, tables.observations.shape[1], "cpu")
            batch.play(tables, self.net, 0.1)
            fine = ~batch.targets(players, 1.0).isnan()
            side = torch.tensor(sides)[batch.seats.long()]
            ours = side == tables.own
            self.assertTrue(fine.any() and not (fine & ~ours).any())
            self.assertEqual(set(side[fine].tolist()), set(sides))
            tables.rise()
            batch.play(tables, self.net, 0.1)
            fine = ~batch.targets(players, 1.0).isnan()
            self.assertTrue((fine & ~(torch.tensor(sides)[batch.seats.long()] == torch.arange(12) % len(set(sides)))).any(), "without a rival all choices are learned")

    def test_shares_are_those_of_first_games(self):
        tables = Tables(self.task, 2, 40, "cpu", 6)
        tables.sit(None)
        found = shares(self.net, tables, 40)
        self.assertEqual(len(found), 40)
        self.assertGreater(float(found.mean()), 0.7, "random play loses")
        tables.vector.reset(6)
        tables.sit(self.net)
        self.assertAlmostEqual(float(shares(self.net, tables, 40).mean()), 0.5, delta=0.3)

    def test_episodes_in_the_program(self):
        for players, sides in ((2, 2), (4, 2)):
            hall = Hall(self.task, players, "easy", None, 2, float("inf"))
            hall.net = self.net
            episodes = [hall.play(number, 0.1) for number in range(4)]
            for e in episodes:
                self.assertEqual({seat % sides for seat in e.seats}, {e.number % sides})
                self.assertEqual(e.won((0, 2)) + e.won((1, 3)), 1)
            batch = batch_of(self.task, players, episodes, 64, "cpu")
            target = batch.targets(players, 1.0)
            self.assertEqual(int((~target.isnan()).sum()), sum(e.forced.count(False) for e in episodes))
            for i, e in enumerate(episodes):
                own = target[:, i][~target[:, i].isnan()]
                self.assertTrue((own == own[0]).all(), "with lambda 1 each choice was worth what came out")
                lead = e.points[e.number % sides] - e.points[1 - e.number % sides]
                expected = self.task.win * (2 * e.won((e.number % sides, e.number % sides + 2)) - 1) + (1 - self.task.win) * max(-1, min(1, lead / self.task.margin))
                self.assertAlmostEqual(float(own[0]), expected, places=5)

    def test_what_the_bot_chose(self):
        for players, name in ((2, "tatsu-2"), (4, "tatsu-3-4")):
            _, net, task = self.of(name)
            hall = Hall(task, players, "reflex", None, 1, float("inf"))
            hall.net = lambda seen: torch.rand(len(seen), self.game.n_tokens)
            others = [one for number in range(4) for one in hall.play(number, 0.0).others]
            self.assertGreater(len(others), 20)
            for seen, mask, token in others:
                values = torch.where(torch.from_numpy(mask) != 0, net(torch.from_numpy(seen)[None])[0], -1e9)
                self.assertEqual(float(values[token]), float(values.max()), "it saw what its seat saw: with that, the network chooses the same")

    def test_a_copy_learns_to_choose_like_the_bot(self):
        hall = Hall(self.task, 2, "reflex", None, 1, float("inf"))
        hall.net = self.net
        copy = Copy(Net(replace(self.task, hidden=(64, 32)), self.game.n_tokens), "cpu", rate=2e-3)
        copy.add([hall.play(number, 0.3) for number in range(6)])
        before = copy.guessed / copy.asked
        copy.learn(120)
        copy.guessed = copy.asked = 0
        copy.add([hall.play(number, 0.3) for number in range(6, 9)])
        self.assertGreater(copy.guessed / copy.asked, before)
        seen, mask, _ = hall.play(9, 0.0).others[0]
        drawn = {int(choose(copy(torch.from_numpy(seen)[None]), torch.from_numpy(mask)[None], 0.0)) for _ in range(100)}
        self.assertTrue(all(mask[token] for token in drawn))

    def test_the_same_choices_in_lockstep_and_in_the_program(self):
        _, net, task = self.of("tatsu-2")
        hall = Hall(task, 2, "reflex", None, 1, float("inf"))
        hall.net = net
        episode = hall.play(7, 0.0)
        table = tatami.Table("tatsu", 2, options=task.options[0], seed=7 // 2)
        table.play("reflex", seed=7)
        self.assertEqual((table.points, table.winners), (episode.points, episode.winners), "as reflex plays against itself")

    def run_it(self, *arguments: str) -> list[dict]:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, str(HERE / "best_response.py"), *arguments, "--device", "cpu", folder], check=True,
                           stdout=subprocess.DEVNULL)
            (path,) = pathlib.Path(folder).glob("*.jsonl")
            read(path.with_suffix(".net"), tatami.game(arguments[0]))
            self.assertGreater(len(path.with_suffix(".csv").read_text().splitlines()), 1)
            return [json.loads(line) for line in path.read_text().splitlines()]

    def check(self, lines: list[dict], stages: list[str], even: float):
        self.assertEqual([line["stage"] for line in lines], stages)
        for line in lines:
            low, high = line["interval95"]
            self.assertTrue(0 <= low <= line["share"] <= high <= 1)
            self.assertGreater(line["games"], 0)
            self.assertEqual(line["even"], even)
        self.assertEqual(lines[0]["own_choices"], 0)
        self.assertGreater(lines[1]["own_choices"], 0)

    def test_against_a_bot_of_the_program(self):
        lines = self.run_it("tatsu", "4", "--against", "medium", "--seconds", "10", "--evaluate", "5", "5",
                            "--start", str(FILE), "--games", "20", "--lanes", "16", "--batch", "64")
        self.check(lines, ["start", "result"], 0.5)
        lines = self.run_it("dojo", "3", "--against", "easy", "--seconds", "10", "--evaluate", "5", "5", "--games", "6",
                            "--hidden", "16", "8", "--lanes", "16", "--batch", "64")
        self.check(lines, ["start", "result"], 0.3333)

    def test_against_a_network(self):
        lines = self.run_it("tatsu", "2", "--against", "reflex", "--seconds", "5", "--evaluate", "2", "2", "--lanes", "16", "--batch", "64",
                            "--games", "16", "--start", str(FILE), "--lessons", "6")
        self.check(lines, ["start", "result", "in the program"], 0.5)


if __name__ == "__main__":
    unittest.main()
