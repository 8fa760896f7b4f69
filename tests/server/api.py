#!/usr/bin/python3
"""Holds docs/openapi.json against a running server: every path and method is used, every answer fits its schema, every
status that is named occurs, and what is not named is not there."""
import hashlib
import json
import os
import pathlib
import re
import subprocess
import tempfile

import schema
import ws
from server import TATAMI, Player, Server, Tap, equal, play_on

tap = Tap()
server = Server()
tap.watch(server)
with open(os.path.join(os.environ["SRC"], "docs", "openapi.json"), encoding="utf-8") as file:
    API = json.load(file)
seen = set()  # (method, path as documented, status)
# What it takes a broken disk to see, and a server with other limits: disk.py and limits.py look at these.
ELSEWHERE = {"503", "429"}
RECORD = None


def template(path):
    """The documented path that this one is."""
    path = path.split("?")[0]
    for documented in API["paths"]:
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", re.escape(documented).replace(r"\{", "{").replace(r"\}", "}")),
            path):
            return documented
    raise AssertionError(f"{path} is not documented")


def ask(status, method, path, body=None, token=None, **headers):
    """Asks, and holds the answer against what is documented; its JSON, or its text."""
    answer = server.ask(method, path, body, token, headers={key.replace("_", "-"): value for key,
        value in headers.items()})
    equal(answer.status, status, f"{method} {path} {str(body)[:200]}: {answer}")
    documented = template(path)
    responses = API["paths"][documented][method.lower()]["responses"]
    assert str(status) in responses, f"{method} {path} answers {status}, which is not documented: {answer}"
    seen.add((method, documented, str(status)))
    kind = answer.headers["content-type"].split(";")[0]
    content = schema.resolve(API, responses[str(status)])["content"]
    assert kind in content, f"{method} {path} answers {kind}"
    if kind != "application/json":
        return answer.body.decode()
    schema.validate(API, content[kind]["schema"], answer.json)
    return answer.json


me = ask(201, "POST", "/api/me", {"name": "Aiko", "bot": False})
other = ask(201, "POST", "/api/me", {})
ME, OTHER = me["token"], other["token"]
TABLE = server.open(ME)["id"]


@tap.test("the file that is served is the one in docs/")
def _():
    equal(ask(200, "GET", "/api/openapi.json"), API, "openapi.json")


@tap.test("who you are")
def _():
    equal(ask(200, "GET", "/api/me", token=ME), {"id": me["id"], "name": "Aiko", "bot": False}, "me")
    equal(ask(201, "POST", "/api/me", {"bot": True})["bot"], True, "a program")
    equal(ask(200, "POST", "/api/me/name", {"name": "Aïko"}, ME)["name"], "Aïko", "the new name")
    moved = ask(200, "POST", "/api/me/move", token=ME)
    second = ask(200, "POST", "/api/me/claim", {"code": moved["code"]})
    equal(second["id"], me["id"], "who claimed it")
    equal(ask(200, "POST", "/api/me/forget", token=ME), {}, "forget")
    ask(401, "GET", "/api/me", token=second["token"])


@tap.test("who you are: errors")
def _():
    for method, path in (("GET", "/api/me"), ("POST", "/api/me/move"), ("POST", "/api/me/forget"),
        ("GET", "/api/me/tables")):
        ask(401, method, path)
        ask(401, method, path, token="nobody")
    ask(401, "POST", "/api/me/name", {"name": "x"})
    ask(400, "POST", "/api/me", {"name": 7})
    ask(400, "POST", "/api/me", {"name": "x" * 25})
    ask(400, "POST", "/api/me", b"{", Content_Type="application/json")
    ask(415, "POST", "/api/me", b"{}", Content_Type="text/plain")
    ask(413, "POST", "/api/me", b" " * (1 << 21), Content_Type="application/json")
    ask(400, "POST", "/api/me/name", {}, ME)
    ask(415, "POST", "/api/me/name", b"{}", ME, Content_Type="text/plain")
    ask(413, "POST", "/api/me/name", b" " * (1 << 21), ME, Content_Type="application/json")
    ask(400, "POST", "/api/me/claim", {})
    ask(404, "POST", "/api/me/claim", {"code": "nothing"})


