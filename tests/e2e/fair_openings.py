"""The outcomes of chance before the first decision of a fair game, recomputed from what docs/FAIRNESS.md says.

Usage: fair_openings.py SCRIPT RECORD, the script being the document's own, whose generator is used. Status 0 if the
record begins with these outcomes."""
import runpy
import sys

fair = runpy.run_path(sys.argv[1], run_name="fair")
tags, lines = fair["read"](sys.argv[2])
players = int(tags["Players"])


def nth(pile, k):
    """One card of a pile, which is listed in order, out of it."""
    return pile.pop(fair["below"](fair["generator"](tags, k), len(pile)))


def tatsu():
    cards = fair["shuffled"](fair["generator"](tags, 0), fair["DECK"])
    if players > 2:
        return ["* deal " + " / ".join(" ".join(cards[7 * i : 7 * i + 7]) for i in range(4))]
    columns = [top + "+" + below[0] for top, below in zip(cards[:14], cards[14:])]
    return ["* deal " + " ".join(columns[:7]) + " / " + " ".join(columns[7:])]


def takamatsu():
    pile = ["hidden"] * 5 + [-2, -2, -2, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4]
    return [f"* lay {nth(pile, k)}" for k in range(5)]


def tatata():
    pile = [letter + digit for letter in "FTMJAL" for digit in "123456"]
    return [f"* draw {nth(pile, k)}" for k in range(4 * players)]


def dojo():
    cards = [disciple + belt for disciple in "mftcbr" for belt in "12345" for copy in "12"]
    trophies = [name for name in "belt kimono broom raccoon incense assistant".split() for copy in "12"]
    if players == 5:
        return [f"* deal {k} {nth(cards, k)}" for k in range(5)]
    return [f"* trophy {nth(trophies, 0)}", f"* draw {nth(cards, 1)}"]


expected = {"tatsu": tatsu, "takamatsu": takamatsu, "tatata": tatata, "dojo": dojo}[tags["Game"]]()
found = lines[: len(expected)]
print("expected", expected, "found", found)
sys.exit(found != expected)
