"""The network, how it becomes integers, and the file it is kept in.

Inputs are 0 or 1. Two hidden layers with values from 0 to 127 (128 stands for 1), one output per token: what the seat can expect if it
chooses that token, from -1 to 1; or a single one, what it can expect in the position that it sees after its action. Each unit has its own power of two as the scale of its weights, so that the program in C
(src/bots/net.c) needs only bytes, sums and shifts; `Integers` computes the same numbers here.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import importlib
import pathlib
import struct
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import nn

import tatami
from games import UP_TO, Entry, Task, entries

MAGIC, VERSION = b"TMNET", 3
IN_A_TREE = 254
ACTIVE_BITS = 7   # hidden values: 0 … 127
VALUE_BITS = 14   # outputs: 16384 is 1
OUT_OF, INTO = (0, ACTIVE_BITS, ACTIVE_BITS), (ACTIVE_BITS, ACTIVE_BITS, VALUE_BITS)
"""Bits of what goes into a layer and of what comes out. A shift goes right only, so weights are at least this fine: the difference."""
LEAST = tuple(into - out_of for into, out_of in zip(INTO, OUT_OF))


def encoding_hash(game, n_planes: int | None = None) -> bytes:
    """Changes with the meaning of observations and tokens: shapes and names of all planes, or of the first ones; tokens, steps."""
    text = "".join(f"{plane.name}\n{plane.count} {plane.max}\n" for plane in game.planes[:n_planes]) + f"{game.n_tokens} {game.n_steps}\n"
    return hashlib.sha256(text.encode()).digest()[:8]


EXPAND = """
extern "C" __global__ void expand(const unsigned char *seen, const long long *byte, const unsigned char *low, const unsigned char *high,
                                  unsigned KIND *out, int width, int n, int n_out)
{
    seen += blockIdx.x * (long long)width;
    out += blockIdx.x * (long long)n_out;
    for (int i = threadIdx.x; i < n_out; i += blockDim.x) {
        const int value = i < n ? seen[byte[i]] : 0;
        out[i] = i < n && value >= low[i] && value <= high[i] ? ONE : 0;
    }
}
"""
EVEN = 64
"""Inputs on a card are a multiple of this: otherwise its matrix units are several times slower."""


@functools.cache
def _kernel(kind: torch.dtype):
    """`EXPAND` for these numbers, by their bits."""
    bits, one = {torch.bfloat16: ("short", "0x3f80"), torch.float32: ("int", "0x3f800000")}[kind]
    return importlib.import_module("cupy").RawKernel(EXPAND.replace("KIND", bits).replace("ONE", one), "expand")


class Expand(nn.Module):
    """Observations to inputs."""

    def __init__(self, inputs: list[Entry]):
        super().__init__()
        byte, low, high = [], [], []
        for e in inputs:
            for at in range(e.first, e.first + e.count):
                for level in range(e.base + 1, e.base + e.cap + 1):
                    byte.append(at)
                    low.append(level)
                    high.append(255 if e.kind == UP_TO else level)
        self.register_buffer("byte", torch.tensor(byte), persistent=False)
        self.register_buffer("low", torch.tensor(low, dtype=torch.uint8), persistent=False)
        self.register_buffer("high", torch.tensor(high, dtype=torch.uint8), persistent=False)
        self.n = len(byte)

    def keys(self) -> list[tuple[int, int, int]]:
        """What each input stands for."""
        return list(zip(self.byte.tolist(), self.low.tolist(), self.high.tolist()))

    def forward(self, observations: torch.Tensor, kind: torch.dtype = torch.float32) -> torch.Tensor:
        if observations.is_cuda:
            return self._on_card(observations.contiguous(), kind)
        chosen = observations.index_select(1, self.byte)
        return ((chosen >= self.low) & (chosen <= self.high)).to(kind)

    def _on_card(self, observations: torch.Tensor, kind: torch.dtype) -> torch.Tensor:
        """The same in one kernel, with zeros at the end of each row. Step by step, the card spent more time on these bytes than on the network."""
        out = torch.empty((len(observations), -(-self.n // EVEN) * EVEN), dtype=kind, device=observations.device)
        arrays = (np.uint64(a.data_ptr()) for a in (observations, self.byte, self.low, self.high, out))
        if len(out):
            _kernel(kind)((len(out),), (256,), (*arrays, np.int32(observations.shape[1]), np.int32(self.n), np.int32(out.shape[1])))
        return out


def linear(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """A layer; `x` may have more inputs than it, all zero."""
    return nn.functional.linear(x, nn.functional.pad(weight, (0, x.shape[1] - weight.shape[1])), bias)


def exponents(weight: torch.Tensor, least: int) -> torch.Tensor:
    """The largest power of two per unit with which all its weights fit into a byte."""
    most = weight.abs().amax(dim=1, keepdim=True).clamp(min=2.0**-8)
    return torch.floor(torch.log2(127.49 / most)).clamp(least, 14)


def rounded(weight: torch.Tensor, least: int) -> torch.Tensor:
    """As the bytes will hold it; gradients pass unchanged."""
    scale = torch.exp2(exponents(weight.detach(), least))
    return weight + (torch.round(weight * scale).clamp(-127, 127) / scale - weight).detach()


def n_outputs(task: Task, game) -> int:
    """One per token, or one for the position."""
    return 1 if task.tries else game.n_tokens


class Net(nn.Module):
    """Values of tokens, as they read in the viewer's frame, or of positions."""

    def __init__(self, task: Task, n_tokens: int):
        super().__init__()
        self.expand = Expand(entries(task))
        one, two = task.hidden
        self.layers = nn.ModuleList([nn.Linear(self.expand.n, one), nn.Linear(one, two), nn.Linear(two, n_tokens)])
        nn.init.normal_(self.layers[0].weight, std=0.07)
        nn.init.normal_(self.layers[1].weight, std=(2.0 / one) ** 0.5)
        nn.init.normal_(self.layers[2].weight, std=0.3 * (1.0 / two) ** 0.5)
        for layer in self.layers:
            nn.init.zeros_(layer.bias)
        self.exact = False
        """Whether weights and hidden values are rounded as the integers will be."""

    @torch.no_grad()
    def keep_small(self) -> None:
        """Clips weights that would not fit in a byte."""
        for layer, least in zip(self.layers, LEAST):
            layer.weight.clamp_(-127 / 2.0**least, 127 / 2.0**least)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        x = self.expand(observations, torch.bfloat16 if observations.is_cuda else torch.float32)
        for i, layer in enumerate(self.layers):
            if i == 2:
                x = x.float()  # with 8 bits, actions that differ by less than a hundredth would look alike
            weight = rounded(layer.weight, LEAST[i]) if self.exact else layer.weight
            x = linear(x, weight.to(x.dtype), layer.bias.to(x.dtype))
            if i < 2:
                x = x.clamp(0, 127 / 128)
                if self.exact:
                    x = x + (torch.floor(x * 128 + 0.5) / 128 - x).detach()
        return x


