#!/usr/bin/python3
"""What clients make the server keep: answers that nobody reads, connections without end, files that run out, and stopping
in the midst of it."""
import contextlib
import json
import os
import re
import resource
import select
import socket
import threading
import time

import ws
from server import SANITIZED, Player, Server, Tap, equal, eventually, play_on

tap = Tap()
PATIENCE = 60.0
MEMORY_MAX = 64  # --max-memory, in MiB
# Beyond what is counted: what the store keeps in memory, what one answer takes while it is made, pieces and their heads.
BESIDE = 64
UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
           "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}


def deaf(server, source):
    """A connection with as little room for answers as the system allows; it is never read."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.bind((source, 0))
    line.settimeout(PATIENCE)
    line.connect(("127.0.0.1", server.port))
    return line


def metric(server, name):
    body = ws.ask(server.port, "GET", "/metrics", source="127.0.9.9", timeout=PATIENCE).body.decode()
    return int(re.search(rf"^tatami_{name} (\d+)$", body, re.M)[1])


class Watch(threading.Thread):
    """The most memory that a server had meanwhile."""

    def __init__(self, server):
        super().__init__()
        self.server, self.most, self.over = server, 0, False
        self.start()

    def run(self):
        while not self.over:
            self.most = max(self.most, self.server.rss_kib())
            time.sleep(0.02)

    def end(self):
        self.over = True
        self.join()
        return self.most


def finished_table(server):
    tokens = [server.person("Aiko"), server.person("Ben")]
    table = server.open(tokens[0], game="takamatsu", players=2, seats=["me", "open"])["id"]
    players = [Player(server, table, token) for token in tokens]
    players[1].do("sit", seat=1)
    players[0].do("start")
    for player in players:
        player.until(lambda player=player: player.now and player.now["actors"])
    play_on(players, most=60)
    return players


with Server(f"--max-memory={MEMORY_MAX}", "--send-threads=2") as server:
    tap.watch(server)
    players = finished_table(server)
    TABLE = players[0].table
    before = server.rss_kib()

    def bounded(watch, what):
        grown = (watch.end() - before) // 1024
        print(f"# {what}: {grown} MiB more")
        assert SANITIZED or grown < MEMORY_MAX + BESIDE, f"{grown} MiB more"

    def is_given_back():
        """Sanitizers keep what is freed."""
        assert eventually(lambda: metric(server, "network_bytes") < 1 << 20, PATIENCE), metric(server, "network_bytes")
        assert SANITIZED or eventually(lambda: server.rss_kib() - before < BESIDE * 1024, PATIENCE), \
            f"{(server.rss_kib() - before) // 1024} MiB are still there"

    @tap.test("195 connections that ask and read nothing: bounded, others are answered, memory comes back")
    def _():
        watch = Watch(server)
        ask = ws.request("GET", f"/api/tables/{TABLE}/replay?as=spectator&most=500")
        size = len(server.ask("GET", f"/api/tables/{TABLE}/replay?as=spectator&most=500").body)
        lines = []
        for i in range(40 if SANITIZED else 195):
            line = deaf(server, f"127.0.2.{i % 10 + 1}")
            with contextlib.suppress(ConnectionError):
                line.sendall(ask * 100)
            lines.append(line)
            if i % 20 == 0:
                equal(server.ask("GET", "/health", source="127.0.3.1", timeout=PATIENCE).status, 200, "somebody else")
        print(f"# answers of {size // 1024} KiB, {metric(server, 'network_bytes') >> 20} MiB held")
        bounded(watch, "HTTP")
        for line in lines:
            line.close()
        is_given_back()

    @tap.test("190 WebSockets that read nothing while others talk: bounded, nobody who reads is cut off")
    def _():
        watch = Watch(server)
        lines = []
        for i in range(20 if SANITIZED else 190):
            line = deaf(server, f"127.0.4.{i % 10 + 1}")
            line.sendall(ws.request("GET", f"/api/tables/{TABLE}/ws", headers=UPGRADE))
            line.recv(4096)
            line.sendall(ws.frame(ws.TEXT, b'{"do":"hello","from":0}'))
            lines.append(line)
        for batch in range(5 if SANITIZED else 40):
            for i in range(25):
                players[0].say({"do": "chat", "id": f"{batch}.{i}", "text": "a long story " * 23})
            players[0].until(lambda: any(news.get("re") == f"{batch}.24" for news in players[0].news), PATIENCE)
            assert all(news["type"] == "ok" for news in players[0].news), players[0].news
            players[0].news.clear()
            players[1].until(lambda: players[1].n >= players[0].n, PATIENCE)
        bounded(watch, "WebSocket")
        for line in lines:
            line.close()
        is_given_back()

    @tap.test("WebSockets that ask for the whole table for ever and read nothing are slowed down")
    def _():
        watch = Watch(server)
        hello = ws.frame(ws.TEXT, b'{"do":"hello","from":0}')
        lines = []
        for i in range(10 if SANITIZED else 60):
            line = deaf(server, f"127.0.5.{i % 10 + 1}")
            line.sendall(ws.request("GET", f"/api/tables/{TABLE}/ws", headers=UPGRADE))
            line.recv(4096)
            line.setblocking(False)
            lines.append(line)
        end = time.monotonic() + 4
        while time.monotonic() < end:
            for line in select.select([], lines, [], 0.1)[1]:
                with contextlib.suppress(BlockingIOError, ConnectionError):
                    line.send(hello * 20)
        bounded(watch, "hello for ever")
        equal(server.ask("GET", "/health", source="127.0.3.1", timeout=PATIENCE).status, 200, "somebody else")
        for line in lines:
            line.close()
        is_given_back()

    @tap.test("bodies that never end are counted, too")
    def _():
        watch = Watch(server)
        lines = []
        for i in range(20 if SANITIZED else 195):
            line = deaf(server, f"127.0.6.{i % 10 + 1}")
            with contextlib.suppress(OSError):
                line.sendall(ws.request("POST", "/api/replay", b"", headers={"Content-Length": "1048576",
                    "Content-Type": "text/plain"}) + b"x" * 1000000)
            lines.append(line)
        bounded(watch, "bodies")
        for line in lines:
            line.close()
        is_given_back()

    for player in players:
        player.close()

    @tap.test("it stops cleanly with lines that do not read, and requests that go on and on")
    def _():
        tap.watch(None)
        over = threading.Event()

        def ask_on():
            with contextlib.suppress(ws.Closed, OSError):
                line = ws.Line(server.port, timeout=PATIENCE)
                while not over.is_set():
                    line.send(ws.request("GET", "/health") + ws.request("GET", "/metrics") +
                              ws.request("POST", "/api/me", {"name": "Aiko"}))
                    for _ in range(3):
                        line.answer()

        lines = []
        for i in range(20):
            line = deaf(server, "127.0.7.1")
            line.sendall(ws.request("GET", f"/api/tables/{TABLE}/ws", headers=UPGRADE))
            line.recv(4096)
            line.sendall(ws.frame(ws.TEXT, b'{"do":"hello","from":0}') * 30)
            lines.append(line)
            line = deaf(server, "127.0.7.1")
            line.sendall(ws.request("GET", f"/api/tables/{TABLE}/replay?as=spectator&most=500") * 20)
            lines.append(line)
            line = deaf(server, "127.0.7.1")
            line.sendall(ws.request("POST", "/api/me", b"{", headers={"Content-Length": "100"}))
            lines.append(line)
        threads = [threading.Thread(target=ask_on) for _ in range(8)]
        for thread in threads:
            thread.start()
        time.sleep(0.3)
        equal(server.stop(PATIENCE), 0, "its exit status")
        over.set()
        for thread in threads:
            thread.join()
        for line in lines:
            line.close()


# Files and connections

def n_files(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def cpu_seconds(server):
    with open(f"/proc/{server.process.pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def answered(line):
    line.send(ws.request("GET", "/health"))
    return line.answer().status == 200


with Server() as server:
    @tap.test("without a file for one more connection it says so once, waits, and goes on")
    def _():
        room_for = 5
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE,
                         (n_files(server) + room_for, resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)[1]))
        lines = [ws.Line(server.port, timeout=PATIENCE) for _ in range(30)]
        assert eventually(lambda: "no connection can be taken" in server.said(), PATIENCE), "it does not say so"
        used, begin = cpu_seconds(server), time.monotonic()
        time.sleep(3)
        share = (cpu_seconds(server) - used) / (time.monotonic() - begin)
        assert SANITIZED or share < 0.5, f"{share:.0%} of a processor while it waits"
        said = server.said().count("no connection can be taken")
        assert said <= 3, f"said {said} times"
        for line in lines:  # each that goes lets another one in
            assert answered(line)
            line.close()
        equal(server.ask("GET", "/health").status, 200, "afterwards")
        equal(server.stop(PATIENCE), 0, "its exit status")


with Server("--max-connections=5", "--max-per-address=100", limits=[]) as server:
    @tap.test("when it is full the next one waits, and is let in when one goes")
    def _():
        lines = [ws.Line(server.port, timeout=PATIENCE) for _ in range(5)]
        assert all(answered(line) for line in lines)
        waits = ws.Line(server.port, timeout=PATIENCE)
        waits.send(ws.request("GET", "/health"))
        equal(select.select([waits.socket], [], [], 1)[0], [], "who waits hears nothing")
        lines.pop().close()
        equal(waits.answer().status, 200, "the answer")
        equal(server.stop(PATIENCE), 0, "its exit status")


class Small(Server):
    """With at most 200 open files."""

    def launch(self):
        self.prefix = ["prlimit", "--nofile=200:200"]
        super().launch()


with Small(limits=[]) as server:
    @tap.test("more connections than files are allowed: it says so at the start and takes fewer")
    def _():
        assert "the limit of open files is too low" in server.said(), server.said()
        lines = [ws.Line(server.port, source=f"127.0.8.{i % 5 + 1}", timeout=PATIENCE) for i in range(250)]
        for line in lines:
            assert answered(line)
            line.close()
        assert "no connection can be taken" not in server.said()
        equal(server.stop(PATIENCE), 0, "its exit status")


tap.finish()
