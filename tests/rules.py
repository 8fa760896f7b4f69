#!/usr/bin/python3
"""The numbered rules (docs/rules) and those who cite them agree: sources, tests and the pages for players. Writes TAP."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The registered games; the template, which is there to be copied, has no rules of its own.
GAMES = [game for game in re.findall(r"^GAME\((\w+)\)", (ROOT / "src/games/registry.h").read_text(), re.M) if game != "template"]


def read_pages():
    """Each by the letter of its numbers: what the page is called, and the game's title. And what is wrong with the pages."""
    pages, faults = {}, []
    for game in GAMES:
        path = ROOT / "docs/rules" / f"{game}.md"
        page = path.read_text() if path.exists() else ""
        title, letter = re.match(rf"# (.*) \(`{game}`\)\n", page), re.search(r"^- \*\*([A-Z])[0-9]", page, re.M)
        if not title or not letter:
            faults.append(f"docs/rules/{game}.md does not say `# Title (`{game}`)` and `- **X1 [book]** …`")
        elif letter[1] in pages:
            faults.append(f"{game} and {pages[letter[1]][0]} number their rules with the same letter")
        else:
            pages[letter[1]] = (game, title[1])
    return pages, faults


PAGES, PAGES_FAULTS = read_pages()
LETTERS = "".join(PAGES)
NUMBER = re.compile(rf"\b([{LETTERS}][0-9]{{1,2}})\b")
# A citation of a test stands behind its name, before anything else that the comment says: Test(a, b) /* T9, T10: why */
TEST = re.compile(rf"^Test\(\w+,\s+(\w+)\) /\* ((?:[{LETTERS}][0-9]+(?:, | … )?)+)", re.M)
# What in a file is a comment, by the end of its name.
COMMENTS = {
    (".c", ".h"): re.compile(r"/\*.*?\*/", re.S),
    (".ts", ".mjs", ".svelte"): re.compile(r"/\*.*?\*/|//[^\n]*|<!--.*?-->", re.S),
    (".sh", ".py"): re.compile(r"#[^\n]*"),
    (".record",): re.compile(r"^;[^\n]*", re.M),
}
FOLDERS = ("include", "src", "tests", "examples", "web/src")

n_tests = n_failed = 0


def check(what, faults):
    global n_tests, n_failed
    n_tests += 1
    n_failed += bool(faults)
    print(f"{'not ' if faults else ''}ok {n_tests} - {what}")
    for fault in faults:
        print(f"# {fault}")


def order(number):
    return number[0], int(number[1:])


def read_rules(letter, name):
    """The rules of a page, by number: the text from `- **T1 [book]**` on, up to the next rule or heading."""
    text = (ROOT / "docs/rules" / f"{name}.md").read_text()
    parts = re.split(rf"^- \*\*({letter}[0-9]+)\b", text, flags=re.M)
    numbers, texts = parts[1::2], [re.split(r"^## ", part, flags=re.M)[0] for part in parts[2::2]]
    faults = [f"{number} stands twice" for number in set(numbers) if numbers.count(number) > 1]
    rules = dict(zip(numbers, texts))
    source = re.compile(r"\[[^\]]*(book|rul|assumed)[^\]]*\]")
    faults += [f"{number} has no source" for number, rule in rules.items() if not source.search(rule)]
    check(f"docs/rules/{name}.md: every rule has a number of its own and a source", faults or ([] if rules else ["no rules"]))
    return rules


def game_of(path):
    """The game whose file this is. There, what looks like a rule of another game is a card or a place."""
    return next((game for game in GAMES if re.search(rf"(^|[/_]){game}[/_.]", str(path))), None)


def citations():
    """Every number in a comment, as `file:line`."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            pattern = next((p for ends, p in COMMENTS.items() if path.suffix in ends), None)
            if not pattern or not {"node_modules", "corpus"}.isdisjoint(path.parts) or not path.is_file():
                continue
            text, owner = path.read_text(), game_of(path.relative_to(ROOT))
            for comment in pattern.finditer(text):
                for number in NUMBER.finditer(comment.group()):
                    if owner and owner != PAGES[number.group(1)[0]][0]:
                        continue
                    line = text.count("\n", 0, comment.start() + number.start()) + 1
                    yield number.group(1), f"{path.relative_to(ROOT)}:{line}"


def check_tests(rules):
    cited = set()
    for path in (ROOT / "tests/unit").glob("test_*.c"):
        for test in TEST.finditer(path.read_text()):
            cited |= set(NUMBER.findall(test.group(2)))
    check("every rule is cited by a test", [f"{number}: no test" for number in sorted(rules, key=order) if number not in cited])


def chapter(page, title):
    text = (ROOT / "docs" / page).read_text()
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    return found[1] if found else None


def sources(text):
    """All that stands in brackets in a rule."""
    return " ".join(re.findall(r"\[([^\]]*)\]", text))


def check_page(page, rules):
    """Players find every ruling, and every assumed component, in the list behind the game, with its number."""
    faults = []
    for letter, (_, title) in PAGES.items():
        if not chapter(page, title):
            faults.append(f"there is no chapter ## {title}")
            continue
        listed = {mark: set() for mark in ("ruling", "assumed")}
        for item in re.findall(r"^- \*\*\[(ruling|assumed)\]\*\* ([^:]*):", chapter(page, title), re.M):
            listed[item[0]] |= set(NUMBER.findall(item[1]))
        for number, text in rules.items():
            marks = sources(text)
            if number[0] != letter:
                continue
            if re.search(r"\brul", marks) and number not in listed["ruling"]:
                faults.append(f"the ruling {number} is not listed")
            if "assumed" in marks and number not in listed["assumed"]:
                faults.append(f"the assumed component {number} is not listed")
        for mark, word in (("ruling", r"\brul"), ("assumed", "assumed")):
            faults += [f"{number} is no {mark}" for number in listed[mark] if not re.search(word, sources(rules.get(number, "")))]
    check(f"docs/{page} lists every ruling and every assumed component", faults)


def check_sisters():
    """What exists in two languages has the same chapters, and names the same people."""
    for page in ("RULES", "AIDS", "CREDITS"):
        english, french = ((ROOT / "docs" / (page + end)).read_text() for end in (".md", ".fr.md"))
        faults = []
        for _, title in PAGES.values():
            one, other = (chapter(page + end, title) for end in (".md", ".fr.md"))
            if not one or not other:
                faults.append(f"{title}: there is no chapter")
                continue
            if one.count("\n### ") != other.count("\n### ") or one.count("\n|") != other.count("\n|"):
                faults.append(f"{title}: other headings or tables")
            people = re.findall(r"[A-Z][\w-]+ [A-Z][\w-]+", " ".join(re.findall(r"^- \*\*.*?:\*\* (.*?)(?=^[-\n])", one, re.M | re.S)))
            if page == "CREDITS":
                faults += [f"{title}: {name} is missing" for name in people if name not in " ".join(other.split())]
        check(f"docs/{page}.md and its French sister say the same", faults or ([] if english != french else ["one text"]))


check("every game has a page of rules, with a letter of its own", PAGES_FAULTS)
rules = {}
for letter, (name, _) in PAGES.items():
    rules |= read_rules(letter, name)
check("no comment cites a rule that does not exist", [f"{where}: {number}" for number, where in citations() if number not in rules])
check_tests(rules)
for page in ("RULES.md", "RULES.fr.md"):
    check_page(page, rules)
check_sisters()
print(f"1..{n_tests}")
sys.exit(n_failed != 0)
