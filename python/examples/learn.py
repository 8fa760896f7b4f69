"""Learns TATSU for two from nothing, by playing against itself, and shows that it got better.

The value of a token is a linear function of the observation, fitted to how the game ended (Monte-Carlo). That is about the simplest
thing that can learn; it takes less than a minute on one core and NumPy alone.

    python learn.py [ROUNDS]
"""

import math
import sys
import time

import numpy as np

import tatami

GAME, OPTIONS, TABLES = "tatsu", {"rounds": 1}, 256


SCALE = np.concatenate([np.full(plane.count, 1 / plane.max, np.float32) for plane in tatami.game(GAME).planes])


def features(observations):
    """Bytes as numbers from 0 to 1, with a constant at the end."""
    x = observations * SCALE
    return np.concatenate([x, np.ones((len(x), 1), np.float32)], axis=1)


def choose(vector, weights, rng, explore):
    """The token with the highest value, or sometimes another one."""
    values = features(vector.observations) @ weights
    values[vector.masks == 0] = -np.inf
    tokens = values.argmax(axis=1).astype(np.int32)
    random = vector.random_tokens(rng)
    return np.where(rng.random(len(tokens)) < explore, random, tokens)


def collect(vector, weights, rng, steps=60):
    """Plays on, and gives every decision the result of its game."""
    seen, tokens, seats, dones, rewards = [], [], [], [], []
    for _ in range(steps):
        seen.append(features(vector.observations))
        seats.append(vector.seats.copy())
        tokens.append(choose(vector, weights, rng, explore=0.2))
        vector.step(tokens[-1])
        dones.append(vector.dones.astype(bool))
        rewards.append(vector.rewards.copy())
    result = np.full((vector.n, vector.players), np.nan, np.float32)  # of the game under way, going backwards
    rows = np.arange(vector.n)
    x, y, t = [], [], []
    for k in reversed(range(steps)):
        result[dones[k]] = rewards[k][dones[k]]
        target = result[rows, seats[k]]
        known = ~np.isnan(target)
        x.append(seen[k][known])
        y.append(target[known] - 1 / vector.players)
        t.append(tokens[k][known])
    return np.concatenate(x), np.concatenate(t), np.concatenate(y)


def fit(weights, x, tokens, targets, rng, rate=0.3):
    """One pass over the decisions, in small batches; every token moves by the mean of what its decisions ask for."""
    order = rng.permutation(len(x))
    for rows in np.array_split(order, max(1, len(x) // 256)):
        chosen, seen = tokens[rows], x[rows]
        error = np.einsum("ij,ij->i", seen, weights.T[chosen]) - targets[rows]
        often = np.bincount(chosen, minlength=weights.shape[1])[chosen]
        step = rate * error / (1 + (seen ** 2).sum(axis=1)) / often
        np.subtract.at(weights.T, chosen, seen * step[:, None])


def train(rounds, seed=1):
    """Plays and learns in turns, `rounds` times."""
    rng = np.random.default_rng(seed)
    vector = tatami.Vector(GAME, 2, TABLES, options=OPTIONS, seed=seed)
    weights = np.zeros((vector.observation_size + 1, vector.n_tokens), np.float32)
    for _ in range(rounds):
        fit(weights, *collect(vector, weights, rng), rng)
    return weights


def against_random(weights, games=2000, seed=99):
    """The share of games that the learner wins, sitting at either seat, and half the width of its 95% interval."""
    rng = np.random.default_rng(seed)
    vector = tatami.Vector(GAME, 2, TABLES, options=OPTIONS, seed=seed)
    learner = np.arange(TABLES) % 2
    won, played = 0.0, 0
    while played < games:
        tokens = np.where(vector.seats == learner, choose(vector, weights, rng, 0), vector.random_tokens(rng))
        vector.step(tokens)
        ended = np.flatnonzero(vector.dones)
        won += vector.rewards[ended, learner[ended]].sum()
        played += len(ended)
    share = won / played
    return share, 1.96 * math.sqrt(share * (1 - share) / played)


def main(rounds=60):
    start = time.process_time()
    weights = train(rounds)
    share, width = against_random(weights)
    print(f"after {rounds} rounds, {time.process_time() - start:.0f} s: wins {100 * share:.1f}% (± {100 * width:.1f}) against random")
    return share, width


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
