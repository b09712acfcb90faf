"""Who leads: the standings of the league as lines, for the screen and for `jass league`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tui.present.canvas import fit, width_of
from tui.present.menu import wrap
from tui.present.report import report_sentence
from tui.texts import Say

if TYPE_CHECKING:
    from net.session import League, Standing

__all__ = ["league_lines"]

NARROW = 64
"""Below so many cells only what decides who leads is shown."""

_POINTS = ("played", "won", "points", "difference", "broken", "fair")
_BRIEF = ("played", "won", "difference")
_OVERALL = ("played", "won", "broken", "fair")
_LEAST_NAME = 8

Line = tuple[str, str]
"""A line of a page: what it says and its ink."""


def league_lines(say: Say, league: League, width: int, game: str | None = None) -> list[Line]:
    """The tables of all games, or of one (a slug), then what does not count, at most so wide."""
    lines: list[Line] = []
    narrow = width < NARROW
    shown = [table for table in league.games if game in (None, table.game)]
    if len(shown) > 1:
        lines.append((say("league.all"), "title"))
        lines += _table(say, league.people, _BRIEF[:2] if narrow else _OVERALL, width)
        lines.append(("", ""))
    for table in shown:
        head = say("league.game", game=say(f"game.{table.game}"), count=table.partien)
        lines.append((head, "title"))
        lines += _table(say, table.standings, _BRIEF if narrow else _POINTS, width)
        lines.append(("", ""))
    if not shown:
        lines += [(line, "") for line in wrap(say("league.none"), width)]
        lines.append(("", ""))
    notes = list(_notes(say, league))
    if shown:
        notes.append(say("league.legend"))
    for note in notes:
        lines += [(line, "dim") for line in wrap(note, width)]
    while lines and not lines[-1][0]:
        lines.pop()
    return lines


def _table(
    say: Say, standings: Sequence[Standing], columns: Sequence[str], width: int
) -> Iterator[Line]:
    """Rank, name, and numbers under their heads, each column as wide as what is in it."""
    rows = [[_cell(standing, column) for column in columns] for standing in standings]
    heads = [say(f"league.{column}") for column in columns]
    wide = [max(map(width_of, cells)) for cells in zip(heads, *rows, strict=True)]
    room = width - 4 - sum(wide) - 2 * len(wide)
    names = max((width_of(standing.name) for standing in standings), default=0)
    name_room = max(min(names, room), _LEAST_NAME)

    def line(rank: str, name: str, cells: Sequence[str]) -> str:
        name = fit(name, name_room)
        gap = " " * (name_room - width_of(name))
        numbers = "".join(
            "  " + " " * (size - width_of(cell)) + cell
            for size, cell in zip(wide, cells, strict=True)
        )
        return fit(f"{rank:>2}  {name}{gap}{numbers}", width)

    yield line("", "", heads), "dim"
    for rank, (standing, cells) in enumerate(zip(standings, rows, strict=True), start=1):
        yield line(str(rank), standing.name, cells), "strong" if rank == 1 else ""


def _cell(standing: Standing, column: str) -> str:
    if column == "fair":
        return f"{standing.fair}/{standing.hands}"
    if column == "difference":
        return f"{standing.difference:+d}"
    return str(getattr(standing, column))


def _notes(say: Say, league: League) -> Iterator[str]:
    """Who has a mark, what counts nothing, and why."""
    for standing in league.people:
        if standing.faults:
            yield say("league.faults", name=standing.name, count=standing.faults)
        if standing.unopened:
            yield say("league.unopened", name=standing.name, count=standing.unopened)
    if league.alone:
        yield say("league.alone", count=league.alone)
    for left in league.left_out:
        sentence = report_sentence(say, left.code, left.facts)
        yield say("league.left_out", file=left.path.name, sentence=sentence)
