#!/usr/bin/python3
"""Days of play in little time: tables of every game are played as fast as the server lets them, while it is killed, asked to stop, has no
room on its disk for a while, and has clients that do not read what they are sent. Nothing that was acknowledged may be lost or done
twice, every finished game must replay, and memory must not grow.

Two servers are played on at the same time, each by a process of its own: one is killed again and again, the other lives from the beginning to
the end, so that slow growth shows.

MINUTES says how long (60), LIFE how many seconds the first server lives at a time (30), SEED from where the chances come."""
import ctypes
import os
import resource
import signal
import sys
import time
import traceback

from kill import Table, play, rng
from model import games
from server import No, Player, Server, Tap, equal
import ws

MINUTES = float(os.environ.get("MINUTES", "60"))
LIFE = float(os.environ.get("LIFE", "30"))
ROUND = 30  # seconds after which everybody comes anew at the latest
SLOW = 8  # clients that do not read
ROOM = 32 << 10  # KiB by which memory may differ between the first third of a life and its end


def setups():
    """Every game with its least number of players and with one more."""
    return [(game, n, {}) for game, least, most in games() for n in (least, min(least + 1, most))]


class Soak:
    def __init__(self, server):
        self.server = server
        self.tables = [Table(server, setup) for setup in setups()]
        self.slow, self.told = [], 0
        self.counts = {"lives": 0, "kills": 0, "full disks": 0, "decisions": 0, "games": 0, "most MiB": 0}

    def n_done(self):
        return sum(len(seat.done) for table in self.tables for seat in table.seats)

    def begin(self):
        """Everybody comes back, and finds what was acknowledged (Seat.connect checks it)."""
        for table in self.tables:
            for seat in table.seats:
                seat.connect(self.server)
        self.replace_finished()
        self.slow = [ws.WebSocket(self.server.port, f"/api/tables/{self.tables[i % len(self.tables)].id}/ws") for i in range(SLOW)]
        for line in self.slow:
            line.say({"do": "hello", "from": 0})

    def replace_finished(self):
        for i, table in enumerate(self.tables):
            if not self.is_over(table):
                continue
            table.replays(self.server)
            self.counts["games"] += 1
            for seat in table.seats:
                seat.close()
            self.tables[i] = Table(self.server, table.setup)
            for seat in self.tables[i].seats:
                seat.connect(self.server)

    def fill_disk(self):
        """While the disk takes nothing, nothing is acknowledged; afterwards all goes on."""
        table = self.tables[0]
        resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        try:
            player = Player(self.server, table.id, table.seats[0].token)
            player.do("chat", text="Is anybody there?")
            raise AssertionError("what could not be stored was acknowledged")
        except No as no:
            equal(no.code, "unavailable", "the refusal")
        except ws.Closed:
            pass
        finally:
            resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        self.counts["full disks"] += 1

    def is_over(self, table):
        return all(seat.over and not seat.sent for seat in table.seats)

    def live(self, life):
        """One life of the server, from its start to its kill or stop."""
        self.server.start()
        start, memory = time.monotonic(), []
        while not memory or time.monotonic() < start + life:
            if memory:
                self.leave()
                if rng.random() < 0.1:
                    self.fill_disk()
            self.begin()
            before = self.n_done()
            play(self.tables, self.server, min(ROUND, max(1.0, start + life - time.monotonic())),
                 lambda: 2 * sum(map(self.is_over, self.tables)) > len(self.tables))
            self.counts["decisions"] += self.n_done() - before
            memory.append((time.monotonic() - start, self.server.rss_kib()))
            self.note_memory(memory)
        early = [kib for at, kib in memory if at < life / 3] or [kib for _, kib in memory[:1]]
        assert memory[-1][1] < max(early) + ROOM, f"memory grew: {memory}"
        self.counts["lives"] += 1
        self.end_life()

    def note_memory(self, memory):
        """Ten times in a life that is long."""
        now, kib = memory[-1]
        self.counts["most MiB"] = max(self.counts["most MiB"], round(kib / 1024, 1))
        if now > self.told + 6 * MINUTES:
            self.told = now
            print(f"# the same server after {now / 60:.0f} minutes: {kib / 1024:.1f} MiB;", self.counts, flush=True)

    def leave(self):
        for table in self.tables:
            for seat in table.seats:
                seat.line.socket.setblocking(True)
                while seat.sent:
                    assert seat.hear(), "the server ended by itself"
                seat.close()
        for line in self.slow:
            line.close()

    def end_life(self):
        kill = rng.random() < 0.7
        if kill:
            self.server.kill()
        for table in self.tables:
            for seat in table.seats:
                while kill and seat.hear():
                    pass
                seat.close()
        for line in self.slow:
            line.close()
        if not kill:
            if rng.random() < 0.5:
                self.fill_disk()
            equal(self.server.stop(), 0, "the exit status")
        self.counts["kills"] += kill


def soak(life):
    """Lives until the time is over."""
    end = time.monotonic() + 60 * MINUTES
    with Server("--send-threads=2") as server:  # also where the cores are too few for them by default
        one = Soak(server)
        server.stop()
        server.file_size = resource.RLIM_INFINITY  # so that a full disk is an error of write and no signal
        while time.monotonic() < end or not one.counts["lives"]:
            one.live(min(life, max(5.0, end - time.monotonic())))
            print("#", one.counts, flush=True)
        assert one.counts["decisions"] > 50 * one.counts["lives"], one.counts


def fork():
    """The server that lives long, in a process of its own, which ends with this one; its id."""
    child = os.fork()
    if not child:
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG
        rng.seed(rng.random())
        try:
            soak(60 * MINUTES)
        except Exception:
            print("# " + traceback.format_exc().replace("\n", "\n# "), flush=True)
            sys.exit(1)
        sys.exit(0)
    return child


def main():
    tap = Tap()
    child = fork()

    @tap.test(f"{MINUTES:g} minutes of play, kills, full disks and slow clients: nothing is lost, memory is flat")
    def _():
        soak(LIFE)

    @tap.test(f"one server through {MINUTES:g} minutes of play, full disks and slow clients: nothing is lost, memory is flat")
    def _():
        equal(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0, "how it ended")
    tap.finish()


main()
