"""What PettingZoo, Gymnasium and OpenSpiel ask of an environment, by their own tests."""

import numpy as np
import pytest

import tatami

IDS = [game.id for game in tatami.games()]


def short(name):
    """Options that make a game of the suite short, where it has such."""
    return {option.name: option.min for option in tatami.game(name).options if option.name == "rounds"}


@pytest.mark.parametrize("name", IDS)
def test_pettingzoo(name, capsys):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, render_test, seed_test

    import tatami.pettingzoo as zoo
    api_test(zoo.env(name, options=short(name)), num_cycles=100)
    seed_test(lambda: zoo.env(name, options=short(name)), num_cycles=30)
    render_test(lambda **how: zoo.env(name, options=short(name), **how))
    capsys.readouterr()


@pytest.mark.parametrize("name", IDS)
def test_pettingzoo_rewards_are_zero_sum_and_given_once(name):
    pytest.importorskip("pettingzoo")
    import tatami.pettingzoo as zoo
    env = zoo.env(name, options=short(name))
    rng = np.random.default_rng(1)
    for seed in range(1, 20):  # until somebody wins alone; a draw is 0 for all
        env.reset(seed=seed)
        total = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            total[agent] += reward
            mask = observation["action_mask"]
            env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(mask))))
        assert abs(sum(total.values())) < 1e-9
        if max(total.values()) > 0:
            return
    pytest.fail("every game was a draw")


@pytest.mark.parametrize("name", IDS)
def test_gymnasium(name):
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    import tatami.gymnasium as gym
    check_env(gym.TatamiEnv(name, options=short(name), bot="random"), skip_render_check=True)
    env = gym.TatamiEnv(name, options=short(name), seat=None, bot="random", render_mode="ansi")
    rng = np.random.default_rng(0)
    seen, _ = env.reset(seed=3)
    for _ in range(20_000):
        seen, reward, over, _, _ = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        assert isinstance(env.render(), str)
        if over:
            break
    assert over and -1 < reward < 1
    seen, _ = env.reset()
    not_legal = np.flatnonzero(seen["action_mask"] == 0)
    if len(not_legal):  # there are games in which every choice is always there
        assert env.step(int(not_legal[0]))[1:3] == (-1.0, True)


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_vector(name):
    pytest.importorskip("gymnasium")
    import tatami.gymnasium as gym
    env = gym.TatamiVectorEnv(name, num_envs=6)
    seen, info = env.reset(seed=1)
    again, _ = env.reset(seed=1)
    assert (seen["observation"] == again["observation"]).all()
    for _ in range(50):
        assert seen in env.observation_space
        seen, rewards, over, cut, info = env.step(seen["action_mask"].argmax(axis=1))
        assert rewards.shape == over.shape == cut.shape == info["seat"].shape == (6,)
    env.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", IDS)
def test_openspiel(name, capsys):
    pyspiel = pytest.importorskip("pyspiel", reason="there is no OpenSpiel for this Python and machine")
    import tatami.openspiel  # noqa: F401
    game = pyspiel.load_game(f"tatami_{name}", short(name))
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    rng = np.random.default_rng(2)
    state = game.new_initial_state()
    observer = game.make_py_observer()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        player = state.current_player()
        observer.set_from(state, player)
        twin = state.clone()
        assert str(twin) == str(state)
        action = int(rng.choice(state.legal_actions()))
        twin.apply_action(action)
        state.apply_action(action)
        assert str(twin) == str(state)
    assert abs(sum(state.returns())) < 1e-9
    capsys.readouterr()
