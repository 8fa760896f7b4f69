"""Gymnasium environments: one seat against bots (`TatamiEnv`), and many tables at once (`TatamiVectorEnv`).

The observation is a dict with "observation" and "action_mask"; an action is one token. `info["action_mask"]` repeats the mask, as
some libraries expect it there. A token that the mask does not allow ends the episode with reward -1.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._core import Box, Error
from .bots import Bot
from .game import Options, game
from .table import Table
from .vector import Vector


Seen: TypeAlias = dict[str, npt.NDArray[Any]]


def _space(name: str) -> spaces.Dict:
    facts = game(name)
    return spaces.Dict({
        "observation": spaces.Box(0, 255, (facts.observation_size + facts.n_steps - 1,), np.uint8),
        "action_mask": spaces.Box(0, 1, (facts.n_tokens,), np.int8),
    })


class TatamiEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """One seat of a game; the others are bots. The reward at the end is the seat's share of the win, less an even share."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, name: str, players: int | None = None, *, seat: int | None = 0, bot: Bot = "easy", options: Options | None = None,
                 box: Box | None = None, render_mode: str | None = None):
        """With `seat=None` the seat is drawn anew for every game."""
        self.game = game(name)
        self._how: dict[str, Any] = {"players": players, "options": options, "box": box}
        self.players = Table(name, **self._how).players
        if seat is not None and not 0 <= seat < self.players:
            raise Error(f"there is no seat {seat}, expected 0 to {self.players - 1}")
        self._seat, self._bot = seat, bot
        self.render_mode = render_mode
        self.observation_space = _space(name)
        self.action_space = spaces.Discrete(self.game.n_tokens)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        self.seat = int(self.np_random.integers(self.players)) if self._seat is None else self._seat
        self._tokens: list[int] = []
        while True:
            self.table = Table(self.game, seed=int(self.np_random.integers(2**63)), **self._how)
            self._wait()
            if not self.table.over:  # a game may end before this seat decides anything
                return self._seen(), self._info()

    def _wait(self) -> None:
        """Lets the bots play until this seat decides."""
        while self.table.seats and self.seat not in self.table.seats:
            other = self.table.seats[0]
            self.table.act(other, self.table.choose(other, self._bot, int(self.np_random.integers(2**63))))

    def _mask(self) -> npt.NDArray[np.int8]:
        if self.table.over:
            return np.zeros(self.game.n_tokens, np.int8)
        return self.table.mask(self.seat, self._tokens).astype(np.int8)

    def _seen(self) -> Seen:
        pending = np.zeros(self.game.n_steps - 1, np.uint8)
        pending[: len(self._tokens)] = [token + 1 for token in self._tokens]
        return {"observation": np.concatenate([self.table.observe(self.seat), pending]), "action_mask": self._mask()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "points": self.table.points}

    def step(self, action: int | np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        if not self._mask()[int(action)]:
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        tokens = [*self._tokens, int(action)]
        found = self.table.action_of(self.seat, tokens)
        self._tokens = tokens if found is None else []
        reward = 0.0
        if found is not None:
            self.table.act(self.seat, found)
            self._wait()
            if self.table.over:
                winners = self.table.winners
                reward = (1 / len(winners) if self.seat in winners else 0.0) - 1 / self.players
        return self._seen(), reward, self.table.over, False, self._info()

    def render(self) -> str | None:
        return self.table.show(self.seat) if self.render_mode == "ansi" else None


class TatamiVectorEnv(VectorEnv[Seen, npt.ArrayLike, npt.NDArray[Any]]):
    """Many tables for self-play: the seat that is due decides, whichever it is (`info["seat"]`).

    A game that ends is followed by the next one in the same step (`AutoresetMode.SAME_STEP`). `info["rewards"]` has the reward of
    every seat, and the reward of the step is that of the seat that has just decided."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, name: str, players: int | None = None, num_envs: int = 64, *, options: Options | None = None, box: Box | None = None,
                 threads: int = 1):
        self.vector = Vector(name, players, num_envs, options=options, box=box, threads=threads)
        self.num_envs = num_envs
        self.single_observation_space = _space(name)
        self.single_action_space = spaces.Discrete(self.vector.n_tokens)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        self.vector.reset(int(self.np_random.integers(2**63)))
        return self._seen(), self._info()

    def _seen(self) -> Seen:
        return {"observation": self.vector.observations.copy(), "action_mask": self.vector.masks.astype(np.int8)}

    def _info(self) -> dict[str, Any]:
        return {"seat": self.vector.seats.copy(), "rewards": self.vector.rewards.copy(), "points": self.vector.points.copy()}

    def step(self, actions: npt.ArrayLike) -> tuple[Seen, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        before = self.vector.seats.copy()
        self.vector.step(actions)
        ended = self.vector.dones.astype(bool)
        even = np.where(ended, 1 / self.vector.players, 0.0)
        rewards = self.vector.rewards[np.arange(self.num_envs), before] - even
        return self._seen(), rewards, ended, np.zeros(self.num_envs, bool), self._info()

    def close_extras(self, **_: Any) -> None:
        self.vector.close()
