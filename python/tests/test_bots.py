"""Bots in Python and in programs of their own; simulations and arenas with the games that the program plays."""

import gzip
import os
import pathlib
import random
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import tatami

SVG = "{http://www.w3.org/2000/svg}"
IDS = [game.id for game in tatami.games()]
SRC = pathlib.Path(os.environ.get("SRC", pathlib.Path(__file__).parents[2]))
FIRST = f"{sys.executable} {SRC / 'examples/bots/first.py'}"


@pytest.fixture
def program():
    found = os.environ.get("TATAMI")
    if not found:
        pytest.skip("TATAMI does not name the program")
    return lambda *words: subprocess.run([found, *map(str, words)], capture_output=True, text=True, check=True, timeout=300,
                                         env={**os.environ, "LANGUAGE": "en"}).stdout


@pytest.mark.parametrize("name", IDS)
def test_a_bot_in_python_is_given_what_its_seat_knows(name):
    table = tatami.Table(name, seed=4)
    n_asked = [0]

    def bot(position):
        n_asked[0] += 1
        assert position.seat == asked and position.game.id == name and repr(position)
        assert sorted(position.legal) == sorted(legal) and position.view == view and (position.observation == seen).all()
        assert list(position.events) == log
        assert (position.mask() == mask).all()
        chosen = random.Random(position.seed + n_asked[0]).choice(position.legal)
        tokens = table_spelled[chosen]
        for n in range(len(tokens)):
            assert position.action_of(tokens[:n]) is None and position.mask(tokens[:n])[tokens[n]] == 1
        assert position.action_of(tokens) == chosen
        return chosen

    for _ in range(40):
        if table.over:
            break
        asked = table.seats[0]
        legal, view, seen, log, mask = table.legal(asked), table.view(asked), table.observe(asked), table.log(asked), table.mask(asked)
        table_spelled = {action: table.spell(action) for action in legal}
        table.act(asked, table.choose(asked, bot, 1))
    assert n_asked[0] >= 10


@pytest.mark.parametrize("name", IDS)
def test_functions_and_names_play_together(name):
    table = tatami.Table(name, seed=2)
    events = []

    def last(position):
        assert position.events[: len(events)] == tuple(events)  # it only grows
        events[:] = position.events
        return position.legal[-1]

    table.play([last, *["random"] * (table.players - 1)], 3)
    assert table.over and events


def fails(position):
    raise LookupError("no idea")


@pytest.mark.parametrize("bot, error, words", [
    (lambda position: "fly", tatami.Error, "not legal"), (lambda position: position, TypeError, "must return the text"),
    (lambda position: None, TypeError, "must return the text"), (lambda position: "\ud800", UnicodeEncodeError, ""),
    (lambda: "play r5", TypeError, "argument"), (fails, LookupError, "no idea"), ("nobody", tatami.Error, "no bot"), (5, TypeError, "a bot is"),
    ("engine:exit 3", tatami.Error, "exited with status 3"), ("engine:", tatami.Error, "1 to 200"), ("engine:" + "x" * 300, tatami.Error, "1 to 200"),
    ("engine:echo hello", tatami.Error, 'found "hello"'), (tatami.Engine("cat"), tatami.Error, 'found "tatami 1"'),
])
def test_a_bot_that_fails_says_why_and_the_game_stays(bot, error, words):
    table = tatami.Table("tatsu", players=2, seed=1)
    before = table.record()
    for play in (lambda: table.play([bot, "random"]), lambda: table.choose(0, bot)):
        with pytest.raises(error) as caught:
            play()
        assert words in str(caught.value)
        assert table.record() == before
    table.play("random")
    assert table.over


def test_a_bot_cannot_look_at_the_table_while_it_decides():
    table = tatami.Table("tatsu", players=2, seed=1)

    def cheat(position):
        return table.legal(position.seat)[0]

    with pytest.raises(RuntimeError, match="a bot is deciding"):
        table.play([cheat, "easy"])
    assert table.legal(0)


