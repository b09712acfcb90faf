"""Game things in the words of one player: contracts, sides, Weise, events, reasons."""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from engine.cards import Card, Suit, rank_of, suit_of
from engine.contracts import Contract
from engine.errors import Reason
from engine.events import (
    Bedankt,
    Bergpreis,
    BidMade,
    Booked,
    CardGiven,
    Chosen,
    CutAsked,
    DealerDrawn,
    Dealt,
    DeckCut,
    Declared,
    Drawn,
    Event,
    Exchanged,
    FactTold,
    GameEnded,
    HandAnnulled,
    HandEnded,
    HandForfeited,
    HandStarted,
    LaidDown,
    PartieEnded,
    Played,
    Predicted,
    PredictionShown,
    Pushed,
    RestClaimed,
    Robbed,
    SeatOut,
    StoeckAsked,
    StoeckCalled,
    StoeckShown,
    Tied,
    TrickTaken,
    TrumpFixed,
    Turned,
    WeisAnnounced,
    WeisSettled,
    WeisShown,
)
from engine.seats import Seat
from engine.state import Step
from engine.view import View
from net.updates import Offended
from tui.present.canvas import width_of
from tui.present.cards import card_ink
from tui.present.facts import duel_called, has_factors, trump_comes_up
from tui.present.known import Known
from tui.present.look import Look
from tui.skins.decks import sign_of
from tui.texts import offence_text

__all__ = [
    "card_ink",
    "cards_text",
    "contract_name",
    "contract_suit",
    "event_text",
    "hand_number",
    "is_quiet",
    "my_side",
    "notice_of",
    "offended_text",
    "phrases",
    "reason_text",
    "said_for",
    "side_name",
    "side_people",
    "side_sign",
    "weis_name",
]

_GUMPF = "gumpf_"

_OtherGames = (
    Turned
    | TrumpFixed
    | Predicted
    | PredictionShown
    | BidMade
    | CardGiven
    | Exchanged
    | Drawn
    | Robbed
    | LaidDown
    | Tied
    | SeatOut
)


def contract_suit(contract: Contract) -> Suit | None:
    """The trump suit of a contract."""
    code = contract.value.removeprefix(_GUMPF)
    return next((suit for suit in Suit if suit.code == code), None)


def contract_name(look: Look, contract: Contract | None) -> str:
    """``Schälle``, ``Obenabe``, ``Gumpf Rose``."""
    if contract is None:
        return look.say("contract.none")
    suit = contract_suit(contract)
    if suit is None:
        return look.say(f"contract.{contract.value}")
    name = look.skin.suit(suit)
    return look.say("contract.gumpf", suit=name) if contract.value.startswith(_GUMPF) else name


def contract_ink(contract: Contract | None) -> str:
    """The colour of the trump suit."""
    suit = None if contract is None else contract_suit(contract)
    return "" if suit is None else f"suit.{int(suit)}"


def cards_text(look: Look, cards: Sequence[Card]) -> str:
    """Cards in one line, suits named once: ``Schä Un 6   Eich Ba 8``.

    Spoken: ``Schälle Under, Sechs; Eichle Banner, Acht``.
    """
    between, apart = (", ", "; ") if look.spoken else (" ", "   ")
    groups: list[str] = []
    last: int | None = None
    for card in cards:
        suit = sign_of(card)
        if suit == last and suit is not None:
            groups[-1] += between + look.skin.rank(card)
        else:
            groups.append(look.skin.card(card))
        last = suit
    return apart.join(groups)


def my_side(view: View) -> int | None:
    """The viewer's side, None for a spectator."""
    return None if view.seat is None else int(view.side_of(view.seat))


def side_people(known: Known, view: View, side: int) -> str:
    """The names of a side: ``Lara, Ueli``."""
    return ", ".join(known.name(seat) for seat in view.sides[side])


def side_name(look: Look, known: Known, view: View, side: int) -> str:
    """``Wir`` and ``Die`` where there are two sides of partners and I am of one, else the names."""
    mine = my_side(view)
    if mine is None or len(view.sides) != 2 or len(view.sides[mine]) == 1:
        return side_people(known, view, side)
    return look.say("table.we" if side == mine else "table.they")


def side_sign(look: Look, known: Known, view: View, side: int, letters: int) -> str:
    """The same in few cells: where I am of no side, so many letters of each name."""
    if my_side(view) is not None or len(view.sides[side]) == 1:
        return side_name(look, known, view, side)
    return "+".join(known.name(seat)[:letters] for seat in view.sides[side])


def side_order(view: View) -> tuple[int, ...]:
    """The sides, mine first."""
    mine = my_side(view) or 0
    count = len(view.sides)
    return tuple((mine + step) % count for step in range(count))


