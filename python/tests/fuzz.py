"""Throws wrong and half-right arguments at every function of the extension, from several threads.

    fuzz.py SECONDS [SEED]

Whatever happens must be a Python exception; SystemError, which tells of a mistake in the extension, is none. `make python-fuzz` runs it
with the address sanitizer; the tests have a short form.
"""

import random
import sys
import threading
import time

import numpy as np

import tatami
from tatami import _core

IDS = [game.id for game in tatami.games()]
BOTS = ["random", "thumb", "easy"]
NUMBERS = [*range(-3, 12), 64, 100, 255, 300, -(2**31), 2**31, 2**32 + 1, 2**63, 2**64, -(2**63), 10**30, True]  # none for which work takes long


class Hostile:
    """Looks like a number and a list, and misbehaves."""

    def __init__(self, dice, victim):
        self.dice, self.victim = dice, victim

    def _strike(self):
        if self.dice.random() < 0.5:
            raise RuntimeError("hostile")
        getattr(self.victim, "close", lambda: None)()
        return self.dice.choice([0, 1, 4, 50])

    def __len__(self):
        return self._strike()

    def __index__(self):
        return self._strike()

    def __getitem__(self, at):
        return self._strike()

    def __buffer__(self, flags):
        self._strike()
        return memoryview(bytearray(64))


def text(dice):
    return dice.choice([
        "", "tatsu", "chess", "0 play r5", "* deal", "play r5", "rounds=1", "random", "\0", "\ud800", "é" * 3000, "x" * 100_000, "Game tatsu",
        "".join(chr(dice.randrange(1, 0x500)) for _ in range(dice.randrange(40))),
    ])


def array(dice):
    shape = tuple(dice.choice([0, 1, 2, 4, 69, 400]) for _ in range(dice.randrange(3)))
    made = np.zeros(shape, dice.choice(["u1", "i1", "i4", "i8", "f4", "f8", ">i4", "O", "S3", "c8", "?"]))
    if dice.random() < 0.2:
        made.flags.writeable = False
    return made[..., ::2] if made.ndim and dice.random() < 0.2 else made.T


def anything(dice, victim, depth=0):
    kind = dice.randrange(10 if depth < 2 else 6)
    if kind == 0:
        return dice.choice(NUMBERS)
    if kind == 1:
        return text(dice)
    if kind == 2:
        return array(dice)
    if kind == 3:
        return dice.choice([None, 0.5, float("nan"), 1j, b"", b"\xff" * 9, object(), int, Ellipsis])
    if kind == 4:
        return Hostile(dice, victim)
    if kind == 5:
        return victim
    things = [anything(dice, victim, depth + 1) for _ in range(dice.randrange(9))]
    return dice.choice([list, tuple, lambda found: {str(i): one for i, one in enumerate(found)}])(things)


ENGINES = ["cat", "exit 1", "true", "echo ready; cat", "echo name; echo ready; while read -r line; do echo best x; done"]  # none that plays well


def bot(dice, victim):
    """Something that could decide, in Python or as a program."""
    return dice.choice([
        lambda: dice.choice(BOTS), lambda: lambda *parts: parts[3][-1], lambda: lambda *parts: anything(dice, victim), lambda: Hostile(dice, victim),
        lambda: lambda *parts: victim.play(["random"] * 9, 1), lambda: lambda position: position.legal[0],
        lambda: _core.Engine(dice.choice(ENGINES), dice.choice([0, 1, 500])), lambda: tatami.Engine(dice.choice(ENGINES)),
    ])()


def plausible(dice, table):
    """What could be right: a seat, a bot, an action that is legal now, tokens."""
    seats, _ = table.due()
    seat = dice.choice([*seats, 0])
    return dice.choice([
        lambda: seat, lambda: dice.choice(BOTS), lambda: dice.choice(table.legal(seat) or [""]),
        lambda: f"{seat} {dice.choice(table.legal(seat) or ['pass'])}", lambda: [dice.randrange(70)], lambda: table.record(_core.EVERYTHING, []),
        lambda: [dice.choice(BOTS)] * table.facts()[1], lambda: bot(dice, table), lambda: [bot(dice, table) for _ in range(table.facts()[1])],
        lambda: "ab" * 32, lambda: "/" * (table.facts()[1] - 1), lambda: dice.randrange(200),
    ])()


def call(function, arguments):
    try:
        return function(*arguments)
    except SystemError:
        raise
    except Exception:
        return None


class Round:
    """Objects of one round and everything that can be called on them."""

    @staticmethod
    def playouts(*arguments):
        """Few games, whatever else is wrong."""
        return _core.playouts(*arguments[:5], 2, *arguments[5:])

    def __init__(self, dice):
        name = dice.choice(IDS)
        self.table = _core.Table(name, 0, [], None, dice.randrange(100))
        while self.table.due()[1]:
            self.table.draw()
        self.wrapped = tatami.Table(name, seed=dice.randrange(100))
        self.vector = _core.Vector(name, 0, [], None, 4, dice.randrange(3), 1)
        self.wide = tatami.Vector(name, n=4, seed=1)
        # Not the engines: any text would be run by the shell. bot() has some.
        self.calls = [_core.Table, _core.Vector, _core.Box, _core.verify, _core.Table.read, _core.commitment, _core.mix, _core.numbers, tatami.Table,
                      tatami.Vector, tatami.read_record, tatami.verify, tatami.game, tatami.load_records, tatami.rules, tatami.Fair, self.play_on,
                      _core.config, self.playouts]
        for victim in (self.table, self.wrapped, self.vector, self.wide):
            self.calls += [getattr(victim, name) for name in dir(victim) if not name.startswith("_") and callable(getattr(victim, name, None))]

    def play_on(self, *_):
        """A game of its own with odd bots; another thread may be at it too."""
        dice = random.Random(len(_))
        self.table.play([bot(dice, self.table) for _ in range(self.table.facts()[1])], 1)

    def play(self, dice, n):
        for _ in range(n):
            function = dice.choice(self.calls)
            victim = dice.choice([self.table, self.vector])
            found = [
                (call(plausible, (dice, self.table)) if dice.random() < 0.5 else anything(dice, victim)) for _ in range(dice.randrange(8))
            ]
            call(function, found)
            if dice.random() < 0.1:
                call(self.wide.step, (self.wide.masks.argmax(axis=1).astype(np.int32),))
            elif dice.random() < 0.1:
                call(self.vector.step, (np.zeros(4, np.int32), *[anything(dice, victim) for _ in range(dice.randrange(7))]))


def main(seconds, seed=0, rounds=None):
    """Plays for so long, or so many rounds; returns how many."""
    start, done = time.monotonic(), 0
    while done < rounds if rounds is not None else time.monotonic() - start < seconds:
        dice = random.Random(seed + done)
        one = Round(dice)
        failed = []

        def work(number, dice=dice, one=one, failed=failed):
            try:
                one.play(random.Random(number), 40)
            except BaseException as error:
                failed.append(error)

        threads = [threading.Thread(target=work, args=(dice.random(),)) for _ in range(dice.randrange(1, 4))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failed:
            raise AssertionError(f"seed {seed + done}") from failed[0]
        done += 1
    return done


if __name__ == "__main__":
    print(f"{main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)} rounds, no crash")
