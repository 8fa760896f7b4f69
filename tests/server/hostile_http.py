#!/usr/bin/python3
"""Bad clients by HTTP: strange requests, paths, other sites, names that deceive."""
import json
import os

import ws
from server import Player, Server, Tap, equal

tap = Tap()
server = Server("--header-seconds=30")
tap.watch(server)
host = server.person("Host")
TABLE = server.open(host)["id"]
TALK = f"/api/tables/{TABLE}/ws"


def raw_request(data, most=1):
    """The answers to these bytes, until there are so many or the line ends; and whether it ended."""
    line = ws.Line(server.port)
    answers = []
    try:
        line.send(data)
        while len(answers) < most:
            answers.append(line.answer())
        return answers, False
    except (ws.Closed, ConnectionError):
        return answers, True
    except TimeoutError:
        return answers, False
    finally:
        line.close()


def refused(data, statuses):
    """Answered with one of these, or closed without a word."""
    answers, ended = raw_request(data)
    assert answers or ended, "neither answered nor closed"
    if answers:
        assert answers[0].status in statuses, f"{answers[0]}, wanted {statuses}"


# Paths

PATHS = [
    "/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/....//etc/passwd",
    "/assets/../../../etc/passwd", "/assets/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/\\..\\..\\etc\\passwd",
    "/%5c..%5cetc%5cpasswd",
    "/%00", "/index.html%00.png", "/t/%00", "/%c0%ae%c0%ae/etc/passwd", "/%", "/%zz", "/%2", "/.git/config",
    "/tables.db",
    "/api/tables/../../etc/passwd", "/api/tables/%2e%2e/ws", "/api/tables/" + "x" * 3000, "/api/tables//record",
    "/api/tables/'or'1/record",
    "/" + "a/" * 800, "/?" + "x=y&" * 500,
]


@tap.test("paths: nothing outside is served")
def _():
    for path in PATHS:
        answers, ended = raw_request(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode(), 10)
        assert answers or ended, path
        for answer in answers:
            assert b"root:" not in answer.body and b"SQLite" not in answer.body, path
            # The page may be served for a path that means nothing to the server; a file may not.
            assert answer.status < 500 and answer.status in (200, 400, 403, 404, 414, 431), (path, answer)


@tap.test("paths: raw bytes in a path")
def _():
    for path in (b"/\x00", b"/\x01\x02", b"/\xff\xfe", b"/ /", b"", b"*", b"/health\x00/../../etc/passwd"):
        answers, ended = raw_request(b"GET " + path + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 10)
        assert answers or ended, path
        assert all(answer.status < 500 and b"root:" not in answer.body for answer in answers), (path, answers)


# HTTP

def head(*fields, method="POST", path="/api/me", body=b""):
    lines = [f"{method} {path} HTTP/1.1", "Host: x", "Content-Type: application/json", *fields, "", ""]
    return "\r\n".join(lines).encode() + body


STRANGE_REQUESTS = {
    "a negative length": head("Content-Length: -1"),
    "a length that is no number": head("Content-Length: ten", body=b"{}"),
    "a length beyond all numbers": head("Content-Length: 99999999999999999999999", body=b"{}"),
    "a length of 3 GiB": head("Content-Length: 3221225472", body=b"{}"),
    "a body of 2 MiB": head("Content-Length: 2097152", body=b"x" * 2097152),
    "two lengths that differ": head("Content-Length: 2", "Content-Length: 3", body=b"{}x"),
    "a length and chunks": head("Content-Length: 2", "Transfer-Encoding: chunked", body=b"0\r\n\r\n"),
    "a chunk of endless length": head("Transfer-Encoding: chunked", body=b"fffffffffffffffff\r\n{}"),
    "a header of 100 KB": head("X: " + "y" * 100000), "ten thousand headers": head(*["X: y"] * 10000),
    "a request line of 100 KB": head(method="GET", path="/" + "x" * 100000),
    "an unknown method": head(method="BREW", path="/"),
    "a method of 10 KB": head(method="G" * 10000, path="/"), "HTTP/0.9": b"GET /\r\n\r\n",
    "HTTP/2 out of the blue": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "TLS on a plain port": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
    "random bytes": os.urandom(4096) + b"\r\n\r\n",
    "zeroes": bytes(4096) + b"\r\n\r\n", "a header without a colon": b"GET / HTTP/1.1\r\nHost x\r\nnonsense\r\n\r\n",
    "line ends without CR": b"GET /health HTTP/1.1\nHost: x\n\n",
    "a header that goes on in the next line": head("X: a\r\n b", "Content-Length: 2", body=b"{}"),
    "a NUL in a header": head("X: a\x00b", "Content-Length: 2", body=b"{}"),
}
NO = {400, 403, 404, 405, 408, 411, 413, 414, 415, 431, 501, 505}
# Some are odd, but may be understood.
FINE = {"HTTP/0.9": {200}, "line ends without CR": {200}, "a header that goes on in the next line": {201},
        "a NUL in a header": {201}, "a header without a colon": {200}}


