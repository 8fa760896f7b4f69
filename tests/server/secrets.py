#!/usr/bin/python3
"""Two servers whose databases differ only in what one seat may not know: what they send to this seat and to a spectator is the
same, byte for byte, and so is how long it is. Times are the one thing that is left out.

The two logs are found by changing what was hidden from the seat in a simulated game, until the engine's views of the seat are
the same and another's are not. Every game of the registry, with the fewest, the usual and the most players; the seat is the
first, or the last, from which something is ever hidden: where both bid in secret, whoever bids last sees it all."""
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
oracle = None  # a server that is asked what the engine says


def begin():
    global oracle  # pylint: disable=global-statement
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


def simulated(game, n, seed, seat):
    """The events of a game as they were, and as a seat saw them."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([TATAMI, "sim", game, str(n), "--games=1", f"--seed={seed}", "--records", folder],
                       check=True, stdout=subprocess.DEVNULL)
        path = os.path.join(folder, os.listdir(folder)[0])
        with open(path, encoding="utf-8") as file:
            events = file.read().split("\n\n", 1)[1].splitlines()
        seen = subprocess.run([TATAMI, "replay", f"--seat={seat}", path], check=True, capture_output=True, text=True).stdout
        return events, seen.splitlines()[:len(events)]


def unlike(left, right, seat):
    """Whether this seat and spectators cannot tell these apart, and somebody else can, to the last."""
    return (left and right and any(left[viewer][-1] != right[viewer][-1] for viewer in left)
            and all(left[viewer] == right[viewer] for viewer in (str(seat), "spectator")))


GIVE_UP = 8  # games without a secret, after which there is none
EARLY, RECENT = 120, 24  # where a game is looked into, and the hidden words that were maybe not shown since


def hidden_words(events, seen):
    """Where something was hidden from the seat: (line, word), or (line, None) for a whole decision."""
    for line, (event, shown) in enumerate(zip(events, seen)):
        if event == shown:
            continue
        words, shown = event.split(), shown.split()
        if len(words) == len(shown):
            yield from ((line, word) for word in range(1, len(words)) if words[word] != shown[word] and word > 1)
        elif shown[1:] == ["?"]:
            yield line, None
        if len(words) == len(shown) == 2 and shown[1] == "?":
            yield line, None


def changed(events, places, words, actions):
    """The events with one hidden word exchanged for another, or replaced; or another decision."""
    other = [event.split() for event in events]
    line, word = rng.choice(places)
    if word is None:
        other[line][1:] = rng.choice(actions).split()
    elif rng.random() < 0.5:
        other[line][word] = rng.choice(words)
    else:
        there, place = rng.choice([place for place in places if place[1] is not None])
        other[line][word], other[there][place] = other[there][place], other[line][word]
    return [" ".join(words) for words in other]


def twins(game, n, seat):
    """Two lists of events that the seat cannot tell apart; None where nothing in any log is hidden from it."""
    found = False
    for seed in range(1, 60):
        whole, seen = simulated(game, n, seed, seat)
        places = list(hidden_words(whole[:EARLY], seen))
        if not places:
            if seed > GIVE_UP and not found:
                break
            continue
        found = True
        last = rng.choice(places)[0]
        events = whole[:rng.randrange(last + 1, last + 13)]
        wanted = known(game, n, events)
        places = [place for place in places if place[0] < len(events)][-RECENT:]
        kinds = {tuple(whole[line].split()[:2]) for line, _ in places}
        words = sorted({word for event in whole if tuple(event.split()[:2]) in kinds for word in event.split()[2:]})
        actions = sorted({event.partition(" ")[2] for event in whole if not event.startswith("*")})
        for _ in range(60 if wanted else 0):
            other = changed(events, places, words, actions)
            if other != events and unlike(wanted, known(game, n, other), seat):
                return events, other
    assert not found, "no such games were found"
    return None


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


def answers(server, table, n, token):
    """Everything that can be asked for by HTTP, headers included."""
    result = {}
    seats = [f"/replay?as={seat}" for seat in range(n)]
    for path in ("", "/record", "/replay?as=spectator", *seats, "/replay?as=all"):
        for name, who in (("the seat", token), ("nobody", None)):
            answer = server.ask("GET", f"/api/tables/{table}{path}", token=who)
            headers = {key: value for key, value in answer.headers.items() if key not in ("date", "etag")}
            result[name, path] = (answer.status, headers, TIMES.sub(rb'"\1":0', answer.body))
    answer = server.ask("GET", "/api/me/tables", token=token)
    result["history"] = (answer.status, TIMES.sub(rb'"\1":0', answer.body))
    return result


class Pair:
    """The same table on two servers, and who listens there."""

    def __init__(self, game, n, seat, logs):
        self.game, self.n, self.seat, self.logs = game, n, seat, [list(log) for log in logs]
        with Server() as first:
            self.tokens = [first.person(f"Person {seat}") for seat in range(n)]
            self.table = first.open(self.tokens[0], game=game, players=n, seats=["me"] + ["open"] * (n - 1))["id"]
            for other in range(1, n):
                line = Player(first, self.table, self.tokens[other])
                line.do("sit", seat=other)
                line.close()
            first.stop()
            self.servers = []
            for log in logs:
                folder = tempfile.mkdtemp(prefix="tatami-test-")
                shutil.copy(first.db, folder)
                db = os.path.join(folder, "tables.db")
                subprocess.run([APPEND, db, self.table, AT], input="\n".join(["start", *log, ""]), text=True,
                    check=True)
                self.servers.append(self.serve(folder))
        self.token = self.tokens[seat]
        self.ears = [[Ear(server, self.table, self.token) for server in self.servers],
                     [Ear(server, self.table) for server in self.servers],
                     [Ear(server, self.table, self.token, lang="fr", know=True) for server in self.servers]]
        self.others = {other: [Player(server, self.table, token) for server in self.servers]
                       for other, token in enumerate(self.tokens) if other != seat}

    def serve(self, folder):
        return Server(folder=folder)

    def compare(self, when):
        for ears, name in zip(self.ears, ("the seat", "a spectator", "the seat in French")):
            same(*(b"\n".join(ear.heard).decode() for ear in ears), f"{name} {when}")

    def decide(self):
        """Somebody decides the same on both servers, so that the seat still cannot tell them apart; False if nobody
        can."""
        for seat, sides in sorted({**self.others, self.seat: self.ears[0]}.items()):
            legal = [side.now["legal"] or [] for side in sides]
            if seat == self.seat:
                equal(*legal, "what the seat may do")
            common = sorted(set(legal[0]) & set(legal[1]))
            rng.shuffle(common)
            for action in common[:6]:
                logs = [[*log, f"{seat} {action}"] for log in self.logs]
                if unlike(*(known(self.game, self.n, log) for log in logs), self.seat):
                    self.logs = logs
                    self.act(sides, action)
                    return True
        return False

    def act(self, sides, action):
        for i, side in enumerate(sides):
            n = side.act(action)["n"]
            for line in [group[i] for group in (*self.ears, *self.others.values())]:
                line.until(lambda line=line, n=n: line.n >= n)

    def close(self):
        for group in (*self.ears, *self.others.values()):
            for line in group:
                line.close()
        for server in self.servers:
            server.discard()


def look(game, n, seats):
    """From the first of these seats from which something is hidden."""
    @tap.test(f"{game} with {n}: two games that a seat cannot tell apart sound the same to it")
    def _():
        seat, logs = next(((seat, logs) for seat in seats if (logs := twins(game, n, seat))), (None, None))
        if not logs:
            print(f"# {game} with {n}: no log holds anything that is hidden from a seat")
            return
        n_looked[0] += 1
        pair = Pair(game, n, seat, logs)
        try:
            n_differ = sum(ours.now["view"] != theirs.now["view"] for ours, theirs in pair.others.values())
            assert n_differ, "nothing differs for the others either: the test proves nothing"
            pair.compare("at the start")
            equal(*(answers(server, pair.table, n, pair.token) for server in pair.servers), "by HTTP")
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
            equal(*(answers(server, pair.table, n, pair.token) for server in pair.servers), "by HTTP")
            print(f"# {n_moves} decisions, {n_differ} seats with another view, as seen from seat {seat}")
        finally:
            pair.close()


n_looked = [0]


def main():
    begin()
    for each in oracle.games():
        for i, players in enumerate(sorted({each["seats"][0], each["usual"], each["seats"][-1]})):
            look(each["id"], players, range(players) if i == 0 else range(players - 1, -1, -1))

    @tap.test("some games had something to hide")
    def _():
        assert n_looked[0] > 2, n_looked

    oracle.discard()
    tap.finish()


if __name__ == "__main__":
    main()
