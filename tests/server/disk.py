#!/usr/bin/python3
"""A disk that refuses: nothing is acknowledged that is not stored, the server says what is wrong, does not crash, and
goes on when there is room again."""
import os
import resource
import select
import sqlite3
import subprocess
import time

import ws
from server import No, Player, Server, Tap, equal, eventually, play_on

tap = Tap()


def come_back(server, players):
    again = [Player(server, player.table, player.token) for player in players]
    for player in players:
        player.close()
    return again


# A full disk, as a limit on the size of files that can be lifted while the server runs.

server = Server()
players = server.table("Aiko", "Ben", "Chloé", "Dan", options={"target": 5000})
acknowledged = []


@tap.test("full disk: a decision that cannot be stored is refused or the line closed, not acknowledged")
def _():
    play_on(players, most=20)
    size = max(os.path.getsize(server.db + end) for end in ("", "-wal") if os.path.exists(server.db + end))
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size + 16384, resource.RLIM_INFINITY))
    try:
        play_on(players, most=3000)
    except No as no:
        equal(no.code, "unavailable", "the code")
    except ws.Closed:
        pass
    else:
        raise AssertionError("3,000 decisions found room")
    players[0].listen(0.3)
    acknowledged.extend(players[0].events())
    assert len(acknowledged) >= 20


@tap.test("full disk: the server runs on, says so in its log, and answers 503")
def _():
    assert server.process.poll() is None, f"the server ended: {server.said()[-2000:]}"
    assert eventually(lambda: server.ask("GET", "/health").status == 503), "health says nothing"
    answer = server.ask("POST", "/api/me", {})
    equal((answer.status, answer.code), (503, "unavailable"), "a new identity")
    answer = server.ask("POST", "/api/tables", {"game": "tatsu"}, players[0].token)
    equal((answer.status, answer.code), (503, "unavailable"), "a new table")
    assert any("the store refuses to write" in line and "tables.db" in line for line in server.said().splitlines()
        ), server.said()[-2000:]  # and why


@tap.test("full disk: what was there can still be read")
def _():
    answer = server.ask("GET", f"/api/tables/{players[0].table}", token=players[0].token)
    equal((answer.status, answer.json["phase"]), (200, "running"), "the table")
    line = Player(server, players[0].table, players[0].token)
    equal(line.events()[: len(acknowledged)], acknowledged, "what was acknowledged")
    line.close()


@tap.test("full disk: when there is room again the game goes on, and nothing is lost or doubled")
def _():
    global players
    for player in players:
        player.close()
    time.sleep(1)  # nobody is there whose coming or going would be stored: it must find out by itself
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert eventually(server.healthy), f"it does not recover: {server.said()[-2000:]}"
    players = come_back(server, players)
    found = players[0].events()
    equal(found[: len(acknowledged)], acknowledged, "what was acknowledged")
    assert len(found) <= len(acknowledged) + 2, f"{len(found)} events, {len(acknowledged)} acknowledged"
    equal(play_on(players, most=20), 20, "decisions")
    players[0].until(lambda: players[0].n == max(player.n for player in players))
    events = players[0].events()
    server.kill()
    server.start()
    players = come_back(server, players)
    equal(players[0].events(), events, "the events after a restart")


@tap.test("full disk: a server that finds no room at all ends with a message, or serves what is there")
def _():
    server.stop()
    os.truncate(server.log.name, 0)  # it is a file, too
    server.file_size = 4096
    try:
        server.launch()
        assert eventually(lambda: server.process.poll() is not None or server.healthy()), "neither"
        status = server.process.poll()
        assert status in (None, 1), f"status {status}: {server.said()[-2000:]}"
        assert status is None or server.said().strip(), "it says nothing"
        server.stop()
    finally:
        server.file_size = None


# A database that may not be written; root may write everything unless it gives that up.

def refuses_to_start(*words):
    """It ends with status 1, not by a signal, soon, and one line says why, with these words in it."""
    server.launch()
    try:
        status = server.process.wait(ws.PATIENCE)
    except subprocess.TimeoutExpired:
        server.kill()
        status = "still running"
    said = server.said()
    assert status == 1, f"status {status}: {said}"
    assert any(all(word in line for word in words) for line in said.splitlines()), f"no line with {words}: {said}"


@tap.test("read-only database: the server does not start, and says which file")
def _():
    if os.geteuid() == 0:
        server.prefix = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    os.chmod(server.db, 0o444)
    os.chmod(server.folder, 0o555)
    try:
        refuses_to_start("tables.db")
    finally:
        server.prefix = []
        os.chmod(server.folder, 0o755)
        os.chmod(server.db, 0o644)
    server.start()
    assert server.ask("GET", f"/api/tables/{players[0].table}").status == 200, "the same file, writable again"
    server.stop()


@tap.test("no such folder: the server does not start, and says which file")
def _():
    good, server.db = server.db, os.path.join(server.folder, "nowhere", "tables.db")
    try:
        refuses_to_start("nowhere")
    finally:
        server.db = good


