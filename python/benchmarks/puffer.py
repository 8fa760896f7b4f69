"""PufferLib's triple triad, the card game among its C environments, for compare.py.

PufferLib 3.0.0 has no wheels, and its setup.py wants PyTorch and downloads parts from GitHub before it builds anything. So its source
distribution is unpacked, and this one environment is compiled as its setup.py would: the same files, the same options.
"""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import urllib.parse
import urllib.request

import numpy as np

VERSION = "3.0.0"
INDEX = "https://pypi.org/simple/pufferlib/"
OPTIONS = ["-DNPY_NO_DEPRECATED_API=NPY_1_7_API_VERSION", "-DPLATFORM_DESKTOP", "-O2", "-flto", "-Wno-alloc-size-larger-than",
           "-Wno-implicit-function-declaration", "-fwrapv"]


def sources(folder):
    """The unpacked source distribution, from PyPI if it is not there yet."""
    root = folder / f"pufferlib-{VERSION}"
    if not root.exists():
        page = urllib.request.urlopen(INDEX, timeout=60).read().decode()
        link = next(link for link in re.findall(r'href="([^"]+)"', page) if f"pufferlib-{VERSION}.tar.gz" in link)
        with urllib.request.urlopen(urllib.parse.urljoin(INDEX, link), timeout=600) as stream:
            with tarfile.open(fileobj=stream, mode="r|gz") as archive:
                archive.extractall(folder)
    return root


def compiled(root):
    """Its extension module, imported."""
    target = root / "binding.so"
    raylib = root / "raylib-5.5_linux_amd64"
    if not target.exists():
        subprocess.run(["gcc", *OPTIONS, "-w", "-fPIC", "-shared", root / "pufferlib/ocean/tripletriad/binding.c", "-o", target,
                        f"-I{sysconfig.get_paths()['include']}", f"-I{np.get_include()}", f"-I{raylib / 'include'}", raylib / "lib/libraylib.a",
                        "-lm", "-lpthread", "-ldl", "-Bsymbolic-functions"], check=True, cwd=root)
    spec = importlib.util.spec_from_file_location("binding", target)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def triple_triad(seconds, n=1024):
    """Steps per second of processor time, with its observations written. Random actions; choosing them is not counted."""
    folder = pathlib.Path(os.environ.get("BUILD", tempfile.gettempdir()))
    binding = compiled(sources(folder))
    observations, actions = np.zeros((n, 114), np.float32), np.zeros(n, np.int32)
    rewards, terminals, truncations = np.zeros(n, np.float32), np.zeros(n, bool), np.zeros(n, bool)
    envs = binding.vec_init(observations, actions, rewards, terminals, truncations, n, 1, width=990, height=690, card_width=192, card_height=224)
    binding.vec_reset(envs, 1)
    rng = np.random.default_rng(1)
    chosen = rng.integers(0, 14, (256, n), np.int32)
    spent, calls = 0.0, 0
    while spent < seconds:
        actions[:] = chosen[calls % 256]
        start = time.process_time()
        binding.vec_step(envs)
        spent += time.process_time() - start
        calls += 1
    return calls * n / spent


if __name__ == "__main__":
    print(f"PufferLib {VERSION}, triple triad: {triple_triad(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0):,.0f} steps per second")
