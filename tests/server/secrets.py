#!/usr/bin/python3
"""Two servers whose databases differ only in cards that seat 0 may not know: what they send to seat 0 and to a
spectator is the same, byte for byte, and so is how long it is. Times are the one thing that is left out.

The two logs are found by exchanging cards in a simulated game until the engine's views of seat 0 are the same."""
import os
import random
import re
import shutil
import subprocess
import tempfile

from server import TATAMI, No, Player, Server, Tap, equal

APPEND = os.environ["APPEND"]
tap = Tap()
rng = random.Random(1)
TIMES = re.compile(rb'"(at|opened|visited|deadline)":\d{13}')
AT = "1790000000000"
# Not Takamatsu: what lies face down there is drawn when it is turned, so no log holds anything hidden.
SETUPS = [("tatsu", 4), ("tatsu", 3), ("tatata", 3), ("tatata", 4), ("dojo", 3), ("dojo", 4)]


oracle = Server()


def known(game, n, events):
    """What the engine says that everybody knows, by viewer: the events as they were seen, and the view at every step.
    None if the events are not possible."""
    record = "\n".join(['[Tatami "1"]', f'[Game "{game}"]', f'[Players "{n}"]', "", *events, ""])
    answer = oracle.ask("POST", "/api/replay", record.encode(), headers={"Content-Type": "text/plain"})
    if answer.status != 200:
        return None
    steps = answer.json["steps"]
    if not steps[-1]["actors"]:
        return None  # chance is next, or it is over
    return {viewer: [step["views"][viewer] for step in steps] for viewer in steps[0]["views"]}


def simulated(game, n, seed, length):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([TATAMI, "sim", game, str(n), "--games=1", f"--seed={seed}", "--records", folder],
                       check=True, stdout=subprocess.DEVNULL)
        with open(os.path.join(folder, os.listdir(folder)[0]), encoding="utf-8") as file:
            return file.read().split("\n\n", 1)[1].splitlines()[:length]


def unlike(left, right):
    """Whether seat 0 and spectators cannot tell these apart, and somebody else can, to the last."""
    return (left and right and any(left[viewer][-1] != right[viewer][-1] for viewer in left)
            and all(left[viewer] == right[viewer] for viewer in ("0", "spectator")))


def twins(game, n):
    """Two lists of events that seat 0 cannot tell apart: two cards are exchanged."""
    for seed in range(1, 100):
        events = simulated(game, n, seed, rng.randrange(12, 40))
        wanted = known(game, n, events)
        cards = [(line, word) for line, event in enumerate(events) for word, text in enumerate(event.split())
                 if word > 1 and text != "/"]
        for _ in range(60 if wanted and len(cards) > 1 else 0):
            (a, i), (b, j) = rng.sample(cards, 2)
            other = [event.split() for event in events]
            other[a][i], other[b][j] = other[b][j], other[a][i]
            other = [" ".join(words) for words in other]
            if unlike(wanted, known(game, n, other)):
                return events, other
    raise AssertionError("no such games were found")


class Ear(Player):
    """A player who keeps every byte, but for the times."""

    def __init__(self, *words, **more):
        self.heard = []
        super().__init__(*words, **more)

    def take(self):
        message = super().take()
        if message is not None:
            self.heard.append(TIMES.sub(rb'"\1":0', message))
        return message


def same(left, right, about):
    if left != right:
        at = len(os.path.commonprefix([left, right]))
        raise AssertionError(f"{about}: …{left[max(0, at - 200):at + 100]}\n, not …{right[max(0, at - 200):at + 100]}")


def answers(server, table, token):
    """Everything that can be asked for by HTTP, headers included."""
    result = {}
    for path in ("", "/record", "/replay?as=spectator", "/replay?as=0", "/replay?as=1", "/replay?as=all"):
        for name, who in (("seat 0", token), ("nobody", None)):
            answer = server.ask("GET", f"/api/tables/{table}{path}", token=who)
            headers = {key: value for key, value in answer.headers.items() if key not in ("date", "etag")}
            result[name, path] = (answer.status, headers, TIMES.sub(rb'"\1":0', answer.body))
    answer = server.ask("GET", "/api/me/tables", token=token)
    result["history"] = (answer.status, TIMES.sub(rb'"\1":0', answer.body))
    return result


