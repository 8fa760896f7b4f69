"""What the tests of the table server share: the server as a child, people who play, and TAP."""
import atexit
import ctypes
import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback

import ws

TATAMI = os.environ["TATAMI"]
SANITIZED = bool(os.environ.get("SANITIZED"))
# Limits that no well-behaved test reaches.
ENDLESS = "1000000:1000000"
GENEROUS = [
    "--max-connections=18000", "--max-per-address=18000", "--bot-pause=0",
    "--byte-rate=1000000000:1000000000",
    *(f"--{what}-rate={ENDLESS}"
      for what in ("connection", "request", "message", "chat", "table", "identity", "claim", "hint")),
]
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that nothing is left behind
LISTENING = re.compile(r'"what":"listening","port":(\d+)')
COMPLAINT = re.compile(r"Sanitizer|runtime error:|assert", re.IGNORECASE)


class Tap:
    """`@tap.test("what a user would notice")` runs a function at once; `finish` says how many there were. With a
    server to watch, each test includes that it is healthy afterwards; without it nothing more is tried."""

    def __init__(self):
        self.n = self.n_failed = 0
        self.server = None

    def watch(self, server):
        self.server = server

    def test(self, name):
        def run(function):
            self.n += 1
            try:
                function()
                if self.server and not eventually(lambda: self.server.process.poll() is not None or self.server.healthy()):
                    raise AssertionError("not healthy afterwards")
                if self.server and self.server.process.poll() is not None:
                    raise AssertionError("it ended")
            except Exception:
                self.n_failed += 1
                print(f"not ok {self.n} - {name}")
                for line in traceback.format_exc().splitlines():
                    print(f"# {line}")
                self.bail_out()
            else:
                print(f"ok {self.n} - {name}")
            print(end="", flush=True)
        return run

    def bail_out(self):
        if self.server and self.server.process.poll() is not None:
            for line in self.server.said()[-6000:].splitlines():
                print(f"# {line}")
            print(f"Bail out! The server ended with status {self.server.process.returncode}", flush=True)
            sys.exit(1)

    def finish(self):
        print(f"1..{self.n}")
        sys.exit(1 if self.n_failed else 0)


def equal(found, wanted, about=""):
    if found != wanted:
        raise AssertionError(f"{about}: found {found!r}, wanted {wanted!r}")


def eventually(truth, within=ws.PATIENCE, every=0.02):
    end = time.monotonic() + within
    while True:
        result = truth()
        if result or time.monotonic() > end:
            return result
        time.sleep(every)


def new_database(name):
    """Under tests/site/postgres.py, the address of a new database; otherwise None, and the store is a file."""
    address = os.environ.get("TATAMI_TEST_STORE")
    if not address:
        return None
    name = re.sub(r"\W", "_", name).lower()
    subprocess.run(["psql", address, "-qc", f'CREATE DATABASE "{name}"'], check=True, stdin=subprocess.DEVNULL)
    return f"{address.rpartition('/')[0]}/{name}"


