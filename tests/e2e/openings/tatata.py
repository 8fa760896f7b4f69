"""TATATA! deals four cards to each, one by one."""


def opening(fair):
    pile = [letter + digit for letter in "FTMJAL" for digit in "123456"]
    return [f"* draw {fair.nth(pile, k)}" for k in range(4 * fair.players)]
