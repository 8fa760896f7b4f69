"""The table as a picture: what a game draws on a grid of characters, as SVG.

The grid is the one that the terminal shows (`tatami play`), so that there is one drawing of each game for both, and none that names a
game here. Frames are drawn as lines, everything else as text. The pieces of the browser client are components that need a browser and
a build with npm; a wheel has neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

WIDTH, HEIGHT = 8.4, 18.0  # of a character, in pixels
SIZE = 14

# By ink (tatami/canvas.h): text, muted, line, title, accent, warn, red, yellow, blue, green, purple, black, cyan, orange. Each has a
# contrast of at least 4.5 on the paper.
INKS = ("#26221c", "#6b655b", "#857c6c", "#26221c", "#a3420b", "#b3261e", "#b3261e", "#846000", "#1f5fa8", "#2f6b2f", "#7b3aa6", "#3c3a38",
        "#00697a", "#a14f00")
PAPER = "#fbf8f1"
INK_MASK, BOLD, REVERSE, UNDERLINE = 15, 16, 32, 64
TITLE = 3

# Where the lines of a frame's character go: up, right, down, left.
FRAMES = {"─": "rl", "│": "ud", "╭": "rd", "╮": "dl", "╰": "ur", "╯": "ul", "┌": "rd", "┐": "dl", "└": "ur", "┘": "ul", "├": "urd", "┤": "udl",
          "┬": "rdl", "┴": "url", "┼": "urdl", "═": "rl", "║": "ud"}
ROUND = "╭╮╰╯"


def _ink(style: int) -> str:
    return INKS[min(style & INK_MASK, len(INKS) - 1)]


def _frame(glyph: str, x: float, y: float) -> str:
    """The lines of one character of a frame, from its middle to its edges."""
    mx, my = x + WIDTH / 2, y + HEIGHT / 2
    ends = {"u": (mx, y), "r": (x + WIDTH, my), "d": (mx, y + HEIGHT), "l": (x, my)}
    arms = [ends[arm] for arm in FRAMES[glyph]]
    if glyph in ROUND:
        (ax, ay), (bx, by) = arms
        return f"M{ax:.1f} {ay:.1f}Q{mx:.1f} {my:.1f} {bx:.1f} {by:.1f}"
    return "".join(f"M{mx:.1f} {my:.1f}L{ax:.1f} {ay:.1f}" for ax, ay in arms)


def _runs(characters: str, styles: bytes) -> Iterator[tuple[int, str, int]]:
    """Pieces of a row: where, what, and how. Frames and spaces stand alone; so does what is not ASCII, since no font has all of it
    in one width."""
    x = 0
    while x < len(characters):
        end = x + 1
        if characters[x] != "\0":
            plain = "!" <= characters[x] <= "~"
            while plain and end < len(characters) and styles[end] == styles[x] and "!" <= characters[end] <= "~":
                end += 1
            yield x, characters[x:end], styles[x]
        x = end


def _text(x: int, y: int, text: str, style: int) -> str:
    ink = PAPER if style & REVERSE else _ink(style)
    bold = ' font-weight="bold"' if style & BOLD or style & INK_MASK == TITLE else ""
    line = ' text-decoration="underline"' if style & UNDERLINE else ""
    fit = f' textLength="{len(text) * WIDTH:.1f}" lengthAdjust="spacingAndGlyphs"' if len(text) > 1 else ""
    return (f'<text x="{x * WIDTH:.1f}" y="{y * HEIGHT + HEIGHT * 0.72:.1f}" fill="{ink}"{bold}{line}{fit}>{escape(text)}</text>')


def _packed(rows: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """Without empty rows at the end, and never two in a row: games spread out over the height they are given."""
    empty = [not text.strip(" ") for text, _ in rows]
    last = max((y for y, nothing in enumerate(empty) if not nothing), default=-1)
    return [row for y, row in enumerate(rows[: last + 1]) if not (empty[y] and (y == 0 or empty[y - 1]))]


def as_svg(rows: list[tuple[str, bytes]], title: str) -> str:
    """Rows of characters and their styles as one SVG picture."""
    rows = _packed(rows)
    columns = max((len(text.rstrip(" \0")) for text, _ in rows), default=1) or 1
    width, height = (columns + 2) * WIDTH, (len(rows) + 1) * HEIGHT
    lines: dict[str, list[str]] = {}
    shapes: list[str] = []
    for y, (characters, styles) in enumerate(rows):
        for x, text, style in _runs(characters, styles):
            if style & REVERSE:
                wide = 2 if characters[x + len(text) : x + len(text) + 1] == "\0" else len(text)
                shapes.append(f'<rect x="{x * WIDTH:.1f}" y="{y * HEIGHT:.1f}" width="{wide * WIDTH:.1f}" height="{HEIGHT}" fill="{_ink(style)}"/>')
            if text in FRAMES and not style & REVERSE:
                lines.setdefault(_ink(style), []).append(_frame(text, x * WIDTH, y * HEIGHT))
            elif text != " ":
                shapes.append(_text(x, y, text, style))
    paths = [f'<path d="{"".join(parts)}" stroke="{ink}" fill="none" stroke-width="1.3" stroke-linecap="round"/>' for ink, parts in lines.items()]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.1f} {height:.1f}">'
        f'<title>{escape(title)}</title><rect width="100%" height="100%" rx="8" fill="{PAPER}"/>'
        f'<g transform="translate({WIDTH:.1f} {HEIGHT / 2:.1f})" font-family="ui-monospace, DejaVu Sans Mono, Menlo, Consolas, monospace" '
        f'font-size="{SIZE}" xml:space="preserve">{"".join(paths)}{"".join(shapes)}</g></svg>'
    )
