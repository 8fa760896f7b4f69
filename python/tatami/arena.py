"""How two or more bots compare, on the same deals with every rotation of the seats."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from . import _core
from .table import Table


@dataclass
class ArenaResult:
    """Shares of the wins by bot, with 95% intervals over the deals."""

    bots: list[str]
    deals: int
    games: int
    shares: dict[str, float] = field(default_factory=dict)
    intervals: dict[str, tuple[float, float]] = field(default_factory=dict)

    def __str__(self) -> str:
        lines = [f"{self.deals} deals, {self.games} games"]
        for name in self.shares:
            low, high = self.intervals[name]
            lines.append(f"  {name:10} {100 * self.shares[name]:5.1f}%  ({100 * low:.1f} to {100 * high:.1f})")
        return "\n".join(lines)


def _deal(game: str, bots: list[str], options: dict | None, box: _core.Box | None, seed: int, deal: int) -> dict[str, float]:
    """One deal with every rotation of the bots: each bot's mean share of a win."""
    share = dict.fromkeys(bots, 0.0)
    for turn in range(len(bots)):
        seated = bots[turn:] + bots[:turn]
        table = Table(game, len(bots), options=options, box=box, seed=seed * 1_000_003 + deal)
        table.play(seated, seed=(seed * 1_000_003 + deal) * 31 + turn)
        for seat in table.winners:
            share[seated[seat]] += 1 / len(table.winners) / len(bots)
    return share


def arena(game: str, bots: list[str], deals: int = 20, *, options: dict | None = None, box: _core.Box | None = None, seed: int = 0,
          threads: int = 1) -> ArenaResult:
    """Lets bots, one per seat, play `deals` deals, each with every rotation of the seats.

    >>> result = tatami.arena("tatsu", ["medium", "random", "random", "random"], deals=2, options={"rounds": 1})
    >>> result.shares["medium"] >= 0
    True
    """
    if deals < 1:
        raise ValueError("an arena needs at least one deal")
    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(lambda deal: _deal(game, list(bots), options, box, seed, deal), range(deals)))
    result = ArenaResult(list(bots), deals, deals * len(bots))
    for name in dict.fromkeys(bots):
        values = [one[name] for one in found]
        mean = sum(values) / deals
        spread = math.sqrt(sum((v - mean) ** 2 for v in values) / max(1, deals - 1) / deals) if deals > 1 else 0.5
        result.shares[name] = mean
        result.intervals[name] = (max(0.0, mean - 1.96 * spread), min(1.0, mean + 1.96 * spread))
    return result
