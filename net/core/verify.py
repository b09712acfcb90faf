"""Checks and replays a whole saved game with nothing but its file.

Everything is computed again: signatures, chain, every message of every deal, every play, the score.
What the seats said about a hand (`Verdict`) is compared with that, never believed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from engine.cards import Card
from engine.faces import Faces, Slot
from engine.seats import Seat
from engine.view import View
from net.core.before import decode_before
from net.core.clean import clean_name, clean_table_name
from net.core.log import RULES, Fault, FaultCode, LogFile, read_log
from net.core.replica import Replica
from net.core.reporter import accused, hand_finished, lobby_update
from net.core.reports import Fed, HandReport
from net.core.results import Partie, Results
from net.core.saved import last_names
from net.updates import LobbyChanged, Update, ViewChanged

__all__ = [
    "FaultFound",
    "Replay",
    "Step",
    "VerifyReport",
    "replay_bytes",
    "unreadable",
    "verify_bytes",
]

PROVEN: Final = 0
FAULTY: Final = 1
UNREADABLE: Final = 2
UNFINISHED: Final = 3

FIRST: Final = Seat(0)


@dataclass(frozen=True, slots=True)
class FaultFound:
    """One proven offence: who (seat and name), in which hand, which entry, and why (a code).

    ``hand`` counts the hands of the table from 1; None between hands.
    """

    seat: int | None
    name: str
    hand: int | None
    entry: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What a log proves.

    ``exit_code``: 0 all that was scored is proven; 1 a fault is proven; 2 unreadable, damaged or
    another version; 3 valid so far but unfinished, or a scored hand was not opened.
    ``sentences`` are codes with the facts of their texts, the result last. ``partien`` are those
    that were played to their end, whatever came after; none of a damaged log.
    """

    exit_code: int
    sentences: tuple[tuple[str, dict[str, str]], ...]
    table: str = ""
    game: str = ""
    players: tuple[str, ...] = ()
    entries: int = 0
    hands: tuple[HandReport, ...] = ()
    faults: tuple[FaultFound, ...] = ()
    damage: Fault | None = None
    partien: tuple[Partie, ...] = ()


def unreadable(reason: str) -> VerifyReport:
    """The report on a file that cannot even be read."""
    return VerifyReport(UNREADABLE, (("unreadable", {"reason": reason}),))


def verify_bytes(data: bytes) -> VerifyReport:
    """Checks the log in the bytes of a file; what is wrong with it is in the report."""
    file = read_log(data, RULES)
    if file.genesis is None or (file.fault and file.fault.code in _VERSIONS):
        return _damaged(file, None, file.fault or Fault(FaultCode.NOT_A_LOG, 0, 0))
    replica = Replica(file.genesis)
    results = Results(replica)
    course = _Course(replica)
    for record in file.records:
        fed = results.feed(record)
        course.after(fed, len(results.partien))
        if isinstance(fed, FaultCode):
            # By its place in the file: what a damaged record says of itself is worth nothing.
            return _damaged(file, replica, Fault(fed, replica.n + 1, file.places[replica.n]))
    if file.fault is not None:
        return _damaged(file, replica, file.fault)
    return _judge(course, tuple(results.partien))


class _Course:
    """What has to be noted while a log is fed, since its end does not tell it any more.

    Attributes:
        people: the names on the seats now; who left keeps the name.
        hands: for each booked hand the names on its seats and the seats of its sides.
        given: the hands in which seats were given to new people, by their place in `hands`.
        over: numbers of the Partien that were played to their end.
    """

    def __init__(self, replica: Replica) -> None:
        self.replica = replica
        self.people: tuple[str, ...] = ()
        self.hands: list[tuple[tuple[str, ...], tuple[tuple[Seat, ...], ...]]] = []
        self.given: list[int] = []
        self.over: list[int] = []

    def after(self, fed: Fed | FaultCode, over: int) -> None:
        """An entry was fed; ``over`` Partien have ended by now."""
        replica = self.replica
        self.people = last_names(self.people, replica)
        handovers = replica.lobby.handovers[len(self.given) :]
        self.given.extend(len(replica.reports) for _ in handovers)
        if isinstance(fed, Fed) and fed.finished is not None and replica.state is not None:
            self.hands.append((self.people, replica.state.setup.sides))
        if over > len(self.over):
            self.over.append(replica.lobby.partie)

    def label(self, place: int) -> str:
        """The number of a hand as people count: in the second Partie «2.1» is the first."""
        reports, partie = self.replica.reports, self.replica.lobby.partie
        if place < len(reports):
            partie = reports[place].result.partie
        number = 1 + sum(report.result.partie == partie for report in reports[:place])
        return f"{partie}.{number}" if self.replica.lobby.partie > 1 else str(number)

    def points(self, place: int, points: Sequence[int]) -> str:
        """Points per side with the names: ``Lara, Ueli 92 : Noémie, Marco 65``."""
        people, sides = self.hands[place]
        return " : ".join(
            f"{', '.join(people[seat] for seat in side)} {count}"
            for side, count in zip(sides, points, strict=True)
        )


