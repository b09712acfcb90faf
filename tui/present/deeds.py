"""What each choice does, as a sentence of the line mode."""

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
from tui.present.look import Look
from tui.present.words import contract_name, weis_name

__all__ = ["action_text", "number_of", "with_number"]


def number_of(action: Action) -> int | None:
    """The number that an action says; None if it says none."""
    match action:
        case Bid(number) | Predict(number) | Cut(number):
            return number
        case _:
            return None


def with_number(action: Action, number: int) -> Action:
    """The same action with another number; as it is where it says none."""
    match action:
        case Bid():
            return Bid(number)
        case Predict():
            return Predict(number)
        case Cut():
            return Cut(number)
        case _:
            return action


def action_text(look: Look, action: Action) -> str:
    """What a choice does, in words."""
    say, word = look.say, look.skin.card_word
    match action:
        case Choose(contract=contract, column=None):
            return say("plain.action.choose", contract=contract_name(look, contract))
        case Choose(contract=contract, column=column):
            # Columns are counted from one, as on the board.
            name = contract_name(look, contract)
            return say("plain.action.choose_column", contract=name, column=(column or 0) + 1)
        case Push() | Pass() | CallStoeck() | Bedanken() | ClaimRest() | ShowStoeck():
            return say(f"plain.action.{_ACTION_CODES[type(action)]}")
        case Play(card=card, rank=declared) if declared is not None:
            name = look.skin.french_rank_word(declared)
            return say("plain.action.play_joker", card=word(card), rank=name)
        case Play(card=card, weis=weis, stoeck=stoeck):
            code = {
                (False, False): "play",
                (True, False): "play_weis",
                (False, True): "play_stoeck",
            }
            return say(
                f"plain.action.{code.get((weis is not None, stoeck), 'play_both')}",
                card=word(card),
                points=weis,
            )
        case MeldFact(fact="trump", value=value):
            return say(f"plain.action.fact.{'trump' if value else 'no_trump'}")
        case MeldFact(fact=fact, value=value):
            rank = look.skin.rank_word(value) if fact == "top" else ""
            return say(f"plain.action.fact.{fact}", value=value, rank=rank)
        case ShowWeis(weise=()):
            return say("plain.action.show_no_weis")
        case ShowWeis(weise=weise):
            names = ", ".join(weis_name(look, [card for _, card in weis]) for weis in weise)
            return say("plain.action.show_weis", weise=names)
        case AnswerStoeck(show=show):
            return say("plain.action.answer_stoeck" if show else "plain.action.answer_no_stoeck")
        case CorrectWeis(weis=None):
            return say("plain.action.correct_no_weis")
        case CorrectWeis(weis=weis):
            return say("plain.action.correct_weis", points=weis)
        case Cut(count=count):
            return say("plain.action.cut", count=count)
        case DeclareCard(card=card):
            return say("plain.action.declare", card=word(card))
        case Bid(number=number):
            return say("plain.action.bid", number=number)
        case Predict(points=points):
            return say("plain.action.predict", points=points)
        case Give(card=card):
            return say("plain.action.give", card=word(card))
        case Rob(card=card):
            return say("plain.action.rob", card=word(card))
        case PlayFor(card=card):
            return say("plain.action.play_for", card=word(card))
        case LayDown() | OpenNumber() | PredictSealed() | GiveSealed():
            return say("plain.action.automatic")


_ACTION_CODES: dict[type, str] = {
    Push: "push",
    Pass: "pass",
    CallStoeck: "call_stoeck",
    Bedanken: "bedanken",
    ClaimRest: "rest",
    ShowStoeck: "show_stoeck",
}
