"""What a seat says about a hand, once and for all, and when it may say something else."""

from __future__ import annotations

import dataclasses

import msgspec
import pytest

from net.core.bodies import Verdict, encode_body
from tests.mesh import Mesh
from tests.small_group import SMALL

GUEST = 1


def judging() -> tuple[Mesh, Verdict]:
    """A table whose guest is about to judge a hand, and what it has to say."""
    mesh = Mesh(3, people=2, bots=2, group=SMALL)
    mesh.start()
    guest = mesh.nodes[GUEST].peer
    while True:
        hand = guest.replica.hand if guest.replica is not None else None
        if hand is not None and hand.finding is not None:
            return mesh, hand.finding.verdict(GUEST, hand.number)
        assert mesh.step() or mesh.time() is None


@pytest.mark.parametrize("epoch", [1, 2])
def test_a_verdict_on_what_was_cut_off_binds_nobody(epoch: int) -> None:
    """Said before an epoch, it is given anew after it; within one it stays, to the byte.

    Else whoever had found somebody missing, in entries that are gone, would have to say so of a
    hand that everybody has proved, and be convicted of a false verdict.
    """
    mesh, verdict = judging()
    guest = mesh.nodes[GUEST].peer
    assert guest.replica is not None
    other = msgspec.structs.replace(verdict, ok=False)
    guest.replica.hand.verdicts.pop(GUEST, None)  # type: ignore[union-attr]
    vault = guest._player._vault
    vault.forget({verdict.deck})
    vault.body(other)
    chain = guest.replica.chain
    chain._reigns.append(dataclasses.replace(chain._reigns[-1], epoch=epoch))

    [said] = [body for body in guest._player.dues(guest.replica) if isinstance(body, Verdict)]

    assert said == verdict
    assert vault.body(said) == encode_body(verdict if epoch > 1 else other)