_VERSIONS: Final = (FaultCode.OTHER_PROTOCOL, FaultCode.OTHER_RULES)


def _damaged(file: LogFile, replica: Replica | None, fault: Fault) -> VerifyReport:
    facts = {
        "entry": str(fault.entry),
        "offset": "" if fault.offset is None else str(fault.offset),
        "fault": fault.code.value,
    }
    if file.genesis is not None:
        facts["protocol"] = str(file.genesis.protocol)
        facts["rules"] = str(file.genesis.rules)
    code = "other_version" if fault.code in _VERSIONS else "damaged"
    if fault.code is FaultCode.NOT_A_LOG:
        code = "not_a_log"
    return VerifyReport(
        UNREADABLE,
        ((code, facts),),
        entries=replica.n if replica is not None else 0,
        hands=tuple(replica.reports) if replica is not None else (),
        damage=fault,
    )


def _judge(course: _Course, partien: tuple[Partie, ...]) -> VerifyReport:
    """What a sound log proves."""
    replica, people = course.replica, course.people
    faults = tuple(_faults(replica, people))
    sentences: list[tuple[str, dict[str, str]]] = []
    setup = replica.lobby.setup
    slug = setup.variant.slug if setup is not None else ""
    table = clean_table_name(replica.chain.genesis.name)
    sentences.append(
        (
            "table",
            {
                "table": table,
                "game": slug,
                "players": ", ".join(filter(None, people)),
                "entries": str(replica.n),
                "hands": str(len(replica.reports)),
            },
        )
    )
    sentences.extend(_begun(replica))
    sentences.extend(_hands(course))
    sentences.extend(_handovers(course))
    sentences.extend(("fault", _facts(fault, course)) for fault in faults)
    if replica.mismatch is not None:
        wrong = replica.mismatch
        facts = {"entry": str(wrong.entry), "name": _name(replica, people, wrong.seat, None)}
        sentences.append(("programs_differ", {**facts, "what": wrong.reason.value}))
    # A hand that was lost because somebody is missing is proven by those who found it so.
    unopened = any(
        report.finding.unproven and report.result.note is None for report in replica.reports
    )
    finished = replica.lobby.partie > 0 and not replica.lobby.playing
    if faults:
        code, exit_code = "faulty", FAULTY
    elif not finished or unopened:
        code, exit_code = ("unproven" if finished else "unfinished"), UNFINISHED
    else:
        code, exit_code = "proven", PROVEN
    state = replica.state
    # A Partie that has no hand yet has no score either: nobody has to be named for that.
    booked = bool(course.hands) and replica.reports[-1].result.partie == replica.lobby.partie
    score = course.points(-1, state.score) if state is not None and booked else "0"
    facts = {"hands": str(len(replica.reports)), "score": score}
    sentences.append((code, {**facts, "partie": str(max(replica.lobby.partie, 1))}))
    return VerifyReport(
        exit_code,
        tuple(sentences),
        table=table,
        game=slug,
        players=people,
        entries=replica.n,
        hands=tuple(replica.reports),
        faults=faults,
        partien=partien,
    )


def _begun(replica: Replica) -> Iterator[tuple[str, dict[str, str]]]:
    """Where the score comes from that the table starts with; that log is not in this file."""
    before = decode_before(replica.chain.genesis.before)
    if before is not None:
        score = ":".join(map(str, before.standing.score))
        yield "begun", {"score": score, "log": f"{before.table.hex()}.jass", "entry": str(before.n)}


def _hands(course: _Course) -> Iterator[tuple[str, dict[str, str]]]:
    """Every hand; where there is more than one Partie also how each of them ended."""
    replica, people = course.replica, course.people
    for place, report in enumerate(replica.reports):
        result = report.result
        facts = {
            "hand": course.label(place),
            "written": course.points(place, result.written),
            "score": " : ".join(map(str, result.score)),
        }
        if report.result.note == "annulled":
            yield "hand_annulled", facts
        elif report.finding.unproven:
            seats = ", ".join(
                _name(replica, people, seat, report.players[seat])
                for seat in report.finding.unproven
            )
            yield "hand_unproven", {**facts, "seats": seats}
        elif report.finding.ok:
            yield "hand_proven", facts
        last = replica.reports[place + 1 :][:1]
        ended = result.partie in course.over and not (
            last and last[0].result.partie == result.partie
        )
        if ended and replica.lobby.partie > 1:
            told = {"partie": str(result.partie), "score": course.points(place, result.score)}
            yield "partie_over", told


