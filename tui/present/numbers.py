"""Questions of games that announce: numbers, columns, what a joker is, a card to give or swap."""

from collections.abc import Sequence

from engine.actions import Action, Bid, Choose, Give, Pass, Play, Predict, Push, Rob
from engine.cards import FrenchRank
from engine.contracts import Contract
from engine.game import check
from engine.view import View
from tui.present.ask import Answer, Question
from tui.present.canvas import fit, width_of
from tui.present.facts import (
    columns_of,
    hand_of,
    hidden_own,
    is_duel,
    next_to_name,
    open_of,
    said_of,
    written_in,
)
from tui.present.known import Known
from tui.present.look import Look
from tui.present.menu import wrap
from tui.present.short import packed
from tui.present.words import contract_ink, contract_name, reason_text, side_name, side_order

__all__ = [
    "column_name",
    "column_question",
    "give_question",
    "letter_of",
    "number_question",
    "rank_question",
    "rob_question",
]

_NOTE = 46
"""Cells of a line under the answers."""

_FIRST_PICTURE = 9
"""The height of a Jack, the lowest card with a letter of its own."""


def letter_of(look: Look, contract: Contract) -> str:
    """The letter of a contract: one of its name, as this player reads it; empty without one."""
    if contract in (Contract.OBENABE, Contract.UNDENUFE):
        return contract.value[0]
    suits = (Contract.EICHEL, Contract.ROSEN, Contract.SCHELLEN, Contract.SCHILTEN)
    if contract not in suits:
        return ""
    deck = "french" if look.skin.look == "french" else "german"
    return look.say(f"letters.{deck}")[suits.index(contract)].strip()


# --- numbers ---


def number_question(look: Look, known: Known, view: View, asked: Sequence[Action]) -> Question:
    """How many tricks or points: what may be said, and of a few numbers why one may not."""
    say = look.say
    numbers = {
        one.number if isinstance(one, Bid) else one.points: one
        for one in asked
        if isinstance(one, (Bid, Predict))
    }
    secret = any(isinstance(one, Predict) for one in asked)
    tricks = is_duel(view)
    high = max(numbers)
    if tricks:
        high = max(high, min(view.state.length, high + 1))
    answers = tuple(
        _number(look, view, number, numbers.get(number), typed=high > 9)
        for number in range(high + 1)
    )
    said = [
        f"{known.name(seat)} {said_of(view, seat)}"
        for seat in view.players
        if seat != view.seat and view.predictions[seat] is not None
    ]
    notes = []
    if tricks:
        total = sum(number for number in view.predictions if number is not None)
        notes.append(say("bid.sum", sum=total, cards=view.state.length))
    notes += ["  ".join(said)] if said and look.spoken else packed(said, _NOTE)
    if high > 9:
        notes.append(say("bid.range", low=min(numbers), high=max(numbers)))
    if not tricks:
        notes.append(say("bid.secret" if secret else "bid.open"))
    seen = [
        f"{known.name(seat)} {look.skin.card(held.card)}"
        for seat in (view.seats if tricks and hidden_own(view) else ())
        for held in open_of(view, seat)
    ]
    row = len(seen) if look.spoken else 4
    notes += ["   ".join(seen[at : at + row]) for at in range(0, len(seen), row or 1)]
    locked = [answer for answer in answers if answer.locked]
    edge = 10_000 if look.spoken else _NOTE
    notes += [line for answer in locked for line in wrap(f"{answer.label}: {answer.locked}", edge)]
    title = say("bid.tricks" if tricks else "bid.points")
    return Question("number", title, answers, tuple(notes), digits=high > 9)


def _number(look: Look, view: View, number: int, action: Action | None, *, typed: bool) -> Answer:
    why = ""
    if action is None and view.seat is not None:
        reason = check(view.state, view.seat, Bid(number), view.faces)
        why = "" if reason is None else reason_text(look, reason)
    return Answer(
        None if typed else number,
        str(number),
        action,
        locked=why,
        note=look.say("bid.locked") if why else "",
        ink="dim" if why else "",
    )


# --- columns ---


def column_name(look: Look, name: str) -> str:
    """A column in words: its contract, Slalom, Joker 1."""
    if name.startswith("joker"):
        return look.say("column.joker", number=name.removeprefix("joker"))
    try:
        return contract_name(look, Contract(name))
    except ValueError:
        return look.say(f"column.{name}")