class Server:
    """`tatami serve` on a port that is free, another one after each start, with a database in a folder of its own that
    goes away with `discard`."""

    def __init__(self, *flags, limits=GENEROUS, folder=None, healthy=None, prefix=()):
        self.folder = folder or tempfile.mkdtemp(prefix="tatami-test-")
        self.db = os.path.join(self.folder, "tables.db")
        self.database = new_database(os.path.basename(self.folder))
        self.port = None
        self.flags = [*limits, *flags]
        self.prefix, self.file_size = [*prefix], None
        self.ask_health = healthy or (lambda port: ws.ask(port, "GET", "/health", source="127.0.9.9",
            timeout=5).status == 200)
        self.process = None
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.discard()

    def launch(self):
        def limit():
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: no server outlives its test
            if self.file_size:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (self.file_size, resource.RLIM_INFINITY))

        self.log = open(os.path.join(self.folder, "log"), "a+", encoding="utf-8", errors="replace")
        self.log_from = self.log.seek(0, os.SEEK_END)
        self.process = subprocess.Popen(
            [*self.prefix, TATAMI, "serve", "--port=0", f"--store={self.database or self.db}", *self.flags],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, preexec_fn=limit, restore_signals=False,
        )

    def start(self, within=ws.PATIENCE):
        """Until it is healthy; the seconds that took."""
        self.launch()
        begin = time.monotonic()
        while not self.healthy():
            if self.process.poll() is not None or time.monotonic() > begin + within:
                raise AssertionError(f"no server: status {self.process.poll()}\n{self.said()}")
            time.sleep(0.005)
        return time.monotonic() - begin

    def healthy(self):
        """Asked from an address that no test comes from."""
        if listening := LISTENING.search(self.said()):
            self.port = int(listening[1])
        else:
            return False
        try:
            return self.ask_health(self.port)
        except (OSError, ws.Closed):
            return False

    def said(self):
        self.log.flush()
        with open(self.log.name, encoding="utf-8", errors="replace") as log:
            log.seek(self.log_from)
            return log.read()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self, within=ws.PATIENCE):
        """Asks it to stop; its exit status. What it said may hold no complaint of a sanitizer."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(within)
            except subprocess.TimeoutExpired:
                self.kill()
        status = self.process.returncode
        if complaint := COMPLAINT.search(self.said()):
            raise AssertionError(f"the server complained: {self.said()[max(0, complaint.start() - 200):][:6000]}")
        return status

    def discard(self):
        try:
            if self.process:
                self.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def sql(self, text):
        """Runs a statement behind the server's back; the rows as text."""
        if self.database:
            return subprocess.run(["psql", self.database, "-qAtc", text], check=True, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, text=True).stdout
        db = sqlite3.connect(self.db, timeout=ws.PATIENCE)
        with db:
            found = str(db.execute(text).fetchall())
        db.close()
        return found

    def texts(self, table, column):
        """Everything in a column."""
        as_hex = f"encode({column}, 'hex')" if self.database else f"hex({column})"
        return [bytes.fromhex(word).decode() for word in re.findall("[0-9a-fA-F]{2,}", self.sql(f"SELECT {as_hex} FROM {table}"))]

    def rss_kib(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])

    def ask(self, method, path, body=None, token=None, **more):
        return ws.ask(self.port, method, path, body, token, **more)

    def games(self):
        """What the registry holds: the games as `GET /api/games` describes them."""
        answer = self.ask("GET", "/api/games")
        equal(answer.status, 200, "the games")
        return answer.json["games"]

    def person(self, name="Somebody", bot=False):
        """A new identity's token."""
        answer = self.ask("POST", "/api/me", {"name": name, "bot": bot})
        equal(answer.status, 201, f"an identity: {answer}")
        return answer.json["token"]

    def open(self, token, **fields):
        answer = self.ask("POST", "/api/tables", {"game": "tatsu", **fields}, token)
        equal(answer.status, 201, f"a table: {answer}")
        return answer.json

    def table(self, *names, **fields):
        """A started table full of people; who sits at it, by seat."""
        tokens = [self.person(name) for name in names]
        seats = ["me"] + ["open"] * (len(names) - 1)
        table = self.open(tokens[0], players=len(names), seats=seats, **fields)
        players = [Player(self, table["id"], token) for token in tokens]
        for seat, player in enumerate(players[1:], 1):
            player.do("sit", seat=seat)
        players[0].do("start")
        for player in players:
            player.until(lambda player=player: player.now and player.now["actors"])
        return players


class No(Exception):
    """The server refused; `code` says why."""

    def __init__(self, message):
        super().__init__(str(message))
        self.code, self.message = message["code"], message["message"]


