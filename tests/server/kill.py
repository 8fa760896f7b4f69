#!/usr/bin/python3
"""The server is killed at random moments while people play, and started again: what it acknowledged is there once,
what it did not is there once or not at all, and every game can be played on and replayed.

KILLS says how often (50; fewer with sanitizers), SEED from where the chances come. It is printed: with the same one the same is
chosen, though not at the same moments."""
import json
import os
import random
import selectors
import subprocess
import time

import ws
from server import SANITIZED, TATAMI, Server, Tap, equal

KILLS = int(os.environ.get("KILLS", "10" if SANITIZED else "50"))
SEED = int(os.environ.get("SEED", time.time_ns()))
rng = random.Random(SEED)
OVERLAP = 500  # entries that are asked for again after a restart
PATIENCE = 300  # seconds


def setups(games):
    """Two tables of every game: as many as usual, and as few as possible in the shortest game that the options allow."""
    for game in games:
        yield game["id"], game["usual"], {}
        yield game["id"], game["seats"][0], {
            option["name"]: option["min"] for option in game["options"] if option["words"] is None}


class Seat:
    """A person at a table, over many lives of the server. `log` is what this one was told, `own` how many of its
    decisions are in there; `done` are those that were acknowledged, and `sent` is the one on its way, of which nothing
    is known."""

    def __init__(self, table, seat, token):
        self.table, self.seat, self.token = table, seat, token
        self.log, self.own, self.done, self.sent = [], 0, [], None
        self.line, self.now, self.over = None, None, False

    def connect(self, server):
        """What is told again must be what was told before; what was acknowledged must be there."""
        self.line = ws.WebSocket(server.port, f"/api/tables/{self.table.id}/ws")
        start = max(0, len(self.log) - OVERLAP)
        self.line.say({"do": "hello", "token": self.token, "from": start})
        message = json.loads(self.line.hear())
        equal(message["type"], "table", "the first message")
        equal(len(message["entries"]), message["n"] - start, "entries after those that were asked for")
        self.digest(message)
        assert not self.over or message["phase"] == "over", "it was told that the game is over"
        self.over = message["phase"] == "over"
        least = len(self.done)
        assert least <= self.own <= least + bool(self.sent), (
            f"seat {self.seat}: {self.own} in the log, {least} acknowledged, on its way: {self.sent}")
        self.line.socket.setblocking(False)

    def digest(self, message):
        for entry in message["entries"]:
            if entry["n"] < len(self.log):
                equal(entry, self.log[entry["n"]], "an entry told before")
            else:
                self.take(entry)
        equal(message["n"], len(self.log), "the length of the log")
        self.now = message["now"]

    def take(self, entry):
        """Every own decision must be the one that was sent, in its place."""
        equal(entry["n"], len(self.log), "the number of an entry")
        self.log.append(entry)
        seat, _, action = entry.get("event", "").partition(" ")
        if seat == str(self.seat):
            known = self.own < len(self.done)
            assert known or self.sent and self.own == len(self.done), f"decided by nobody: {entry}"
            equal(action, self.done[self.own] if known else self.sent[1], "an own decision")
            self.own += 1

    def resend(self):
        if self.sent:
            self.line.say({"do": "act", "id": "again", "n": self.sent[0], "action": self.sent[1]})
        else:
            self.decide()

    def decide(self):
        if self.sent or self.own != len(self.done) or not self.now or not self.now["legal"]:
            return
        self.sent = (len(self.log), rng.choice(self.now["legal"]))
        self.line.say({"do": "act", "id": "act", "n": self.sent[0], "action": self.sent[1]})

    def hear(self):
        """Takes in what has come; False at the end of the line."""
        alive = True
        try:
            self.line.fill()
        except ws.Closed:
            alive = False
        except BlockingIOError:
            pass
        while (raw := self.line.take()) is not None:
            message = json.loads(raw)
            if message["type"] == "log":
                self.digest(message)
            elif message["type"] == "seats":
                self.over = message["phase"] == "over"
            elif message["type"] == "ok" and message.get("re") in ("act", "again"):
                self.done.append(self.sent[1])
                self.sent = None
            assert message["type"] != "error", f"{message} to {self.sent}"
        return alive

    def close(self):
        self.line.close()