def column_question(look: Look, known: Known, view: View, asked: Sequence[Action]) -> Question:
    """The own columns with what both sides have written in each; used ones are locked."""
    say = look.say
    columns = columns_of(view)
    order = side_order(view)
    written = {side: written_in(view, side) for side in order}
    ways: dict[int, list[Choose]] = {}
    for one in asked:
        if isinstance(one, Choose) and one.column is not None:
            ways.setdefault(one.column, []).append(one)
    names = [column_name(look, column.name) for column in columns]
    widest = max(map(width_of, names))
    answers = []
    for number, column in enumerate(columns):
        open_ = ways.get(number, [])
        points = "".join(f"{written[side].get(number, '·'):>7}" for side in order[:5])
        single = open_[0].contract if len(open_) == 1 else None
        name = f"{names[number]} ×{column.factor}"
        digit = number + 1 if number < 9 else None
        more = _which(look, name, open_) if len(open_) > 1 else None
        answers.append(
            Answer(
                digit,
                f"{names[number]:<{widest}}  ×{column.factor:<3}{points}",
                open_[0] if single is not None else None,
                letter="g" if digit is None else letter_of(look, single) if single else "",
                chosen=name.upper(),
                ink="dim" if not open_ else contract_ink(single),
                more=more,
                locked="" if open_ else say("choose.column_used", column=name),
            )
        )
    sides = "".join(f"{fit(side_name(look, known, view, side), 6):>7}" for side in order[:5])
    head = f"{' ' * (widest + 10)}{sides}"
    after = next_to_name(view) if any(isinstance(one, Push) for one in asked) else None
    if after is not None:
        name = known.name(after)
        push = say("contract.push")
        chosen = f"{push.upper()}   {say('choose.push_lead', name=name)}"
        note = say("choose.push_next", name=name)
        answers.append(Answer(0, push, Push(), letter="s", note=note, chosen=chosen))
    title = say("choose.column" if after is not None else "choose.column_must")
    return Question("columns", title, tuple(answers), head=head)


def _which(look: Look, column: str, ways: Sequence[Choose]) -> Question:
    """What a free column is to be."""
    answers = tuple(
        Answer(
            place if place < 10 else None,
            contract_name(look, one.contract),
            one,
            letter=letter_of(look, one.contract),
            chosen=f"{column}   {contract_name(look, one.contract).upper()}",
            ink=contract_ink(one.contract),
        )
        for place, one in enumerate(ways, start=1)
    )
    return Question("column", look.say("choose.column_joker", column=column), answers)


# --- cards ---


def rank_question(look: Look, ways: Sequence[Play]) -> Question:
    """What a joker is to be, by the digit of the card or the letter of its name."""
    answers = []
    for rank in FrenchRank:
        way = next((one for one in ways if one.rank == rank), None)
        if way is None:
            continue
        number = int(rank) + 2
        digit = number % 10 if number <= 10 else None
        word = look.skin.french_rank_word(rank)
        picture = int(rank) - _FIRST_PICTURE
        letter = look.say("letters.ranks")[picture] if picture >= 0 else ""
        answers.append(Answer(digit, word, way, letter=letter, chosen=word.upper()))
    answers.reverse()  # mostly it is to be high
    notes = (look.say("rank.ask"),)
    return Question("rank", look.say("question.rank"), tuple(answers), notes)


def give_question(look: Look, view: View, asked: Sequence[Action]) -> Question:
    """Which card is passed on, by its place in the hand."""
    places = {held.slot: place for place, held in enumerate(hand_of(view))}
    gifts = sorted(
        (one for one in asked if isinstance(one, Give)), key=lambda one: places.get(one.slot, 0)
    )
    answers = tuple(
        Answer(place if place < 10 else None, look.skin.card_word(one.card), one)
        for place, one in enumerate(gifts, start=1)
    )
    notes = (look.say("give.ask"),)
    return Question("give", look.say("question.give"), answers, notes)


def rob_question(look: Look, view: View, asked: Sequence[Action]) -> Question:
    """Whether to swap the card that may be swapped for the open one."""
    say, skin = look.say, look.skin
    turned = ", ".join(skin.card(held.card) for held in view.turned)
    answers = [
        Answer(place, say("rob.yes", card=skin.card(one.card), turned=turned), one)
        for place, one in enumerate((one for one in asked if isinstance(one, Rob)), start=1)
    ]
    answers += [Answer(0, say("rob.no"), one) for one in asked if isinstance(one, Pass)]
    return Question("rob", say("question.rob"), tuple(answers))
