#!/usr/bin/env python3
"""tatami.gpu on a card: compared with the processor byte for byte, and measured.

    tests/gpu/card.py [PART…]        everything, or some of: info compile compare options digests search share playouts steps
    playing pgx

Every part runs in a process of its own with a time limit, so that none stops the others. The compiled extension is in BUILD/python (or
build/python). GAMES="dojo tatsu" measures these games only; Pgx takes part if it is installed, or
lies in BUILD/pgx (pip install --no-deps --target build/pgx pgx svgwrite). The last line is `N passed, N failed`; with OUT=FOLDER the figures are also
written to FOLDER/gpu.json.
"""

import datetime
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("BUILD", ROOT / "build"))
STAGE = BUILD / "gpu-stage"
NAMES = ("observations", "masks", "seats", "dones", "rewards", "points")
# Seconds that each part may take, in this order.
PARTS = {"info": 20, "compile": 90, "compare": 60, "options": 60, "digests": 60, "search": 60, "share": 40, "playouts": 420, "steps": 60, "playing": 60, "pgx": 120}
TOTAL = float(os.environ.get("SECONDS_IN_ALL", "560"))


# The package

def extension():
    for path in (BUILD / "python/_core.abi3.so", ROOT / "build/python/_core.abi3.so"):
        if path.exists():
            return path
    sys.exit(f"card.py: there is no compiled extension; build it with: ninja -C {BUILD} python/_core.abi3.so")


def stage():
    """The package as an installed one would be."""
    package = STAGE / "tatami"
    shutil.rmtree(package, ignore_errors=True)
    package.mkdir(parents=True)
    for file in (ROOT / "python/tatami").iterdir():
        if file.is_file():
            (package / file.name).symlink_to(file)
    (package / "source").symlink_to(ROOT)
    (package / "_core.abi3.so").symlink_to(extension())


# The parts. Each prints lines; a line that begins with `ok` or `not ok` counts, `figure` is a measurement.

def check(what, holds, more=""):
    print(f"{'ok' if holds else 'not ok'} - {what}{': ' + str(more) if more and not holds else ''}", flush=True)


def figure(what, value, unit):
    print(f"figure\t{what}\t{value:.6g}\t{unit}", flush=True)


def part_info():
    import cupy
    import numpy
    print("date", datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="minutes"))
    print(subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version,memory.total", "--format=csv,noheader"], capture_output=True,
                         text=True).stdout.strip())
    device = cupy.cuda.Device()
    print("compute capability", device.compute_capability, "multiprocessors", device.attributes["MultiProcessorCount"])
    print("python", sys.version.split()[0], "numpy", numpy.__version__, "cupy", cupy.__version__, "CUDA",
          cupy.cuda.runtime.runtimeGetVersion(), "driver", cupy.cuda.runtime.driverGetVersion())


def part_compile():
    """The programs at once, so that the other parts find them ready."""
    runs = {game.id: subprocess.Popen([sys.executable, __file__, "--one", game.id], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                      text=True) for game in measured()}
    for name, run in runs.items():
        text = run.communicate()[0]
        print(text.strip())
        check(f"{name} compiles for the card and steps", run.returncode == 0)


def compile_one(name):
    import tatami.gpu
    start = time.time()
    vector = tatami.gpu.Vector(name, n=100, seed=1)
    vector.step(vector.random_tokens())
    tatami.gpu.playouts(name, games=10)
    tatami.gpu.playouts(name, games=10, policy="thumb")
    print(f"{name}: {time.time() - start:.1f} s until everything has run once")
    for kernel, function in tatami.gpu._card()._programs[name, 0].items():
        if kernel:
            print(f"  {kernel}: {function.num_regs} registers, {function.local_size_bytes} bytes of local memory")


def same(card, here):
    """The names of the arrays that differ."""
    import cupy
    return [name for name in NAMES if not (cupy.asnumpy(getattr(card, name)) == getattr(here, name)).all()]


def compare(name, players, options=None, n=1000, steps=150):
    import numpy as np

    import tatami.gpu
    here = tatami.Vector(name, players, n=n, seed=11, options=options, threads=8)
    card = tatami.gpu.Vector(name, players, n=n, seed=11, options=options)
    rng = np.random.default_rng(1)
    ends, wrong = 0, same(card, here)
    for _ in range(steps):
        if wrong:
            break
        tokens = here.random_tokens(rng)
        here.step(tokens)
        card.step(tokens)
        ends += int(here.dones.sum())
        wrong = same(card, here)
    check(f"{name}, {players} players, {options or 'as usual'}: {n} tables, {steps} steps, {ends} games ended", not wrong, wrong)


def part_compare():
    import tatami
    for game in tatami.games():
        for players in range(game.min_players, game.max_players + 1):
            compare(game.id, players)


