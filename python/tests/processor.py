"""A card that is none: the kernels of tatami.gpu built for the processor (tests/gpu), with NumPy's arrays."""

import ctypes
import os
from pathlib import Path

import numpy as np


class Processor:
    """What tatami.gpu.Card does, in memory."""

    xp = np
    n_multiprocessors = 1

    def __init__(self):
        self._library = ctypes.CDLL(str(library()))
        self.stack = 0

    def launch(self, name, kernel, n_blocks, n_threads, n_shared, arguments):
        memory = np.zeros(n_shared + 16, np.uint8)
        shared = memory.ctypes.data + -memory.ctypes.data % 16
        words = [a.ctypes.data if isinstance(a, np.ndarray) else int(a) for a in arguments]
        launch = self._library[f"gpu_launch_{name}"]
        launch.restype = None
        launch(kernel.encode(), ctypes.c_uint32(n_blocks), ctypes.c_uint32(n_threads), ctypes.c_void_p(shared),
               (ctypes.c_uint64 * len(words))(*words))

    def threads(self, row):
        return 16

    def need_stack(self, n):
        self.stack = max(self.stack, n)

    def take(self, tokens):
        return np.asarray(tokens)


def library():
    """The kernels' library of the build folder; None where there is none, as with an installed package."""
    folder = os.environ.get("BUILD")
    path = Path(folder, "tests/libgpu_kernels.so") if folder else None
    return path if path and path.exists() else None
