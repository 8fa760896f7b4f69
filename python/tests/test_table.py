"""Tables, records and boxes from Python: the same rules, the same messages, and no crash."""

import copy
import subprocess
import threading

import numpy as np
import pytest

import tatami

IDS = [game.id for game in tatami.games()]


def finished(name, seed=1, players=None, bot="random"):
    table = tatami.Table(name, players, seed=seed)
    table.play(bot, seed)
    return table


@pytest.mark.parametrize("game", tatami.games(), ids=IDS)
def test_a_whole_game_by_hand(game):
    table = tatami.Table(game, seed=5)
    rng = np.random.default_rng(1)
    for _ in range(100_000):
        if table.over:
            break
        seat = table.seats[0]
        legal = table.legal(seat)
        assert legal == sorted(legal, key=lambda text: text.encode())
        table.act(seat, legal[rng.integers(len(legal))])
    assert table.over and table.winners and len(table.points) == table.players
    assert tatami.read_record(table.record()) == table


@pytest.mark.parametrize("game", tatami.games(), ids=IDS)
def test_the_same_seed_gives_the_same_game(game):
    assert finished(game.id, 3).record() == finished(game.id, 3).record()
    assert finished(game.id, 3).record() != finished(game.id, 4).record()


@pytest.mark.parametrize("game", tatami.games(), ids=IDS)
def test_a_copy_goes_its_own_way_from_the_same_place(game):
    table = tatami.Table(game, seed=2)
    twin = copy.deepcopy(table)
    assert twin == table and hash(twin) == hash(table)
    table.play("random", 9)
    assert not twin.over
    twin.play("random", 9)
    assert twin == table


@pytest.mark.parametrize("game", tatami.games(), ids=IDS)
def test_a_view_of_a_seat_says_nothing_about_the_others(game):
    """Two games that differ in hidden things only look the same, until somebody acts on them."""
    seen = {}
    for seed in range(60):
        table = tatami.Table(game, seed=seed)
        key = (str(table.view(0)), tuple(table.log(0)))
        seen.setdefault(key, set()).add((table.show(0), table.observe(0).tobytes(), table.record(0)))
    assert all(len(values) == 1 for values in seen.values())


@pytest.mark.parametrize("game", tatami.games(), ids=IDS)
def test_spelling_goes_both_ways(game):
    table = tatami.Table(game, seed=8)
    for _ in range(30):
        if table.over:
            break
        seat = table.seats[0]
        for action in table.legal(seat)[:20]:
            tokens = table.spell(action)
            assert table.action_of(seat, tokens) == action
            for n, token in enumerate(tokens):
                assert table.mask(seat, tokens[:n])[token] == 1
        table.act(seat, table.choose(seat, "random", 1))


def test_bots_and_weighing():
    table = tatami.Table("tatsu", players=4, seed=1, options={"rounds": 1})
    seat = table.seats[0]
    assert table.choose(seat, "medium", 1) in table.legal(seat)
    weighed = table.weigh(seat, 200, 1)
    assert sorted(one.action for one in weighed) == table.legal(seat)
    assert all(0 <= one.chance <= 1 for one in weighed) and weighed[0].visits >= weighed[-1].visits


@pytest.mark.parametrize("bot", ["medium", "hard", "reflex"])
def test_what_a_bot_thinks_agrees_with_what_it_plays(bot):
    table = tatami.Table("tatsu", players=2, seed=3, options={"rounds": 1})
    for turn in range(8):
        seat = table.seats[0]
        thoughts, played = table.think(seat, bot, turn), table.choose(seat, bot, turn)
        assert sorted(one.action for one in thoughts) == sorted(table.legal(seat))
        assert all(0 <= one.chance <= 1 for one in thoughts)
        if len(thoughts) > 1 and thoughts[0].visits:  # a slip is rated by nobody
            assert thoughts[0].action == played
        table.act(seat, played)


def test_a_bot_that_rates_nothing_has_looked_at_nothing():
    table = tatami.Table("tatsu", players=2, seed=3)
    assert not any(one.visits for one in table.think(table.seats[0], "random"))


def test_options_tags_and_records_of_a_seat():
    table = tatami.Table("tatsu", players=4, seed=1, options={"rounds": 1})
    assert table.options["rounds"] == "1"
    table.play("easy")
    record = table.record(tags={"Event": 'a "quoted" \\ name\n'})
    again = tatami.read_record(record)
    assert again.tags == {"Event": 'a "quoted" \\ name'}
    assert again.record() == record
    assert "?" in table.record(viewer=0).split("\n\n", 1)[1].split("\n")[0] or table.record(viewer=0) != record


def test_undo_takes_back_and_says_why_not():
    table = tatami.Table("takamatsu", players=3, seed=1)
    before, seat = table.record(), table.seats[0]
    table_2 = table.copy()
    with pytest.raises(tatami.Error, match="nothing to undo"):
        table_2.undo(seat)
    assert table_2.record() == before


