"""What a second reader of the deal looked for: cheats who hide, and honest seats that are blamed.

Each test is a hole that was open once, or a way to blame somebody honest. At the end a second
implementation, made from docs/dealing.md alone, has to deal the same deck.
"""

import hashlib
import re
from pathlib import Path

import msgspec
import pytest

from engine import game
from engine.actions import Choose, Play, ShowStoeck
from engine.cards import Rank
from engine.contracts import Contract
from engine.forms import encode_action
from net.core import honest
from net.core.bodies import (
    Act,
    Body,
    Commit,
    Complain,
    HandOk,
    Lock,
    Options,
    Sit,
    Start,
    Unasked,
    encode_body,
    join,
    split,
)
from net.core.crypto import Box, Identity
from net.core.deal import Deck
from net.core.desk import options_body
from net.core.faults import Fault, FaultReason
from net.core.honest import DeckFacts, SeatFacts
from net.core.lobby import NetReason
from net.core.log import (
    PROTOCOL,
    Genesis,
    Record,
    encode,
    next_head,
    order_signature,
    sign_entry,
)
from net.core.phases import DealBody
from net.core.replica import Replica
from net.core.reports import Fed
from tests.net.core.dealers import TABLE, Round, hands, secret, silent
from tests.net.core.second_dealer import Dealer

DOCUMENT = Path(__file__).parents[3] / "docs" / "dealing.md"


class TestNobodyHonestIsBlamed:
    def test_keys_for_an_open_card(self) -> None:
        """A seat that is entitled to a slot which lies open already has nothing to complain of."""
        table = Round(3, 9)
        table.deal()
        assert table.open(0, 0) is None
        table.entitle(
            [frozenset((0, 2)) if slot == 0 else may for slot, may in enumerate(table.sights)]
        )
        table.run()
        assert table.decks[2].faces(2)[0] == table.spectator.opened[0]
        assert table.decks[2].complaint(2) is None

    def test_keys_for_a_known_card(self) -> None:
        """A card that its holder knows and that is turned for all is not there twice."""
        table = Round(3, 9)
        table.deal()
        everyone = frozenset(range(3))
        table.entitle([everyone if slot == 0 else may for slot, may in enumerate(table.sights)])
        table.run()
        assert table.spectator.opened.keys() == {0}
        assert [deck.complaint(seat) for seat, deck in enumerate(table.decks)] == [None] * 3

    def test_playing_a_card_while_it_is_turned(self) -> None:
        """Who knows a card can prove it, also while the others are just turning it."""
        table = Round(3, 9)
        table.deal()
        everyone = frozenset(range(3))
        table.entitle([everyone if slot == 0 else may for slot, may in enumerate(table.sights)])
        assert table.step()
        card = table.decks[0].faces(0)[0]
        keys = table.decks[0].opening(0, 0)
        assert table.spectator.check_opening(0, 0, card, keys) is None


class TestNobodyHides:
    @pytest.mark.parametrize("liar", [0, 2])
    def test_small_lie_before_a_big_one(self, liar: int) -> None:
        """A deck that was tampered with has no faces, though a harmless lie came before.

        Seat 2 exchanges two slots when it locks. The first deviation is a box that does not come
        from the secret, of the same seat or of another.
        """

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody:
            if seat == liar and isinstance(body, Commit):
                return msgspec.structs.replace(body, box=Box(secret(7)).public)
            if seat == 2 and isinstance(body, Lock):
                points = list(split(body.points) or ())
                hashes = list(split(body.commitments) or ())
                points[0], points[1] = points[1], points[0]
                return Lock(seat, body.deck, body.head, join(points), join(hashes))
            return silent(body)

        table = Round(3, 9, cheat=cheat)
        table.deal()
        found = table.finish()
        assert found.fault is not None
        assert (found.fault.reason, found.fault.seat) == (FaultReason.COMMIT_DIFFERS, liar)
        assert found.faces is None

    @pytest.mark.parametrize("seats", [2, 4])
    def test_complain_and_stay_away(self, seats: int) -> None:
        """A complaint is judged without its author when everybody else has revealed.

        Then either nothing is wrong, or it was the complainer who made it so; otherwise a false
        complaint and a torn cable would void any hand for nothing.
        """

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody | None:
            if seat == 1 and isinstance(body, HandOk):
                return Complain(1, body.deck, body.head, None, None)
            return None if (seat, kind) == (1, "reveal") else body

        table = Round(seats, 36, cheat=cheat)
        table.deal()
        for seat in table.spectator.awaited:
            if seat != 1:
                due = table.decks[seat].due(seat)
                assert due is not None
                assert table.post(due) is None
        found = table.finish()
        assert table.spectator.complaint_by is not None
        entry = table.spectator.complaint_by[1]
        assert found.fault == Fault(FaultReason.FALSE_COMPLAINT, 1, entry)
        assert found.unproven == (1,)


