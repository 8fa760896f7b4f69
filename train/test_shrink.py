#!/usr/bin/env python3
"""Tests of shrink.py on the processor, in some seconds: python3 train/test_shrink.py"""

from __future__ import annotations

import pathlib
import unittest
from dataclasses import replace

import torch

import tatami
from games import TASKS
from net import Net, load, n_outputs, read
from selfplay import Tables
from shrink import cut

FILE = pathlib.Path(__file__).resolve().parent.parent / "nets/tatsu-2.net.gz"


class Shrink(unittest.TestCase):
    def setUp(self):
        torch.set_num_threads(1)
        torch.manual_seed(1)
        self.game, self.task = tatami.game("tatsu"), TASKS["tatsu-2"]
        self.large = Net(self.task, n_outputs(self.task, self.game))
        load(self.large, read(FILE, self.game)[0])
        self.seen = self.positions()

    def positions(self) -> torch.Tensor:
        tables, seen = Tables(self.task, 2, 40, "cpu", 3), []
        for _ in range(40):
            seen.append(tables.observations.clone())
            tables.step(tables.decide(self.large, 0.2)[0])
        return torch.cat(seen)

    def cut(self, **changes) -> Net:
        small = Net(replace(self.task, entries=[], **changes), n_outputs(self.task, self.game))
        cut(self.large, small, self.seen)
        return small

    def off(self, small: Net) -> float:
        """The mean square of what the smaller one judges otherwise."""
        with torch.no_grad():
            return float(((small(self.seen) - self.large(self.seen)) ** 2).mean())

    def test_nothing_changes_where_nothing_is_cut(self):
        self.assertLess(self.off(self.cut()), 1e-10)

    def test_inputs_in_another_order_mean_the_same(self):
        self.assertLess(self.off(self.cut(see=tuple(reversed(self.task.see)))), 1e-10)

    def test_the_fewer_units_the_more_is_lost(self):
        losses = [self.off(self.cut(hidden=hidden)) for hidden in ((512, 336), (500, 320), (400, 240), (200, 100))]
        self.assertEqual(losses, sorted(losses))
        with torch.no_grad():
            nothing = float((self.large(self.seen) ** 2).mean())
        self.assertLess(losses[1], nothing / 20)

    def test_what_is_always_the_same_need_not_be_seen(self):
        name = "cards lying face down"
        plane = next(plane for plane in self.game.planes if plane.name == name)
        self.seen[:, plane.start:plane.start + plane.count] = (torch.arange(plane.count) % 3 == 0).to(torch.uint8)
        self.assertLess(self.off(self.cut(see=tuple(what for what in self.task.see if what != name))), 1e-9)


if __name__ == "__main__":
    unittest.main()
