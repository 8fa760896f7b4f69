#!/usr/bin/python3
"""The limits of a server as it comes, but for the time that slow clients have: who asks for too much is told so or
closed, and others do not notice. Each test comes from an address of its own, so that none spends what another has
saved up."""
import socket
import threading
import time

import ws
from server import No, Player, Server, Tap, equal

tap = Tap()
server = Server("--header-seconds=4", limits=[])
tap.watch(server)
addresses = iter(f"127.0.{i // 250}.{i % 250 + 2}" for i in range(2000))
GOOD = next(addresses)


def person(name="Somebody"):
    return server.ask("POST", "/api/me", {"name": name}, source=GOOD).json["token"]


def too_fast(count, ask):
    """Asks so often, as fast as it goes; how many were answered with 429, and that none was answered worse."""
    refused = 0
    for i in range(count):
        answer = ask(i)
        assert answer.status in (200, 201, 429), answer
        if answer.status == 429:
            equal(answer.code, "too_many", "the code")
            refused += 1
    return refused


class Slow(threading.Thread):
    """A line that says a little every half second and never comes to the point; `closed_after` seconds, or None."""

    def __init__(self, start, drip, patience=14):
        super().__init__()
        self.first, self.drip, self.patience, self.closed_after = start, drip, patience, None
        self.source = next(addresses)
        self.start()

    def run(self):
        line = ws.Line(server.port, source=self.source)
        begin = time.monotonic()
        try:
            line.send(self.first)
            while time.monotonic() < begin + self.patience:
                line.socket.settimeout(0.5)
                try:
                    line.fill()
                except TimeoutError:
                    line.send(self.drip)
        except (ws.Closed, OSError):
            self.closed_after = time.monotonic() - begin
        line.close()


UPGRADE = ws.request("GET", "/api/tables/x/ws", headers={
    "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="})
host = person("Host")
TABLE = server.ask("POST", "/api/tables", {"game": "tatsu", "seats": ["me", "open", "open", "open"]}, host,
    source=GOOD).json["id"]

# They take a while, so they begin here and are looked at in the end.
slow = {
    "headers that never end are cut": Slow(b"GET / HTTP/1.1\r\n", b"X: y\r\n"),
    "a request line that never ends is cut": Slow(b"GET /", b"x"),
    "a line that says nothing is cut": Slow(b"", b""),
    "a socket that never says hello is cut": Slow(UPGRADE.replace(b"/x/", f"/{TABLE}/".encode()), b""),
    "a socket whose first message never ends is cut": Slow(UPGRADE.replace(b"/x/", f"/{TABLE}/".encode()) + ws.frame(1,
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
        line.settimeout(5)
        try:
            line.connect(("127.0.0.1", server.port))
            line.sendall(ws.request("GET", "/health"))
        except OSError:
            pass
        lines.append(line)
    other = time.monotonic()
    equal(ws.ask(server.port, "GET", "/health", source=next(addresses)).status, 200, "another address")
    assert time.monotonic() - other < 2, "another address waits"
    seconds = time.monotonic() - begin
    for line in lines:
        try:
            line.settimeout(2)
            served += line.recv(12) == b"HTTP/1.1 200"
        except OSError:
            pass
        line.close()
    assert 100 <= served <= 200 + 50 * (seconds + 3), f"{served} served in {seconds:.1f} s"


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
    time.sleep(0.5)
    assert again(), "closed ones still count"


@tap.test("requests of one address: 100 saved up, then 20 a second")
def _():
    source = next(addresses)
    line = ws.Line(server.port, source=source)

    def get(_):
        line.send(ws.request("GET", "/api/games"))
        return line.answer()

    begin = time.monotonic()
    refused = too_fast(300, get)
    allowed = 300 - refused
    assert 100 <= allowed <= 102 + 20 * (time.monotonic() - begin + 0.5), f"{allowed} allowed"
    line.close()
    equal(server.ask("GET", "/api/games", source=next(addresses)).status, 200, "another address")
    time.sleep(0.3)
    equal(server.ask("GET", "/api/games", source=source).status, 200, "a little later")


@tap.test("a header that names another address does not help")
def _():
    source = next(addresses)
    line = ws.Line(server.port, source=source)

    def get(i):
        line.send(ws.request("GET", "/api/games", headers={"X-Forwarded-For": f"10.0.0.{i % 250}",
            "Forwarded": f"for=10.0.0.{i % 250}"}))
        return line.answer()

    assert too_fast(200, get) > 50
    line.close()


@tap.test("new identities of one address: 50 saved up")
def _():
    source = next(addresses)
    refused = too_fast(60, lambda _: server.ask("POST", "/api/me", {}, source=source))
    assert 8 <= refused <= 10, refused
    equal(server.ask("POST", "/api/me", {}, source=next(addresses)).status, 201, "another address")


@tap.test("tables of one person: 20 saved up, whatever the address")
def _():
    token, other = person(), person()
    refused = too_fast(25, lambda _: server.ask("POST", "/api/tables", {"game": "tatsu"}, token,
        source=next(addresses)))
    assert 4 <= refused <= 5, refused
    equal(server.ask("POST", "/api/tables", {"game": "tatsu"}, other, source=GOOD).status, 201, "another person")


@tap.test("messages of one person: too many are refused, whatever the connection; others at the table go on")
def _():
    tokens = [person(), person()]
    table = server.ask("POST", "/api/tables", {"game": "tatsu", "players": 2, "seats": ["me", "open"]}, tokens[0],
        source=GOOD).json["id"]
    loud = [Player(server, table, tokens[0], source=next(addresses)) for _ in range(2)]
    calm = Player(server, table, tokens[1], source=GOOD)
    refused = closed = 0
    for i in range(200):
        try:
            line = loud[i % 2]
            line.say({"do": "mix", "id": str(i), "mix": f"m{i}"})
            answer = line.until(lambda: next((n for n in line.news if n.get("re") == str(i)), None))
            line.news.clear()
            refused += answer["type"] == "error" and answer["code"] == "too_many"
        except (ws.Closed, OSError) as end:
            if isinstance(end, ws.Closed):
                assert end.code in (1008, None), end.code
            closed += 1
            break
    assert refused >= 80 or closed, f"{refused} of 200 refused"
    calm.do("sit", seat=1)
    calm.close()
    for line in loud:
        line.close()


@tap.test("chat of one person: 5 saved up, then one every two seconds")
def _():
    token = person("Talker")
    line = Player(server, TABLE, token, source=GOOD)
    codes = []
    for i in range(8):
        try:
            line.do("chat", text=f"word {i}")
            codes.append("ok")
        except No as no:
            codes.append(no.code)
    equal(codes, ["ok"] * 5 + ["too_many"] * 3, "the answers")
    time.sleep(2.2)
    line.do("chat", text="later")
    line.until(lambda: sum("chat" in entry for entry in line.entries) == 6)
    line.close()


def look_at(name, thread):
    @tap.test(f"slow clients: {name}")
    def _():
        thread.join()
        assert thread.closed_after is not None, "still open"
        assert thread.closed_after < 10, f"only after {thread.closed_after:.1f} s"


for name, thread in slow.items():
    look_at(name, thread)


@tap.test("the server stops cleanly, without a complaint")
def _():
    tap.watch(None)
    equal(server.stop(), 0, "its exit status")


server.discard()
tap.finish()
