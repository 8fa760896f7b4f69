"""tatami.gpu without a card: its kernels on the processor give what tatami.Vector gives."""

import builtins
import re
from pathlib import Path

import numpy as np
import pytest
from processor import Processor, library

import tatami
import tatami.gpu

IDS = [game.id for game in tatami.games()]
NAMES = ("observations", "masks", "seats", "dones", "rewards", "points")
needs_kernels = pytest.mark.skipif(library() is None, reason="the kernels are built with the tests of the program")


def same(one, other):
    return all((getattr(one, name) == getattr(other, name)).all() for name in NAMES)


@needs_kernels
@pytest.mark.parametrize("name", IDS)
def test_a_vector_is_that_of_the_processor(name):
    for players in (tatami.game(name).min_players, tatami.game(name).max_players):
        here = tatami.Vector(name, players, n=37, seed=4)
        card = tatami.gpu.Vector(name, players, n=37, seed=4, card=Processor())
        rng = np.random.default_rng(players)
        assert same(here, card)
        for step in range(60):
            tokens = here.random_tokens(rng)
            here.step(tokens)
            card.step(tokens.astype((np.int32, np.int64, np.uint16)[step % 3]))
            assert same(here, card)
        here.reset(9)
        card.reset(9)
        assert same(here, card)
        drawn = card.random_tokens()
        assert (np.take_along_axis(card.masks, drawn[:, None], axis=1) == 1).all()


@needs_kernels
@pytest.mark.parametrize("name", IDS)
def test_tries_show_what_a_seat_would_see(name):
    players, n, k = tatami.game(name).max_players, 12, 24
    vector = tatami.gpu.Vector(name, players, n=n, seed=5, card=Processor())
    beside = tatami.gpu.Vector(name, players, n=n, seed=5, card=Processor())
    for step in range(40):
        seen, actions, counts = vector.tries(k, step)
        tried = np.minimum(counts, k)
        for i in range(n):
            used = tried[i] if counts[i] >= k else k // counts[i] * counts[i]
            assert len(set(actions[i, :tried[i]].tolist())) == tried[i], "every action once per world"
            assert (actions[i, :used] == np.resize(actions[i, :tried[i]], used)).all()
            assert (actions[i, used:] == tatami.gpu.NO_ACTION).all() and not seen[i, used:].any()
        assert (vector.observations == beside.observations).all(), "nothing is played"
        chosen = actions[np.arange(n), step % tried]
        after = vector.after(chosen)
        assert (vector.after(actions[:, 0]) == vector.after(actions[:, 0].copy())).all(), "a column of the tries is taken as it is"
        if name == "takamatsu":  # where a move turns nothing up as long as the game goes on
            phase = next(p for p in tatami.game(name).planes if p.name == "phase")
            going_on = after[:, phase.start + phase.count - 1] == 0
            assert going_on.any() and (after == seen[np.arange(n), step % tried])[going_on].all()
        vector.act(chosen)
        beside.act(chosen)
    assert same(vector, beside)
    with pytest.raises(tatami.Error, match="tries"):
        vector.tries(0)


@needs_kernels
def test_tries_do_not_know_what_the_seat_does_not():
    """A challenge at Dojo turns the dealer's card up: it is tried with cards that the dealer may have, not with the one that lies there."""
    vector = tatami.gpu.Vector("dojo", 3, n=64, seed=2, card=Processor())
    plane = next(p for p in tatami.game("dojo").planes if p.name == "card face up before a seat")
    drawn = 0
    for step in range(120):
        seen, actions, counts = vector.tries(16, step)
        up = seen[:, :, plane.start:plane.start + plane.count]
        # The first of two actions, in its eight worlds.
        drawn += sum(len({row.tobytes() for row in up[i, ::2]}) > 1 for i in np.flatnonzero(counts == 2))
        vector.act(actions[:, 0])
    assert drawn > 20


