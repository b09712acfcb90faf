"""A deck among honest seats: who learns what, what everybody can prove, and what is void."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.core import bodies
from net.core.audit import audit
from net.core.bodies import Commit, HandOk, Keys, Reveal, Shuffle, decode_body, encode_body
from net.core.crypto import digest
from net.core.deal import Deck
from net.core.faults import Fault, FaultReason
from net.core.honest import DeckFacts, SeatFacts
from net.core.phases import Kind
from tests.net.core.dealers import Round, facts, hands, secret


def owner_of(table: Round) -> dict[int, int]:
    return {slot: seat for slot, may in enumerate(table.sights) for seat in may}


@pytest.mark.parametrize(
    ("seats", "size", "number"), [(2, 36, 1), (3, 36, 0), (4, 36, 7), (5, 54, 2), (7, 72, 3)]
)
def test_whole_deal(seats: int, size: int, number: int) -> None:
    """Everybody sees its own cards and no other, can prove them, and the replay blames nobody."""
    table = Round(seats, size, number)
    table.deal()
    assert table.spectator.dealt
    assert table.spectator.number == 2 * seats + 3
    seen: dict[int, int] = {}
    for seat, deck in enumerate(table.decks):
        faces = deck.faces(seat)
        assert set(faces) == {slot for slot, may in enumerate(table.sights) if seat in may}
        assert not seen.keys() & faces.keys()
        seen |= faces
    assert len(set(seen.values())) == len(seen)
    assert table.spectator.faces(None) == {}
    for slot, seat in owner_of(table).items():
        assert table.open(seat, slot) is None
    assert table.spectator.opened == seen
    found = table.finish()
    assert found.fault is None
    assert found.unproven == ()
    assert found.faces is not None
    assert sorted(found.faces) == list(range(size))
    assert {slot: found.faces[slot] for slot in seen} == seen
    assert {audit(deck) for deck in table.everyone} == {found}


def test_phases() -> None:
    """The order of messages is that of 3.3; the fused seat locks first and never shuffles."""
    table = Round(4, number=6)
    table.deal()
    order = [(type(body).__name__, body.seat) for body in map(decode_body, table.log)]
    assert order == [
        *(("Commit", seat) for seat in range(4)),
        *(("Shuffle", seat) for seat in (0, 1, 3)),
        *(("Lock", seat) for seat in (2, 0, 1, 3)),
        *(("DeckAck", seat) for seat in range(4)),
        *(("Keys", seat) for seat in range(4)),
        *(("HandOk", seat) for seat in range(4)),
    ]


def test_sizes() -> None:
    """Message bytes stay within those of dealing.md section 4 (bodies, without entry and frame)."""
    table = Round(4)
    table.deal()
    largest = {type(decode_body(data)).__name__: len(data) for data in table.log}
    assert largest["Shuffle"] <= 1250
    assert largest["Lock"] <= 2402
    assert largest["Keys"] <= 1050
    assert sum(map(len, table.log)) <= 19_500


def test_joint_chance() -> None:
    """It exists from the last DeckAck on, is the same for all, and any seat's S changes it."""
    table = Round(3)
    table.run(Kind.READY)
    assert table.spectator.chance is None
    table.run(Kind.KEYS)
    (chance,) = {deck.chance for deck in table.everyone}
    assert chance is not None
    other = Round(3)
    other.decks[1] = Deck(other.facts, {1: bytes(32)})
    other.run(Kind.KEYS)
    assert other.spectator.chance not in (None, chance)


def test_order_within_a_phase_does_not_matter() -> None:
    """D is the same whoever of a phase came first (3.2)."""
    one, two = Round(3), Round(3)
    for seat in (0, 1, 2):
        one.post(one.decks[seat].due(seat))
    for seat in (2, 0, 1):
        two.post(two.decks[seat].due(seat))
    assert one.spectator.head == two.spectator.head
    assert one.spectator.number == 1


