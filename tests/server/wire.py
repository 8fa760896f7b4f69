#!/usr/bin/python3
"""Bytes on the wire: requests in one packet and in many, framing that deceives, upgrades, proxies, TLS. What a byte means
never depends on the packet it comes in, and no byte of a body is ever read as a request."""
import contextlib
import os
import re
import socket
import ssl
import subprocess
import tempfile
import time
import warnings

import ws
from server import Player, Server, Tap, equal, eventually

warnings.simplefilter("ignore", DeprecationWarning)  # old versions of TLS are what is tried
tap = Tap()
server = Server("--header-seconds=60")
tap.watch(server)
host = server.person("Host")
TABLE = server.open(host)["id"]
TALK = f"/api/tables/{TABLE}/ws"
PATIENCE = 60.0
UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
           "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}


def line_to(port=None, **more):
    line = ws.Line(port or server.port, timeout=PATIENCE, **more)
    line.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


def answers_until_end(line, most=50):
    """All answers until the server ends the line."""
    found = []
    with contextlib.suppress(ws.Closed):
        while len(found) < most:
            found.append(line.answer())
    return found


def only_answer(data):
    """The one answer to these bytes, after which the server ends the line."""
    line = line_to()
    with contextlib.suppress(ConnectionError):
        line.send(data)
    found = answers_until_end(line)
    line.close()
    equal(len(found), 1, f"how many answers to {data[:80]!r}: {found}")
    return found[0]


# One after another

SEVERAL = (ws.request("GET", "/health") + ws.request("POST", "/api/me", {"name": "Aiko"}) +
           ws.request("GET", "/nowhere.txt") + ws.request("POST", "/api/me", {}, "no such token") +
           ws.request("HEAD", "/health") + ws.request("GET", "/api/games") + ws.request("POST", "/api/me/name", {}))


def read_several(line):
    kinds = [line.answer().status for _ in range(4)]
    kinds.append(line.answer(bodiless=True).status)
    kinds += [line.answer().status for _ in range(2)]
    equal(kinds, [200, 201, 404, 401, 200, 200, 401], "the answers")


@tap.test("requests in one packet are answered in order, with and without a body")
def _():
    line = line_to()
    for _ in range(20):
        line.send(SEVERAL)
    for _ in range(20):
        read_several(line)
    line.close()


@tap.test("a GET with a small POST behind it, cut at every byte")
def _():
    both = ws.request("GET", "/health") + ws.request("POST", "/api/me", {"name": "Aiko"})
    lines = [line_to() for _ in range(1, len(both))]
    for i, line in enumerate(lines, 1):
        line.send(both[:i])
    equal(server.ask("GET", "/health").status, 200, "the server has read all of that")
    for i, line in enumerate(lines, 1):
        line.send(both[i:])
        equal([line.answer().status, line.answer().status], [200, 201], f"cut at {i}")
        line.close()


@tap.test("requests that come a byte at a time")
def _():
    line = line_to()
    for byte in SEVERAL:
        line.send(bytes([byte]))
    read_several(line)
    line.close()


@tap.test("thousands of small requests in a row, read late")
def _():
    line = line_to()
    for _ in range(4):
        line.send(ws.request("GET", "/nowhere.txt") * 500)
        for _ in range(500):
            equal(line.answer().status, 404, "an answer")
    line.close()


@tap.test("who has said all still hears the answer")
def _():
    line = line_to()
    line.send(ws.request("POST", "/api/me", {"name": "Aiko"}) + ws.request("GET", "/api/games"))
    line.socket.shutdown(socket.SHUT_WR)
    equal([answer.status for answer in answers_until_end(line)], [201, 200], "the answers")
    line.close()


@tap.test("a WebSocket whose first message comes in the packet of the request")
def _():
    line = line_to()
    line.send(ws.request("GET", "/health") + ws.request("GET", TALK, headers=UPGRADE) +
              ws.frame(ws.TEXT, b'{"do":"hello","from":0}'))
    equal([line.answer().status, line.answer().status], [200, 101], "the answers")
    line.exactly(2)
    line.read_until(b'"type":"table"')
    line.close()