@needs_kernels
@pytest.mark.parametrize("name", IDS)
def test_games_are_played_out_after_each_action(name):
    players, n, k, games = tatami.game(name).max_players, 8, 6, 3
    vector = tatami.gpu.Vector(name, players, n=n, seed=8, card=Processor())
    for step in range(12):
        before = [getattr(vector, what).copy() for what in NAMES]
        _, actions, counts = vector.tries(k, step)
        rewards, points = vector.play_out(actions, games, step)
        assert rewards.shape == points.shape == (n, k, games, players)
        none = actions == tatami.gpu.NO_ACTION
        assert not rewards[none].any() and not points[none].any()
        assert np.allclose(rewards[~none].sum(-1), 1, atol=1e-6)
        assert all((getattr(vector, what) == kept).all() for what, kept in zip(NAMES, before)), "nothing is played"
        # An action that stands there twice is played out in the same worlds; with another seed in others.
        twice, scored = vector.play_out(np.repeat(actions[:, :1], 2, axis=1), games, step)
        assert (twice[:, 0] == twice[:, 1]).all() and (scored[:, 0] == points[:, 0]).all()
        other = vector.play_out(actions, games, step + 100)[1]
        assert (other != points).any()
        vector.act(actions[np.arange(n), step % np.minimum(counts, k)])
    for wrong in (actions[:, 0], actions[1:], actions[None]):
        with pytest.raises(ValueError, match="actions for"):
            vector.play_out(wrong, games)
    with pytest.raises(ValueError, match="games"):
        vector.play_out(actions, 0)
    for take in (vector.after, vector.act, lambda a: vector.play_out(a, games)):
        with pytest.raises(TypeError, match="whole numbers"):
            take(actions.astype(np.float32))
        with pytest.raises(ValueError, match="actions for"):
            take(actions[:2, 0])


@needs_kernels
def test_the_better_of_many_games_wins():
    """At TATSU whoever chooses by games that are played out beats random play."""
    vector = tatami.gpu.Vector("tatsu", 2, n=40, seed=3, options={"rounds": 1}, card=Processor())
    own, won, over = np.arange(vector.n) % 2, np.zeros(vector.n), np.zeros(vector.n, bool)
    for step in range(200):
        _, actions, counts = vector.tries(16, step)
        rewards, _ = vector.play_out(actions, 6, step)
        worth = rewards.mean(2)[np.arange(vector.n), :, vector.seats]
        worth[actions == tatami.gpu.NO_ACTION] = -1
        any_of = step % np.minimum(counts, 16)
        vector.act(actions[np.arange(vector.n), np.where(vector.seats == own, worth.argmax(1), any_of)])
        ended = (vector.dones != 0) & ~over
        won[ended] = vector.rewards[ended, own[ended]]
        over |= ended
        if over.all():
            break
    assert over.all() and won.mean() > 0.7