def part_options():
    import tatami
    import tatami.gpu
    for game in tatami.games():
        for option in game.options:
            for word in option.words or ():
                if option.words.index(word) != option.default:
                    compare(game.id, game.usual_players, {option.name: word})
        for option in game.options:
            if option.name == "rounds":
                compare(game.id, game.min_players, {"rounds": option.min}, steps=300)
    vector = tatami.gpu.Vector("tatsu", n=300, seed=1)
    tokens, before = vector.masks.argmax(axis=1), vector.observations.copy()
    wrong = tokens.copy()
    wrong[77] = vector.masks[77].argmin()
    try:
        vector.step(wrong)
        check("a wrong token raises", False)
    except tatami.Error as error:
        check("a wrong token raises", str(error) == f"table 77: token {int(wrong[77])} may not be chosen", error)
    check("and changes nothing", bool((vector.observations == before).all()))


def part_digests():
    import tatami
    import tatami.gpu
    for game in tatami.games():
        for players in sorted({game.min_players, game.usual_players, game.max_players}):
            for policy in ("random", "thumb"):
                how = dict(games=5000, policy=policy, seed=5)
                card = tatami.gpu.playouts(game.id, players, **how)
                here = tatami.playouts(game.id, players, threads=16, **how)
                check(f"{game.id}, {players} players, 5000 {policy} games: digest {card.digest:016x}", card == here, (card, here))


def compare_search(name, card, here):
    """What the seats would see after their actions, and how games go on from there."""
    import cupy
    wrong = []
    for step in range(20):
        tried, found = card.tries(8, step), here.tries(8, step)
        actions, best = found[1], found[1][:, 0]
        pairs = [*zip(tried, found), (card.after(best), here.after(best)), *zip(card.play_out(actions, 4, step), here.play_out(actions, 4, step))]
        wrong += [f"step {step}, array {i}" for i, (there, own) in enumerate(pairs) if not (cupy.asnumpy(there) == own).all()]
        card.act(best)
        here.act(best)
    check(f"{name}: 20 times what comes after the actions of {here.n} tables, and games played out", not wrong, wrong)


def part_search():
    import tatami
    import tatami.gpu
    sys.path.insert(0, str(ROOT / "python/tests"))
    from processor import Processor, library
    if not library():
        print(f"search: there are no kernels for the processor; build them with: ninja -C {BUILD} tests/libgpu_kernels.so")
        return
    for game in tatami.games():
        card, here = (tatami.gpu.Vector(game.id, game.max_players, n=40, seed=3, card=kind) for kind in (None, Processor()))
        compare_search(game.id, card, here)


def part_share():
    import numpy as np

    import tatami.gpu
    vector = tatami.gpu.Vector("tatsu", n=4096, seed=1)
    here = tatami.Vector("tatsu", n=4096, seed=1)
    import torch
    seen, masks = torch.from_dlpack(vector.observations), torch.from_dlpack(vector.masks)
    check("PyTorch sees the arrays without a copy", seen.data_ptr() == vector.observations.data.ptr and seen.is_cuda)
    for _ in range(20):
        tokens = masks.to(torch.int32).argmax(dim=1)
        vector.step(tokens)
        here.step(here.masks.argmax(axis=1))
    check("PyTorch's tensors are taken as tokens", not same(vector, here), same(vector, here))
    check("and the tensors show what changed", bool((seen.cpu().numpy() == here.observations).all()))
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax
    tokens = jax.numpy.argmax(jax.dlpack.from_dlpack(vector.masks), axis=1)
    vector.step(tokens)
    here.step(here.masks.argmax(axis=1))
    check("JAX's arrays too", not same(vector, here), same(vector, here))
    vector.step(np.asarray(here.masks.argmax(axis=1)))
    check("and NumPy's", True)


def seconds(work):
    """The time of the card for a piece of work, with events; the second of two."""
    import cupy
    for _ in range(2):
        start, end = cupy.cuda.Event(), cupy.cuda.Event()
        start.record()
        work()
        end.record()
        end.synchronize()
        spent = cupy.cuda.get_elapsed_time(start, end) / 1000
    return spent


def measured():
    import tatami
    wanted = os.environ.get("GAMES", "").split()
    return [game for game in tatami.games() if not wanted or game.id in wanted]


def part_playouts():
    import tatami.gpu
    for game in measured():
        for players in sorted({game.min_players, game.usual_players, game.max_players}):
            for policy in ("random", "thumb"):
                games, last = 1 << 18, []
                while True:
                    spent = seconds(lambda: last.append(tatami.gpu.playouts(game.id, players, games, policy=policy, seed=1)))
                    if spent > 2.5 or games >= 1 << 26:  # so long that the last games, for which few threads are left, hardly count
                        break
                    games *= 4 if spent < 1 else 2
                sums = last[-1]
                figure(f"playouts {game.id} {players} {policy} ({games} games, {spent * 1000:.0f} ms)", sums.decisions / spent / 1e9,
                       "G decisions/s")


