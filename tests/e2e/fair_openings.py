"""The outcomes of chance before the first decision of a fair game, recomputed from what docs/FAIRNESS.md says.

Usage: fair_openings.py SCRIPT RECORD, the script being the document's own, whose generator is used. Status 0 if the record begins
with these outcomes and no others. What a game draws is in openings/GAME.py, whose `opening` gets a Fair and returns lines; a game
that draws nothing before its first decision needs no such file."""
import itertools
import pathlib
import runpy
import sys

script = runpy.run_path(sys.argv[1], run_name="fair")
tags, _ = script["read"](sys.argv[2])
with open(sys.argv[2], encoding="utf-8") as record:
    events = record.read().split("\n\n", 1)[1].splitlines()
found = list(itertools.takewhile(lambda event: event.startswith("*"), events))


class Fair:
    """The random numbers of the k-th outcome, from 0."""

    players = int(tags["Players"])

    @staticmethod
    def nth(pile, k):
        """One card of a pile, which is listed in order, out of it."""
        return pile.pop(script["below"](script["generator"](tags, k), len(pile)))

    @staticmethod
    def shuffled(k):
        """The deck of the document, TATSU's, shuffled."""
        return script["shuffled"](script["generator"](tags, k), script["DECK"])


game = pathlib.Path(__file__).parent / "openings" / (tags["Game"] + ".py")
expected = runpy.run_path(str(game))["opening"](Fair) if game.exists() else []
print("expected", expected, "found", found)
if found and not game.exists():
    print(f"tests/e2e/openings/{game.name} is missing: it says what {tags['Game']} draws before the first decision")
sys.exit(found != expected)
