"""Tatami: the rules of four tabletop games for people who study, design or learn them.

>>> import tatami
>>> table = tatami.Table("tatsu", players=4, seed=1)
>>> while not table.over:
...     seat = table.seats[0]
...     table.act(seat, table.choose(seat, bot="easy"))
>>> len(table.points)
4

The rules are those of the Tatami program, in C. A table holds the truth; a seat, a bot or a learner sees only what it may know.
"""

from ._core import CHANCE, EVERYTHING, SPECTATOR, Box, Error
from ._core import version as __version__
from .arena import ArenaResult, arena
from .game import Game, Option, Plane, bots, game, games
from .playout import Playouts, playouts
from .records import load_records, read_record, verify
from .table import Choice, Table
from .vector import Vector

__all__ = [
    "ArenaResult", "Box", "CHANCE", "Choice", "EVERYTHING", "Error", "Game", "Option", "Plane", "Playouts", "SPECTATOR", "Table", "Vector",
    "__version__", "arena", "bots", "game", "games", "load_records", "playouts", "read_record", "verify",
]