KEYS = {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg"}


@tap.test("notifications: subscribed and not")
def _():
    assert len(ask(200, "GET", "/api/push")["key"]) == 87
    ask(200, "POST", "/api/me/push", {"endpoint": "https://push.example.net/x", "lang": "fr", **KEYS}, ME)
    ask(200, "POST", "/api/me/push/remove", {"endpoint": "https://push.example.net/x"}, ME)
    ask(400, "POST", "/api/me/push", {"endpoint": "http://push.example.net/x", **KEYS}, ME)
    ask(400, "POST", "/api/me/push/remove", {"endpoint": 5}, ME)
    ask(401, "POST", "/api/me/push", KEYS)
    ask(401, "POST", "/api/me/push/remove", {})


@tap.test("a history, and being deleted")
def _():
    players = server.table("Aiko", "Ben", options={"rounds": 1})
    body = {"table": players[0].table}
    ask(409, "POST", "/api/me/history/remove", body, players[0].token)
    play_on(players)
    equal(len(ask(200, "GET", "/api/me/history?skip=0&most=9", token=players[0].token)["games"]), 1, "games")
    ask(200, "POST", "/api/me/history/remove", body, players[0].token)
    ask(404, "POST", "/api/me/history/remove", {"table": "nowhere"}, ME)
    ask(400, "POST", "/api/me/history/remove", {"table": 5}, ME)
    ask(401, "POST", "/api/me/history/remove", body)
    ask(400, "GET", "/api/me/history?most=x", token=ME)
    ask(401, "GET", "/api/me/history")
    ask(400, "POST", "/api/me/delete", {}, players[1].token)
    ask(401, "POST", "/api/me/delete", {"sure": True})
    ask(200, "POST", "/api/me/delete", {"sure": True}, players[1].token)
    ask(401, "GET", "/api/me", token=players[1].token)


@tap.test("the games and the bots")
def _():
    games = ask(200, "GET", "/api/games")
    with open(os.path.join(os.environ["SRC"], "src/games/registry.h"), encoding="utf-8") as registry:
        ids = re.findall(r"^GAME\((\w+)\)", registry.read().split("#ifdef")[0], re.M)
    equal([game["id"] for game in games["games"]], ids, "the games")
    assert {"easy", "medium", "hard"} <= {bot["name"] for bot in games["bots"]}
    french = ask(200, "GET", "/api/games", Accept_Language="fr")
    assert french["games"][0]["about"] != games["games"][0]["about"], "the same words in French"


@tap.test("tables: opened, listed, found")
def _():
    private = ask(201, "POST", "/api/tables", {"game": "tatsu"}, ME)
    full = {"game": "tatsu", "players": 3, "options": {"rounds": 1}, "listed": True, "chat": False, "clock": 60,
            "seats": ["me", "open", "medium"], "box": None}
    listed = ask(201, "POST", "/api/tables", full, ME)
    equal([listed[key] for key in ("players", "listed", "chat", "clock", "you", "host", "phase")],
          [3, True, False, 60, 0, True, "waiting"], "the table")
    equal([seat["kind"] for seat in listed["seats"]], ["person", "open", "bot"], "the seats")
    ids = [table["id"] for table in ask(200, "GET", "/api/tables?phase=waiting&skip=0&most=50")["tables"]]
    assert listed["id"] in ids and private["id"] not in ids
    mine = [table["id"] for table in ask(200, "GET", "/api/me/tables?phase=waiting", token=ME)["tables"]]
    assert listed["id"] in mine
    equal(ask(200, "GET", f"/api/tables/{private['id']}", token=OTHER)["host"], False, "found by its link")
    equal(ask(200, "GET", "/api/tables?phase=over")["tables"], [], "none is over")
    equal(ask(200, "GET", "/api/tables?most=0")["tables"], [], "none wanted")


@tap.test("tables: errors")
def _():
    for body in ({}, {"game": "chess"}, {"game": 7}, {"game": "tatsu", "players": 9}, {"game": "tatsu", "players": "4"},
                 {"game": "tatsu", "options": {"speed": 1}}, {"game": "tatsu", "options": {"rounds": 0}},
                 {"game": "tatsu", "options": []},
                 {"game": "tatsu", "clock": 4}, {"game": "tatsu", "clock": 1209601}, {"game": "tatsu", "clock": "1"},
                 {"game": "tatsu", "seats": ["me"]}, {"game": "tatsu", "seats": ["me", "me", "open", "open"]},
                 {"game": "tatsu", "seats": ["me", "genius", "open", "open"]}, {"game": "tatsu", "seats": "me"},
                 {"game": "tatsu", "box": "nonsense"}, {"game": "tatsu", "listed": 1}):
        ask(400, "POST", "/api/tables", body, ME)
    ask(401, "POST", "/api/tables", {"game": "tatsu"})
    ask(415, "POST", "/api/tables", b"{}", ME, Content_Type="text/plain")
    ask(413, "POST", "/api/tables", b" " * (1 << 21), ME, Content_Type="application/json")
    ask(400, "GET", "/api/tables?phase=never")
    ask(400, "GET", "/api/tables?skip=-1")
    ask(400, "GET", "/api/me/tables?phase=never", token=ME)
    ask(404, "GET", "/api/tables/nowhere")
    ask(404, "GET", "/api/tables/nowhere/box")
    ask(404, "GET", "/api/tables/nowhere/record")
    ask(404, "GET", "/api/tables/nowhere/replay")


@tap.test("records and replays: waiting, running, over")
def _():
    global RECORD
    table = ask(201, "POST", "/api/tables", {"game": "tatsu", "options": {"rounds": 1},
        "seats": ["me", "random", "random", "random"]}, ME)
    path = f"/api/tables/{table['id']}"
    ask(409, "GET", f"{path}/record", token=ME)
    ask(409, "GET", f"{path}/replay?as=spectator", token=ME)
    player = Player(server, table["id"], ME)
    player.do("start")
    player.until(lambda: player.now)
    equal(ask(200, "GET", path, token=ME)["phase"], "running", "the phase")
    assert "?" in ask(200, "GET", f"{path}/record", token=ME), "nothing is hidden"
    for viewer, token in (("0", ME), ("spectator", ME), ("spectator", None)):
        replay = ask(200, "GET", f"{path}/replay?as={viewer}", token=token)
        equal([list(step["views"]) for step in replay["steps"]], [[viewer]] * len(replay["steps"]), "the views")
    for viewer, token in (("all", ME), ("1", ME), ("0", OTHER), ("0", None)):
        ask(403, "GET", f"{path}/replay?as={viewer}", token=token)
    for viewer in ("4", "-1", "x", "0x0"):
        ask(400, "GET", f"{path}/replay?as={viewer}", token=ME)
    play_on([player])
    over = ask(200, "GET", path)
    assert over["phase"] == "over" and len(over["points"]) == 4 and over["winners"], over
    RECORD = ask(200, "GET", f"{path}/record")
    assert "?" not in RECORD.split("\n\n", 1)[1] and "[Result " in RECORD
    replay = ask(200, "GET", f"{path}/replay?as=all")
    equal((replay["game"], replay["players"], replay["result"]), ("tatsu", 4, over["points"]), "the replay")
    equal(sorted(replay["steps"][1]["views"]), ["0", "1", "2", "3", "spectator"], "all views")
    equal(replay["steps"][0]["event"], None, "the start")
    player.close()


@tap.test("replay of a record that somebody brings")
def _():
    brought = ask(200, "POST", "/api/replay", RECORD.encode(), Content_Type="text/plain")
    assert brought["result"] and len(brought["steps"]) > 10
    equal(ask(200, "POST", "/api/replay", {"record": RECORD}), brought, "as JSON")
    box = os.path.join(os.environ["SRC"], "boxes", "takamatsu-cards.box")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([TATAMI, "sim", "takamatsu", "2", "--games=1", "--seed=1", "--box", box, "--records", folder],
                       check=True, stdout=subprocess.DEVNULL)
        text = pathlib.Path(folder, os.listdir(folder)[0]).read_text(encoding="utf-8")
    components = pathlib.Path(box).read_text(encoding="utf-8")
    ask(200, "POST", "/api/replay", {"record": text, "box": components})
    table = ask(201, "POST", "/api/tables", {"game": "takamatsu", "players": 2, "box": components}, ME)
    equal(ask(200, "GET", f"/api/tables/{table['id']}/box"), components, "the box")
    equal(table["box_sha256"], hashlib.sha256(components.encode()).hexdigest(), "what the record will name it by")
    table = ask(201, "POST", "/api/tables", {"game": "takamatsu", "players": 2}, ME)
    ask(404, "GET", f"/api/tables/{table['id']}/box")
    ask(400, "POST", "/api/replay", text.encode(), Content_Type="text/plain")
    for bad in (b"", b"nonsense", b"\xff\xfe", RECORD.replace("play", "sing", 1).encode()):
        ask(400, "POST", "/api/replay", bad, Content_Type="text/plain")
    ask(400, "POST", "/api/replay", {"box": "x"})
    ask(413, "POST", "/api/replay", b"x" * ((1 << 20) + 1), Content_Type="text/plain")
    ask(415, "POST", "/api/replay", b"x", Content_Type="image/png")


@tap.test("health and metrics")
def _():
    equal(ask(200, "GET", "/health"), {"status": "ok"}, "health")
    text = ask(200, "GET", "/metrics")
    for line in text.splitlines():
        assert re.fullmatch(r"#.*|[a-z_]+(\{[a-z_]+=\"[^\"]*\"(,[a-z_]+=\"[^\"]*\")*\})? [-+.e0-9]+", line), line
    assert ME not in text and re.search(r"^# TYPE \w+ (counter|gauge|histogram)$", text, re.MULTILINE)


@tap.test("the WebSocket's path")
def _():
    Player(server, TABLE).close()
    seen.add(("GET", "/api/tables/{id}/ws", "101"))
    ask(404, "GET", f"/api/tables/{TABLE}/ws")


@tap.test("what is not documented is not there")
def _():
    for path in ("/api", "/api/", "/api/nothing", "/api/me/", "/api/me/nothing", "/api/tables/x/nothing",
        "/api/tables/x/ws/more",
                 "/api/games/tatsu"):
        for method in ("GET", "POST"):
            answer = server.ask(method, path, headers={"Content-Type": "application/json"})
            equal((answer.status, answer.code), (404, "unknown"), f"{method} {path}")
            schema.validate(API, {"$ref": "#/components/schemas/Error"}, answer.json)


@tap.test("methods that are not documented are refused")
def _():
    for path, methods in API["paths"].items():
        if path.endswith("/ws"):
            continue  # to HTTP it is not there
        for method in {"get", "post", "put", "delete", "patch"} - set(methods):
            answer = server.ask(method.upper(), path.replace("{id}", TABLE), headers={"Content-Length": "0"})
            equal((answer.status, answer.code), (405, "method"), f"{method} {path}")


@tap.test("messages are in the language asked for")
def _():
    said = {}
    for language in ("en", "fr", "fr-CA,fr;q=0.9,en;q=0.8", "xx", None):
        answer = server.ask("GET", "/api/tables/nowhere", headers={"Accept-Language": language} if language else {})
        said[language] = answer.json["error"]["message"]
    assert said["fr"] != said["en"] and said["fr-CA,fr;q=0.9,en;q=0.8"] == said["fr"] and said["xx"] == said[
        None] == said["en"], said


@tap.test("every path and method was used, and every status that is documented was seen")
def _():
    documented = {(method.upper(), path, status) for path, methods in API["paths"].items()
                  for method, operation in methods.items() for status in operation["responses"]
                  if status not in ELSEWHERE}
    equal(sorted(documented - seen), [], "not seen")


@tap.test("the server stops cleanly, without a complaint")
def _():
    tap.watch(None)
    equal(server.stop(), 0, "its exit status")


server.discard()
tap.finish()
