#!/usr/bin/python3
"""Bad clients on a WebSocket: what they send may be refused, and the game goes on for everybody else."""
import json
import re
import socket

import ws
from server import SANITIZED, No, Player, Server, Tap, equal, eventually, settle

tap = Tap()
server = Server()
tap.watch(server)
players = server.table("Aiko", "Ben", "Chloé", "Dan")
TABLE = players[0].table
TALK = f"/api/tables/{TABLE}/ws"


def decider():
    return settle(players)


def plays_on():
    """Somebody can decide, and everybody hears of it."""
    who = decider()
    n = who.act(who.now["legal"][0])["n"]
    for player in players:
        player.until(lambda player=player: player.n >= n)


def guest(**more):
    """A spectator who has said hello."""
    return Player(server, TABLE, **more)


# Frames

BROKEN_FRAMES = {
    "an opcode that means nothing": ws.frame(3, b"x"),
    "a control opcode that means nothing": ws.frame(11, b"x"),
    "a frame that is not masked": ws.frame(ws.TEXT, b'{"do":"chat","text":"x"}', masked=False),
    "reserved bits": ws.frame(ws.TEXT, b"{}", reserved=4),
    "a fragmented ping": ws.frame(ws.PING, b"x", fin=False),
    "a ping that is too long": ws.frame(ws.PING, b"x" * 126),
    "the middle of a message that never began": ws.frame(0, b"x"),
    "a message within another": ws.frame(ws.TEXT, b"{", fin=False) + ws.frame(ws.TEXT, b"}"),
    "text that is not UTF-8": ws.frame(ws.TEXT, b'{"do":"\xff\xfe"}'),
    "UTF-8 of half a character": ws.frame(ws.TEXT, b'{"do":"\xe2\x82'),
    "a length with its highest bit set": ws.frame(ws.TEXT, b"x", length=2**63),
    "a length of 1 GiB": ws.frame(ws.TEXT, b"x", length=2**30),
    "binary instead of text": ws.frame(ws.BINARY, b"{}"),
    "a close of one byte": ws.frame(ws.CLOSE, b"x"),
    "a close with a code that nobody may send": ws.frame(ws.CLOSE, b"\x03\xed"),
    "a message of 8 KiB and a byte": ws.frame(ws.TEXT, b'"' + b"x" * 8191 + b'"'),
    "a message of 1 MiB": ws.frame(ws.TEXT, b'"' + b"x" * (1 << 20) + b'"'),
    "a message of 1 MiB in small pieces": b"".join(
        [ws.frame(ws.TEXT, b'"', fin=False), *[ws.frame(0, b"x" * 1024, fin=False)] * 1024, ws.frame(0, b'"')]),
}
CODES = {"binary instead of text": 1003, "a message of 8 KiB and a byte": 1009, "a message of 1 MiB": 1009}
# The library lets these through; for us they are messages like any other, and wrong ones.
FORGIVEN = ("a frame that is not masked", "text that is not UTF-8", "UTF-8 of half a character")


def broken(name):
    @tap.test(f"frames: {name}")
    def _():
        line = guest()
        try:
            line.send(BROKEN_FRAMES[name])
            if name in FORGIVEN:
                line.until(lambda: any(news["type"] == "error" for news in line.news))
            code = None if name in FORGIVEN else line.closing()
        except ws.Closed as closed:
            code = closed.code
        except ConnectionError:
            code = None  # it was quick to close
        line.close()
        if name in CODES:
            assert code in (CODES[name], None), f"closed with {code}"
        plays_on()


for each in BROKEN_FRAMES:
    broken(each)


@tap.test("frames: the line is cut within a frame, a hundred times")
def _():
    for i in range(100):
        line = ws.WebSocket(server.port, TALK)
        line.send(ws.frame(ws.TEXT, b'{"do":"hello"}')[: i % 20])
        line.close()
    plays_on()


@tap.test("frames: a message in pieces, with a ping between them, is one message")
def _():
    line = ws.WebSocket(server.port, TALK)
    line.send(ws.frame(ws.TEXT, b'{"do":"he', fin=False) + ws.frame(ws.PING, b"x") + ws.frame(0, b'llo","fro',
        fin=False))
    line.send(ws.frame(0, b'm":0}'))
    equal(json.loads(line.hear())["type"], "table", "the answer")
    line.close()


@tap.test("frames: pings are answered, one byte at a time")
def _():
    line = guest()
    for byte in ws.frame(ws.PING, b"are you there"):
        line.send(bytes([byte]))
    line.socket.settimeout(ws.PATIENCE)
    while (at := line.buffer.find(b"are you there")) < 0:
        line.fill()
    equal(line.buffer[at - 2], 0x80 | ws.PONG, "the opcode")
    line.close()


# Messages

