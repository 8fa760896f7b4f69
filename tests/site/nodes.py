#!/usr/bin/python3
"""Several nodes that share a database, asked directly, without a proxy: who plays a table, what the others tell about it, and
what happens when one of them stops, dies, or the database does. And hidden information: two sites that differ in hidden cards
sound the same to a seat that reconnects through one node after the other."""
import json
import os
import re
import select
import shutil
import signal
import subprocess
import time

import house
import ws
from postgres import Postgres
from server import TATAMI, Player, Server, Tap, equal, eventually, play_on, settle

import secrets as hidden  # tests/server/secrets.py comes before Python's own: house.py puts its folder first

tap = Tap()
SECRETS = int(os.environ.get("SECRETS", "1"))  # games whose secrets are looked at
LONG = SECRETS > 1
n_looked = [0]


def closing(line):
    """The code a connection is closed with."""
    try:
        while True:
            line.hear()
    except ws.Closed as end:
        return end.code


def people(site, n=2):
    tokens = [site.nodes[i % len(site.nodes)].person(f"Person {i}") for i in range(n)]
    table = site.nodes[0].open(tokens[0], players=n, seats=["me"] + ["open"] * (n - 1), listed=True)["id"]
    return tokens, table


def sit_down(node, tokens, table):
    players = [Player(node, table, token) for token in tokens]
    for seat, player in enumerate(players[1:], 1):
        player.do("sit", seat=seat)
    players[0].do("start")
    for player in players:
        player.until(lambda player=player: player.now and player.now["actors"])
    settle(players)
    return players


