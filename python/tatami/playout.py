"""Whole games played at once, for statistics."""

from __future__ import annotations

from dataclasses import dataclass

from . import _core
from .game import Options, option_texts


@dataclass(frozen=True)
class Playouts:
    """The sums of many games."""

    games: int
    decisions: int
    shared: int
    """Games with several winners."""
    digest: int
    """Of every game's result: equal runs have equal digests, on a processor and on a graphics card."""
    points: tuple[int, ...]
    """By seat."""
    wins: tuple[int, ...]
    """By seat; a shared win counts for each winner."""


def is_thumb(policy: str) -> bool:
    """Whether the policy is the rules of thumb."""
    if policy not in ("random", "thumb"):
        raise _core.Error(f'there is no policy "{policy}", only random and thumb')
    return policy == "thumb"


def playouts(name: str, players: int | None = None, games: int = 1000, *, policy: str = "random", options: Options | None = None,
             box: _core.Box | None = None, seed: int = 0, threads: int = 1) -> Playouts:
    """Plays games with random actions, or by the rules of thumb (``policy="thumb"``), and adds up their results.

    >>> import tatami
    >>> tatami.playouts("tatsu", players=4, games=10, seed=1).games
    10
    """
    if games < 0:
        raise _core.Error(f"{games} games, expected 0 or more")
    return Playouts(**_core.playouts(name, players or 0, option_texts(options), box, is_thumb(policy), games, threads,
                                     seed & (2**64 - 1)))