BAD_MESSAGES = {
    "an object that does not end": "{", "an array": "[]", "null": "null", "a string": '"hello"', "a number": "1",
    "nothing": "", "garbage after the end": '{"do":"leave"} x', "two objects": "{}{}", "no `do`": '{"x":1}',
    "a `do` that is no text": '{"do":7}', "an unknown `do`": '{"do":"dance"}', "deep nesting": "[" * 4000 + "]" * 4000,
    "deep nesting of objects": '{"do":' * 1000 + "1" + "}" * 1000, "a half of a character": '{"do":"\\ud800"}',
    "a NUL": '{"do":"\\u0000leave"}', "an escape that is none": '{"do":"\\x"}', "a control character": '{"do":"a\x01"}',
    "a comma too many": '{"do":"leave",}', "single quotes": "{'do':'leave'}",
}
BAD_FIELDS = {
    "act without anything": {"do": "act"}, "act with n as text": {"do": "act", "n": "1", "action": "ask 1"},
    "act with a negative n": {"do": "act", "n": -1, "action": "ask 1"},
    "act with a broken n": {"do": "act", "n": 1.5, "action": "ask 1"},
    "act with an endless n": {"do": "act", "n": 10**300, "action": "ask 1"},
    "act with an action that is no text": {"do": "act", "n": 1, "action": ["ask 1"]},
    "act with an action of 7,000 bytes": {"do": "act", "n": 1, "action": "a" * 7000},
    "act with a line end": {"do": "act", "n": 1, "action": "ask 1\nask 1"},
    "act with a tab": {"do": "act", "n": 1, "action": "ask 1\tx"},
    "sit nowhere": {"do": "sit", "seat": 99}, "sit below": {"do": "sit", "seat": -1},
    "sit on a word": {"do": "sit", "seat": "0"},
    "sit far above": {"do": "sit", "seat": 2**40}, "a bot of no level": {"do": "bot", "seat": 1, "level": {}},
    "stand-in for nobody": {"do": "stand-in", "seat": 9}, "agree to nothing": {"do": "agree", "yes": True},
    "agree with a word": {"do": "agree", "yes": "yes"}, "chat without text": {"do": "chat"},
    "chat of nothing": {"do": "chat", "text": ""}, "chat of 301 characters": {"do": "chat", "text": "é" * 301},
    "undo of everything": {"do": "undo", "n": 0}, "a mix too late": {"do": "mix", "mix": "abc"},
    "a rematch too early": {"do": "rematch"},
}


def malformed(name, text):
    @tap.test(f"messages: {name}")
    def _():
        line = Player(server, TABLE, players[1].token)
        line.say(text)
        try:
            message = line.until(lambda: next((news for news in line.news if news["type"] == "error"), None))
            assert message["code"] in ("syntax", "refused", "unknown", "too_long"), message
        except ws.Closed as closed:
            equal(closed.code, 1008, "the reason to close")
        line.close()
        plays_on()


for each, text in BAD_MESSAGES.items():
    malformed(each, text)


def misfit(name, fields):
    @tap.test(f"messages: {name}")
    def _():
        waiting = next(player for player in players if player is not decider())
        before = waiting.n
        code = waiting.refused(**{"what": fields["do"], **{key: value for key, value in fields.items() if key != "do"}})
        assert code in ("syntax", "refused", "forbidden", "stale", "unknown", "too_long"), code
        equal(waiting.n, before, "the length of the log")


for each, fields in BAD_FIELDS.items():
    misfit(each, fields)


@tap.test("messages: nothing that a terminal obeys arrives by chat")
def _():
    try:
        n = players[0].do("chat", text="clear\u001b[2J\u0007\u009b\nline\u202e")["n"]
    except No as no:
        assert no.code in ("syntax", "refused"), no
        return
    players[1].until(lambda: players[1].n >= n)
    said = next(entry["chat"] for entry in reversed(players[1].entries) if "chat" in entry)
    assert all(c.isprintable() for c in said), repr(said)


@tap.test("messages: an id that is too long, or no text, is refused or left out")
def _():
    line = Player(server, TABLE, players[1].token)
    for bad in ("x" * 33, 7, None, {}, ["a"]):
        line.say({"do": "dance", "id": bad})
        try:
            error = line.until(lambda: next((news for news in line.news if news["type"] == "error"), None))
            assert error.get("re") in (None, bad if isinstance(bad, str) else None), error
            line.news.clear()
        except ws.Closed:
            line = Player(server, TABLE, players[1].token)
    line.close()


@tap.test("messages: something before hello closes the line")
def _():
    line = ws.WebSocket(server.port, TALK)
    line.say({"do": "chat", "text": "hi"})
    equal(line.closing(), 1008, "the code")


# Seats and replays

