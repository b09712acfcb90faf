"""Events for scripts, and the small types: toss, faces."""

from __future__ import annotations

import json
from collections import Counter

from engine.cards import DECKS, parse_card
from engine.contracts import Contract
from engine.events import Chosen, DealerDrawn, Played, RestClaimed
from engine.faces import Faces, Slot
from engine.forms import event_json
from engine.phases.toss import Toss
from engine.seats import Seat, Side
from tests.engine.table import Table, options


def test_events_read_by_scripts() -> None:
    """Small words, card texts, no slots, and only what JSON knows."""
    ace = parse_card("EiA")
    assert event_json(Played(Seat(2), ace)) == {"event": "played", "seat": 2, "card": "EiA"}
    assert event_json(RestClaimed(Seat(1), (ace,), Side(1), 4)) == {
        "event": "rest_claimed",
        "seat": 1,
        "cards": ["EiA"],
        "side": 1,
        "tricks": 4,
    }
    assert event_json(Chosen(Seat(0), Contract.SLALOM_OBEN, 3))["contract"] == "slalom_oben"
    drawn = DealerDrawn(Seat(3), (((Seat(0), ace),),))
    assert event_json(drawn)["rounds"] == [[[0, "EiA"]]]
    table = Table.start(options(ziel="500", weisen="manuell"), 4)
    table.play_out(unasked=0.05)
    kinds = Counter()
    for event in table.events:
        form = event_json(event)
        assert json.loads(json.dumps(form)) == form
        assert "slot" not in json.dumps(form)
        kinds[form["event"]] += 1
    assert kinds["hand_started"] == kinds["hand_ended"]
    assert kinds["game_ended"] == 1
    assert {"dealer_drawn", "deck_cut", "dealt", "chosen", "trick_taken", "booked"} <= set(kinds)


def test_toss_is_fair_and_the_same_everywhere() -> None:
    """Equal bytes give equal numbers; every number is about equally likely; purposes differ."""
    first, again = Toss(bytes(32), "cut"), Toss(bytes(32), "cut")
    numbers = [first.below(33) for _ in range(6600)]
    assert numbers == [again.below(33) for _ in range(6600)]
    counts = Counter(numbers)
    assert sorted(counts) == list(range(33))
    assert min(counts.values()) > 140
    assert max(counts.values()) < 270
    other = Toss(bytes(32), "dealer")
    assert [other.below(33) for _ in range(20)] != numbers[:20]
    assert sorted(Toss(b"x" * 32, "deck").cards(36)) == list(DECKS["36"].cards)


def test_toss_has_fixed_values() -> None:
    """A change of these is a change of every deal on disk: raise the rules version."""
    toss = Toss(bytes(range(32)), "cut")
    numbers = [toss.below(33) for _ in range(12)]
    assert numbers == [13, 17, 23, 18, 19, 0, 22, 25, 6, 9, 17, 26]


def test_faces_are_told_by_slot() -> None:
    """Equal for whatever order the cards came in, and never changed by what they were made of."""
    seen = {Slot(3): parse_card("EiA"), Slot(1): parse_card("Ro6")}
    faces = Faces(seen)
    assert list(faces.items()) == [(1, parse_card("Ro6")), (3, parse_card("EiA"))]
    assert faces == Faces(dict(faces.items()))
    assert hash(faces) == hash(Faces(dict(faces.items())))
    del seen[Slot(1)]
    assert faces.get(Slot(1)) is not None
    assert len(faces) == 2
    assert Slot(2) not in faces
