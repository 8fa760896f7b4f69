#!/usr/bin/env python3
"""The mean of several networks' weights: of trainings that went on from each other, it is often better than each of them.

    average.py NAME OUT.net WEIGHTS…

WEIGHTS are files of train.py (.pt) or networks. Then count the chances: calibrate.py NAME OUT.net
"""

from __future__ import annotations

import pathlib
import sys

import numpy as np
import torch

import tatami
from games import TASKS
from net import Integers, Net, load, n_outputs, read, write


def main() -> None:
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    name, out, *files = sys.argv[1:]
    task = TASKS[name]
    game = tatami.game(task.game)
    net, weights = Net(task, n_outputs(task, game)), []
    for file in files:
        if pathlib.Path(file).suffix == ".pt":
            net.load_state_dict(torch.load(file, map_location="cpu", weights_only=True))
        else:
            load(net, read(file, game)[0])
        weights.append({key: value.clone() for key, value in net.state_dict().items()})
    net.load_state_dict({key: sum(some[key] for some in weights) / len(weights) for key in weights[0]})
    even = np.linspace(0, 65535, 65).astype(int)
    write(out, task, game, Integers.of(net, task), {n: even for n in set(task.players)})


if __name__ == "__main__":
    main()