def _handovers(course: _Course) -> Iterator[tuple[str, dict[str, str]]]:
    for handover, place in zip(course.replica.lobby.handovers, course.given, strict=True):
        before, after = (clean_name(s.name) or "?" for s in (handover.before, handover.after))
        facts = {"seat": str(handover.seat + 1), "name": after, "before": before}
        yield "seat_given", {**facts, "hand": course.label(place)}


def _faults(replica: Replica, people: tuple[str, ...]) -> Iterator[FaultFound]:
    """What the replays found and what the entries prove by themselves, in the log's order."""
    found: list[FaultFound] = []
    for number, report in enumerate(replica.reports, start=1):
        finding = report.finding
        if not finding.ok and finding.reason is not None:
            found.append(
                FaultFound(
                    finding.offender,
                    _name(replica, people, finding.offender, report.player_of(finding.offender)),
                    number,
                    finding.entry,
                    finding.reason,
                )
            )
    for offence in replica.offences:
        hand = next((n for n, r in enumerate(replica.reports, 1) if offence in r.offences), None)
        found.append(
            FaultFound(
                offence.seat,
                _name(replica, people, offence.seat, offence.identity),
                hand,
                offence.entry,
                offence.reason,
            )
        )
    yield from sorted(found, key=lambda fault: fault.entry or 0)


def _name(
    replica: Replica, people: tuple[str, ...], seat: int | None, identity: bytes | None
) -> str:
    """Who did something for ``seat``: nobody is named for what somebody else's device did."""
    _, name = accused(replica, seat, identity)
    return name or (people[seat] if seat is not None and seat < len(people) else "?")


def _facts(fault: FaultFound, course: _Course) -> dict[str, str]:
    return {
        "seat": "" if fault.seat is None else str(fault.seat + 1),
        "name": fault.name,
        "hand": "" if fault.hand is None else course.label(fault.hand - 1),
        "entry": "" if fault.entry is None else str(fault.entry),
        "reason": fault.reason,
    }


# --- replay --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One entry that changed something: the view with every card that the log opens, and news."""

    n: int
    view: View
    updates: tuple[Update, ...]


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
    fault: Fault | None
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
            )
            for step in self.steps
        )
        return replace(self, steps=tuple(steps), seat=chair)


def replay_bytes(data: bytes) -> Replay:
    """A saved game; cards of hands that were opened at their end are known from the deal on."""
    file = read_log(data, RULES)
    if file.genesis is None:
        return Replay("", "", (), (), file.fault)
    deals = _deals(file)
    replica = Replica(file.genesis)
    steps: list[Step] = []
    lobby: LobbyChanged | None = None
    people: tuple[str, ...] = ()
    fault = file.fault
    for record in file.records:
        fed = replica.feed(record)
        if isinstance(fed, FaultCode):
            fault = Fault(fed, replica.n + 1, file.places[replica.n])
            break
        people = last_names(people, replica)
        news: list[Update] = []
        now = lobby_update(replica)
        if now is not None and now != lobby:
            lobby = now
            news.append(now)
        view = _open_view(replica, deals)
        if view is not None and (fed.events or news):
            if fed.events:
                news.append(ViewChanged(view, fed.events, lobby.seats if lobby else ()))
            news.extend(_result(replica, fed))
            steps.append(Step(fed.n, view, tuple(news)))
    setup = replica.lobby.setup
    slug = setup.variant.slug if setup is not None else ""
    table = clean_table_name(file.genesis.name)
    sat = {identity: seat for identity, (seat, _) in replica.lobby.sat.items()}
    return Replay(table, slug, people, tuple(steps), fault, sat)


def _deals(file: LogFile) -> dict[int, tuple[Card, ...]]:
    """The cards of every slot by deck, where the log opens them."""
    if file.genesis is None:
        return {}
    replica = Replica(file.genesis)
    deals: dict[int, tuple[Card, ...]] = {}
    for record in file.records:
        if isinstance(replica.feed(record), FaultCode):
            break
        finding = replica.finding()
        if replica.hand is not None and finding is not None and finding.deal is not None:
            deals[replica.hand.number] = finding.deal
    return deals


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
