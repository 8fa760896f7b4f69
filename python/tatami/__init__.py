"""Tatami: the rules of tabletop games for people who study, design or learn them.

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
from .arena import ArenaGame, ArenaResult, arena
from .bots import Bot, Engine, Position, bots
from .fair import Fair
from .game import Game, Option, Options, Plane, game, games
from .pages import rules
from .playout import Playouts, playouts
from .records import load_records, read_record, verify
from .sim import Played, SimResult, sim
from .table import Choice, Step, Table
from .vector import Vector

__all__ = [
    "ArenaGame", "ArenaResult", "Bot", "Box", "CHANCE", "Choice", "EVERYTHING", "Engine", "Error", "Fair", "Game", "Option", "Options", "Plane",
    "Played", "Playouts", "Position", "SPECTATOR", "SimResult", "Step", "Table", "Vector", "__version__", "arena", "bots", "game", "games", "load_records",
    "playouts", "read_record", "rules", "sim", "verify",
]