def hand_number(view: View, number: int) -> int:
    """The number of a hand within the running Partie; the log counts on after a Revanche.

    A hand of a Partie before keeps the number it has in the log.
    """
    running = view.hand_no + (1 if view.step is Step.DEAL else 0)
    first = view.results[0].hand if view.results else running
    return number - first + 1 if number >= first else number


def is_quiet(view: View | None) -> bool:
    """Whether a hand is being played, when only phrases are said at a table (rules 1.0.9)."""
    return view is not None and view.step not in (Step.DEAL, Step.AUDIT, Step.OVER)


def phrases(look: Look) -> tuple[str, ...]:
    """What may always be said."""
    return tuple(look.say(f"chat.stock.{number}") for number in range(1, 7))


def said_for(look: Look, line: str) -> str:
    """What a typed line says: the digit of a phrase stands for the phrase."""
    stock = {str(number): phrase for number, phrase in enumerate(phrases(look), 1)}
    return stock.get(line, line)


def weis_name(look: Look, cards: Sequence[Card]) -> str:
    """``Dreiblatt Schälle 8``, ``Vier Ober``."""
    say, skin = look.say, look.skin
    ranks = {rank_of(card) for card in cards}
    if len(cards) == 4 and len(ranks) == 1:
        return say("weis.four", rank=skin.rank_words(ranks.pop()))
    name = say(f"weis.run.{len(cards)}")
    top = max(cards)
    return f"{name} {skin.suit(suit_of(top))} {skin.rank_word(rank_of(top))}"


def reason_text(look: Look, reason: Reason) -> str:
    """Why something is refused, in a sentence; its row in the rules is for scripts."""
    return look.say(f"reason.{reason.value}")


def offended_text(look: Look, offended: Offended) -> str:
    """Who cheated and how, in one sentence."""
    reason = offence_text(look.say, offended.reason)
    return look.say("end.offence", name=offended.name, reason=reason)


def event_text(look: Look, known: Known, view: View, event: Event) -> str:
    """One line of the course; empty for what other lines say already."""
    say, skin, name = look.say, look.skin, known.name

    def people(seats: Sequence[Seat]) -> str:
        return ", ".join(map(name, seats))

    def side(number: int) -> str:
        return side_name(look, known, view, number)

    match event:
        case DealerDrawn(seat=seat, rounds=rounds):
            drawn = "; ".join(
                ", ".join(f"{name(one)} {skin.card(card)}" for one, card in once) for once in rounds
            )
            code = "event.dealer_drawn" if drawn else "event.dealer_by_lot"
            return say(code, name=name(seat), cards=drawn)
        case HandStarted(hand=hand, dealer=dealer):
            return say("event.hand_started", number=hand_number(view, hand), name=name(dealer))
        case DeckCut(seat=seat, count=count):
            return say("event.cut", name=name(seat), count=count)
        case CutAsked() | Dealt() | StoeckAsked() | WeisSettled():
            return ""  # whose turn it is says the line below the table
        case Declared(seat=seat, card=card):
            return say("event.declared", name=name(seat), card=skin.card(card))
        case Pushed(seat=seat):
            return say("event.pushed", name=name(seat))
        case Chosen(seat=seat, contract=contract, factor=factor):
            said = contract_name(look, contract)
            if factor > 1 or (has_factors(view) and not look.spoken):
                said += f" ×{factor}"
            return say("event.chosen", name=name(seat), contract=said)
        case Played(seat=seat, card=card, rank=rank):
            return say("event.played", name=name(seat), card=skin.card(card, rank))
        case WeisAnnounced(seat=seat, weis=None):
            return say("event.weis_back", name=name(seat))
        case WeisAnnounced(seat=seat, weis=weis):
            return say("event.weis", name=name(seat), points=weis)
        case FactTold(seat=seat, fact=fact, value=value):
            told = _fact(look, fact, value)
            return say(f"event.fact.{fact}", name=name(seat), value=told)
        case WeisShown(seat=seat, cards=cards, points=points):
            shown = f"{weis_name(look, cards)} ({cards_text(look, cards)})"
            return say("event.weis_shown", name=name(seat), weis=shown, points=points)
        case StoeckCalled(seat=seat):
            return say("event.stoeck", name=name(seat))
        case StoeckShown(seat=seat, cards=cards):
            return say("event.stoeck_shown", name=name(seat), cards=cards_text(look, cards))
        case TrickTaken(seat=seat, tricks=tricks) if tricks > 1:
            return say("event.tricks_won", tricks=tricks, name=name(seat))
        case TrickTaken(number=number, seat=seat, points=points) if (
            view.contract is None and any(view.predicted)
        ) or (points == 0 and trump_comes_up(view)):  # nobody could say then what it was worth
            return say("event.trick_won", number=number, name=name(seat))
        case TrickTaken(number=number, seat=seat, points=points):
            return say("event.trick", number=number, name=name(seat), points=points)
        case Booked(side=number, kind=kind, points=points):
            what = say(f"booking.{kind}")
            return say("event.booked", side=side(number), kind=what, points=f"{points:+d}")
        case Bergpreis(side=number):
            return say("event.bergpreis", side=side(number))
        case RestClaimed(seat=seat, cards=cards):
            return say("event.rest", name=name(seat), cards=cards_text(look, cards))
        case Bedankt(seat=seat, right=right):
            return say("event.bedankt" if right else "event.bedankt_wrong", name=name(seat))
        case HandEnded(hand=hand, written=written):
            sums = "  ".join(f"{side(one)} {written[one]:+d}" for one in side_order(view))
            return say("event.hand_ended", number=hand_number(view, hand), written=sums)
        case HandAnnulled(hand=hand):
            return say("event.annulled", number=hand)
        case HandForfeited(hand=hand, seat=seat):
            lost = say("event.forfeited", name=name(seat))
            gone = next((done.gone for done in known.hands if done.result.hand == hand), None)
            return f"{lost}: {say(f'gone.{gone.why}', name=name(seat))}" if gone else lost
        case PartieEnded(side=number):
            winner = "–" if number is None else side(number)
            return say("event.partie_ended", side=winner)
        case GameEnded(winners=winners):
            return say("event.game_ended", names=people(winners))
        case _:
            return _other_games(look, known, view, event)