def anything(site):
    a, b, c = site.nodes

    @tap.test("a table opened at one node is listed, shown and played at every other")
    def _():
        tokens, table = people(site)
        for node in site.nodes:
            listed = node.ask("GET", "/api/tables").json["tables"]
            assert table in [entry["id"] for entry in listed], listed
            equal(node.ask("GET", f"/api/tables/{table}").json["n"], 1, "entries so far")
        players = sit_down(b, tokens, table)
        play_on(players, most=5)
        n = players[0].n
        for node in site.nodes:  # a copy that is read again when the log has grown
            assert eventually(lambda node=node: node.ask("GET", f"/api/tables/{table}").json["n"] >= n)
        play_on(players, most=5)
        for node in site.nodes:
            assert node.ask("GET", f"/api/tables/{table}").json["n"] >= n + 5
        equal(a.ask("GET", "/api/me/tables", token=tokens[1]).json["tables"][0]["phase"], "running", "of the second person")

    @tap.test("whoever visits a table at another node takes it there; those who were at the first one are told to come back")
    def _():
        tokens, table = people(site)
        players = sit_down(a, tokens, table)
        play_on(players, most=4)
        moved = [Player(c, table, token) for token in tokens]
        for old in players:
            equal(closing(old), 1013, "try again later")
        equal(moved[0].entries[:4], players[0].entries[:4], "what was told before")
        play_on(moved, most=4)
        assert "tatami_tables_taken_total" in c.ask("GET", "/metrics").body.decode()

    @tap.test("a node that was stopped and wakes up acknowledges nothing more for a table that another has taken")
    def _():
        tokens, table = people(site)
        players = sit_down(a, tokens, table)
        play_on(players, most=3)
        decider = settle(players)
        a.process.send_signal(signal.SIGSTOP)
        try:
            action = decider.now["legal"][0]
            decider.say({"do": "act", "id": "late", "n": decider.n, "action": action})
            moved = [Player(b, table, token) for token in tokens]
            play_on(moved, most=3)
            n = moved[0].n
        finally:
            a.process.send_signal(signal.SIGCONT)
        heard = []
        try:
            while True:
                heard.append(decider.hear())
        except ws.Closed:
            pass
        assert not any(b'"ok"' in message for message in heard), heard
        play_on(moved, most=3)
        assert moved[0].n > n

    @tap.test("tokens that are revoked at one node are void at the others at once")
    def _():
        token = a.person("Ann")
        code = a.ask("POST", "/api/me/move", {}, token).json["code"]
        second = b.ask("POST", "/api/me/claim", {"code": code}).json["token"]
        table = a.open(token, players=2, seats=["me", "open"])["id"]
        player = Player(c, table, token)
        equal(b.ask("POST", "/api/me/forget", {}, second).status, 200, "forget")
        equal(closing(player), 1008, "disconnected at another node")
        equal(c.ask("GET", "/api/me", token=token).status, 401, "the old token")
        equal(c.ask("GET", "/api/me", token=second).status, 200, "the one that is kept")

    @tap.test("a new name, chosen at one node, is soon shown at the tables of the others")
    def _():
        tokens, table = people(site)
        players = sit_down(b, tokens, table)
        equal(c.ask("POST", "/api/me/name", {"name": "Zoe"}, tokens[1]).status, 200, "a new name")
        players[0].until(lambda: "Zoe" in str(players[0].seats))
        for node in site.nodes:
            assert eventually(lambda node=node: "Zoe" in node.ask("GET", f"/api/tables/{table}").body.decode(), 60)

    @tap.test("who is at a table is soon shown by the nodes that do not play it")
    def _():
        tokens, table = people(site)
        players = sit_down(b, tokens, table)
        watcher = Player(b, table)

        def shown(node):
            found = node.ask("GET", f"/api/tables/{table}").json
            return [seat["online"] for seat in found["seats"]], found["watching"]

        for node in (a, c):
            assert eventually(lambda node=node: shown(node) == ([True, True], 1), 60), shown(node)
        players[1].close()
        watcher.close()
        for node in (a, c):
            assert eventually(lambda node=node: shown(node) == ([True, False], 0), 60), shown(node)
        c.stop()  # one that starts later is told what the others know
        c.start()
        assert eventually(lambda: shown(c) == ([True, False], 0), 60), shown(c)

    @tap.test("somebody who is deleted at one node is gone from what every other node tells")
    def _():
        tokens, table = people(site)
        players = sit_down(b, tokens, table)
        play_on(players, most=2)
        for node in site.nodes:  # a has a copy now, and b plays it
            assert "Person 1" in node.ask("GET", f"/api/tables/{table}").body.decode()
        equal(c.ask("POST", "/api/me/delete", {"sure": True}, tokens[1]).status, 200, "deleting")
        for node in site.nodes:
            assert eventually(lambda node=node: "Person 1" not in node.ask("GET", f"/api/tables/{table}").body.decode()), (
                "the name is still told")
            assert eventually(lambda node=node: node.ask("GET", "/api/me", token=tokens[1]).status == 401), "the token"
        other = Player(a, table, tokens[0])
        assert "Person 1" not in str(other.whole), other.whole
        equal(closing(players[0]), 1013, "whoever was there is asked to come back")

    @tap.test("a node that stops tells its clients, and they play on at another")
    def _():
        tokens, table = people(site)
        players = sit_down(c, tokens, table)
        n_done = play_on(players, most=6)
        c.process.send_signal(signal.SIGTERM)
        for player in players:
            equal(closing(player), 1001, "going away")
        equal(c.process.wait(ws.PATIENCE), 0, "its exit status")
        moved = [Player(a, table, token) for token in tokens]
        assert moved[0].n >= n_done
        play_on(moved, most=6)
        c.start()

    @tap.test("without the database decisions are refused as unavailable, and it goes on by itself")
    def _():
        tokens, table = people(site)
        players = sit_down(b, tokens, table)
        decider = settle(players)
        n = decider.n
        site.primary().stop(signal.SIGQUIT)
        action = decider.now["legal"][0]
        equal(decider.refused("act", n=n, action=action), "unavailable", "a decision")
        equal(closing(decider), 1013, "try again later")
        for node in site.nodes:
            assert eventually(lambda node=node: node.ask("GET", "/health").status == 503, 60)
        equal(b.ask("GET", f"/api/tables/{table}").status, 503, "a table that cannot be read")
        equal(b.ask("GET", "/api/games").status, 200, "what needs no database")
        site.primary().start()
        for node in site.nodes:
            assert eventually(node.healthy, 60), node.said()[-2000:]
        moved = [Player(b, table, token) for token in tokens]
        equal(moved[0].n, n, "nothing was stored")
        play_on(moved, most=4)

    @tap.test("after the database was away, a node that had nothing to store meanwhile stores the first thing it is given")
    def _():
        for how in (signal.SIGQUIT, signal.SIGINT, signal.SIGQUIT):
            site.primary().stop(how)
            for node in site.nodes:
                assert eventually(lambda node=node: node.ask("GET", "/health").status == 503, 60)
            site.primary().start()
            for node in site.nodes:
                assert eventually(node.healthy, 60), node.said()[-2000:]
                node.person("Ann")


