"""Games as text, one or a folder of them."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Mapping, Sequence
from typing import Any

from . import _core
from .table import Table


def read_record(text: str, box: _core.Box | None = None) -> Table:
    """The table of a record, played to where the record ends. Raises tatami.Error with the line and the reason."""
    return Table("", auto_draw=False, _core_table=_core.Table.read(text, box))


def verify(text: str, box: _core.Box | None = None, *, commitment: str | None = None, words: Mapping[int, str] | None = None) -> dict[str, Any]:
    """Checks that the shuffles of a record follow from the secret that it names, as `tatami verify` does.

    It proves that nobody chose them only if you also give the `commitment` that you saw before the game and the word of your seat."""
    given = {} if words is None else dict(words)
    if any(not isinstance(seat, int) or not 0 <= seat < _core.MAX_SEATS for seat in given):
        raise _core.Error(f"seats go from 0 to {_core.MAX_SEATS - 1}")
    return _core.verify(text, box, commitment, tuple(given.get(seat) for seat in range(max(given, default=-1) + 1)))


def decisions(table: Table) -> list[dict[str, Any]]:
    """One row per decision of a game."""
    facts = {"game": table.game.id, "players": table.players, "over": table.over}
    points, winners = table.points, table.winners
    rows: list[dict[str, Any]] = []
    for step in table.steps():
        who, _, action = step.line.partition(" ")
        if who != "*":
            seat = int(who)
            rows.append({
                **facts, "decision": len(rows), "seat": seat, "action": action, "n_legal": len(step.legal[seat]),
                "final_points": points[seat], "won": seat in winners,
            })
    return rows


def load_records(folder: str | os.PathLike[str], pattern: str = "*.record", *, boxes: Sequence[_core.Box] = (), engine: str = "pandas") -> Any:
    """All records of a folder as a data frame, one row per decision; `engine` is "pandas" or "polars".

    Records that name a box need it in `boxes`."""
    by_sum = {box.sha256: box for box in boxes}
    rows = []
    for path in sorted(pathlib.Path(folder).glob(pattern)):
        text = path.read_text(encoding="utf-8")
        box = next((box for sha256, box in by_sum.items() if sha256 in text.split("\n\n", 1)[0]), None)
        try:
            rows += [{"file": path.name, **row} for row in decisions(read_record(text, box))]
        except _core.Error as error:
            raise _core.Error(f"{path}: {error}") from None
    if engine == "pandas":
        import pandas
        return pandas.DataFrame(rows)
    if engine == "polars":
        import polars
        return polars.DataFrame(rows)
    raise ValueError(f'engine is "pandas" or "polars", not {engine!r}')