@tap.test("seats: nobody decides for somebody else")
def _():
    who = decider()
    action = who.now["legal"][0]
    for player in players:
        if player is not who:
            code = player.refused("act", n=player.n, action=action)
            assert code in ("refused", "forbidden"), code
    stranger = Player(server, TABLE, server.person("Eve"))
    assert stranger.refused("act", n=stranger.n, action=action) in ("refused", "forbidden")
    nobody = guest()
    assert nobody.refused("act", n=nobody.n, action=action) in ("refused", "forbidden", "token")
    for line in stranger, nobody:
        assert line.now["legal"] is None
        assert line.refused("sit", seat=0) in ("refused", "forbidden", "token")
        assert line.refused("start") in ("refused", "forbidden", "token")
        assert line.refused("chat-off") in ("refused", "forbidden", "token")
        line.close()
    plays_on()


@tap.test("seats: a token that nobody holds is refused")
def _():
    for token in ("", "x", "0" * 64, players[0].token[:-1], players[0].token + "x", "' or 1=1 --", "\u0000", "é" * 40,
        7, {}):
        line = ws.WebSocket(server.port, TALK)
        line.say({"do": "hello", "from": 0, "token": token})
        try:
            message = json.loads(line.hear())
            assert message["type"] == "error" or token == "" and message["you"] is None, (token, message)
        except ws.Closed as closed:
            equal(closed.code, 1008, "the code")
        line.close()


@tap.test("replays: a decision sent ten times is done once and acknowledged ten times")
def _():
    who = decider()
    n, action = who.n, who.now["legal"][0]
    for _ in range(10):
        who.say({"do": "act", "id": "same", "n": n, "action": action})
    who.until(lambda: sum(news.get("re") == "same" for news in who.news) == 10)
    answers = [news for news in who.news if news.get("re") == "same"]
    equal([answer["type"] for answer in answers], ["ok"] * 10, "the answers")
    who.news.clear()
    event = f"{who.you} {action}"
    who.until(lambda: who.n > n)
    fresh = guest()
    equal([entry.get("event") for entry in fresh.entries[n:]].count(event), 1, "how often it is in the log")
    fresh.close()


@tap.test("replays: another decision on an old log is stale")
def _():
    who = decider()
    while len(who.now["legal"]) < 2:
        plays_on()
        who = decider()
    n, (first, second) = who.n, who.now["legal"][:2]
    who.act(first)
    equal(who.refused("act", n=n, action=second), "stale", "the other decision")
    equal(who.do("act", n=n, action=first)["type"], "ok", "the same decision")
    plays_on()


@tap.test("replays: a decision on a log that is not there yet is refused")
def _():
    who = decider()
    action = who.now["legal"][0]
    for n in (who.n + 1, who.n + 1000, 2**32, 2**53):
        assert who.refused("act", n=n, action=action) in ("stale", "refused", "syntax")
    plays_on()


# Clients that do not read

def deaf_line():
    """A spectator who says hello and never reads again."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", server.port))
    line.sendall(ws.request("GET", TALK, headers={
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}))
    line.recv(4096)
    line.sendall(ws.frame(ws.TEXT, b'{"do":"hello","from":0}'))
    return line


def n_open():
    """Connections to tables, as the server counts them. Files would include whoever asked last and is about to go."""
    return int(re.search(r"^tatami_table_connections (\d+)$", server.ask("GET", "/metrics").body.decode(), re.M)[1])


@tap.test("clients that never read are closed, their memory is free again, and others do not notice")
def _():
    plays_on()
    n_before = len(players)
    assert eventually(lambda: n_open() == n_before), "those of earlier tests are still there"
    before, most = server.rss_kib(), 0
    n_deaf = 5 if SANITIZED else 20
    deaf = [deaf_line() for _ in range(n_deaf)]
    assert eventually(lambda: n_open() >= n_before + n_deaf), "they did not come in"
    talker = players[0]
    for batch in range(400):
        for i in range(50):
            talker.say({"do": "chat", "id": f"{batch}.{i}", "text": "a long story " * 23})
        talker.until(lambda: any(news.get("re") == f"{batch}.49" for news in talker.news))
        assert all(news["type"] == "ok" for news in talker.news), talker.news
        talker.news.clear()
        for player in players[1:]:
            player.until(lambda player=player: player.n >= talker.n)
        most = max(most, server.rss_kib())
        if n_open() <= n_before:
            break
    assert n_open() <= n_before, f"{n_open() - n_before} of {n_deaf} are still there after {batch * 50} messages"
    print(f"# closed after {batch * 50} messages, from {before} to at most {most} KiB")
    # The 1 MiB of each that may wait and as much for the allocator; the rest is the log, and the caches of the store.
    # Sanitizers keep what is freed.
    assert SANITIZED or most - before < (2 * n_deaf + 80) * 1024, f"from {before} to {most} KiB"
    plays_on()
    for line in deaf:
        line.close()


for player in players:
    player.close()


@tap.test("the server stops cleanly, without a complaint")
def _():
    tap.watch(None)
    equal(server.stop(), 0, "its exit status")


server.discard()
tap.finish()
