"""Who judges a schedule: somebody who comes later, and has nothing but the logs that are left."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from unittest import mock

from engine import game
from net.core import verify
from net.core.bodies import Commit, Kick, Leave, Missing, encode_body
from net.core.group import CURVE
from net.core.log import FaultCode
from net.core.replica import Fed, HandReport, Replica
from net.core.verify import VerifyReport, verify_bytes
from tests.cheats.cheat import Cheat
from tests.cheats.kinds import Outcome
from tests.mesh import Mesh

__all__ = ["Judge", "check", "spectator", "verified"]

VERIFIED = 5
"""One in so many logs of the small group is given to `jass verify` too."""


def check(mesh: Mesh, exit_code: int = 3) -> None:
    """No honest seat is ever blamed, and the log proves every hand that was booked.

    ``exit_code`` is what `jass verify` has to say besides 0: 3 for a Partie that goes on.
    """
    for node in mesh.nodes:
        assert all(hand.fair and not hand.unproven for hand in node.hands)
    judged = Judge(mesh, None)
    judged.judge(stopped=False)
    assert judged.replica.reports
    assert all(report.fair for report in judged.replica.reports)
    if mesh.group is CURVE:
        assert verified(judged.data, mesh).exit_code in {0, exit_code}


def spectator(mesh: Mesh) -> Replica:
    """Somebody who comes later and has nothing but the longest log of an honest device."""
    return Judge(mesh, None).replica


class Judge:
    """Somebody who comes later, and has nothing but the longest log of the honest devices.

    Attributes:
        replica: that log replayed.
        fed: what each of its entries did.
        complete: whether the hand of a deck was played to its end, by the deck's number.
        data: that log's file.
    """

    def __init__(self, mesh: Mesh, cheat: Cheat | None) -> None:
        self.mesh = mesh
        self.cheat = cheat
        honest = [n for n in mesh.nodes if cheat is None or n.number != cheat.device]
        last = max(honest, key=lambda node: len(node.disk.records))
        # If the cheat alone is left, the log of who was there longest is all there is.
        self.honest = [node for node in honest if mesh.belongs(node)] or [last]
        disks = [node.disk for node in self.honest if node.disk.genesis is not None]
        disk = max(disks, key=lambda disk: len(disk.records))
        self.file = disk.read()
        assert self.file.genesis is not None
        assert self.file.fault is None
        self.replica = Replica(self.file.genesis, group=mesh.group)
        self.fed: list[Fed] = []
        self.complete: dict[int, bool] = {}
        by_rule = cheat is None or cheat.kind.does is None
        for record in self.file.records:
            assert not (by_rule and self.replica.is_flood(record)), "an honest host floods"
            fed = self.replica.feed(record)
            assert not isinstance(fed, FaultCode), fed
            self.fed.append(fed)
            hand, state = self.replica.hand, self.replica.state
            if hand is not None and state is not None and not hand.booked:
                self.complete[hand.number] = game.hand_over(state)
        self.data = disk.file()

    @property
    def identity(self) -> bytes | None:
        """The cheat's."""
        return self.mesh.nodes[self.cheat.device].peer.identity.public if self.cheat else None

    def judge(self, *, stopped: bool) -> None:
        """All that has to hold at the end of a schedule."""
        if not stopped:
            self._one_log()
        for node in self.honest:
            if node.peer.replica is not None:
                self._nobody_wronged(node.peer.replica)
        self._nobody_wronged(self.replica)
        for report in self.replica.reports:
            self._hand(report)
        self._told()
        # What `jass verify` computes has just been computed; the curve is where it will be asked.
        if self.mesh.group is CURVE or len(self.fed) % VERIFIED == 0:
            self._verify()
            self.mesh.counts["verified"] += 1
        if self.cheat is not None and self.cheat.done:
            self._caught()

    def _one_log(self) -> None:
        files = sorted((node.disk.file() for node in self.honest), key=len)
        assert all(files[-1].startswith(file) for file in files)
        for node in self.honest:
            replica = node.peer.replica
            # With a full disk a core is ahead of what it has said, and will be read from there.
            if replica is not None and not node.broken:
                assert replica.reports == self.replica.reports[: len(replica.reports)], node.name

    def _is_cheat(self, seat: int | None, identity: bytes | None = None) -> bool:
        """Whether a seat belongs to the cheat's device."""
        me = self.identity
        if me is None:
            return False
        if identity is not None:
            return identity == me
        seats = self.replica.lobby.seats
        there = seats[seat] if seat is not None and seat < len(seats) else None
        return there is not None and there.identity == me

    def _nobody_wronged(self, replica: Replica) -> None:
        for offence in replica.offences:
            assert self._is_cheat(offence.seat, offence.identity), offence
        for report in replica.reports:
            offender = report.finding.offender
            if offender is not None:
                assert self._controlled(report, offender) == self.identity, report.finding
        assert replica.mismatch is None, replica.mismatch

    def _controlled(self, report: HandReport, seat: int) -> bytes | None:
        """The device that played a seat in a hand: who committed it to that deck."""
        for fed in reversed(self.fed[: report.last]):
            body = fed.body
            mine = isinstance(body, Commit) and (body.deck, body.seat) == (report.deck, seat)
            if mine and fed.refusal is None:
                return fed.author
        return None

    def _excused(self, report: HandReport) -> bool:
        """Whether somebody was missing or left while the hand was played, or cheated in it."""
        span = [f.body for f in self.fed[report.first - 1 : report.last] if f.refusal is None]
        gone = any(isinstance(body, Missing | Leave | Kick) for body in span)
        return gone or (self.cheat is not None and self.cheat.done)

    def _hand(self, report: HandReport) -> None:
        finding = report.finding
        digests = {
            verdict.digest
            for verdict, device in zip(report.verdicts, report.players, strict=True)
            if verdict is not None and device != self.identity
        }
        assert digests <= {finding.digest}, "digests differ"
        if finding.deal is not None:
            assert len(set(finding.deal)) == len(finding.deal), "a card is lost"
        if not self._excused(report):
            assert report.fair, report
            assert self.complete[report.deck], "a hand is lost"
            assert finding.deal is not None
            assert all(verdict is not None for verdict in report.verdicts)

    def _told(self) -> None:
        """What a screen has shown is in the log: no hand and no point is lost.

        Save that a hand was given up for somebody's absence, or booked without its contribution,
        who then came back with a newer epoch in which it was played on, or opened.
        """
        results = [replace(report.result, unproven=()) for report in self.replica.reports]
        absent = any(isinstance(f.body, Missing | Leave | Kick) for f in self.fed)
        if absent or (self.cheat is not None and self.cheat.done):
            return
        for node in self.honest:
            for hand in node.hands:
                given_up = hand.result.note is not None
                told = replace(hand.result, unproven=())
                assert given_up or told in results, (node.name, hand.result)

    def _verify(self) -> None:
        report = verified(self.data, self.mesh)
        assert report.damage is None, report.damage
        for fault in report.faults:
            seats = {r.finding.offender for r in self.replica.reports}
            cheat = self.mesh.nodes[self.cheat.device].name if self.cheat is not None else None
            of_cheat = fault.name == cheat or self._is_cheat(fault.seat)
            assert of_cheat or fault.seat in seats, fault
        assert bool(report.faults) == (report.exit_code == 1)
        assert len(report.hands) == len(self.replica.reports)

    def _caught(self) -> None:
        """Whatever of the cheat counts in the log is named; the rest is void or not there.

        Nobody names what was said about a deck that was dropped before its first keys.
        """
        assert self.cheat is not None
        if self.cheat.kind.outcome is not Outcome.NAMED or self.named:
            return
        # A second answer that counts was the first: the other one has never come.
        if self.cheat.kind.says is not None:
            return
        said = set(self.cheat.said)
        for at, fed in enumerate(self.fed, start=1):
            if fed.author != self.identity or fed.refusal is not None:
                continue
            deck = getattr(fed.body, "deck", getattr(fed.body, "hand", None))
            booked = [report for report in self.replica.reports if report.deck == deck]
            if encode_body(fed.body) in said and booked and booked[0].last >= at:
                unproven = booked[0].finding.unproven or booked[0].result.note is not None
                assert unproven, f"{self.cheat.name} at entry {at} stays unnamed"

    @property
    def named(self) -> bool:
        """Whether the log convicts the cheat."""
        found = any(self._is_cheat(o.seat, o.identity) for o in self.replica.offences)
        return found or any(
            r.finding.offender is not None
            and self._controlled(r, r.finding.offender) == self.identity
            for r in self.replica.reports
        )

    @property
    def missing(self) -> bool:
        """Whether the cheat was found missing, or did not prove a hand."""
        unproven = any(r.finding.unproven for r in self.replica.reports)
        return unproven or any(isinstance(f.body, Missing) and not f.refusal for f in self.fed)

    def count(self, counts: Counter[str]) -> None:
        """Adds what the log holds."""
        reports = self.replica.reports
        counts["hands"] += len(reports)
        counts["cards"] += sum(len(r.finding.deal or ()) for r in reports)
        counts["entries"] += len(self.fed)
        for report in reports:
            counts[f"hand: {report.result.note or 'played'}"] += 1
            counts["hands unproven"] += bool(report.finding.unproven)
            if report.finding.reason is not None:
                counts[f"named: {report.finding.reason}"] += 1
        for offence in self.replica.offences:
            counts[f"named: {offence.reason}"] += 1
        if self.cheat is None:
            return
        became = "no opportunity"
        if self.cheat.done:
            became = "named" if self.named else "missing" if self.missing else "without effect"
        counts[f"cheat: {self.cheat.name}: {became}"] += 1


def verified(data: bytes, mesh: Mesh) -> VerifyReport:
    """What `jass verify` says of a file, in the group of the mesh."""
    if mesh.group is CURVE:
        return verify_bytes(data)
    with mock.patch.object(verify, "Replica", partial(Replica, group=mesh.group)):
        return verify_bytes(data)
