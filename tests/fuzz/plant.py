#!/usr/bin/python3
"""Copies a C source with one piece of it replaced: plant.py SOURCE OLD NEW OUTPUT. The piece must be there exactly once, so
that a planted mistake does not fade away when the source changes."""
import pathlib
import sys

source, old, new, output = sys.argv[1:]
text = pathlib.Path(source).read_text()
if text.count(old) != 1:
    sys.exit(f"plant: {old!r} is {text.count(old)} times in {source}, expected once")
pathlib.Path(output).write_text(text.replace(old, new))