def test_facts_make_the_first_head() -> None:
    """Every public fact is in D_0 (2.7)."""
    a, b = SeatFacts(bytes(32), b"a" * 32), SeatFacts(b"b" * 32, b"a" * 32)
    all_facts = [
        DeckFacts(b"t", 0, "36", 36, (a, b)),
        DeckFacts(b"u", 0, "36", 36, (a, b)),
        DeckFacts(b"t", 2, "36", 36, (a, b)),
        DeckFacts(b"t", 1, "36", 36, (a, b)),
        DeckFacts(b"t", 0, "f", 36, (a, b)),
        DeckFacts(b"t", 0, "36", 35, (a, b)),
        DeckFacts(b"t", 0, "36", 36, (b, a)),
        DeckFacts(b"t", 0, "36", 36, (a, SeatFacts(b"b" * 32, b"c" * 32))),
    ]
    assert len({each.head() for each in all_facts}) == len(all_facts)
    assert [each.fused for each in all_facts[:4]] == [0, 0, 0, 1]
    with pytest.raises(ValueError, match="two seats"):
        DeckFacts(b"t", 0, "36", 36, (a,))
    with pytest.raises(ValueError, match="cards"):
        DeckFacts(b"t", 0, "36", 73, (a, b))


def test_resend_is_byte_identical() -> None:
    """A device that lost its process owes the same bytes again, from its log and S alone (F2)."""
    table = Round(3)
    again: list[bytes] = []

    def restarted(seat: int) -> Deck:
        deck = Deck(table.facts, {seat: secret(seat)})
        for entry, data in enumerate(table.log):
            if deck.phase.kind is Kind.KEYS and not deck.awaited:
                deck.entitle(table.sights)
            deck.accept(decode_body(data), entry)
        if deck.phase.kind is Kind.KEYS and not deck.awaited:
            deck.entitle(table.sights)
        return deck

    while not table.spectator.dealt:
        for seat in table.spectator.awaited:
            again.append(encode_body(restarted(seat).due(seat)))
            assert restarted(seat).due(seat) == table.decks[seat].due(seat)
        if not table.step():
            table.entitle(table.sights)
    assert set(table.log) <= set(again)
    back = restarted(1)
    assert back.faces(1) == table.decks[1].faces(1)
    slot = min(back.faces(1))
    assert back.opening(1, slot) == table.decks[1].opening(1, slot)


def test_bot_beside_a_person() -> None:
    """Two seats on one device do not see each other's cards."""
    table = Round(3)
    both = Deck(table.facts, {0: secret(0), 1: secret(1)})
    table.decks[0] = table.decks[1] = both
    table.deal()
    assert both.faces(0).keys() == {s for s, may in enumerate(table.sights) if 0 in may}
    assert both.faces(1).keys() == {s for s, may in enumerate(table.sights) if 1 in may}
    with pytest.raises(KeyError):
        both.opening(0, min(both.faces(1)))
    assert table.finish().fault is None


class TestSpecialSights:
    def test_turned_card(self) -> None:
        """A slot that all may see is open to spectators as well, proven by keys in clear (3.6)."""
        table = Round(3)
        table.sights = (frozenset(range(3)), *table.sights[1:])
        table.deal()
        assert set(table.spectator.opened) == {0}
        assert {deck.opened[0] for deck in table.everyone} == {table.finish().faces[0]}

    def test_forehead_card(self) -> None:
        """All but its owner see it, and whoever sees it can prove it."""
        table = Round(3)
        table.sights = (frozenset((1, 2)), *table.sights[1:])
        table.deal()
        assert 0 not in table.decks[0].faces(0)
        assert 0 not in table.spectator.faces(None)
        assert table.decks[1].faces(1)[0] == table.decks[2].faces(2)[0]
        assert table.open(2, 0) is None
        assert table.decks[0].opened[0] == table.decks[1].faces(1)[0]

    def test_draw(self) -> None:
        """A stock card is seen by nobody, then by its drawer alone; the others send keys."""
        table = Round(2)
        table.sights = tuple(may if slot < 18 else () for slot, may in enumerate(hands(2, 36)))
        table.deal()
        assert table.spectator.awaited == ()
        assert all(18 not in deck.faces(seat) for seat, deck in enumerate(table.decks))
        drawn = [frozenset(may) for may in table.sights]
        drawn[18] = frozenset((1,))
        table.entitle(drawn)
        assert table.spectator.awaited == (0,)
        (bundle,) = table.decks[0].due(0).sealed
        assert (bundle.receiver, bundle.slots) == (1, (18,))
        before = table.spectator.head
        table.run()
        assert table.spectator.head != before
        assert 18 in table.decks[1].faces(1)
        assert 18 not in table.decks[0].faces(0)
        assert table.open(1, 18) is None
        found = table.finish()
        assert found.fault is None
        assert found.faces[18] == table.spectator.opened[18]

    def test_two_draws_at_once(self) -> None:
        """What the game grants while keys are under way is granted right after."""
        table = Round(2)
        table.sights = tuple(may if slot < 18 else () for slot, may in enumerate(hands(2, 36)))
        table.deal()
        drawn = [frozenset(may) for may in table.sights]
        drawn[18] = frozenset((1,))
        table.entitle(drawn)
        drawn[19] = frozenset((0, 1))
        table.entitle(drawn)
        table.run()
        assert set(table.spectator.opened) == {19}
        assert 18 in table.decks[1].faces(1)


