"""One running game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _core
from .bots import Bot, running, seated
from .drawing import as_svg
from .fair import Fair
from .game import Bytes, Game, Options, option_texts
from .game import game as find_game

TAG = re.compile(r"[A-Za-z0-9_]{1,64}")


class Choice(NamedTuple):
    """What a search or a bot thinks of one legal action."""

    action: str
    visits: int
    chance: float
    """Of winning, for the seat that decides."""


def best_first(found: list[tuple[str, int, float]]) -> list[Choice]:
    """As a bot chooses: by visits, then by chance."""
    return sorted((Choice(*one) for one in found), key=lambda one: (-one.visits, -one.chance))


class Step(NamedTuple):
    """One event of a game, and what could be done before it."""

    seats: list[int]
    """The seats that decided then; none if it was chance's turn."""
    legal: dict[int, list[str]]
    """The legal actions of those seats whose choices the viewer may know."""
    line: str
    """The event as the viewer saw it, as a line of a record."""
    words: str
    """The same in words."""


class Table:
    """A running game: who decides now, what they may do, what each seat knows, and the log.

    Actions are texts in the notation of records, such as ``"play r5"``. Chance is drawn by itself from `seed`, or from `fair`, unless
    ``auto_draw=False``.
    """

    def __init__(self, game: str | Game, players: int | None = None, *, options: Options | None = None, box: _core.Box | None = None,
                 seed: int = 0, fair: Fair | None = None, auto_draw: bool = True, _core_table: _core.Table | None = None):
        name = game.id if isinstance(game, Game) else game
        self._auto = auto_draw
        self._table = _core_table or _core.Table(name, 0 if players is None else players, option_texts(options), box, seed & (2**64 - 1))
        if fair is not None:
            self._table.fair(fair.secret, fair.mix(self.players))
        self._settle()

    def _settle(self) -> None:
        while self._auto and self._table.due()[1]:
            self._table.draw()

    # What is known to everybody.

    @property
    def game(self) -> Game:
        """The facts of the game that is played."""
        return find_game(self._table.facts()[0])

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self._table.facts()[1]

    @property
    def options(self) -> dict[str, str]:
        """The options of this game, with those left at their defaults."""
        return dict(text.split("=", 1) for text in self._table.facts()[2])

    @property
    def tags(self) -> dict[str, str]:
        """The tags of the record that the table was read from, beyond those that every record has."""
        return {name: re.sub(r"\\(.)", r"\1", value) for name, value in self._table.facts()[4]}

    @property
    def seats(self) -> list[int]:
        """The seats that decide now; several where decisions are taken at the same time."""
        return self._table.due()[0]

    @property
    def chance_due(self) -> bool:
        """Whether a card is to be drawn or dealt before anybody can decide; only with ``auto_draw=False``."""
        return self._table.due()[1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        seats, chance = self._table.due()
        return not seats and not chance

    @property
    def points(self) -> list[int]:
        """The points so far, by seat."""
        return self._table.score()[0]

    @property
    def winners(self) -> list[int]:
        """Empty until the game is over."""
        return self._table.score()[1]

    # Playing.

    def legal(self, seat: int) -> list[str]:
        """The legal actions of a seat, sorted; empty if it does not decide now."""
        return self._table.legal(seat)

    def act(self, seat: int, action: str) -> None:
        """Takes a decision. Raises tatami.Error, and changes nothing, if it is not legal."""
        if not isinstance(action, str):
            raise TypeError(f"an action is a text such as {self.legal(seat)[:1]}, not {type(action).__name__}")
        if not isinstance(seat, int) or isinstance(seat, bool):
            raise TypeError("a seat is a number")
        self._table.add(f"{seat} {action}")
        self._settle()

    def draw(self) -> None:
        """Draws what chance has to decide now."""
        self._table.draw()

    def play_line(self, line: str) -> None:
        """Plays a line of a record: a decision such as ``"0 play r5"``, or an outcome such as ``"* deal …"``."""
        self._table.add(line)
        self._settle()

    def undo(self, seat: int) -> None:
        """Takes back the last decision of a seat and what followed, unless something hidden was seen since."""
        self._table.undo(seat)

    def choose(self, seat: int, bot: Bot = "medium", seed: int = 0) -> str:
        """What a bot would do here. It sees what the seat sees."""
        return self._table.choose(seat, seated(bot), seed & (2**64 - 1))

    def weigh(self, seat: int, iterations: int = 2000, seed: int = 0) -> list[Choice]:
        """What a search thinks of every legal action, the most visited first."""
        return best_first(self._table.weigh(seat, iterations, seed & (2**64 - 1)))

    def think(self, seat: int, bot: str = "expert", seed: int = 0, *, net: bytes | None = None) -> list[Choice]:
        """What a bot thinks of every legal action, the one that it would play first. Actions that it did not look at have no visits; where there is
        only one action, and with bots that rate none, that is all of them.

        `net` is the file of a network that `reflex` and `master` use instead of the one that is built in."""
        return best_first(self._table.think(seat, bot, seed & (2**64 - 1), net))

    def play(self, bots: Bot | Sequence[Bot], seed: int = 0, *, net: bytes | None = None) -> None:
        """Lets bots play to the end: one for all seats, or one per seat. If a bot fails, the game stays where it was then.

        `net` is the file of a network that `reflex` and `master` use instead of the one that is built in."""
        seats: list[Bot] = [bots] * self.players if isinstance(bots, str) or not isinstance(bots, Sequence) else list(bots)
        self._table.play([seated(bot) for bot in running(seats)], seed & (2**64 - 1), net)

    def luck(self, n: int = 100, seed: int = 0) -> list[float]:
        """What chance gave each seat in a game that is over, as a share of the win: 0.2 means that its luck was worth a fifth of a win.

        With every outcome of chance `n` others are drawn, from each the game is played on a little by rules of thumb, and compared. On average
        nobody is lucky, so luck may be taken away from results, which then scatter less."""
        return self._table.luck(n, seed & (2**64 - 1))

    # What a seat, or tatami.SPECTATOR, may know.

    def view(self, viewer: int = _core.SPECTATOR) -> dict[str, Any]:
        """What a viewer may know, as plain data."""
        return dict(json.loads(self._table.view(viewer)))

    def show(self, viewer: int = _core.SPECTATOR, *, language: str = "en") -> str:
        """The table as lines of text, in English or, with language="fr", in French."""
        return self._table.show(viewer, language)

    def svg(self, viewer: int = _core.SPECTATOR, width: int = 76, height: int = 40, *, language: str = "en") -> str:
        """The table as a picture (SVG), drawn on so many characters. A notebook shows it for a spectator."""
        players = "joueurs" if language == "fr" else "players"
        return as_svg(self._table.paint(viewer, width, height, language), f"{self.game.title}, {self.players} {players}")

    def observe(self, viewer: int) -> Bytes:
        """What a viewer may know, as bytes: the planes of `game.planes`."""
        return np.frombuffer(self._table.observe(viewer), np.uint8)

    def mask(self, seat: int, tokens: Sequence[int] = ()) -> Bytes:
        """The tokens that may come next, after those chosen so far, as 0 and 1."""
        found = self._table.next(seat, list(tokens))
        if isinstance(found, str):
            raise _core.Error(f"these tokens already spell {found}")
        return np.frombuffer(found, np.uint8)

    def action_of(self, seat: int, tokens: Sequence[int]) -> str | None:
        """The legal action that the tokens spell, or None if more are needed."""
        found = self._table.next(seat, list(tokens))
        return found if isinstance(found, str) else None

    def spell(self, action: str) -> list[int]:
        """The tokens of an action."""
        return self._table.spell(action)

    # The log.

    def log(self, viewer: int = _core.EVERYTHING) -> list[str]:
        """The events so far as lines of a record, as the viewer saw them."""
        return [line for line, _ in self._table.log(viewer)]

    def told(self, viewer: int = _core.SPECTATOR, *, language: str = "en") -> list[str]:
        """The events so far in words, in English or, with language="fr", in French."""
        return [words.rstrip("\n") for _, words in self._table.log(viewer, language)]

    def steps(self, viewer: int = _core.EVERYTHING, *, language: str = "en") -> Iterator[Step]:
        """The game from its beginning, event by event, with what was legal before each (`tatami replay --legal`)."""
        name, players, options, box, _ = self._table.facts()
        replay = _core.Table(name, players, options, box, 0)
        seen = self._table.log(viewer, language)
        for (line, _words), (shown, words) in zip(self._table.log(_core.EVERYTHING), seen, strict=True):
            seats = replay.due()[0]
            legal = {seat: replay.legal(seat) for seat in seats if viewer in (_core.EVERYTHING, seat)}
            yield Step(seats, legal, shown, words.rstrip("\n"))
            replay.add(line)

    def record(self, viewer: int = _core.EVERYTHING, tags: dict[str, str] | None = None) -> str:
        """The whole game as text. With a seat as viewer, only what that seat may know."""
        pairs = []
        for name, value in (self.tags if tags is None else tags).items():
            if not TAG.fullmatch(name):
                raise _core.Error(f"{name!r} cannot be the name of a tag")
            clean = "".join(c for c in str(value) if c.isprintable())
            pairs.append((name, re.sub(r'(["\\])', r"\\\1", clean)))
        return self._table.record(viewer, pairs)

    def __hash__(self) -> int:
        return self._table.hash()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.record() == other.record()

    def copy(self) -> Table:
        """A table with the same log, whose chance will go the same way."""
        return Table("", auto_draw=self._auto, _core_table=self._table.copy())

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self.copy()

    def __iter__(self) -> Iterator[str]:
        return iter(self.log())

    def __repr__(self) -> str:
        now = "over" if self.over else "chance is due" if self.chance_due else f"seat {self.seats[0]} to decide"
        return f"<tatami.Table {self.game.id}, {self.players} players, {len(self.log())} events, {now}>"

    def _repr_svg_(self) -> str:
        """In a notebook: the picture for a spectator, who sees nothing hidden."""
        return self.svg()
