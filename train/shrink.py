#!/usr/bin/env python3
"""Makes a smaller network out of a larger one: keeps the units that matter most, and learns to judge as the larger one does.

    shrink.py NAME OUT.net --start LARGE.net [--seconds 60] [--device cuda] [--seed 1]

The larger one plays, and its judgement of everything that may be chosen is what the smaller one learns. The sizes, and what the smaller one sees, are those of
the task in games.py; both judge choices. Then go on with train.py, or count the chances: calibrate.py NAME OUT.net
"""

from __future__ import annotations

import argparse
import pathlib
import time

import numpy as np
import torch

import tatami
from games import TASKS
from lessons import WEIGHT, centred
from net import Frozen, Integers, Net, fitted, load, n_outputs, read, write
from selfplay import Tables, choose, pace


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("name", choices=sorted(name for name, task in TASKS.items() if not task.tries), help="of a task in games.py")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--start", type=pathlib.Path, required=True, help="the larger network")
    parser.add_argument("--seconds", type=float, default=60, help="how long to learn")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lanes", type=int, default=16384, help="tables side by side")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning, at first")
    return parser.parse_args()


def parts(means: torch.Tensor, spreads: torch.Tensor, following: torch.Tensor, n: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The `n` units that move the following layer most, and what the others add to its biases in the mean."""
    order = (spreads * following.norm(dim=0)).argsort(descending=True)
    kept, left = order[:n].sort().values, order[n:]
    return kept, following[:, left] @ means[left]


@torch.no_grad()
def cut(large: Net, small: Net, seen: torch.Tensor) -> None:
    """Sets the smaller network's weights, where `seen` are observations like those that it will judge."""
    x = large.expand(seen)[:, :large.expand.n].float()
    known = {key: at for at, key in enumerate(large.expand.keys())}
    places = [(at, known[key]) for at, key in enumerate(small.expand.keys()) if key in known]
    here, kept = (torch.tensor(side, device=x.device) for side in zip(*places))
    left = torch.ones(large.expand.n, dtype=torch.bool, device=x.device)
    left[kept] = False
    more = large.layers[0].weight[:, left] @ x.mean(0)[left]
    for i, (layer, wide) in enumerate(zip(small.layers, large.layers)):
        bias, units = wide.bias + more, torch.arange(len(layer.bias), device=x.device)
        if i < 2:
            x = torch.nn.functional.linear(x, wide.weight, wide.bias).clamp(0, 127 / 128)
            units, more = parts(x.mean(0), x.std(0), large.layers[i + 1].weight, len(layer.bias))
        layer.weight.zero_()
        layer.weight[:, here] = wide.weight[units][:, kept]
        layer.bias.copy_(bias[units])
        here, kept = torch.arange(len(units), device=x.device), units


def main() -> None:
    args = arguments()
    task = TASKS[args.name]
    torch.manual_seed(args.seed)
    game = tatami.game(task.game)
    integers = read(args.start, game)[0]
    teacher = Frozen(integers).to(args.device)
    large, small = (Net(made, n_outputs(made, game)).to(args.device) for made in (fitted(task, integers), task))
    load(large, integers)
    sets = [options for k, options in enumerate(task.options) if task.options.index(options) == k]
    boards = [Tables(task, n, args.lanes, args.device, args.seed + 1000 * n + k, options=options)
              for n in sorted(set(task.players)) for k, options in enumerate(sets)]

    def play(tables: Tables) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """One choice on every table: what was seen, what the larger network thinks of everything, and what may be chosen."""
        values, actions, allowed = tables.options(teacher)
        seen = tables.observations.clone()
        tables.step(actions.gather(1, choose(values, allowed, 0.1)[:, None])[:, 0])
        return seen, values, allowed

    with torch.no_grad():
        sample = torch.cat([play(tables)[0][:2048] for _ in range(60) for tables in boards])
    cut(large, small, sample[torch.randperm(len(sample), device=sample.device)[:65536]])
    optimiser = torch.optim.Adam(small.parameters(), lr=args.rate, eps=1e-6)
    start = told = time.monotonic()
    steps = 0
    while (now := time.monotonic()) - start < args.seconds:
        part = (now - start) / args.seconds
        pace(optimiser, args.rate, part)
        small.exact = part > 0.6
        with torch.no_grad():
            seen, values, allowed = play(boards[steps % len(boards)])
            many = allowed.sum(1) > 1
            seen, values, allowed = seen[many], values[many], allowed[many]
        judged = small(seen)
        differ = ((centred(judged, allowed) - centred(values, allowed)) ** 2).sum() / allowed.sum()
        loss = torch.where(allowed, (judged - values) ** 2, torch.zeros_like(judged)).sum() / allowed.sum() + WEIGHT * differ
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        small.keep_small()
        steps += 1
        if now - told > args.seconds / 10 or steps == 1:
            told = now
            spread = (centred(values, allowed) ** 2).sum() / allowed.sum()
            print(f"{task.name} {now - start:.0f} s, {steps} steps: differences {differ.item():.6f} off, of {spread.item():.6f}; in all {loss.item():.6f}", flush=True)
    even = np.linspace(0, 65535, 65).astype(int)
    write(args.out, task, game, Integers.of(small, task), {n: even for n in set(task.players)})


if __name__ == "__main__":
    main()
