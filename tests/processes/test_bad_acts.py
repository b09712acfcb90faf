"""Acts that the rules forbid, said by a script: refused by name, and the table goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.processes.seats import Seat, jass

pytestmark = [pytest.mark.processes, pytest.mark.timeout(120), pytest.mark.xdist_group("processes")]

Record = dict[str, Any]
Wrong = Callable[[Record], Record | None]

OTHERS = "P"
JOKERS = {"Jo1", "Jo2", "Jo3"}


def table(folder: Path, *arguments: str) -> Seat:
    """A table against bots; the script sits on seat 0."""
    return Seat("play", "--player", "Lara", "--lang", "de", *arguments, home=folder / "Lara")


def refused(seat: Seat, wrong: Wrong) -> Record | None:
    """Plays on by the first choice until ``wrong`` has something to say, and says it.

    None if the Partie is over before that.
    """
    while True:
        turn = seat.next(60)
        assert turn is not None, seat.errors
        if turn["type"] == "game":
            return None
        if turn["type"] != "turn":
            continue
        said = wrong(turn)
        if said is None:
            seat.send({"choose": 0})
            continue
        seat.send(said)
        answer = seat.until("refused", 20)
        assert answer["text"].strip(), "a reason in words"
        again = seat.until("turn", 20)
        assert again["actions"] == turn["actions"], "the same question once more"
        assert seat.of("error") == []
        return answer


def goes_on(seat: Seat) -> None:
    """The next answer is taken."""
    number = len(seat.of("refused"))
    seat.send({"choose": 0})
    seat.until("event", 30)
    assert len(seat.of("refused")) == number


def offered(turn: Record, word: str) -> list[Record]:
    """What is offered of one kind."""
    return [action for action in turn["actions"] if action["action"] == word]


def above_the_cards(turn: Record) -> Record | None:
    """One trick more than there are cards."""
    bids = offered(turn, "bid")
    return {"action": "bid", "number": len(turn["view"]["hand"]) + 1} if bids else None


def forbidden_sum(turn: Record) -> Record | None:
    """The one number that the dealer may not say."""
    numbers = {bid["number"] for bid in offered(turn, "bid")}
    missing = set(range(len(turn["view"]["hand"]) + 1)) - numbers
    return {"action": "bid", "number": missing.pop()} if numbers and missing else None


def above_157(turn: Record) -> Record | None:
    """More points than a hand has."""
    asked = turn["view"]["step"] == "predict"
    return {"action": "predict", "points": 158} if asked else None


def not_mine(turn: Record) -> Record | None:
    """A card to give away that somebody else holds."""
    gifts = {gift["card"] for gift in offered(turn, "give")}
    card = next(card for card in ("Ei6", "Ro6", "Se6", "Si6", "EiA", "RoA") if card not in gifts)
    return {"action": "give", "card": card} if gifts else None


def joker_as_nothing(turn: Record) -> Record | None:
    """A joker of which nobody knows what it is."""
    jokers = [play for play in offered(turn, "play") if play["card"] in JOKERS and "rank" in play]
    return {"action": "play", "card": jokers[0]["card"]} if jokers else None


def card_with_a_rank(turn: Record) -> Record | None:
    """A card that is no joker, as another one."""
    cards = [play for play in offered(turn, "play") if play["card"] not in JOKERS]
    return {"action": "play", "card": cards[0]["card"], "rank": "K"} if cards else None


@pytest.mark.parametrize(
    ("arguments", "wrong", "reason"),
    [
        (("--game", "chappe"), above_the_cards, "bid_out_of_range"),
        (("--game", "chappe"), forbidden_sum, "bid_forbidden"),
        (("--game", "differenzler"), above_157, "prediction_out_of_range"),
        (("--game", "chappe", "--set", "karten_tauschen=rechts"), not_mine, "not_in_hand"),
        (("--game", "hae"), joker_as_nothing, "joker_needs_rank"),
        (("--game", "hae"), card_with_a_rank, "only_jokers_have_rank"),
    ],
)
def test_a_forbidden_act_is_refused_by_name(
    tmp_path: Path, arguments: tuple[str, ...], wrong: Wrong, reason: str
) -> None:
    """The reason has its name and its sentence, the question comes again, and on it goes."""
    # A joker may not come in a whole Partie: one in six has none.
    for _ in range(20):
        with table(tmp_path, *arguments) as seat:
            answer = refused(seat, wrong)
            if answer is not None:
                assert answer["reason"] == reason
                goes_on(seat)
                return
    pytest.fail("the occasion never came")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--game", "sidi", "--players", "3"), "2"),
        (("--game", "schieber", "--players", "5"), "4"),
        (("--game", "mittlere", "--players", "4"), "3"),
        (("--game", "chappe", "--set", "joker=on"), "joker"),
        (("--game", "hae", "--set", "ziel=1000"), "ziel"),
        (("--game", "chappe", "--set", "limite=9", "--set", "ausscheiden=7"), "limite"),
        (("--game", "chappe", "--players", "8", "--set", "blatt=36"), "blatt"),
        (("--game", "sidi", "--set", "stock=bodensee", "--set", "weis=an"), "weis"),
        (
            ("--game", "coiffeur", "--players", "3", "--set", "coiffeur_profil=coiffeur8"),
            "Plätzen: 4",
        ),
        (("--game", "differenzler", "--set", "laenge=99"), "laenge"),
    ],
)
def test_a_table_that_cannot_be(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    """Wrong numbers of players, unknown and conflicting options: one sentence that says which."""
    done = jass("play", "--headless", *arguments, home=tmp_path / "Lara")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
