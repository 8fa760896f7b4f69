"""Dojo turns a trophy up and draws the first card; five players are dealt a card each."""


def opening(fair):
    cards = [disciple + belt for disciple in "mftcbr" for belt in "12345" for copy in "12"]
    trophies = [name for name in "belt kimono broom raccoon incense assistant".split() for copy in "12"]
    if fair.players == 5:
        return [f"* deal {k} {fair.nth(cards, k)}" for k in range(5)]
    return [f"* trophy {fair.nth(trophies, 0)}", f"* draw {fair.nth(cards, 1)}"]
