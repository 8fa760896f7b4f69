#!/usr/bin/python3
"""One version, from one place: meson.build."""
import json
import os
import pathlib
import re
import subprocess

from tap import Tap

SRC = pathlib.Path(os.environ["SRC"])
WANTED = re.search(r"version: '([\d.]+)'", (SRC / "meson.build").read_text())[1]

tap = Tap()
said = subprocess.run([os.environ["TATAMI"], "--version"], capture_output=True, text=True).stdout
tap.equal("the program says the version of meson.build", said, f"tatami {WANTED}\n")
newest = re.search(r"^## ([\d.]+)", (SRC / "CHANGELOG.md").read_text(), re.MULTILINE)[1]
tap.equal("the changelog begins with it", newest, WANTED)
header = (SRC / "include/tatami/version.h").read_text()
numbers = re.findall(r"#define TM_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header)
tap.equal("the headers have it", ".".join(numbers), WANTED)
tap.equal("the browser client has it", json.loads((SRC / "web/package.json").read_text())["version"], WANTED)
tap.finish()
