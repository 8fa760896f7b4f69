"""TATSU deals the whole deck at once."""


def opening(fair):
    cards = fair.shuffled(0)
    if fair.players > 2:
        return ["* deal " + " / ".join(" ".join(cards[7 * i : 7 * i + 7]) for i in range(4))]
    columns = [top + "+" + below[0] for top, below in zip(cards[:14], cards[14:])]
    return ["* deal " + " ".join(columns[:7]) + " / " + " ".join(columns[7:])]
