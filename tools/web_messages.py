#!/usr/bin/python3
"""Takes the messages out of the browser client, which xgettext cannot read: t('…'), tn('…', '…', n) and N_('…') in the .ts and
.svelte files under web/src. Writes a .pot: web_messages.py OUTPUT.
"""
import pathlib
import re
import sys

STRING = r"""\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")\s*"""
ONE = re.compile(r"(?<![\w.$])(?:t|N_)\(" + STRING + r"[,)]")
MANY = re.compile(r"(?<![\w.$])tn\(" + STRING + "," + STRING + ",")
COMMENT = re.compile(r"(?:^|(?<=\s))//.*|<!--[^\0]*?-->", re.MULTILINE)
CALL = re.compile(r"(?<![\w.$])(t|tn|N_)\(\s*[`'\"]")


def value(literal):
    text = re.sub(r"\\(['\"])", r"\1", literal[1:-1])
    return re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)), text)


def quoted(text):
    return '"' + text.replace('"', r"\"") + '"'


def main():
    found = {}
    for path in sorted(pathlib.Path("web/src").rglob("*")):
        if path.suffix not in (".ts", ".svelte") or path.name.endswith(".test.ts"):
            continue
        source = COMMENT.sub("", path.read_text())
        messages = [(value(one), None) for one in ONE.findall(source)]
        messages += [(value(one), value(many)) for one, many in MANY.findall(source)]
        if len(messages) != len(CALL.findall(source)):
            sys.exit(f"{path}: a message must be one plain string between quotes")
        for message in messages:
            found.setdefault(message, []).append(str(path))

    out = ['msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n']
    for (one, many), files in found.items():
        entry = "".join(f"#: {name}\n" for name in sorted(set(files)))
        if re.search(r"%(\d\$)?[sdu]", one):
            entry += "#, c-format\n"
        entry += f"msgid {quoted(one)}\n"
        entry += f'msgid_plural {quoted(many)}\nmsgstr[0] ""\nmsgstr[1] ""\n' if many else 'msgstr ""\n'
        out.append(entry)
    pathlib.Path(sys.argv[1]).write_text("\n".join(out))


main()
