"""Steps per second on one core, beside what people would otherwise use. Ratios count: all are measured in one run.

    tools/python.sh run python/benchmarks/compare.py [SECONDS]

PettingZoo's own environments and OpenSpiel take part if they are installed; PufferLib's triple triad is compiled (puffer.py). Time is
that of the processor, so that a busy machine changes little.
"""

import sys
import time

import numpy as np

import tatami

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0


def best(measure):
    """The best of three: another program on the same core can only slow one down."""
    return max(measure(SECONDS / 3) for _ in range(3))


def in_turns(measures, rounds=6):
    """The best of each, measured in turns: what slows the machine down for a while then slows all of them down."""
    found = [0.0] * len(measures)
    for _ in range(rounds):
        for i, measure in enumerate(measures):
            found[i] = max(found[i], measure(SECONDS / rounds))
    return found


def rate(step, per_call=1):
    """Calls `step` for a while; steps per second of processor time."""
    step()

    def measure(seconds):
        start, n = time.process_time(), 0
        while time.process_time() - start < seconds:
            for _ in range(20):
                step()
            n += 20
        return n * per_call / (time.process_time() - start)

    return best(measure)


def vectorised(name, n=1024):
    """Measures steps with observations and masks written. Tokens are chosen beforehand for every state, so that choosing is not measured:
    the first allowed one, found in one pass over the masks."""
    vector = tatami.Vector(name, n=n, seed=1)

    def measure(seconds):
        spent, calls = 0.0, 0
        while spent < seconds:
            tokens = vector.masks.argmax(axis=1).astype(np.int32)
            start = time.process_time()
            vector.step(tokens)
            spent += time.process_time() - start
            calls += 1
        return calls * n / spent

    return measure


def single(name):
    """One table, driven from Python: legal actions, one of them, act."""
    rng = np.random.default_rng(1)
    table = [tatami.Table(name, seed=1)]

    def step():
        if table[0].over:
            table[0] = tatami.Table(name, seed=int(rng.integers(2**31)))
        seat = table[0].seats[0]
        table[0].act(seat, table[0].legal(seat)[0])

    return rate(step)


def call_overhead():
    """Seconds of one step of one table: what a Python call costs beside the rules."""
    vector = tatami.Vector("tatsu", n=1, seed=1)
    tokens = np.zeros(1, np.int32)

    def step():
        tokens[0] = vector.masks[0].argmax()
        vector._vector.step(tokens, *vector._arrays)

    return 1 / rate(step)


def pettingzoo_aec(make):
    rng = np.random.default_rng(1)
    env = make()
    env.reset(seed=1)

    def step():
        if not env.agents:
            env.reset()
        seen, _, over, cut, info = env.last()
        mask = info.get("action_mask") if "action_mask" in info else seen["action_mask"]
        env.step(None if over or cut else int(rng.choice(np.flatnonzero(mask))))

    return rate(step)


def openspiel(name):
    import pyspiel
    game, rng = pyspiel.load_game(name), np.random.default_rng(1)
    state = [game.new_initial_state()]

    def step():
        if state[0].is_terminal():
            state[0] = game.new_initial_state()
        while state[0].is_chance_node():
            outcomes = state[0].chance_outcomes()
            state[0].apply_action(outcomes[rng.integers(len(outcomes))][0])
        state[0].observation_tensor() if name != "hearts" else state[0].information_state_tensor()
        legal = state[0].legal_actions()
        state[0].apply_action(legal[rng.integers(len(legal))])

    return rate(step)


def main():
    vectors = [(f"tatami.Vector, {game.title}", vectorised(game.id)) for game in tatami.games()]
    try:
        import puffer
        puffer.triple_triad(0.01)
        vectors.append((f"PufferLib {puffer.VERSION}, triple triad", puffer.triple_triad))
    except Exception as error:  # no network, no compiler, another kind of processor
        print(f"PufferLib: {error}")
    rows = list(zip((name for name, _ in vectors), in_turns([measure for _, measure in vectors]), strict=True))
    for game in tatami.games():
        rows.append((f"tatami.Table, {game.title}, one call per step", single(game.id)))
    try:
        import tatami.pettingzoo as zoo
        rows.append(("tatami.pettingzoo, TATSU", pettingzoo_aec(lambda: zoo.env("tatsu", options={"rounds": 1}))))
        from pettingzoo.classic import tictactoe_v3
        rows.append(("PettingZoo tictactoe_v3", pettingzoo_aec(tictactoe_v3.env)))
    except ImportError as error:
        print(f"PettingZoo: {error}")
    for card_game in ("leduc_holdem_v4",):
        try:
            import importlib
            rows.append((f"PettingZoo {card_game}", pettingzoo_aec(importlib.import_module(f"pettingzoo.classic.{card_game}").env)))
        except Exception as error:  # a missing package of another project, whatever it raises
            print(f"PettingZoo {card_game}: {error}")
    for name in ("leduc_poker", "hearts"):
        try:
            rows.append((f"OpenSpiel {name}", openspiel(name)))
        except ImportError as error:
            print(f"OpenSpiel: {error}")
            break
    first = rows[0][1]
    for name, steps in rows:
        print(f"{name:45} {steps:14,.0f} steps per second   {first / steps:10.1f} times slower than the first")
    print(f"one call of Vector.step with one table: {call_overhead() * 1e6:.2f} µs")


if __name__ == "__main__":
    main()