def cut_off(site):
    node = site.nodes[0]

    @tap.test("while the database does not answer, whoever needs no database is answered before those who wait for it")
    def _():
        token = node.person("Ann")
        longest = []

        def is_quick():
            """Somebody's question waits for the database; another one's does not wait for that."""
            site.wires[0].split()
            line = ws.Line(node.port)
            try:
                line.send(ws.request("GET", "/api/me/tables", token=token))
                n_answers = 0
                while not select.select([line.socket], [], [], 0)[0]:
                    start = time.monotonic()
                    equal(node.ask("GET", "/api/games").status, 200, "what needs no database")
                    longest.append(time.monotonic() - start)
                    n_answers += 1
                equal(line.answer().status, 503, "what needs it")
                return n_answers > 1
            finally:
                line.close()
                site.wires[0].heal()
                time.sleep(2)  # a question that was on its way when the line was cut may still count as not answered
                assert eventually(node.healthy, 60), node.said()[-2000:]

        assert any(is_quick() for _ in range(5)), "the server waits for its database"
        print(f"# longest wait for an answer that needs no database, while that is cut off: {max(longest) * 1000:.0f} ms")


    @tap.test("what was done elsewhere while a node was cut off, it learns when it is back: tokens, names")
    def _():
        b = site.nodes[1]
        tokens, table = people(site)
        second = b.ask("POST", "/api/me/claim",
            {"code": node.ask("POST", "/api/me/move", {}, tokens[1]).json["code"]}).json["token"]
        players = sit_down(node, tokens, table)
        site.wires[0].split()
        try:
            assert eventually(lambda: node.ask("GET", "/health").status == 503, 60)
            equal(b.ask("POST", "/api/me/name", {"name": "Zoe"}, tokens[0]).status, 200, "a new name")
            equal(b.ask("POST", "/api/me/forget", {}, second).status, 200, "forget")
        finally:
            site.wires[0].heal()
        equal(closing(players[1]), 1008, "the one whose token is void")
        players[0].until(lambda: "Zoe" in str(players[0].seats), 60)
        assert eventually(node.healthy, 60), node.said()[-2000:]


def clocks(site):
    a, b, _ = site.nodes

    @tap.test("a clock runs out though its node is dead and nobody is there: another node lets a bot stand in")
    def _():
        tokens = [a.person(f"Person {i}") for i in range(2)]
        table = a.open(tokens[0], players=2, seats=["me", "open"], clock=5)["id"]
        players = sit_down(a, tokens, table)
        n = players[0].n
        for player in players:
            player.close()
        a.kill()
        assert eventually(lambda: b.ask("GET", f"/api/tables/{table}").json["n"] > n, 120, 0.5), "nobody stood in"
        a.start()


def monitoring(site):
    @tap.test("every metric that the alarms and the dashboard name exists")
    def _():
        told = site.nodes[0].ask("GET", "/metrics").body.decode()
        names = set(re.findall(r"(?m)^(tatami_\w+)", told))
        for file in ("tatami.rules.yml", "grafana.json"):
            with open(os.path.join(house.PACKAGING, "monitoring", file), encoding="utf-8") as text:
                wanted = set(re.findall(r"\b(tatami_\w+)", text.read()))
            assert wanted and wanted <= names, f"{file}: {wanted - names}"
        with open(os.path.join(house.PACKAGING, "monitoring", "grafana.json"), encoding="utf-8") as text:
            assert json.load(text)["panels"]


