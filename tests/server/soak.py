#!/usr/bin/python3
"""Days of play in little time: tables of every game are played as fast as the server lets them, while it is killed, asked to stop, has no
room on its disk for a while, and has clients that do not read what they are sent. Nothing that was acknowledged may be lost or done
twice, every finished game must replay, and memory must not grow.

MINUTES says how long (60), LIFE how many seconds the server lives at a time (30), SEED from where the chances come."""
import os
import resource
import time

from kill import Table, play, rng
from model import games
from server import No, Player, Server, Tap, equal
import ws

MINUTES = float(os.environ.get("MINUTES", "60"))
LIFE = float(os.environ.get("LIFE", "30"))
SLOW = 8  # clients that do not read
ROOM = 32 << 20  # bytes by which memory may differ between the first third of a life and its end


def setups():
    """Every game with its least number of players and with one more."""
    return [(game, n, {}) for game, least, most in games() for n in (least, min(least + 1, most))]


class Soak:
    def __init__(self, server):
        self.server = server
        self.tables = [Table(server, setup) for setup in setups()]
        self.slow = []
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
            if not all(seat.over and not seat.sent for seat in table.seats):
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

    def live(self, end):
        """One life of the server, from its start to its kill or stop."""
        self.server.start()
        self.begin()
        before, memory = self.n_done(), []
        third = time.monotonic() + LIFE / 3

        def look():
            """Memory after a third of the life; the life ends early when every game is over."""
            if not memory and time.monotonic() > third:
                memory.append(self.server.rss_kib())
            return all(seat.over and not seat.sent for table in self.tables for seat in table.seats)

        play(self.tables, self.server, min(LIFE, max(1.0, end - time.monotonic())), look)
        self.counts["decisions"] += self.n_done() - before
        early, late = (memory or [None])[0], self.server.rss_kib()
        self.counts["most MiB"] = max(self.counts["most MiB"], late >> 10)
        assert early is None or late * 1024 < early * 1024 + ROOM, f"memory grew from {early} to {late} KiB"
        self.counts["lives"] += 1
        self.end_life()

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


def main():
    tap = Tap()
    end = time.monotonic() + 60 * MINUTES
    server = Server()
    with server:
        soak = Soak(server)
        server.stop()
        server.file_size = resource.RLIM_INFINITY  # so that a full disk is an error of write and no signal

        @tap.test(f"{MINUTES:g} minutes of play, kills, full disks and slow clients: nothing is lost, memory is flat")
        def _():
            while time.monotonic() < end or not soak.counts["lives"]:
                soak.live(max(end, time.monotonic() + 5))
                print("#", soak.counts, flush=True)
            assert soak.counts["decisions"] > 50 * soak.counts["lives"], soak.counts
    tap.finish()


main()
