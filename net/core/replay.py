"""A saved game to step through, with nothing but its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from engine.cards import Card
from engine.faces import Faces, Slot
from engine.seats import Seat
from engine.view import View
from net.core.clean import clean_table_name
from net.core.company import Company, lobby_update
from net.core.findings import hand_finished
from net.core.log import RULES, FaultCode, LogFault, read_log
from net.core.parties import Counter
from net.core.replica import Replica
from net.core.reports import Fed
from net.core.saved import deals_of, last_names
from net.updates import LobbyChanged, Update, ViewChanged

__all__ = ["Replay", "Step", "replay_bytes"]

FIRST: Final = Seat(0)


@dataclass(frozen=True, slots=True)
class Step:
    """One entry that changed something: the view with every card that the log opens, and news.

    ``partie`` is the number of the Partie, counted from 1.
    """

    n: int
    view: View
    updates: tuple[Update, ...]
    partie: int


@dataclass(frozen=True, slots=True)
class Replay:
    """A saved game to step through, as far as its log is sound.

    ``sat`` is the seat of each person's device, the last one it had; ``seat`` whose cards lie in
    front, that of nobody in particular at first.
    """

    table: str
    game: str
    players: tuple[str, ...]
    steps: tuple[Step, ...]
    fault: LogFault | None
    sat: Mapping[bytes, int] = field(default_factory=dict)
    seat: Seat = FIRST

    @property
    def updates(self) -> tuple[Update, ...]:
        """All news in order, as a session would have told them."""
        return tuple(update for step in self.steps for update in step.updates)

    def seen_by(self, identity: bytes) -> Replay:
        """The same with the cards of that device's person in front, if it had a seat there."""
        seat = self.sat.get(identity)
        return self if seat is None else self.seen_from(seat)

    def seen_from(self, seat: int) -> Replay:
        """The same over another shoulder; ``seat`` has to be one of the table."""
        chair = Seat(seat)

        def turned(view: View) -> View:
            return replace(view, seat=chair)

        steps = (
            Step(
                step.n,
                turned(step.view),
                tuple(
                    replace(update, view=turned(update.view))
                    if isinstance(update, ViewChanged)
                    else update
                    for update in step.updates
                ),
                step.partie,
            )
            for step in self.steps
        )
        return replace(self, steps=tuple(steps), seat=chair)


def replay_bytes(data: bytes) -> Replay:
    """A saved game; cards of hands that were opened at their end are known from the deal on."""
    file = read_log(data, RULES)
    if file.genesis is None:
        return Replay("", "", (), (), file.fault)
    deals = deals_of(file)
    replica = Replica(file.genesis)
    steps: list[Step] = []
    lobby: LobbyChanged | None = None
    people: tuple[str, ...] = ()
    partien = Counter()
    company = Company(b"", {})
    fault = file.fault
    for record in file.records:
        fed = replica.feed(record)
        if isinstance(fed, FaultCode):
            fault = LogFault(fed, replica.n + 1, file.places[replica.n])
            break
        people = last_names(people, replica)
        partie = partien.count(replica)
        news: list[Update] = []
        now = lobby_update(replica, company, hosting=False)
        if now is not None and now != lobby:
            lobby = now
            news.append(now)
        view = _open_view(replica, deals)
        if view is not None and (fed.events or news):
            if fed.events:
                news.append(ViewChanged(view, fed.events, lobby.seats if lobby else ()))
            news.extend(_result(replica, fed))
            steps.append(Step(fed.n, view, tuple(news), partie))
    setup = replica.lobby.setup
    slug = setup.variant.slug if setup is not None else ""
    table = clean_table_name(file.genesis.name)
    sat = {identity: seat for identity, (seat, _) in replica.lobby.sat.items()}
    return Replay(table, slug, people, tuple(steps), fault, sat)


def _open_view(replica: Replica, deals: dict[int, tuple[Card, ...]]) -> View | None:
    state, hand = replica.state, replica.hand
    if state is None:
        return None
    deal = deals.get(hand.number, ()) if hand is not None else ()
    return View(state, Faces({Slot(s): card for s, card in enumerate(deal)}), Seat(0))


def _result(replica: Replica, fed: Fed) -> Iterator[Update]:
    report = fed.finished
    if report is not None:
        yield hand_finished(replica, report)
