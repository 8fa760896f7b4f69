#!/usr/bin/python3
"""The sources of the browser client: colours are named in one place, letters have few weights, no view of a game is untyped, and the
description of the server has the views as the games describe them."""
import pathlib
import re
import subprocess
import sys

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "web/src"
NAMED = {"app.css", "tokens.css"}  # where colours are

NAMES = "white|black|red|green|blue|yellow|orange|purple|pink|brown|gr[ae]y|gold|silver|navy|teal|maroon"
# `#fff` and its longer forms, colour functions; in a style or an attribute also the name of a colour.
LITERAL = re.compile(r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})(?![\w-])"
                     r"|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|light-dark)\("
                     rf"|(?:fill|stroke|stop-color)=\"(?:{NAMES})\"")
STYLED = re.compile(rf":[^;{{]*(?<![\w-])(?:{NAMES})(?![\w-])[^;{{]*;")
COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<!:)//.*?$", re.S | re.M)
WEIGHT = re.compile(r"font-weight\W+(?!(?:400|600|700|800|inherit|normal|bold)\b)\w+")
UNTYPED = re.compile(r"(?:[:<|,=(]|\bas)\s*any\b(?!\w)(?=\s*(?:[\[\]>,;)|&=]|$))", re.M)


def blank(text):
    """Comments away, lines kept."""
    return COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def found(pattern, text, name):
    return [f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match[0].strip()}" for match in pattern.finditer(text)]


def colours(text, name):
    text = blank(text)
    styles = text if name.endswith(".css") else "".join(
        part if i % 2 else re.sub(r"[^\n]", " ", part) for i, part in enumerate(re.split(r"</?style>", text)))
    return found(LITERAL, text, name) + found(STYLED, styles, name)


def weights(text, name):
    return found(WEIGHT, blank(text), name)


def untyped(text, name):
    return found(UNTYPED, blank(text), name)


def files(folder, *suffixes):
    return [path for path in sorted(folder.rglob("*")) if path.suffix in suffixes and ".test." not in path.name]


def views():
    answer = subprocess.run([SOURCES.parent.parent / "tools/openapi.py", "--check"], capture_output=True, text=True, check=False)
    return (answer.stdout + answer.stderr).splitlines()


def check(number, name, wrong):
    print(f"{'not ' if wrong else ''}ok {number} - {name}")
    for line in wrong:
        print(f"# {line}")
    return not wrong


def main():
    bad = ["<style>\n a { color: #fff; }\n</style>", "<style>\n a { fill: red; }\n</style>", '<path fill="#12345678" />',
           "const a = 'rgb(0 0 0)';"]
    good = ["{#each a as b}", "<style>\n a { color: var(--red-30); transition: --red 1s; }\n</style>", "<!-- #fff -->", "word === 'red'"]
    notices = [text for text in bad if not colours(text, "A.svelte")] + [text for text in good if colours(text, "A.svelte")]
    notices += [text for text in ("let a: any;", "x as any", "Record<string, any>") if not untyped(text, "a.ts")]
    notices += [text for text in ("// any", "t('any other')", "const many = 1;") if untyped(text, "a.ts")]
    notices += [text for text in ("a { font-weight: 650; }", '<text font-weight="900">') if not weights(text, "A.svelte")]
    notices += [text for text in ("a { font-weight: 600; }", '<text font-weight="800">') if weights(text, "A.svelte")]
    odd = [line for path in files(SOURCES, ".svelte", ".css")
           for line in weights(path.read_text(encoding="utf-8"), str(path.relative_to(SOURCES)))]
    literal = [line for path in files(SOURCES, ".svelte", ".ts", ".css") if path.name not in NAMED
               for line in colours(path.read_text(encoding="utf-8"), str(path.relative_to(SOURCES)))]
    loose = [line for path in files(SOURCES / "games", ".svelte", ".ts")
             for line in untyped(path.read_text(encoding="utf-8"), str(path.relative_to(SOURCES)))]
    results = [check(1, "this test knows a colour, a weight and an untyped view when it sees one", notices),
               check(2, "no colour stands outside app.css and the games' tokens.css", literal),
               check(3, "nothing is untyped in the games' folders", loose),
               check(4, "docs/openapi.json has the schemas of the views", views()),
               # A browser looks each weight up among the fonts of the system: more than a millisecond, four on a phone.
               check(5, "letters have one of four weights: 400, 600, 700, 800", odd)]
    print(f"1..{len(results)}")
    return 0 if all(results) else 1


sys.exit(main())
