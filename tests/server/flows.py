#!/usr/bin/python3
"""What people do at tables, from opening one to the rematch, over the wire."""
import base64
import json
import os
import pathlib
import re
import socket
import ssl
import subprocess
import tempfile
import time

import ws
from server import TATAMI, No, Player, Server, Tap, equal, eventually, play_on, settle

tap = Tap()
server = Server("--grace=1")
tap.watch(server)
SHORT = {"options": {"rounds": 1}}


def tatami(*words, text=""):
    return subprocess.run([TATAMI, *words], input=text, capture_output=True, text=True, check=False)


def metric(name):
    return int(re.search(rf"^tatami_{name} (\d+)$", server.ask("GET", "/metrics").body.decode(), re.M)[1])


def leave_all(players):
    for player in players:
        player.close()


def until_all(players, truth):
    for player in players:
        player.until(lambda player=player: truth(player))


def has_note(note, seat=None):
    return lambda player: any(entry.get("note") == note and seat in (None, entry.get("seat"))
        for entry in player.entries)


# Coming together

@tap.test("opened, joined, left, joined by somebody else, a bot on the last seat, started")
def _():
    tokens = [server.person(name) for name in ("Host", "Ben", "Chloé")]
    table = server.open(tokens[0], players=3, seats=["me", "open", "open"])["id"]
    host, ben, chloe = lines = [Player(server, table, token) for token in tokens]
    equal((host.you, host.host, ben.you, ben.host, ben.whole["now"]), (0, True, None, False, None), "who is who")
    equal(host.refused("start"), "refused", "a start with open seats")
    ben.do("sit", seat=1)
    equal(chloe.refused("sit", seat=1), "refused", "a seat that is taken")
    equal(ben.refused("sit", seat=2), "refused", "a second seat")
    until_all(lines, has_note("sit", 1))
    host.until(lambda: host.seats[1].get("name") == "Ben" and host.seats[1]["online"])
    ben.do("leave")
    host.until(lambda: host.seats[1]["kind"] == "open")
    chloe.do("sit", seat=1)
    assert chloe.refused("bot", seat=2, level="random") in ("forbidden", "refused")
    host.do("bot", seat=2, level="random")
    host.until(lambda: host.seats[2]["kind"] == "bot")
    host.do("bot", seat=2, level=None)
    host.until(lambda: host.seats[2]["kind"] == "open")
    assert host.refused("bot", seat=2, level="genius") in ("syntax", "unknown")
    host.do("bot", seat=2, level="random")
    assert chloe.refused("start") in ("forbidden", "refused")
    host.do("start")
    until_all(lines, lambda player: player.now and player.phase == "running")
    equal(ben.refused("sit", seat=2), "refused", "a seat of a running game")
    equal(ben.you, None, "a spectator's seat")
    equal(ben.now["legal"], None, "what a spectator may do")
    leave_all(lines)


@tap.test("a word for the shuffles comes with the seat, so that no start can be between the two")
def _():
    host_token, token = server.person("Host"), server.person("Ben")
    table = server.open(host_token, seats=["me", "open", "open"], players=3)["id"]
    ben = Player(server, table, token)
    equal(ben.refused("sit", seat=1, mix="two words"), "syntax", "a bad word")
    equal(ben.seats[1]["kind"], "open", "the seat of a refused word")
    ben.do("sit", seat=1, mix="plum")
    whole = Player(server, table).whole
    equal((whole["seats"][1]["kind"], whole["mixes"][1]), ("person", "plum"), "the seat and its word")
    ben.until(lambda: ben.you == 1)
    leave_all([ben])


@tap.test("what is told again is told in full, from wherever one asks")
def _():
    token = server.person("Aiko")
    table = server.open(token, seats=["me", "random", "random"], players=3)["id"]
    player = Player(server, table, token)
    player.do("start")
    player.until(lambda: player.now and player.events())
    before = [entry for entry in player.entries if "event" not in entry]
    for start in range(len(before), player.n):
        player.say({"do": "hello", "from": start})
        again = None
        while not again or again["type"] != "table":
            again = json.loads(player.hear(60))
        told = [entry.get("event") for entry in again["entries"] if "note" not in entry]
        assert told and all(told), again["entries"]
    player.close()