# Where a body ends

NEXT = ws.request("GET", "/health")


def framed(*fields, method="POST", path="/api/me", version="1.1", body=b"{}"):
    lines = [f"{method} {path} HTTP/{version}", "Host: x", "Content-Type: application/json", *fields, "", ""]
    return "\r\n".join(lines).encode() + body + NEXT


CHUNKED = b"2\r\n{}\r\n0\r\n\r\n"
UNFRAMED = {
    "a POST without a length": framed(),
    "a POST without a length, in HTTP/1.0": framed(version="1.0"),
    "a GET in chunks": framed("Transfer-Encoding: chunked", method="GET", path="/health", body=CHUNKED),
    "a POST in chunks": framed("Transfer-Encoding: chunked", body=CHUNKED),
    "a POST in chunks to nowhere": framed("Transfer-Encoding: chunked", path="/nowhere", body=CHUNKED),
    "a HEAD in chunks": framed("Transfer-Encoding: chunked", method="HEAD", path="/health", body=CHUNKED),
    "chunks and a length": framed("Transfer-Encoding: chunked", "Content-Length: 2", body=CHUNKED),
    "a length and chunks": framed("Content-Length: 2", "Transfer-Encoding: chunked", body=CHUNKED),
    "an encoding that is none": framed("Transfer-Encoding: identity", "Content-Length: 2"),
    "two encodings": framed("Transfer-Encoding: gzip, chunked", body=CHUNKED),
    "an encoding with a blank before the colon": framed("Transfer-Encoding : chunked", "Content-Length: 2"),
    "a length with a blank before the colon": framed("Content-Length : 2"),
    "an encoding after a tab": framed("Transfer-Encoding:\tchunked", body=CHUNKED),
    "an encoding of capital letters": framed("TRANSFER-ENCODING: CHUNKED", body=CHUNKED),
    "an encoding that goes on in the next line": framed("Transfer-Encoding:\r\n chunked", body=CHUNKED),
    "two equal lengths": framed("Content-Length: 2", "Content-Length: 2"),
    "two different lengths": framed("Content-Length: 2", "content-length: 3"),
    "a list of lengths": framed("Content-Length: 2, 2"),
    "a length with a sign": framed("Content-Length: +2"),
    "a negative length": framed("Content-Length: -2"),
    "a length of no digits": framed("Content-Length:"),
    "a hexadecimal length": framed("Content-Length: 0x2"),
    "a length with a blank inside": framed("Content-Length: 2 2"),
    "a length beyond all numbers": framed("Content-Length: 18446744073709551618"),
    "a length above the limit": framed("Content-Length: 1048577"),
    "lines without CR": b"GET /health HTTP/1.1\nHost: x\n\n" + NEXT,
    "one line without CR": b"GET /health HTTP/1.1\r\nHost: x\nX: y\r\n\r\n" + NEXT,
    "a CR alone": b"GET /health HTTP/1.1\r\nHost: x\r\nX: y\rContent-Length: 5\r\n\r\n" + NEXT,
    "a header that goes on in the next line": b"GET /health HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n" + NEXT,
    "a NUL in a header": b"GET /health HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n" + NEXT,
    "no host": b"GET /health HTTP/1.1\r\nX: y\r\n\r\n" + NEXT,
    "two hosts": b"GET /health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n" + NEXT,
    "a header without a name": b"GET /health HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n" + NEXT,
    "a target that is no path": b"GET http://x/health HTTP/1.1\r\nHost: x\r\n\r\n" + NEXT,
    "HTTP/0.9": b"GET /health\r\n\r\n" + NEXT,
    "HTTP/1.2": b"GET /health HTTP/1.2\r\nHost: x\r\n\r\n" + NEXT,
    "HTTP/2 out of the blue": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + NEXT,
    "a method of small letters": b"get /health HTTP/1.1\r\nHost: x\r\n\r\n" + NEXT,
    "CONNECT": b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n" + NEXT,
}


