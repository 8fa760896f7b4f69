"""Takamatsu lays five Shogun cards."""


def opening(fair):
    pile = ["hidden"] * 5 + [-2, -2, -2, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4]
    return [f"* lay {fair.nth(pile, k)}" for k in range(5)]