@tap.test("why something is not possible is said without doing anything")
def _():
    token = server.person("Aiko")
    table = server.open(token, seats=["me", "random", "random"], players=3)["id"]
    player = Player(server, table, token)

    def why(action):
        try:
            player.do("why", action=action)
        except No as no:
            return no.message
        return ""

    assert why("play r5"), "before the start"
    player.do("start")
    player.until(lambda: player.now and player.now["legal"])
    n, legal = player.n, player.now["legal"]
    equal([why(action) for action in legal], [""] * len(legal), "what is legal")
    equal(why("give r5"), "nobody has asked for a card", "the words of the game")
    assert why("nonsense") and "here" not in why("give r5")
    equal(player.n, n, "the log")
    equal(player.refused("act", n=n, action="give r5"), "refused", "the same, done")
    equal(Player(server, table).refused("why", action=legal[0]), "forbidden", "a spectator")
    leave_all([player])


@tap.test("a listed table is found, a private one only by its link")
def _():
    token = server.person("Host")
    listed, private = server.open(token, listed=True)["id"], server.open(token)["id"]
    ids = [table["id"] for table in server.ask("GET", "/api/tables").json["tables"]]
    equal((listed in ids, private in ids), (True, False), "the list")
    equal(server.ask("GET", f"/t/{private}").status, 200, "the link")


# Playing

@tap.test("a game with bots to its end: points, the whole record, checked shuffles, a rematch")
def _():
    token = server.person("Aiko")
    table = server.open(token, seats=["me", "random", "easy", "random"], **SHORT)["id"]
    player = Player(server, table, token)
    player.do("mix", mix="my_own-Word7")
    player.do("start")
    player.until(lambda: player.now)
    commitment = player.whole["commitment"]
    assert commitment and player.whole["secret"] is None, player.whole
    running = server.ask("GET", f"/api/tables/{table}/record", token=token).body.decode()
    assert "?" in running, "nothing is hidden while it runs"
    play_on([player])
    player.until(lambda: player.phase == "over")
    record = server.ask("GET", f"/api/tables/{table}/record").body.decode()
    replay = tatami("replay", "-", text=record)
    assert replay.returncode == 0 and "over: " in replay.stdout, replay
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "game.record")
        path.write_text(record, encoding="utf-8")
        verify = tatami("verify", str(path))
        assert verify.returncode == 0, verify
    again = Player(server, table, token)
    equal(again.whole["commitment"], commitment, "the commitment")
    assert again.whole["secret"] and again.whole["points"] and again.whole["winners"], again.whole
    equal(again.whole["mixes"], ["my_own-Word7", None, None, None], "the mixes")
    player.do("rematch")
    follow = player.until(lambda: player.next)
    second = Player(server, follow, token)
    equal([(seat["kind"], seat["bot"]) for seat in second.seats],
          [("person", None), ("bot", "random"), ("bot", "easy"), ("bot", "random")], "the seats of the rematch")
    equal((second.you, second.host, second.phase), (0, True, "waiting"), "the rematch")
    second.do("start")
    second.until(lambda: second.now)
    assert second.whole["commitment"] != commitment, "the same secret again"
    leave_all([player, again, second])


@tap.test("four people to the end; each sees their own cards, a spectator none; all see the same decisions")
def _():
    players = server.table("Aiko", "Ben", "Chloé", "Dan", **SHORT)
    table = players[0].table
    watcher = Player(server, table)
    deals = [player.events()[0] for player in players]
    assert len(set(deals)) == 4 and all("?" in deal for deal in deals), deals
    assert all("?" in event for event in watcher.events()[:1])
    for seat, player in enumerate(players):
        record = server.ask("GET", f"/api/tables/{table}/record", token=player.token).body.decode()
        assert deals[seat] in record.splitlines(), f"the record of seat {seat}"
        assert not any(deal in record for deal in deals if deal != deals[seat])
    play_on(players)
    until_all([*players, watcher], lambda player: player.phase == "over")
    equal([player.events()[1:] for player in players], [players[0].events()[1:]] * 4, "the decisions")
    players[2].do("rematch")
    until_all(players, lambda player: player.next)
    equal(len({player.next for player in players}), 1, "rematches")
    follow = players[1].next
    try:
        players[1].do("rematch")
    except No as no:
        equal(no.code, "refused", "a second rematch")
    players[1].listen(0.2)
    equal(players[1].next, follow, "the table that follows")
    again = [Player(server, players[0].next, player.token) for player in players]
    equal([player.you for player in again], [0, 1, 2, 3], "the seats of the rematch")
    for player in players:
        phases = server.ask("GET", "/api/me/tables?phase=over", token=player.token).json["tables"]
        equal([row["id"] for row in phases], [table], "finished games")
        equal(len(server.ask("GET", "/api/me/tables", token=player.token).json["tables"]), 2, "all games")
    leave_all([*players, *again, watcher])


