#!/usr/bin/python3
"""The life of a table against a small model of it, by random schedules: people who come, go, decide, take back, vote and talk, over several
lines each, with messages sent twice, lines that are lost, and a server that is stopped or killed and started again.

The model is written from docs/PROTOCOL.md and knows no game: what is legal, and whether a decision can be taken back, it takes from what
the server told the player whose turn it is. Everything else it foretells: what is accepted and with which code the rest is refused, who sits
where, who is the host, the phase, the chat, and the log, entry by entry. After every step all who look must have been told the same.

SCHEDULES says how many (6, or one for every game; fewer with sanitizers), STEPS how long each is, SEED from where the chances come (1)."""
import os
import random
import re
import subprocess
import time

from server import SANITIZED, TATAMI, No, Player, Server, Tap, equal

STEPS = int(os.environ.get("STEPS", "60" if SANITIZED else "90"))
SEED = int(os.environ.get("SEED", "1"))
NAMES = ["Aiko", "Ben", "Chloé", "Dora", "Emil", "Fumi", "Gabi", "Hugo", "Ines", "Jun"]  # two more than seats


def games():
    """[(game, least players, most players)] of the registry."""
    text = subprocess.run([TATAMI, "games"], check=True, capture_output=True, text=True,
                          env={**os.environ, "LANGUAGE": "en"}).stdout
    return [(name, int(least), int(most))
            for name, least, most in re.findall(r"^(\w+) \(.*, (\d+) to (\d+) players\)$", text, re.MULTILINE)]


SCHEDULES = int(os.environ.get("SCHEDULES", "3" if SANITIZED else str(max(6, len(games())))))


class Model:
    """What is so at the table, and what may happen. Functions return the code of a refusal, "done" where nothing is to be
    done any more, or None after they made it so."""

    def __init__(self, n_seats, host):
        self.seats = [{"kind": "person", "who": host, "bot": False}]
        self.seats += [{"kind": "open", "who": None, "bot": False} for _ in range(n_seats - 1)]
        self.host, self.phase, self.chat = host, "waiting", True
        self.left = {}  # who left the running game, and from which seats they saw it
        self.votes = {}  # by seat: those who want a bot there
        self.asking = None  # the seat that asks for an undo
        self.to_agree = set()

    def seat_of(self, who):
        return next((i for i, seat in enumerate(self.seats) if seat["kind"] == "person" and seat["who"] == who), None)

    def people(self):
        return {i for i, seat in enumerate(self.seats) if seat["kind"] == "person"}

    def sit(self, who, seat):
        has = self.seat_of(who)
        if has == seat:
            return "done"
        if has is not None or self.phase == "over" or self.seats[seat]["kind"] != "open":
            return "refused"
        if self.phase == "running" and self.left.get(who, {seat}) != {seat}:
            return "forbidden"
        self.seats[seat] = {"kind": "person", "who": who, "bot": False}
        self.host = self.host or who
        return None

    def leave(self, who):
        seat = self.seat_of(who)
        if seat is None:
            return "forbidden"
        if self.phase == "over":
            return "refused"
        if self.phase == "running":
            self.left.setdefault(who, set()).add(seat)
        self.seats[seat] = {"kind": "open", "who": None, "bot": self.phase == "running"}
        if self.host == who:
            self.host = next((other["who"] for other in self.seats if other["kind"] == "person"), None)
        return None

    def bot(self, who, seat, level):
        if who != self.host:
            return "forbidden"
        if self.phase != "waiting" or self.seats[seat]["kind"] == "person":
            return "refused"
        self.seats[seat] = {"kind": "bot" if level else "open", "who": None, "bot": bool(level)}
        return None

    def start(self, who):
        if who != self.host:
            return "forbidden"
        if self.phase != "waiting":
            return "done"
        if any(seat["kind"] == "open" for seat in self.seats):
            return "refused"
        self.phase = "running"
        return None

    def back(self, who):
        seat = self.seat_of(who)
        if seat is None:
            return "forbidden"
        if not self.seats[seat]["bot"] or self.phase != "running":
            return "done"
        self.seats[seat]["bot"] = False
        self.votes.pop(seat, None)
        return None

    def vote(self, who, seat, awaited):
        """`awaited`: the game waits for that seat. Whether the bot comes now is told by `stand_in`."""
        own = self.seat_of(who)
        if own is None:
            return "forbidden"
        there = self.seats[seat]
        if seat == own or there["kind"] != "person" or there["bot"] or self.phase != "running" or not awaited:
            return "refused"
        self.votes.setdefault(seat, set()).add(own)
        return None

    def stand_in(self, seat):
        others = self.people() - {seat}
        if 2 * len(self.votes.get(seat, set()) & others) <= len(others):
            return False
        self.seats[seat]["bot"] = True
        return True

    def switch_chat(self, who, on):
        if who != self.host:
            return "forbidden"
        if self.chat == on:
            return "done"
        self.chat = on
        return None


