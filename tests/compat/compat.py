#!/usr/bin/python3
"""What older versions wrote is read as it was meant: everything that freeze.py kept, for each version it kept it of."""
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "server"))
from freeze import games, kind  # noqa: E402
from server import TATAMI, Player, Server, Tap, equal  # noqa: E402

tap = Tap()


def run(*words):
    ran = subprocess.run([TATAMI, *words], capture_output=True, text=True)
    equal(ran.returncode, 0, f"{words}: {ran.stderr}")
    return ran.stdout


def check_records(folder):
    for path in sorted(folder.glob("*.record")):
        @tap.test(f"{folder.parent.name}: {path.name} is played to the same result")
        def _(path=path):
            run("replay", str(path))  # compares with the result in the record
            if "[Commitment " in path.read_text():
                assert "verified" in run("verify", str(path))


def check_boxes(folder):
    for path in sorted(folder.glob("*.box")):
        @tap.test(f"{folder.parent.name}: {path.name} can be played with")
        def _(path=path):
            game = path.name.split("-")[0]
            run("sim", game, str(games()[game][-1]), "--games=1", "--seed=1", f"--box={path}")


def check_engine(folder):
    for game, players in games().items():
        if f"def rate_{game}(" not in (folder / "engine.py").read_text():
            continue

        @tap.test(f"{folder.name}: its engine still plays {game}")
        def _(game=game, players=players):
            run("sim", game, str(players[0]), "--games=1", "--seed=1", f"--bot=engine:/usr/bin/python3 {folder}/engine.py")


def check_database(folder):
    place = tempfile.mkdtemp(prefix="tatami-test-")
    db = sqlite3.connect(os.path.join(place, "tables.db"))
    db.executescript((folder / "database.sql").read_text())
    db.close()
    people = json.loads((folder / "people.json").read_text())
    fields = json.loads((folder / "messages.json").read_text())

    def lacks(name, message):
        missing = set(fields[name]) - set(message)
        assert not missing, f"{name} lacks {sorted(missing)}"

    with Server("--archive-after=36500", folder=place) as server:
        tap.watch(server)
        for token, kept in people.items():
            if kept["seat"] is None:
                continue  # a table where nobody has begun is not kept for ever

            @tap.test(f"{folder.name}: seat {kept['seat']} of {kept['table']} finds its game as it was")
            def _(token=token, kept=kept):
                player = Player(server, kept["table"], token)
                equal(player.you, kept["seat"], "the seat")
                # More may have happened by chance after they were kept.
                equal(player.events()[: len(kept["events"])], kept["events"], "the events")
                lacks("ws table", player.whole)
                lacks("ws now", player.now)
                for entry in player.entries:
                    lacks(kind(entry), entry)
                player.close()

        @tap.test(f"{folder.name}: the answers over HTTP have the fields they had")
        def _():
            token, kept = next((token, kept) for token, kept in people.items() if kept["seat"] is not None)
            for name, path in ((name, name.split(" ")[1]) for name in fields if name.startswith("GET ")):
                answer = server.ask("GET", path.replace("ID", kept["table"]), token=token)
                equal(answer.status, 200, path)
                lacks(name, answer.json)

        @tap.test(f"{folder.name}: its games can be played on")
        def _():
            for token, kept in people.items():
                if kept["seat"] is None:
                    continue
                player = Player(server, kept["table"], token)
                if player.now and player.now["legal"]:
                    player.act(player.now["legal"][0])
                player.close()
        tap.watch(None)


def main():
    for folder in sorted(path for path in HERE.iterdir() if (path / "records").is_dir()):
        check_records(folder / "records")
        check_boxes(folder / "boxes")
        check_engine(folder)
        check_database(folder)

    @tap.test("a database of a later version is refused, and not touched")
    def _():
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, "later.db")
            newest = sorted(p for p in HERE.iterdir() if (p / "database.sql").exists())[-1]
            db = sqlite3.connect(path)
            db.executescript((newest / "database.sql").read_text())
            db.execute("PRAGMA user_version=1000")
            db.close()
            before = pathlib.Path(path).read_bytes()
            ran = subprocess.run([TATAMI, "serve", "--port=0", f"--db={path}"], capture_output=True, text=True, timeout=60)
            assert ran.returncode != 0 and "newer" in ran.stderr, ran.stderr
            equal(pathlib.Path(path).read_bytes() == before, True, "the same bytes")
    tap.finish()


main()
