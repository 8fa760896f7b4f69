#!/usr/bin/env python3
"""Somebody sets the wall clock while people play: an hour back, two hours forward. Times that are shown follow it; nobody
is locked out, no connection is closed, no bot takes a seat."""
import atexit
import os
import shutil
import tempfile
import time

from server import Player, Server, Tap, equal, settle

HOUR = 3600
LONG, SHORT = 600, 5  # seconds for a decision
# The usual limits, but for how many may come from one address: everybody here does.
LIMITS = ["--bot-pause=0", "--identity-rate=100:100", "--table-rate=100:100"]
tap = Tap()
folder = tempfile.mkdtemp(prefix="tatami-clock-")
atexit.register(shutil.rmtree, folder, ignore_errors=True)
shift = os.path.join(folder, "shift")


def set_clock(seconds):
    with open(shift + ".new", "w", encoding="ascii") as file:
        file.write(f"{seconds}\n")
    os.rename(shift + ".new", shift)


def decide(players):
    """One decision of whoever has to; everybody hears of it. The entry."""
    one = settle(players)
    before = one.n
    one.act(one.now["legal"][0])
    for player in players:
        player.until(lambda player=player: player.n > before)
    return players[0].entries[before]


def near(found, seconds, about):
    wanted = (time.time() + seconds) * 1000
    if abs(found - wanted) > 120000:
        raise AssertionError(f"{about}: {found - wanted} ms off")


def expect_calm(players, jump):
    """After a jump: time is shown as the clock has it, play goes on, newcomers come in, and nothing is late."""
    entry = decide(players)
    near(entry["at"], jump, "the time of a decision")
    deadline = next(player.now["deadline"] for player in players if player.now["deadline"])
    if not 0 < deadline - (time.time() + jump) * 1000 <= LONG * 1000 + 1000:
        raise AssertionError(f"the deadline is {deadline}, and it is {(time.time() + jump) * 1000:.0f}")
    late = server.table("Hana", "Iko", clock=SHORT)
    newcomer = Player(server, players[0].table, server.person("Jun"))
    # A table with little time shows that the server has looked at the time since, more than once.
    late[0].until(lambda: "stand-in" in late[0].notes(), 60)
    for player in players:
        player.listen(0.2)
        equal("stand-in" in player.notes(), False, "a bot took a seat")
    decide(players)
    equal([seat["online"] for seat in players[0].seats], [True, True], "who is here")
    for player in [*late, newcomer]:
        player.close()


set_clock(0)
os.environ["CLOCK_SHIFT"] = shift
with Server(limits=LIMITS, prefix=["env", f"LD_PRELOAD={os.environ['SHIFT_CLOCK']}"]) as server:
    tap.watch(server)
    players = server.table("Aiko", "Ben", clock=LONG)

    @tap.test("the clock goes right at first")
    def _():
        near(decide(players)["at"], 0, "the time of a decision")

    @tap.test("an hour back: play goes on, and nobody is locked out")
    def _():
        set_clock(-HOUR)
        expect_calm(players, -HOUR)

    @tap.test("two hours forward: no connection is closed, and no bot takes a seat")
    def _():
        set_clock(2 * HOUR)
        expect_calm(players, 2 * HOUR)

    @tap.test("back and forth: limits count time that passed, not what the clock says")
    def _():
        for jump in (-HOUR, 3 * HOUR, 0, -24 * HOUR, 0):
            set_clock(jump)
            for _ in range(3):
                near(decide(players)["at"], jump, "the time of a decision")
            equal(server.ask("GET", "/api/games").status, 200, "a request")

    @tap.test("a game that was played under several clocks is read back as it was")
    def _():
        settle(players)
        events = players[0].events()
        for player in players:
            player.close()
        equal(server.stop(), 0, "the end")
        server.start()
        back = [Player(server, player.table, player.token) for player in players]
        equal(back[0].events(), events, "what happened")
        decide(back)

tap.finish()
