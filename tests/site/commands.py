#!/usr/bin/python3
"""What an operator types: `tatami store copy` to a database and back, and everything that can be wrong with an address. Every
refusal is one line, and nothing is half done."""
import os
import sqlite3
import subprocess
import tempfile

import house
from postgres import Postgres, binaries
from server import TATAMI, Player, Server, Tap, equal, play_on

tap = Tap()
SECRET = "correct-horse-battery"


def run(*words, **environment):
    return subprocess.run([TATAMI, *words], capture_output=True, text=True, check=False, timeout=60,
        env={**os.environ, "LANGUAGE": "en", **environment})


def refused(done, *wanted, status=1):
    equal(done.returncode, status, f"{done}")
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("tatami: "), done.stderr
    for what in wanted:
        assert what in lines[0], f"{what!r} is not in {lines[0]!r}"
    assert SECRET not in done.stdout + done.stderr


def contents(path):
    """Every table of a file, without the numbers that only the file knows, as sorted text."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    queries = ("SELECT id, name, bot, made_at FROM people",
        "SELECT id, phase, listed, archived, started, opened_at, phase_at, visited_at, due_at, result, text FROM tables",
        "SELECT id, n, at, log.text FROM log JOIN tables ON place = tables.key",
        "SELECT people.id, tables.id, seated FROM parts JOIN people ON people.key = person JOIN tables ON tables.key = place",
        "SELECT hash, id, expires, once FROM tokens JOIN people ON key = person", "SELECT name, text FROM facts",
        "SELECT hash, id, token, text FROM subscriptions JOIN people ON people.key = person")
    found = [sorted(map(repr, db.execute(query))) for query in queries]
    db.close()
    return found


def copies(database, folder):
    with Server(folder=os.path.join(folder, "first")) as server:
        players = server.table("Ann", "Böb")
        play_on(players, most=6)
        tokens, table, entries = [player.token for player in players], players[0].table, players[0].entries
        for player in players:
            player.close()
        refused(run("store", "copy", server.db, database.address()), "in use by another Tatami server")
        server.stop()
        original = os.path.join(folder, "original.db")
        os.rename(server.db, original)

    @tap.test("a file goes to a database and back, and every row is the same")
    def _():
        there = run("store", "copy", original, database.address())
        equal(there.returncode, 0, there.stderr)
        assert "checksum" in there.stdout, there.stdout
        back = run("store", "copy", database.address(), os.path.join(folder, "back.db"))
        equal(back.returncode, 0, back.stderr)
        equal(there.stdout, back.stdout, "counts and checksum")
        equal(contents(os.path.join(folder, "back.db")), contents(original), "the rows")

    @tap.test("a game that was begun with a file is played on with a database")
    def _():
        with Server(f"--store={database.address()}", "--node=here") as server:
            players = [Player(server, table, token) for token in tokens]
            equal(players[0].entries[:len(entries)], entries, "what was told before")
            equal(play_on(players, most=2), 2, "decisions")

    @tap.test("a target that is not empty, or exists, is refused and stays as it is")
    def _():
        refused(run("store", "copy", original, database.address()), "is not empty")
        before = contents(os.path.join(folder, "back.db"))
        refused(run("store", "copy", original, os.path.join(folder, "back.db")), "already exists")
        equal(contents(os.path.join(folder, "back.db")), before, "the target")
        left = {name for name in os.listdir(folder) if not name.endswith(("-wal", "-shm"))}
        equal(left, {"back.db", "original.db", "original.db.lock"}, "files that are left")

    @tap.test("a source that is damaged is not copied")
    def _():
        database.sql("CREATE DATABASE half", "postgres")
        db = sqlite3.connect(original)
        db.execute("UPDATE log SET text = x'6162' WHERE n = 3")
        db.commit()
        db.close()
        refused(run("store", "copy", original, database.address("half")), "is damaged")
        equal(database.sql("SELECT count(*) FROM people", "half"), "0", "rows in the target")
        refused(run("store", "copy", original, os.path.join(folder, "new.db")), "is damaged")
        assert not os.path.exists(os.path.join(folder, "new.db"))


def bad_words(database, folder):
    @tap.test("wrong arguments")
    def _():
        for words in ([], ["copy"], ["copy", "a"], ["copy", "a", "b", "c"], ["move", "a", "b"]):
            refused(run("store", *words), "copy FROM TO", status=2)
        refused(run("store", "copy", os.path.join(folder, "none.db"), database.address()), "cannot be opened")
        assert not os.path.exists(os.path.join(folder, "none.db"))
        refused(run("backup", "--db", database.address(), "x.db"), "pg_dump", status=2)
        refused(run("serve", "--port=0", "--node=" + "x" * 40), "--node", status=2)

    @tap.test("an address that leads nowhere, or to nothing that is ours")
    def _():
        port = house.free_port()
        serve = lambda address: run("serve", "--port=0", f"--store={address}")
        refused(serve(f"postgresql://tatami@127.0.0.1:{port}/tatami"), "cannot be reached", str(port))
        refused(serve(database.address("no_such_name")), "does not exist")
        refused(serve("postgresql://127.0.0.1:x/tatami"), "port")
        refused(serve("postgresql://[127.0.0.1/tatami"), "not valid")
        refused(serve(f"postgresql://tatami:{SECRET}@127.0.0.1:{database.port}/tatami"), "may not contain a password")
        refused(run("serve", "--port=0", TATAMI_STORE=f"postgres://tatami:{SECRET}@127.0.0.1/tatami"), "password")
        database.sql("CREATE DATABASE recipes", "postgres")
        database.sql("CREATE TABLE soups (name text)", "recipes")
        refused(serve(database.address("recipes")), "another program")
        equal(database.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", "recipes"), "1", "tables there")
        database.sql("CREATE DATABASE newer", "postgres")
        database.sql("CREATE TABLE tatami AS SELECT 'tatami' AS program, 99 AS version", "newer")
        refused(serve(database.address("newer")), "newer Tatami", "99")
        database.sql("CREATE ROLE guest LOGIN", "postgres")
        database.sql("CREATE DATABASE closed", "postgres")
        refused(serve(database.address("closed").replace("tatami@", "guest@")), "lacks a privilege")
        database.sql("ALTER DATABASE closed SET default_transaction_read_only = on", "postgres")
        refused(serve(database.address("closed")), "read-only")


def proxy():
    @tap.test("HAProxy accepts the example as it is")
    def _():
        if not house.haproxy():
            return
        done = subprocess.run([house.haproxy(), "-c", "-f", house.CONFIG], capture_output=True, text=True, check=False)
        # The limit of open files may be too low for it here, which is only a warning.
        equal(done.returncode, 0, done.stdout + done.stderr)


def passwords():
    @tap.test("a password comes from PGPASSFILE or a service file, and is told to nobody")
    def _():
        database = Postgres()
        database.sql(f"SET password_encryption = 'scram-sha-256'; CREATE ROLE club LOGIN PASSWORD '{SECRET}'")
        database.sql("ALTER DATABASE tatami OWNER TO club; ALTER SCHEMA public OWNER TO club")
        with open(os.path.join(database.data, "pg_hba.conf"), "w", encoding="ascii") as rules:
            rules.write("host all club all scram-sha-256\nhost all all all trust\n")
        database.sql("SELECT pg_reload_conf()")
        address = f"postgresql://club@127.0.0.1:{database.port}/tatami"
        with tempfile.TemporaryDirectory() as folder:
            pass_file, services = os.path.join(folder, "pass"), os.path.join(folder, "services")
            with open(pass_file, "w", encoding="ascii", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
                file.write(f"*:*:*:club:{SECRET}\n")
            with open(services, "w", encoding="ascii") as file:
                file.write(f"[site]\nhost=127.0.0.1\nport={database.port}\nuser=club\ndbname=tatami\npassword={SECRET}\n")
            refused(run("serve", "--port=0", f"--store={address}", PGPASSFILE="/nowhere"), "password")
            with open(pass_file + "2", "w", encoding="ascii", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
                file.write(f"*:*:*:club:{SECRET}-wrong\n")
            refused(run("serve", "--port=0", f"--store={address}", PGPASSFILE=pass_file + "2"), "authentication failed")
            for name, store, more in (("a password file", address, {"PGPASSFILE": pass_file}),
                    ("a service file", "postgresql:///?service=site", {"PGSERVICEFILE": services})):
                os.environ.update(more)
                try:
                    with Server(f"--store={store}") as server:
                        equal(server.ask("GET", "/health").status, 200, name)
                        with open(f"/proc/{server.process.pid}/cmdline", encoding="utf-8") as words:
                            assert SECRET not in words.read()
                        database.stop()
                        assert house.eventually(lambda server=server: server.ask("GET", "/health").status == 503)
                        database.start()
                        assert house.eventually(lambda server=server: server.ask("GET", "/health").status == 200, 60)
                        assert SECRET not in server.said() + server.ask("GET", "/metrics").body.decode()
                finally:
                    for key in more:
                        del os.environ[key]
        database.discard()


def main():
    if binaries() is None:
        print("1..0 # SKIP PostgreSQL is not installed")
        return
    database = Postgres()
    with tempfile.TemporaryDirectory(prefix="tatami-test-") as folder:
        os.mkdir(os.path.join(folder, "first"))
        copies(database, folder)
        bad_words(database, folder)
    database.discard()
    proxy()
    passwords()
    tap.finish()


if __name__ == "__main__":
    main()
