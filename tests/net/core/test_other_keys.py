"""Keys that an epoch has cut off, and another act after which others are due at the same head.

What a seat says then, case by case; whole tables at which it happens: `test_cut_off_draws`.
"""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from net.core.bodies import Body, Keys, OpenKey, SealedKeys
from net.core.honest import DeckFacts, SeatFacts, pair_key
from net.core.outbox import Outbox
from net.core.player import Player
from net.core.vault import Vault

HEAD = b"h" * 32


def keys(*sealed: tuple[int, tuple[int, ...]], open_slot: int | None = None) -> Keys:
    """What seat 0 gives at `HEAD`."""
    bundles = tuple(SealedKeys(to, slots, b"s" * (32 * len(slots) + 16)) for to, slots in sealed)
    clear = () if open_slot is None else (OpenKey(open_slot, b"k" * 32),)
    return Keys(0, 7, HEAD, bundles, clear)


def says(player: Player, due: Body, epoch: int) -> list[Body]:
    """What the seat says when ``due`` is what the deck asks of it."""
    deck = SimpleNamespace(due=lambda seat: due, complaint=lambda seat: None)
    replica = SimpleNamespace(
        hand=SimpleNamespace(deck=deck), next_deck=None, chain=SimpleNamespace(epoch=epoch)
    )
    return list(player._deal(replica, 0))  # type: ignore[arg-type]


@pytest.fixture
def vault() -> Vault:
    """One that has given the key of slot 5 to seat 1."""
    vault = Vault(lambda effect: None, bytes)
    vault.body(keys((1, (5,))))
    return vault


def player_of(vault: Vault) -> Player:
    return Player(b"me" * 16, vault, Outbox(vault), None)


@pytest.mark.parametrize(
    "due",
    [
        keys((2, (5,))),
        keys((1, (6,))),
        keys((1, (5, 6))),
        keys((1, (5,)), (2, (8,))),
        keys(open_slot=5),
    ],
)
def test_other_keys_are_given_in_a_newer_epoch(vault: Vault, due: Keys) -> None:
    """Else the seat would say the old ones again, and be convicted of a wrong receiver."""
    assert says(player_of(vault), due, epoch=2) == [due]
    assert vault.said(due) is None
    vault.body(due)
    assert says(player_of(vault), due, epoch=2) == [due]
    assert vault.said(due) == due


def test_a_message_about_other_slots_has_another_key() -> None:
    """Under one key two messages would tell what is in them, also if they begin with one slot."""
    seats = (SeatFacts(b"a" * 32, b"a" * 32), SeatFacts(b"b" * 32, b"b" * 32))
    facts = DeckFacts(bytes(32), 7, "de36", 36, seats)
    found = {pair_key(facts, HEAD, bytes(32), 0, 1, slots) for slots in ((5,), (5, 6), (6,))}

    assert len(found) == 3


def test_the_same_keys_are_the_same_body(vault: Vault) -> None:
    """In any epoch: what was said is said again, to the byte."""
    due = keys((1, (5,)))

    assert says(player_of(vault), due, epoch=3) == [due]
    assert vault.said(due) == due