def test_the_mask_of_a_position_refuses_what_that_of_a_table_refuses():
    found = []
    table = tatami.Table("takamatsu", players=3, seed=1)
    table.choose(table.seats[0], lambda position: found.append(position) or position.legal[0])
    position = found[0]
    for wrong in ([10**9], [-1], [0] * 50, position._tokens[0].tolist()):
        with pytest.raises(tatami.Error):
            position.mask(wrong)


@pytest.mark.parametrize("name", IDS)
def test_a_program_plays_whole_games(name):
    with tatami.Engine(FIRST) as engine:
        for seed in range(2):
            table = tatami.Table(name, seed=seed)
            table.play([engine, *["random"] * (table.players - 1)], seed)
            assert table.over
    with pytest.raises(ValueError, match="closed"):
        tatami.Table(name).play([engine, *["random"] * (table.players - 1)])
    engine.close()


def test_our_own_bot_in_a_process_of_its_own_decides_the_same(program):
    theirs, ours = tatami.Table("tatsu", players=3, seed=5), tatami.Table("tatsu", players=3, seed=5)
    theirs.play(f"engine:{os.environ['TATAMI']} engine --bot easy", 6)
    ours.play("easy", 6)
    assert theirs == ours


@pytest.mark.parametrize("fair", [False, True])
def test_a_simulation_has_the_games_of_the_program(program, tmp_path, fair):
    program("sim", "tatsu", 3, "--games", 3, "--seed", 5, "--bot", "easy", "--bot", "random", "--records", tmp_path / "theirs", *["--fair"] * fair)
    result = tatami.sim("tatsu", ["easy", "random"], 3, players=3, seed=5, threads=2, fair=fair, records=tmp_path / "ours")
    names = sorted(path.name for path in (tmp_path / "theirs").iterdir())
    assert len(names) == 3 and names == sorted(path.name for path in (tmp_path / "ours").iterdir())
    for name in names:
        assert (tmp_path / "ours" / name).read_text() == (tmp_path / "theirs" / name).read_text()
        if fair:
            assert tatami.verify((tmp_path / "ours" / name).read_text())["over"]
    printed = program("sim", "tatsu", 3, "--games", 3, "--seed", 5, "--bot", "easy", "--bot", "random", *["--fair"] * fair).split("\n")
    assert [line.split("  points")[0] for line in printed[1:4]] == [line.split("  points")[0] for line in str(result).split("\n")[1:4]]


@pytest.mark.parametrize("bots, players", [(["easy", "random"], 3), (["thumb", "easy", "easy"], 3), (["easy", "thumb"], 4)])
def test_an_arena_has_the_games_of_the_program(program, tmp_path, bots, players):
    said = program("arena", "dojo", players, "--bots", ",".join(bots), "--deals", 4, "--seed", 9, "--csv", tmp_path / "games.csv")
    rows = [list(map(int, line.split(","))) for line in (tmp_path / "games.csv").read_text().split("\n")[2:] if line]
    result = tatami.arena("dojo", bots, 4, players=players, seed=9, threads=2)
    assert [(game.deal, game.points, sum(1 << seat for seat in game.winners)) for game in result.games] == [(r[0], r[2:-1], r[-1]) for r in rows]
    for name, share in result.shares.items():
        low, high = result.intervals[name]
        assert f"{100 * share:.1f}%" in said and f"{100 * low:.1f} to {100 * high:.1f}" in said