@dataclass
class Layer:
    weight: np.ndarray  # int8 (units, inputs)
    bias: np.ndarray    # int32, with half a unit for rounding
    shift: np.ndarray   # uint8


class Integers:
    """The network as the program in C computes it."""

    def __init__(self, layers: list[Layer], inputs: list[Entry], advises: tuple[int, ...] = ()):
        self.layers, self.inputs, self.advises = layers, inputs, advises

    @classmethod
    def of(cls, net: Net, task: Task) -> Integers:
        made = []
        for i, layer in enumerate(net.layers):
            weight, bias = layer.weight.detach().float().cpu(), layer.bias.detach().double().cpu().numpy()
            power = exponents(weight, LEAST[i])
            integer = torch.round(weight * torch.exp2(power)).clamp(-127, 127).to(torch.int8).numpy()
            fine = power.squeeze(1).numpy().astype(int) + OUT_OF[i]
            shift = fine - INTO[i]
            half = np.where(shift > 0, 2.0 ** (shift - 1), 0)
            made.append(Layer(integer, np.round(bias * 2.0**fine + half).clip(-2**30, 2**30).astype(np.int32), shift.astype(np.uint8)))
        return cls(made, entries(task))

    def expand(self, observations: np.ndarray) -> np.ndarray:
        parts = []
        for e in self.inputs:
            level = np.arange(e.base + 1, e.base + e.cap + 1)
            byte = observations[:, e.first:e.first + e.count, None].astype(int)
            parts.append(((byte >= level) if e.kind == UP_TO else (byte == level)).reshape(len(observations), -1))
        return np.concatenate(parts, axis=1)

    def values(self, observations: np.ndarray) -> np.ndarray:
        """One row per observation, one value per token; 2^VALUE_BITS is 1."""
        x = self.expand(observations).astype(np.int64)
        for i, layer in enumerate(self.layers):
            x = (x @ layer.weight.T.astype(np.int64) + layer.bias) >> layer.shift
            if i < 2:
                x = x.clip(0, 127)
        return x


