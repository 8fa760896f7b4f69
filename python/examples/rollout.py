"""Random games of a thousand tables at once: how long they are, and how often each seat wins.

    python rollout.py tatsu 4
"""

import sys

import numpy as np

import tatami


def main(name="tatsu", players=None, tables=256, games=500):
    rng = np.random.default_rng(1)
    with tatami.Vector(name, players, tables, seed=1) as vector:
        wins, ended, steps = np.zeros(vector.players), 0, 0
        while ended < games:
            vector.step(vector.random_tokens(rng))
            wins += vector.rewards.sum(axis=0)
            ended += int(vector.dones.sum())
            steps += tables
    print(f"{name}: {ended} games, {steps / ended:.1f} choices each")
    for seat, share in enumerate(wins / ended):
        print(f"  seat {seat} wins {100 * share:.1f}%")
    return wins / ended


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:4]))
