"""What is learned per game: the tables to play on, what the network sees of an observation, and what counts as success."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import tatami

ONE_HOT, UP_TO = 1, 2
"""How a byte becomes inputs that are 0 or 1: one input per value, or one input per level that is reached."""


@dataclass(frozen=True)
class Entry:
    """Bytes `first` … `first + count - 1`; each becomes `cap` inputs, for the values `base + 1` … `base + cap`."""

    first: int
    count: int
    kind: int
    base: int
    cap: int


@dataclass(frozen=True)
class Task:
    """One network. Its file is `nets/NAME.net`: the game's id, and the numbers of players if the game has several networks."""

    name: str
    game: str
    players: tuple[int, ...]
    """The numbers of players it learns, each as often as it is named."""
    options: tuple[dict, ...]
    """Of the tables it learns on, each as often as it is named, with every number of players. The first are the usual ones."""
    learned: dict
    """Options it may be used with, as (lowest, highest); those not named: the default alone."""
    see: tuple
    """(name of a plane, cap or (base, cap), first byte within it, how many) or the name alone; in this order."""
    pending: tuple = ()
    """The same for tokens chosen so far: (step, base, cap)."""
    tries: int = 0
    """0: the network judges tokens. Otherwise it judges positions after actions, and this many are tried per decision."""
    hidden: tuple[int, int] = (256, 128)
    margin: float = 1.0
    """A lead in points that counts as a clear win."""
    win: float = 0.5
    """The weight of winning at all, as against the margin."""
    sides: dict = field(default_factory=dict)
    """By number of players, the side of each seat, where some win together on these tables; otherwise everybody plays alone."""
    lanes: int = 16384
    steps: int = 64
    trace: float = 0.95
    """The weight of what really happened, as against the network's next judgement (lambda)."""
    rate: float = 1e-3
    in_a_tree: bool = False
    """Whether `master` asks it where a path in a tree ends, rather than for advice."""
    advises: tuple[int, ...] = ()
    """Numbers of players where it does not play better than `hard`, so that `reflex` searches a little, with its advice."""
    entries: list = field(default_factory=list)


def _entries(task: Task) -> list[Entry]:
    game = tatami.game(task.game)
    planes = {plane.name: plane for plane in game.planes}
    found = []
    for what in task.see:
        name, *rest = what if isinstance(what, tuple) else (what,)
        plane = planes[name]
        kind = UP_TO if rest and rest[0] is not None and plane.max > 1 else ONE_HOT
        cap = rest[0] if rest and rest[0] is not None else plane.max
        base, cap = cap if isinstance(cap, tuple) else (0, cap)
        first, count = rest[1:3] if len(rest) == 3 else (0, plane.count)
        found.append(Entry(plane.start + first, count, kind, base, cap))
    for step, base, cap in task.pending:
        found.append(Entry(game.observation_size + step, 1, ONE_HOT, base, cap))
    return found


_LACKS = "steps of 20 points to the target, 31 for more: own, partner's with three players, best and other opponent's"
_AHEAD = "steps of 20 points ahead of the own, 16 for none: partner with three players, best and other opponent"

_TRICKS = (
    "tricks over", "own hand", "open hand: the opponent's or the ghost's", ("card laid in the trick, in the order of laying", None, 0, 84),
    "captured by the own clan", "captured by the other clan", "pot",
)
_POINTS = ((_LACKS, 20, 0, 1), (_LACKS, 20, 2, 1), (_AHEAD, (5, 22), 1, 1), ("rounds left with this one, 31 for more", 3))
_WHOLE_GAMES = dict(
    game="tatsu",
    options=({}, {"rounds": 1}, {"target": 250}, {}, {"rounds": 2}, {"target": 120}),  # short games end at every total
    learned={"target": (50, 5000), "rounds": (1, 1000)},
    margin=200,
    win=0.8,
    lanes=65536,
    trace=0.95,
)

# With two players there are cards beneath others and no partners: in one network, what was gained there was lost with three and four.
TATSU_2 = Task(
    name="tatsu-2",
    players=(2,),
    see=(
        "phase", ("place to move", None, 0, 2), ("place that leads", None, 0, 2), ("place that was asked", None, 0, 1), *_TRICKS,
        ("cards at a place, by clan", 7, 0, 4), "cards lying face down", "card of the own clan beneath a column",
        "card of the other clan beneath a column", "own clan's card beneath a face-up card", "other clan's card beneath a face-up card", *_POINTS,
    ),
    hidden=(512, 336),
    **_WHOLE_GAMES,
)

TATSU_3_4 = Task(
    name="tatsu-3-4",
    players=(4, 3),
    see=(
        "phase", ("players: 2, 3, 4", None, 1, 2), "place to move", "place that leads", "place that was asked", "ghost's place", *_TRICKS,
        ("cards at a place, by clan", 7), *_POINTS, (_AHEAD, (6, 19), 0, 1), (_AHEAD, (8, 15), 2, 1),
    ),
    hidden=(448, 256),
    sides={4: (0, 1, 0, 1)},  # with three, partners change
    **_WHOLE_GAMES,
)

