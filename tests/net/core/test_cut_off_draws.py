"""A draw that an epoch cuts off, and another one after which other keys are due at the same head.

Of the games for three or more only the Chappe-Jass has keys after the deal: for a card that is
given away face down, and for cards of the stock when last cards tie. Besides, with a cut by hand
(`echtes_abheben`) the first keys follow from it. The Sidi-Jass draws from a stock too; but of its
two devices neither can begin an epoch that takes back what the other one has seen.

What an honest person does it does again after an epoch, so others follow only from a patched
program: it changes its mind, which nobody can prove, since entries of two epochs are no evidence
against each other. The honest seats have given keys for what it did first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product

import pytest

from engine import game
from engine.actions import Action, Cut, Give, Play
from engine.seats import Seat
from engine.state import State, Step
from net.commands import Perform
from net.core.bodies import Act, Keys, decode_body
from net.core.deal import Deck
from net.core.group import CURVE, Group
from net.core.log import Entry
from net.core.phases import PhaseBody
from net.core.replica import Replica
from tests.judge import Judge, check, verified
from tests.mesh import Node
from tests.mesh_watch import DoorMesh
from tests.net.core.tables import finished, replica, run, said
from tests.net.core.test_succession import opens, votes_for_the_guest
from tests.small_group import SMALL

GUEST = 1
"""The device that begins the epoch, and orders from then on."""

DEALT = 8
"""The last of the 2·3 + 3 phases of a deal for three, counted from 0."""

DRAW = DEALT + 1
"""The phase in which keys are given for the first card that somebody may see later."""

FIRST_KEYS = DEALT - 1


class Changing(DoorMesh):
    """Three devices at which a test says what people choose.

    Attributes:
        choose: which of these actions a person takes; None: any.
        rests_at: the step at which everybody waits.
    """

    def __init__(
        self, seed: int, group: Group = SMALL, slug: str = "chappe", **settings: str
    ) -> None:
        self.choose: Callable[[Node, tuple[Action, ...]], Action | None] = lambda *_: None
        self.rests_at: Step | None = None
        super().__init__(
            seed, people=3, bots=0, slug=slug, settings={**settings, "frist": "5"}, group=group
        )
        self.start()
        # All seats have given keys here; votes of those who have would not count (`Forks`). In life
        # only who orders can have, before the others have seen what for.
        for node in self.nodes:
            node.peer._exchange._forks._takes_back = lambda *_: False  # type: ignore[method-assign]

    def _people(self) -> list[tuple[str, object]]:
        steps = {step_of(node) for node in self.nodes}
        return [] if self.rests_at in steps else super()._people()

    def _act(self, node: Node) -> None:
        assert node.turn is not None
        action = self.choose(node, node.turn.actions) if not node.hands else None
        if action is None:
            super()._act(node)
            return
        node.turn = None
        node.peer.command(Perform(action), self.clock(node))


def step_of(node: Node) -> Step | None:
    log = node.peer.replica
    return log.state.step if log is not None and log.state is not None else None


def deck_of(log: Replica) -> Deck:
    assert log.hand is not None
    return log.hand.deck


def state_of(node: Node) -> State:
    state = replica(node).state
    assert state is not None
    return state


def stands(mesh: Changing, step: Step) -> None:
    """All wait at this step of the first hand, with all that was said before it."""
    mesh.rests_at = step

    def there(node: Node) -> bool:
        return step_of(node) is step and replica(node).n == replica(mesh.nodes[0]).n

    run(mesh, lambda: all(there(node) for node in mesh.nodes) and not is_dealing(mesh))
    mesh.rests_at = None


def is_dealing(mesh: Changing) -> bool:
    return any(deck_of(replica(node)).awaited for node in mesh.nodes)


def keys_of(mesh: Changing, phase: int) -> Mapping[int, PhaseBody]:
    """What each seat has given in this phase, once all are beyond it in the newest epoch."""
    epoch = replica(mesh.nodes[GUEST]).chain.epoch

    def beyond(node: Node) -> bool:
        log = replica(node)
        return log.chain.epoch == epoch and log.hand is not None and deck_of(log).number > phase

    run(mesh, lambda: all(beyond(node) for node in mesh.nodes))
    return dict(deck_of(replica(mesh.nodes[0])).phases[phase].bodies)


def changes_its_mind(node: Node) -> None:
    """From now on the program of this device stands by nothing that it has done so far."""
    player, vault = node.peer._player, node.peer._player._vault
    old, answers = said(node, Act), player.answers

    def stands_by(replica: Replica, act: Act) -> bool:
        if act in old:
            vault.disown(act)
            player._wishes.clear()
            return False
        return answers(replica, act)

    player.answers = stands_by  # type: ignore[method-assign]


def given(node: Node, deck: int) -> Iterator[Keys]:
    """All keys of a deck that a device has ever said, by its disk."""
    for place, data in node.disk.secrets.items():
        body = decode_body(data) if place.startswith(f"body/{deck}/Keys/".encode()) else None
        if isinstance(body, Keys):
            yield body


def sees(states: tuple[State, ...], seat: int, slot: int) -> bool:
    return any(seat in state.sights[slot] for state in states)


def nothing_leaks(mesh: Changing, *states: State) -> None:
    """Every key went to who may see its slot in one of ``states``, and nobody knows more cards."""
    for node in mesh.nodes:
        deck = deck_of(replica(node))
        for body in given(node, deck.facts.number):
            sealed = [(one.receiver, slot) for one in body.sealed for slot in one.slots]
            clear = [(seat, key.slot) for seat in deck.seats for key in body.open]
            assert all(sees(states, seat, slot) for seat, slot in (*sealed, *clear))
        known, state = deck.faces(node.number).keys(), state_of(node)
        assert all(sees((state,), node.number, slot) for slot in known - deck.opened.keys())


def goes_on(mesh: Changing) -> None:
    """This hand and another one come to their end, all have one log, and nobody is named."""
    finished(mesh, 2)
    mesh.agree()
    check(mesh)
    report = verified(Judge(mesh, None).data, mesh)
    assert not report.faults
    assert report.damage is None
    assert [node.failed for node in mesh.nodes] == [None] * 3
    assert all(replica(node).offences == [] for node in mesh.nodes)


# -- a card given away face down ----------------------------------------------------------------


def exchanging(seed: int, group: Group = SMALL) -> Changing:
    mesh = Changing(seed, group, karten_tauschen="rechts")
    stands(mesh, Step.GIVE)
    return mesh


def gives_another(mesh: Changing, cheat: int) -> None:
    """The cheat gives each of its cards at most once."""
    chosen: list[Action] = []

    def choose(node: Node, actions: tuple[Action, ...]) -> Action | None:
        if node.number != cheat or not isinstance(actions[0], Give):
            return None
        chosen.append(next(action for action in actions if action not in chosen))
        return chosen[-1]

    mesh.choose = choose


@pytest.mark.parametrize("cheat", range(3))
@pytest.mark.parametrize("group", [SMALL, CURVE])
def test_another_card_is_given_away_after_an_epoch(group: Group, cheat: int) -> None:
    """Two seats give keys of that one now; who gets it says the same as before, to the byte."""
    mesh = exchanging(7, group)
    votes = votes_for_the_guest(mesh)
    gives_another(mesh, cheat)
    old = keys_of(mesh, DRAW)
    before = state_of(mesh.nodes[0])
    head = deck_of(replica(mesh.nodes[0])).phases[DRAW].head
    changes_its_mind(mesh.nodes[cheat])

    opens(mesh, votes)
    new = keys_of(mesh, DRAW)

    assert deck_of(replica(mesh.nodes[0])).phases[DRAW].head == head
    receiver = next(seat for seat in range(3) if old[seat] == new[seat])
    assert [old[seat] == new[seat] for seat in range(3)].count(True) == 1
    assert receiver != cheat
    nothing_leaks(mesh, before, state_of(mesh.nodes[0]))
    goes_on(mesh)


def test_the_same_cards_are_given_away_after_an_epoch() -> None:
    """Nobody has changed its mind: all keys are the same, to the byte."""
    mesh = exchanging(8)
    votes = votes_for_the_guest(mesh)
    old = keys_of(mesh, DRAW)

    opens(mesh, votes)

    assert keys_of(mesh, DRAW) == old
    nothing_leaks(mesh, state_of(mesh.nodes[0]))
    goes_on(mesh)


def test_keys_that_are_not_due_any_more_are_not_said() -> None:
    """Whoever orders would keep them until others are due, and an honest seat be convicted."""
    mesh = exchanging(9)
    votes = votes_for_the_guest(mesh)
    gives_another(mesh, GUEST)
    old = keys_of(mesh, DRAW)
    changes_its_mind(mesh.nodes[GUEST])
    cheat = mesh.nodes[GUEST].peer
    offer = cheat._scribe.offer
    kept: list[tuple[Entry, int, int]] = []

    def offers(entry: Entry, link: int, room: int) -> None:
        deck = deck_of(cheat.replica) if cheat.replica is not None else None
        is_due = deck is not None and bool(deck.awaited)
        if decode_body(entry.body) in old.values() and not is_due:
            kept.append((entry, link, room))
            return
        while kept and is_due:
            offer(*kept.pop())
        offer(entry, link, room)

    cheat._scribe.offer = offers  # type: ignore[method-assign]
    opens(mesh, votes)

    assert keys_of(mesh, DRAW) != old
    goes_on(mesh)


# -- cards of the stock, for all to see -----------------------------------------------------------

Hands = Mapping[int, tuple[Play, ...]]
Order = tuple[int, ...]
"""By seat, which of its two cards it plays first."""


def drawing(table: Changing) -> tuple[Hands, Order, Order] | None:
    """Two orders in which two draw from the stock or three, if these cards have such; else None.

    Only one seat plays its two cards in another order.
    """
    state = state_of(table.nodes[0])
    hands = {}
    for seat, node in enumerate(table.nodes):
        view = replica(node).view(seat)
        assert view is not None
        hands[seat] = tuple(Play(held.slot, held.card) for held in view.hand)
    orders = list(product(range(2), repeat=3))
    drawn = {order: drawers(state, hands, order) for order in orders}
    for one in orders:
        for seat in range(3):
            other = tuple(1 - at if seat == number else at for number, at in enumerate(one))
            if {drawn[one], drawn[other]} == {2, 3}:
                return hands, one, other
    return None


def drawers(state: State, hands: Hands, order: Order) -> int:
    """How many draw if only the last cards tie."""
    left = {seat: [cards[order[seat]], cards[1 - order[seat]]] for seat, cards in hands.items()}
    while state.step is Step.PLAY and state.asked:
        seat = Seat(state.asked[0])
        state, _ = game.apply(state, seat, left[seat].pop(0))
    return len(state.awaited) if len(state.tricks) == 1 else 0


def test_another_number_of_cards_is_turned_up_after_an_epoch() -> None:
    """Three last cards tied, now it is two, or the other way round: others open other slots."""
    for seed in range(400):
        mesh = Changing(seed, start_karten="2", blatt="2x36")
        stands(mesh, Step.PLAY)
        found = drawing(mesh)
        if found is not None:
            break
    assert found is not None
    hands, order, other = found
    cheat = next(seat for seat in range(3) if order[seat] != other[seat])

    def choose(node: Node, actions: tuple[Action, ...]) -> Action | None:
        return hands[node.number][order[node.number]] if len(actions) == 2 else None

    mesh.choose = choose
    votes = votes_for_the_guest(mesh)
    old = keys_of(mesh, DRAW)
    before = state_of(mesh.nodes[0])
    changes_its_mind(mesh.nodes[cheat])
    order = other

    opens(mesh, votes)
    new = keys_of(mesh, DRAW)

    counts = [{len(body.open) for body in keys.values()} for keys in (old, new)]  # type: ignore[union-attr]
    assert counts in ([{2}, {3}], [{3}, {2}])
    nothing_leaks(mesh, before, state_of(mesh.nodes[0]))
    goes_on(mesh)


# -- the cut ------------------------------------------------------------------------------------


@pytest.mark.parametrize("second", [5, 24])
def test_a_deck_is_cut_elsewhere_after_an_epoch(second: int) -> None:
    """All first keys are of other slots then, and nobody is named for having given the old ones.

    Also a card beside the first cut, where a message to one seat begins with the same slot.

    Each seat has seen the cards that it was dealt first, and knows by them what others hold now.
    """
    mesh = Changing(10, slug="differenzler", echtes_abheben="on")
    stands(mesh, Step.CUT)
    votes = votes_for_the_guest(mesh)
    [cheat] = replica(mesh.nodes[0]).asked()
    cuts = [second, 25]

    def choose(node: Node, actions: tuple[Action, ...]) -> Action | None:
        return Cut(cuts.pop()) if isinstance(actions[0], Cut) else None

    mesh.choose = choose
    old = keys_of(mesh, FIRST_KEYS)
    before = state_of(mesh.nodes[0])
    changes_its_mind(mesh.nodes[cheat])

    opens(mesh, votes)
    new = keys_of(mesh, FIRST_KEYS)

    assert all(old[seat] != new[seat] for seat in range(3))
    nothing_leaks(mesh, before, state_of(mesh.nodes[0]))
    goes_on(mesh)
