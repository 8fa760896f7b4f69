"""Tables that a network plays against itself, and what it learns from them.

Everything stays on the device: with tatami.gpu.Vector on the card, with tatami.Vector in memory. The tables run on without a break; a
batch is `steps` tokens on every table. What a seat could expect when it chose is estimated backwards from what happened: at the end
of a game by the result, before that by a mixture of what its next choice turned out to be worth and what the network thought of
that choice (TD(lambda); with lambda 1 the result alone: Deep Monte-Carlo). A seat's last choice in a batch only serves as the
judgement of those before it. Choices with one option are not learned. Where a rival sits at the tables (`Tables.sit`), only the network's
own choices are.

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


def unturned(task: Task, players: int) -> np.ndarray:
    """By frame and token as it reads there: the token."""
    with tatami.Vector(task.game, players, 1, options=task.options[0]) as small:
        turns = small.turns.astype(np.int64)
        return np.argsort(turns, axis=1) if len(turns) else np.arange(small.n_tokens)[None]


def sides_of(task: Task, players: int) -> tuple[int, ...]:
    """The side that each seat plays for."""
    return task.sides.get(players) or tuple(range(players))


def n_sides(task: Task, players: int) -> int:
    return 1 + max(sides_of(task, players))


def same_side(task: Task, players: int, device) -> torch.Tensor:
    """By seat and seat."""
    side = torch.tensor(sides_of(task, players), device=device)
    return side[:, None] == side[None]


def success(task: Task, points: torch.Tensor, shares: torch.Tensor) -> torch.Tensor:
    """Of each seat in ended games, from -1 to 1. One row per game: points, and shares of the win."""
    players, points = points.shape[1], points.float()
    sides, same = n_sides(task, players), same_side(task, players, points.device)
    others = torch.where(same, float("-inf"), points[:, None]).amax(2)
    margin = ((points - others) / task.margin).clamp(-1, 1)
    won = (shares.float() @ same.float() * sides - 1) / (sides - 1)
    return task.win * won.clamp(-1, 1) + (1 - task.win) * margin


class Tables:
    """`n` tables of one task with one number of players and one set of options, the usual ones if none is given. `copies`: they can be copied."""

    def __init__(self, task: Task, players: int, n: int, device: str, seed: int, threads: int = 2, options: dict | None = None, copies: bool = False):
        options = task.options[0] if options is None else options
        self.task, self.players, self.n, self.device = task, players, n, device
        if device == "cpu" and not task.tries and not copies:
            self.vector = tatami.Vector(task.game, players, n, options=options, seed=seed, threads=threads)
        else:
            gpu = importlib.import_module("tatami.gpu")
            self.vector = gpu.Vector(task.game, players=players, n=n, options=options, seed=seed, check=False,
                                     card=_processor() if device == "cpu" else None)
        self.drawn = seed
        self.sides = n_sides(task, players)
        self.side = torch.tensor(sides_of(task, players), device=device)
        self.same_side = same_side(task, players, device)
        self.own = self.rival = None
        v = self.vector
        self.observations, self.masks, self.seats = _tensor(v.observations), _tensor(v.masks), _tensor(v.seats)
        self.dones, self.rewards, self.points = _tensor(v.dones), _tensor(v.rewards), _tensor(v.points)
        self.back = torch.from_numpy(unturned(task, players)).to(device)
        self.framed = len(self.back) > 1

    def sit(self, rival, own: torch.Tensor | int | None = None) -> None:
        """From now on the network plays for one side of each table only: `own`, or every side at as many tables. The others follow
        `rival`: a network, or None for random play."""
        every = torch.arange(self.n, device=self.device) % self.sides
        self.rival, self.own = rival, every if own is None else torch.zeros_like(every) + own

    def rise(self) -> None:
        """The network plays for all sides again."""
        self.rival = self.own = None

    def ours(self) -> torch.Tensor:
        """Where the network is to choose, not a rival."""
        return torch.ones_like(self.seats, dtype=torch.bool) if self.own is None else self.side[self.seats.long()] == self.own

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

    def options(self, net) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """What may be chosen, in the order of the outputs or of the tries: what the network thinks of it, what `step` is to play, and whether it counts."""
        if self.task.tries:
            return self.tries(net)
        mask, back = self.ask()
        return net(self.observations) if net else torch.rand(mask.shape, device=mask.device), back, mask != 0

    def decide(self, net, explore: float) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """What `step` is to play, what the network expects of it, its number among the outputs, and whether there was no choice for it: none
        at all, or the rival's."""
        mine = self._decide(net, explore)
        if self.own is None:
            return mine
        ours = self.ours()
        played, value, number, forced = (torch.where(ours, a, b) for a, b in zip(mine, self._decide(self.rival, 0)))
        return played, value, number, forced | ~ours

    def _decide(self, net, explore: float) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Without a network the choice is random."""
        values, actions, allowed = self.options(net)
        best = choose(values, allowed, explore)[:, None]
        number = torch.zeros_like(best) if self.task.tries else best
        return actions.gather(1, best)[:, 0], values.gather(1, best)[:, 0], number[:, 0], allowed.sum(1) == 1

    def success(self) -> torch.Tensor:
        """Of each seat where a game has ended: from -1 to 1."""
        return success(self.task, self.points, self.rewards)

    def won(self) -> torch.Tensor:
        """Of each seat where a game has ended: the share of the win that its side got."""
        return self.rewards.float() @ self.same_side.float()

    def own_share(self) -> torch.Tensor:
        """The share of the win that the network's side got, where a game has ended and a rival sits."""
        return (self.rewards * (self.side[None] == self.own[:, None])).sum(1)


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
    def play(self, tables: Tables, net, explore: float, result=Tables.success, before=None) -> None:
        """Plays on all tables. The results of ended games are kept per step. `before` is called with the number of each step."""
        self.results = []
        for t in range(self.steps):
            if before:
                before(t)
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