@tap.test("every game is played to its end by bots and a person")
def _():
    token = server.person("Aiko")
    for game in server.ask("GET", "/api/games").json["games"]:
        n = min(game["seats"])
        table = server.open(token, game=game["id"], players=n, seats=["me"] + ["random"] * (n - 1))["id"]
        player = Player(server, table, token)
        player.do("start")
        player.until(lambda: player.now)
        play_on([player], choose=lambda legal: legal[len(legal) // 2], most=400)
        record = server.ask("GET", f"/api/tables/{table}/record", token=token)
        equal(record.status, 200, game["id"])
        if player.phase == "over":
            replay = tatami("replay", "-", text=record.body.decode())
            equal(replay.returncode, 0, f"{game['id']}: {replay.stderr}")
        player.close()


@tap.test("only a legal decision is accepted, and the refusal says what is possible")
def _():
    players = server.table("Aiko", "Ben", "Chloé", "Dan")
    who = next(player for player in players if player.now["legal"])
    equal(who.now["legal"], sorted(who.now["legal"], key=str.encode), "the order of what is legal")
    for action in ("dance", "", "play", "play zz", who.now["legal"][0] + " "):
        assert who.refused("act", n=who.n, action=action) in ("refused", "syntax"), action
    waiting = next(player for player in players if not player.now["legal"])
    equal(waiting.refused("act", n=waiting.n, action=who.now["legal"][0]), "refused", "another's turn")
    leave_all(players)


@tap.test("a second tab is told the same; what one decides the other sees")
def _():
    players = server.table("Aiko", "Ben", "Chloé", "Dan")
    who = next(player for player in players if player.now["legal"])
    tab = Player(server, who.table, who.token)
    equal((tab.now["legal"], tab.n, tab.you), (who.now["legal"], who.n, who.you), "the second tab")
    tab.act(who.now["legal"][0])
    settle([who, tab])
    equal(who.entries, tab.entries, "the log of the first tab")
    others = [player for player in players if player is not who]
    others[0].until(lambda: others[0].seats[who.you]["online"])
    before = metric("table_connections")
    tab.close()
    assert eventually(lambda: metric("table_connections") < before), "the tab still counts"
    n = who.do("chat", text="still here")["n"]
    others[0].until(lambda: others[0].n >= n)  # what was told before that has been heard
    assert others[0].seats[who.you]["online"], "offline although a tab is open"
    who.close()
    others[0].until(lambda: not others[0].seats[who.you]["online"])
    back = Player(server, who.table, who.token, come_from=n)
    equal(back.entries, [], "what was missed")
    others[0].until(lambda: others[0].seats[who.you]["online"])
    leave_all([back, *others])


@tap.test("who comes back with `from` gets what was missed, and no more")
def _():
    players = server.table("Aiko", "Ben", "Chloé", "Dan")
    play_on(players, most=10)
    for n in (0, 1, 5, players[0].n - 1, players[0].n):
        back = Player(server, players[0].table, players[0].token, come_from=n)
        equal(back.entries, players[0].entries[n:], f"from {n}")
        back.close()
    leave_all(players)


# Undo

def undo_wanted(players):
    """Plays until somebody could take the last decision back; who, and on which log the decision was taken."""
    for _ in range(300):
        longest = max(player.n for player in players)
        until_all(players, lambda player: player.n >= longest)
        who = next((player for player in players if player.now["legal"]), None)
        if who is None:
            players[0].until(lambda: players[0].n > longest)
            continue
        n = who.n
        who.act(who.now["legal"][0])
        if who.now["undo"]:
            return who, n
    raise AssertionError("nobody ever could take anything back")


@tap.test("undo touches others: they are asked, and agree")
def _():
    players = server.table("Aiko", "Ben", "Chloé")
    who, n = undo_wanted(players)
    before, decision = len(who.entries), who.entries[n]["event"]
    who.say({"do": "undo", "id": "undo", "n": who.n})
    others = [player for player in players if player is not who]
    for other in others:
        ask = other.until(lambda other=other: next((news for news in other.news if news["type"] == "ask"), None))
        equal((ask["what"], ask["seat"]), ("undo", who.you), "the question")
        other.do("agree", yes=True)
    until_all(players, has_note("undo"))
    who.until(lambda: who.now["legal"])
    assert decision.split(" ", 1)[1] in who.now["legal"], "it cannot be decided again"
    assert len(who.entries) > before, "the log got shorter"
    equal(who.refused("act", n=n, action=decision.split(" ", 1)[1]), "stale", "the decision sent again after the undo")
    who.act(who.now["legal"][-1])
    leave_all(players)


@tap.test("undo touches others: one no is enough")
def _():
    players = server.table("Aiko", "Ben", "Chloé")
    who, _ = undo_wanted(players)
    n = who.n
    who.say({"do": "undo", "id": "undo", "n": n})
    other = next(player for player in players if player is not who)
    other.until(lambda: next((news for news in other.news if news["type"] == "ask"), None))
    other.do("agree", yes=False)
    for player in players:
        answer = player.until(lambda player=player: next((news for news in player.news if news["type"] == "answer"),
            None))
        equal((answer["what"], answer["yes"]), ("undo", False), "what all are told")
    equal(who.n, n, "the length of the log")
    leave_all(players)


@tap.test("undo alone with bots is done at once; of what has been seen, refused")
def _():
    token = server.person("Aiko")
    table = server.open(token, players=3, seats=["me", "random", "random"])["id"]
    player = Player(server, table, token)
    player.do("start")
    player.until(lambda: player.now)
    equal(player.refused("undo", n=player.n), "refused", "an undo of nothing")
    done = refused = False
    for _ in range(400):
        player.until(lambda: player.now["legal"] or player.phase == "over")
        if player.phase == "over" or done and refused:
            break
        player.act(player.now["legal"][0])
        if player.now["undo"] and not done:
            try:
                player.do("undo", n=player.n)
                player.until(lambda: "undo" in player.notes())
                done = True
            except No as no:
                assert no.code in ("stale", "refused"), no  # a bot was quicker
        elif not player.now["undo"]:
            code = player.refused("undo", n=player.n)
            refused = refused or code in ("refused", "stale")
    assert done and refused, (done, refused)
    player.close()


# Talking

@tap.test("chat: players and named spectators, in the log; switched off by the host")
def _():
    players = server.table("Aiko", "Ben")
    watcher, nobody = Player(server, players[0].table, server.person("Wim")), Player(server, players[0].table)
    text = "gut gemacht! 頑張って 🎴 " + "é" * 200
    players[1].do("chat", text=text)
    watcher.do("chat", text="nice")
    assert nobody.refused("chat", text="psst") in ("refused", "forbidden", "token")
    entry = players[0].until(lambda: next((e for e in players[0].entries if e.get("chat") == text), None))
    equal((entry["name"], entry["seat"]), ("Ben", 1), "who said it")
    players[0].until(lambda: any(e.get("chat") == "nice" and e.get("seat") is None for e in players[0].entries))
    assert players[1].refused("chat-off") in ("refused", "forbidden")
    players[0].do("chat-off")
    equal(players[1].refused("chat", text="x"), "refused", "chat that is off")
    players[0].do("chat-on")
    players[1].do("chat", text="back again")
    late = Player(server, players[0].table, players[0].token)
    equal([entry["chat"] for entry in late.entries if "chat" in entry], [text, "nice", "back again"], "the log")
    leave_all([*players, watcher, nobody, late])


@tap.test("chat does not make a decision stale")
def _():
    players = server.table("Aiko", "Ben", "Chloé", "Dan")
    who = next(player for player in players if player.now["legal"])
    n, action = who.n, who.now["legal"][0]
    other = next(player for player in players if player is not who)
    other.do("chat", text="hurry up")
    equal(who.do("act", n=n, action=action)["type"], "ok", "a decision taken before the chat arrived")
    leave_all(players)


# Leaving and returning

def votes(player, seat):
    try:
        player.do("stand-in", seat=seat)
        return True
    except No as no:
        equal(no.code, "refused", "the code")
        return False


@tap.test("stand-in: after the grace time the majority lets a bot play on; the player takes the seat back")
def _():
    players = server.table("Aiko", "Ben", "Chloé", "Dan")
    away = next(player for player in players if player.now["legal"])
    others = [player for player in players if player is not away]
    assert others[0].refused("stand-in", seat=others[1].you) == "refused", "who does not keep anybody waiting"
    seat = away.you
    away.close()
    assert eventually(lambda: votes(others[0], seat), every=0.3), "no vote after the grace time"
    others[0].listen(0.3)
    assert not has_note("stand-in")(others[0]), "one vote of three was enough"
    assert votes(others[1], seat), "the second vote"
    until_all(others, has_note("stand-in", seat))
    others[0].until(lambda: others[0].seats[seat]["bot"])
    until_all(others, lambda player: any(event.startswith(f"{seat} ") for event in player.events()))
    back = Player(server, away.table, away.token)
    equal(back.you, seat, "the seat")
    back.do("back")
    until_all(others, has_note("back", seat))
    others[0].until(lambda: not others[0].seats[seat]["bot"])
    leave_all([*others, back])


@tap.test("who leaves a running game is replaced by a bot, and may take the seat again")
def _():
    players = server.table("Aiko", "Ben", "Chloé", "Dan")
    players[3].do("leave")
    players[0].until(lambda: players[0].seats[3]["bot"])
    play_on(players[:3], most=12)
    players[3].do("sit", seat=3)
    players[0].until(lambda: not players[0].seats[3]["bot"] and players[0].seats[3]["name"] == "Dan")
    leave_all(players)


@tap.test("clock: who does not decide in time is replaced by a bot")
def _():
    players = server.table("Aiko", "Ben", "Chloé", "Dan", clock=5)
    late = next(player for player in players if player.now["legal"])
    assert late.now["deadline"], "no deadline"
    left = late.now["deadline"] / 1000 - time.time()
    assert left <= 5.5, f"{left} s left"
    until_all(players, has_note("stand-in", late.you))
    leave_all(players)


@tap.test("the server stops, tells all, and the game goes on after the restart")
def _():
    players = server.table("Aiko", "Ben", "Chloé", "Dan")
    play_on(players, most=15)
    server.process.terminate()
    try:
        for player in players:
            player.until(lambda player=player: any(news["type"] == "bye" for news in player.news))
            equal(player.closing(), 1001, "the code")
        equal(server.stop(), 0, "the exit status")
    finally:
        server.stop()
        server.start()
    again = [Player(server, player.table, player.token, come_from=player.n) for player in players]
    for old, new in zip(players, again):
        equal((new.entries, new.now["legal"], new.now["view"]), ([], old.now["legal"], old.now["view"]),
            "after the restart")
    equal(play_on(again, most=15), 15, "decisions after the restart")
    leave_all([*players, *again])


# People

@tap.test("moving: a code works once; other tokens can be made void")
def _():
    token = server.person("Aiko")
    moved = server.ask("POST", "/api/me/move", token=token).json
    left = moved["expires"] / 1000 - time.time()
    assert 500 < left < 601, f"{left} s"
    first = server.ask("POST", "/api/me/claim", {"code": moved["code"]})
    equal(first.status, 200, "the code")
    assert server.ask("POST", "/api/me/claim", {"code": moved["code"]}).status in (404, 409), "a second time"
    second = first.json["token"]
    assert second != token
    equal([server.ask("GET", "/api/me", token=each).json["name"] for each in (token, second)], ["Aiko"] * 2,
        "both devices")
    assert server.ask("GET", "/api/me", token=moved["code"]).status == 401, "a code is no token"
    server.ask("POST", "/api/me/forget", token=second)
    equal([server.ask("GET", "/api/me", token=each).status for each in (token, second)], [401, 200], "after forgetting")


@tap.test("moving: a code is void after ten minutes")
def _():
    token = server.person("Aiko")
    code = server.ask("POST", "/api/me/move", token=token).json["code"]
    found = server.sql("update tokens set expires = expires - 600000 where once returning expires")  # ten minutes pass
    assert re.search(r"\d", found), found
    equal(server.ask("POST", "/api/me/claim", {"code": code}).status, 404, "the answer")


@tap.test("moving: the other device sits on the same seat")
def _():
    players = server.table("Aiko", "Ben")
    code = server.ask("POST", "/api/me/move", token=players[0].token).json["code"]
    phone = Player(server, players[0].table, server.ask("POST", "/api/me/claim", {"code": code}).json["token"])
    equal((phone.you, phone.now["legal"]), (0, players[0].now["legal"]), "the phone")
    leave_all([*players, phone])


@tap.test("a program is shown as one")
def _():
    host, program = server.person("Host"), server.person("Deep Tatsu", bot=True)
    table = server.open(host, players=2, seats=["me", "open"])["id"]
    lines = [Player(server, table, host), Player(server, table, program)]
    lines[1].do("sit", seat=1)
    lines[0].until(lambda: lines[0].seats[1]["kind"] != "open")
    equal([seat["program"] for seat in lines[0].seats], [False, True], "who plays by program")
    leave_all(lines)


@tap.test("hints, where no other person plays")
def _():
    token = server.person("Aiko")
    table = server.open(token, seats=["me", "random", "random", "random"])["id"]
    player = Player(server, table, token)
    player.do("start")
    player.until(lambda: player.now and player.now["legal"])
    hint = player.do("hint")
    equal(hint["type"], "hint", "the answer")
    assert hint["actions"] and all(each["action"] in player.now["legal"] and 0 <= each["chance"] <= 1
        for each in hint["actions"])
    player.close()
    players = server.table("Aiko", "Ben")
    for player in players:
        assert player.refused("hint") in ("refused", "forbidden")
    leave_all(players)


@tap.test("words in the language asked for; views as bytes for programs")
def _():
    players = server.table("Aiko", "Ben", "Chloé", "Dan")
    play_on(players, most=5)
    french = Player(server, players[0].table, players[0].token, lang="fr", know=True)
    english = Player(server, players[0].table, players[0].token, lang="en")
    equal([entry.get("event") for entry in french.entries], [entry.get("event") for entry in english.entries],
        "the events")
    assert [e.get("words") for e in french.entries] != [e.get("words") for e in english.entries], "the same words"
    assert len(base64.b64decode(french.now["know"])) > 10 and "know" not in english.now
    leave_all([*players, french, english])


@tap.test("a backup is taken while the server runs, and can be served")
def _():
    players = server.table("Aiko", "Ben", "Chloé", "Dan")
    play_on(players, most=10)
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "tables.db")
        done = tatami("store", "copy", server.database, copy) if server.database else tatami("backup", f"--db={server.db}", copy)
        assert done.returncode == 0, done
        events = players[0].events()
        play_on(players, most=5)
        # The copy is a file, whatever it is a copy of; the last flag counts.
        with Server(f"--store={copy}", folder=folder) as second:
            line = Player(second, players[0].table, players[0].token)
            equal(line.events(), events, "the events in the copy")
            line.close()
    leave_all(players)


def over_tls(context, port):
    with socket.create_connection(("127.0.0.1", port), ws.PATIENCE) as plain, \
            context.wrap_socket(plain, server_hostname="localhost") as line:
        line.sendall(ws.request("GET", "/health", headers={"Connection": "close"}))
        return int(line.recv(4096).split()[1])


@tap.test("with a certificate it speaks HTTPS, and nothing else")
def _():
    with tempfile.TemporaryDirectory() as folder:
        cert, key = os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert,
            "-days", "2",
                        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], check=True,
                        capture_output=True)
        context = ssl.create_default_context(cafile=cert)
        with Server(f"--tls-cert={cert}", f"--tls-key={key}",
            healthy=lambda port: over_tls(context, port) == 200) as safe:
            try:
                assert safe.ask("GET", "/health").status >= 300, "plain HTTP is answered"
            except (ws.Closed, OSError):
                pass


@tap.test("the log tells no secrets")
def _():
    said = server.said()
    token = server.person("Aiko")
    player = Player(server, server.open(token)["id"], token)
    player.close()
    said = server.said()
    assert token not in said and "Bearer" not in said, "a token is in the log"


@tap.test("the server stops cleanly, without a complaint")
def _():
    tap.watch(None)
    equal(server.stop(), 0, "its exit status")


server.discard()
tap.finish()
