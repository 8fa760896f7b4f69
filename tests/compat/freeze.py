#!/usr/bin/python3
"""Freezes what this version writes, in tests/compat/VERSION: run once when a version is handed out, and never change
what it wrote. compat.py reads all of it with every later version. Needs TATAMI, and boxes/ and tests/server beside it.

- records: a short game of every game and number of players, and one with fair shuffles;
- boxes: those that came with the version;
- database.sql: a server's database with finished and running tables, and people.json, their tokens;
- messages.json: for each message of the server, and each answer over HTTP, the fields that it had.
"""
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/server"))
from server import TATAMI, Player, Server, play_on  # noqa: E402


def games():
    """{game: its numbers of players}, from the registry."""
    text = subprocess.run([TATAMI, "games"], check=True, capture_output=True, text=True,
                          env={**os.environ, "LANGUAGE": "en"}).stdout
    return {name: range(int(least), int(most) + 1)
            for name, least, most in re.findall(r"^(\w+) \(.*, (\d+) to (\d+) players\)$", text, re.MULTILINE)}


def freeze_records(folder):
    folder.mkdir()
    for game, players in games().items():
        for n in players:
            how = ["--fair"] if n == players[0] else []
            subprocess.run([TATAMI, "sim", game, str(n), "--games=1", f"--seed={n}", "--bot=easy", *how,
                            f"--records={folder}"], check=True, stdout=subprocess.DEVNULL)


def fields(found, name, message):
    found.setdefault(name, set(message)).intersection_update(message)


def kind(entry):
    """What an entry of the log tells."""
    return "ws entry " + next((name for name in ("event", "note", "chat") if name in entry), "other")


def freeze_database(folder):
    people, found = {}, {}
    with Server() as server:
        for game, players in games().items():
            seats = server.table(*(f"{game} {i}" for i in range(players[0])), game=game)
            play_on(seats, most=40)
            for player in seats:
                people[player.token] = {"table": player.table, "seat": player.you, "events": player.events()}
            seats[0].do("chat", text="Good evening!")
            late = Player(server, seats[0].table)
            fields(found, "ws table", late.whole)
            fields(found, "ws now", late.now)
            for entry in late.entries:
                fields(found, kind(entry), entry)
        host = server.person("Host")
        waiting = server.open(host, game=next(iter(games())))
        people[host] = {"table": waiting["id"], "seat": None, "events": []}
        for path in ("/api/me", "/api/games", "/api/tables", f"/api/tables/{waiting['id']}", "/health"):
            answer = server.ask("GET", path, token=host).json
            fields(found, f"GET {path.replace(waiting['id'], 'ID')}", answer if isinstance(answer, dict) else answer[0])
        server.stop()
        with sqlite3.connect(server.db) as db:
            marks = [f"PRAGMA {name}={db.execute(f'PRAGMA {name}').fetchone()[0]};" for name in
                     ("application_id", "user_version")]
            folder.joinpath("database.sql").write_text("\n".join([*marks, *db.iterdump()]) + "\n")
    folder.joinpath("people.json").write_text(json.dumps(people, indent=1) + "\n")
    folder.joinpath("messages.json").write_text(
        json.dumps({name: sorted(names) for name, names in sorted(found.items())}, indent=1) + "\n")


def main():
    version = subprocess.run([TATAMI, "--version"], check=True, capture_output=True, text=True).stdout.split()[1]
    folder = ROOT / "tests/compat" / version
    if folder.exists():
        sys.exit(f"{folder} is frozen already")
    folder.mkdir()
    freeze_records(folder / "records")
    shutil.copytree(ROOT / "boxes", folder / "boxes")
    shutil.copy(ROOT / "examples/bots/first.py", folder / "engine.py")
    freeze_database(folder)


if __name__ == "__main__":
    main()
