#!/usr/bin/env python3
"""A bot for Tatami's own arena in 30 lines: it does what has won before.

    tatami arena tatsu 4 --bots 'engine:python3 bot.py,easy' --deals 20

The program tells a bot what its seat knows, line by line (docs/ENGINE.md). This one needs no library at all: it remembers the legal
actions and prefers those that were good to it in earlier games.
"""

import collections
import random
import sys

results = collections.defaultdict(lambda: [1, 1])  # by action: games won and games lost with it, and one of each to begin with
legal, used, seat = [], [], 0

for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "tatami":
        print("name Habit 1\nwants legal\nready", flush=True)
    elif word == "seat":
        seat, used = int(rest.split()[0]), []
    elif word == "legal":
        legal.append(rest)
    elif word == "go":
        used.append(max(legal, key=lambda action: random.betavariate(*results[action])))
        legal = []
        print(f"best {used[-1]}", flush=True)
    elif word == "over":
        won = str(seat) in rest.partition("won ")[2].split()
        for action in used:
            results[action][0 if won else 1] += 1
    elif word == "quit":
        break
