#!/usr/bin/python3
"""Notifications against a push service of our own, which reads what the browser would."""
import base64
import hashlib
import hmac
import http.server
import json
import os
import shutil
import ssl
import subprocess
import tempfile
import threading
import time

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from server import Player, Server, Tap, equal, eventually

tap = Tap()
folder = tempfile.mkdtemp(prefix="tatami-push-")
CERT, KEY = f"{folder}/cert.pem", f"{folder}/key.pem"
subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
    "-keyout", KEY, "-out", CERT, "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
    check=True, capture_output=True)
os.environ["SSL_CERT_FILE"] = CERT  # whom the server trusts


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A subscription, with the keys that only the browser has."""

    def __init__(self, path):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.auth = os.urandom(16)
        self.endpoint = f"https://localhost:{service.server_port}{path}"

    @property
    def body(self):
        return {"endpoint": self.endpoint, "p256dh": encode(self.point), "auth": encode(self.auth)}

    def read(self, body):
        """RFC 8291 and 8188: the padded plain text."""
        salt, size, n = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender = body[21:21 + n]
        assert len(body) - 21 - n <= size, "more than one record"
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)

        def mac(key, text):
            return hmac.new(key, text, hashlib.sha256).digest()

        first = mac(self.auth, self.key.exchange(ec.ECDH(), theirs))
        second = mac(salt, mac(first, b"WebPush: info\0" + self.point + sender + b"\1"))
        key = mac(second, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = mac(second, b"Content-Encoding: nonce\0\1")[:12]
        return AESGCM(key).decrypt(nonce, body[21 + n:], None)


class Service(http.server.BaseHTTPRequestHandler):
    """Answers by path: /gone… 410, /busy… 429 once, /broken… 500 at first, the rest 201."""
    heard = []
    busy = set()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        status = 410 if self.path.startswith("/gone") else 201
        if self.path.startswith("/busy") and self.path not in Service.busy:
            status = 429
            Service.busy.add(self.path)
        Service.heard.append((self.path, dict(self.headers), body, status))
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", "1")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


service = http.server.ThreadingHTTPServer(("localhost", 0), Service)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(CERT, KEY)
service.socket = context.wrap_socket(service.socket, server_side=True)
threading.Thread(target=service.serve_forever, daemon=True).start()

server = Server("--push-anywhere", "--push-rate=1000:1000", "--push-contact=mailto:club@example.org")
tap.watch(server)


def heard(path, n=1):
    """The first n messages to a path, in order."""
    found = eventually(lambda: (all_ := [one for one in Service.heard if one[0] == path]) and len(all_) >= n and all_, 60)
    assert found, f"nothing came to {path}: {[one[0] for one in Service.heard]}"
    return found


def absent_turn(*browsers, table=None, **more):
    """Two people; the second subscribes, is not there, and has to decide. Her token and the table."""
    ann, ben = server.person("Ann"), server.person("Ben")
    for browser in browsers:
        answer = server.ask("POST", "/api/me/push", {**browser.body, **more}, ben)
        equal(answer.status, 200, f"a subscription: {answer}")
    table = server.open(ann, players=2, seats=["me", "open"], options={"rounds": 1}, **(table or {}))
    away = Player(server, table["id"], ben)
    away.do("sit", seat=1)
    away.close()
    here = Player(server, table["id"], ann)
    here.do("start")
    return ann, ben, table["id"], here


def until_other_waits(here):
    """Ann decides until Ben has to."""
    here.until(lambda: here.now and here.now["actors"])
    while here.now["actors"] != [1]:
        here.until(lambda: here.now["legal"] or here.now["actors"] == [1])
        if here.now["legal"]:
            here.act(here.now["legal"][0])


def decide_and_go(table, token, here):
    """Ben comes, decides until Ann has to, and goes."""
    back = Player(server, table, token)
    while back.now["legal"]:
        back.act(back.now["legal"][0])
        back.until(lambda: back.now["actors"])
    back.close()
    assert eventually(lambda: not server.ask("GET", f"/api/tables/{table}").json["seats"][1]["online"]), "still there"
    here.until(lambda: here.n >= back.n)
    until_other_waits(here)


@tap.test("the key is the server's own, and stays the same after a restart")
def _():
    key = server.ask("GET", "/api/push").json["key"]
    equal((len(decode(key)), decode(key)[0]), (65, 4), "a point")
    server.stop()
    server.start()
    equal(server.ask("GET", "/api/push").json["key"], key, "the key")
    for file in os.listdir(server.folder):
        if file.startswith("tables.db"):
            equal(os.stat(f"{server.folder}/{file}").st_mode & 0o77, 0, f"{file} is for its owner alone")


@tap.test("who is away is told whose turn it is at which game, and nothing else")
def _():
    browser = Browser("/push/one?a=b")
    _, _, table, here = absent_turn(browser)
    until_other_waits(here)
    _, headers, body, _ = heard("/push/one?a=b")[0]
    text = browser.read(body)
    message, end = text.rstrip(b"\0")[:-1], text.rstrip(b"\0")[-1]
    equal(end, 2, "the delimiter of the last record")
    equal(json.loads(message), {"title": "Your turn", "body": "TATSU", "table": table}, "the message")
    lower = {name.lower(): value for name, value in headers.items()}
    equal(lower["content-encoding"], "aes128gcm", "the coding")
    assert int(lower["ttl"]) > 3600 and lower["urgency"] == "normal", lower
    assert table not in str(headers), "the push service learns the link to the table"
    assert lower["topic"] and len(lower["topic"]) <= 32, lower["topic"]


@tap.test("the signature is by the server's key, for this push service, for less than a day")
def _():
    _, headers, _, _ = heard("/push/one?a=b")[0]
    scheme, rest = headers["authorization"].split(" ", 1)
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    equal(scheme, "vapid", "the scheme")
    equal(fields["k"], server.ask("GET", "/api/push").json["key"], "the key")
    signed, signature = fields["t"].rsplit(".", 1)
    claims = json.loads(decode(signed.split(".")[1]))
    equal(claims["aud"], f"https://localhost:{service.server_port}", "for whom")
    equal(claims["sub"], "mailto:club@example.org", "whom to write to")
    assert 0 < claims["exp"] - time.time() < 86400, claims
    raw = decode(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(fields["k"]))
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))


@tap.test("in the language of the device, with the same number of bytes, and each turn once")
def _():
    browser = Browser("/push/two")
    _, ben, table, here = absent_turn(browser, lang="fr-FR", table={"clock": 3600})
    until_other_waits(here)
    _, headers, body, _ = heard("/push/two")[0]
    equal(json.loads(browser.read(body).rstrip(b"\0")[:-1])["title"], "À vous de jouer", "the title")
    equal(len(body), len(heard("/push/one?a=b")[0][2]), "the length")
    equal(headers["ttl"], "3600", "no longer than the clock")
    here.do("chat", text="are you there?")  # no new turn
    decide_and_go(table, ben, here)
    equal(len(heard("/push/two", 2)), 2, "one for each turn")


@tap.test("who is at the table is not told")
def _():
    browser = Browser("/push/here")
    ann, ben = server.person("Ann"), server.person("Ben")
    server.ask("POST", "/api/me/push", browser.body, ben)
    table = server.open(ann, players=2, seats=["me", "open"], options={"rounds": 1})["id"]
    there, here = Player(server, table, ben), Player(server, table, ann)
    there.do("sit", seat=1)
    here.do("start")
    until_other_waits(here)
    there.until(lambda: there.now and there.now["legal"])
    other = Browser("/push/after")
    _, _, _, here = absent_turn(other)
    until_other_waits(here)
    heard("/push/after")  # later than the other one would have been
    equal([one for one in Service.heard if one[0] == "/push/here"], [], "told")


@tap.test("a push service that is busy is asked again, when it says")
def _():
    browser = Browser("/busy/one")
    _, _, table, here = absent_turn(browser)
    until_other_waits(here)
    found = heard("/busy/one", 2)
    equal([one[3] for one in found], [429, 201], "the answers")
    equal(json.loads(browser.read(found[1][2]).rstrip(b"\0")[:-1])["table"], table, "the message")
    assert found[0][2] != found[1][2], "the same key and salt twice"


def metric(name):
    for line in server.ask("GET", "/metrics").body.decode().splitlines():
        if line.startswith(f"tatami_{name} "):
            return int(line.split()[1])
    return None


@tap.test("a subscription that is gone is deleted")
def _():
    before = metric("pushes_gone_total")
    gone, stays = Browser("/gone/one"), Browser("/push/stays")
    _, ben, table, here = absent_turn(gone, stays)
    until_other_waits(here)
    assert eventually(lambda: metric("pushes_gone_total") == before + 1, 60), "not noticed"
    heard("/push/stays")
    decide_and_go(table, ben, here)
    heard("/push/stays", 2)
    equal(len(heard("/gone/one")), 1, "messages to who is gone")


@tap.test("each device for itself: one unsubscribes, one is forgotten")
def _():
    ann, ben = server.person("Ann"), server.person("Ben")
    code = server.ask("POST", "/api/me/move", {}, ben).json["code"]
    other = server.ask("POST", "/api/me/claim", {"code": code}).json["token"]
    off, lost, kept = Browser("/push/off"), Browser("/push/lost"), Browser("/push/kept")
    for browser, token in ((off, ben), (lost, other), (kept, ben)):
        equal(server.ask("POST", "/api/me/push", browser.body, token).status, 200, "a subscription")
    equal(server.ask("POST", "/api/me/push/remove", {"endpoint": kept.endpoint}, ann).status, 200, "not hers")
    equal(server.ask("POST", "/api/me/push/remove", {"endpoint": off.endpoint}, ben).status, 200, "off")
    equal(server.ask("POST", "/api/me/forget", {}, ben).status, 200, "forgotten")
    table = server.open(ann, players=2, seats=["me", "open"], options={"rounds": 1})
    away = Player(server, table["id"], ben)
    away.do("sit", seat=1)
    away.close()
    here = Player(server, table["id"], ann)
    here.do("start")
    until_other_waits(here)
    heard("/push/kept")
    equal([one[0] for one in Service.heard if one[0] in ("/push/off", "/push/lost")], [], "told")


@tap.test("what is no subscription is refused")
def _():
    token, good = server.person("Ann"), Browser("/push/x").body
    for wrong in ({"endpoint": "http://localhost/x"}, {"endpoint": 5}, {"p256dh": "x"}, {"p256dh": encode(b"\4" + bytes(64))},
                  {"auth": ""}, {"auth": encode(bytes(17))}):
        equal(server.ask("POST", "/api/me/push", {**good, **wrong}, token).status, 400, f"{wrong}")
    equal(server.ask("POST", "/api/me/push", good).status, 401, "nobody's")


@tap.test("a server never connects to a private address that a stranger names")
def _():
    with Server("--push-rate=1000:1000") as strict:
        global server
        usual, server = server, strict
        try:
            browser = Browser("/push/private")
            equal(strict.ask("POST", "/api/me/push", browser.body, strict.person("Eve")).status, 400, "another port")
            browser.endpoint = "https://localhost/push/private"
            _, _, _, here = absent_turn(browser)
            until_other_waits(here)
            assert eventually(lambda: "the address is not allowed" in strict.said(), 60), "it was not refused"
        finally:
            server = usual


@tap.test("the server stops at once while messages are under way")
def _():
    browser = Browser("/busy/last")
    _, _, _, here = absent_turn(browser)
    until_other_waits(here)
    equal(server.stop(), 0, "the exit status")
    server.start()


service.shutdown()
shutil.rmtree(folder, ignore_errors=True)
tap.finish()
