"""Who decides for a seat: a bot of Tatami's by name, a program, or anything that can be called.

>>> import random, tatami
>>> def first(position):
...     return position.legal[0]
>>> table = tatami.Table("dojo", players=3, seed=1)
>>> table.play([first, "easy", lambda position: random.choice(position.legal)])
>>> table.over
True
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from . import _core
from .game import Bytes, Game, game


class Position:
    """A decision to take: what one seat knows, and what it may do. It holds nothing that the seat may not know."""

    def __init__(self, game_id: str, seat: int, seed: int, legal: list[str], view: str, observation: bytes, spellings: bytes,
                 events: list[str]):
        self.game: Game = game(game_id)
        """The game that is played."""
        self.seat = seat
        """The seat that decides."""
        self.seed = seed
        """For the bot's own random numbers; it says nothing about the cards, and is the same for the whole game."""
        self.legal = legal
        """The legal actions as texts, at least one, in the order of the rules."""
        self.events = tuple(events)
        """What happened so far as the seat saw it, in lines of a record."""
        self._view, self._observation, self._spellings = view, observation, spellings

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the seat knows, as plain data."""
        return dict(json.loads(self._view))

    @cached_property
    def observation(self) -> Bytes:
        """The same as bytes: the planes of `game.planes`."""
        return np.frombuffer(self._observation, np.uint8)

    @cached_property
    def _tokens(self) -> np.ndarray[Any, np.dtype[np.uint16]]:
        """The tokens of each legal action, one row each; 65535 where it needs no more."""
        return np.frombuffer(self._spellings, np.uint16).reshape(len(self.legal), self.game.n_steps)

    def _begun(self, tokens: Sequence[int]) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which legal actions begin with these tokens."""
        if len(tokens) > self.game.n_steps:
            raise _core.Error(f"{len(tokens)} tokens, expected {self.game.n_steps} at most")
        found: np.ndarray[Any, np.dtype[np.bool_]] = (self._tokens[:, : len(tokens)] == np.asarray(tokens, np.int64)).all(axis=1)
        if not found.any():
            raise _core.Error("no legal action begins with these tokens")
        return found

    def mask(self, tokens: Sequence[int] = ()) -> Bytes:
        """The tokens that may come next, after those chosen so far, as 0 and 1."""
        if self.action_of(tokens) is not None:
            raise _core.Error("these tokens already spell an action")
        mask = np.zeros(self.game.n_tokens, np.uint8)
        mask[self._tokens[self._begun(tokens), len(tokens)]] = 1
        return mask

    def action_of(self, tokens: Sequence[int]) -> str | None:
        """The legal action that the tokens spell, or None if more are needed."""
        rows = np.flatnonzero(self._begun(tokens))
        whole = len(tokens) == self.game.n_steps or (len(tokens) > 0 and self._tokens[rows[0], len(tokens)] == 0xFFFF)
        return self.legal[rows[0]] if whole else None

    def __repr__(self) -> str:
        return f"<tatami.Position {self.game.id}, seat {self.seat}, {len(self.legal)} legal actions>"


class Engine:
    """A program that plays, in any language: it is told in lines of text what its seat knows (docs/ENGINE.md).

    `command` is run by the shell. `movetime` is how many milliseconds it has for a decision; without one it must answer within a
    minute. Every seat has a process of its own, which plays one game after another until the engine is closed.

    >>> with tatami.Engine("python3 mybot.py") as engine:                       # doctest: +SKIP
    ...     print(tatami.arena("tatsu", [engine, "easy"], players=4))
    """

    def __init__(self, command: str, movetime: int | None = None):
        self.command = command
        """What the shell runs."""
        self._engine = _core.Engine(command, 0 if movetime is None else movetime)

    def close(self) -> None:
        """Ends its processes."""
        self._engine.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"tatami.Engine({self.command!r})"


Bot: TypeAlias = "str | Engine | Callable[[Position], str]"
"""A name from `tatami.bots()`, ``"engine:COMMAND"``, an `Engine`, or a function from a position to one of its legal actions."""


def name_of(bot: Bot) -> str:
    """What a bot is called in results and records."""
    if isinstance(bot, str):
        return bot
    if isinstance(bot, Engine):
        return f"engine:{bot.command}"
    return str(getattr(bot, "__name__", type(bot).__name__))


def names_of(bots: Sequence[Bot]) -> list[str]:
    """The same for several; different bots with the same name are numbered."""
    taken: dict[str, list[Bot]] = {}
    names = []
    for bot in bots:
        known = taken.setdefault(name_of(bot), [])
        at = next((i for i, other in enumerate(known) if other is bot or (isinstance(bot, str) and other == bot)), len(known))
        if at == len(known):
            known.append(bot)
        names.append(name_of(bot) + (f" {at + 1}" if at else ""))
    return names


def running(bots: Sequence[Bot]) -> list[Bot]:
    """The same bots, ready for many games: a command that is named several times is one engine."""
    engines: dict[str, Bot] = {}
    return [engines.setdefault(bot, started(bot)) if isinstance(bot, str) else bot for bot in bots]


def started(bot: Bot) -> Bot:
    """The same bot; if it is a program, it stays running for many games."""
    return Engine(bot.removeprefix("engine:")) if isinstance(bot, str) and bot.startswith("engine:") else bot


def seated(bot: Bot) -> str | _core.Engine | Callable[..., str]:
    """A bot as the extension takes it."""
    bot = started(bot)
    if isinstance(bot, str):
        return bot
    if isinstance(bot, Engine):
        return bot._engine
    if not callable(bot):
        raise TypeError(f"a bot is a name, a tatami.Engine or a function, not {type(bot).__name__}")
    ask = bot
    return lambda *parts: ask(Position(*parts))


def bots() -> dict[str, str]:
    """The bots by name, with a sentence about each."""
    return _core.bots()
