"""How bots compare, on the same deals with every rotation of the seats."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice

from . import _core
from .bots import Bot, names_of, running, seated
from .game import Game, Options
from .sim import Z, game_seed
from .table import Table

BOUND = math.log(0.95 / 0.05)  # the sequential test errs one time in twenty on either side
LEAST, COINS = 10, 5  # deals for a test, or to tell what was luck
NAME = 30  # characters of a name in a chart


@dataclass(frozen=True)
class ArenaGame:
    """One game of an arena."""

    deal: int
    """From 0; the games of a deal have the same cards, as far as decisions allow."""
    bots: list[str]
    """Who sat where."""
    points: list[int]
    """By seat."""
    winners: list[int]
    """The seats that won."""
    luck: list[float] = field(default_factory=list)
    """With `luck`: what chance gave each seat, as a share of the win (`Table.luck`)."""


@dataclass(frozen=True)
class ArenaResult:
    """Shares of the wins by bot, with 95% intervals over the deals."""

    bots: list[str]
    """The bots in the order of the list; one that is in it twice is one bot."""
    deals: int
    """Complete deals."""
    games: list[ArenaGame]
    """Every game, in order."""
    shares: dict[str, float] = field(default_factory=dict)
    """The share of wins of each bot; seats that win together share the win."""
    intervals: dict[str, tuple[float, float]] = field(default_factory=dict)
    """The 95% intervals of these shares."""
    even: dict[str, float] = field(default_factory=dict)
    """The share that each bot would have if all were equally strong."""
    without_luck: dict[str, tuple[float, tuple[float, float]]] = field(default_factory=dict)
    """With `luck` and ten deals or more: the share of each bot without luck, and its 95% interval. On average the same shares, with less
    scatter."""
    verdict: float | None = None
    """With `sprt`: which of the two shares the test decided for, or None if it is open."""
    times: dict[str, float] = field(default_factory=dict)
    """Milliseconds that each bot thought per decision: time of the processor, or, for an engine, until it answered."""
    title: str = ""
    """The name of the game."""
    players: int = 0
    """Seats of each game."""

    def svg(self, *, language: str = "en") -> str:
        """A chart of wins against thinking time, as `tatami arena --svg` draws it."""
        points = tuple((name[:NAME], self.shares[name], *self.intervals[name], self.even[name], self.times[name]) for name in self.shares)
        return _core.chart(self.title, self.players, self.deals, points, language)

    def _repr_svg_(self) -> str:
        """For notebooks."""
        return self.svg()

    def __str__(self) -> str:
        lines = [f"{self.deals} deals, {len(self.games)} games"]
        for name in self.shares:
            low, high = self.intervals[name]
            lines.append(f"  {name:10} {100 * self.shares[name]:5.1f}%  ({100 * low:.1f} to {100 * high:.1f}), "
                         f"even: {100 * self.even[name]:.1f}%")
        for name, (share, (low, high)) in self.without_luck.items():
            lines.append(f"  {name:10} {100 * share:5.1f}%  ({100 * low:.1f} to {100 * high:.1f}), without luck")
        return "\n".join(lines)


def _squares(values: Sequence[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    return mean, sum((value - mean) ** 2 for value in values)


def _wilson(n: int, mean: float, squares: float) -> tuple[float, float]:
    mean = min(max(mean, 0.0), 1.0)
    coin = mean * (1 - mean)
    scatter = squares / n / coin if coin > 1e-9 else 1.0
    scatter += (1 - scatter) / n
    number = n / scatter
    zz = Z * Z / number
    half = Z * math.sqrt(max(coin, 0) / number + zz / (4 * number))
    return max((mean + zz / 2 - half) / (1 + zz), 0.0), min((mean + zz / 2 + half) / (1 + zz), 1.0)


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Wilson's 95% interval of a mean over deals, whose variance is smaller than that of coin flips."""
    return _wilson(len(values), *_squares(values))


def without_luck(values: Sequence[float], luck: Sequence[float]) -> tuple[float, tuple[float, float]]:
    """The mean over deals without the luck in them, and its interval. As much of the luck is taken away as makes them scatter least."""
    n, (mean, squares), (lucky, scatter) = len(values), _squares(values), _squares(luck)
    if squares > 0 and scatter > 0:
        together = sum((value - mean) * (more - lucky) for value, more in zip(values, luck, strict=True))
        mean -= together / scatter * lucky
        squares = (squares - together**2 / scatter) * (n - 1) / (n - 2)
    return mean, _wilson(n, mean, max(squares, 0.0))


def sequential_test(values: Sequence[float], low: float, high: float) -> float | None:
    """Wald's test of a mean over deals: `low`, `high`, or None while it is open."""
    if len(values) < LEAST:
        return None
    n, (mean, squares), middle = len(values), _squares(values), (low + high) / 2
    ratio = n * (high - low) * (mean - middle) / ((squares + COINS * middle * (1 - middle)) / n)
    return high if ratio >= BOUND else low if ratio <= -BOUND else None


