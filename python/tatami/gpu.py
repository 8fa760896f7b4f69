"""Tables on a graphics card (NVIDIA, with CuPy): the environment of `tatami.Vector` to the byte, and whole games in one launch.

The rules are not written a second time: their C sources, which come with this package, are compiled for the card when they are first
needed, which takes some seconds; CuPy keeps the result. States stay on the card. Arrays are CuPy's, and PyTorch and JAX take them
without a copy (``torch.from_dlpack(vector.observations)``). All work goes to CuPy's current stream.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from . import _core
from .game import Options, game, option_texts
from .playout import Playouts, is_thumb

NO_TABLE = 2**31 - 1
NO_ACTION = 2**32 - 1
"""In `Vector.tries`, where nothing is tried."""
SEATS = 8
SUMS = 5 + 2 * SEATS  # next game, games, decisions, shared, digest, then points and wins by seat
GAMES_PER_LAUNCH = 1 << 26  # a launch of minutes could not be interrupted
GAMES_KEPT = 1 << 21  # the same where finished games wait for their score


class Card:
    """The current CUDA device. `xp` is CuPy; a program is a game's kernels."""

    def __init__(self) -> None:
        try:
            import cupy
        except ImportError as error:
            raise ImportError("tatami.gpu needs CuPy: pip install 'tatami[gpu]', or the package for your CUDA "
                              "(https://docs.cupy.dev/en/stable/install.html)") from error
        try:
            n = cupy.cuda.runtime.getDeviceCount()
        except Exception as error:  # without a driver CuPy raises its own kind
            raise RuntimeError(f"tatami.gpu finds no NVIDIA card: {error}; tatami.Vector does the same on the processor") from error
        if n == 0:
            raise RuntimeError("tatami.gpu finds no NVIDIA card; tatami.Vector does the same on the processor")
        self.xp = cupy
        attributes = cupy.cuda.Device().attributes
        self.n_multiprocessors = attributes["MultiProcessorCount"]
        self._shared = attributes["MaxSharedMemoryPerMultiprocessor"], attributes["MaxSharedMemoryPerBlockOptin"]
        self._programs: dict[tuple[str, int], dict[str, Any]] = {}

    def _module(self, name: str) -> Any:
        here = Path(__file__).parent / "source"
        if not (here / "src/gpu/kernels.cu").exists():
            raise RuntimeError(f"tatami.gpu: the sources of the rules are missing from {here}")
        digest = hashlib.sha256()  # CuPy keeps compiled programs by their text, and does not look into included files
        for folder in ("include/tatami", "src/base", "src/gpu", "src/gpu/standin", f"src/games/{name}"):
            for file in sorted((here / folder).iterdir()):
                if file.suffix in (".h", ".c", ".cu"):
                    digest.update(file.read_bytes())
        text = (f"/* {digest.hexdigest()} */\n#include \"gpu/device.h\"\n#include \"games/{name}/{name}_gpu.h\"\n"
                "#include \"gpu/kernels.cu\"\n")
        includes = tuple(f"-I{here / folder}" for folder in ("src/gpu/standin", "include", "src"))
        return self.xp.RawModule(code=text, options=("--std=c++20", "-diag-suppress=161,177,550,20044", *includes), backend="nvrtc")

    def launch(self, name: str, kernel: str, n_blocks: int, n_threads: int, n_shared: int, arguments: tuple[Any, ...]) -> None:
        """Runs a kernel of a game. Arguments are arrays and NumPy's scalars."""
        device = self.xp.cuda.Device().id
        if (name, device) not in self._programs:
            self._programs[name, device] = {"": self._module(name)}
        functions = self._programs[name, device]
        if kernel not in functions:
            functions[kernel] = functions[""].get_function(kernel)
        function = functions[kernel]
        if n_shared > 48 * 1024 and function.max_dynamic_shared_size_bytes < n_shared:
            function.max_dynamic_shared_size_bytes = n_shared
        function((n_blocks,), (n_threads,), arguments, shared_mem=n_shared)

    def threads(self, row: int) -> int:
        """How many threads per block, if each needs this much shared memory: as many as a multiprocessor can hold."""
        whole, block = self._shared

        def held(n: int) -> int:
            size = n * row + 32 + 1024  # a card keeps a kilobyte for itself
            return 0 if size > block else min(whole // size * n, 2048)
        return max((32, 64, 128), key=held)

    def need_stack(self, n: int) -> None:
        """Recursive kernels need more stack than usual."""
        runtime = self.xp.cuda.runtime
        if runtime.deviceGetLimit(0) < n:  # cudaLimitStackSize
            runtime.deviceSetLimit(0, n)

    def take(self, tokens: Any) -> Any:
        """The caller's array on the card; no copy if it is there already."""
        if hasattr(tokens, "__cuda_array_interface__") or not hasattr(tokens, "__dlpack__") or isinstance(tokens, np.ndarray):
            return self.xp.asarray(tokens)
        return self.xp.from_dlpack(tokens)


@cache
def _card() -> Card:
    return Card()


class _Setup:
    """A setup whose config lies on the card."""

    def __init__(self, card: Card, name: str, players: int | None, options: Options | None, box: _core.Box | None):
        facts = _core.config(name, players or 0, option_texts(options), box)
        xp = card.xp
        self.card, self.name = card, name
        self.players, self.state_size = facts["players"], facts["state_size"]
        self.kind = name, facts["config"]
        self.config = xp.asarray(np.frombuffer(facts["config"], np.uint8))
        seen = xp.zeros(6, np.uint32)
        self.run("gpu_facts", 1, 1, 0, self.config, seen)
        fits, config_size, state_size, self.n_steps, stack, self.n_classes = (int(fact) for fact in seen)
        if (config_size, state_size) != (len(facts["config"]), self.state_size):
            raise RuntimeError("tatami.gpu: the sources of the rules are not those of the compiled part; install the package again")
        if not fits:
            raise _core.Error(f"{game(name).title} with this box needs more memory for each table than a card has; use tatami.Vector")
        card.need_stack(stack)

    def run(self, kernel: str, n_blocks: int, n_threads: int, n_shared: int, *arguments: Any) -> None:
        self.card.launch(self.name, kernel, n_blocks, n_threads, n_shared, arguments)

    def words(self, *values: Any) -> Any:
        """Arrays, by their addresses, and numbers, as the kernels' structs have them."""
        def word(value: Any) -> int:
            if isinstance(value, int):
                return value
            return int(value.data.ptr if hasattr(value.data, "ptr") else value.ctypes.data)
        return self.card.xp.asarray(np.array([word(value) for value in values], np.uint64))


class Vector:
    """`tatami.Vector` on the card: the same arrays with the same bytes, for the same seeds and tokens.

    `step` takes any array of whole numbers: CuPy's, a CUDA tensor of PyTorch or JAX as it is, NumPy's by copying it. With ``check=True``
    a token that may not be chosen raises tatami.Error at once, as on the processor, for which `step` waits for the card. With
    ``check=False`` it does not wait: after a wrong token nothing changes any more until `check` raises the error. `threads` is only
    there so that both take the same arguments.

    >>> vector = tatami.gpu.Vector("tatsu", players=4, n=65536, seed=1)     # doctest: +SKIP
    >>> vector.step(vector.random_tokens())                                 # doctest: +SKIP
    """

    def __init__(self, name: str, players: int | None = None, n: int = 1024, *, options: Options | None = None,
                 box: _core.Box | None = None, seed: int = 0, threads: int = 1, check: bool = True, card: Card | None = None):
        self.game = game(name)
        if not 1 <= n <= 1 << 24:
            raise _core.Error(f"{n} tables, expected 1 to {1 << 24}")
        self._card = card or _card()
        self._setup = _Setup(self._card, name, players, options, box)
        self.n = n
        self.players = self._setup.players
        self.n_tokens = self.game.n_tokens
        pending = self._setup.n_steps - 1
        self.observation_size = self.game.observation_size + pending
        xp = self._card.xp
        self.observations = xp.zeros((n, self.observation_size), np.uint8)
        self.masks = xp.zeros((n, self.n_tokens), np.uint8)
        self.seats = xp.zeros(n, np.int32)
        self.dones = xp.zeros(n, np.uint8)
        self.rewards = xp.zeros((n, self.players), np.float32)
        self.points = xp.zeros((n, self.players), np.int32)
        self._states = xp.zeros(((self._setup.state_size + 3) // 4, n), np.uint32)
        self._rngs = xp.zeros((4, n), np.uint64)
        self._spelled = xp.zeros((max(pending, 1), n), np.uint16)
        self._actions = xp.zeros(n, np.uint32)
        self._wrong = xp.full(1, NO_TABLE, np.int32)
        self._checks = check
        self._drawn = 0
        self._tried: dict[int, tuple[Any, Any, Any]] = {}
        arrays = (self._setup.config, self._states, self._rngs, self._spelled, self._actions, self._wrong, self.observations, self.masks,
                  self.seats, self.dones, self.rewards, self.points)
        self._at = self._setup.words(*arrays, n, self.players, self.observation_size, self.n_tokens)
        row = self.observation_size + -(-self.n_tokens // 8)
        self._threads = self._card.threads(row)
        self._blocks = -(-n // self._threads)
        self._shared = self._threads * row + 32
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Begins all games anew."""
        self._open()
        self._wrong.fill(NO_TABLE)
        self._setup.run("gpu_reset", self._blocks, self._threads, self._shared, self._at, np.uint64(seed & (2**64 - 1)))

    def step(self, tokens: Any) -> None:
        """One token per table. Raises tatami.Error, and changes nothing, if one of them may not be chosen."""
        self._open()
        tokens = self._card.take(tokens)
        if tokens.dtype.kind not in "iu":
            raise TypeError(f"tokens are whole numbers, not {tokens.dtype}")
        if tokens.size != self.n:
            raise ValueError(f"tokens has {tokens.size} elements, expected {self.n}")
        if tokens.dtype not in (np.int32, np.int64):
            tokens = tokens.astype(np.int64)
        tokens = self._card.xp.ascontiguousarray(tokens)
        wide = np.int32(tokens.dtype.itemsize == 8)
        self._setup.run("gpu_look_up", -(-self.n // 128), 128, 0, self._at, tokens, wide)
        self._setup.run("gpu_go_on", self._blocks, self._threads, self._shared, self._at, tokens, wide)
        if self._checks:
            self.check(tokens)

    def tries(self, n: int, seed: int = 0) -> tuple[Any, Any, Any]:
        """What each table's seat would see right after its actions, for a learner that judges positions.

        Returns observations [tables, n, size], the actions [tables, n] that lead there, and how many each table has. With fewer actions than
        n, each is tried in several worlds drawn from the seat's view, and rows left over have the action NO_ACTION; with more, an even
        selection is tried. The arrays are used again by the next call with the same n.
        """
        self._open()
        if not 1 <= n <= 4096:
            raise _core.Error(f"{n} tries, expected 1 to 4096")
        xp = self._card.xp
        if n not in self._tried:
            self._tried[n] = (xp.empty((self.n, n, self.observation_size), np.uint8), xp.empty((self.n, n), np.uint32), xp.empty(self.n, np.int32))
        arrays = self._tried[n]
        self._try(n, seed, np.uint64(0), *arrays)
        return arrays

    def after(self, actions: Any) -> Any:
        """What each table's seat really sees right after this action of `tries`, one per table. Nothing is played yet."""
        self._open()
        out = self._card.xp.empty((self.n, self.observation_size), np.uint8)
        self._try(1, 0, self._whole_actions(actions), out, np.uint64(0), np.uint64(0))
        return out

    def _whole_actions(self, actions: Any) -> Any:
        """The caller's actions, a row or a number per table, as the kernels read them: one after the other."""
        actions = self._card.take(actions)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {actions.dtype}")
        if actions.ndim not in (1, 2) or len(actions) != self.n:
            raise ValueError(f"expected actions for {self.n} tables")
        return self._card.xp.ascontiguousarray(actions.astype(np.uint32, copy=False))

    def _try(self, n: int, seed: int, *arrays: Any) -> None:
        blocks = -(-self.n * n // self._threads)
        self._setup.run("gpu_try", blocks, self._threads, self._shared, self._at, np.uint64(seed & (2**64 - 1)), np.uint32(n), *arrays)

    def play_out(self, actions: Any, games: int, seed: int = 0) -> tuple[Any, Any]:
        """How games end after these actions of `tries` [tables, k], if everybody goes on by rules of thumb. Each is played on `games` times, in
        worlds drawn from the view of the seat that decides, with the same worlds and the same luck for all actions of a table.

        Returns rewards [tables, k, games, players], shares of the win, and points of the same shape; both 0 where the action is NO_ACTION.

        >>> _, actions, _ = vector.tries(16)                                             # doctest: +SKIP
        >>> rewards, _ = vector.play_out(actions, games=64)                              # doctest: +SKIP
        >>> won = rewards.mean(2)[cupy.arange(vector.n), :, vector.seats]                # doctest: +SKIP
        >>> vector.act(actions[cupy.arange(vector.n), won.argmax(1)])                    # doctest: +SKIP
        """
        self._open()
        xp, actions = self._card.xp, self._whole_actions(actions)
        if actions.ndim != 2 or games < 1 or actions.size * games >= 1 << 31:
            raise ValueError(f"expected a row of actions for each table, and 1 to {(1 << 31) - 1} games in all")
        k = actions.shape[1]
        rewards = xp.empty((self.n, k, games, self.players), np.float32)
        points = xp.empty((self.n, k, games, self.players), np.int32)
        self._setup.run("gpu_play_out", -(-self.n * k * games // 128), 128, 0, self._at, np.uint64(seed & (2**64 - 1)), np.uint32(k),
                        np.uint32(games), actions, rewards, points)
        return rewards, points

    def act(self, actions: Any) -> None:
        """Plays one whole action per table, each one of `tries`; an action from elsewhere is not checked."""
        self._open()
        self._actions[:] = self._whole_actions(actions)
        self._setup.run("gpu_go_on", self._blocks, self._threads, self._shared, self._at, self._actions, np.int32(0))

    def copy(self, other: Vector, tables: Any) -> None:
        """Makes each table here a copy of a table of another vector with the same game, players, options and box; `tables` says of which. What is
        drawn later is the same, too."""
        self._open()
        other._open()
        tables = self._card.take(tables)
        if self._setup.kind != other._setup.kind:
            raise ValueError("the tables have another game, other players, options or another box")
        if tables.shape != (self.n,) or tables.dtype.kind not in "iu":
            raise ValueError(f"tables must be {self.n} whole numbers")
        if int(tables.min()) < 0 or int(tables.max()) >= other.n:
            raise ValueError(f"tables must be below {other.n}")
        for name in ("_states", "_rngs", "_spelled"):
            getattr(self, name)[...] = getattr(other, name)[:, tables]
        for name in ("observations", "masks", "seats", "dones", "rewards", "points"):
            getattr(self, name)[...] = getattr(other, name)[tables]

    def check(self, tokens: Any = None) -> None:
        """Waits for the card; raises tatami.Error if a token of a step since the last check could not be chosen."""
        wrong = int(self._wrong[0])
        if wrong == NO_TABLE:
            return
        self._wrong.fill(NO_TABLE)
        which = "a" if tokens is None else int(tokens.ravel()[wrong])
        raise _core.Error(f"table {wrong}: token {which} may not be chosen")

    def random_tokens(self, rng: int | None = None) -> Any:
        """A token at random for each table, all allowed ones equally likely. `rng`: None, or the seed of this draw."""
        self._open()
        self._drawn += 1
        seed = np.uint64(self._drawn if rng is None else int(rng) & (2**64 - 1))
        tokens = self._card.xp.empty(self.n, np.int32)
        self._setup.run("gpu_random_tokens", -(-self.n // 128), 128, 0, self._at, seed, tokens)
        return tokens

    def _open(self) -> None:
        if self._at is None:
            raise ValueError("the vector is closed")

    def close(self) -> None:
        """Frees the tables. The arrays stay."""
        self._tried = {}
        self._at = self._states = self._rngs = self._spelled = self._actions = None

    def __enter__(self) -> Vector:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<tatami.gpu.Vector {self.game.id}, {self.players} players, {self.n} tables>"


def playouts(name: str, players: int | None = None, games: int = 1_000_000, *, policy: str = "random", options: Options | None = None,
             box: _core.Box | None = None, seed: int = 0, card: Card | None = None) -> Playouts:
    """`tatami.playouts` on the card: the same games and the same sums.

    >>> tatami.gpu.playouts("tatsu", players=4, games=10_000_000, policy="thumb")     # doctest: +SKIP
    """
    kernel = "gpu_thumb_games" if is_thumb(policy) else "gpu_random_games"
    if not 0 <= games <= 1 << 48:
        raise _core.Error(f"{games} games, expected 0 to {1 << 48}")
    card = card or _card()
    setup = _Setup(card, name, players, options, box)
    xp, seed = card.xp, seed & (2**64 - 1)
    sums = xp.zeros(SUMS, np.uint64)
    step = min(GAMES_KEPT if setup.n_classes else GAMES_PER_LAUNCH, max(games, 1))
    room = step if setup.n_classes else 1
    states = xp.empty(((setup.state_size + 3) // 4, room), np.uint32)
    points = xp.empty((setup.players, room), np.int32)
    lists = xp.empty((setup.n_classes, setup.players, room), np.uint32)
    listed = xp.zeros(setup.n_classes + 1, np.uint32)
    most_blocks = card.n_multiprocessors * (2048 // 128)
    for first in range(0, games, step):
        end = min(first + step, games)
        at = setup.words(setup.config, sums, states, points, lists, listed, first, end, room, seed, setup.players)
        sums[0] = first
        listed.fill(0)
        n_blocks = min(most_blocks, -(-(end - first) // 128))
        setup.run(kernel, n_blocks, 128, 0, at)
        if setup.n_classes:
            setup.run("gpu_score_seats", most_blocks, 128, 0, at)
            setup.run("gpu_add_games", n_blocks, 128, 0, at)
    seen = sums.get() if hasattr(sums, "get") else sums
    scored = seen[5:5 + setup.players].astype(np.int64)
    wins = seen[5 + SEATS:5 + SEATS + setup.players]
    return Playouts(games=int(seen[1]), decisions=int(seen[2]), shared=int(seen[3]), digest=int(seen[4]),
                    points=tuple(int(p) for p in scored), wins=tuple(int(w) for w in wins))