DOJO = Task(
    name="dojo",
    game="dojo",
    players=(3, 5, 4, 3, 5),
    options=({},),
    learned={},
    see=(
        "phase", "players: 3, 4, 5", "turn", "dealer", "trophy that lies face up; 7: one without a name", "seats that hold a card",
        "seat that is asked", "challenger", "winner", "trophy to be placed", "players without a card when the dealer kept one",
        ("cards of each disciple in an own row, from the top", 4), ("cards of each belt in an own column, from the left", 3),
        "trophy before an own row, from the top", "trophy above an own column, from the left", ("rating of the own dojo", 31),
        ("rating of a seat's dojo against the own; 16: the same", 31, 1, 4), "card in question: its disciple, its belt",
        ("what it is worth to a seat", 15), ("what the trophy that lies face up is worth to a seat", 15),
        ("what the trophy to be placed adds to an own row", 15), ("what the trophy to be placed adds to an own column", 15),
        "belt of a card that the viewer knows, by seat", ("what that card is worth to its holder", 15),
        ("challenge: what the other's card is worth to the viewer, and the viewer's to the other", 15),
        ("cards of a belt not seen yet", 12), ("cards of a disciple not seen yet", 12),
        "place of the own dojo that holds a card, from the top left",
        ("rating of an own row, from the top, in half points", 31), ("rating of an own column, from the left, in half points", 31),
    ),
    tries=16,
    hidden=(384, 96),
    margin=15,
    win=0.6,
    advises=(3, 4, 5),
    lanes=65536,
    steps=48,
    trace=0.7,
)

# A learner against bots that think in the program must judge choices: what best responses at Dojo begin with. No level plays with it.
DOJO_CHOICES = replace(
    DOJO,
    name="dojo-choices",
    players=(3,),
    see=(*DOJO.see, ("what it adds to an own row, from the one above the top", 15), ("what it adds to an own column, from the one left of all", 15)),
    tries=0,
    hidden=(320, 128),
    entries=[],
)

_CROWD = "samurai of a colour, the viewer's first, by room: up to 4, and 4 more for each place that the viewer could have before this one"

TAKAMATSU = Task(
    name="takamatsu",
    game="takamatsu",
    players=(5, 2, 3, 5, 4, 2),
    options=({"rounds": 60},),
    learned={"rounds": (40, 1000)},
    see=(
        "phase", "players: 2, 3, 4, 5", "own seat", "seat to move", "seat that is asked", "a pagoda has reached the goal",
        *((_CROWD, None, 24 * colour, 12) for colour in range(5)),
        "what a card of the column brings: 1 for -2 or less to 9 for 6 or more; a face-down one, the mean",
        ("points of a seat, as far as the viewer knows", 28), ("points that a seat lacks to the goal, 31 for 31 or more", 20),
        ("the most that a move from a room could bring the viewer at once", 12, 0, 12),
        ("the most that a move could bring a seat at once", 12), ("hidden cards known to be held by a seat", None, 0, 5),
    ),
    tries=32,
    hidden=(208, 64),
    margin=10,
    win=0.7,
    in_a_tree=True,
    advises=(3, 4, 5),
    lanes=32768,
    steps=96,
    trace=0.75,
)

_STOPS_LEFT = "stops that each plane lacks to its third lap, 63 for more"
_WAY_HOME = "Sky cards and bases up to the own base, with it"


def _race(seats: int) -> tuple:
    """What is seen of TATATA! with at most this many seats."""
    return (
        "phase", *(("players: 2 to 8",) if seats > 2 else ()), ("seat whose turn it is", None, 0, seats), ("seat that decides or draws", None, 0, seats),
        ("laps", 3, 0, seats), ("burning", None, 0, seats), ("smoking", None, 0, seats),
        ("fly points, move points", 12), "looping", ("Sky cards held, by seat and kind", 2, 0, 5 * seats), "what strikes", ("its strength", 6),
        "Sky card to be put back", ("seat that lands next", None, 0, seats), "storm: odin or rain", "hurricanes that blow", ("its points", 6),
        ("planes that it has moved", None, 0, seats), "own hand", "card drawn for beer", "discards", ("Deck cards in hand, by seat", 4, 0, seats),
        "face of a stop ahead of the own plane, from 1", "plane at a stop ahead of the own, from 1",
        "face of a stop behind the own plane, from 1", "plane at a stop behind the own, from 1",
        "face of the own plane's space, from 1", ("a plane's lead over the own, in stops; 16: none", 31, 1, seats - 1), ("how much of the race each plane has flown, in parts of 31", 31, 0, seats),
        "planes that a gun, krauten, laser or missile of the own plane hits, from 1",
        (_STOPS_LEFT, 48, 0, 1), (_STOPS_LEFT, 16, 1, seats - 1),
        ("the same for the three best of the others, the best first", 31, 0, min(seats - 1, 3)),
        (_WAY_HOME, 24, 0, 1), (_WAY_HOME, seats, 1, 1),
        "stops ahead that are free and within the own points", ("how many stops the own points reach, and with the cards in hand", 16),
        ("stops that would still be missing to the third lap", 31),
        ("planes that could hit the own one with a gun, krauten, laser, missile or bomb", 2), ("Sky cards that nobody has seen, by kind", 3),
    )


_RACE = dict(
    game="tatata",
    options=({"rounds": 40},),
    learned={"rounds": (20, 2000)},
    tries=16,
    margin=2,
    win=0.7,
    lanes=32768,
    steps=96,
    trace=0.8,
)

TATATA_2 = Task(name="tatata-2", players=(2,), see=_race(2), hidden=(224, 128), **_RACE)

TATATA_3_8 = Task(name="tatata-3-8", players=(8, 4, 8, 3, 8, 5, 8, 6, 8, 7), see=_race(8), hidden=(208, 128), **_RACE)

TASKS = {task.name: task for task in (TATSU_2, TATSU_3_4, DOJO, DOJO_CHOICES, TAKAMATSU, TATATA_2, TATATA_3_8)}


def task_for(game: str, players: int) -> Task:
    """The task whose network plays this game with so many players: the first."""
    return next(task for task in TASKS.values() if task.game == game and players in task.players)


def entries(task: Task) -> list[Entry]:
    """What the network of this task sees."""
    if not task.entries:
        task.entries.extend(_entries(task))
    return task.entries