def _other_games(look: Look, known: Known, view: View, event: _OtherGames) -> str:
    """What happens only in other games than the Schieber."""
    say, skin, name = look.say, look.skin, known.name
    match event:
        case Turned(card=card):
            return say("event.turned", card=skin.card(card))
        case TrumpFixed(contract=contract):
            return say("event.trump_fixed", contract=contract_name(look, contract))
        case Predicted(seat=seat):
            return say("event.predicted", name=name(seat))
        case PredictionShown(seat=seat, points=points):
            return say("event.prediction_shown", name=name(seat), points=points)
        case BidMade(seat=seat, number=number, corrected=corrected):
            code = "event.bid_corrected" if corrected else "event.bid"
            return say(code, name=name(seat), number=number)
        case CardGiven(seat=seat):
            return say("event.card_given", name=name(seat))
        case Exchanged(seat=seat, to=to):
            return say("event.exchanged", name=name(seat), to=name(to))
        case Drawn(seat=seat, card=card):
            if card is None:
                return say("event.drawn", name=name(seat))
            return say("event.drawn_card", name=name(seat), card=skin.card(card))
        case Robbed(seat=seat, card=card):
            return say("event.robbed", name=name(seat), card=skin.card(card))
        case LaidDown(seat=seat, cards=cards):
            return say("event.laid_down", name=name(seat), cards=cards_text(look, cards))
        case Tied(seats=seats, tricks=tricks):
            duel, names = say(f"duel.{duel_called(view)}"), ", ".join(map(name, seats))
            return say("event.tied", duel=duel, names=names, tricks=tricks)
        case SeatOut(seat=seat):
            return say("event.seat_out", name=name(seat))
        case _:
            assert_never(event)


def _fact(look: Look, fact: str, value: int) -> str:
    if fact == "top":
        return look.skin.rank_word(value)
    if fact == "trump":
        return look.say("key.yes" if value else "key.no")
    return str(value)


_NOTICED = (
    DealerDrawn,
    Pushed,
    Chosen,
    WeisAnnounced,
    FactTold,
    WeisShown,
    StoeckCalled,
    StoeckShown,
    RestClaimed,
    Bedankt,
    Bergpreis,
    DeckCut,
    Declared,
    HandAnnulled,
    TrumpFixed,
    BidMade,
    Robbed,
    Tied,
    Drawn,
    SeatOut,
)

_DRAWN = 4
"""So many cards that were drawn for the first deal go into one line."""


def notice_of(look: Look, known: Known, view: View, event: Event) -> str:
    """What must stay on the screen until it was seen: everything said aloud at a real table."""
    if not isinstance(event, _NOTICED):
        return ""
    if isinstance(event, Drawn) and event.card is None:
        return ""  # from the stock, after every trick
    if getattr(event, "seat", None) == view.seat and not isinstance(event, (DealerDrawn, Drawn)):
        return ""  # what I did myself
    if isinstance(event, WeisShown):
        # Its cards stand in the course, and under the key of the Weise; here it has one line.
        name = weis_name(look, event.cards)
        return look.say("event.weis_shown", name=known.name(event.seat), weis=name)
    if isinstance(event, DealerDrawn):
        # What decided it; every card that was drawn stands in the course.
        last = event.rounds[-1:]
        event = replace(event, rounds=last)
        wide = width_of(event_text(look, known, view, event)) > look.width - 3
        if last and (wide or len(last[0]) > _DRAWN):
            event = replace(event, rounds=(tuple(one for one in last[0] if one[0] == event.seat),))
    return event_text(look, known, view, event)
