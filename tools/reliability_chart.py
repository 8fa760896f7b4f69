#!/usr/bin/env python3
"""Draws whether chances are right, a square per game, from the tables of docs/BOTS.md that have them.

    tools/reliability_chart.py docs/BOTS.md docs/pictures/reliability.svg

A table's first cell is `chance given`, its columns are tables of a game; a cell is `GIVEN, WON` in percent, or empty where there were too few
positions. Two tables of the page are drawn: first what networks say, then what hints say. On the diagonal, as many were won as was given.
"""

import re
import sys

COLOURS = ("#b3392f", "#2f6db3", "#2e8b57")
SIDE, GAP, LEFT, TOP = 190, 34, 58, 44
STEP = 25  # percent between two lines


def tables(text):
    """Of each table {game: [(number of players, [(given, won)])]}."""
    games, names = {}, []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if cells[0] == "chance given":
            names = [re.fullmatch(r"(.*) (\d+)", name).groups() for name in cells[1:]]
            games = {}
            for game, players in names:
                games.setdefault(game, []).append((players, []))
        elif games and re.match(r"\d+ to \d+%", cells[0]):
            for (game, players), cell in zip(names, cells[1:]):
                if cell:
                    dict(games[game])[players].append(tuple(map(float, cell.split(", "))))
        elif games and not line.startswith("|"):
            yield games
            games = {}


def text(x, y, words, more=""):
    return f'<text x="{x:.0f}" y="{y:.0f}" {more}>{words}</text>'


def square(left, top, game, lines):
    """One game: a grid, the diagonal, and a line for each number of players."""
    def at(given, won):
        return f"{left + given * SIDE / 100:.1f} {top + SIDE - won * SIDE / 100:.1f}"

    out = [text(left + SIDE / 2, top - 8, game, 'text-anchor="middle" font-size="14"')]
    for percent in range(0, 101, STEP):
        out.append(f'<path d="M{at(percent, 0)} L{at(percent, 100)} M{at(0, percent)} L{at(100, percent)}" stroke="#ddd" fill="none"/>')
        out.append(text(left + percent * SIDE / 100, top + SIDE + 16, percent, 'text-anchor="middle" font-size="11"'))
    out.append(f'<path d="M{at(0, 0)} L{at(100, 100)}" stroke="#999" stroke-dasharray="4 3"/>')
    for i, (players, points) in enumerate(lines):
        colour = COLOURS[i % len(COLOURS)]
        out.append(f'<path d="M{" L".join(at(*point) for point in points)}" stroke="{colour}" stroke-opacity="0.6" fill="none"/>')
        for point in points:
            x, y = at(*point).split()
            out.append(f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>')
        out.append(text(left + 8, top + 18 + 16 * i, f"{players} players", f'fill="{colour}"'))
    return out


def draw(found):
    width = LEFT + max(len(games) for games in found) * (SIDE + GAP)
    height = TOP + len(found) * (SIDE + 64)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" fill="#222">',
           f'<rect width="{width}" height="{height}" fill="#fff"/>']
    for row, (games, who) in enumerate(zip(found, ("networks", "hints"))):
        top = TOP + row * (SIDE + 64)
        out.append(text(0, 0, f"{who}: percent won", f'text-anchor="middle" transform="translate(16 {top + SIDE / 2:.0f}) rotate(-90)"'))
        for percent in range(0, 101, STEP):
            out.append(text(LEFT - 8, top + SIDE - percent * SIDE / 100 + 4, percent, 'text-anchor="end" font-size="11"'))
        for i, (game, lines) in enumerate(games.items()):
            out += square(LEFT + i * (SIDE + GAP), top, game, lines)
    out.append(text(width / 2, height - 8, "chance given, in percent", 'text-anchor="middle"'))
    return "\n".join(out) + "\n</svg>\n"


def main():
    source, target = sys.argv[1:3]
    with open(source) as page:
        found = list(tables(page.read() + "\n"))
    if not found:
        sys.exit(f"{source} has no table of chances")
    with open(target, "w") as chart:
        chart.write(draw(found))


if __name__ == "__main__":
    main()
