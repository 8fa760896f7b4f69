#!/usr/bin/env python3
"""Draws strength against thinking time, from the table of docs/BOTS.md that has both.

    tools/strength_chart.py docs/BOTS.md docs/pictures/strength.svg

A cell is `MEAN, LONGEST: SHARE%`, the share of wins against `hard`; the first cells are the table and the share if all were equally strong. Shares
become a lead in rating points, as chess players count it: 400 points are odds of ten to one.
"""

import math
import re
import sys

LEFT, RIGHT, TOP, BOTTOM, WIDTH, HEIGHT = 62, 150, 44, 52, 860, 460
COLOURS = ("#b3392f", "#2f6db3", "#2e8b57", "#8a5fb0", "#c28a1e", "#4f7f86", "#9c5a3c", "#5b6470")
LEAST, MOST = 0.01, 1000  # milliseconds
LOW, HIGH = -100, 900     # rating points


def rows(text):
    """(name of the table, {level: (milliseconds, points)}) of each row."""
    levels = []
    for line in text.splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
        if cells[:2] == ["table", "even"]:
            levels = cells[2:]
        elif levels and len(cells) == len(levels) + 2 and cells[1].endswith("%"):
            even, points = float(cells[1][:-1]) / 100, {}
            for level, cell in zip(levels, cells[2:]):
                found = re.match(r"([\d.]+), [\d.]+(?:: ([\d.]+)%)?", cell)
                if not found or (not found[2] and level != "hard"):
                    continue
                share = float(found[2]) / 100 if found[2] else even
                odds = share / (1 - share) / (even / (1 - even))
                points[level] = (float(found[1]), 400 * math.log10(odds))
            yield cells[0], points
        elif levels and not line.startswith("|"):
            return


def across(milliseconds):
    part = (math.log10(milliseconds) - math.log10(LEAST)) / (math.log10(MOST) - math.log10(LEAST))
    return LEFT + part * (WIDTH - LEFT - RIGHT)


def down(points):
    return HEIGHT - BOTTOM - (points - LOW) / (HIGH - LOW) * (HEIGHT - TOP - BOTTOM)


def text(x, y, words, more=""):
    return f'<text x="{x:.0f}" y="{y:.0f}" {more}>{words}</text>'


def draw(tables):
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13" fill="#222">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
           text(LEFT, 24, "Strength against thinking time", 'font-size="17"')]
    for power in range(-2, 4):
        x = across(10**power)
        out.append(f'<path d="M{x:.0f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>')
        out.append(text(x, HEIGHT - BOTTOM + 18, f"{10**power:g} ms", 'text-anchor="middle"'))
    for points in range(LOW, HIGH + 1, 100):
        y = down(points)
        out.append(f'<path d="M{LEFT} {y:.0f}H{WIDTH - RIGHT}" stroke="{"#999" if points == 0 else "#ddd"}"/>')
        out.append(text(LEFT - 8, y + 4, f"{points:+d}" if points else "hard", 'text-anchor="end"'))
    out.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "processor time per decision, on one core", 'text-anchor="middle"'))
    for i, (name, points) in enumerate(tables):
        colour = COLOURS[i % len(COLOURS)]
        line = sorted(points.values())
        out.append(f'<path d="M{" L".join(f"{across(ms):.1f} {down(p):.1f}" for ms, p in line)}" stroke="{colour}" stroke-width="1.5" '
                   'fill="none" stroke-opacity="0.5"/>')
        for level, (ms, p) in points.items():
            out.append(f'<circle cx="{across(ms):.1f}" cy="{down(p):.1f}" r="4.5" fill="{colour}"/>')
            out.append(text(across(ms) + 7, down(p) - 6, level, f'fill="{colour}" font-size="11"') if level != "hard" else "")
        out.append(f'<circle cx="{WIDTH - RIGHT + 20}" cy="{TOP + 20 + 24 * i}" r="4.5" fill="{colour}"/>')
        out.append(text(WIDTH - RIGHT + 32, TOP + 24 + 24 * i, name))
    return "\n".join(piece for piece in out if piece) + "\n</svg>\n"


def main():
    source, target = sys.argv[1:3]
    tables = list(rows(open(source).read()))
    if not tables:
        sys.exit(f"{source} has no table of strength and time")
    open(target, "w").write(draw(tables))


if __name__ == "__main__":
    main()