def part_steps():
    import cupy

    import tatami.gpu
    for game in measured():
        for n in (1 << 16, 1 << 18, 1 << 20):
            vector = tatami.gpu.Vector(game.id, n=n, seed=1, check=False)
            rounds, spent, drawing = 60, 0.0, 0.0
            events = []
            for i in range(rounds + 10):
                a, b, c = cupy.cuda.Event(), cupy.cuda.Event(), cupy.cuda.Event()
                a.record()
                tokens = vector.random_tokens()
                b.record()
                vector.step(tokens)
                c.record()
                if i >= 10:
                    events.append((a, b, c))
            cupy.cuda.Stream.null.synchronize()
            vector.check()
            for a, b, c in events:
                drawing += cupy.cuda.get_elapsed_time(a, b)
                spent += cupy.cuda.get_elapsed_time(b, c)
            figure(f"steps {game.id} {vector.players} n={n}", n * rounds / spent / 1e6, "G steps/s with observation and mask")
            figure(f"steps {game.id} {vector.players} n={n}, tokens drawn too", n * rounds / (spent + drawing) / 1e6, "G steps/s")
            vector.close()
            del vector, events


def part_playing():
    """How many games a search plays on from positions in the middle of a game, up to eight actions and 16 games after each."""
    import tatami.gpu
    for game in measured():
        vector = tatami.gpu.Vector(game.id, n=1 << 14, seed=1)
        for step in range(20):
            vector.act(vector.tries(8, step)[1][:, 0])
        actions = vector.tries(8, 99)[1]
        games = 16 * int((actions != tatami.gpu.NO_ACTION).sum())
        spent = seconds(lambda: vector.play_out(actions, 16))
        figure(f"play_out {game.id} {vector.players} ({games} games, {spent * 1000:.0f} ms)", games / spent / 1e6, "million games/s")
        vector.close()


def part_pgx():
    try:
        import pgx
    except ImportError as error:
        print("pgx:", error)
        return
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax
    import jax.numpy as jnp
    from pgx.experimental import auto_reset
    sizes = (1 << 15, 1 << 18, 1 << 20)
    for name, sizes in {"tic_tac_toe": sizes, "kuhn_poker": sizes, "leduc_holdem": sizes, "connect_four": sizes, "2048": sizes[:2]}.items():
        env = pgx.make(name)
        best = 0
        for n in sizes:
            init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

            def run(state, key):
                def body(carry, _):
                    state, key = carry
                    key, one, two = jax.random.split(key, 3)
                    logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
                    action = jax.random.categorical(one, logits, axis=1)
                    return (step(state, action, jax.random.split(two, n)), key), None
                return jax.lax.scan(body, (state, key), None, length=50)[0][0]

            run = jax.jit(run)
            state = jax.jit(init)(jax.random.split(jax.random.PRNGKey(0), n))
            jax.block_until_ready(run(state, jax.random.PRNGKey(1)))
            start = time.time()
            jax.block_until_ready(run(state, jax.random.PRNGKey(2)))
            best = max(best, 50 * n / (time.time() - start))
        figure(f"pgx {name}", best / 1e9, "G steps/s")


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--one"]:
        return compile_one(arguments[1])
    if arguments[:1] == ["--part"]:
        return globals()["part_" + arguments[1]]()
    start, passed, failed, figures = time.time(), 0, 0, {}
    try:
        stage()
    except Exception as error:  # the parts then fail one by one, and say so
        print("stage:", error)
    env = {**os.environ, "PYTHONPATH": f"{STAGE}:{BUILD / 'pgx'}", "PYTHONDONTWRITEBYTECODE": "1"}
    for part in arguments or PARTS:
        left = min(PARTS[part], TOTAL - (time.time() - start))
        print(f"== {part} ({time.time() - start:.0f} s)", flush=True)
        if left < 5:
            print("no time left")
            failed += 1
            continue
        try:
            run = subprocess.run([sys.executable, __file__, "--part", part], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                 text=True, timeout=left)
            text, well = run.stdout, run.returncode == 0
        except subprocess.TimeoutExpired as late:
            text, well = (late.stdout or b"").decode() + "\nout of time", False
        for line in text.splitlines():
            passed += line.startswith("ok")
            failed += line.startswith("not ok")
            if line.startswith("figure\t"):
                _, what, value, unit = line.split("\t")
                figures[what] = [float(value), unit]
                line = f"{what:60} {value} {unit}"
            print(line)
        if not well:
            print(f"not ok - {part} did not come to its end")
            failed += 1
    if os.environ.get("OUT"):
        Path(os.environ["OUT"], "gpu.json").write_text(json.dumps(figures, indent=1))
    print(f"{time.time() - start:.0f} s\n{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
