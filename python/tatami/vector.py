"""Thousands of tables stepped in one call."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from . import _core
from .game import Options, game, option_texts


class Vector:
    """`n` tables of one game, stepped together.

    Each table waits for one seat to choose one token. `step` takes one token per table and fills the arrays below, which stay the
    same objects for the life of the vector:

    - ``observations`` (n, size): what the seat that is due sees, bytes
    - ``masks`` (n, n_tokens): 1 for each token that it may choose
    - ``seats`` (n,): which seat is due
    - ``dones`` (n,): 1 if a game ended in this step; the row then shows the first decision of the next game
    - ``rewards`` (n, players): 0, and at the end of a game each seat's share of the win
    - ``points`` (n, players): 0, and at the end of a game the points

    Where an action takes several tokens, the last bytes of an observation are the tokens chosen so far, plus 1.

    Observations show the game in the frame of the seat that is due: seats are counted from it, and so on. If ``turns`` (frames,
    n_tokens) has rows, the first byte of an observation is the number of its frame, and the row of that number says how each token
    reads there. A learner that thinks in turned tokens needs to learn only once what is the same for every seat.

    >>> import numpy as np, tatami
    >>> vector = tatami.Vector("tatsu", n=64, seed=1)
    >>> for _ in range(100):
    ...     vector.step(vector.masks.argmax(axis=1))
    """

    def __init__(self, name: str, players: int | None = None, n: int = 1024, *, options: Options | None = None,
                 box: _core.Box | None = None, seed: int = 0, threads: int = 1):
        self.game = game(name)
        """The facts of the game."""
        self._vector = _core.Vector(name, players or 0, option_texts(options), box, n, threads, seed & (2**64 - 1))
        self.n = n
        """How many tables."""
        self.players = self._vector.players
        """Seats of each table."""
        self.n_tokens = self.game.n_tokens
        self.observation_size = self._vector.observation_size
        self.observations = np.zeros((n, self.observation_size), np.uint8)
        self.masks = np.zeros((n, self.n_tokens), np.uint8)
        self.seats = np.zeros(n, np.int32)
        self.dones = np.zeros(n, np.uint8)
        self.rewards = np.zeros((n, self.players), np.float32)
        self.points = np.zeros((n, self.players), np.int32)
        self.turns = np.frombuffer(self._vector.turns, np.uint16).reshape(-1, self.n_tokens)
        self._arrays = (self.observations, self.masks, self.seats, self.dones, self.rewards, self.points)
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Begins all games anew."""
        self._vector.reset(seed & (2**64 - 1), *self._arrays)

    def step(self, tokens: npt.ArrayLike) -> None:
        """One token per table. Raises tatami.Error, and changes nothing, if one of them may not be chosen."""
        chosen = np.asarray(tokens)
        if chosen.dtype != np.int32 or not chosen.flags.c_contiguous:
            if not np.issubdtype(chosen.dtype, np.integer):
                raise TypeError(f"tokens are whole numbers, not {chosen.dtype}")
            if chosen.size and (chosen.min() < 0 or chosen.max() >= self.n_tokens):
                raise _core.Error(f"tokens go from 0 to {self.n_tokens - 1}")
            chosen = np.ascontiguousarray(chosen, np.int32)
        self._vector.step(chosen, *self._arrays)

    def random_tokens(self, rng: np.random.Generator) -> npt.NDArray[np.int32]:
        """A token at random for each table, all allowed ones equally likely."""
        found: npt.NDArray[np.int32] = np.argmax(self.masks * rng.random(self.masks.shape, np.float32), axis=1).astype(np.int32)
        return found

    def close(self) -> None:
        """Frees the tables. The arrays stay."""
        self._vector.close()

    def __enter__(self) -> Vector:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<tatami.Vector {self.game.id}, {self.players} players, {self.n} tables>"
