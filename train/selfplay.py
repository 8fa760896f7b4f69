"""Tables that a network plays against itself, and what it learns from them.

Everything stays on the device: with tatami.gpu.Vector on the card, with tatami.Vector in memory. The tables run on without a break; a
batch is `steps` tokens on every table. What a seat could expect when it chose is estimated backwards from what happened: at the end
of a game by the result, before that by a mixture of what its next choice turned out to be worth and what the network thought of
that choice (TD(lambda); with lambda 1 the result alone: Deep Monte-Carlo). A seat's last choice in a batch only serves as the
judgement of those before it. Choices with one option are not learned.

A network judges the tokens that may come next, or (a task with `tries`) the positions that actions lead to: then what it
learns is the position that its seat really saw after its action.
"""

from __future__ import annotations

import importlib
import pathlib
import sys

import numpy as np
import torch

import tatami
from games import Task


ROWS = 1 << 17
"""Positions that are judged at once: expanded to inputs they take some kilobytes each."""


def _tensor(array) -> torch.Tensor:
    if array.dtype == np.uint32:
        array = array.view(np.int32)
    return torch.from_numpy(array) if isinstance(array, np.ndarray) else torch.from_dlpack(array)


def _processor():
    """The kernels of a card, built for the processor with the program's tests; BUILD names the build folder."""
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python/tests"))
    return importlib.import_module("processor").Processor()


class Tables:
    """`n` tables of one task with one number of players."""

    def __init__(self, task: Task, players: int, n: int, device: str, seed: int, threads: int = 2):
        self.task, self.players, self.n, self.device = task, players, n, device
        if device == "cpu" and not task.tries:
            self.vector = tatami.Vector(task.game, players, n, options=task.options, seed=seed, threads=threads)
        else:
            gpu = importlib.import_module("tatami.gpu")
            self.vector = gpu.Vector(task.game, players=players, n=n, options=task.options, seed=seed, check=False,
                                     card=_processor() if device == "cpu" else None)
        self.drawn = seed
        side = torch.tensor(task.sides.get(players, range(players)), device=device)
        self.same_side = side[:, None] == side[None]
        self.n_sides = int(side.max()) + 1
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
        """Plays tokens, or whole actions if the task judges positions."""
        tokens = tokens.to(torch.int32)
        tokens = tokens.numpy() if self.device == "cpu" else tokens
        if self.task.tries:
            self.vector.act(self._actions(tokens))
        else:
            self.vector.step(tokens)

    def _actions(self, actions):
        """Torch cannot hand over numbers without a sign; the bits are the same."""
        if isinstance(actions, np.ndarray):
            return actions.view(np.uint32)
        return importlib.import_module("cupy").from_dlpack(actions.contiguous()).view(np.uint32)

    def tries(self, net) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """What the network thinks of actions: [tables, tries] values (the mean over the worlds that an action was tried in), whole actions,
        and which of them count. Without a network the values are random."""
        k, device = self.task.tries, self.device
        self.drawn += 1
        seen, actions, n_actions = (_tensor(a) for a in self.vector.tries(k, self.drawn))
        n_actions = n_actions.long()
        row = torch.arange(k, device=device)
        count = n_actions.clamp(max=k)
        counts = row[None] < (k // count * count)[:, None]
        if net is None:
            return torch.rand((self.n, k), device=device), actions, row[None] < count[:, None]
        judged = torch.cat([net(part)[:, 0] for part in seen.view(self.n * k, -1).split(ROWS)]).view(self.n, k)
        sums = torch.zeros((self.n, k), device=device, dtype=judged.dtype)
        sums.scatter_add_(1, row[None] % count[:, None], torch.where(counts, judged, torch.zeros_like(judged)))
        return sums / (k // count)[:, None], actions, row[None] < count[:, None]

    def after(self, actions: torch.Tensor) -> torch.Tensor:
        actions = actions.to(torch.int32)
        return _tensor(self.vector.after(self._actions(actions.numpy() if self.device == "cpu" else actions)))

    def decide(self, net, explore: float) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """What `step` is to play, what the network expects of it, its number among the outputs, and whether there was no choice.
        Without a network the choice is random."""
        if self.task.tries:
            values, actions, allowed = self.tries(net)
            best = choose(values, allowed, explore)[:, None]
            forced = allowed.sum(1) == 1
            return actions.gather(1, best)[:, 0], values.gather(1, best)[:, 0], torch.zeros_like(best[:, 0]), forced
        mask, back = self.ask()
        values = net(self.observations) if net else torch.rand(mask.shape, device=mask.device)
        token = choose(values, mask, explore)[:, None]
        forced = mask.sum(1, dtype=torch.int32) == 1
        return back.gather(1, token)[:, 0], values.gather(1, token)[:, 0], token[:, 0], forced

    def won(self) -> torch.Tensor:
        """Of each seat where a game has ended: the share of the win that its side got."""
        return self.rewards.float() @ self.same_side.float()

    def success(self) -> torch.Tensor:
        """Of each seat where a game has ended: from -1 to 1."""
        points = self.points.float()
        others = torch.where(self.same_side, float("-inf"), points[:, None]).amax(2)
        margin = ((points - others) / self.task.margin).clamp(-1, 1)
        won = (self.won() * self.n_sides - 1) / (self.n_sides - 1)
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
    def play(self, tables: Tables, net, explore: float, result=Tables.success) -> None:
        """Plays on all tables. The results of ended games are kept per step."""
        self.results = []
        for t in range(self.steps):
            played, self.values[t], self.tokens[t], self.forced[t] = tables.decide(net, explore)
            self.observations[t] = tables.after(played) if tables.task.tries else tables.observations
            self.seats[t] = tables.seats
            tables.step(played)
            self.dones[t] = tables.dones != 0
            self.results.append(result(tables))

    @torch.no_grad()
    def targets(self, players: int, trace: float, judged: bool = True) -> torch.Tensor:
        """What each choice was worth; nan where that is not known yet. `judged`: of games that go on, the network's judgement counts."""
        device = self.values.device
        expected = torch.full((self.n, players), float("nan"), device=device)
        out = torch.empty(self.steps, self.n, device=device)
        for t in reversed(range(self.steps)):
            expected = torch.where(self.dones[t][:, None], self.results[t], expected)
            seat = self.seats[t][:, None]
            found = expected.gather(1, seat)[:, 0]
            forced = self.forced[t]
            out[t] = torch.where(forced, float("nan"), found)
            mixed = torch.where(found.isnan(), self.values[t], trace * found + (1 - trace) * self.values[t]) if judged else found
            expected.scatter_(1, seat, torch.where(forced, found, mixed)[:, None])
        return out
