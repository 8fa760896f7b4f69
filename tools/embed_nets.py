#!/usr/bin/python3
"""Writes a C source with the networks of the games, each as an array of bytes: embed_nets.py OUTPUT [FILE.net…]."""
import pathlib
import sys

output, *files = sys.argv[1:]
parts, rows = ['#include "bots/nets.h"\n'], []
for name in files:
    path = pathlib.Path(name)
    data = path.read_bytes()
    lines = (",".join(map(str, data[i : i + 64])) for i in range(0, len(data), 64))
    parts.append(f"static const uint8_t {path.stem}[] = {{\n" + ",\n".join(lines) + "};\n")
    rows.append(f'    {{"{path.stem}", {path.stem}, sizeof {path.stem}}},\n')
# An array may not be empty.
rows = rows or ["    {0, 0, 0},\n"]
parts.append("const tm_net_file tm_nets[] = {\n" + "".join(rows) + f"}};\nconst int tm_n_nets = {len(files)};\n")
pathlib.Path(output).write_text("\n".join(parts))
