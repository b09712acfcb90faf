"""Checks a whole saved game with nothing but its file.

Everything is computed again: signatures, chain, every message of every deal, every play, the score.
What the seats said about a hand (`Verdict`) is compared with that, never believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, TypeAlias

from engine.seats import Seat
from net.core.before import decode_before
from net.core.clean import clean_name, clean_table_name
from net.core.hand import Hand
from net.core.log import RULES, FaultCode, LogFault, LogFile, read_log
from net.core.parties import Played, partien_of
from net.core.replica import Replica
from net.core.reports import Fed, HandReport
from net.core.results import Partie, Results
from net.core.saved import last_names
from net.core.who import accused, played_for, silent
from net.updates import Gone

__all__ = [
    "FaultFound",
    "VerifyReport",
    "unreadable",
    "verify_bytes",
]

PROVEN: Final = 0
FAULTY: Final = 1
UNREADABLE: Final = 2
UNFINISHED: Final = 3

_Sentence: TypeAlias = tuple[str, dict[str, str]]
"""A code, and the facts of its text."""


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

    ``exit_code``: 0 all that was written is proven: also what a hand costs that ended because
    somebody was gone, though its cards may never have been opened; 1 a fault is proven; 2
    unreadable, damaged or another version; 3 valid so far but unfinished, or a hand that counts as
    it was played was not opened.
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
    damage: LogFault | None = None
    partien: tuple[Partie, ...] = ()


def unreadable(reason: str) -> VerifyReport:
    """The report on a file that cannot even be read."""
    return VerifyReport(UNREADABLE, (("unreadable", {"reason": reason}),))


def verify_bytes(data: bytes) -> VerifyReport:
    """Checks the log in the bytes of a file; what is wrong with it is in the report."""
    file = read_log(data, RULES)
    if file.genesis is None or (file.fault and file.fault.code in _VERSIONS):
        return _damaged(file, None, file.fault or LogFault(FaultCode.NOT_A_LOG, 0, 0))
    replica = Replica(file.genesis)
    results = Results(replica)
    course = _Course(replica)
    for record in file.records:
        fed = results.feed(record)
        course.after(fed)
        if isinstance(fed, FaultCode):
            # By its place in the file: what a damaged record says of itself is worth nothing.
            return _damaged(file, replica, LogFault(fed, replica.n + 1, file.places[replica.n]))
    if file.fault is not None:
        return _damaged(file, replica, file.fault)
    return _judge(course, tuple(results.partien))


class _Course:
    """What has to be noted while a log is fed, since its end does not tell it any more.

    Attributes:
        people: the names on the seats now; who left keeps the name.
        sides: for each booked hand the seats of its sides.
        given: the first hands of new people on seats of others, by their place in `reports`.
        played_for: for each booked hand the seats whose people were away from its deal on.
    """

    def __init__(self, replica: Replica) -> None:
        self.replica = replica
        self.people: tuple[str, ...] = ()
        self.sides: list[tuple[tuple[Seat, ...], ...]] = []
        self.given: list[int] = []
        self.played_for: list[tuple[int, ...]] = []
        self._dealt: tuple[Hand | None, tuple[int, ...]] = (None, ())

    def after(self, fed: Fed | FaultCode) -> None:
        """An entry was fed."""
        replica = self.replica
        self.people = last_names(self.people, replica)
        hand, handovers = replica.hand, replica.lobby.handovers[len(self.given) :]
        if hand is not self._dealt[0]:
            self._dealt = (hand, played_for(replica))
        # In the middle of a hand it is the next one: a bot plays this one to its end.
        runs = hand is not None and not hand.booked
        self.given.extend(len(replica.reports) + runs for _ in handovers)
        if isinstance(fed, Fed) and fed.finished is not None and replica.state is not None:
            self.sides.append(replica.state.setup.sides)
            self.played_for.append(self._dealt[1])

    def points(self, place: int, points: Sequence[int]) -> str:
        """Points per side with the names of that hand: ``Lara, Ueli 92 : Noémie, Marco 65``."""
        people = self.replica.reports[place].people
        return " : ".join(
            f"{_together(people, side)} {count}"
            for side, count in zip(self.sides[place], points, strict=True)
        )


def _together(people: Sequence[str], seats: Iterable[int]) -> str:
    return ", ".join(people[seat] for seat in seats)


_VERSIONS: Final = (FaultCode.OTHER_PROTOCOL, FaultCode.OTHER_RULES)


def _damaged(file: LogFile, replica: Replica | None, fault: LogFault) -> VerifyReport:
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
    played = partien_of(replica)
    labels = _labels(played)
    setup = replica.lobby.setup
    slug = setup.variant.slug if setup is not None else ""
    table = clean_table_name(replica.chain.genesis.name)
    sentences: list[_Sentence] = [
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
    ]
    sentences.extend(_begun(replica))
    sentences.extend(_hands(course, played, labels))
    sentences.extend(_substitutes(course, labels))
    sentences.extend(_handovers(course, labels))
    sentences.extend(("fault", _facts(fault, labels)) for fault in faults)
    for wrong in replica.strayed.values():
        facts = {"entry": str(wrong.entry), "name": _name(replica, people, wrong.seat, None)}
        sentences.append(("programs_differ", {**facts, "what": wrong.reason.value}))
    exit_code, result = _result_of(course, played, faulty=bool(faults))
    sentences.append(result)
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


def _result_of(course: _Course, played: Sequence[Played], *, faulty: bool) -> tuple[int, _Sentence]:
    """The exit code, and the sentence that says what is proven and what is not."""
    replica = course.replica
    # What a hand costs whose person was gone the log proves by itself, opened or not.
    unopened = [report for report in replica.reports if report.finding.unproven]
    counted = any(report.result.note is None for report in unopened)
    if faulty:
        code, exit_code = "faulty", FAULTY
    elif not played or not played[-1].over:
        code, exit_code = "unfinished", UNFINISHED
    elif counted:
        code, exit_code = "unproven", UNFINISHED
    else:
        code, exit_code = "partly" if unopened else "proven", PROVEN
    names = dict.fromkeys(name for report in unopened for name in silent(replica, report))
    score = "0"
    if played and played[-1].hands:
        score = course.points(-1, played[-1].score)
    elif played:
        score = " : ".join(map(str, played[-1].score))
    return exit_code, (
        code,
        {
            "hands": str(len(replica.reports)),
            "proven": str(sum(report.finding.ok for report in replica.reports)),
            "unopened": str(len(unopened)),
            "names": ", ".join(names),
            "score": score,
            "partie": str(len(played) or 1),
        },
    )


def _labels(played: Sequence[Played]) -> list[str]:
    """The number of each hand as people count: in the second Partie «2.1» is the first.

    Two more are those of the next hands.
    """
    several = len(played) > 1
    labels = [
        f"{partie.number}.{report.number}" if several else str(report.number)
        for partie in played
        for report in partie.hands
    ]
    last = played[-1] if played else None
    following = last.hands[-1].number + 1 if last is not None and last.hands else 1
    ahead = [str(following), str(following + 1)]
    return labels + ([f"{last.number}.{one}" for one in ahead] if several and last else ahead)


def _begun(replica: Replica) -> Iterator[_Sentence]:
    """Where the score comes from that the table starts with; that log is not in this file."""
    before = decode_before(replica.chain.genesis.before)
    if before is not None:
        score = ":".join(map(str, before.standing.score))
        yield "begun", {"score": score, "log": f"{before.table.hex()}.jass", "entry": str(before.n)}


def _hands(course: _Course, played: Sequence[Played], labels: Sequence[str]) -> Iterator[_Sentence]:
    """Every hand; where there is more than one Partie also how each of them ended."""
    place = 0
    for partie in played:
        for report in partie.hands:
            yield _hand(course, place, labels[place])
            if report.gone is not None:
                yield "hand_lost", _lost(report, report.gone, course.sides[place])
            place += 1
        if len(played) > 1 and partie.over and partie.hands:
            score = course.points(place - 1, partie.score)
            yield "partie_over", {"partie": str(partie.number), "score": score}


def _hand(course: _Course, place: int, label: str) -> _Sentence:
    replica = course.replica
    report = replica.reports[place]
    result = report.result
    facts = {
        "hand": label,
        "written": course.points(place, result.written),
        "score": " : ".join(map(str, result.score)),
    }
    code = "hand_annulled" if result.note == "annulled" else "hand"
    if report.finding.unproven:
        return f"{code}_unproven", {**facts, "seats": ", ".join(silent(replica, report))}
    if code == "hand":
        code = "hand_proven" if report.finding.ok else "hand_faulty"
    return code, facts


def _lost(report: HandReport, gone: Gone, sides: Sequence[Sequence[int]]) -> dict[str, str]:
    """Whose going away ended a hand, whose it was, and what that costs.

    ``others`` is what the other one of two sides writes, where the one of who is gone writes none.
    """
    result = report.result
    own = next(number for number, side in enumerate(sides) if gone.seat in side)
    two = len(sides) == 2 and not result.written[own]
    return {
        "name": report.people[gone.seat],
        "why": gone.why,
        "side": _together(report.people, sides[own]),
        "note": result.note or "",
        "factor": str(result.factor),
        "others": str(result.written[1 - own]) if two else "",
    }


def _substitutes(course: _Course, labels: Sequence[str]) -> Iterator[_Sentence]:
    """In which hands a bot played for somebody from the deal on, in the log's order."""
    found: dict[tuple[int, str], list[int]] = {}
    for place, seats in enumerate(course.played_for):
        for seat in seats:
            name = course.replica.reports[place].people[seat]
            found.setdefault((seat, name), []).append(place)
    for (seat, name), places in found.items():
        # What follows on each other has one distance between its number and its rank.
        runs = groupby(enumerate(places), key=lambda ranked: ranked[1] - ranked[0])
        spans = ([place for _, place in run] for _, run in runs)
        hands = ", ".join(
            labels[span[0]] if len(span) == 1 else f"{labels[span[0]]}-{labels[span[-1]]}"
            for span in spans
        )
        yield "played_for", {"seat": str(seat + 1), "name": name, "hands": hands}


def _handovers(course: _Course, labels: Sequence[str]) -> Iterator[_Sentence]:
    for handover, place in zip(course.replica.lobby.handovers, course.given, strict=True):
        before, after = (clean_name(s.name) or "?" for s in (handover.before, handover.after))
        facts = {"seat": str(handover.seat + 1), "name": after, "before": before}
        yield "seat_given", {**facts, "hand": labels[place]}


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


def _facts(fault: FaultFound, labels: Sequence[str]) -> dict[str, str]:
    return {
        "seat": "" if fault.seat is None else str(fault.seat + 1),
        "name": fault.name,
        "hand": "" if fault.hand is None else labels[fault.hand - 1],
        "entry": "" if fault.entry is None else str(fault.entry),
        "reason": fault.reason,
    }