def limits(database):
    @tap.test("limits are the site's: what one node allowed, the other does not allow again")
    def _():
        flags = [f"--store={database.address()}", "--table-rate=0.001:3"]
        with Server("--node=x", *flags) as x, Server("--node=y", *flags) as y:
            token = x.person("Ann")
            wish = {"game": "tatsu", "players": 2}
            found = [node.ask("POST", "/api/tables", wish, token).status for node in (x, y, x, y, x)]
            equal(found, [201, 201, 201, 429, 429], "tables")

    @tap.test("what somebody said at one node counts at the others")
    def _():
        flags = [f"--store={database.address()}", "--chat-rate=0.001:3"]
        with Server("--node=x", *flags) as x, Server("--node=y", *flags) as y:
            token = x.person("Ann")
            tables = [x.open(token, players=2, seats=["me", "open"])["id"] for _ in range(2)]
            first = Player(x, tables[0], token)
            for i in range(3):
                first.do("chat", text=f"hello {i}")
            assert eventually(lambda: re.search(r"(?m)^tatami_used_elsewhere_total 3$",
                y.ask("GET", "/metrics").body.decode()), 60), "the other node has not heard of it"
            equal(Player(y, tables[1], token).refused("chat", text="and here"), "too_many", "the fourth")


class Double:
    """A site of two nodes with one database, that one talks to through either."""

    def __init__(self, database, name, folder):
        database.sql(f"CREATE DATABASE {name}", "postgres")
        address = database.address(name)
        done = subprocess.run([TATAMI, "store", "copy", os.path.join(folder, "tables.db"), address], check=False,
            capture_output=True, text=True)
        equal(done.returncode, 0, done.stderr)
        self.folder = folder
        self.nodes = [Server(f"--store={address}", f"--node={name}{i}") for i in range(2)]
        self.at = 0

    @property
    def port(self):
        return self.nodes[self.at].port

    def ask(self, *words, **more):
        return self.nodes[self.at].ask(*words, **more)

    def swap(self):
        self.at = 1 - self.at

    def discard(self):
        for node in self.nodes:
            node.discard()
        shutil.rmtree(self.folder, ignore_errors=True)


class Pair(hidden.Pair):
    database, n_made = None, 0

    def serve(self, folder):
        Pair.n_made += 1
        return Double(self.database, f"secret{Pair.n_made}", folder)

    def reconnect(self):
        """Everybody, through the other node. What was heard so far is kept."""
        for server in self.servers:
            server.swap()
        for group in (*self.ears, *self.others.values()):
            for line in group:
                line.close()
        for i, more in enumerate(({"token": self.token}, {}, {"token": self.token, "lang": "fr", "know": True})):
            kept = [ear.heard for ear in self.ears[i]]
            self.ears[i] = [hidden.Ear(server, self.table, **more) for server in self.servers]
            for ear, heard in zip(self.ears[i], kept):
                ear.heard = heard + ear.heard
        self.others = {other: [Player(server, self.table, self.tokens[other]) for server in self.servers]
            for other in self.others}


def look(game, n):
    @tap.test(f"{game} with {n}: two sites that differ in what is hidden sound the same through every node")
    def _():
        seat, logs = next(((seat, logs) for seat in range(n) if (logs := hidden.twins(game, n, seat))), (None, None))
        if not logs:
            print(f"# {game} with {n}: no log holds anything that is hidden from a seat")
            return
        n_looked[0] += 1
        pair = Pair(game, n, seat, logs)
        try:
            assert any(ours.now["view"] != theirs.now["view"] for ours, theirs in pair.others.values()), "nothing differs"
            pair.compare("at the start")
            for turn in range(4):
                pair.reconnect()
                pair.compare(f"through the other node, {turn}")
                for _ in range(2):  # also of the node that has only a copy, and soon hears who is there
                    def same():
                        ours, theirs = (hidden.answers(server, pair.table, n, pair.token) for server in pair.servers)
                        return ours == theirs

                    if not eventually(same, 60, 0.2):
                        equal(*(hidden.answers(server, pair.table, n, pair.token) for server in pair.servers), "by HTTP")
                    for server in pair.servers:
                        server.swap()
                if not pair.decide():
                    break
                pair.compare(f"after {turn + 1} decisions")
        finally:
            pair.close()


def main():
    if reason := house.missing():
        print(f"1..0 # SKIP {reason}")
        return
    with house.Site(3, proxy=False, wires=True) as site:
        anything(site)
        cut_off(site)
        monitoring(site)
        if LONG:
            clocks(site)
        limits(site.primary())
    database = Pair.database = Postgres()
    hidden.begin()
    for game in hidden.oracle.games():
        if n_looked[0] < SECRETS:
            look(game["id"], game["seats"][0])
    hidden.oracle.discard()
    database.discard()
    tap.finish()


if __name__ == "__main__":
    main()
