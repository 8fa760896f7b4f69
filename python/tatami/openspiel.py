"""OpenSpiel: the games as Python games over the same rules, `pyspiel.load_game("tatami_tatsu(players=4,rounds=1)")` after importing
this module.

Decisions taken at the same time are asked in seat order. An action is one token. Chance is sampled inside the state
(`SAMPLED_STOCHASTIC`), because a deal has far too many outcomes to list; a state and its clones draw from the same stream. Utilities
are shares of the win, less an even share: they add up to 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from .game import Game, games
from .table import Table

_MAX_LENGTH = 1_000_000  # moves of one game, a bound only


def _defaults(facts: Game) -> dict[str, int | str]:
    """The options of the game, which are parameters too: `tatami_tatsu(players=2,rounds=1)`."""
    return {option.name: option.words[option.default - option.min] if option.words else option.default for option in facts.options}


def _game_type(facts: Game) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=f"tatami_{facts.id}",
        long_name=f"Tatami: {facts.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=facts.max_players,
        min_num_players=facts.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": facts.usual_players, "seed": 0, **_defaults(facts)},
    )


class State(pyspiel.State):
    """A running game."""

    def __init__(self, owner: pyspiel.Game, facts: Game, table: Table):
        super().__init__(owner)
        self._facts = facts
        self._table = table
        self._tokens: list[int] = []

    def current_player(self) -> int:
        if self._table.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self._table.chance_due else self._table.seats[0]

    def _legal_actions(self, player: int) -> list[int]:
        if player not in self._table.seats[:1]:
            return []
        return [int(token) for token in np.flatnonzero(self._table.mask(player, self._tokens))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 1.0)]

    def _apply_action(self, action: int) -> None:
        if self._table.chance_due:
            self._table.draw()
            return
        seat = self._table.seats[0]
        self._tokens.append(action)
        found = self._table.action_of(seat, self._tokens)
        if found is not None:
            self._tokens = []
            self._table.act(seat, found)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "draw"
        found = self._table.action_of(player, [*self._tokens, action]) if player in self._table.seats else None
        return found or f"token {action}"

    def is_terminal(self) -> bool:
        return self._table.over

    def returns(self) -> list[float]:
        n = self._table.players
        if not self._table.over:
            return [0.0] * n
        winners = self._table.winners
        return [(1 / len(winners) if seat in winners else 0.0) - 1 / n for seat in range(n)]

    def information_state_string(self, player: int | None = None) -> str:
        player = self.current_player() if player is None else player
        return "\n".join([*self._table.log(player), *map(str, self._tokens if player in self._table.seats[:1] else [])])

    def observation_string(self, player: int | None = None) -> str:
        return self._table.show(self.current_player() if player is None else player)

    def __str__(self) -> str:
        return "\n".join([*self._table.log(), *map(str, self._tokens)])

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        game = self.get_game()
        copy = State(game, self._facts, self._table.copy())
        copy._tokens = self._tokens[:]
        return copy


class Observer:
    """What OpenSpiel's algorithms read: the observation of `tatami.Table`, as floats, with the tokens chosen so far."""

    def __init__(self, facts: Game):
        size = facts.observation_size + facts.n_steps - 1
        self.tensor = np.zeros(size, np.float32)
        self.dict = {plane.name: self.tensor[plane.start : plane.start + plane.count] for plane in facts.planes}
        self.dict["tokens"] = self.tensor[facts.observation_size :]
        self._size = facts.observation_size

    def set_from(self, state: State, player: int) -> None:
        """Fills `tensor`, and so `dict`, with what the player knows."""
        self.tensor[:] = 0
        self.tensor[: self._size] = state._table.observe(player)
        if player in state._table.seats[:1]:
            self.tensor[self._size : self._size + len(state._tokens)] = np.array(state._tokens, np.float32) + 1

    def string_from(self, state: State, player: int) -> str:
        """The same in words."""
        return state.observation_string(player)


def _make(facts: Game) -> None:
    game_type = _game_type(facts)

    class TatamiGame(pyspiel.Game):
        __doc__ = f"{facts.title} for OpenSpiel."

        def __init__(self, params: dict[str, Any] | None = None):
            params = params or {}
            self._players = int(params.get("players", facts.usual_players))
            self._seed = int(params.get("seed", 0))
            self._options = {option.name: params[option.name] for option in facts.options if option.name in params}
            self._n_games = 0
            info = pyspiel.GameInfo(
                num_distinct_actions=facts.n_tokens,
                max_chance_outcomes=1,
                num_players=self._players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=_MAX_LENGTH,
            )
            super().__init__(game_type, info, params)

        def new_initial_state(self) -> State:
            self._n_games += 1
            seed = self._seed * 1_000_003 + self._n_games
            return State(self, facts, Table(facts, self._players, options=self._options, seed=seed, auto_draw=False))

        def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> Observer:
            return Observer(facts)

    pyspiel.register_game(game_type, TatamiGame)


for _facts in games():
    _make(_facts)
