#!/usr/bin/python3
"""Writes a C source with the bytes of a file as a NUL-terminated string, and their number: embed.py NAME FILE OUTPUT."""
import pathlib
import sys

name, source, output = sys.argv[1:]
data = pathlib.Path(source).read_bytes() + b"\0"
# As a character constant a byte above 127 fits a char that is signed, and one that is not.
values = [str(byte) if byte < 128 else f"'\\{byte:o}'" for byte in data]
rows = (", ".join(values[i : i + 24]) for i in range(0, len(values), 24))
pathlib.Path(output).write_text(
    f"extern const char {name}[];\nextern const unsigned int {name}_size;\nconst unsigned int {name}_size = {len(data) - 1};\n"
    f"const char {name}[] = {{\n" + ",\n".join(rows) + "};\n"
)
