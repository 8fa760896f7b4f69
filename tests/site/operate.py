#!/usr/bin/python3
"""What docs/OPERATING.md tells operators to do, done: backup and restore of both stores, the drop-in for systemd, the alarms, nginx.
What needs a program that is not installed here is passed over, and says so."""
import ctypes
import os
import re
import shutil
import signal
import subprocess
import tempfile

import house
import ws
from postgres import Postgres, binaries, free_port
from server import TATAMI, Player, Server, Tap, equal, eventually, play_on

tap = Tap()
SOURCES = os.path.join(house.PACKAGING, "..")


def run(*words, **more):
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120, **more)
    equal(done.returncode, 0, f"{' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout


def found(program):
    path = shutil.which(program) or shutil.which(program, path="/usr/sbin:/usr/local/sbin")
    if not path:
        print(f"# {program} is not installed: passed over")
    return path


def play(server):
    """A table in the middle of a game: its id, the tokens, what was told."""
    players = server.table("Ann", "Bob")
    play_on(players, most=6)
    for player in players:
        player.close()
    return players[0].table, [player.token for player in players], players[0].entries


def plays_on(server, table, tokens, entries):
    players = [Player(server, table, token) for token in tokens]
    equal(players[0].entries[:len(entries)], entries, "what was told before")
    play_on(players, most=4)
    for player in players:
        player.close()


def files():
    @tap.test("a file: backup while it runs, restore, and the game goes on")
    def _():
        with Server() as server:
            told = play(server)
            copy = os.path.join(server.folder, "evening.db")
            run(TATAMI, "backup", f"--db={server.db}", copy)
            equal(server.stop(), 0, "its exit status")
            for path in (server.db, server.db + "-wal", server.db + "-shm"):
                if os.path.exists(path):
                    os.remove(path)
            os.rename(copy, server.db)
            server.start()
            plays_on(server, *told)


def databases():
    @tap.test("a database: pg_dump while it runs, pg_restore into a new one, and the game goes on")
    def _():
        database = Postgres()
        with tempfile.TemporaryDirectory(prefix="tatami-test-") as folder:
            dump = os.path.join(folder, "tatami.dump")
            host = ("-h", "127.0.0.1", "-p", str(database.port), "-U", "tatami")
            tools = {name: os.path.join(database.bin, name) for name in ("pg_dump", "pg_restore", "createdb")}
            with Server(f"--store={database.address()}") as server:
                told = play(server)
                run(tools["pg_dump"], *host, "-Fc", "-f", dump, "tatami")
                run(TATAMI, "store", "copy", database.address(), os.path.join(folder, "tatami.db"))
            run(tools["createdb"], *host, "restored")
            run(tools["pg_restore"], *host, "-d", "restored", dump)
            with Server(f"--store={database.address('restored')}") as server:
                plays_on(server, *told)
            run(tools["createdb"], *host, "again")
            run(TATAMI, "store", "copy", os.path.join(folder, "tatami.db"), database.address("again"))
            with Server(f"--store={database.address('again')}") as server:
                plays_on(server, *told)
        database.discard()


def drop_in():
    """The lines that the page tells operators to type into `systemctl edit tatami`."""
    with open(os.path.join(SOURCES, "docs", "OPERATING.md"), encoding="utf-8") as page:
        block = re.search(r"`systemctl edit tatami`:\n\n((?:    .*\n)+)", page.read())[1]
    return re.sub("(?m)^    ", "", block)


def units():
    @tap.test("systemd accepts the unit with the drop-in")
    def _():
        if not found("systemd-analyze"):
            return
        with tempfile.TemporaryDirectory(prefix="tatami-test-") as folder:
            with open(os.path.join(SOURCES, "systemd", "tatami.service.in"), encoding="utf-8") as unit:
                text = re.sub(r"@\w+@(?=/tatami\b)", os.path.dirname(TATAMI), unit.read())
            assert "LoadCredential=" in drop_in()
            os.mkdir(os.path.join(folder, "tatami.service.d"))
            for name, lines in (("tatami.service", text), ("tatami.service.d/override.conf", drop_in())):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(lines)
            environment = {**os.environ, "SYSTEMD_UNIT_PATH": f"{folder}:"}
            # By its whole path: a name alone is looked for in the current folder first.
            told = subprocess.run(["systemd-analyze", "verify", "--man=no", os.path.join(folder, "tatami.service")],
                env=environment, capture_output=True, text=True, check=False, timeout=60)
            ours = [line for line in (told.stdout + told.stderr).splitlines() if "tatami" in line]
            equal(ours, [], "what systemd says about it")


def alarms():
    @tap.test("Prometheus accepts the alarms")
    def _():
        if found("promtool"):
            run("promtool", "check", "rules", os.path.join(house.PACKAGING, "monitoring", "tatami.rules.yml"))


class Nginx:
    """The operators' file, with our addresses."""

    def __init__(self, ports):
        self.port = free_port()
        self.folder = tempfile.mkdtemp(prefix="tatami-nginx-")
        with open(os.path.join(house.PACKAGING, "nginx.conf"), encoding="utf-8") as file:
            config = file.read().replace("listen 80;", f"listen 127.0.0.1:{self.port};")
        for i, port in enumerate(ports, 1):
            config = config.replace(f"10.0.0.{i}:8080", f"127.0.0.1:{port}")
        assert "10.0.0." not in config, config
        path = os.path.join(self.folder, "nginx.conf")
        here = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in
            ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"pid {self.folder}/pid;\nerror_log stderr;\ndaemon off;\nmaster_process off;\nevents {{}}\n"
                f"http {{\naccess_log off;\n{here}{config}}}\n")
        with open(os.path.join(self.folder, "log"), "w", encoding="utf-8") as log:
            self.process = subprocess.Popen([found("nginx"), "-p", self.folder, "-c", path], stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, preexec_fn=lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL))
        if not eventually(self.answers, 60):
            with open(os.path.join(self.folder, "log"), encoding="utf-8") as log:
                raise AssertionError(f"nginx does not answer: {log.read()[-2000:]}")

    def answers(self):
        try:
            return self.ask("GET", "/health").status == 200
        except (OSError, ws.Closed):
            return False

    def ask(self, *words, **more):
        return ws.ask(self.port, *words, **more)

    def discard(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def taken(site):
    """How many tables each node has taken."""
    return [int(re.search(r"(?m)^tatami_tables_taken_total (\d+)", node.ask("GET", "/metrics").body.decode())[1])
        for node in site.nodes]


def nginx():
    @tap.test("behind nginx everybody at a table reaches the same node, and another one when that dies")
    def _():
        if not found("nginx"):
            return
        with house.Site(3, proxy=False) as site:
            front = Nginx(site.ports)
            try:
                equal(front.ask("GET", "/metrics").status, 403, "for the operator only")
                tokens = [front.ask("POST", "/api/me", {"name": f"P{i}"}).json["token"] for i in range(2)]
                table = front.ask("POST", "/api/tables", {"game": "tatsu", "players": 2, "seats": ["me", "open"]},
                    tokens[0]).json["id"]
                players = [Player(front, table, token) for token in tokens]
                players[1].do("sit", seat=1)
                players[0].do("start")
                for player in players:
                    player.until(lambda player=player: player.now and player.now["actors"])
                play_on(players, most=6)
                counts = taken(site)
                equal(sorted(counts), [0, 0, 1], "tables that each node has taken")
                told = players[0].entries
                site.nodes[counts.index(1)].kill()
                plays_on(front, table, tokens, told[:4])
                site.nodes[counts.index(1)].start()
            finally:
                front.discard()


def main():
    alarms()
    units()
    files()
    if binaries() is None:
        print("# PostgreSQL is not installed: the rest is passed over")
    else:
        databases()
        nginx()
    tap.finish()


if __name__ == "__main__":
    main()
