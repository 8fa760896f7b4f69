#!/usr/bin/python3
"""Writes a C source with the networks of the games, each as an array of bytes: embed_nets.py OUTPUT [FILE.net.gz…]."""
import gzip
import pathlib
import sys

output, *files = sys.argv[1:]
parts, rows = ['#include "bots/nets.h"\n'], []
for name in files:
    data = gzip.decompress(pathlib.Path(name).read_bytes())
    array = pathlib.Path(name).name.removesuffix(".net.gz").replace("-", "_")
    lines = (",".join(map(str, data[i : i + 64])) for i in range(0, len(data), 64))
    parts.append(f"static const uint8_t {array}[] = {{\n" + ",\n".join(lines) + "};\n")
    rows.append(f'    {{{array}, sizeof {array}}},\n')
# An array may not be empty.
rows = rows or ["    {0, 0},\n"]
parts.append("const tm_net_file tm_nets[] = {\n" + "".join(rows) + f"}};\nconst int tm_n_nets = {len(files)};\n")
pathlib.Path(output).write_text("\n".join(parts))
