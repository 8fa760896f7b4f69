"""Lessons: a position is played on after several of its actions, in the same world and with the same luck.

What a position is worth depends mostly on the cards; what one action is worth more than another is small beside it. Self-play alone learns both from
one result at a time, so the cards' luck hides the difference, and most of the network goes into judging cards. A lesson shows the difference alone: copies
of a table differ only in the action that was chosen there, and only the differences between their results are learned.

A copy is played on by the network in every seat until the seat has had a few choices more; what the network expects there is the result, or
what the game brought if it ended before. The world is the true one of the table: the seat does not know it, but the network never sees more than the seat's
observation, and over many tables it learns the mean over all worlds that fit it.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch

from games import Task
from selfplay import Tables

ARMS = 8          # actions per position
HORIZON = 3       # choices of the seat, unless told otherwise
WEIGHT = 6.0      # of a lesson's loss, as against that of self-play


@dataclass
class Lesson:
    """Positions of one lesson, a row each."""

    seen: torch.Tensor      # observations [positions, size], or [positions, arms, size] if positions after actions are judged
    chosen: torch.Tensor    # numbers among the network's outputs [positions, arms]
    worth: torch.Tensor     # what came of them, 0 where that is not known
    valid: torch.Tensor     # whether it is known

    def __len__(self) -> int:
        return len(self.seen)

    def of(self, rows: torch.Tensor) -> Lesson:
        return Lesson(self.seen[rows], self.chosen[rows], self.worth[rows], self.valid[rows])

    def loss(self, net) -> torch.Tensor:
        """How far the network's differences are from those that came, squared."""
        values = net(self.seen.flatten(0, -2))
        values = values[:, 0].view(self.chosen.shape) if self.seen.dim() == 3 else values.gather(1, self.chosen)
        return ((centred(values, self.valid) - centred(self.worth, self.valid)) ** 2).sum() / self.valid.sum().clamp(min=1)

    def spread(self) -> float:
        """The loss of a network that sees no difference."""
        return float((centred(self.worth, self.valid) ** 2).sum() / self.valid.sum().clamp(min=1))


def centred(values: torch.Tensor, valid: torch.Tensor) -> torch.Tensor:
    """Each row less its mean, of what is valid; 0 elsewhere."""
    mean = (values * valid).sum(1, keepdim=True) / valid.sum(1, keepdim=True).clamp(min=1)
    return torch.where(valid, values - mean, torch.zeros_like(values))


class Lessons:
    """`n` positions at a time, of tables with one number of players and one set of options. Those tables must be made with `copies`, too."""

    def __init__(self, task: Task, players: int, n: int, device: str, spread: float, options: dict | None = None,
                 horizon: int = HORIZON):
        self.tables = Tables(task, players, n * ARMS, device, 0, options=options, copies=True)
        self.n, self.spread, self.horizon = n, spread, horizon
        self.given: list[Lesson] = []

    @torch.no_grad()
    def give(self, tables: Tables, net) -> None:
        """A lesson on some of these tables, which stay as they are."""
        values, actions, allowed = tables.options(net)
        learns = (allowed.sum(1) > 1) & tables.ours()
        rows = (torch.rand(tables.n, device=tables.device) + learns).topk(self.n).indices
        arms, known = self._arms(values[rows].float(), allowed[rows])
        self._copy(tables, rows)
        played = actions[rows].gather(1, arms).view(-1)
        if tables.task.tries:
            seen, arms = self.tables.after(played).view(self.n, ARMS, -1), torch.zeros_like(arms)
        else:
            seen = tables.observations[rows]
        worth = self._play_on(net, played).view(self.n, ARMS)
        known &= ~worth.isnan() & learns[rows][:, None]
        fine = (known.sum(1) > 1).nonzero()[:, 0]
        self.given.append(Lesson(seen, arms, torch.where(known, worth, torch.zeros_like(worth)), known).of(fine))

    def _arms(self, values: torch.Tensor, allowed: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The best action of each position and others that are about as good, by number; the best once more, and not to be learned, where there are too few."""
        never = torch.full_like(values, float("-inf"))
        best = torch.where(allowed, values, never).argmax(1, keepdim=True)
        luck = -torch.log(-torch.log(torch.rand_like(values).clamp(1e-9, 1 - 1e-7)))
        order = torch.where(allowed, values + self.spread * luck, never).scatter(1, best, float("inf"))
        arms = order.topk(min(ARMS, order.shape[1])).indices
        arms = torch.cat([arms, best.expand(-1, ARMS - arms.shape[1])], 1)
        known = allowed.gather(1, arms)
        known[:, order.shape[1]:] = False
        return torch.where(known, arms, best), known

    def _copy(self, tables: Tables, rows: torch.Tensor) -> None:
        source = rows.repeat_interleave(ARMS)
        self.tables.vector.copy(tables.vector, source.numpy() if tables.device == "cpu" else source)
        if tables.own is None:
            self.tables.rise()
        else:
            self.tables.sit(tables.rival, tables.own[source])

    def _play_on(self, net, played: torch.Tensor) -> torch.Tensor:
        """What came of these actions for their seats; nan where no choice and no end came in time."""
        tables = self.tables
        seat = tables.seats.long().clone()
        worth = torch.full((tables.n,), float("nan"), device=tables.device)
        over = torch.zeros(tables.n, dtype=torch.bool, device=tables.device)
        n_choices = torch.zeros(tables.n, dtype=torch.long, device=tables.device)
        for step in range(self.horizon * tables.players + 4):
            if step:
                played, value, _, forced = tables.decide(net, 0)
                own = (tables.seats == seat) & ~forced & ~over
                worth = torch.where(own, value.float(), worth)
                n_choices += own
                over |= n_choices == self.horizon
            tables.step(played)
            ended = (tables.dones != 0) & ~over
            worth = torch.where(ended, tables.success().gather(1, seat[:, None])[:, 0], worth)
            over |= ended
        return worth

    def take(self) -> Lesson:
        """Everything that was given since the last time, in random order."""
        given, self.given = self.given, []
        whole = Lesson(*(torch.cat([getattr(lesson, name) for lesson in given]) for name in ("seen", "chosen", "worth", "valid")))
        return whole.of(torch.randperm(len(whole), device=whole.seen.device))


def homework(net, lesson: Lesson, n: int):
    """The lesson in `n` parts, as `fit` takes it, and the list of losses that this will fill."""
    parts, gaps = [lesson.of(rows) for rows in torch.arange(len(lesson), device=lesson.seen.device).chunk(n)], []

    def also(step: int) -> torch.Tensor:
        gap = parts[step % len(parts)].loss(net)
        gaps.append(gap.detach())
        return WEIGHT * gap
    return also, gaps
