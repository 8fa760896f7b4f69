#!/usr/bin/env python3
"""Tests of lessons.py on the processor, in some seconds; BUILD names a build folder with tests: BUILD=build python3 train/test_lessons.py"""

from __future__ import annotations

import pathlib
import unittest

import torch

import tatami
from games import task_for
from lessons import ARMS, Lesson, Lessons, centred
from net import Frozen, Net, fitted, n_outputs, read
from selfplay import Tables

NETS = pathlib.Path(__file__).resolve().parent.parent / "nets"


class LessonsTest(unittest.TestCase):
    def setUp(self):
        torch.set_num_threads(1)
        torch.manual_seed(1)

    def tables(self, name: str, players: int):
        task = task_for(name, players)
        integers = read(NETS / f"{task.name}.net.gz", tatami.game(name))[0]
        task, net = fitted(task, integers), Frozen(integers)
        tables = Tables(task, players, 24, "cpu", 3, copies=True)
        for _ in range(5):
            tables.step(tables.decide(net, 0.2)[0])
        return task, net, tables

    def test_the_same_action_comes_out_the_same(self):
        for name, players in (("tatsu", 4), ("takamatsu", 3), ("tatata", 2), ("dojo", 5)):
            task, net, tables = self.tables(name, players)
            lessons = Lessons(task, players, 6, "cpu", 0.03)
            lessons._copy(tables, torch.arange(6) * 3)
            values, actions, allowed = tables.options(net)
            best = torch.where(allowed, values.float(), torch.tensor(float("-inf"))).argmax(1)[::3][:6]
            played = actions[::3][:6].gather(1, best[:, None]).expand(-1, ARMS).reshape(-1)
            worth = lessons._play_on(net, played).view(6, ARMS)
            self.assertTrue(torch.equal(worth.nan_to_num(9), worth[:, :1].expand(-1, ARMS).nan_to_num(9)), name)
            self.assertGreater(int((~worth.isnan()).sum()), 0)

    def test_a_lesson_compares_different_actions_and_leaves_the_tables_alone(self):
        for name, players in (("tatsu", 2), ("dojo", 3)):
            task, net, tables = self.tables(name, players)
            before = tables.observations.clone()
            lessons = Lessons(task, players, 8, "cpu", 0.03)
            for _ in range(3):
                lessons.give(tables, net)
            self.assertTrue(torch.equal(tables.observations, before))
            lesson = lessons.take()
            self.assertEqual(lessons.given, [])
            self.assertGreater(len(lesson), 8)
            self.assertTrue(bool((lesson.valid.sum(1) > 1).all()))
            self.assertGreater(lesson.spread(), 0)
            if not task.tries:
                for arms, valid in zip(lesson.chosen, lesson.valid):
                    self.assertEqual(len(set(arms[valid].tolist())), int(valid.sum()))

    def test_the_best_is_among_the_arms_and_forbidden_ones_never(self):
        task, _, _ = self.tables("tatsu", 2)
        lessons = Lessons(task, 2, 4, "cpu", 0.5)
        values, allowed = torch.rand(50, 20), torch.rand(50, 20) < 0.3
        allowed[:, 0] = True
        arms, known = lessons._arms(values, allowed)
        best = torch.where(allowed, values, torch.tensor(-1.0)).argmax(1)
        self.assertTrue(torch.equal(arms[:, 0], best))
        self.assertTrue(bool(allowed.gather(1, arms).all()))
        self.assertTrue(torch.equal(known.sum(1), allowed.sum(1).clamp(max=ARMS)))
        few, known = lessons._arms(values[:, :3], allowed[:, :3])
        self.assertEqual(few.shape, (50, ARMS))
        self.assertTrue(torch.equal(known.sum(1), allowed[:, :3].sum(1)))

    def test_against_a_rival_only_own_choices_are_learned_and_the_rival_plays_on(self):
        for name, players in (("tatsu", 2), ("tatsu", 4), ("dojo", 3)):
            task, net, tables = self.tables(name, players)
            lessons = Lessons(task, players, 8, "cpu", 0.03)
            for rival in (None, net):
                tables.sit(rival)
                for _ in range(6):
                    lessons.give(tables, net)
                    own = lessons.tables.own.view(8, ARMS)
                    self.assertTrue(torch.equal(own, own[:, :1].expand(-1, ARMS)) and set(own.unique().tolist()) <= set(tables.own.tolist()))
                    self.assertIs(lessons.tables.rival, rival)
                    tables.step(tables.decide(net, 0.2)[0])
                lesson = lessons.take()
                self.assertGreater(len(lesson), 4)
                self.assertLessEqual(len(lesson), 6 * 8)
            tables.sit(net, 0)  # the network has one side, and nothing is learned where the other is to choose
            lessons.give(tables, net)
            due = (tables.options(net)[2].sum(1) > 1) & (tables.side[tables.seats.long()] == 0)
            self.assertLessEqual(len(lessons.take()), int(due.sum()))
            tables.rise()
            lessons.give(tables, net)
            self.assertIsNone(lessons.tables.own, "without a rival the network plays on for everybody")

    def test_nothing_is_learned_where_nothing_is_known(self):
        task, net, _ = self.tables("tatsu", 2)
        size = tatami.game("tatsu").observation_size + 1
        for n in (0, 3):
            lesson = Lesson(torch.zeros((n, size), dtype=torch.uint8), torch.zeros((n, ARMS), dtype=torch.long), torch.rand(n, ARMS), torch.zeros(n, ARMS, dtype=torch.bool))
            self.assertEqual((float(lesson.loss(net)), lesson.spread()), (0, 0))

    def test_only_differences_count(self):
        worth, valid = torch.rand(9, ARMS), torch.rand(9, ARMS) < 0.7
        valid[:, :2] = True
        moved = torch.where(valid, worth + torch.rand(9, 1), torch.rand(9, ARMS))
        self.assertTrue(torch.allclose(centred(worth, valid), centred(moved, valid), atol=1e-6))
        self.assertTrue(torch.allclose(centred(worth, valid).sum(1), torch.zeros(9), atol=1e-6))

    def test_a_network_learns_the_differences(self):
        task, teacher, tables = self.tables("tatsu", 2)
        lessons = Lessons(task, 2, 8, "cpu", 0.03)
        for _ in range(8):
            lessons.give(tables, teacher)
            tables.step(tables.decide(teacher, 0.1)[0])
        lesson: Lesson = lessons.take()
        net = Net(task, n_outputs(task, tatami.game("tatsu")))
        optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
        for _ in range(60):
            optimiser.zero_grad()
            loss = lesson.loss(net)
            loss.backward()
            optimiser.step()
        self.assertLess(float(loss.detach()), lesson.spread() / 2)


if __name__ == "__main__":
    unittest.main()
