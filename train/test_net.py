#!/usr/bin/env python3
"""Tests of net.py on the processor, in some seconds: python3 train/test_net.py"""

from __future__ import annotations

import pathlib
import tempfile
import unittest
from dataclasses import replace

import numpy as np
import torch

import tatami
from games import TASKS, Task
from net import Expand, Integers, Net, decoded, even, file, load, n_outputs, read, write
from selfplay import Tables, unturned

NETS = pathlib.Path(__file__).resolve().parent.parent / "nets"


def positions(name: str, players: int) -> torch.Tensor:
    """Observations of some random games."""
    tables, seen = Tables(TASKS[name], players, 30, "cpu", 5), []
    any_net = Net(TASKS[name], n_outputs(TASKS[name], tatami.game(TASKS[name].game)))
    for _ in range(30):
        seen.append(tables.observations.clone())
        tables.step(tables.decide(any_net, 1.0)[0])
    return torch.cat(seen)


class Inputs(unittest.TestCase):
    def test_both_ways_to_expand_give_the_same(self):
        for name, players in (("tatsu-3-4", 3), ("tatata-3-8", 4)):
            with self.subTest(name):
                game = tatami.game(TASKS[name].game)
                file, seen = read(NETS / f"{name}.net.gz", game)[0], positions(name, players)
                one, other = Expand(file.inputs)(seen).numpy(), file.expand(seen.numpy())
                self.assertTrue((one == other).all())
                self.assertGreater(one.sum(), len(seen))

    @unittest.skipUnless(torch.cuda.is_available(), "needs a card")
    def test_the_card_gives_the_same_and_zeros_behind(self):
        expand, seen = Expand(read(NETS / "tatata-3-8.net.gz", tatami.game("tatata"))[0].inputs), positions("tatata-3-8", 8)
        for kind in (torch.float32, torch.bfloat16):
            here, there = expand(seen, kind), expand.cuda()(seen.cuda(), kind).cpu()
            self.assertTrue((there[:, :expand.n] == here).all())
            self.assertFalse(there[:, expand.n:].any())
            expand.cpu()


class Loading(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(1)
        self.game, self.task = tatami.game("tatsu"), TASKS["tatsu-3-4"]
        self.file, self.chances = read(NETS / "tatsu-3-4.net.gz", self.game)
        self.seen = positions("tatsu-3-4", 4)

    def loaded(self, task: Task) -> Net:
        net = Net(task, n_outputs(task, self.game))
        load(net, self.file)
        return net

    def values(self, net: Net) -> np.ndarray:
        return Integers.of(net, self.task).values(self.seen.numpy())

    def test_a_network_goes_on_as_the_file_judges(self):
        self.assertTrue((self.values(self.loaded(self.task)) == self.file.values(self.seen.numpy())).all())

    def test_what_was_written_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            write(f"{folder}/x.net", self.task, self.game, self.file, self.chances)
            again, chances = read(f"{folder}/x.net", self.game)
        self.assertTrue((again.values(self.seen.numpy()) == self.file.values(self.seen.numpy())).all())
        self.assertTrue(all((chances[n] == self.chances[n]).all() for n in self.chances))

    def test_with_even_chances_the_program_tells_the_value(self):
        path = NETS / "tatsu-3-4.net.gz"
        flat = even(self.task, file(path))
        net, chances = decoded(flat, self.game)
        self.assertTrue((net.values(self.seen.numpy()) == self.file.values(self.seen.numpy())).all())
        self.assertEqual(set(chances), set(self.chances))
        table = tatami.Table("tatsu", 4, seed=3)
        for turn in range(20):
            seat = table.seats[0]
            thoughts = table.think(seat, "reflex", net=flat)
            seen = table.observe(seat)
            values = self.file.values(seen[None])[0] / 2**14
            expected = values[table.mask(seat)[unturned(self.task, 4)[seen[0]]] != 0].max()
            if len(thoughts) > 1:
                self.assertAlmostEqual(2 * thoughts[0].chance - 1, expected, delta=1e-3)
            table.act(seat, thoughts[0].action)

    def test_more_units_count_for_nothing_at_first(self):
        one, two = self.task.hidden
        larger = self.loaded(replace(self.task, entries=[], hidden=(one + 8, two + 8)))
        self.assertTrue((self.values(larger) == self.file.values(self.seen.numpy())).all())

    def test_inputs_in_another_order_mean_the_same(self):
        turned = self.loaded(replace(self.task, entries=[], see=tuple(reversed(self.task.see))))
        with torch.no_grad():
            self.assertLess(float((turned(self.seen) - self.loaded(self.task)(self.seen)).abs().max()), 1e-4)

    def test_what_a_network_does_not_see_is_left_out(self):
        """It judges as the file does wherever the left-out bytes are 0."""
        left_out = next(plane for plane in self.game.planes if plane.name == "pot")
        blind = self.loaded(replace(self.task, entries=[], see=tuple(what for what in self.task.see if what != left_out.name)))
        with torch.no_grad():
            self.assertGreater(float((blind(self.seen) - self.loaded(self.task)(self.seen)).abs().max()), 0.001)
            self.seen[:, left_out.start:left_out.start + left_out.count] = 0
            self.assertLess(float((blind(self.seen) - self.loaded(self.task)(self.seen)).abs().max()), 1e-4)

    def test_fewer_units_are_refused(self):
        one, two = self.task.hidden
        with self.assertRaises(AssertionError):
            self.loaded(replace(self.task, entries=[], hidden=(one - 8, two)))


if __name__ == "__main__":
    unittest.main()