def test_an_arena_tells_luck_as_the_program_does(program, tmp_path):
    said = program("arena", "dojo", 3, "--bots", "easy,thumb,thumb", "--deals", 12, "--seed", 9, "--luck", 3, "--csv", tmp_path / "games.csv")
    rows = [list(map(int, line.split(","))) for line in (tmp_path / "games.csv").read_text().split("\n")[2:] if line]
    result = tatami.arena("dojo", ["easy", "thumb", "thumb"], 12, seed=9, threads=2, luck=3)
    assert [[round(share * 65536) for share in game.luck] for game in result.games] == [row[5:8] for row in rows]
    beneath = said[said.index("without luck"):]
    for share, (low, high) in result.without_luck.values():
        assert f"{100 * share:.1f}%" in beneath and f"{100 * low:.1f} to {100 * high:.1f}" in beneath
    assert "without luck" in str(result) and not tatami.arena("dojo", ["easy", "thumb", "thumb"], 3, seed=9, luck=3).without_luck


def test_luck_is_told_when_the_game_is_over():
    table = tatami.Table("dojo", 3, seed=4)
    with pytest.raises(tatami.Error, match="when the game is over"):
        table.luck()
    table.play("thumb", seed=4)
    assert table.luck(5, 1) == table.luck(5, 1) != table.luck(5, 2)
    assert len(table.luck(5)) == 3 and abs(sum(table.luck(5))) < 0.01
    for n in (0, -1, 100_001):
        with pytest.raises(tatami.Error, match="expected 1 to 100000"):
            table.luck(n)


def test_an_arena_draws_the_chart_of_the_program(program, tmp_path):
    program("arena", "dojo", 3, "--bots", "easy,random,random", "--deals", 3, "--seed", 9, "--svg", tmp_path / "chart.svg")
    result = tatami.arena("dojo", ["easy", "random", "random"], 3, seed=9)
    assert all(time > 0 for time in result.times.values())
    ours, theirs = (ElementTree.fromstring(text) for text in (result.svg(), (tmp_path / "chart.svg").read_text()))

    def seen(svg):  # all but what depends on the time: where points are from left to right, and the numbers of that axis
        texts = [(one.get("class"), one.text) for one in svg.iter(SVG + "text") if one.get("text-anchor") != "middle"]
        return texts, [one.get("cy") for one in svg.iter(SVG + "circle")], svg.find(SVG + "title").text

    assert seen(ours) == seen(theirs)
    french = ElementTree.fromstring(result.svg(language="fr"))
    assert french.find(SVG + "title").text.startswith("Dojo, 3 joueurs")
    assert result._repr_svg_() == result.svg()


def test_a_chart_is_refused_with_a_reason():
    point = ("easy", 0.5, 0.4, 0.6, 0.5, 1.0)
    assert "easy" in tatami._core.chart("Dojo", 3, 1, (point,), "en")
    for points in ((), (point,) * 9, ((*point[:5], -1.0),), (("easy", 2.0, *point[2:]),), (("easy", float("nan"), *point[2:]),)):
        with pytest.raises(tatami.Error):
            tatami._core.chart("Dojo", 3, 1, points, "en")
    for points in (None, [point], ("easy",), (point[:3],)):
        with pytest.raises(TypeError):
            tatami._core.chart("Dojo", 3, 1, points, "en")
    with pytest.raises(tatami.Error, match="language"):
        tatami._core.chart("Dojo", 3, 1, (point,), "de")


def test_a_network_of_ones_own():
    net, another = (gzip.decompress((SRC / f"nets/{name}.net.gz").read_bytes()) for name in ("tatsu-3-4", "tatata-2"))
    tables = [tatami.Table("tatsu", 4, options={"rounds": 1}, seed=3) for _ in range(2)]
    tables[0].play(["reflex", "easy", "reflex", "easy"], 5)
    tables[1].play(["reflex", "easy", "reflex", "easy"], 5, net=net)  # the one that is built in
    assert tables[0] == tables[1]
    for wrong in (b"", b"net", net[:-1], another):
        with pytest.raises(tatami.Error):
            tatami.arena("tatsu", ["reflex", "random"], 1, players=4, net=wrong)
    with pytest.raises(TypeError):
        tatami.Table("tatsu").play("reflex", net="tatsu.net")