def fit(net, optimiser, observations: torch.Tensor, tokens: torch.Tensor, target: torch.Tensor, rows: torch.Tensor, size: int,
        also=None) -> torch.Tensor:
    """Learns these rows once, in random order, `size` at a time; returns the mean loss. `also`: gives for the number of a step a loss to add to it."""
    total, n_steps = torch.zeros((), device=target.device), 0
    order = rows[torch.randperm(len(rows), device=rows.device)]
    for some in order.split(size):
        if len(some) < size // 2 and len(order) >= size:
            break
        value = net(observations[some]).gather(1, tokens[some][:, None])[:, 0]
        loss = torch.nn.functional.mse_loss(value, target[some])
        optimiser.zero_grad(set_to_none=True)
        (loss + also(n_steps) if also else loss).backward()
        optimiser.step()
        total += loss.detach()
        n_steps += 1
    net.keep_small()
    return total / max(n_steps, 1)


def pace(optimiser, rate: float, part: float) -> tuple[float, float]:
    """Sets the rate of learning when this part of the time is over; returns it, and how often something else is tried."""
    now = rate * 0.01 ** max(0.0, (part - 0.3) / 0.7)
    for group in optimiser.param_groups:
        group["lr"] = now
    return now, 0.1 * 0.1 ** min(1.0, part / 0.8)


@torch.no_grad()
def shares(net, tables: Tables, games: int, most: int = 1500) -> torch.Tensor:
    """The shares of the win that the network gets against the rival that sits at the tables (`Tables.sit`), in the first game of each. Ends when so many
    are over: with fewer than there are tables, short games count too much."""
    found = torch.full((tables.n,), float("nan"), device=tables.device)
    for _ in range(most):
        tables.step(tables.decide(net, 0)[0])
        found = torch.where((tables.dones != 0) & found.isnan(), tables.own_share(), found)
        if int((~found.isnan()).sum()) >= min(games, tables.n):
            break
    return found[~found.isnan()]
