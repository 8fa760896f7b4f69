#!/usr/bin/env python3
"""How reliable the chances are that a network gives: of all positions judged at 70%, are 70% won?

    reliability.py NAME FILE.net [GAMES]

The network plays every seat, with the program's own numbers (C), on seeds that training does not use. A table by number of
players: positions by the chance of the best token, how many, and how often the seat won.
"""

from __future__ import annotations

import sys

import numpy as np
import torch

import tatami
from games import TASKS
from net import VALUE_BITS, file, n_outputs, read
from selfplay import Tables

SEED = 77_000_000


def play(task, players: int, net: bytes, games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The value of each position with a choice, and the share of the win that its side got; as many games with each set of options."""
    sets = [options for k, options in enumerate(task.options) if task.options.index(options) == k]
    some = [_play(task, players, net, -(-games // len(sets)), seed + k, options) for k, options in enumerate(sets)]
    return tuple(np.concatenate(part) for part in zip(*some))


def _play(task, players: int, net: bytes, games: int, seed: int, options: dict) -> tuple[np.ndarray, np.ndarray]:
    n, outputs = min(64, games), n_outputs(task, tatami.game(task.game))

    def judge(seen: torch.Tensor) -> torch.Tensor:
        values = np.empty((len(seen), outputs), np.int32)
        tatami._core.net_values(task.game, net, np.ascontiguousarray(seen.numpy()), values)
        return torch.from_numpy(values.astype(np.float64) / 2.0**VALUE_BITS)

    tables = Tables(task, players, n, "cpu", seed + 100 * players, options=options)
    open_, told, won, ended = [[] for _ in range(n)], [], [], 0
    while ended < games:
        played, values, _, forced = tables.decide(judge, 0)
        for i in np.flatnonzero(~forced.numpy()):
            open_[i].append((int(tables.seats[i]), float(values[i])))
        tables.step(played)
        shares = tables.won().numpy()
        for i in np.flatnonzero(tables.dones.numpy()):
            ended += 1
            for seat, judged in open_[i]:
                told.append(judged)
                won.append(float(shares[i, seat]))
            open_[i] = []
    return np.array(told), np.array(won)


def main() -> None:
    name, path = sys.argv[1:3]
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    task = TASKS[name]
    _, chances = read(path, tatami.game(task.game))
    for players in chances:
        values, won = play(task, players, file(path), games, SEED)
        told = np.interp(values, np.linspace(-1, 1, 65), chances[players] / 65535)
        print(f"{name}, {players} players, {len(told)} positions")
        for low in range(0, 100, 10):
            here = (told >= low / 100) & (told < (low + 10) / 100 + (low == 90))
            if here.sum() >= 50:
                print(f"  {low:3}-{low + 10}%  told {100 * told[here].mean():5.1f}%  won {100 * won[here].mean():5.1f}%  {here.sum()}")


if __name__ == "__main__":
    main()
