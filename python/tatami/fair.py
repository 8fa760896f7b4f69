"""Shuffles that anyone can check afterwards (docs/FAIRNESS.md)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from . import _core


@dataclass(frozen=True)
class Fair:
    """Where the outcomes of a game come from: a secret, to which one commits before the game, and one word per seat.

    >>> table = tatami.Table("dojo", players=3, fair=tatami.Fair(words=["ume", "take", "matsu"]))
    >>> table.play("easy")
    >>> tatami.verify(table.record())["over"]
    True
    """

    secret: str = field(default_factory=lambda: secrets.token_hex(32), repr=False)
    """64 hexadecimal digits; new and random by default. Whoever knows it knows what will be drawn."""
    words: Sequence[str] = ()
    """One per seat, from the players, given after they saw the commitment; missing ones are empty."""

    @property
    def commitment(self) -> str:
        """What is published before the game: it fixes the secret without revealing it."""
        return _core.commitment(self.secret)

    def mix(self, players: int) -> str:
        """The words of all seats, as records have them."""
        if len(self.words) > players:
            raise _core.Error(f"{len(self.words)} words for {players} seats")
        return "/".join([*self.words, *[""] * (players - len(self.words))])


def fair_of_seed(seed: int, players: int) -> Fair:
    """The secret and the words that `tatami sim --fair` would have; for tests and demonstrations, since a seed can be guessed."""
    numbers = _core.numbers(seed, 1 + _core.MAX_SEATS, 32 + players)
    return Fair(bytes(number >> 56 for number in numbers[:32]).hex(), [f"{number >> 32:08x}" for number in numbers[32:]])
