"""Tables that a network plays against itself, and what it learns from them.

Everything stays on the device: with tatami.gpu.Vector on the card, with tatami.Vector in memory. The tables run on without a break; a
batch is `steps` tokens on every table. What a seat could expect when it chose is estimated backwards from what happened: at the end
of a game by the result, before that by a mixture of what its next choice turned out to be worth and what the network thought of
that choice (TD(lambda); with lambda 1 the result alone: Deep Monte-Carlo). A seat's last choice in a batch only serves as the
judgement of those before it. Choices with one option are not learned.
"""

from __future__ import annotations

import importlib

import numpy as np
import torch

import tatami
from games import Task


def _tensor(array) -> torch.Tensor:
    return torch.from_numpy(array) if isinstance(array, np.ndarray) else torch.from_dlpack(array)


class Tables:
    """`n` tables of one task with one number of players."""

    def __init__(self, task: Task, players: int, n: int, device: str, seed: int, threads: int = 2):
        self.task, self.players, self.n, self.device = task, players, n, device
        if device == "cpu":
            self.vector = tatami.Vector(task.game, players, n, options=task.options, seed=seed, threads=threads)
        else:
            gpu = importlib.import_module("tatami.gpu")
            self.vector = gpu.Vector(task.game, players=players, n=n, options=task.options, seed=seed, check=False)
        self.partners = players in task.partners
        self.sides = 2 if self.partners else players
        v = self.vector
        self.observations, self.masks, self.seats = _tensor(v.observations), _tensor(v.masks), _tensor(v.seats)
        self.dones, self.rewards, self.points = _tensor(v.dones), _tensor(v.rewards), _tensor(v.points)
        with tatami.Vector(task.game, players, 1, options=task.options) as small:
            turns = small.turns.astype(np.int64)
        if not len(turns):
            turns = np.arange(v.n_tokens)[None]
        self.framed = len(turns) > 1
        back = np.argsort(turns, axis=1)  # the token that reads like this
        self.back = torch.from_numpy(back).to(device)

    def ask(self) -> tuple[torch.Tensor, torch.Tensor]:
        """The mask in the frame of each seat that is due, and the frames' tables."""
        frame = self.observations[:, 0].long() if self.framed else torch.zeros(self.n, dtype=torch.long, device=self.device)
        back = self.back[frame]
        return self.masks.gather(1, back), back

    def step(self, tokens: torch.Tensor) -> None:
        tokens = tokens.to(torch.int32)
        self.vector.step(tokens.numpy() if self.device == "cpu" else tokens)

    def success(self) -> torch.Tensor:
        """Of each seat where a game has ended: from -1 to 1."""
        points = self.points.float()
        if self.partners:
            others = points.roll(1, dims=1)
        else:
            best = points.topk(2, dim=1)
            others = best.values[:, :1].expand_as(points).clone()
            others.scatter_(1, best.indices[:, :1], best.values[:, 1:])
        margin = ((points - others) / self.task.margin).clamp(-1, 1)
        won = (self.rewards * self.players - 1) / (self.sides - 1)
        return self.task.win * won.clamp(-1, 1) + (1 - self.task.win) * margin


def choose(values: torch.Tensor, mask: torch.Tensor, explore: float) -> torch.Tensor:
    """The best token, or now and then any that may be chosen."""
    allowed = mask != 0
    best = torch.where(allowed, values, -1e9).argmax(1)
    if explore <= 0:
        return best
    any_of = torch.where(allowed, torch.rand(mask.shape, device=mask.device), -1.0).argmax(1)
    return torch.where(torch.rand(len(best), device=mask.device) < explore, any_of, best)


class Batch:
    """What happened in `steps` tokens on every table."""

    def __init__(self, steps: int, n: int, size: int, device: str):
        make = lambda *shape, **how: torch.zeros(shape, device=device, **how)
        self.steps, self.n = steps, n
        self.observations = make(steps, n, size, dtype=torch.uint8)
        self.tokens = make(steps, n, dtype=torch.int64)
        self.seats = make(steps, n, dtype=torch.int64)
        self.values = make(steps, n)
        self.forced = make(steps, n, dtype=torch.bool)
        self.dones = make(steps, n, dtype=torch.bool)
        self.games = 0

    @torch.no_grad()
    def play(self, tables: Tables, net, explore: float) -> None:
        """Plays on all tables. The results of ended games are kept per step."""
        self.success = []
        for t in range(self.steps):
            mask, back = tables.ask()
            values = net(tables.observations)
            token = choose(values, mask, explore)
            self.observations[t] = tables.observations
            self.seats[t] = tables.seats
            self.tokens[t] = token
            self.values[t] = values.gather(1, token[:, None])[:, 0]
            self.forced[t] = mask.sum(1, dtype=torch.int32) == 1
            tables.step(back.gather(1, token[:, None])[:, 0])
            self.dones[t] = tables.dones != 0
            self.success.append(tables.success())

    @torch.no_grad()
    def targets(self, players: int, trace: float) -> torch.Tensor:
        """What each choice was worth; nan where that is not known yet."""
        device = self.values.device
        expected = torch.full((self.n, players), float("nan"), device=device)
        out = torch.empty(self.steps, self.n, device=device)
        for t in reversed(range(self.steps)):
            expected = torch.where(self.dones[t][:, None], self.success[t], expected)
            seat = self.seats[t][:, None]
            found = expected.gather(1, seat)[:, 0]
            forced = self.forced[t]
            out[t] = torch.where(forced, float("nan"), found)
            mixed = torch.where(found.isnan(), self.values[t], trace * found + (1 - trace) * self.values[t])
            expected.scatter_(1, seat, torch.where(forced, found, mixed)[:, None])
        return out
