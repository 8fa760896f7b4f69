"""HTTP/1.1 and WebSocket by hand on plain sockets, so that a test may break every rule of either."""
import base64
import hashlib
import json
import os
import socket
import struct
import time

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PATIENCE = 60.0  # a machine may be slow and busy; nothing waits that long when all is well


class Closed(Exception):
    """The other side ended the line; `code` is the WebSocket's, or None if it just went away."""

    def __init__(self, code=None, reason=""):
        super().__init__(f"closed with {code} {reason}")
        self.code = code


def connect(port, source=None, timeout=PATIENCE):
    return socket.create_connection(("127.0.0.1", port), timeout, (source, 0) if source else None)


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        """The code of an error."""
        return self.json["error"]["code"]

    def __repr__(self):
        return f"{self.status} {self.body[:300]!r}"


class Line:
    """A connection with a buffer: lines, exact lengths, and whether it is at its end."""

    def __init__(self, port, source=None, timeout=PATIENCE):
        self.socket = connect(port, source, timeout)
        self.buffer = b""

    def fill(self):
        try:
            more = self.socket.recv(65536)
        except ConnectionError:
            more = b""
        if not more:
            raise Closed()
        self.buffer += more

    def read_until(self, mark):
        while mark not in self.buffer:
            self.fill()
        head, self.buffer = self.buffer.split(mark, 1)
        return head

    def exactly(self, n):
        while len(self.buffer) < n:
            self.fill()
        taken, self.buffer = self.buffer[:n], self.buffer[n:]
        return taken

    def send(self, data):
        self.socket.sendall(data)

    def close(self):
        self.socket.close()

    def answer(self, bodiless=False):
        head = self.read_until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        status = int(head[0].split()[1])
        headers = {}
        for line in head[1:]:
            name, value = line.split(":", 1)
            headers[name.lower()] = value.strip()
        if bodiless or status in (101, 204, 304):
            return Answer(status, headers, b"")
        if "content-length" in headers:
            return Answer(status, headers, self.exactly(int(headers["content-length"])))
        body = b""
        if headers.get("transfer-encoding", "").lower() == "chunked":
            while size := int(self.read_until(b"\r\n").split(b";")[0], 16):
                body += self.exactly(size)
                self.exactly(2)
            self.read_until(b"\r\n")
            return Answer(status, headers, body)
        try:
            while True:
                self.fill()
        except Closed:
            body, self.buffer = self.buffer, b""
        return Answer(status, headers, body)


def request(method, path, body=None, token=None, headers=None):
    """The bytes of a request; a body that is no bytes is sent as JSON."""
    fields = {"Host": "127.0.0.1"}
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
        fields["Content-Type"] = "application/json"
    if body is not None or method == "POST":
        fields["Content-Length"] = str(len(body or b""))
    if token:
        fields["Authorization"] = f"Bearer {token}"
    fields.update(headers or {})
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value is not None)
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + (body or b"")


def ask(port, method, path, body=None, token=None, headers=None, source=None, timeout=PATIENCE):
    """One request on a line of its own."""
    line = Line(port, source, timeout)
    try:
        line.send(request(method, path, body, token, {"Connection": "close", **(headers or {})}))
        return line.answer(bodiless=method == "HEAD")
    finally:
        line.close()


def frame(opcode, payload, fin=True, masked=True, reserved=0, length=None):
    """The bytes of a frame; `length` lies about the payload's."""
    size = len(payload) if length is None else length
    head = bytes([(0x80 if fin else 0) | reserved << 4 | opcode])
    bit = 0x80 if masked else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 65536:
        head += struct.pack(">BH", bit | 126, size)
    else:
        head += struct.pack(">BQ", bit | 127, size)
    if not masked:
        return head + payload
    key = os.urandom(4)
    whole = int.from_bytes(payload, "big") ^ int.from_bytes((key * (len(payload) // 4 + 1))[: len(payload)], "big")
    return head + key + whole.to_bytes(len(payload), "big")


class Refused(Exception):
    """The handshake was answered otherwise."""

    def __init__(self, answer):
        super().__init__(str(answer))
        self.answer = answer


class WebSocket(Line):
    def __init__(self, port, path, headers=None, source=None, timeout=PATIENCE):
        super().__init__(port, source, timeout)
        key = base64.b64encode(os.urandom(16)).decode()
        fields = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        self.send(request("GET", path, headers={**fields, "Sec-WebSocket-Key": key, **(headers or {})}))
        answer = self.answer(bodiless=False)
        if answer.status != 101:
            self.close()
            raise Refused(answer)
        accept = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        assert answer.headers["sec-websocket-accept"] == base64.b64encode(accept).decode()

    def say(self, message):
        text = message if isinstance(message, str) else json.dumps(message)
        self.send(frame(TEXT, text.encode()))

    def take(self):
        """The next whole message out of the buffer as bytes, or None; answers pings on the way."""
        message = b""
        while True:
            if len(self.buffer) < 2:
                break
            first, second = self.buffer[:2]
            at, size = 2, second & 127
            if size == 126:
                at, size = 4, int.from_bytes(self.buffer[2:4], "big")
            elif size == 127:
                at, size = 10, int.from_bytes(self.buffer[2:10], "big")
            if len(self.buffer) < at + size:
                break
            payload, self.buffer = self.buffer[at : at + size], self.buffer[at + size :]
            opcode = first & 15
            if opcode == PING:
                self.send(frame(PONG, payload))
            elif opcode == CLOSE:
                code = int.from_bytes(payload[:2], "big") if len(payload) >= 2 else None
                raise Closed(code, payload[2:].decode(errors="replace"))
            elif opcode != PONG:
                assert first & 0x80, "a fragmented message"
                return payload
        return None

    def hear(self, timeout=PATIENCE):
        """The next message, as bytes."""
        end = time.monotonic() + timeout
        while (message := self.take()) is None:
            self.socket.settimeout(max(0.001, end - time.monotonic()))
            self.fill()
        return message

    def closing(self, timeout=PATIENCE):
        """Reads to the end; the code it was closed with, None if it just ended."""
        try:
            while True:
                self.hear(timeout)
        except Closed as end:
            return end.code
