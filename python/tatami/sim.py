"""Many games between bots, and what came out."""

from __future__ import annotations

import math
import os
import pathlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from . import _core
from .bots import Bot, names_of, running
from .fair import fair_of_seed
from .game import Game, Options
from .table import Table

Z = 1.959964  # 95% of a normal distribution is within this many standard deviations


def game_seed(seed: int, number: int) -> int:
    """The seed of one of many games, as in the program."""
    return _core.mix(_core.mix(_core.MIX_START, seed & (2**64 - 1)), number)


def wilson(won: float, n: int) -> tuple[float, float]:
    """The 95% interval of a share."""
    p, zz = won / n, Z * Z / n
    half = Z * math.sqrt(p * (1 - p) / n + zz / (4 * n))
    return (max(0.0, (p + zz / 2 - half) / (1 + zz)) if won else 0.0, min(1.0, (p + zz / 2 + half) / (1 + zz)))


@dataclass(frozen=True)
class Played:
    """One game that was played to its end."""

    number: int
    """From 1."""
    points: list[int]
    """By seat."""
    winners: list[int]
    """The seats that won."""
    events: int
    """Decisions and outcomes of chance."""
    decisions: int
    """Decisions alone."""


@dataclass(frozen=True)
class SimResult:
    """What `tatami.sim` found."""

    game: str
    """The id of the game."""
    bots: list[str]
    """Who played, by seat."""
    seed: int
    """The seed of all games together."""
    games: list[Played]
    """Every game, in order."""

    @property
    def wins(self) -> list[float]:
        """The share of games that each seat won; a shared win counts for each winner."""
        return [sum(seat in one.winners for one in self.games) / len(self.games) for seat in range(len(self.bots))]

    @property
    def intervals(self) -> list[tuple[float, float]]:
        """The 95% intervals of these shares."""
        return [wilson(sum(seat in one.winners for one in self.games), len(self.games)) for seat in range(len(self.bots))]

    @property
    def points(self) -> list[float]:
        """The mean points of each seat."""
        return [sum(one.points[seat] for one in self.games) / len(self.games) for seat in range(len(self.bots))]

    def __str__(self) -> str:
        lines = [f"{self.game}, {len(self.bots)} players, {len(self.games)} games, seed {self.seed}"]
        for seat, bot in enumerate(self.bots):
            low, high = self.intervals[seat]
            lines.append(f"seat {seat}  {bot:10} wins {100 * self.wins[seat]:5.1f}% (95%: {100 * low:.1f} to {100 * high:.1f})  "
                         f"points {self.points[seat]:.1f}")
        return "\n".join(lines)


def _seats(bots: Bot | Sequence[Bot], players: int) -> list[Bot]:
    """Seat by seat; the last bot takes all remaining seats."""
    given: list[Bot] = [bots] if isinstance(bots, str) or not isinstance(bots, Sequence) else list(bots)
    if not 1 <= len(given) <= players:
        raise _core.Error(f"{len(given)} bots for {players} seats")
    given += [given[-1]] * (players - len(given))
    return running(given)


def sim(game: str | Game, bots: Bot | Sequence[Bot] = "random", games: int = 100, *, players: int | None = None,
        options: Options | None = None, box: _core.Box | None = None, seed: int = 0, threads: int = 1, fair: bool = False,
        records: str | os.PathLike[str] | None = None) -> SimResult:
    """Lets bots play many games. The same seed gives the same games as `tatami sim --seed`.

    `bots` go seat by seat; the last one takes all remaining seats. With `records`, every game is saved in that folder; with `fair`,
    drawn from a secret that the record names, so that `tatami.verify` can check it.

    >>> result = tatami.sim("dojo", ["easy", "random"], games=10, players=3, seed=1)
    >>> len(result.games)
    10
    """
    if games < 1:
        raise _core.Error("a simulation needs at least one game")
    first = Table(game, players, options=options, box=box)
    seats = _seats(bots, first.players)
    names = names_of(seats)
    folder = None if records is None else pathlib.Path(records)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)

    def play(number: int) -> Played:
        own = game_seed(seed, number)
        drawn = fair_of_seed(own, first.players) if fair else None
        table = Table(game, first.players, options=options, box=box, seed=own, fair=drawn)
        table.play(seats, own)
        if folder:
            tags = {f"Seat{seat}": f"bot:{name}" for seat, name in enumerate(names)}
            path = folder / f"{first.game.id}-{first.players}-{number + 1:06}.record"
            path.write_text(table.record(tags=tags), encoding="utf-8")
        log = table.log()
        return Played(number + 1, table.points, table.winners, len(log), sum(not line.startswith("*") for line in log))

    with ThreadPoolExecutor(threads) as pool:
        return SimResult(first.game.id, names, seed, list(pool.map(play, range(games))))
