"""A server that breaks its promise about the shuffles: it passes everything on to a real one, and lies about one thing.

Usage: liar.py PORT LIE [RECORD], PORT the real server's. It prints its own port, and ends when its input does. A line of input tells
it to lie, and is printed once it does; only `mix` waits for that.

  commitment  another one is shown once the game has begun
  word        the word of the one who looks is another one once the game has begun
  mix         a word is another one from when it is told to lie
  cards       a first outcome of chance is told otherwise than it was
  record      the record is that of the file
  nothing     there is no record
  nonsense    the record, the commitment and the words are bytes that no server should send"""
import json
import os
import socket
import sys
import threading

sys.path.append(os.path.join(os.path.dirname(__file__), "../server"))
import ws

LIE = sys.argv[2]
told_to = False


class Accepted(ws.Line):
    def __init__(self, accepted):
        self.socket, self.buffer = accepted, b""


def about_table(message):
    begun = message["phase"] != "waiting"
    if LIE == "commitment" and begun:
        message["commitment"] = message["commitment"][::-1]
    if LIE == "word" and begun and message["you"] is not None:
        message["mixes"][message["you"]] = "swapped"
    if LIE == "mix" and told_to:
        message["mixes"][-1] = "later"
    if LIE == "nonsense":
        message["commitment"] = "\x1b[2J" * 16
        message["mixes"] = ["\x1b]0;x\x07", {"a": 1}, "x" * 5000]


def about_entries(message):
    """The cards of a deal from the last to the first."""
    for entry in message["entries"]:
        if LIE == "cards" and entry.get("event", "").startswith("* deal "):
            entry["event"] = " ".join(["* deal", *reversed(entry["event"].split()[2:])])


def told(payload):
    message = json.loads(payload)
    if message["type"] == "table":
        about_table(message)
    if "entries" in message:
        about_entries(message)
    return json.dumps(message).encode()


def answered(path, answer):
    """The status and the body."""
    if not path.endswith("/record"):
        return answer.status, answer.body
    if LIE == "record":
        with open(sys.argv[3], "rb") as file:
            return 200, file.read()
    if LIE == "nothing":
        return 404, b"{}"
    return answer.status, b"[Tatami \"1\"]\n\x00\x1b[2J\xff" * 9 if LIE == "nonsense" else answer.body


def pass_on(source, sink):
    """Bytes as they are, until one side ends."""
    try:
        while data := source.recv(65536):
            sink.sendall(data)
    except OSError:
        pass
    sink.close()


def tell(client, server):
    """Messages of the server, which come in one frame each, with the lies in them."""
    while True:
        first, second = server.exactly(2)
        size = second & 127
        if size > 125:
            size = int.from_bytes(server.exactly(2 if size == 126 else 8), "big")
        payload = server.exactly(size)
        if first & 15 == ws.TEXT:
            payload = told(payload)
        client.send(ws.frame(first & 15, payload, masked=False))


def serve(accepted):
    client = Accepted(accepted)
    try:
        head = client.read_until(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        fields = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines[1:])}
        body = client.exactly(int(fields.get("content-length", 0)))
        server = ws.Line(int(sys.argv[1]))
        server.send(head + b"\r\n\r\n" + body)
        answer = server.answer()
        if answer.status == 101:
            fields = "".join(f"{name}: {value}\r\n" for name, value in answer.headers.items())
            client.send(f"HTTP/1.1 101 Switching Protocols\r\n{fields}\r\n".encode())
            threading.Thread(target=pass_on, args=(accepted, server.socket), daemon=True).start()
            tell(client, server)
        else:
            status, body = answered(lines[0].split()[1], answer)
            head = f"HTTP/1.1 {status} -\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            client.send(head.encode() + body)
    except (OSError, ws.Closed):
        pass
    client.close()


def listen(listener):
    while True:
        accepted, _ = listener.accept()
        threading.Thread(target=serve, args=(accepted,), daemon=True).start()


listener = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=listen, args=(listener,), daemon=True).start()
print(listener.getsockname()[1], flush=True)
for line in sys.stdin:
    told_to = True
    print(line, end="", flush=True)
