#!/usr/bin/env python3
"""Games that take days: clocks that outlive the server, histories, and people who want everything about them deleted."""
import re
import time

from server import Player, Server, Tap, equal, eventually

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
    assert 14 * 86400 - 60 < left <= 14 * 86400 + 1, f"{left} s left"
    equal(listed["deadline"] // 60000, late.now["deadline"] // 60000, "the same as at the table, to the minute")
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
    before = metric("decisions_total")
    assert eventually(lambda: metric("decisions_total") > before, 60), "nobody decided"
    again = Player(server, late.table, late.token)
    again.until(lambda: "stand-in" in again.notes())
    again.do("back")
    again.until(lambda: not again.seats[again.you]["bot"])


tap.finish()
