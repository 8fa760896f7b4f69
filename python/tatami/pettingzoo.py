"""PettingZoo environments: `tatami.pettingzoo.env("tatsu", players=4)`.

Agents take turns (AEC). The observation is a dict with "observation" and "action_mask", as PettingZoo's card games have it; an action
is one token (see `tatami.Table.mask`). At the end every agent's reward is its share of the win, less an even share, so that rewards
add up to 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._core import Box
from .game import Options, game
from .table import Table


def env(name: str, players: int | None = None, *, options: Options | None = None, box: Box | None = None, render_mode: str | None = None) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: illegal actions end the game, misuse is an error."""
    made = raw_env(name, players, options=options, box=box, render_mode=render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv, EzPickle):
    """The environment itself."""

    def __init__(self, name: str, players: int | None = None, *, options: Options | None = None, box: Box | None = None,
                 render_mode: str | None = None):
        EzPickle.__init__(self, name, players, options=options, box=box, render_mode=render_mode)
        super().__init__()
        self.game = game(name)
        self._how: dict[str, Any] = {"players": players, "options": options, "box": box}
        seats = Table(name, **self._how).players
        self.metadata = {"render_modes": ["ansi", "human"], "name": f"tatami_{name}_v0", "is_parallelizable": False, "render_fps": 1}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        size = self.game.observation_size + (self.game.n_steps - 1)
        self.observation_spaces = {
            agent: spaces.Dict({
                "observation": spaces.Box(0, 255, (size,), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.game.n_tokens,), np.int8),
            })
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.game.n_tokens) for agent in self.possible_agents}
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.table = Table(self.game, seed=int(self._rng.integers(2**63)), **self._how)
        self._tokens: list[int] = []
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.seats[0]]

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        seat = self.possible_agents.index(agent)
        due = not self.table.over and agent == self.agent_selection
        spelled = [token + 1 for token in self._tokens] if due else []
        pending = np.zeros(self.game.n_steps - 1, np.uint8)
        pending[: len(spelled)] = spelled
        mask = self.table.mask(seat, self._tokens) if due else np.zeros(self.game.n_tokens, np.uint8)
        return {"observation": np.concatenate([self.table.observe(seat), pending]), "action_mask": mask.astype(np.int8)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if action is None:
            raise TypeError("an action is the number of a token")
        tokens = [*self._tokens, int(action)]
        found = self.table.action_of(seat, tokens)
        if found is None:
            self._tokens = tokens
        else:
            self._tokens = []
            self.table.act(seat, found)
            if self.table.over:
                self._end()
            else:
                self.agent_selection = self.possible_agents[self.table.seats[0]]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        winners, n = self.table.winners, len(self.possible_agents)
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = (1 / len(winners) if seat in winners else 0.0) - 1 / n
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        text = self.table.show()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        pass