class Forged:
    """A log of a table for four, numbered by a host that numbers whatever it likes.

    The host sits on seats 0, 2 and 3, the guest on seat 1.
    """

    def __init__(self, settings: dict[str, str], salt: int = 0) -> None:
        self.host, self.guest = Identity(b"h" * 32), Identity(b"g" * 32)
        genesis = Genesis("jass log", PROTOCOL, 1, self.host.public, bytes(32), "Znüni")
        self.replica = Replica(genesis, lambda _, seats: {s: secret(s, salt) for s in seats})
        options = options_body("schieber", 4, None, settings)
        assert isinstance(options, Options)
        self.post(self.host, options)
        for seat in range(4):
            bot = "normal" if seat > 1 else None
            assert (
                self.post(self.author(seat), Sit(seat, f"Seat {seat}", bot, None)).refusal is None
            )

    def author(self, seat: int) -> Identity:
        """The device that plays a seat."""
        return self.guest if seat == 1 else self.host

    def deal(self) -> int:
        """Start and deal; the seat that is Vorhand."""
        self.post(self.host, Start(1))
        deck = self.replica.next_deck
        while deck is not None and not deck.dealt:
            for seat in deck.awaited:
                body = deck.due(seat)
                assert body is not None
                assert self.post(self.author(seat), body).refusal is None
        assert self.replica.state is not None
        (vorhand,) = self.replica.state.asked
        return vorhand

    def post(self, author: Identity, body: Body) -> Fed:
        """Append a signed entry, whatever the orderer ought to refuse."""
        chain = self.replica.chain
        data = encode(sign_entry(author, chain.table, chain.n, chain.head, body))
        n, head = chain.n + 1, next_head(chain.head, data)
        signature = order_signature(self.host, chain.table, 1, n, head)
        fed = self.replica.feed(Record(1, n, data, signature))
        assert isinstance(fed, Fed)
        return fed


def stoeck_for_vorhand(settings: dict[str, str]) -> tuple[Forged, int]:
    """A table whose Vorhand holds Stöck and has named that trump; and who it is."""
    for salt in range(100):
        log = Forged(settings, salt)
        vorhand = log.deal()
        state, view = log.replica.state, log.replica.view(vorhand)
        assert state is not None
        assert view is not None
        held = {item.card for item in view.hand}
        for number, contract in enumerate(list(Contract)[:4]):
            if {number * 9 + Rank.KOENIG, number * 9 + Rank.OBER} <= held:
                act = Act(vorhand, 0, state.turn, encode_action(Choose(contract)), ())
                assert log.post(log.author(vorhand), act).refusal is None
                return log, vorhand
    raise AssertionError("no Vorhand has Stöck in a hundred deals")