class Frozen(nn.Module):
    """The integers themselves on any device: whole numbers below 2^24 are exact in floats of 32 bits, in any order of adding."""

    def __init__(self, integers: Integers):
        super().__init__()
        self.expand = Expand(integers.inputs)
        for i, layer in enumerate(integers.layers):
            weight, bias = layer.weight.astype(np.float32), layer.bias.astype(np.float32)
            assert (np.abs(weight).sum(1) * (127 if i else 1) + np.abs(bias)).max() < 2**24
            for name, array in (("weight", weight), ("bias", bias), ("scale", np.float32(0.5) ** layer.shift)):
                self.register_buffer(f"{name}{i}", torch.from_numpy(np.ascontiguousarray(array, np.float32)))

    @torch.no_grad()
    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        x = self.expand(observations)
        for i in range(3):
            x = linear(x, getattr(self, f"weight{i}"), getattr(self, f"bias{i}"))
            x = torch.floor(x * getattr(self, f"scale{i}"))
            if i < 2:
                x = x.clamp(0, 127)
        return x / 2.0**VALUE_BITS


def fitted(task: Task, integers: Integers) -> Task:
    """The task with the inputs and sizes of this network, which may be others than those that are trained today."""
    one, two, outputs = (len(layer.bias) for layer in integers.layers)
    return replace(task, entries=list(integers.inputs), hidden=(one, two), tries=(task.tries or 16) if outputs == 1 else 0)


@torch.no_grad()
def load(net: Net, integers: Integers) -> None:
    """Continues from integers: sets the weights that they stand for. What this network sees and the other did not, and units that the other did not
    have, count for nothing at first. What the other saw and this one does not is left out: on this one's tables it should always be 0."""
    known = {key: at for at, key in enumerate(Expand(integers.inputs).keys())}
    places = [(at, known[key]) for at, key in enumerate(net.expand.keys()) if key in known]
    if len(places) < len(known):
        print(f"{len(known) - len(places)} of {len(known)} inputs are left out: this network does not see them", flush=True)
    here, there = (torch.tensor(side) for side in zip(*places))
    for i, (layer, made) in enumerate(zip(net.layers, integers.layers)):
        units, inputs = made.weight.shape
        assert units <= len(layer.bias), "the network is smaller than the one to go on from"
        fine = made.shift.astype(int) + INTO[i]
        half = np.where(made.shift > 0, 2.0 ** (made.shift.astype(int) - 1), 0)
        weight = torch.from_numpy(made.weight / 2.0 ** (fine - OUT_OF[i])[:, None]).to(layer.weight)
        if i > 0:
            here = there = torch.arange(inputs)
        layer.weight[:units] = 0
        layer.weight[:units, here.to(weight.device)] = weight[:, there.to(weight.device)]
        layer.bias[:units] = torch.from_numpy((made.bias - half) / 2.0**fine).to(layer.bias)


