#!/usr/bin/python3
"""How people at a table treat each other, and what they are told: invitations, names, spectators, removing, reporting."""
import json
import os
import subprocess

from server import TATAMI, Player, Server, Tap, equal, eventually

tap = Tap()
server = Server("--grace=1")
tap.watch(server)


def leave_all(*players):
    for player in players:
        player.close()


def rename(token, name):
    answer = server.ask("POST", "/api/me/name", {"name": name}, token)
    equal(answer.status, 200, f"a new name: {answer}")


def reports():
    run = subprocess.run([TATAMI, "reports", "--db", server.db], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def the_table(table, token=None):
    return server.ask("GET", f"/api/tables/{table}", token=token).json


@tap.test("an invitation says who invites")
def _():
    token = server.person("Ann")
    table = server.open(token, players=3, seats=["me", "open", "open"])["id"]
    equal(the_table(table)["host_name"], "Ann", "the host, for a stranger")
    guest = Player(server, table)
    equal((guest.whole["host_name"], guest.whole["host"]), ("Ann", False), "the host, at the table")
    nobody = server.open(token, players=3, seats=["open", "open", "open"])["id"]
    equal(the_table(nobody)["host_name"], None, "a host without a seat")
    leave_all(guest)


@tap.test("everybody is told how many watch: people once, however many windows they have open; players are no spectators")
def _():
    host = server.person("Host")
    table = server.open(host, players=3, seats=["me", "open", "random"])["id"]
    watching = {}

    def follow(player):
        digest = player.digest

        def note(message):
            if "watching" in message:
                watching[player] = message["watching"]
            digest(message)
        player.digest = note
        return player

    ann = follow(Player(server, table, host))
    equal(ann.whole["watching"], 0, "at first")
    ben_token = server.person("Ben")
    ben = follow(Player(server, table, ben_token))
    equal(ben.whole["watching"], 1, "Ben")
    again = Player(server, table, ben_token)
    nameless = Player(server, table)
    ann.until(lambda: watching.get(ann) == 2)
    equal(the_table(table)["watching"], 2, "Ben and somebody nameless")
    ben.do("sit", seat=1)
    ann.until(lambda: watching.get(ann) == 1)
    ben.do("leave")
    ann.until(lambda: watching.get(ann) == 2)
    again.close()
    nameless.close()
    ann.until(lambda: watching.get(ann) == 1)
    ben.close()
    ann.until(lambda: watching.get(ann) == 0)
    leave_all(ann)


@tap.test("spectators may chat where friends come by a link, not at a listed table, and the host decides")
def _():
    for listed in (False, True):
        host = server.person("Host")
        table = server.open(host, players=3, seats=["me", "random", "random"], listed=listed)["id"]
        ann, ben = Player(server, table, host), Player(server, table, server.person("Ben"))
        equal(ben.whole["spectators_chat"], not listed, "what is usual")
        if listed:
            equal(ben.refused("chat", text="hello"), "refused", "a spectator of a listed table")
            equal(ben.refused("spectators-on"), "forbidden", "a guest who decides")
            ann.do("spectators-on")
            ben.do("chat", text="hello")
        else:
            ben.do("chat", text="hello")
            ann.do("spectators-off")
            equal(ben.refused("chat", text="hello"), "refused", "after it was switched off")
        ann.do("chat", text="players may")
        ann.until(lambda ann=ann: any(entry.get("chat") == "hello" for entry in ann.entries))
        leave_all(ann, ben)
    table = server.open(server.person("Host"), listed=True, spectators_chat=True)["id"]
    equal(the_table(table)["spectators_chat"], True, "as it was opened")


@tap.test("a new name takes effect at the tables where one sits, also at those that are not in memory, but not in games of the past")
def _():
    host, ben_token = server.person("Host"), server.person("Ben")
    table = server.open(host, players=3, seats=["me", "open", "random"])["id"]
    ann, ben = Player(server, table, host), Player(server, table, ben_token)
    ben.do("sit", seat=1)
    rename(ben_token, "Benjamin")
    ann.until(lambda: ann.seats[1]["name"] == "Benjamin")
    note = ann.until(lambda: next((e for e in ann.entries if e.get("note") == "rename"), None))
    equal((note["name"], note["words"], note["seat"]), ("Benjamin", "Ben is now called Benjamin", 1), "the note")
    rename(ben_token, "host")  # like the name of somebody else here
    ann.until(lambda: ann.seats[1]["name"] == "host 2")
    n = ann.n
    rename(ben_token, "host")
    ben.do("chat", text="still here")
    ann.until(lambda: ann.n > n)
    equal([e for e in ann.entries[n:] if "note" in e], [], "the same name again")
    leave_all(ann, ben)
    server.stop()
    server.start()
    rename(ben_token, "Berta")
    equal(eventually(lambda: the_table(table)["seats"][1]["name"] == "Berta"), True, "a table that was asleep")

    over = server.open(ben_token, players=3, seats=["me", "random", "random"], options={"rounds": 1})["id"]
    player = Player(server, over, ben_token)
    player.do("start")
    while player.phase != "over":
        player.until(lambda: player.phase == "over" or player.now and player.now["legal"])
        if player.phase != "over":
            player.act(player.now["legal"][0])
    rename(ben_token, "Bert")
    equal(the_table(over)["seats"][0]["name"], "Berta", "a game that is over")
    leave_all(player)


@tap.test("the host removes somebody from a waiting table, who does not come back to it, nor chats there")
def _():
    host, ben_token = server.person("Host"), server.person("Ben")
    table = server.open(host, players=3, seats=["me", "open", "open"])["id"]
    ann, ben = Player(server, table, host), Player(server, table, ben_token)
    ben.do("sit", seat=1, mix="plum")
    equal(ben.refused("remove", seat=0), "forbidden", "a guest who removes the host")
    equal(ann.refused("remove", seat=2), "refused", "an empty seat")
    equal(ann.refused("remove", seat=0), "refused", "oneself")
    ann.do("remove", seat=1)
    ben.until(lambda: ben.you is None)
    equal(ann.until(lambda: next((e["words"] for e in ann.entries if e.get("note") == "remove"), None)),
        "the host removed Ben from the table", "what is told")
    equal(Player(server, table).whole["mixes"][1], None, "the word for the shuffles")
    for what in ({"do": "sit", "seat": 1}, {"do": "sit", "seat": 2}, {"do": "chat", "text": "why?"}):
        equal(ben.refused(what.pop("do"), **what), "forbidden", "somebody who was removed")
    mine = server.ask("GET", "/api/me/tables", token=ben_token).json["tables"]
    equal([t["id"] for t in mine], [], "the tables of somebody who was removed")
    chloe = Player(server, table, server.person("Chloé"))
    chloe.do("sit", seat=1)
    ann.do("bot", seat=2, level="random")
    ann.do("start")
    equal(ann.refused("remove", seat=1), "refused", "after the start")
    leave_all(ann, ben, chloe)
    server.stop()
    server.start()
    equal(Player(server, table, ben_token).refused("chat", text="again"), "forbidden", "after a restart")


@tap.test("everybody knows the others by a name of their own, the same at every table, however they call themselves")
def _():
    tokens = [server.person(name) for name in ("Ann", "Ben", "Cy")]
    seen = {}
    for _ in range(2):
        table = server.open(tokens[0], players=3, seats=["me", "open", "open"])["id"]
        ann, ben, cy = players = [Player(server, table, token) for token in tokens]
        ben.do("sit", seat=1)
        ben.do("chat", text="hello")
        for player, name in zip(players, ("Ann", "Ben", "Cy")):
            chat = player.until(lambda player=player: next((e for e in player.entries if "chat" in e), None))
            player.until(lambda player=player: player.seats[1].get("who"))
            equal(chat["who"], player.seats[1]["who"], "the seat and what it says")
            seen.setdefault(name, set()).add(chat["who"])
        stranger = Player(server, table)
        seen.setdefault("nobody", set()).add(stranger.seats[1]["who"])
        leave_all(ann, ben, cy, stranger)
        rename(tokens[1], "Benno")
    equal([len(seen[name]) for name in ("Ann", "Ben", "Cy", "nobody")], [1, 1, 1, 2], "names by viewer")
    equal(len(set().union(*seen.values())), 5, "nobody calls Ben what another calls him")
    assert all(len(who) == 16 for names in seen.values() for who in names), seen


@tap.test("a report reaches whoever runs the server, with the last words of the person, and nobody else")
def _():
    host, ben_token = server.person("Host"), server.person("Ben")
    table = server.open(host, players=3, seats=["me", "open", "random"])["id"]
    ann, ben = Player(server, table, host), Player(server, table, ben_token)
    for i in range(7):
        ben.do("chat", text=f"rude {i}")
    ann.do("chat", text="please")
    chat = ann.until(lambda: next((e for e in ann.entries if e.get("chat") == "rude 6"), None))
    before = len(reports())
    ann.do("report", who=chat["who"], text="He is\trude.")
    found = reports()[before:]
    equal(len(found), 1, "reports")
    me = server.ask("GET", "/api/me", token=ben_token).json["id"]
    report = found[0]
    equal((report["table"], report["by_name"], report["about"], report["about_name"], report["text"], report["said"]),
        (table, "Host", me, "Ben", "He is rude.", [f"rude {i}" for i in range(2, 7)]), "the report")
    assert report["at"].endswith("Z")
    equal(ann.refused("report", who="0123456789abcdef"), "unknown", "nobody")
    equal(ann.refused("report", who=ann.seats[0]["who"]), "refused", "oneself")
    equal(ann.refused("report", who=chat["who"], text="x" * 301), "syntax", "too long")
    equal(len(reports()), before + 1, "what was refused is not stored")
    assert "rude" not in server.said(), "the server's log speaks of people"
    leave_all(ann, ben)


@tap.test("what an undo would take back is told by its number in the log, and only to the one who may")
def _():
    host = server.person("Host")
    table = server.open(host, players=3, seats=["me", "random", "random"])["id"]
    ann, watcher = Player(server, table, host), Player(server, table)
    ann.do("start")
    seen = 0
    for _ in range(12):
        ann.until(lambda: ann.phase == "over" or ann.now and ann.now["legal"])
        if ann.phase == "over":
            break
        ann.act(ann.now["legal"][0])
        ann.until(lambda: ann.now["legal"] or ann.phase == "over")
        entry = ann.now["takes_back"]
        equal(ann.now["undo"], entry is not None, "undo")
        if entry is None:
            continue
        seen += 1
        equal(ann.entries[entry]["event"].split()[0], "0", "whose decision")
        equal([e for e in ann.entries[entry + 1:] if e.get("event", "").startswith("0 ")], [], "decisions of ours since")
    watcher.until(lambda: watcher.n >= ann.n)
    equal((watcher.now["undo"], watcher.now["takes_back"]), (False, None), "a spectator")
    assert seen, "nothing could be taken back"
    leave_all(ann, watcher)


@tap.test("before an important action the server says what to ask, in one's own language, and does nothing")
def _():
    host = server.person("Host")
    asked = {}
    for lang in ("en", "fr"):
        table = server.open(host, game="dojo", players=3, seats=["me", "random", "random"])["id"]
        ann = Player(server, table, host, lang=lang)
        ann.do("start")
        while "challenge" not in (ann.now and ann.now["legal"] or []):
            ann.until(lambda: ann.now and ann.now["legal"])
            if "challenge" in ann.now["legal"]:
                break
            answer = ann.do("why", action=ann.now["legal"][0])
            assert answer["ask"] is None or answer["ask"].endswith("?"), answer
            ann.act(ann.now["legal"][0])
        n = ann.n
        asked[lang] = ann.do("why", action="challenge")["ask"]
        equal(ann.do("why", action="pass")["ask"], None, "nothing to ask")
        equal(ann.n, n, "the log")
        leave_all(ann)
    assert asked["en"].startswith("Both cards") and asked["fr"] and asked["fr"] != asked["en"], asked


@tap.test("a hint says why: everybody's chances are 100 percent together, and the words name them")
def _():
    host = server.person("Ann")
    table = server.open(host, game="dojo", players=3, seats=["me", "random", "random"])["id"]
    ann = Player(server, table, host)
    ann.do("start")
    ann.until(lambda: ann.now and len(ann.now["legal"] or []) > 1)
    actions = ann.do("hint")["actions"]
    best = actions[0]
    assert abs(sum(best["shares"]) - 1) < 0.01 and best["chance"] == best["shares"][0], best
    assert best["why"].startswith("Chances of winning, 100 % in all: Ann ") and "With “" in best["why"], best["why"]
    assert "With the best choice" in actions[1]["why"], actions[1]["why"]
    leave_all(ann)


tap.finish()