def _against(one: str, other: str, game: ArenaGame) -> float:
    """How one bot did against another in a game: 1 for beating it, half if neither or both won, over all their pairs of seats."""
    pairs = [(a, b) for a, name in enumerate(game.bots) if name == one for b, rival in enumerate(game.bots) if rival == other]
    return sum(0.5 * (1 + (a in game.winners) - (b in game.winners)) for a, b in pairs) / len(pairs)


def arena(game: str | Game, bots: Sequence[Bot], deals: int = 20, *, players: int | None = None, options: Options | None = None,
          box: _core.Box | None = None, seed: int = 0, threads: int = 1, sprt: tuple[float, float] | None = None,
          net: bytes | None = None, luck: int = 0) -> ArenaResult:
    """Lets bots play against each other and says which is stronger, as `tatami arena` does, with the same games for the same seed.

    Every deal is played once for each bot in the list; each time they move on by one seat. A list shorter than the table is repeated.
    With `sprt`, it stops as soon as it is clear which of two shares the first bot has against the second. `net` is the file of a network
    that `reflex` and `master` use instead of the one that is built in. With `luck`, for example 100, so many other outcomes of chance tell how
    lucky everybody was (`Table.luck`), and the result also has the shares without luck.

    >>> result = tatami.arena("tatsu", ["medium", "random"], deals=2, players=4, options={"rounds": 1})
    >>> result.shares["medium"] >= 0
    True
    """
    if deals < 1:
        raise _core.Error("an arena needs at least one deal")
    places = running(bots)
    names = names_of(places)
    first = Table(game, len(places) if players is None else players, options=options, box=box)
    n = first.players
    thought = {name: [0, 0] for name in names}  # decisions and nanoseconds
    if len(places) > n:
        raise _core.Error(f"{len(places)} bots for {n} seats")
    if sprt and len(set(names)) < 2:
        raise _core.Error("the test compares two bots")

    def play(deal: int, rotation: int) -> tuple[ArenaGame, list[tuple[int, int]]]:
        dealt = game_seed(seed, deal)
        at = [(seat + rotation) % len(places) for seat in range(n)]
        table = Table(game, n, options=options, box=box, auto_draw=False)
        table._table.deal_from(dealt)
        times = table._table.play_timed([seated(places[i]) for i in at], _core.mix(dealt, 1 + rotation), net)
        lucky = table.luck(luck, _core.mix(dealt, 2**64 - 1 - rotation)) if luck else []
        return ArenaGame(deal, [names[i] for i in at], table.points, table.winners, lucky), times

    def all_deals() -> Iterator[list[tuple[ArenaGame, list[tuple[int, int]]]]]:
        with ThreadPoolExecutor(threads) as pool:
            todo = iter(range(deals))
            while batch := list(islice(todo, max(1, threads))):  # few at a time, so that a test can stop early
                found = list(pool.map(lambda one: play(*one), [(deal, turn) for deal in batch for turn in range(len(places))]))
                yield from (found[i : i + len(places)] for i in range(0, len(found), len(places)))

    unique = list(dict.fromkeys(names))
    by_bot: dict[str, list[float]] = {name: [] for name in unique}
    lucky: dict[str, list[float]] = {name: [] for name in unique}
    pair: list[float] = []
    games: list[ArenaGame] = []
    verdict = None
    for played in all_deals():
        dealt = [one for one, _ in played]
        games += dealt
        for one, times in played:
            for name, (decisions, nanoseconds) in zip(one.bots, times, strict=True):
                thought[name][0] += decisions
                thought[name][1] += nanoseconds
        for name in unique:
            by_bot[name].append(sum(1 / len(one.winners) for one in dealt for seat in one.winners if one.bots[seat] == name) / len(dealt))
            lucky[name].append(sum(more for one in dealt for bot, more in zip(one.bots, one.luck, strict=False) if bot == name) / len(dealt))
        if sprt:
            pair.append(sum(_against(unique[0], unique[1], one) for one in dealt) / len(dealt))
            verdict = sequential_test(pair, *sprt)
            if verdict is not None:
                break
    n_deals = len(games) // len(places)
    return ArenaResult(
        unique, n_deals, games, {name: sum(values) / n_deals for name, values in by_bot.items()},
        {name: interval(values) for name, values in by_bot.items()}, {name: names.count(name) / len(names) for name in unique},
        {name: without_luck(by_bot[name], lucky[name]) for name in unique if luck and n_deals >= LEAST}, verdict,
        {name: nanoseconds / max(1, decisions) / 1e6 for name, (decisions, nanoseconds) in thought.items()}, first.game.title, n,
    )