def written(task: Task, game, net: Integers, chances: dict[int, np.ndarray]) -> bytes:
    """The file of a network. The format is described in src/bots/net.h. `chances`: for each number of players 65 numbers, of
    winning, by value from -1 to 1; 65535 is certain."""
    head = bytearray()
    head += struct.pack("<5sB8s16s", MAGIC, VERSION, encoding_hash(game), task.game.encode())
    head += struct.pack("<HHBB", sum(1 << n for n in set(task.players)), sum(1 << n for n in task.advises), IN_A_TREE * task.in_a_tree, len(game.options))
    for option in game.options:
        low, high = task.learned.get(option.name, (1, 0))  # nothing in between: the default alone
        head += struct.pack("<ii", low, high)
    sizes = [net.layers[0].weight.shape[1]] + [len(layer.bias) for layer in net.layers]
    head += struct.pack("<H4H", len(net.inputs), *sizes)
    for e in net.inputs:
        head += struct.pack("<HHBBB", e.first, e.count, e.kind, e.base, e.cap)
    for n in sorted(set(task.players)):
        head += struct.pack("<65H", *chances[n])
    for i, layer in enumerate(net.layers):
        head += layer.bias.astype("<i4").tobytes() + layer.shift.tobytes()
        # The first two layers by input: inputs that are 0 cost nothing. The last by token: only the legal ones are computed.
        head += (layer.weight if i == 2 else np.ascontiguousarray(layer.weight.T)).tobytes()
    return bytes(head + hashlib.sha256(head).digest()[:8])


def write(path, task: Task, game, net: Integers, chances: dict[int, np.ndarray]) -> None:
    pathlib.Path(path).write_bytes(written(task, game, net, chances))


def even(task: Task, data: bytes) -> bytes:
    """The same network in a file whose chances rise evenly, from 0 at -1 to certain at 1, and which decides alone: so what the program says of a choice is
    the network's value."""
    game = tatami.game(task.game)
    net, chances = decoded(data, game)
    rise = np.round(np.linspace(0, 65535, 65)).astype(int)
    return written(replace(task, players=tuple(chances), advises=(), in_a_tree=False), game, net, {n: rise for n in chances})


def file(path) -> bytes:
    """The file of a network, also if it is packed like those in nets/."""
    data = pathlib.Path(path).read_bytes()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def read(path, game) -> tuple[Integers, dict[int, np.ndarray]]:
    """What `write` wrote."""
    return decoded(file(path), game)


def decoded(data: bytes, game) -> tuple[Integers, dict[int, np.ndarray]]:
    at = 0

    def take(form):
        nonlocal at
        values = struct.unpack_from("<" + form, data, at)
        at += struct.calcsize("<" + form)
        return values

    magic, version, hashed, _ = take("5sB8s16s")
    assert magic == MAGIC and version == VERSION
    assert any(hashed == encoding_hash(game, n) for n in range(len(game.planes), 0, -1)), "made for another encoding"
    assert hashlib.sha256(data[:-8]).digest()[:8] == data[-8:]
    players, advises, _, n_options = take("HHBB")
    for _ in range(n_options):
        take("ii")
    n, *sizes = take("H4H")
    inputs = [Entry(*take("HHBBB")) for _ in range(n)]
    chances = {n: np.array(take("65H")) for n in range(16) if players >> n & 1}
    layers = []
    for i in range(3):
        rows, units = sizes[i], sizes[i + 1]
        bias = np.frombuffer(data, "<i4", units, at)
        shift = np.frombuffer(data, np.uint8, units, at + 4 * units)
        weight = np.frombuffer(data, np.int8, rows * units, at + 5 * units)
        at += 5 * units + rows * units
        layers.append(Layer(weight.reshape(units, rows) if i == 2 else weight.reshape(rows, units).T, bias, shift))
    return Integers(layers, inputs, tuple(n for n in range(16) if advises >> n & 1)), chances