def test_a_table_asks_the_network_that_it_is_given():
    net, another = (gzip.decompress((SRC / f"nets/{name}.net.gz").read_bytes()) for name in ("tatsu-3-4", "tatsu-2"))
    table = tatami.Table("tatsu", 4, seed=3)
    seat = table.seats[0]
    thoughts = table.think(seat, "reflex", net=net)
    assert thoughts == table.think(seat, "reflex") and len({one.chance for one in thoughts}) > 1
    for wrong in (b"", net[:-1], net[:-1] + b"?"):
        with pytest.raises(tatami.Error):
            table.think(seat, "reflex", net=wrong)
        assert table.think(seat, "reflex", net=net) == thoughts
    assert table.think(seat, "reflex", net=another) == table.think(seat, "hard")  # it has not learned four players


def test_an_arena_of_functions_programs_and_names():
    result = tatami.arena("tatsu", [lambda position: position.legal[0], lambda position: position.legal[-1], f"engine:{FIRST}", "easy"], 2,
                          options={"rounds": 1})
    assert len(result.shares) == 4 and abs(sum(result.shares.values()) - 1) < 1e-9 and "<lambda> 2" in result.shares


def test_a_sequential_test_stops_when_it_is_clear():
    result = tatami.arena("tatsu", ["easy", "random"], 400, players=2, options={"rounds": 1}, sprt=(0.5, 0.8), seed=1)
    assert result.verdict == 0.8 and 10 <= result.deals < 400
    with pytest.raises(tatami.Error, match="two bots"):
        tatami.arena("tatsu", ["easy", "easy"], 2, sprt=(0.5, 0.6))


def test_fair_games_can_be_verified():
    fair = tatami.Fair(words=["ume", "take", "matsu"])
    table = tatami.Table("dojo", players=3, fair=fair)
    with pytest.raises(tatami.Error):
        tatami.verify(table.record())  # the secret comes at the end
    assert fair.secret not in table.record()
    twin = table.copy()
    table.play("easy", 1)
    twin.play("easy", 1)
    assert twin == table
    assert tatami.verify(table.record(), commitment=fair.commitment, words={1: "take"})["over"]
    for wrong in ({"commitment": "0" * 64}, {"words": {0: "take"}}):
        with pytest.raises(tatami.Error):
            tatami.verify(table.record(), **wrong)
    for wrong in (tatami.Fair("xyz"), tatami.Fair(words=["a b"]), tatami.Fair(words=["a"] * 9)):
        with pytest.raises(tatami.Error):
            tatami.Table("dojo", players=3, fair=wrong)


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("seat", [None, 0])
def test_steps_are_what_replay_prints(program, tmp_path, name, seat):
    table = tatami.Table(name, seed=3)
    for _ in range(30):
        if table.over:
            break
        table.act(table.seats[0], table.choose(table.seats[0], "random", len(table.log())))
    path = tmp_path / "game.record"
    path.write_text(table.record())
    said = [line for line in program("replay", "--legal", *(["--seat", seat] if seat is not None else []), path).split("\n")
            if line[:1].isdigit() or line.startswith(("*", "turn"))]
    turns = []
    for step in table.steps(tatami.EVERYTHING if seat is None else seat):
        turns += [f"turn {who}: {' | '.join(step.legal[who]) if who in step.legal else '?'}" for who in step.seats] + [step.line]
    assert said[: len(turns)] == turns


@pytest.mark.parametrize("name", IDS)
def test_rules_are_those_that_the_program_prints(program, name):
    assert program("rules", name, "--aid") == tatami.rules(name, aid=True)
    assert program("rules", name) == tatami.rules(name)
    assert tatami.rules(name, language="fr") != tatami.rules(name)


def test_bots_are_listed_and_random_positions_are_arrays():
    assert "easy" in tatami.bots()
    kept = []
    tatami.Table("dojo", players=3, seed=1).play(lambda position: kept.append(position.observation) or position.legal[0])
    assert all(isinstance(one, np.ndarray) and one.dtype == np.uint8 for one in kept)