class TestTheLog:
    @pytest.mark.parametrize("before_start", [True, False])
    def test_speaking_for_another_seat(self, *, before_start: bool) -> None:
        """A host cannot say something for a seat first and have its owner convicted of a second.

        The forged Commit of seat 1 is void; the owner's own one counts, and nobody else is blamed.
        """
        log = Forged({})
        forged = Commit(1, 0, bytes(32), bytes(32), bytes(32), Box(secret(7)).public)
        if before_start:
            assert log.post(log.host, forged).refusal is not None
        log.post(log.host, Start(1))
        if not before_start:
            assert log.post(log.host, forged).refusal is not None
        assert log.replica.next_deck is not None
        own = honest.commit(log.replica.next_deck.facts, 1, secret(1))
        assert log.post(log.guest, own).refusal is None
        assert log.replica.next_deck.boxes == {1: own.box}
        assert log.guest.public not in {offence.identity for offence in log.replica.offences}

    def test_two_bodies_of_one_author(self) -> None:
        """Who says two different things itself is convicted, by those two entries."""
        log = Forged({})
        log.post(log.host, Start(1))
        assert log.replica.next_deck is not None
        facts = log.replica.next_deck.facts
        assert log.post(log.guest, honest.commit(facts, 1, secret(1))).refusal is None
        assert log.post(log.guest, honest.commit(facts, 1, secret(2))).refusal is not None
        assert [offence.identity for offence in log.replica.offences] == [log.guest.public]

    def test_a_card_shown_and_played_in_one_breath(self) -> None:
        """Neither the card nor its keys are an offence; it is played under the next number.

        Who shows Stöck and plays one of them before the showing came back has answered a question
        that is put anew, and has added keys that were needed when it did so.
        """
        options = {"schneider": "on", "schneider_punkte": "100", "faktoren": "9-9-9-9-9-9"}
        log, seat = stoeck_for_vorhand(options)
        state, hand = log.replica.state, log.replica.hand
        view = log.replica.view(seat)
        assert state is not None
        assert hand is not None
        assert view is not None
        (show,) = [act for act in game.unasked(view) if isinstance(act, ShowStoeck)]
        slot, card = show.cards[0]
        play = next(a for a in game.legal(view) if isinstance(a, Play) and a.card == card)
        keys = tuple(hand.deck.opening(seat, slot) for slot, _ in show.cards)
        author = log.author(seat)
        shown = Unasked(seat, 0, "ShowStoeck", state.turn, encode_action(show), keys)
        played = Act(seat, 0, state.turn, encode_action(play), (hand.deck.opening(seat, slot),))
        assert log.post(author, shown).refusal is None
        crossed = log.post(author, played).refusal
        assert crossed is not None
        assert crossed.reason is NetReason.WRONG_TURN
        again = msgspec.structs.replace(played, turn=log.replica.turn)
        assert log.post(author, again).refusal is None
        assert log.replica.offences == []


class TestTheDocument:
    @pytest.mark.parametrize(("seats", "size", "number"), [(2, 6, 1), (3, 9, 0), (4, 36, 2)])
    def test_second_implementation(self, seats: int, size: int, number: int) -> None:
        """Whoever follows docs/dealing.md sends the same bytes and knows the same cards."""
        table = Round(seats, size, number)
        table.sights = (frozenset(range(seats)), *hands(seats, size)[1:])
        table.deal()
        assert table.spectator.dealt
        people = [(seat.identity, seat.controller) for seat in table.facts.seats]
        secrets = [secret(seat, number) for seat in range(seats)]
        second = Dealer(TABLE, number, "36", size, people, secrets)
        second.deal(table.sights)
        assert second.sent == table.log
        assert second.chance == table.spectator.chance
        assert second.head == table.spectator.head
        assert tuple(second.faces) == table.finish().faces

    def test_example(self) -> None:
        """The numbers of the example in section 3.3 are those of the product."""
        text = DOCUMENT.read_text(encoding="utf-8")
        (block,) = re.findall(r"```\n(D_0 .*?)```", text, re.DOTALL)
        said = dict(re.split(r"\s{2,}|(?<=,1) +", line, maxsplit=1) for line in block.splitlines())
        people = tuple(SeatFacts(bytes([160 + s]) * 32, bytes([160 + s]) * 32) for s in range(2))
        facts = DeckFacts(b"t" * 32, 1, "36", 4, people)
        deck = Deck(facts, {seat: bytes([seat + 1]) * 32 for seat in range(2)})
        found, sent = {"D_0": deck.head.hex()}, hashlib.sha256()
        while not deck.dealt:
            if deck.chance is not None and not deck.released:
                deck.entitle([{0}, {0}, {1}, {1}])
            phase = deck.phase
            for entry, seat in enumerate(deck.awaited):
                body = deck.due(seat)
                assert body is not None
                sent.update(encode_body(body))
                deck.accept(body, entry)
            found[f"{phase.kind} {','.join(map(str, phase.bodies))}"] = deck.head.hex()
        assert deck.chance is not None
        faces = deck.faces(0) | deck.faces(1)
        found["chance"] = deck.chance.hex()
        found["cards"] = " ".join(str(faces[slot]) for slot in range(4))
        found["all messages"] = sent.hexdigest()
        assert said == found