class TestVoid:
    def test_twice(self) -> None:
        """The same body again changes nothing and blames nobody."""
        table = Round(3)
        body = table.decks[0].due(0)
        table.post(body)
        head = table.spectator.head
        assert table.post(body) == Fault(FaultReason.NOT_AWAITED, None)
        assert table.spectator.head == head

    def test_out_of_turn(self) -> None:
        """A body of a phase that has not come, or of a seat whose turn it is not, is void."""
        table = Round(3)
        head = table.spectator.head
        assert table.post(HandOk(1, 0, head)).reason is FaultReason.NOT_AWAITED
        assert table.post(Keys(1, 0, head, (), ())).reason is FaultReason.NOT_AWAITED
        assert table.post(Reveal(1, 0, secret(1))).reason is FaultReason.NOT_AWAITED
        table.run(Kind.SHUFFLE)
        early = Shuffle(2, 0, table.spectator.head, bytes(36 * 32))
        assert table.post(early).reason is FaultReason.NOT_AWAITED
        assert table.post(Commit(9, 0, head, *[bytes(32)] * 3)).reason is FaultReason.NOT_AWAITED

    def test_keys_before_the_game_has_dealt(self) -> None:
        """No key is due or taken before it is known who may see what (3.3)."""
        table = Round(3)
        table.run(Kind.KEYS)
        assert table.spectator.awaited == ()
        assert table.decks[0].due(0) is None
        assert not table.spectator.released
        keys = Keys(0, 0, table.spectator.head, (), ())
        assert table.post(keys).reason is FaultReason.NOT_AWAITED
        table.entitle(table.sights)
        table.step()
        assert table.spectator.released

    def test_other_deck_and_head(self) -> None:
        """An old deck is void; another D_0 for this one is a fault of versions, not of a person."""
        table, old, newer = Round(3), Round(3, number=1), Round(3)
        assert table.post(old.decks[0].due(0)) == Fault(FaultReason.OTHER_DECK, None)
        newer.decks[0] = Deck(facts(3, 35), {0: secret(0)})
        assert table.post(newer.decks[0].due(0)) == Fault(FaultReason.OTHER_VERSION, None)
        table.run(Kind.SHUFFLE)
        stale = Shuffle(1, 0, digest("elsewhere"), bytes(36 * 32))
        assert table.post(stale) == Fault(FaultReason.OTHER_HEAD, None)

    def test_accept_insists_on_check(self) -> None:
        """Taking a refused body is our own error."""
        table = Round(2)
        with pytest.raises(ValueError, match="not_awaited"):
            table.decks[0].accept(HandOk(0, 0, table.spectator.head), 0)
        with pytest.raises(ValueError, match="every slot"):
            table.decks[0].entitle([()])


