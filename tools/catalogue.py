#!/usr/bin/python3
"""Makes gettext's .mo file of a .po file: catalogue.py PO OUTPUT. As msgfmt does, but Python's wheel is built where there is no gettext."""
import ast
import pathlib
import struct
import sys


def messages(path):
    """Ids and texts as in a .mo file: forms are separated by NUL. What is not translated, or only guessed, is left out."""
    found = {}
    for entry in pathlib.Path(path).read_text(encoding="utf-8").split("\n\n"):
        fields, name = {}, None
        for line in entry.splitlines():
            if line.startswith("#"):
                if line.startswith("#,") and "fuzzy" in line:
                    break
                continue
            if not line.startswith('"'):
                name, line = line.split(" ", 1)
            fields[name] = fields.get(name, "") + ast.literal_eval(line)
        else:
            texts = [fields[name] for name in ("msgstr", "msgstr[0]", "msgstr[1]") if name in fields]
            if texts and all(texts):
                found["\0".join(fields[name] for name in ("msgid", "msgid_plural") if name in fields)] = "\0".join(texts)
    return found


def mo_file(found):
    """A header, the table of ids, sorted, the table of texts, and all of them."""
    rows = sorted((one.encode(), text.encode()) for one, text in found.items())
    start = 28 + 16 * len(rows)
    data, tables = b"", []
    for column in (0, 1):
        table = b""
        for row in rows:
            table += struct.pack("<II", len(row[column]), start + len(data))
            data += row[column] + b"\0"
        tables.append(table)
    return struct.pack("<7I", 0x950412DE, 0, len(rows), 28, 28 + 8 * len(rows), 0, start) + tables[0] + tables[1] + data


if __name__ == "__main__":
    pathlib.Path(sys.argv[2]).write_bytes(mo_file(messages(sys.argv[1])))