class Player(ws.WebSocket):
    """Somebody at a table, who keeps what a client keeps and checks the numbers of the log."""

    def __init__(self, server, table, token=None, come_from=0, **more):
        hello = {key: more.pop(key) for key in ("lang", "know") if key in more}
        super().__init__(server.port, f"/api/tables/{table}/ws", **more)
        self.table, self.token = table, token
        self.entries, self.first = [], come_from
        self.now = self.seats = self.phase = self.you = self.next = None
        self.news = []  # messages beyond the log and the seats
        self.n_said = 0
        self.say({"do": "hello", "from": come_from, **({"token": token} if token else {}), **hello})
        self.whole = self.until(lambda: self.news and self.news.pop())

    @property
    def n(self):
        return self.first + len(self.entries)

    def digest(self, message):
        if message["type"] in ("table", "log"):
            for entry in message["entries"]:
                equal(entry["n"], self.n, "the number of an entry")
                self.entries.append(entry)
            equal(message["n"], self.n, "the length of the log")
            self.now = message["now"]
        if message["type"] in ("table", "seats"):
            for key in ("seats", "phase", "you", "next", "host"):
                setattr(self, key, message[key])
        if message["type"] not in ("log", "seats"):
            self.news.append(message)

    def until(self, truth, within=ws.PATIENCE):
        """Listens until it is true; what it gave."""
        end = time.monotonic() + within
        while not (result := truth()):
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain; the last entries: {self.entries[-3:]}, news: {self.news[-3:]}")
            try:
                self.digest(json.loads(self.hear(max(0.01, end - time.monotonic()))))
            except TimeoutError:
                pass
        return result

    def listen(self, seconds):
        """Takes in whatever comes in this time, or until the line ends."""
        end = time.monotonic() + seconds
        try:
            while (left := end - time.monotonic()) > 0:
                self.digest(json.loads(self.hear(left)))
        except (TimeoutError, ws.Closed):
            pass

    def do(self, what, **fields):
        """Says it and waits for the answer; the answer, or No."""
        self.n_said += 1
        re = fields.setdefault("id", f"q{self.n_said}")
        self.say({"do": what, **fields})

        def answered():
            for message in self.news:
                if message.get("re") == re:
                    self.news.remove(message)
                    return message
            return None

        answer = self.until(answered)
        if answer["type"] == "error":
            raise No(answer)
        return answer

    def act(self, action):
        """Decides, and waits until the decision is in our log."""
        answer = self.do("act", n=self.n, action=action)
        self.until(lambda: self.n >= answer["n"])
        return answer

    def refused(self, what, **fields):
        """The code with which it is refused."""
        try:
            answer = self.do(what, **fields)
        except No as no:
            return no.code
        raise AssertionError(f"{what} {fields} was accepted: {answer}")

    def events(self):
        return [entry["event"] for entry in self.entries if "event" in entry]

    def notes(self):
        return [entry["note"] for entry in self.entries if "note" in entry]


def settle(players):
    """Waits until nothing more comes by itself: chance and bots have done what follows the last decision, everybody has
    heard of it, and a person has to decide, or the game is over. Who of these players decides, or None."""
    first = players[0]
    while first.phase != "over":
        longest = max(player.n for player in players)
        for player in players:
            player.until(lambda player=player: player.n >= longest)
        if all(player.n == longest for player in players) and any(not first.seats[seat]["bot"]
                for seat in first.now["actors"]):
            return next((player for player in players if player.now["legal"]), None)
        if first.n == longest:
            first.until(lambda: first.n > longest or first.phase == "over")
    for player in players:
        player.until(lambda player=player: player.phase == "over" and player.n >= first.n)
    return None


def play_on(players, choose=lambda legal: legal[0], most=100000):
    """The people at a table decide until it is over or `most` decisions were taken; how many were. Everything has settled
    then."""
    n = 0
    while (one := settle(players)) and n < most:
        one.act(choose(one.now["legal"]))
        n += 1
    return n
