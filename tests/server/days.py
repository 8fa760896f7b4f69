#!/usr/bin/python3
"""Games that take days: clocks that outlive the server, histories, and people who want everything about them deleted."""
import re
import time

from server import Player, Server, Tap, equal, eventually, play_on

tap = Tap()
server = Server()
tap.watch(server)


def metric(name):
    return float(re.search(rf"^tatami_{name} (\S+)$", server.ask("GET", "/metrics").body.decode(), re.M)[1])


def deciding(players):
    return next(player for player in players if player.now["legal"])


@tap.test("a decision may take fourteen days, and lists say when the time is over")
def _():
    players = server.table("Aiko", "Ben", clock=14 * 86400)
    late = deciding(players)
    listed = server.ask("GET", "/api/me/tables", token=late.token).json["tables"][0]
    equal(listed["clock"], 14 * 86400, "the limit")
    left = listed["deadline"] / 1000 - time.time()
    assert 14 * 86400 - 600 < left <= 14 * 86400 + 1, f"{left} s left"
    assert abs(listed["deadline"] - late.now["deadline"]) < 60000, "not the same as at the table"
    server.stop()
    server.start()
    again = Player(server, late.table, late.token)
    assert abs(again.now["deadline"] - listed["deadline"]) < 120000, "the clock began again with the server"


@tap.test("a clock that runs out after a restart, with nobody there, is noticed")
def _():
    players = server.table("Chloé", "Dan", clock=5)
    late = deciding(players)
    server.kill()
    server.start()
    assert eventually(lambda: metric("decisions_total") > 0), "nobody decided"
    again = Player(server, late.table, late.token)
    again.until(lambda: "stand-in" in again.notes())
    again.do("back")
    # On a slow machine the other one's time may have run out meanwhile, and two bots are quick.
    again.until(lambda: not again.seats[again.you]["bot"] or again.phase == "over")


def history(player, **query):
    path = "/api/me/history" + "".join(f"{'&' if i else '?'}{k}={v}" for i, (k, v) in enumerate(query.items()))
    answer = server.ask("GET", path, token=player.token)
    equal(answer.status, 200, f"the history: {answer}")
    return answer.json["games"]


finished = []  # two games of Emi and Finn, and a stranger


@tap.test("a finished game is in the history of everybody who played, with its result")
def _():
    players = server.table("Emi", "Finn", options={"rounds": 1})
    play_on(players)
    over = server.ask("GET", f"/api/tables/{players[0].table}", token=players[0].token).json
    for player in players:
        game, = history(player)
        for key in ("id", "game", "players", "options", "points", "winners", "box"):
            equal(game[key], over[key], key)
        equal(game["you"], player.you, "the seat")
        equal([seat["name"] for seat in game["seats"]], ["Emi", "Finn"], "the names")
        assert abs(game["ended"] / 1000 - time.time()) < 600, game["ended"]
        ids = [server.ask("GET", "/api/me", token=one.token).json["id"] for one in players]
        assert not any(id_ in str(game) for id_ in ids), "an id"
    equal(server.ask("GET", "/api/me/history").status, 401, "nobody's")
    equal(history(players[0], skip=1), [], "the next page")
    equal(server.ask("GET", "/api/me/history?most=x", token=players[0].token).status, 400, "no number")
    finished.extend(players)


@tap.test("games that ended before results were kept are in the history, too")
def _():
    before = history(finished[0])
    server.stop()
    server.sql("UPDATE tables SET result = NULL RETURNING id")
    server.start()
    equal(history(finished[0]), before, "read from the table")
    equal(history(finished[1])[0]["you"], 1, "from what was stored then")


@tap.test("a game can be taken out of one's own history")
def _():
    players = server.table("Gil", "Hana", options={"rounds": 1})
    equal(server.ask("POST", "/api/me/history/remove", {"table": players[0].table}, players[0].token).status, 409, "running")
    play_on(players)
    equal(server.ask("POST", "/api/me/history/remove", {"table": players[0].table}, players[0].token).status, 200, "over")
    equal(server.ask("POST", "/api/me/history/remove", {"table": "none"}, players[0].token).status, 404, "none")
    equal((history(players[0]), len(history(players[1]))), ([], 1), "his own alone")


@tap.test("whoever is deleted leaves games without a name, and can be nobody again")
def _():
    emi, finn = finished
    emi = Player(server, emi.table, emi.token)  # the server was started again
    emi.do("chat", text="my secret word is Mellon")
    other = server.table("Ines", "Jo", options={"rounds": 1})
    guest = Player(server, other[0].table, emi.token)
    guest.do("chat", text="Mellon again")
    token = emi.token
    seat = server.open(token, players=2, seats=["me", "open"])
    equal(server.ask("POST", "/api/me/delete", {}, token).status, 400, "not sure")
    equal(server.ask("POST", "/api/me/delete", {"sure": True}, token).status, 200, "deleted")
    equal(server.ask("GET", "/api/me", token=token).status, 401, "the token")
    equal(server.ask("GET", f"/api/tables/{seat['id']}").json["seats"][0]["kind"], "open", "the seat that was waiting")
    record = server.ask("GET", f"/api/tables/{finn.table}/record").body.decode()
    assert "Emi" not in record and "Finn" in record, record
    game, = history(finn)
    equal([one["name"] for one in game["seats"]], ["Somebody", "Finn"], "the names")
    for table in (finn.table, other[0].table):
        whole = Player(server, table, lang="en").whole
        assert "Emi" not in str(whole) and "Mellon" not in str(whole), whole["entries"]
        assert "…" in [entry.get("chat") for entry in whole["entries"]], "a chat entry is missing"
    equal(play_on([Player(server, one.table, one.token) for one in other], most=3), 3, "the game goes on")
    kept = server.texts("log", "text") + server.texts("people", "name")
    assert kept and not any("Emi" in text or "Mellon" in text for text in kept), "still in the store"


@tap.test("whoever is deleted in the middle of a game is replaced by a bot")
def _():
    players = server.table("Noa", "Oli", "Pia")
    equal(server.ask("POST", "/api/me/delete", {"sure": True}, players[2].token).status, 200, "deleted")
    again = [Player(server, one.table, one.token) for one in players[:2]]
    again[0].until(lambda: again[0].seats[2]["bot"])
    assert "Pia" not in str(again[0].whole), "the name is still there"
    equal(play_on(again, most=6), 6, "the game goes on")


@tap.test("all this survives a restart")
def _():
    server.stop()
    server.start()
    equal([one["name"] for one in history(finished[1])[0]["seats"]], ["Somebody", "Finn"], "the names")
    assert Player(server, finished[1].table, finished[1].token).whole["points"], "the game is not over any more"


tap.finish()
