#!/usr/bin/env python3
"""Whether the program in C computes what the integer model here computes, to the bit, on positions from games.

    check.py NAME FILE.net [POSITIONS]
"""

from __future__ import annotations

import sys

import numpy as np

import tatami
from games import TASKS
from net import file, n_outputs, read


def main() -> None:
    name, path = sys.argv[1:3]
    wanted = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    task, data = TASKS[name], file(path)
    game = tatami.game(task.game)
    net, _ = read(path, game)
    rng = np.random.default_rng(1)
    kinds = [(players, options) for players in sorted(set(task.players)) for options in task.options]
    for players, options in kinds:
        with tatami.Vector(task.game, players, 100, options=options, seed=players) as vector:
            seen = 0
            while seen < wanted / len(kinds):
                for _ in range(7):
                    vector.step(vector.random_tokens(rng))
                here = np.empty((vector.n, n_outputs(task, game)), np.int32)
                tatami._core.net_values(task.game, data, vector.observations, here)
                there = net.values(vector.observations)
                assert np.array_equal(here, there), f"{name} with {players}: C and Python differ"
                seen += vector.n
    print(f"{name}: C and Python agree on {wanted} positions")


if __name__ == "__main__":
    main()