def unframed(name):
    @tap.test(f"refused, and nothing after it is read: {name}")
    def _():
        answer = only_answer(UNFRAMED[name])
        assert answer.status in (400, 411, 413, 501, 505), answer
        equal(answer.headers["connection"], "close", "the connection")


for each in UNFRAMED:
    unframed(each)


@tap.test("the body of a GET is passed over")
def _():
    line = line_to()
    body = b"GET /smuggled.txt HTTP/1.1\r\nHost: x\r\n\r\n"
    line.send(framed(f"Content-Length: {len(body)}", method="GET", path="/health", body=body))
    equal([line.answer().status, line.answer().status], [200, 200], "the answers")
    line.close()


@tap.test("a refused request's short body is passed over, a long one ends the line")
def _():
    line = line_to()
    line.send(ws.request("POST", "/api/me", b"x" * 5000, "no such token") + NEXT)
    equal([line.answer().status, line.answer().status], [401, 200], "the answers")
    line.send(ws.request("POST", "/api/me", b"x" * 500000, "no such token") + NEXT)
    equal([answer.status for answer in answers_until_end(line)], [401], "the answers")
    line.close()


@tap.test("who was answered early cannot go on sending slowly")
def _():
    for head in (ws.request("POST", "/api/me", b"", headers={"Content-Length": "99000000"}),
                 ws.request("POST", "/api/me", b"", "no such token", {"Content-Length": "900000"}),
                 ws.request("POST", "/api/me", b"", headers={"Transfer-Encoding": "chunked", "Content-Length": None})):
        line = line_to()
        line.send(head)
        assert line.answer().status in (401, 411, 413)
        end = time.monotonic() + 30  # it could go on for the 60 seconds of --header-seconds, or for ever
        with contextlib.suppress(ws.Closed, ConnectionError):
            line.socket.settimeout(0.1)
            while time.monotonic() < end:
                line.send(b"x")
                with contextlib.suppress(TimeoutError):
                    line.fill()
        assert time.monotonic() < end, "still open"
        line.close()


@tap.test("Expect: 100-continue")
def _():
    line = line_to()
    line.send(ws.request("POST", "/api/me", b"", headers={"Content-Length": "2", "Expect": "100-continue",
        "Content-Type": "application/json"}))
    equal(line.read_until(b"\r\n\r\n"), b"HTTP/1.1 100 Continue", "what is said first")
    line.send(b"{}")
    equal(line.answer().status, 201, "the answer")
    line.send(ws.request("POST", "/api/me", b"", "no such token", {"Content-Length": "2", "Expect": "100-continue"}))
    equal([answer.status for answer in answers_until_end(line)], [401], "of what is refused")
    line.close()


# Upgrades

@tap.test("upgrades to anything else are passed over, also later on a connection")
def _():
    for name in ("h2c", "h2c, websocket2", "x", "HTTP/2.0", "TLS/1.0", "", "websocket2", "h2c,h2", "\u00e9"):
        line = line_to()
        for connection in ("Upgrade, HTTP2-Settings", "keep-alive, Upgrade", "Upgrade"):
            fields = f"Connection: {connection}\r\nUpgrade: {name}\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"
            for path, status in (("/health", 200), (TALK, 404), ("/nowhere.txt", 404)):
                line.send(f"GET {path} HTTP/1.1\r\nHost: x\r\n{fields}\r\n".encode("latin-1"))
                answer = line.answer()
                equal(answer.status, status, f"{name} at {path}")
                assert "upgrade" not in answer.headers, answer.headers
        line.close()


@tap.test("HTTP/2 after an upgrade that was not made is no request")
def _():
    line = line_to()
    line.send(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
              b"HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\nPRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9) +
              b"\0\0\5\0\1\0\0\0\1hello")
    found = [answer.status for answer in answers_until_end(line)]
    assert found[0] == 200 and len(found) == 2 and found[1] in (400, 501, 505), found
    line.close()