class TestReveal:
    def test_missing(self) -> None:
        """Who does not reveal is unproven, and the cards stay unknown to the replay (3.5)."""
        table = Round(
            3, cheat=lambda seat, kind, body: None if (seat, kind) == (1, "reveal") else body
        )
        table.deal()
        found = table.finish()
        assert found == type(found)(None, None, (1,))

    def test_wrong(self) -> None:
        """Another secret than the committed one names its author at once."""
        table = Round(3)
        table.deal()
        for deck in table.everyone:
            deck.close()
        assert table.post(Reveal(1, 0, secret(2))) == Fault(FaultReason.WRONG_REVEAL, 1)

    def test_annulled_in_the_middle_of_the_keys(self) -> None:
        """A hand that ends after its first keys can be opened and replayed as well (3.5)."""
        table = Round(3)
        table.run(Kind.KEYS)
        table.entitle(table.sights)
        table.step()
        found = table.finish()
        assert found.fault is None
        assert sorted(found.faces) == list(range(36))


seat_numbers = st.integers(0, 11)
blobs = st.binary(max_size=70) | st.sampled_from([bytes(36 * 32), bytes(range(256)) * 9])


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_hostile_bodies_never_raise(data: st.DataObject) -> None:
    """Whatever well-formed body a seat sends in any phase, the answer is a fault or None."""
    table = _in_phase(data.draw(st.sampled_from([*Kind, None])))
    deck = table.spectator
    head = data.draw(st.sampled_from([deck.head, bytes(32)]))
    hashes = st.binary(min_size=32, max_size=32)
    seat = data.draw(seat_numbers)
    sealed = st.builds(
        bodies.SealedKeys,
        seat_numbers,
        st.lists(st.integers(0, 71), min_size=1, max_size=3).map(tuple),
        blobs,
    )
    clear = st.builds(bodies.OpenKey, st.integers(0, 71), hashes)
    body = data.draw(
        st.one_of(
            st.builds(Commit, *map(st.just, (seat, 0, head)), hashes, hashes, hashes),
            st.builds(Shuffle, *map(st.just, (seat, 0, head)), blobs),
            st.builds(bodies.Lock, *map(st.just, (seat, 0, head)), blobs, blobs),
            st.builds(bodies.DeckAck, *map(st.just, (seat, 0, head)), hashes),
            st.builds(
                Keys,
                *map(st.just, (seat, 0, head)),
                st.lists(sealed, max_size=3).map(tuple),
                st.lists(clear, max_size=3).map(tuple),
            ),
            st.just(HandOk(seat, 0, head)),
            st.builds(bodies.Toss, *map(st.just, (seat, 0, head)), hashes),
            st.builds(bodies.TossOpen, *map(st.just, (seat, 0, head)), hashes),
            st.builds(
                bodies.Complain,
                *map(st.just, (seat, 0, head)),
                st.none() | st.integers(0, 71),
                st.none() | seat_numbers,
            ),
            st.builds(Reveal, st.just(seat), st.just(0), hashes),
        )
    )
    fault = deck.check(body)
    assert fault is None or isinstance(fault, Fault)
    assert fault is None or (fault.seat == seat) == fault.reason.blames
    slot, card = data.draw(st.integers(-1, 80)), data.draw(st.integers(-1, 80))
    keys = data.draw(st.lists(st.binary(max_size=33), max_size=5))
    assert deck.check_opening(seat, slot, card, keys) is not None


_TABLES: dict[Kind | None, Round] = {}


def _in_phase(kind: Kind | None) -> Round:
    """A table where the phase has just begun; None: where the cards are dealt."""
    if kind not in _TABLES:
        table = Round(2)
        dealt = kind in (Kind.HAND_OK, Kind.TOSS, Kind.TOSS_OPEN, None)
        table.run(Kind.KEYS if dealt else kind)
        if table.spectator.phase.kind is Kind.KEYS:
            table.entitle(table.sights)
            if kind is not Kind.KEYS:
                table.run(kind if kind is Kind.HAND_OK else None)
        if kind in (Kind.TOSS, Kind.TOSS_OPEN):
            for deck in table.everyone:
                deck.toss()
            table.run(kind)
        assert table.spectator.dealt if kind is None else table.spectator.phase.kind is kind
        _TABLES[kind] = table
    return _TABLES[kind]
