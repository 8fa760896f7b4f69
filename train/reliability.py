#!/usr/bin/env python3
"""How reliable the chances are that a network gives: of all positions judged at 70%, are 70% won?

    reliability.py NAME FILE.net [GAMES]

Every seat is the program's `reflex` with this network, deciding by it alone, on seeds that training does not use. A table by number of
players: positions by the chance of the best action, how many, and how often the seat won.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np

import tatami
from games import TASKS
from net import even, file, read
from selfplay import sides_of

SEED = 77_000_000
AT_ONCE = 20  # games for one process


def play(task, players: int, net: bytes, games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """What the network expected at each choice, from -1 to 1, and the share of the win that its side got; as many games with each set of options. All
    seats are `reflex` in the program, so a value is what the program shows: what an action may lead to is followed there. Only where a network just advises
    a search does the program not follow; here such a network decides, so it does, and these chances are those of a slightly different player."""
    sets = [options for k, options in enumerate(task.options) if task.options.index(options) == k]
    each, net = -(-games // len(sets)), even(task, net)
    with ProcessPoolExecutor() as processes:
        parts = [processes.submit(_play, task, players, net, options, range(seed + at, seed + min(at + AT_ONCE, each)))
                 for options in sets for at in range(0, each, AT_ONCE)]
        found = [part.result() for part in parts]
    return tuple(np.concatenate(part) for part in zip(*found))


def _play(task, players: int, net: bytes, options: dict, seeds: range) -> tuple[np.ndarray, np.ndarray]:
    side, told, won = sides_of(task, players), [], []
    for seed in seeds:
        table, seats = tatami.Table(task.game, players, options=options, seed=seed * 16 + players), []
        while not table.over:
            seat = table.seats[0]
            thoughts = table.think(seat, "reflex", seed, net=net)
            if len(thoughts) > 1:
                seats.append(seat)
                told.append(2 * thoughts[0].chance - 1)
            table.act(seat, thoughts[0].action)
        winners = [side[seat] for seat in table.winners]
        won.extend(winners.count(side[seat]) / len(winners) for seat in seats)
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
