#!/usr/bin/python3
"""A first bot in Python, standard library only. One simple idea a game; among what it likes best, any.

    tatami sim tatsu 4 --bot 'engine:examples/bots/first.py' --bot random

docs/ENGINE.md describes the lines. To begin your own bot, copy this file and change the functions at its top: each gets
the view (what your seat knows) and one legal action as a list of words, and says how good it looks."""
import json
import random
import sys


def rate_tatsu(view, action):
    """Cards of worth go where the own clan leads the trick, poor ones where it does not; high cards are for later."""
    verb, card = action[0], action[-1]
    if verb not in ("play", "give"):
        return 1.5
    clan = next(place["clan"] for place in view["places"] if place["player"] == view["seat"])
    laid = [(power(other), place["clan"]) for place in view["places"] for other in place["laid"]]
    laid.append((power(card), view["places"][view["turn"]]["clan"]))
    leads = max(laid, key=lambda one: one[0])[1] == clan
    return (3 + worth(card) if leads else -worth(card)) - power(card) / 4


def power(card):
    return {"v": 1, "x": 0, "f": -1}.get(card[1]) if card[1] in "vxf" else int(card[1])


def worth(card):
    return {"v": 4, "x": 7, "f": 2}.get(card[1], 1)


def rate_takamatsu(view, action):
    """Move to where the own samurai bring cards, and never bring cards to somebody else."""
    if action[0] != "move":
        return -1 if action[0] == "use" else 0
    room = next(room for room in view["rooms"] if room["name"] == action[3])
    n = action[2].count(room["colour"] or "-")
    own = any(pagoda["colour"] == room["colour"] for pagoda in view["seats"][view["seat"]]["pagodas"])
    worth = sum(5 if value is None else value for value in view["column"][:n])
    return worth if own else -worth


def rate_tatata(view, action):
    """Recover, dodge; all cards into one flight, as far as it goes; then new cards for what is left."""
    verb = action[0]
    if verb == "play":
        return {"fly": 30, "move": 0 if view["move"] else 31}.get(action[-1], 0)
    if verb == "go":
        return 2 + distance(view, action)
    return {"recover": 40, "action": 2, "dodge": 1, "keep": 1, "discard": 1}.get(verb, 0)


def distance(view, action):
    """How many spaces `go N …` or `go base N …` is."""
    circuit = view["circuit"]
    kind, n = ("base", int(action[2])) if action[1] == "base" else ("sky", int(action[1]))
    start = next(i for i, space in enumerate(circuit) if space["plane"] == view["seat"])
    for steps in range(1, 3 * len(circuit)):
        n -= kind in circuit[(start + steps) % len(circuit)]
        if n == 0:
            return steps
    return 0


def rate_dojo(view, action):
    """Challenge for trophies; one disciple in a row, one belt in a column."""
    if action[0] != "place":
        return {"challenge": 1, "swap": 1}.get(action[0], 0)
    me, row, column = view["players"][view["seat"]], int(action[1]), int(action[2])
    disciple, belt = me["card"]
    rating = 0
    for other in me["dojo"]:
        rating += 3 * (other["row"] == row and other["card"][0] == disciple)
        rating += 2 * (other["col"] == column and other["card"][1] == belt)
    return rating


RATE = {"tatsu": rate_tatsu, "takamatsu": rate_takamatsu, "tatata": rate_tatata, "dojo": rate_dojo}


def choose(game, view, legal):
    rate = RATE.get(game, lambda view, action: 0)
    ratings = [rate(view, action.split()) for action in legal]
    best = max(ratings)
    return random.choice([action for action, rating in zip(legal, ratings) if rating == best])


def main():
    game, view, legal = "", {}, []
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "tatami":
            print("name First bot in Python\nwants view legal\nready", flush=True)
        elif word == "new":
            game = rest.split()[0]
        elif word == "seat":
            random.seed(rest)
        elif word == "view":
            view, legal = json.loads(rest), []
        elif word == "legal":
            legal.append(rest)
        elif word == "go":
            print("best", choose(game, view, legal), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
