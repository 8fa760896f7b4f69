#!/usr/bin/env python3
"""Counts again how often positions of each value were won, and writes it into a network's file.

    calibrate.py NAME FILE.net [GAMES [PLAYERS…]]

Every seat is the program's `reflex` with this network, for each number of players it has learned. Games are other ones than those of
reliability.py, which checks the result. With PLAYERS, the file is for these numbers of players from then on.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np

BINS = 64
SEED = 900_000


def scale(values: np.ndarray, won: np.ndarray) -> np.ndarray:
    """Chances for 65 values from -1 to 1, 65535 for certain; they never fall. `won`: the share of the win that each position's seat got."""
    at = np.clip(((values + 1) * BINS / 2).astype(int), 0, BINS - 1)
    sums, counts = np.bincount(at, won, BINS), np.bincount(at, minlength=BINS)
    blocks = []  # neighbours are pooled until the curve never falls (isotonic regression)
    for i in np.flatnonzero(counts):
        blocks.append([sums[i], counts[i], [i]])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] >= blocks[-1][0] / blocks[-1][1]:
            total, count, bins = blocks.pop()
            blocks[-1][0] += total
            blocks[-1][1] += count
            blocks[-1][2] += bins
    if not blocks:
        return np.linspace(0, 65535, BINS + 1).astype(int)
    middles = [(i + 0.5) * 2 / BINS - 1 for _, _, bins in blocks for i in bins]
    shares = [total / count for total, count, bins in blocks for _ in bins]
    return np.round(np.interp(np.linspace(-1, 1, BINS + 1), middles, shares) * 65535).astype(int)


def main() -> None:
    import tatami
    from games import TASKS
    from net import file, read, write
    from reliability import play

    name, path = sys.argv[1:3]
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    task, data = TASKS[name], file(path)
    game = tatami.game(task.game)
    net, chances = read(path, game)
    chances = {n: chances[n] for n in chances if len(sys.argv) <= 4 or str(n) in sys.argv[4:]}
    for players in chances:
        chances[players] = scale(*play(task, players, data, games, SEED))
        print(f"{name}, {players} players: {games} games", flush=True)
    write(path, replace(task, players=tuple(chances)), game, net, chances)


if __name__ == "__main__":
    main()
