"""Every action has words in the line mode, in both languages."""

from typing import get_args

import pytest

from engine.actions import (
    Action,
    AnswerStoeck,
    Bedanken,
    Bid,
    CallStoeck,
    Choose,
    ClaimRest,
    CorrectWeis,
    Cut,
    DeclareCard,
    Give,
    GiveSealed,
    LayDown,
    MeldFact,
    OpenNumber,
    Pass,
    Play,
    PlayFor,
    Predict,
    PredictSealed,
    Push,
    Rob,
    ShowStoeck,
    ShowWeis,
)
from engine.cards import FrenchRank, parse_card
from engine.contracts import Contract
from engine.faces import Slot
from engine.seats import Seat
from tui.present.deeds import action_text
from tui.present.look import Look
from tui.settings import Settings

ACE, KING, OBER = (parse_card(text) for text in ("EiA", "EiK", "EiO"))
RUN = tuple((Slot(slot), card) for slot, card in enumerate((OBER, KING, ACE)))

ACTIONS: list[tuple[Action, str]] = [
    (Choose(Contract.UNDENUFE), "Undenufe ansagen"),
    (Choose(Contract.SCHELLEN), "Schälle ansagen"),
    (Choose(Contract.SCHELLEN, 6), "Schälle ansagen, Spalte 7"),
    (Play(Slot(0), parse_card("Jo1"), rank=FrenchRank.KING), "Joker als König"),
    (Push(), "schieben"),
    (Pass(), "nichts"),
    (Play(Slot(0), ACE), "Eichle Ass"),
    (Play(Slot(0), ACE, weis=50), "Eichle Ass, dazu «50» weisen"),
    (Play(Slot(0), KING, stoeck=True), "Eichle König, dazu «Stöck»"),
    (Play(Slot(0), KING, weis=20, stoeck=True), "Eichle König, dazu «20» weisen und «Stöck»"),
    (CorrectWeis(20), "Weis berichtigen: 20"),
    (CorrectWeis(None), "Weis zurücknehmen"),
    (MeldFact("size", 3), "3 Karten"),
    (MeldFact("top", 8), "Ass ist die höchste"),
    (MeldFact("trump", 1), "Trumpf"),
    (MeldFact("trump", 0), "nicht Trumpf"),
    (ShowWeis((RUN,)), "Weis zeigen: Dreiblatt Eichle Ass"),
    (ShowWeis(()), "nichts zeigen"),
    (ShowStoeck(RUN[:2]), "Stöck vorzeigen"),
    (AnswerStoeck(RUN[:2]), "Stöck zeigen"),
    (AnswerStoeck(()), "keine Stöck zeigen"),
    (CallStoeck(), "Stöck ansagen"),
    (ClaimRest(RUN), "«Rest»: alle Karten zeigen"),
    (Bedanken(), "sich bedanken"),
    (Cut(12), "12 Karten abheben"),
    (DeclareCard(Slot(3), ACE), "Eichle Ass melden"),
    (LayDown(RUN), "weiter"),
    (Bid(40), "40 ansagen"),
    (Predict(88), "88 Punkte ansagen, verdeckt"),
    (PredictSealed(), "weiter"),
    (Give(Slot(0), ACE), "Eichle Ass weitergeben"),
    (GiveSealed(), "weiter"),
    (OpenNumber(0, 88), "weiter"),
    (Rob(Slot(0), ACE), "mit Eichle Ass rauben"),
    (PlayFor(Seat(1), Slot(0), ACE), "Eichle Ass ausspielen, die Stirnkarte"),
]


@pytest.mark.parametrize(("action", "words"), ACTIONS)
def test_an_action_in_german(action: Action, words: str) -> None:
    """What a choice does is said in the words of the table."""
    assert action_text(Look(80, 24, Settings()), action) == words


@pytest.mark.parametrize(("action", "german"), ACTIONS)
def test_an_action_in_english(action: Action, german: str) -> None:
    """English has its own words, except for a bare card and what is the same word."""
    words = action_text(Look(80, 24, Settings(lang="en")), action)

    assert words
    assert "{" not in words
    assert "plain." not in words
    assert words != german or isinstance(action, Play | MeldFact)


def test_no_action_is_forgotten() -> None:
    """The table above has every kind of action."""
    assert {type(action) for action, _ in ACTIONS} == set(get_args(Action))
