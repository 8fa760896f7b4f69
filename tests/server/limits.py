#!/usr/bin/python3
"""The limits of a server as it comes: who asks for too much is told so or closed, and others do not notice. Each test comes from
an address of its own, so that none spends what another has saved up. What is saved up grows with time, so a test that wants to
be refused sends everything at once and waits for the answers afterwards: then it does not matter how busy the machine is."""
import json
import socket
import threading
import time

import ws
from server import Player, Server, Tap, equal, eventually

tap = Tap()
server = Server("--header-seconds=300", limits=[])
impatient = Server("--header-seconds=4", limits=[])  # with those who are slow
tap.watch(server)
addresses = iter(f"127.0.{i // 250}.{i % 250 + 2}" for i in range(2000))
GOOD = next(addresses)


def frame(message):
    return ws.frame(ws.TEXT, json.dumps(message).encode())


def person(name="Somebody"):
    return server.ask("POST", "/api/me", {"name": name}, source=GOOD).json["token"]


def too_fast(requests, source):
    """All in one go on one line; how many were answered with 429, that none was answered worse, and how long it took."""
    line = ws.Line(server.port, source=source)
    begin, refused = time.monotonic(), 0
    line.send(b"".join(requests))
    for _ in requests:
        answer = line.answer()
        assert answer.status in (200, 201, 429), answer
        if answer.status == 429:
            equal(answer.code, "too_many", "the code")
            refused += 1
    line.close()
    return refused, time.monotonic() - begin


def between(allowed, burst, rate, seconds):
    """That as many were allowed as were saved up, and what was added meanwhile."""
    assert burst <= allowed <= burst + rate * seconds + 1, f"{allowed} allowed in {seconds:.1f} s"


class Slow(threading.Thread):
    """A line that says a little every half second and never comes to the point, until it is closed."""

    def __init__(self, start, drip):
        super().__init__()
        self.first, self.drip, self.closed = start, drip, False
        self.source = next(addresses)
        self.start()

    def run(self):
        line = ws.Line(impatient.port, source=self.source)
        end = time.monotonic() + ws.PATIENCE
        try:
            line.send(self.first)
            while time.monotonic() < end:
                line.socket.settimeout(0.5)
                try:
                    line.fill()
                except TimeoutError:
                    line.send(self.drip)
        except (ws.Closed, OSError):
            self.closed = True
        line.close()


UPGRADE = ws.request("GET", "/api/tables/x/ws", headers={
    "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="})
host = person("Host")
other_table = impatient.open(impatient.person("Host"))["id"]
TABLE = server.ask("POST", "/api/tables", {"game": "tatsu", "seats": ["me", "open", "open", "open"]}, host,
    source=GOOD).json["id"]

# They take a while, so they begin here and are looked at in the end.
slow = {
    "headers that never end are cut": Slow(b"GET / HTTP/1.1\r\n", b"X: y\r\n"),
    "a request line that never ends is cut": Slow(b"GET /", b"x"),
    "a line that says nothing is cut": Slow(b"", b""),
    "a socket that never says hello is cut": Slow(UPGRADE.replace(b"/x/", f"/{other_table}/".encode()), b""),
    "a socket whose first message never ends is cut": Slow(UPGRADE.replace(b"/x/", f"/{other_table}/".encode()) + ws.frame(1,
    b"{", length=100), b" "),
}


@tap.test("1,000 connections a second from one address are limited; another address is served")
def _():
    source, served, lines = next(addresses), 0, []
    begin = time.monotonic()
    for i in range(1000):
        time.sleep(max(0, begin + i / 1000 - time.monotonic()))
        line = socket.socket()
        line.bind((source, 0))
        line.settimeout(ws.PATIENCE)
        try:
            line.connect(("127.0.0.1", server.port))
            line.sendall(ws.request("GET", "/health"))
        except OSError:
            pass
        lines.append(line)
    equal(ws.ask(server.port, "GET", "/health", source=next(addresses)).status, 200, "another address")
    for line in lines:
        try:
            served += line.recv(12) == b"HTTP/1.1 200"
        except OSError:
            pass
        line.close()
    seconds = time.monotonic() - begin
    assert 100 <= served <= 201 + 50 * seconds, f"{served} served in {seconds:.1f} s"