@tap.test("a second server on the same database does not start, and the first one does not notice")
def _():
    server.start()
    first, said_from = server.process, server.log_from
    refuses_to_start("tables.db")
    server.process, server.log_from = first, said_from
    assert server.healthy(), "the first one"
    equal(server.stop(), 0, "its status")


# Damage. The server has stopped, so that the file is whole and the write-ahead log empty or gone.

def pages():
    with sqlite3.connect(server.db) as db:
        db.execute("pragma wal_checkpoint(truncate)")
        size = db.execute("pragma page_size").fetchone()[0]
    db.close()
    with open(server.db, "rb") as file:
        return size, file.read()


def damage(change):
    """Writes the changed file; what it was, for `repair`."""
    size, whole = pages()
    with open(server.db, "wb") as file:
        file.write(change(size, whole))
    return whole


def repair(whole):
    for end in ("-wal", "-shm"):
        if os.path.exists(server.db + end):
            os.unlink(server.db + end)
    with open(server.db, "wb") as file:
        file.write(whole)


DAMAGES = {
    "another kind of file": lambda size, whole: b"not a database at all, " * 4000,
    "the first page": lambda size, whole: b"\xa5" * size + whole[size:],
    "the second page": lambda size, whole: whole[:size] + b"\xa5" * size + whole[2 * size:],
    "every page but the first": lambda size, whole: whole[:size] + b"\xa5" * (len(whole) - size),
    "every third page": lambda size, whole: b"".join(
        b"\xa5" * size if i and i % 3 == 0 else whole[i * size : (i + 1) * size] for i in range(len(whole) // size)),
    "the last half cut off": lambda size, whole: whole[: len(whole) // 2 // size * size + 100],
}


def damaged(name):
    @tap.test(f"damage: {name}: a clear error, no crash, nothing acknowledged that is not stored")
    def _():
        whole = damage(DAMAGES[name])
        try:
            server.launch()
            eventually(lambda: server.process.poll() is not None or server.healthy())
            if server.process.poll() is not None:
                equal(server.process.returncode, 1, f"the status; it said {server.said()}")
                assert "tables.db" in server.said() or "damaged" in server.said() or "malformed" in server.said(
                    ), server.said()
                return
            lives_with_damage()
            equal(server.stop(), 0, "the status")
        finally:
            if server.process.poll() is None:
                server.kill()
            repair(whole)


def lives_with_damage():
    """It runs: then what it answers is an answer or an error, and who is acknowledged finds it again."""
    answer = server.ask("GET", f"/api/tables/{players[0].table}", token=players[0].token)
    assert answer.status in (200, 401, 404, 500, 503), answer
    try:
        line = Player(server, players[0].table, players[0].token)
        line.listen(0.2)
        line.close()
    except (No, ws.Closed, ws.Refused, AssertionError, KeyError):
        pass
    made = server.ask("POST", "/api/me", {"name": "After"})
    assert made.status in (201, 500, 503), made
    if made.status == 201:
        server.kill()
        server.start()
        equal(server.ask("GET", "/api/me", token=made.json["token"]).json["name"], "After",
            "the identity that was acknowledged")
    assert server.process.poll() is None, server.said()


for each in DAMAGES:
    damaged(each)


@tap.test("the file that was put back is served as before")
def _():
    server.start()
    line = Player(server, players[0].table, players[0].token)
    equal(line.events(), players[0].events(), "the events")
    line.close()
    equal(server.stop(), 0, "the status")


server.discard()


with Server() as server:
    @tap.test("slow disk: a list of tables says that somebody sits there when that is stored, not before")
    def _():
        host = server.person("Aiko")
        table = server.open(host, game="tatsu", players=2, listed=True, seats=["me", "open"])["id"]
        guest = Player(server, table, server.person("Ben"))
        busy = sqlite3.connect(server.db, isolation_level=None)
        busy.execute("BEGIN IMMEDIATE")  # nobody else can write
        guest.say({"do": "sit", "id": "sit", "seat": 1})
        equal(guest.refused("act", n=0, action="dance"), "refused", "the next message, so that the one before was dealt with")
        paths = ("/api/tables", "/api/me/tables", f"/api/tables/{table}")
        lines = [ws.Line(server.port) for _ in paths]
        for line, path in zip(lines, paths):
            line.send(ws.request("GET", path, token=host))
        early = select.select([line.socket for line in lines], [], [], 1)[0]
        told = [(path, line.answer().body) for path, line in zip(paths, lines) if line.socket in early]
        busy.execute("COMMIT")
        equal([(path, body) for path, body in told if b"Ben" in body], [], "told before it was stored")
        try:
            guest.until(lambda: any(news.get("re") == "sit" and news["type"] == "ok" for news in guest.news))
        except ws.Closed:
            return  # a machine so slow that the server gave up meanwhile
        for line, path in zip(lines, paths):
            assert b"Ben" in line.answer().body, path



tap.finish()
