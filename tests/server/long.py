#!/usr/bin/env python3
"""Long work, long logs, long absences: what takes time must not take it from others, and time nobody was served is nobody's."""
import os
import signal
import sqlite3
import subprocess
import threading
import time

import ws
from server import Player, Server, Tap, equal, eventually, play_on

PAIRS = 60000  # decisions taken and taken back
CLOCK = 10
tap = Tap()


def append(server, table, lines):
    subprocess.run([os.environ["APPEND"], server.db, table, str(int(time.time() * 1000))], check=True, text=True,
        input="".join(line + "\n" for line in lines))


def act_and_undo(server, pairs):
    """A table at which somebody acted and took it back so often, as the store has it; who sits there."""
    players = server.table("Aiko", "Ben")
    one = next(player for player in players if player.now["legal"])
    decision = f"{one.you} {one.now['legal'][0]}"
    for player in players:
        player.close()
    server.stop()
    append(server, one.table, [decision, f"undo\t{one.you}"] * pairs)
    server.start()
    return one


with Server() as server:
    tap.watch(server)

    @tap.test("a table with a very long log is read while others are answered, and goes on from there")
    def _():
        one = act_and_undo(server, PAIRS)
        begin, answers, longest = time.monotonic(), 0, 0.0
        stop = threading.Event()

        def keep_asking():
            nonlocal answers, longest
            while not stop.is_set():
                asked = time.monotonic()
                equal(server.ask("GET", "/api/games").status, 200, "meanwhile")
                longest = max(longest, time.monotonic() - asked)
                answers += 1

        asking = threading.Thread(target=keep_asking)
        asking.start()
        try:
            back = ws.WebSocket(server.port, f"/api/tables/{one.table}/ws")
            back.say({"do": "hello", "token": one.token, "from": one.n + 2 * PAIRS})
            table = back.hear(60).decode()
        finally:
            stop.set()
            asking.join()
        print(f"# {PAIRS} pairs: {time.monotonic() - begin:.2f} s, {answers} answers to others meanwhile, "
            f"the slowest in {1000 * longest:.0f} ms")
        assert f'"n":{one.n + 2 * PAIRS}' in table, table[:300]
        assert '"legal":["' in table, "whose turn it is"
        back.close()

    @tap.test("when the log is full the game goes on, and nothing else is written")
    def _():
        one = act_and_undo(server, 10000)
        back = Player(server, one.table, one.token, come_from=one.n + 20000)
        equal(back.refused("chat", text="hello"), "refused", "chat")
        back.act(back.now["legal"][0])
        back.close()

    @tap.test("replays of one address wait for each other or are refused, and every one is answered")
    def _():
        players = server.table("Aiko", "Ben")
        play_on(players)
        record = server.ask("GET", f"/api/tables/{players[0].table}/record").body.decode()
        statuses = []

        def replay():
            statuses.append(server.ask("POST", "/api/replay", {"record": record}).status)

        threads = [threading.Thread(target=replay) for _ in range(30)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        equal(len(statuses), 30, "answers")
        assert set(statuses) <= {200, 429} and 200 in statuses, statuses
        own = server.ask("GET", f"/api/tables/{players[0].table}/replay").json
        # The last of them may still count for a moment after it was answered.
        other = eventually(lambda: (answer := server.ask("POST", "/api/replay", {"record": record})).status == 200 and answer).json
        equal([step["event"] for step in own["steps"]], [step["event"] for step in other["steps"]], "the same game")
        equal(own["names"], ["Aiko", "Ben"], "names")

    @tap.test("forgetting the other devices hangs up on them, and on nobody else")
    def _():
        players = server.table("Aiko", "Ben")
        code = server.ask("POST", "/api/me/move", token=players[0].token).json["code"]
        second = server.ask("POST", "/api/me/claim", {"code": code}).json["token"]
        phone = Player(server, players[0].table, second)
        equal(server.ask("POST", "/api/me/forget", token=second).status, 200, "the answer")
        try:
            players[0].until(lambda: False, 60)
        except ws.Closed as closed:
            equal(closed.code, 1008, "how the line ends")
        equal(phone.do("chat", text="still here")["type"], "ok", "the phone")
        equal(players[1].do("chat", text="me too")["type"], "ok", "the other player")

    @tap.test("codes that have expired are removed from the database")
    def _():
        token = server.person("Aiko")
        server.ask("POST", "/api/me/move", token=token)
        server.stop()
        db = sqlite3.connect(server.db, timeout=ws.PATIENCE)
        with db:
            equal(db.execute("update tokens set expires = expires - 600000 where once").rowcount > 0, True, "codes")
        server.start()  # which looks at once, and every minute from then on
        assert eventually(lambda: db.execute("select count(*) from tokens where once").fetchone()[0] == 0, 60)
        db.close()

    @tap.test("a server that was stopped for a while takes nobody's seat and closes no line")
    def _():
        players = server.table("Aiko", "Ben", clock=CLOCK)
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(CLOCK + 2)
        server.process.send_signal(signal.SIGCONT)
        one = next(player for player in players if player.now["legal"])
        one.act(one.now["legal"][0])
        assert "stand-in" not in one.notes(), one.notes()
        # The clock does run: a player who is heard and does not decide is replaced.
        other = eventually(lambda: next((player for player in players if player.now["legal"]), None) or
            [player.listen(0.1) for player in players] and None, 30)
        assert other, "nobody's turn"
        players[0].until(lambda: "stand-in" in players[0].notes(), 60)

tap.finish()
