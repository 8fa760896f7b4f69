"""The rules in words, as the program prints them."""

from __future__ import annotations

import re
from importlib import resources

from . import _core
from .game import Game
from .game import game as find


def _page(name: str, language: str) -> str:
    if language not in ("en", "fr"):
        raise _core.Error(f'there are no rules in {language!r}, only "en" and "fr"')
    file = f"{name}.md" if language == "en" else f"{name}.{language}.md"
    return resources.files(__package__).joinpath("texts", file).read_text(encoding="utf-8")


def _section(page: str, title: str) -> str | None:
    found = re.search(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    return found.group() if found else None


def _credits(page: str, title: str) -> str:
    """The page's title as a heading, the people of this game, and what the page says of all games."""
    heading, rest = page.split("\n", 1)
    people = (_section(page, title) or "\n").split("\n", 1)[1]
    return f"##{heading}\n{people.rstrip()}\n\n{rest[: rest.index(chr(10) + '## ')].strip()}\n"


def rules(game: str | Game, *, aid: bool = False, language: str = "en") -> str:
    """How to play a game, with all rulings and assumed components, and who made it; with `aid`, one page to keep beside the table.
    Markdown."""
    title = game.title if isinstance(game, Game) else find(game).title
    section = _section(_page("AIDS" if aid else "RULES", language), title)
    if section is None:
        raise _core.Error(f"there are no rules for {title}")
    return section if aid else f"{section.rstrip()}\n\n{_credits(_page('CREDITS', language), title)}"