@tap.test("a WebSocket is asked for as RFC 6455 says, or refused with the reason")
def _():
    for change, statuses, path in (
            ({"Sec-WebSocket-Version": "8"}, {426}, TALK), ({"Sec-WebSocket-Version": None}, {426}, TALK),
            ({"Sec-WebSocket-Key": None}, {400}, TALK), ({"Sec-WebSocket-Key": "x"}, {400}, TALK),
            ({"Sec-WebSocket-Key": "!" * 22 + "=="}, {400}, TALK), ({"Content-Length": "5"}, {400}, TALK),
            ({"Origin": "http://evil.example"}, {403}, TALK), ({}, {404}, "/health"), ({}, {404}, "/api/tables//ws"),
            ({}, {404}, "/api/tables/" + "x" * 100 + "/ws"), ({"Connection": "keep-alive"}, {404}, TALK)):
        line = line_to()
        line.send(ws.request("GET", path, headers={**UPGRADE, **change}) + b"12345" * ("Content-Length" in change))
        answer = line.answer()
        assert answer.status in statuses, (change, path, answer)
        line.close()


# Who is counted

def through(line, address, path="/api/games"):
    line.send(ws.request("GET", path, headers={"X-Forwarded-For": address}))
    return line.answer().status


def spend(line, address):
    """Asks until it is too much."""
    for _ in range(500):
        if through(line, address) == 429:
            return
    raise AssertionError("there is no limit")


@tap.test("behind a proxy each request counts for its own client, whatever the connection")
def _():
    with Server("--behind-proxy", "--request-rate=0.001:20", limits=[]) as proxied:
        line, other = line_to(proxied.port), line_to(proxied.port)
        spend(line, "192.0.2.1")
        for address in ("192.0.2.2", "192.0.2.1, 192.0.2.3", "2001:db8:1:1::1", "192.0.2.4:1234", "[2001:db8:9::1]:80"):
            equal(through(line, address), 200, f"another client, {address}, on the same connection")
        equal(through(other, "192.0.2.1"), 429, "the same client on another connection")
        equal(through(other, "10.1.1.1, 192.0.2.1"), 429, "the same client, who claims to be another")
        spend(line, "2001:db8:2:2::1")
        equal(through(line, "2001:db8:2:2:ffff::9"), 429, "another address of the same IPv6 network")
        equal(through(line, "2001:db8:2:3::1"), 200, "another IPv6 network")
        line.close()
        other.close()


@tap.test("behind a proxy sockets count for their own client")
def _():
    with Server("--behind-proxy", "--max-per-address=3", limits=[]) as proxied:
        table = proxied.open(proxied.person())["id"]

        def come(address):
            return ws.WebSocket(proxied.port, f"/api/tables/{table}/ws", headers={"X-Forwarded-For": address})

        lines = [come("192.0.2.1") for _ in range(3)]
        try:
            come("192.0.2.1")
            raise AssertionError("a fourth one")
        except ws.Refused as refused:
            equal(refused.answer.status, 429, "a fourth one")
        lines.append(come("192.0.2.2"))
        lines.pop(0).close()

        def again():
            with contextlib.suppress(ws.Refused):
                lines.append(come("192.0.2.1"))
                return True

        assert eventually(again, PATIENCE), "closed ones still count"
        for line in lines:
            line.close()


def gauge(name):
    return int(re.search(rf"^tatami_{name} (-?\d+)$", server.ask("GET", "/metrics").body.decode(), re.M)[1])


@tap.test("what is counted comes back to where it was, whatever failed")
def _():
    for data in (b"", b"GET", b"\x16\x03\x01", b"nonsense\r\n\r\n", ws.request("GET", TALK, headers={**UPGRADE,
        "Origin": "http://evil.example"}), ws.request("GET", TALK, headers=UPGRADE), ws.request("GET", "/health")):
        for _ in range(5):
            line = line_to()
            line.send(data)
            line.close()
    assert eventually(lambda: (gauge("connections"), gauge("table_connections")) == (1, 0), PATIENCE), \
        (gauge("connections"), gauge("table_connections"))


# TLS

