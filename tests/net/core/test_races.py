"""What crosses on its way: an act that another entry overtakes is never a dead end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import game
from engine.actions import Action, Bid, Choose, Play, Push, ShowStoeck
from engine.contracts import Contract
from net.commands import Perform
from tests.mesh import Mesh, Node
from tests.small_group import SMALL

GUEST = 1

TRUMPS = (Contract.EICHEL, Contract.ROSEN, Contract.SCHELLEN, Contract.SCHILTEN)

STOECK_AT_ONCE = {
    "ziel": "500",
    "schneider": "on",
    "schneider_punkte": "20",
    "stoeck_welsch": "on",
}
"""Stöck lift their side over a threshold of 20, so they may be shown from the first card on."""


def makes_trump_of_stoeck(node: Node) -> None:
    """This person names the suit of which it holds King and Ober, else pushes if it can."""
    command = node.peer.command

    def commanded(wanted: object, now: int) -> None:
        view = node.peer.replica.view(node.number) if node.peer.replica is not None else None
        if isinstance(wanted, Perform) and isinstance(wanted.action, Choose | Push) and view:
            cards = {item.card for item in view.hand}
            pairs = [t for suit, t in enumerate(TRUMPS) if {9 * suit + 6, 9 * suit + 7} <= cards]
            if pairs:
                wanted = Perform(Choose(pairs[0]))
            elif Push() in game.legal(view):
                wanted = Perform(Push())
        command(wanted, now)  # type: ignore[arg-type]

    node.peer.command = commanded  # type: ignore[method-assign,assignment]


def guest_with_stoeck(seed: int) -> tuple[Mesh, Node, Play, ShowStoeck] | None:
    """A table in trick 1 whose guest is asked, may show its Stöck and may call them with a card."""
    mesh = Mesh(seed, people=4, bots=0, settings=STOECK_AT_ONCE, group=SMALL)
    for node in mesh.nodes:
        makes_trump_of_stoeck(node)
    guest = mesh.nodes[GUEST]
    mesh.start()
    while not guest.hands:
        replica = guest.peer.replica
        view = replica.view(GUEST) if replica is not None else None
        if guest.turn is not None and view is not None:
            ways = [way for way in game.legal(view) if isinstance(way, Play)]
            calls = [way for way in ways if way.stoeck]
            shows = [a for a in game.unasked(view) if isinstance(a, ShowStoeck)]
            if shows and 0 < len(calls) < len(ways):
                return mesh, guest, calls[0], shows[0]
        if not mesh.step():
            mesh.time()
    return None


def first_with_stoeck(seed: int) -> tuple[Mesh, Node, Play, ShowStoeck]:
    """The first such table from some seed on: which it is depends on every frame that is sent."""
    return next(filter(None, map(guest_with_stoeck, range(100 * seed, 100 * seed + 100))))


def press(mesh: Mesh, node: Node, *actions: Action) -> None:
    """The person does these things at once, before anything can come back."""
    node.turn = None
    for action in actions:
        node.peer.command(Perform(action), mesh.now)
        mesh.carry_out(node)


def is_asked(node: Node) -> bool:
    """Whether the person is asked and has not answered."""
    return node.turn is not None


def history(node: Node) -> list[Action]:
    """What the seat of this node has done in the hand, as its device knows."""
    assert node.peer.replica is not None
    assert node.peer.replica.state is not None
    entries = node.peer.replica.state.history
    return [e.action for e in entries if e.seat == node.number]  # type: ignore[misc]


@pytest.mark.parametrize("seed", [2, 4, 5])
def test_a_card_that_calls_what_is_just_being_shown_is_asked_for_again(seed: int) -> None:
    """The shown Stöck are on their way; the card that would call them too is no dead end."""
    mesh, guest, call, show = first_with_stoeck(seed)

    press(mesh, guest, show, call)
    while not is_asked(guest):
        assert mesh.step()

    assert history(guest)[-1] == show
    assert guest.turn is not None
    assert replace(call, stoeck=False) in guest.turn.actions
    mesh.play_on(hands=1)
    assert all(node.hands[0].fair for node in mesh.nodes)


@pytest.mark.parametrize("seed", [2, 4, 5])
def test_a_card_behind_the_own_stoeck_is_played_after_them(seed: int) -> None:
    """It waits until the shown Stöck have their place, and is not asked for again."""
    mesh, guest, call, show = first_with_stoeck(seed)
    assert guest.turn is not None
    ways = [way for way in guest.turn.actions if isinstance(way, Play) and not way.stoeck]
    card = next(way for way in ways if way.card != call.card)

    press(mesh, guest, show, card)
    while history(guest)[-1:] != [card]:
        assert not is_asked(guest)
        assert mesh.step()

    assert history(guest)[-2:] == [show, card]
    mesh.play_on(hands=1)
    assert all(node.hands[0].fair for node in mesh.nodes)


def test_an_answer_that_crosses_what_somebody_else_says_unasked_is_given_again() -> None:
    """The bidder before corrects his number; the question to the next is put anew meanwhile.

    His answer is void under the old number, is nobody's offence, and comes again by itself.
    """
    mesh = Mesh(3, people=2, slug="differenzler", settings={"ansage": "offen"}, group=SMALL)
    host, guest = mesh.nodes[0], mesh.nodes[GUEST]
    mesh.start()
    while guest.turn is None or not history(host):
        assert mesh.step()
    said = history(host)[-1]
    assert isinstance(said, Bid)

    press(mesh, guest, Bid(100))
    press(mesh, host, Bid(said.number - 1 if said.number else 1))
    while not history(guest) or not mesh_agrees(mesh):
        assert not is_asked(guest)
        assert mesh.step()

    assert history(guest) == [Bid(100)]
    replica = host.peer.replica
    assert replica is not None
    assert replica.offences == []
    mesh.play_on(hands=1)
    assert all(node.hands[0].fair for node in mesh.nodes)


def mesh_agrees(mesh: Mesh) -> bool:
    """Whether all devices have the same log at this moment."""
    return len({node.peer.replica.n for node in mesh.nodes if node.peer.replica}) == 1