@needs_kernels
def test_games_played_out_do_not_know_what_the_seat_does_not():
    """In the last turn of Dojo nothing is left to draw. Whoever may challenge does not know the dealer's card: in the games that are played out it is
    another one each time, whether the seat challenges or not."""
    vector = tatami.gpu.Vector("dojo", 3, n=64, seed=4, card=Processor())
    planes = {p.name: p.start for p in tatami.game("dojo").planes}
    asking, dealer, varied, seen = planes["phase"] + 4, 2, np.zeros(2, int), 0
    for step in range(140):
        _, actions, counts = vector.tries(16, step)
        last = (vector.observations[:, planes["turn"]] == 11) & (vector.observations[:, asking] == 1) & (counts == 2)
        _, points = vector.play_out(actions[:, :2], 12, step)
        spread = points[last][..., dealer].max(2) > points[last][..., dealer].min(2)
        varied += spread.sum(0)
        seen += last.sum()
        vector.act(actions[np.arange(vector.n), 1 - 1 // counts])
    assert seen > 40 and (varied > 0.7 * seen).all()


@needs_kernels
@pytest.mark.parametrize("name", IDS)
def test_a_copy_goes_on_alike(name):
    players = tatami.game(name).max_players
    main, twins = (tatami.gpu.Vector(name, players, n=n, seed=n, card=Processor()) for n in (6, 9))
    for step in range(25):  # in the middle of an action, too
        main.step(main.random_tokens(step))
    source = np.array([5, 0, 0, 3, 3, 3, 1, 5, 2])
    twins.copy(main, source)
    for step in range(200):  # past the end of games, and what is dealt then
        assert all((getattr(twins, what) == getattr(main, what)[source]).all() for what in NAMES)
        tokens = main.random_tokens(step)
        main.step(tokens)
        twins.step(tokens[source])
    for here, there in zip(main.tries(8, 3), twins.tries(8, 3)):
        assert (here[source] == there).all()
    kept = main.observations.copy()
    twins.step(twins.random_tokens(1))
    assert (main.observations == kept).all(), "a copy is a copy"


@needs_kernels
def test_a_copy_of_something_else_is_refused():
    card = Processor()
    four, two = tatami.gpu.Vector("tatsu", 4, n=3, card=card), tatami.gpu.Vector("tatsu", 2, n=3, card=card)
    short = tatami.gpu.Vector("tatsu", 4, n=3, options={"rounds": 1}, card=card)
    for other in (two, short):
        with pytest.raises(ValueError, match="other"):
            four.copy(other, np.arange(3))
    for tables in (np.arange(2), np.zeros(3), np.array([0, 1, 3]), np.array([0, 1, -1])):
        with pytest.raises(ValueError, match="tables must be"):
            four.copy(four, tables)


@needs_kernels
def test_a_wrong_token_is_refused_and_changes_nothing():
    for check in (True, False):
        vector = tatami.gpu.Vector("tatsu", n=8, seed=1, check=check, card=Processor())
        before, tokens = vector.observations.copy(), vector.masks.argmax(axis=1)
        wrong = tokens.copy()
        wrong[5] = vector.masks[5].argmin()
        if check:
            with pytest.raises(tatami.Error, match=f"table 5: token {wrong[5]} may not be chosen"):
                vector.step(wrong)
        else:
            vector.step(wrong)
            vector.step(tokens)  # nothing happens until somebody looks
            with pytest.raises(tatami.Error, match="table 5"):
                vector.check()
        assert (vector.observations == before).all()
        vector.step(tokens)
        vector.check()
        assert not (vector.observations == before).all()


@needs_kernels
def test_bad_arguments():
    card = Processor()
    vector = tatami.gpu.Vector("tatsu", n=8, card=card)
    with pytest.raises(TypeError, match="whole numbers"):
        vector.step(np.zeros(8))
    with pytest.raises(ValueError, match="7 elements"):
        vector.step(np.zeros(7, np.int32))
    for n in (0, -1, 2**24 + 1):
        with pytest.raises(tatami.Error, match="tables"):
            tatami.gpu.Vector("tatsu", n=n, card=card)
    with pytest.raises(tatami.Error):
        tatami.gpu.Vector("tatsu", players=9, card=card)
    with pytest.raises(tatami.Error, match="policy"):
        tatami.gpu.playouts("tatsu", policy="clever", card=card)
    vector.close()
    with pytest.raises(ValueError, match="closed"):
        vector.step(np.zeros(8, np.int32))


@needs_kernels
@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("policy", ["random", "thumb"])
def test_playouts_are_those_of_the_processor(name, policy, monkeypatch):
    monkeypatch.setattr(tatami.gpu, "GAMES_PER_LAUNCH", 7)
    monkeypatch.setattr(tatami.gpu, "GAMES_KEPT", 6)
    card = tatami.gpu.playouts(name, games=20, policy=policy, seed=3, card=Processor())
    assert card == tatami.playouts(name, games=20, policy=policy, seed=3, threads=2)
    assert card.games == 20 and card.decisions > 20


@pytest.mark.parametrize("policy", ["random", "thumb"])
def test_playouts_add_up(policy):
    sums = tatami.playouts("tatsu", players=3, games=50, policy=policy, seed=1)
    assert sums.games == 50 and len(sums.points) == len(sums.wins) == 3
    assert sum(sums.wins) >= 50 - sums.shared and max(sums.points) >= 50 * 500 / 3
    assert sums != tatami.playouts("tatsu", players=3, games=50, policy=policy, seed=2)
    with pytest.raises(tatami.Error):
        tatami.playouts("tatsu", games=-1)


@needs_kernels
def test_a_box_that_does_not_fit_is_refused():
    box = tatami.Box('[TatamiBox "1"]\n[Game "dojo"]\n[Name "many"]\n\ntrophy broom 4\ntrophy assistant 4\n')
    with pytest.raises(tatami.Error, match="memory"):
        tatami.gpu.Vector("dojo", box=box, card=Processor())


def test_without_cupy_it_says_what_to_install(monkeypatch):
    usual = builtins.__import__

    def without(name, *rest):
        if name == "cupy":
            raise ImportError("no cupy")
        return usual(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    tatami.gpu._card.cache_clear()
    with pytest.raises(ImportError, match="pip install"):
        tatami.gpu.Vector("tatsu")


def test_without_a_card_it_says_so():
    cupy = pytest.importorskip("cupy")
    try:
        n = cupy.cuda.runtime.getDeviceCount()
    except Exception:
        n = 0
    if n:
        pytest.skip("there is one")
    tatami.gpu._card.cache_clear()
    with pytest.raises(RuntimeError, match="no NVIDIA card"):
        tatami.gpu.Vector("tatsu")


@pytest.mark.parametrize("name", IDS)
def test_the_package_has_every_source_of_a_program(name):
    root = Path(tatami.gpu.__file__).parent / "source"
    folders = [root / folder for folder in ("src/gpu/standin", "include", "src")]
    todo, seen = [root / "src/gpu/device.h", root / f"src/games/{name}/{name}_gpu.h", root / "src/gpu/kernels.cu"], set()
    while todo:
        file = todo.pop()
        seen.add(file)
        for wanted in re.findall(r'^ *# *include ["<](.+?)[">]', file.read_text(), re.MULTILINE):
            found = [path for folder in (file.parent, *folders) if (path := folder / wanted).exists()]
            assert found or wanted == "string.h", f"{file} includes {wanted}"
            todo += [path for path in found[:1] if path not in seen]
    assert len(seen) > 15