@pytest.mark.parametrize("wrong", [
    lambda: tatami.Table("chess"),
    lambda: tatami.Table("tatsu", players=9),
    lambda: tatami.Table("tatsu", players=-1),
    lambda: tatami.Table("tatsu", options={"speed": 3}),
    lambda: tatami.Table("tatsu", options={"rounds": 0}),
    lambda: tatami.Table("tatsu", options={"rounds": "x" * 10_000}),
    lambda: tatami.Table("tatsu").legal(7),
    lambda: tatami.Table("tatsu").legal(-1),
    lambda: tatami.Table("tatsu").view(-3),
    lambda: tatami.Table("tatsu").observe(99),
    lambda: tatami.Table("tatsu").act(0, "fly"),
    lambda: tatami.Table("tatsu").act(0, ""),
    lambda: tatami.Table("tatsu").act(0, "play r5\x00"),
    lambda: tatami.Table("tatsu").act(-1, "play r5"),
    lambda: tatami.Table("tatsu").act(10**9, "play r5"),
    lambda: tatami.Table("tatsu").draw(),
    lambda: tatami.Table("tatsu").choose(0, "nobody"),
    lambda: tatami.Table("tatsu").choose(1, "easy"),
    lambda: tatami.Table("tatsu").weigh(0, 0),
    lambda: tatami.Table("tatsu").think(0, "nobody"),
    lambda: tatami.Table("tatsu").think(1, "hard"),
    lambda: tatami.Table("tatsu").think(0, "reflex", net=b"no network"),
    lambda: tatami.Table("tatsu").mask(0, [0] * 50),
    lambda: tatami.Table("tatsu").mask(0, [70_000]),
    lambda: tatami.Table("tatsu").mask(0, [-1]),
    lambda: tatami.Table("tatsu").spell("nothing of the kind"),
    lambda: tatami.Table("tatsu").play(["easy"]),
    lambda: tatami.Table("tatsu").play(["easy", "easy", "easy", "nobody"]),
    lambda: tatami.Table("tatsu").record(tags={"bad name": "x"}),
    lambda: tatami.Table("tatsu").play_line("* deal"),
    lambda: tatami.read_record("nonsense"),
    lambda: tatami.read_record(""),
    lambda: tatami.Box("nonsense"),
    lambda: tatami.verify(tatami.Table("tatsu").record()),
    lambda: tatami.arena("tatsu", ["easy"], 1),
])
def test_what_is_wrong_is_refused_with_a_reason(wrong):
    with pytest.raises(tatami.Error) as caught:
        wrong()
    assert str(caught.value)


@pytest.mark.parametrize("wrong", [
    lambda: tatami.Table(5),
    lambda: tatami.Table("tatsu", players="four"),
    lambda: tatami.Table("tatsu", options=["rounds=1"]),
    lambda: tatami.Table("tatsu", box="box"),
    lambda: tatami.Table("tatsu").act(0, 3),
    lambda: tatami.Table("tatsu").act("0", "play r5"),
    lambda: tatami.Table("tatsu").legal("0"),
    lambda: tatami.Table("tatsu").mask(0, "x"),
    lambda: tatami.read_record(b"\xff\xfe"),
    lambda: tatami.Box(7),
    lambda: tatami.Table("tatsu")._table.record(0, {"Event": "x"}),
    lambda: tatami.Table("tatsu")._table.record(0, [["Event", "x"]]),
])
def test_wrong_types_are_type_errors(wrong):
    with pytest.raises((TypeError, AttributeError, ValueError)):
        wrong()


def test_messages_are_those_of_the_program(tmp_path):
    import os
    program = os.environ.get("TATAMI")
    if not program:
        pytest.skip("TATAMI does not name the program")
    record = finished("tatsu").record()
    lines = record.split("\n")
    lines[next(i for i, line in enumerate(lines) if line.startswith("0 "))] = "0 play r2 r3"
    broken = tmp_path / "broken.record"
    broken.write_text("\n".join(lines))
    said = subprocess.run([program, "replay", broken], capture_output=True, text=True, env={**os.environ, "LANGUAGE": "en"})
    with pytest.raises(tatami.Error) as caught:
        tatami.read_record(broken.read_text())
    assert str(caught.value) in said.stderr


def test_a_table_in_use_by_another_thread_is_refused():
    table = tatami.Table("dojo", players=3, seed=1)
    refused, done = [], threading.Event()

    def think():
        table.weigh(table.seats[0], 30_000, 1)
        done.set()

    thinker = threading.Thread(target=think)
    thinker.start()
    while not done.is_set() and not refused:
        try:
            table.legal(0)
        except RuntimeError as error:
            refused.append(str(error))
    thinker.join()
    assert refused and "in use: by another thread" in refused[0]
    assert table.legal(table.seats[0])


def test_records_as_a_data_frame(tmp_path):
    pandas = pytest.importorskip("pandas")
    for seed in range(3):
        (tmp_path / f"{seed}.record").write_text(finished("dojo", seed).record())
    frame = tatami.load_records(tmp_path)
    assert isinstance(frame, pandas.DataFrame) and set(frame.file) == {"0.record", "1.record", "2.record"}
    assert frame.groupby("file").won.any().all() and (frame.n_legal >= 1).all()


@pytest.mark.parametrize("name", [game.id for game in tatami.games()])
def test_tables_are_described_in_two_languages(name):
    table = tatami.Table(name, seed=2)
    for _ in range(20):
        if not table.over:
            table.act(table.seats[0], table.choose(table.seats[0], "easy", 1))
    for viewer in (0, tatami.SPECTATOR):
        assert table.show(viewer) == table.show(viewer, language="en") != table.show(viewer, language="fr")
        assert table.svg(viewer) != table.svg(viewer, language="fr")
        english, french = table.told(viewer), table.told(viewer, language="fr")
        assert english == table.told(viewer, language="en") and len(english) == len(french) and english != french
        assert "seat" not in "".join(french) and "place" in "".join(french)
        assert [step.words for step in table.steps(viewer, language="fr")] == french
    for language in ("", "de", "français"):
        for describe in (table.show, table.told, table.svg):
            with pytest.raises(tatami.Error, match="language"):
                describe(0, language=language)


def test_arena_counts_every_win_once():
    result = tatami.arena("dojo", ["random", "thumb", "random"], 3, seed=2, threads=2)
    assert len(result.games) == 9 and result.deals == 3 and abs(sum(result.shares.values()) - 1) < 1e-9
    assert "deals" in str(result)