class Table:
    """One schedule: the model, the people with their lines, and the log as it was first told."""

    def __init__(self, server, rng, game, n_seats):
        self.server, self.rng, self.game = server, rng, game
        self.tokens = {name: server.person(name) for name in NAMES[: n_seats + 2]}
        host = NAMES[0]
        self.id = server.open(self.tokens[host], game=game, players=n_seats, seats=["me"] + ["open"] * (n_seats - 1))["id"]
        self.model = Model(n_seats, host)
        self.lines = {name: self.come(name) for name in self.tokens}
        self.log = []
        self.n_done = self.n_refused = 0

    def come(self, name):
        return Player(self.server, self.id, self.tokens[name])

    def expect(self, name, wanted, what, **fields):
        """Says it; what the server makes of it must be what the model makes of it. The answer."""
        self.n_done += wanted is None
        self.n_refused += wanted not in (None, "done")
        try:
            answer = self.lines[name].do(what, **fields)
        except No as no:
            equal(no.code, wanted or "accepted", f"{name}: {what} {fields}")
            return None
        assert wanted in (None, "done"), f"{name}: {what} {fields}: expected {wanted}, found {answer}"
        return answer

    def settle(self):
        """Everybody has been told all that was stored, and it is the turn of a person, or the end."""
        end = time.monotonic() + 60
        while True:
            assert time.monotonic() < end, f"nobody goes on: {self.lines[NAMES[0]].now}, {self.model.seats}, {self.model.phase}"
            n = self.server.ask("GET", f"/api/tables/{self.id}", token=self.tokens[NAMES[0]]).json["n"]
            for line in self.lines.values():
                line.until(lambda line=line: line.n >= n, 60)
            if any(line.n > n for line in self.lines.values()):
                continue
            # Bots and chance go on by themselves; people are what we wait for.
            now = self.lines[NAMES[0]].now
            if not now or self.over() or self.awaited():
                return

    def over(self):
        return any(line.phase == "over" or (line.now and not line.now["actors"]) for line in self.lines.values())

    def awaited(self):
        """The seats of people, without a bot in their place, that the game waits for."""
        now = self.lines[NAMES[0]].now
        return {seat for seat in (now or {}).get("actors") or [] if isinstance(seat, int)
                and self.model.seats[seat]["kind"] == "person" and not self.model.seats[seat]["bot"]}

    def check(self):
        """What everybody was told is the same for all, does not change any more, and is what the model says."""
        if self.over():
            self.model.phase = "over"
            for line in self.lines.values():
                line.until(lambda line=line: line.phase == "over", 60)
        for name, line in self.lines.items():
            kinds = [{"kind": seat["kind"], "who": seat["who"] if seat["kind"] == "person" else None} for seat in self.model.seats]
            line.until(lambda line=line: [seat["kind"] for seat in line.seats] == [seat["kind"] for seat in kinds], 60)
            for told, wanted in zip(line.seats, kinds):
                if wanted["who"]:
                    equal(told["name"], wanted["who"], f"the name that {name} sees")
            line.until(lambda line=line: line.phase == self.model.phase, 60)
            line.until(lambda name=name, line=line: line.host == (self.model.host == name), 60)
            line.until(lambda name=name, line=line: line.you == self.model.seat_of(name), 60)
        # Notes and chat are told to everybody alike; of events, who and when.
        for line in self.lines.values():
            plain = [(entry["n"], entry.get("note"), entry.get("chat"), entry.get("event", "").split(" ")[0], entry.get("seat"))
                     for entry in line.entries]
            for told, before in zip(plain, self.log):
                # Anyone who comes after an undo is not told what was taken back.
                if "taken-back" not in (told[1], before[1]):
                    equal(told, before, "an entry, told again")
            self.log = max(self.log, plain, key=len)

    # What can happen

    def anybody(self):
        return self.rng.choice(list(self.lines))

    def any_seat(self):
        return self.rng.randrange(len(self.model.seats))

    def do_sit(self):
        name, seat = self.anybody(), self.any_seat()
        self.expect(name, self.model.sit(name, seat), "sit", seat=seat)

    def do_leave(self):
        name = self.anybody()
        # A table without anybody is no test of anything.
        if self.model.seat_of(name) is not None and len(self.model.people()) == 1:
            return
        self.expect(name, self.model.leave(name), "leave")

    def do_bot(self):
        name, seat, level = self.anybody(), self.any_seat(), self.rng.choice(["random", "random", None])
        self.expect(name, self.model.bot(name, seat, level), "bot", seat=seat, level=level)

    def do_start(self):
        name = self.model.host if self.rng.random() < 0.7 else self.anybody()
        self.expect(name, self.model.start(name), "start")

    def do_chat(self):
        self.expect(self.anybody(), None if self.model.chat else "refused", "chat", text="Hm.")

    def do_switch_chat(self):
        name, on = self.anybody(), self.rng.random() < 0.7
        self.expect(name, self.model.switch_chat(name, on), "chat-on" if on else "chat-off")

    def do_act(self):
        """A decision, now and then said twice: it is done once."""
        for seat in self.awaited():
            line = self.lines[self.model.seats[seat]["who"]]
            line.until(lambda line=line: line.now["legal"], 60)
            action, n = self.rng.choice(line.now["legal"]), line.n
            answer = self.expect(self.model.seats[seat]["who"], None, "act", n=n, action=action)
            line.until(lambda: line.n >= answer["n"], 60)
            if self.rng.random() < 0.3:
                equal(line.do("act", n=n, action=action)["n"] >= answer["n"], True, "the same decision again")
            self.model.asking = None
            return

    def do_wrong_turn(self):
        """Anyone who does not have to decide, or has no seat, is refused."""
        name = self.anybody()
        seat = self.model.seat_of(name)
        if self.model.phase != "running" or seat in self.awaited():
            return
        self.expect(name, "forbidden" if seat is None else "syntax", "act", n=self.lines[name].n, action="no such thing")

    def do_undo(self):
        """Where it touches nobody it is done; where others are asked, one no is enough."""
        name = self.anybody()
        seat, line = self.model.seat_of(name), self.lines[name]
        if seat is None or self.model.phase == "waiting":
            self.expect(name, "forbidden" if seat is None else "refused", "undo", n=line.n)
            return
        if self.model.phase != "running" or not line.now["undo"] or len(self.model.people()) > 1:
            return
        n_undone = sum(entry.get("note") == "undo" for entry in line.entries)
        self.expect(name, None, "undo", n=line.n)
        line.until(lambda: sum(entry.get("note") == "undo" for entry in line.entries) == n_undone + 1, 60)

    def do_vote(self):
        name, seat = self.anybody(), self.any_seat()
        awaited = seat in self.awaited()
        wanted = self.model.vote(name, seat, awaited)
        self.expect(name, wanted, "stand-in", seat=seat)
        if wanted is None:
            self.model.stand_in(seat)

    def do_back(self):
        name = self.anybody()
        self.expect(name, self.model.back(name), "back")

    def do_lose_line(self):
        name = self.anybody()
        self.lines[name].close()
        self.lines[name] = self.come(name)

    def do_restart(self):
        """Killed, or asked to stop: nothing that was acknowledged is lost, votes are forgotten."""
        if self.rng.random() < 0.5:
            self.server.kill()
        else:
            equal(self.server.stop(), 0, "the exit status")
        self.server.start()
        self.model.votes.clear()
        self.lines = {name: self.come(name) for name in self.lines}

    def step(self):
        before = [(self.do_sit, 8), (self.do_leave, 1), (self.do_bot, 4), (self.do_start, 6)]
        always = [(self.do_chat, 2), (self.do_switch_chat, 1), (self.do_lose_line, 2), (self.do_wrong_turn, 2), (self.do_back, 2)]
        during = [(self.do_act, 40), (self.do_undo, 4), (self.do_vote, 4), (self.do_sit, 2), (self.do_leave, 1), (self.do_start, 1)]
        choices = always + (before if self.model.phase == "waiting" else during) + [(self.do_restart, 1)]
        happens, = self.rng.choices([choice for choice, _ in choices], [weight for _, weight in choices])
        happens()
        self.settle()
        self.check()


def main():
    tap = Tap()
    rng = random.Random(SEED)
    done = []
    for number in range(SCHEDULES):
        game, least, most = games()[number % len(games())]

        @tap.test(f"schedule {number} of seed {SEED}: {game} as the model says")
        def _(game=game, least=least, most=most):
            with Server("--grace=0") as server:
                table = Table(server, rng, game, rng.randint(least, min(least + 1, most)))
                try:
                    for _ in range(STEPS):
                        table.step()
                        if table.model.phase == "over":
                            break
                except Exception:
                    print(f"# after {table.n_done} things done, {table.n_refused} refused")
                    raise
                done.append(table.n_done)
                equal(server.stop(), 0, "the exit status")

    @tap.test("the schedules together did enough to prove something")
    def _():
        assert sum(done) > len(done) * STEPS // 8, f"things done by schedule: {done}"

    tap.finish()


if __name__ == "__main__":
    main()
