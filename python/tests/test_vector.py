"""Many tables stepped together."""

import threading

import numpy as np
import pytest

import tatami

IDS = [game.id for game in tatami.games()]


@pytest.mark.parametrize("name", IDS)
def test_games_end_and_rewards_add_up(name):
    vector = tatami.Vector(name, n=64, seed=1)
    rng = np.random.default_rng(0)
    arrays = [id(vector.observations), id(vector.masks), vector.observations.ctypes.data]
    ends = 0
    for _ in range(20_000):
        vector.step(vector.random_tokens(rng))
        ended = vector.dones.astype(bool)
        ends += int(ended.sum())
        assert np.allclose(vector.rewards.sum(axis=1), ended)
        assert (vector.masks.sum(axis=1) > 0).all()
        if ends:
            break
    assert ends
    assert arrays == [id(vector.observations), id(vector.masks), vector.observations.ctypes.data]


@pytest.mark.parametrize("name", IDS)
def test_threads_do_not_change_anything(name):
    one, four = tatami.Vector(name, n=200, seed=7), tatami.Vector(name, n=200, seed=7, threads=4)
    rng = np.random.default_rng(0)
    for _ in range(40):
        assert (one.observations == four.observations).all() and (one.masks == four.masks).all() and (one.seats == four.seats).all()
        tokens = one.random_tokens(rng)
        one.step(tokens)
        four.step(tokens)


@pytest.mark.parametrize("name", IDS)
def test_it_sees_what_a_table_sees(name):
    vector = tatami.Vector(name, n=1, seed=0)
    game = tatami.game(name)
    assert vector.observations.shape == (1, game.observation_size + game.n_steps - 1)
    assert sum(plane.count for plane in game.planes) == game.observation_size


def test_bad_input_is_refused_and_changes_nothing():
    vector = tatami.Vector("tatsu", n=8, seed=1)
    before = vector.observations.copy()
    good = vector.masks.argmax(axis=1)
    wrong = [
        (good[:7], ValueError), (np.zeros((8, 2), np.int32), ValueError), (good.astype(np.float64), TypeError),
        (np.full(8, -1), tatami.Error), (np.full(8, 10**6), tatami.Error), (np.full(8, 2**40), tatami.Error),
        (np.array(["x"] * 8), TypeError), (None, TypeError), (vector.masks.argmin(axis=1), tatami.Error), (np.zeros(0, np.int32), ValueError),
    ]
    for tokens, error in wrong:
        with pytest.raises(error):
            vector.step(tokens)
    assert (vector.observations == before).all()
    vector.step(good)
    for kwargs in ({"n": 0}, {"n": -1}, {"n": 2**25}, {"threads": -1}, {"threads": 1000}, {"players": 77}):
        with pytest.raises(tatami.Error):
            tatami.Vector("tatsu", **kwargs)
    for arrays in ((np.zeros(3, np.uint8),), (np.zeros(vector.observations.size, np.float32),)):
        with pytest.raises((TypeError, ValueError)):
            vector._vector.step(good.astype(np.int32), *arrays)
    read_only = np.zeros(vector.observations.shape, np.uint8)
    read_only.flags.writeable = False
    with pytest.raises((BufferError, ValueError)):
        vector._vector.step(good.astype(np.int32), read_only)


def test_use_after_close():
    vector = tatami.Vector("dojo", n=4)
    vector.close()
    vector.close()
    for use in (lambda: vector.step(np.zeros(4, np.int32)), lambda: vector.reset(1)):
        with pytest.raises(ValueError, match="closed"):
            use()
    with tatami.Vector("dojo", n=4) as one:
        one.reset(3)


def test_two_threads_on_one_vector():
    vector = tatami.Vector("tatata", n=4096, seed=1)
    tokens = vector.masks.argmax(axis=1).astype(np.int32)
    refused = []

    def hammer():
        for _ in range(30):
            try:
                vector.step(vector.masks.argmax(axis=1))
            except (RuntimeError, tatami.Error) as error:
                refused.append(str(error))

    threads = [threading.Thread(target=hammer) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tokens) == 4096
    vector.reset(1)
    vector.step(vector.masks.argmax(axis=1))