folder = tempfile.TemporaryDirectory()
CERT, KEY = os.path.join(folder.name, "cert.pem"), os.path.join(folder.name, "key.pem")
subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", KEY, "-out", CERT, "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)


def safe_line(port, ciphers=None, most=None, protocols=None):
    context = ssl.create_default_context(cafile=CERT)
    if ciphers:
        context.set_ciphers(ciphers)
    if most:
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.maximum_version = most
    if protocols:
        context.set_alpn_protocols(protocols)
    line = ws.Line(port, timeout=PATIENCE)
    line.socket = context.wrap_socket(line.socket, server_hostname="localhost")
    return line


def safe_status(port):
    line = safe_line(port)
    line.send(ws.request("GET", "/health", headers={"Connection": "close"}))
    return line.answer().status


with Server(f"--tls-cert={CERT}", f"--tls-key={KEY}", healthy=lambda port: safe_status(port) == 200) as safe:
    tap.watch(safe)

    @tap.test("TLS: only what keeps the past secret and cannot be changed on the way")
    def _():
        two = ssl.TLSVersion.TLSv1_2
        for ciphers, most in (("AES128-SHA", two), ("AES256-GCM-SHA384", two), ("ECDHE-RSA-AES128-SHA", two),
                              ("ECDHE-RSA-AES256-SHA384:@SECLEVEL=0", two), ("ALL:@SECLEVEL=0", ssl.TLSVersion.TLSv1_1)):
            try:
                line = safe_line(safe.port, ciphers, most)
                raise AssertionError(f"{ciphers} is taken: {line.socket.cipher()}")
            except (ssl.SSLError, OSError):
                pass
        for ciphers, most in (("ECDHE+AESGCM", two), ("ECDHE+CHACHA20", two), (None, None)):
            line = safe_line(safe.port, ciphers, most)
            assert line.socket.cipher()[0].startswith(("ECDHE-", "TLS_")), line.socket.cipher()
            line.close()

    @tap.test("TLS: HTTP/1.1 is what is spoken")
    def _():
        line = safe_line(safe.port, protocols=["h2", "http/1.1"])
        equal(line.socket.selected_alpn_protocol(), "http/1.1", "the protocol")
        line.close()
        try:
            safe_line(safe.port, protocols=["h2"])
            raise AssertionError("HTTP/2 is taken")
        except (ssl.SSLError, OSError):
            pass

    @tap.test("TLS: pages say that they are only there over HTTPS; without it they do not")
    def _():
        line = safe_line(safe.port)
        for path in ("/", "/api/games", "/nowhere.txt"):
            line.send(ws.request("GET", path))
            assert "max-age=" in line.answer().headers.get("strict-transport-security", ""), path
        line.close()
        assert "strict-transport-security" not in server.ask("GET", "/").headers

    @tap.test("TLS: many requests in one record, and one in many")
    def _():
        line = safe_line(safe.port)
        line.send(SEVERAL * 5)
        for _ in range(5):
            read_several(line)
        for byte in SEVERAL:
            line.send(bytes([byte]))
        read_several(line)
        line.close()

    @tap.test("TLS: bytes that are none, and handshakes that end anywhere")
    def _():
        memory, out = ssl.MemoryBIO(), ssl.MemoryBIO()
        hello = ssl.create_default_context(cafile=CERT).wrap_bio(memory, out, server_hostname="localhost")
        with contextlib.suppress(ssl.SSLWantReadError):
            hello.do_handshake()
        greeting = out.read()
        for data in (b"GET / HTTP/1.1\r\n\r\n", os.urandom(3000), greeting + os.urandom(300), greeting + greeting,
                     *(greeting[:i] for i in range(0, len(greeting), 20))):
            line = line_to(safe.port)
            line.send(data)
            line.close()
        equal(safe_status(safe.port), 200, "somebody else")

    tap.watch(None)

    @tap.test("TLS: the server stops cleanly")
    def _():
        equal(safe.stop(60), 0, "its exit status")


@tap.test("the server stops cleanly, without a complaint")
def _():
    equal(server.stop(60), 0, "its exit status")


server.discard()
tap.finish()
