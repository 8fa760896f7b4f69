#!/usr/bin/python3
"""A site under load while its parts die, stop, are cut off and come back. Afterwards every acknowledged decision is there
exactly once, every log replays, and no position was acknowledged twice.

KILLS, STOPS, RESTARTS, FAILOVERS, SPLITS and ROLLS say how often what happens, STOP_SECONDS how long a node is stopped or
cut off, TABLES how many tables are played at once, PAUSE how long everybody waits between two decisions. Without any of
them it is the short form for `make test`; `make test-site` is the long one. SEED is printed."""
import os
import random
import signal
import statistics
import sys
import time

from house import Site, missing
from people import Table
from server import Tap, eventually


def number(name, default):
    return float(os.environ.get(name, default))


KILLS, STOPS, RESTARTS = (int(number(name, 1)) for name in ("KILLS", "STOPS", "RESTARTS"))
FAILOVERS, SPLITS, ROLLS = (int(number(name, 0)) for name in ("FAILOVERS", "SPLITS", "ROLLS"))
STOP_SECONDS, TABLES, PAUSE = number("STOP_SECONDS", 4), int(number("TABLES", 6)), number("PAUSE", 0.01)
SEED = int(os.environ.get("SEED", time.time_ns()))
rng = random.Random(SEED)


class Play:
    """Tables that are played all the time; one that is over is checked and makes room for another."""

    def __init__(self, site, setups):
        self.site, self.setups = site, setups
        self.n_begun = self.n_replayed = self.n_decisions = self.n_connected = self.n_refused = 0
        self.tables = [self.begin() for _ in range(TABLES)]

    def begin(self):
        self.n_begun += 1
        table = Table(self.site, self.setups[self.n_begun % len(self.setups)], f"{SEED} {self.n_begun}", PAUSE)
        table.start()
        return table

    def check(self, table):
        table.join(90)
        if table.failure:
            raise table.failure
        table.settle()
        self.n_replayed += table.replays()
        self.n_decisions += sum(len(seat.done) for seat in table.seats)
        self.n_connected += sum(seat.n_connected for seat in table.seats)
        self.n_refused += sum(seat.n_refused for seat in table.seats)

    def look(self):
        for i, table in enumerate(self.tables):
            if not table.is_alive():
                self.check(table)
                self.tables[i] = self.begin()

    def goes_on(self, since, within=120.0):
        """Waits until something that was decided since then is acknowledged at every table; the seconds each took."""
        def gaps():
            self.look()
            found = [next((acked - since for sent, acked in table.ack_times if sent > since), None)
                for table in self.tables]
            return None if None in found else found

        found = eventually(gaps, within, 0.01)
        assert found, "a table does not go on"
        return found

    def end(self):
        for table in self.tables:
            table.stopping = True
        for table in self.tables:
            self.check(table)


def short_games(games):
    """As few people as possible in the shortest game that the options allow, so that games end."""
    return [(game["id"], game["seats"][0], {option["name"]: option["min"] for option in game["options"]
        if option["words"] is None}) for game in games]


class Chaos:
    def __init__(self, site, play):
        self.site, self.play = site, play
        self.kill_gaps, self.stop_gaps, self.restart_gaps = [], [], []

    def kill(self):
        node = rng.choice(self.site.nodes)
        time.sleep(rng.uniform(0.05, 0.4))
        at = time.monotonic()
        node.kill()
        self.kill_gaps += self.play.goes_on(at)
        node.start()

    def stop(self):
        """A node that is stopped does not know it. When it wakes up, others have its tables."""
        node = rng.choice(self.site.nodes)
        at = time.monotonic()
        node.process.send_signal(signal.SIGSTOP)
        try:
            self.stop_gaps += self.play.goes_on(at)
            time.sleep(max(0.0, at + STOP_SECONDS - time.monotonic()))
        finally:
            node.process.send_signal(signal.SIGCONT)
        assert eventually(node.healthy, 60), node.said()[-2000:]
        self.play.goes_on(time.monotonic())

    def restart(self):
        at = time.monotonic()
        self.site.primary().restart(rng.choice((signal.SIGINT, signal.SIGQUIT)))
        self.restart_gaps += self.play.goes_on(at)

    def fail_over(self):
        at = time.monotonic()
        self.site.fail_over()
        self.restart_gaps += self.play.goes_on(at, 120)

    def split(self):
        """Between one node and the database: nothing comes through, and nobody is told."""
        i = rng.randrange(len(self.site.nodes))
        at = time.monotonic()
        self.site.wires[i].split()
        try:
            self.stop_gaps += self.play.goes_on(at)
            time.sleep(max(0.0, at + STOP_SECONDS - time.monotonic()))
        finally:
            self.site.wires[i].heal()
        assert eventually(self.site.nodes[i].healthy, 60), self.site.nodes[i].said()[-2000:]
        self.play.goes_on(time.monotonic())

    def roll(self):
        """One node after the other is stopped as for an upgrade, and started again."""
        for node in self.site.nodes:
            assert node.stop() == 0, node.said()[-2000:]
            node.start()
            self.play.goes_on(time.monotonic())


def many(n, what):
    done = 0
    for _ in range(n):
        what()
        done += 1
    assert done == n


def seconds(gaps):
    return f"median {statistics.median(gaps):.2f} s, longest {max(gaps):.2f} s" if gaps else "none"


def main():
    if reason := missing():
        print(f"1..0 # SKIP {reason}")
        return
    tap = Tap()
    print(f"# SEED={SEED}", flush=True)
    with Site(3, standby=FAILOVERS > 0, wires=SPLITS > 0) as site:
        play = Play(site, short_games(site.nodes[0].games()))
        chaos = Chaos(site, play)
        for count, name, what in (
            (KILLS, "a random node is killed", chaos.kill),
            (STOPS, f"a random node is stopped for {STOP_SECONDS:g} s", chaos.stop),
            (SPLITS, f"a random node is cut off from the database for {STOP_SECONDS:g} s", chaos.split),
            (RESTARTS, "the database is restarted", chaos.restart),
            (FAILOVERS, "the database fails over to its standby", chaos.fail_over),
            (ROLLS, "all nodes are restarted one after the other", chaos.roll),
        ):
            if count:
                tap.test(f"{count} × {name}: every table goes on, and nothing that was told changes")(
                    lambda count=count, what=what: many(count, what))

        @tap.test("every acknowledged decision is there exactly once, and every finished game replays")
        def _():
            play.end()
            assert play.n_decisions > 5 * (KILLS + STOPS + RESTARTS), play.n_decisions

        print(f"# {play.n_begun} tables, {play.n_replayed} replayed to their end, {play.n_decisions} decisions, "
            f"{play.n_connected} connections, {play.n_refused} refused as unavailable")
        print(f"# until each table went on: after a kill {seconds(chaos.kill_gaps)}; after a stop or a split "
            f"{seconds(chaos.stop_gaps)}; after a restart or failover of the database {seconds(chaos.restart_gaps)}")
        for node in site.nodes:
            if "Sanitizer" in node.said() or "assert" in node.said():
                print(f"# {node.said()[-4000:]}")
                sys.exit(1)
    tap.finish()


if __name__ == "__main__":
    main()