def strange(name):
    @tap.test(f"HTTP: {name}")
    def _():
        refused(STRANGE_REQUESTS[name], NO | FINE.get(name, set()))


for each in STRANGE_REQUESTS:
    strange(each)


@tap.test("HTTP: methods that a path does not have")
def _():
    for what in ("PUT /api/me", "DELETE /api/me", "PATCH /api/tables", "POST /api/games", "POST /health",
                 "GET /api/replay", "GET /api/me/name", "TRACE /api/games", f"DELETE {TALK}"):
        refused(ws.request(*what.split(), headers={"Content-Length": "0"}), {400, 403, 405, 501})


@tap.test("HTTP: a body in chunks is understood or refused, not forgotten")
def _():
    answers, ended = raw_request(head("Transfer-Encoding: chunked", body=b'10\r\n{"name":"Chunky"}\r\n0\r\n\r\n'))
    assert answers or ended
    if answers and answers[0].status == 201:
        equal(answers[0].json["name"], "Chunky", "the name")


@tap.test("HTTP: HEAD is GET without the body")
def _():
    line = ws.Line(server.port)
    line.send(ws.request("HEAD", "/health"))
    answer = line.answer(bodiless=True)
    assert answer.status in (200, 405), answer
    if answer.status == 200:
        line.send(ws.request("GET", "/health"))
        equal(line.answer().json, {"status": "ok"}, "what comes next on the line")
    line.close()


@tap.test("HTTP: several requests at once are answered in order, or the line is closed")
def _():
    paths = ("/health", "/api/games", "/nowhere.txt")
    answers, ended = raw_request(b"".join(ws.request("GET", path) for path in paths), len(paths))
    assert [answer.status for answer in answers] in ([200, 200, 404], [200, 200], [200]), answers
    assert len(answers) == 3 or ended, "answers are missing"


@tap.test("HTTP: a body must be what it says")
def _():
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    equal(server.ask("POST", "/api/me", b"name=x", headers=form).code, "type", "a form")
    for body in (b"{", b"[]", b"7", b"\xff", b'{"name":7}', b'{"name":null}x', b'{"bot":"yes"}',
                 b"[" * 100000, b'{"a":' * 5000):
        answer = server.ask("POST", "/api/me", body, headers={"Content-Type": "application/json"})
        equal((answer.status, answer.code), (400, "syntax"), body[:20])


# Other sites and scripts

@tap.test("origins: only the server's own may open a socket")
def _():
    for origin in ("http://evil.example", "https://127.0.0.1.evil.example", f"http://127.0.0.1:{server.port + 1}",
                   "null", "file://"):
        try:
            line = ws.WebSocket(server.port, TALK, headers={"Host": f"127.0.0.1:{server.port}", "Origin": origin})
            line.say({"do": "hello", "from": 0})
            code = line.closing()
            assert code in (1008, None), (origin, code)
        except ws.Refused as no:
            assert no.answer.status in (400, 403), (origin, no.answer)
        except ws.Closed:
            pass
    own = ws.WebSocket(server.port, TALK, headers={
        "Host": f"127.0.0.1:{server.port}", "Origin": f"http://127.0.0.1:{server.port}"})
    own.say({"do": "hello", "from": 0})
    equal(json.loads(own.hear())["type"], "table", "our own page's first message")
    own.close()


@tap.test("origins: no other page may read answers")
def _():
    for path in ("/api/games", "/api/me", "/api/tables", "/health"):
        answer = server.ask("GET", path, headers={"Origin": "http://evil.example"})
        assert "access-control-allow-origin" not in answer.headers, (path, answer.headers)