class Pair:
    """The same table on two servers."""

    def __init__(self, game, n, logs):
        self.game, self.n, self.logs = game, n, [list(log) for log in logs]
        with Server() as first:
            self.tokens = [first.person(f"Person {seat}") for seat in range(n)]
            self.table = first.open(self.tokens[0], game=game, players=n, seats=["me"] + ["open"] * (n - 1))["id"]
            for seat in range(1, n):
                line = Player(first, self.table, self.tokens[seat])
                line.do("sit", seat=seat)
                line.close()
            first.stop()
            self.servers = []
            for log in logs:
                folder = tempfile.mkdtemp(prefix="tatami-test-")
                shutil.copy(first.db, folder)
                db = os.path.join(folder, "tables.db")
                subprocess.run([APPEND, db, self.table, AT], input="\n".join(["start", *log, ""]), text=True,
                    check=True)
                self.servers.append(Server(folder=folder))
        self.ears = [[Ear(server, self.table, self.tokens[0]) for server in self.servers],
                     [Ear(server, self.table) for server in self.servers],
                     [Ear(server, self.table, self.tokens[0], lang="fr", know=True) for server in self.servers]]
        self.others = [[Player(server, self.table, token) for server in self.servers] for token in self.tokens[1:]]

    def compare(self, when):
        for ears, name in zip(self.ears, ("seat 0", "a spectator", "seat 0 in French")):
            same(*(b"\n".join(ear.heard).decode() for ear in ears), f"{name} {when}")

    def decide(self):
        """Somebody decides the same on both servers, so that seat 0 still cannot tell them apart; False if nobody
        can."""
        for seat, sides in enumerate((self.ears[0], *self.others)):
            legal = [side.now["legal"] or [] for side in sides]
            if seat == 0:
                equal(*legal, "what seat 0 may do")
            common = sorted(set(legal[0]) & set(legal[1]))
            rng.shuffle(common)
            for action in common[:6]:
                logs = [[*log, f"{seat} {action}"] for log in self.logs]
                if unlike(*(known(self.game, self.n, log) for log in logs)):
                    self.logs = logs
                    self.act(sides, action)
                    return True
        return False

    def act(self, sides, action):
        for i, side in enumerate(sides):
            n = side.act(action)["n"]
            for line in [group[i] for group in (*self.ears, *self.others)]:
                line.until(lambda line=line, n=n: line.n >= n)

    def close(self):
        for group in (*self.ears, *self.others):
            for line in group:
                line.close()
        for server in self.servers:
            server.discard()


def look(game, n):
    @tap.test(f"{game} with {n}: two games that seat 0 cannot tell apart sound the same")
    def _():
        pair = Pair(game, n, twins(game, n))
        try:
            n_differ = sum(ours.now["view"] != theirs.now["view"] for ours, theirs in pair.others)
            assert n_differ, "nothing differs for the others either: the test proves nothing"
            pair.compare("at the start")
            equal(*(answers(server, pair.table, pair.tokens[0]) for server in pair.servers), "by HTTP")
            n_moves = 0
            while n_moves < 12 and pair.decide():
                n_moves += 1
                pair.compare(f"after {n_moves} decisions")
            for ear in (*pair.ears[0], *pair.ears[1]):
                try:
                    ear.do("act", n=ear.n, action="dance")
                    raise AssertionError("accepted")
                except No:
                    pass
            pair.compare("after a refusal")
            equal(*(answers(server, pair.table, pair.tokens[0]) for server in pair.servers), "by HTTP")
            print(f"# {n_moves} decisions, {n_differ} seats with another view")
        finally:
            pair.close()


for setup in SETUPS:
    look(*setup)
oracle.discard()
tap.finish()