class Table:
    def __init__(self, server, setup):
        game, n, options = self.setup = setup
        tokens = [server.person() for _ in range(n)]
        self.id = server.open(tokens[0], game=game, players=n, options=options, seats=["me"] + ["open"] * (n - 1))["id"]
        self.seats = [Seat(self, seat, token) for seat, token in enumerate(tokens)]
        self.seat_all(server)

    def seat_all(self, server):
        lines = [ws.WebSocket(server.port, f"/api/tables/{self.id}/ws") for _ in self.seats]
        for seat, line in zip(self.seats, lines):
            line.say({"do": "hello", "token": seat.token, "from": 0})
            if seat.seat:
                line.say({"do": "sit", "id": "sit", "seat": seat.seat})
                while json.loads(line.hear()).get("re") != "sit":
                    pass
        lines[0].say({"do": "start", "id": "start"})
        while json.loads(lines[0].hear()).get("re") != "start":
            pass
        for line in lines:
            line.close()

    def replays(self, server):
        """The record of a finished game is accepted by the program, and every decision is in it."""
        answer = server.ask("GET", f"/api/tables/{self.id}/record", token=self.seats[0].token)
        equal(answer.status, 200, "the record")
        replay = subprocess.run([TATAMI, "replay", "-"], input=answer.body, capture_output=True, check=False)
        assert replay.returncode == 0, replay.stderr
        lines = answer.body.decode().splitlines()
        for seat in self.seats:
            played = [line.partition(" ")[2] for line in lines if line.startswith(f"{seat.seat} ")]
            equal(played, seat.done, f"decisions of seat {seat.seat} in the record")


def play(tables, server, seconds, done=lambda: False):
    """Everybody sends again what was on its way, and decides as fast as they can until the time is over, or it is
    done."""
    with selectors.DefaultSelector() as ready:
        for table in tables:
            for seat in table.seats:
                ready.register(seat.line.socket, selectors.EVENT_READ, seat)
                seat.resend()
        end = time.monotonic() + seconds
        while time.monotonic() < end and not done():
            for key, _ in ready.select(0.02):
                assert key.data.hear(), f"the server ended by itself: {server.said()[-3000:]}"
                key.data.decide()


def n_done(tables):
    return sum(len(seat.done) for table in tables for seat in table.seats)


def play_and_kill(tables, server, n, later):
    """After n decisions and perhaps a moment; so a slow machine has as much to lose as a quick one. What the server still said before it
    died is heard."""
    before = n_done(tables)
    play(tables, server, PATIENCE, lambda: n_done(tables) >= before + n)
    assert n_done(tables) >= before + n, f"{n} decisions took more than {PATIENCE} s"
    time.sleep(later)
    server.kill()
    for table in tables:
        for seat in table.seats:
            while seat.hear():
                pass
            seat.close()


def main():
    tap = Tap()
    print(f"# SEED={SEED}", flush=True)
    counts = {"kills": 0, "decisions": 0, "lost": 0, "replayed": 0}
    with Server() as server:
        tables = [Table(server, setup) for setup in setups(server.games())]
        server.kill()

        def settle():
            """Everything that was on its way is done once; finished games are replayed, and others begin."""
            for i, table in enumerate(tables):
                for seat in table.seats:
                    seat.connect(server)
                if all(seat.over and not seat.sent for seat in table.seats):
                    table.replays(server)
                    counts["replayed"] += 1
                    for seat in table.seats:
                        seat.close()
                    tables[i] = Table(server, table.setup)
                    for seat in tables[i].seats:
                        seat.connect(server)

        @tap.test(f"killed {KILLS} times, nothing acknowledged is lost and nothing is done twice")
        def _():
            for _ in range(KILLS):
                server.start()
                settle()
                before = n_done(tables)
                # Every other time at once, while something is on its way, however quick the server is.
                play_and_kill(tables, server, rng.randint(1, 200), rng.choice((0, rng.uniform(0, 0.02))))
                counts["kills"] += 1
                counts["decisions"] += n_done(tables) - before
                counts["lost"] += sum(seat.sent is not None for table in tables for seat in table.seats)
            server.start()
            settle()

        @tap.test("there was something to lose")
        def _():
            print("#", counts)
            assert counts["kills"] == KILLS and counts["decisions"] > KILLS * 10 and counts["lost"], counts

        @tap.test("games that ended in between replay")
        def _():
            assert counts["replayed"] or KILLS < 50, counts

        @tap.test("a running game is played on to its end, and replays")
        def _():
            for table in tables[:2]:
                play([table], server, PATIENCE, lambda: all(seat.over and not seat.sent for seat in table.seats))
                table.replays(server)
            for table in tables:
                for seat in table.seats:
                    seat.close()
    tap.finish()


if __name__ == "__main__":
    main()
