"""The examples run, with small settings, and do what they say."""

import importlib.util
import json
import os
import pathlib
import subprocess

import pytest

EXAMPLES = pathlib.Path(os.environ.get("SRC", pathlib.Path(__file__).parents[2])) / "python/examples"


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_rollout(capsys):
    shares = load("rollout").main("dojo", 3, tables=32, games=40)
    assert abs(shares.sum() - 1) < 1e-5 and "wins" in capsys.readouterr().out


@pytest.mark.slow
def test_learning_gets_better_than_random(capsys):
    """By how much depends on nothing but the seed: the work is counted, not timed."""
    learn = load("learn")
    weights = learn.train(rounds=25)
    share, width = learn.against_random(weights, games=1500)
    assert share - width > 0.5, (share, width)


def test_the_bot_plays_in_the_arena():
    program = os.environ.get("TATAMI")
    if not program:
        pytest.skip("TATAMI does not name the program")
    bot = f"engine:python3 {EXAMPLES / 'bot.py'}"
    done = subprocess.run([program, "sim", "tatsu", "2", "--games", "2", "--option", "rounds=1", "--seed", "1", "--bot", bot, "--bot", "random"],
                          capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


def test_the_notebook_runs():
    notebook = json.loads((EXAMPLES / "study.ipynb").read_text())
    names = {"GAMES": 4}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "outputs are not kept"
            exec(compile("".join(cell["source"]), "study.ipynb", "exec"), names)
    assert len(names["rows"]) > 40