@tap.test("scripts: pages forbid them, and say what they are")
def _():
    for path in ("/", f"/t/{TABLE}", "/nowhere"):
        answer = server.ask("GET", path)
        policy = answer.headers.get("content-security-policy", "")
        assert "default-src" in policy and "unsafe-inline" not in policy.split("style-src")[0], (path, policy)
        assert "'unsafe-eval'" not in policy and "frame-ancestors" in policy, (path, policy)
        equal(answer.headers.get("x-content-type-options"), "nosniff", path)


@tap.test("scripts: names and chat are data")
def _():
    nasty = "<img src=x onerror=a()>"
    token = server.person(nasty)
    equal(server.ask("GET", "/api/me", token=token).json["name"], nasty, "the name")
    talker = Player(server, TABLE, token)
    said = '</script><script>alert("1")</script>${x}'
    talker.do("chat", text=said)
    reader = Player(server, TABLE)
    entry = next(entry for entry in reader.entries if entry.get("chat") == said)
    reader.close()
    equal((entry["name"], entry.get("seat")), (nasty, None), "who said it")
    for path in ("/", f"/t/{TABLE}"):
        answer = server.ask("GET", path)
        assert nasty.encode() not in answer.body and b"alert(" not in answer.body, path
    talker.close()


BAD_NAMES = {
    "a bell": "a\u0007", "a line end": "a\nb", "a NUL": "a\u0000b", "a change of direction": "a\u202eb",
    "an isolate": "\u2066x",
    "a width of zero": "A\u200biko", "a byte order mark": "\ufeffx", "a soft hyphen": "A\u00adiko",
    "25 characters": "x" * 25, "a C1 control": "a\u0085",
    "a line separator": "a\u2028b", "a tag": "a\U000e0041", "a variation selector": "a\ufe0f",
    "a Hangul filler": "\u3164",
}


def bad_name(name):
    @tap.test(f"names: {name} is refused or left out")
    def _():
        bad = BAD_NAMES[name]
        for path, token in (("/api/me", None), ("/api/me/name", host)):
            answer = server.ask("POST", path, {"name": bad}, token)
            if answer.status == 400:
                equal(answer.code, "syntax", path)
            else:
                kept = answer.json["name"]
                assert kept != bad and not any(ord(c) > 126 or ord(c) < 32 for c in kept), repr(kept)


for each in BAD_NAMES:
    bad_name(each)


@tap.test("names: spaces at the ends are cut, 24 characters of any script are fine")
def _():
    for given, kept in (("  Aiko  ", "Aiko"), ("é" * 24, "é" * 24), ("高松さん", "高松さん"),
        ("O'Neil & Söhne", "O'Neil & Söhne")):
        equal(server.ask("POST", "/api/me", {"name": given}).json["name"], kept, "the name")


def shown_as(names):
    """How these people are shown at one table."""
    tokens = [server.person(name) for name in names]
    table = server.open(tokens[0], game="tatata", players=len(names), seats=["me"] + ["open"] * (len(names) - 1))["id"]
    lines = [Player(server, table, token) for token in tokens]
    for seat, line in enumerate(lines[1:], 1):
        line.do("sit", seat=seat)
    lines[0].until(lambda: all(seat["kind"] == "person" for seat in lines[0].seats))
    shown = [seat["name"] for seat in lines[0].seats]
    for line in lines:
        line.close()
    return shown


@tap.test("names: nobody looks like somebody else at the table")
def _():
    names = ["Aiko", "Aiko", "aiko", "A i k o", "\u0410iko", "\uff21iko", "Aik0"]
    shown = shown_as(names)
    equal((shown[0], len(set(shown))), ("Aiko", len(names)), f"the names {shown}")
    for given, name in zip(names[1:], shown[1:]):
        assert name != given, f"{given} is shown as {name}, beside {shown}"


@tap.test("names: nobody looks like a bot")
def _():
    for name in ("Bot 1", "bot 1", "BOT", "B\u043et 2", "Bot\u00a03"):
        answer = server.ask("POST", "/api/me", {"name": name})
        if answer.status == 201:
            assert shown_as(["Aiko", name])[1] != name, f"{name} is shown as it is"
        else:
            assert answer.code in ("refused", "syntax"), answer


@tap.test("the server stops cleanly, without a complaint")
def _():
    tap.watch(None)
    equal(server.stop(), 0, "its exit status")


server.discard()
tap.finish()
