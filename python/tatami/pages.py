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


def rules(game: str | Game, *, aid: bool = False, language: str = "en") -> str:
    """How to play a game, with all rulings and assumed components; with `aid`, one page to keep beside the table. Markdown."""
    title = game.title if isinstance(game, Game) else find(game).title
    page = _page("AIDS" if aid else "RULES", language)
    found = re.search(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    if not found:
        raise _core.Error(f"there are no rules for {title}")
    return found.group()
