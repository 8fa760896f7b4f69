"""People who play at tables of a site, whatever happens to it: they reconnect, keep what they were told, and notice when
anything they were told is no longer true. What is checked comes from what they saw, not from the servers' books."""
import json
import random
import select
import subprocess
import threading
import time

import ws
from server import TATAMI, equal

RECONNECT = 0.1
OVERLAP = 500  # entries that are asked for again
PATIENCE = 6.0  # for an answer; then they try another connection, as a browser does


class Wrong(AssertionError):
    """Something was acknowledged and is not there, or is there twice, or changed."""


class Seat:
    """`log` is what this one was told; `done` are its decisions that were acknowledged or turned out to be there; `sent` is
    the one on its way."""

    def __init__(self, table, seat, token):
        self.table, self.seat, self.token = table, seat, token
        self.log, self.own, self.done, self.sent, self.sent_at = [], 0, [], None, 0.0
        self.line, self.now, self.over = None, None, False
        self.n_connected = self.n_refused = 0
        self.try_at = 0.0

    def connect(self, port):
        """What is told again must be what was told before; what was acknowledged must be there."""
        try:
            self.line = ws.WebSocket(port, f"/api/tables/{self.table.id}/ws", timeout=PATIENCE)
            start = max(0, len(self.log) - OVERLAP)
            self.line.say({"do": "hello", "token": self.token, "from": start})
            message = json.loads(self.line.hear(PATIENCE))
        except (OSError, ws.Closed, ws.Refused):  # no node, or not now
            self.drop()
            return
        if message["type"] != "table":
            if message.get("code") not in ("unavailable", "server"):
                raise Wrong(f"hello was answered with {message}")
            self.drop()
            return
        self.n_connected += 1
        if len(message["entries"]) != message["n"] - start:
            raise Wrong("not the entries that were asked for")
        if message["n"] < len(self.log):
            raise Wrong(f"table {self.table.id}: {len(self.log)} entries were told, now there are {message['n']}")
        self.digest(message)
        self.over = self.over or message["phase"] == "over"
        if self.own == len(self.done) + 1:  # it came through, though nobody could say so
            self.done.append(self.sent)
        if self.own != len(self.done):
            raise Wrong(f"seat {self.seat}: {self.own} decisions in the log, {len(self.done)} acknowledged")
        self.sent = None
        self.line.socket.setblocking(False)

    def drop(self):
        if self.line:
            self.line.close()
        self.line = None
        self.try_at = time.monotonic() + RECONNECT

    def digest(self, message):
        for entry in message["entries"]:
            if entry["n"] < len(self.log):
                if entry != self.log[entry["n"]]:
                    raise Wrong(f"was told {self.log[entry['n']]}, now {entry}")
                continue
            if entry["n"] != len(self.log):
                raise Wrong(f"entry {entry['n']} comes after {len(self.log)}")
            self.log.append(entry)
            seat, _, action = entry.get("event", "").partition(" ")
            if seat == str(self.seat):
                known = self.own < len(self.done)
                if not known and not (self.sent and self.own == len(self.done)):
                    raise Wrong(f"decided by nobody: {entry}")
                equal(action, self.done[self.own] if known else self.sent, "an own decision")
                self.own += 1
        self.now = message["now"]

    def decide(self, choose):
        if self.sent or self.own != len(self.done) or not self.now or not self.now["legal"]:
            return
        self.sent, self.sent_at = choose(self.now["legal"]), time.monotonic()
        try:
            self.line.say({"do": "act", "id": "act", "n": len(self.log), "action": self.sent})
        except OSError:
            self.drop()

    def hear(self):
        """Takes in what has come. A connection that ends, or on which a decision is not answered, is replaced."""
        alive = True
        try:
            self.line.fill()
        except (ws.Closed, TimeoutError):
            alive = False
        except BlockingIOError:
            pass
        try:
            while (raw := self.line.take()) is not None:
                self.take(json.loads(raw))
        except ws.Closed:
            alive = False
        if not alive:
            self.drop()

    def take(self, message):
        kind = message["type"]
        if kind == "log":
            self.digest(message)
        elif kind == "seats":
            self.over = self.over or message["phase"] == "over"
        elif kind == "ok" and message.get("re") == "act":
            self.table.acknowledged(message["n"] - 1, self)
            self.done.append(self.sent)
            self.sent = None
        elif kind == "error":
            # `unavailable`: perhaps it was stored, perhaps not. We will see when we are connected again.
            if message["code"] != "unavailable":
                raise Wrong(f"{message} to {self.sent}")
            self.n_refused += 1


