"""What games and bots there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _core

Bytes: TypeAlias = npt.NDArray[np.uint8]
Options: TypeAlias = Mapping[str, int | bool | str]
"""Options of a game: ``{"rounds": 1, "facedown": "each"}``."""


@dataclass(frozen=True)
class Option:
    """A rule that players may choose before a game."""

    name: str
    help: str
    min: int
    max: int
    default: int
    words: tuple[str, ...] | None
    """The values in words, or None for a number from `min` to `max`."""


@dataclass(frozen=True)
class Plane:
    """A named part of an observation: `count` bytes from 0 to `max`, at `start`."""

    name: str
    start: int
    count: int
    max: int


@dataclass(frozen=True)
class Game:
    """The facts of a game."""

    id: str
    title: str
    about: str
    min_players: int
    max_players: int
    usual_players: int
    options: tuple[Option, ...]
    planes: tuple[Plane, ...]
    observation_size: int
    """Bytes of an observation of one seat."""
    n_tokens: int
    """How many different tokens actions are spelled with."""
    n_steps: int
    """The most tokens that one action takes."""


def _planes(facts: dict[str, Any]) -> tuple[Plane, ...]:
    planes, start = [], 0
    for name, count, highest in facts["planes"]:
        planes.append(Plane(name, start, count, highest))
        start += count
    return tuple(planes)


def _options(facts: dict[str, Any]) -> tuple[Option, ...]:
    return tuple(
        Option(o["name"], o["help"], o["min"], o["max"], o["default"], tuple(o["words"]) if o["words"] else None)
        for o in facts["options"]
    )


@cache
def games() -> tuple[Game, ...]:
    """All games."""
    return tuple(Game(**{**facts, "options": _options(facts), "planes": _planes(facts)}) for facts in _core.games())


def game(name: str) -> Game:
    """The game with this id."""
    for one in games():
        if one.id == name:
            return one
    raise _core.Error(f'there is no game called "{name}", only {", ".join(one.id for one in games())}')


def option_texts(options: Options | None) -> list[str]:
    """`{"rounds": 1, "facedown": "each"}` as the notation has it."""
    if options is None:
        return []
    if not isinstance(options, Mapping):
        raise TypeError("options must be a dict, such as {'rounds': 1}")
    return [f"{name}={'yes' if value is True else 'no' if value is False else value}" for name, value in options.items()]
