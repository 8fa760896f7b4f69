"""Games at the program's own tables: a network on one side, a bot of the program in all other seats.

The bots think in C and without Python's lock, so a thread per core plays that many games at once. The network decides in Python, from what
its seat knows and nothing else (tatami.Position); it takes a fraction of a millisecond. What both chose is kept as an episode.
"""

from __future__ import annotations

import itertools
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
import torch

import tatami
from games import Task
from selfplay import Batch, choose, n_sides, sides_of, success, unturned


class Stop(Exception):
    """Nobody has time to finish this game."""


@dataclass
class Episode:
    """What the network chose in one game, and how the game ended."""

    number: int
    observations: list[np.ndarray] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    """As they read in the frame of the seat."""
    seats: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    forced: list[bool] = field(default_factory=list)
    others: list[tuple[np.ndarray, np.ndarray, int]] = field(default_factory=list)
    """What the bot saw, might choose and chose, in the frame of its seat, wherever it had a choice."""
    points: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)

    def won(self, seats: tuple[int, ...]) -> float:
        """The share of the win that these seats got."""
        return sum(seat in seats for seat in self.winners) / len(self.winners)


class Hall:
    """Plays game after game, numbered: the deal, the side that the network plays for and the bot's random numbers follow from the number."""

    def __init__(self, task: Task, players: int, against: str, file: bytes | None, threads: int, by: float):
        self.task, self.players, self.against, self.file, self.by = task, players, against, file, by
        self.sides, self.threads = n_sides(task, players), threads
        self.side_of = sides_of(task, players)
        self.back = torch.from_numpy(unturned(task, players))
        self.pending = tatami.game(task.game).n_steps - 1
        self.net = None
        """What plays; may be replaced at any time, and counts from the next decision on."""

    def _seen(self, observation: np.ndarray, tokens: list[int]) -> np.ndarray:
        """An observation with the tokens chosen so far, as in tatami.Vector."""
        seen = np.zeros(len(observation) + self.pending, np.uint8)
        seen[:len(observation)] = observation
        seen[len(observation):len(observation) + len(tokens)] = np.array(tokens, np.int64) + 1
        return seen

    def _back(self, seen: np.ndarray) -> torch.Tensor:
        return self.back[int(seen[0]) if len(self.back) > 1 else 0]

    def _decide(self, position: tatami.Position, episode: Episode, explore: float) -> str:
        if time.monotonic() > self.by:
            raise Stop
        tokens: list[int] = []
        while not tokens or position.action_of(tokens) is None:
            seen = self._seen(position.observation, tokens)
            back = self._back(seen)
            mask = torch.from_numpy(position.mask(tokens))[back][None]
            values = self.net(torch.from_numpy(seen)[None])
            token = int(choose(values, mask, explore))
            episode.observations.append(seen)
            episode.tokens.append(token)
            episode.seats.append(position.seat)
            episode.values.append(float(values[0, token]))
            episode.forced.append(int(mask.sum()) == 1)
            tokens.append(int(back[token]))
        action = position.action_of(tokens)
        assert action is not None
        return action

    def own(self, number: int) -> tuple[int, ...]:
        """The seats that the network has in this game: those of each side in turn."""
        return tuple(seat for seat, side in enumerate(self.side_of) if side == number % self.sides)

    def play(self, number: int, explore: float) -> Episode:
        """One whole game."""
        episode = Episode(number)
        # Games of neighbouring numbers have the same deal: it is played from every side.
        table = tatami.Table(self.task.game, self.players, options=self.task.options[0], seed=number // self.sides)
        learner = lambda position: self._decide(position, episode, explore)
        seats = [learner if seat in self.own(number) else self.against for seat in range(self.players)]
        table.play(seats, seed=number, net=self.file)
        episode.points, episode.winners = table.points, table.winners
        self._watch(table, episode)
        return episode

    def _watch(self, played: tatami.Table, episode: Episode) -> None:
        """Plays the record again, to see what the bot saw."""
        table = tatami.Table(self.task.game, self.players, options=self.task.options[0], auto_draw=False)
        for line in played.log():
            who, action = line.split(" ", 1)
            if who.isdigit() and int(who) not in self.own(episode.number):
                chosen: list[int] = []
                for token in table.spell(action):
                    mask = table.mask(int(who), chosen)
                    seen = self._seen(table.observe(int(who)), chosen)
                    back = self._back(seen).numpy()
                    if mask.sum() > 1:
                        episode.others.append((seen, mask[back], int(np.flatnonzero(back == token)[0])))
                    chosen.append(token)
            table.play_line(line)

    def play_on(self, first: int, until: float, explore: float, take, games: int | None = None) -> list[Future]:
        """Starts games one after the other until then (or so many), each thread on its own; `take` gets each episode, one at a time. Returns what
        to wait for: games that have begun are finished, unless that takes too long."""
        numbers = itertools.count(first)
        lock = threading.Lock()

        def work() -> None:
            torch.set_num_threads(1)
            while time.monotonic() < until:
                number = next(numbers)
                if games is not None and number >= first + games:
                    return
                try:
                    episode = self.play(number, explore)
                except Stop:
                    return
                with lock:
                    take(episode)

        pool = ThreadPoolExecutor(self.threads)
        started = [pool.submit(work) for _ in range(self.threads)]
        pool.shutdown(wait=False)
        return started

    def games(self, net, first: int, until: float, games: int | None = None) -> list[Episode]:
        """What the network plays without trying anything."""
        self.net = net
        found: list[Episode] = []
        for one in self.play_on(first, until, 0.0, found.append, games):
            one.result()
        return found


def batch_of(task: Task, players: int, episodes: list[Episode], steps: int, device: str) -> Batch:
    """Whole games as a batch: one column each, the last choice in the last row, and nothing to learn in the rows before the first."""
    batch = Batch(steps, len(episodes), len(episodes[0].observations[0]), device)
    batch.forced[:] = True
    batch.dones[-1] = True
    wins = torch.zeros(len(episodes), players)
    for i, e in enumerate(episodes):
        n = min(len(e.tokens), steps)
        batch.observations[-n:, i] = torch.from_numpy(np.array(e.observations[-n:])).to(device)
        for kept, values in ((batch.tokens, e.tokens), (batch.seats, e.seats), (batch.values, e.values), (batch.forced, e.forced)):
            kept[-n:, i] = torch.tensor(values[-n:], dtype=kept.dtype, device=device)
        wins[i, e.winners] = 1 / len(e.winners)
    ends = success(task, torch.tensor([e.points for e in episodes]), wins).to(device)
    batch.results = [ends] * steps
    return batch