class Table(threading.Thread):
    """One table and its people, on a thread of its own."""

    def __init__(self, site, setup, seed, pause=0.0, ports=None):
        super().__init__(daemon=True)
        self.site, self.rng, self.pause = site, random.Random(seed), pause
        self.ports = ports or (lambda: site.port)
        game, n, options = self.setup = setup
        tokens = [self.insist("POST", "/api/me", {"name": f"P{seat}"})["token"] for seat in range(n)]
        self.id = self.insist("POST", "/api/tables", {"game": game, "players": n, "options": options,
            "seats": ["me"] + ["open"] * (n - 1)}, tokens[0])["id"]
        self.seats = [Seat(self, seat, token) for seat, token in enumerate(tokens)]
        self.acks = {}  # position in the log: who decided what
        self.stopping = False
        self.failure = None
        self.ack_times = []  # when it was sent, when it was acknowledged
        self.seat_all()

    def insist(self, *request):
        """Until there is an answer that is no refusal for want of a node or a database."""
        end = time.monotonic() + 60
        while True:
            try:
                answer = ws.ask(self.ports(), *request)
                if answer.status < 400:
                    return answer.json
                if answer.status < 500 or time.monotonic() > end:
                    raise AssertionError(f"{request}: {answer}")
            except (OSError, ws.Closed) as error:
                if time.monotonic() > end:
                    raise AssertionError(f"{request}: {error}") from error
            time.sleep(0.1)

    def say_until_done(self, who, **message):
        """Something that may be said again: to sit where one sits is refused, and means that it is done."""
        end = time.monotonic() + 60
        while True:
            try:
                line = ws.WebSocket(self.ports(), f"/api/tables/{self.id}/ws")
                line.say({"do": "hello", "token": who.token, "from": 0})
                if json.loads(line.hear())["type"] == "table":
                    line.say({**message, "id": "x"})
                while True:
                    answer = json.loads(line.hear())
                    if answer.get("re") == "x" and answer.get("code") != "unavailable":
                        line.close()
                        return
                    if answer["type"] == "error" and answer["code"] == "unavailable":
                        break
            except (OSError, ws.Closed, ws.Refused):
                pass
            if time.monotonic() > end:
                raise AssertionError(f"{message} at table {self.id}")
            time.sleep(0.1)

    def seat_all(self):
        for seat in self.seats[1:]:
            self.say_until_done(seat, do="sit", seat=seat.seat)
        self.say_until_done(self.seats[0], do="start")

    def acknowledged(self, position, seat):
        if position in self.acks:
            raise Wrong(f"table {self.id}: position {position} was acknowledged twice")
        self.acks[position] = (seat.seat, seat.sent)
        self.ack_times.append((seat.sent_at, time.monotonic()))

    def run(self):
        try:
            while not self.stopping and not self.is_over():
                self.step()
        except Exception as error:  # pylint: disable=broad-except
            self.failure = error

    def is_over(self):
        return all(seat.over and not seat.sent for seat in self.seats)

    def step(self):
        now = time.monotonic()
        for seat in self.seats:
            if not seat.line and now >= seat.try_at:
                seat.connect(self.ports())
            elif seat.line and seat.sent and now > seat.sent_at + PATIENCE:
                seat.drop()
            if seat.line:
                seat.decide(self.rng.choice)
        lines = {seat.line.socket: seat for seat in self.seats if seat.line}
        if not lines:
            time.sleep(0.02)
            return
        for ready in select.select(list(lines), [], [], 0.05)[0]:
            lines[ready].hear()
        if self.pause:
            time.sleep(self.pause)

    def settle(self):
        """After everything: everybody is connected once more, nothing is on its way, and all saw the same."""
        end = time.monotonic() + 90
        for seat in self.seats:
            seat.drop()
            while not seat.line:
                seat.connect(self.ports())
                if time.monotonic() > end:
                    raise AssertionError(f"table {self.id} cannot be reached")
        longest = max(self.seats, key=lambda seat: len(seat.log)).log
        for seat in self.seats:
            while len(seat.log) < len(longest):
                seat.drop()
                seat.connect(self.ports())
                if time.monotonic() > end:
                    raise AssertionError("the log does not come to rest")
        for position, (who, action) in self.acks.items():
            equal(self.seats[who].log[position].get("event"), f"{who} {action}",
                f"table {self.id}: what was acknowledged as entry {position}")
        for seat in self.seats:
            seat.line.close()

    def replays(self):
        """The record is accepted by the program, and every decision is in it once."""
        token = self.seats[0].token
        answer = None
        end = time.monotonic() + 60
        while answer is None or answer.status >= 500:
            assert time.monotonic() < end, answer
            answer = ws.ask(self.ports(), "GET", f"/api/tables/{self.id}/record", None, token)
        equal(answer.status, 200, "the record")
        if not self.is_over():
            return 0  # of a running game one gets only what one saw
        replay = subprocess.run([TATAMI, "replay", "-"], input=answer.body, capture_output=True, check=False)
        assert replay.returncode == 0, replay.stderr
        lines = answer.body.decode().splitlines()
        for seat in self.seats:
            played = [line.partition(" ")[2] for line in lines if line.startswith(f"{seat.seat} ")]
            equal(played, seat.done, f"decisions of seat {seat.seat} in the record")
        return 1