@tap.test("sockets of one address: 200 at a time")
def _():
    source, lines, refused = next(addresses), [], 0
    for i in range(260):
        if i >= 150:
            time.sleep(0.02)  # new connections have a limit of their own
        try:
            lines.append(ws.WebSocket(server.port, f"/api/tables/{TABLE}/ws", source=source))
        except (ws.Refused, ws.Closed, OSError):
            refused += 1
    n_open = len(lines)
    for line in lines:
        line.close()
    assert n_open <= 200 and refused >= 60, f"{n_open} open, {refused} refused"
    assert n_open >= 190, f"only {n_open} open"

    def again():
        try:
            ws.WebSocket(server.port, f"/api/tables/{TABLE}/ws", source=source).close()
            return True
        except (ws.Refused, ws.Closed, OSError):
            return False
    assert eventually(again), "closed ones still count"


@tap.test("requests of one address: 100 saved up, then 20 a second")
def _():
    source = next(addresses)
    refused, seconds = too_fast([ws.request("GET", "/api/push")] * 300, source)
    between(300 - refused, 100, 20, seconds)
    equal(server.ask("GET", "/api/games", source=next(addresses)).status, 200, "another address")
    assert eventually(lambda: server.ask("GET", "/api/games", source=source).status == 200), "not even later"


@tap.test("a header that names another address does not help")
def _():
    refused, seconds = too_fast([ws.request("GET", "/api/push", headers={"X-Forwarded-For": f"10.0.0.{i % 250}",
        "Forwarded": f"for=10.0.0.{i % 250}"}) for i in range(200)], next(addresses))
    between(200 - refused, 100, 20, seconds)


@tap.test("new identities of one address: 50 saved up")
def _():
    refused, seconds = too_fast([ws.request("POST", "/api/me", {})] * 60, next(addresses))
    between(60 - refused, 50, 0.1, seconds)
    equal(server.ask("POST", "/api/me", {}, source=next(addresses)).status, 201, "another address")


@tap.test("tables of one person: 20 saved up, whatever the address")
def _():
    token, other = person(), person()
    ask, refused, seconds = ws.request("POST", "/api/tables", {"game": "tatsu"}, token), 0, 0.0
    for _ in range(5):
        answers = too_fast([ask] * 5, next(addresses))
        refused, seconds = refused + answers[0], seconds + answers[1]
    between(25 - refused, 20, 0.1, seconds + 1)
    equal(server.ask("POST", "/api/tables", {"game": "tatsu"}, other, source=GOOD).status, 201, "another person")


@tap.test("messages of one person: too many are refused, whatever the connection; others at the table go on")
def _():
    tokens = [person(), person()]
    table = server.ask("POST", "/api/tables", {"game": "tatsu", "players": 2, "seats": ["me", "open"]}, tokens[0],
        source=GOOD).json["id"]
    loud = [Player(server, table, tokens[0], source=next(addresses)) for _ in range(2)]
    calm = Player(server, table, tokens[1], source=GOOD)
    refused = closed = 0
    for line in loud:
        try:
            line.send(b"".join(frame({"do": "mix", "id": str(i), "mix": f"m{i}"}) for i in range(100)))
            line.until(lambda line=line: len(line.news) == 100)
            refused += sum(news["type"] == "error" and news["code"] == "too_many" for news in line.news)
        except (ws.Closed, OSError) as end:
            if isinstance(end, ws.Closed):
                assert end.code in (1008, None), end.code
            closed += 1
    assert refused >= 80 or closed, f"{refused} of 200 refused"
    calm.do("sit", seat=1)
    calm.close()
    for line in loud:
        line.close()


@tap.test("chat of one person: 5 saved up, then one every two seconds")
def _():
    token = person("Talker")
    line = Player(server, TABLE, token, source=GOOD)
    line.send(b"".join(frame({"do": "chat", "id": str(i), "text": f"word {i}"}) for i in range(8)))
    line.until(lambda: len(line.news) == 8)
    answers = sorted(line.news, key=lambda news: int(news["re"]))
    equal([news.get("code", "ok") for news in answers], ["ok"] * 5 + ["too_many"] * 3, "the answers")

    def later():
        line.news.clear()
        line.say({"do": "chat", "id": "later", "text": "later"})
        return line.until(lambda: next((news for news in line.news if news.get("re") == "later"), None))["type"] == "ok"

    assert eventually(later, every=0.5), "not even later"
    line.until(lambda: sum("chat" in entry for entry in line.entries) == 6)
    line.close()


def look_at(name, thread):
    @tap.test(f"slow clients: {name}")
    def _():
        thread.join()
        assert thread.closed, "still open"


for name, thread in slow.items():
    look_at(name, thread)


@tap.test("the server stops cleanly, without a complaint")
def _():
    tap.watch(None)
    equal([server.stop(), impatient.stop()], [0, 0], "the exit statuses")


server.discard()
impatient.discard()
tap.finish()
