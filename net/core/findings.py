"""What was found out about a hand, as people are told of it: its result, verdicts and offences."""

from __future__ import annotations

from engine.seats import Seat
from net.core.bodies import Verdict
from net.core.replica import Replica
from net.core.reports import HandReport, Offence
from net.core.who import accused, silent
from net.updates import HandFinished, Offended, VerdictCode

__all__ = ["hand_finished", "offended"]


def offended(replica: Replica, offence: Offence) -> Offended:
    """An offence as people are told of it."""
    return _offended(replica, offence.seat, offence.identity, offence.reason, offence.entry)


def hand_finished(replica: Replica, report: HandReport) -> HandFinished:
    """A booked hand, with all that is proven of it: by single entries, and by its replay."""
    found = [offended(replica, offence) for offence in report.offences]
    finding = report.finding
    if not finding.ok and finding.reason is not None:
        who = finding.offender, report.player_of(finding.offender)
        found.append(_offended(replica, *who, finding.reason, finding.entry or 0))
    return HandFinished(
        report.result,
        report.fair,
        tuple(_verdict(verdict) for verdict in report.verdicts),
        tuple(Seat(seat) for seat in finding.unproven),
        tuple(sorted(found, key=lambda one: one.entry)),
        silent=silent(replica, report),
        people=report.people,
        gone=report.gone,
    )


def _offended(
    replica: Replica, seat: int | None, identity: bytes | None, reason: str, entry: int
) -> Offended:
    seat, name = accused(replica, seat, identity)
    return Offended(None if seat is None else Seat(seat), name, str(reason), entry)


def _verdict(verdict: Verdict | None) -> VerdictCode:
    if verdict is None:
        return "missing"
    # What is not proven is no accusation: `HandFinished.unproven` says whose secret is not open.
    return "accused" if verdict.offender is not None else "ok"
