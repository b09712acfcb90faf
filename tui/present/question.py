"""Every question that is not «which card»: contract, cut, Weis, Stöck, thanks, as lines to pick.

The engine says which answers exist; this only names them and gives them digits.
"""

from collections.abc import Sequence

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
    MeldFact,
    OpenNumber,
    Pass,
    Play,
    PlayFor,
    Predict,
    Push,
    Rob,
    ShowWeis,
)
from engine.cardset import cards_of
from engine.contracts import Contract, row_of
from engine.game import rules_of
from engine.rules.factors import factor, factor_vector
from engine.rules.melds import find_weise
from engine.view import View
from net.updates import TurnCame
from tui.present.ask import Answer, Question
from tui.present.facts import columns_of, next_to_name, times
from tui.present.known import Known
from tui.present.look import Look
from tui.present.numbers import (
    column_question,
    give_question,
    letter_of,
    number_question,
    rob_question,
)
from tui.present.words import (
    cards_text,
    contract_ink,
    contract_name,
    weis_name,
)

__all__ = [
    "Answer",
    "Question",
    "action_words",
    "own_weise",
    "question_of",
    "weis_question",
]

_DIGITS = {
    Contract.EICHEL: 1,
    Contract.ROSEN: 2,
    Contract.SCHELLEN: 3,
    Contract.SCHILTEN: 4,
    Contract.OBENABE: 5,
    Contract.UNDENUFE: 6,
}


def factor_of(view: View, contract: Contract) -> int:
    """What a contract would multiply with at this table."""
    options = view.state.setup.options
    profile = options.get("faktoren")
    if not isinstance(profile, str):
        return 1
    french = options.get("faktor_blatt") == "franzoesisch"
    return factor(contract, factor_vector(profile, french=french))


def question_of(look: Look, known: Known, turn: TurnCame) -> Question | None:
    """The question behind a turn; None when it is about a card to play."""
    view = turn.view
    # «Rest» has a key of its own and is no answer that anybody waits for.
    asked = [action for action in turn.actions if not isinstance(action, (Play, ClaimRest))]
    if not asked:
        return None
    if any(isinstance(action, (Bid, Predict)) for action in asked):
        return number_question(look, known, view, asked)
    if any(isinstance(action, Give) for action in asked):
        return give_question(look, view, asked)
    if any(isinstance(action, Rob) for action in asked):
        return rob_question(look, view, asked)
    if any(isinstance(action, (Choose, Push)) for action in asked):
        if columns_of(view):
            return column_question(look, known, view, asked)
        return _choose(look, known, view, asked)
    if all(isinstance(action, Cut) for action in asked):
        return _cut(look, asked)
    answers = tuple(
        Answer(digit, *_named(look, action), note=_note(look, action))
        for digit, action in enumerate(_friendly(asked), start=1)
    )
    title = look.say(f"question.{view.step.value}")
    notes: tuple[str, ...] = ()
    first = asked[0]
    if isinstance(first, AnswerStoeck):
        notes = (look.say("weis.stoeck_ask"),)
    elif isinstance(first, MeldFact):
        notes = (look.say(f"weis.fact.{first.fact}"),)
    elif isinstance(first, Bedanken) or isinstance(asked[-1], Bedanken):
        notes = (look.say("table.bedanken_ask"),)
    return Question(view.step.value, title, answers, notes, first=0 if len(answers) == 1 else None)


def _friendly(actions: Sequence[Action]) -> list[Action]:
    """The longest showing first, «nothing» last."""
    return sorted(actions, key=lambda action: (_size(action) == 0, -_size(action)))


def _size(action: Action) -> int:
    match action:
        case ShowWeis(weise):
            return len(weise)
        case AnswerStoeck(show):
            return len(show)
        case CorrectWeis(weis):
            return weis or 0
        case Pass():
            return 0
        case _:
            return 1


def _named(look: Look, action: Action) -> tuple[str, Action]:
    say = look.say
    match action:
        case AnswerStoeck(show):
            return say("weis.stoeck_show" if show else "weis.stoeck_no"), action
        case ShowWeis(weise):
            if not weise:
                return say("weis.nothing"), action
            names = (weis_name(look, [card for _, card in weis]) for weis in weise)
            return ", ".join(names), action
        case MeldFact(fact, value):
            if fact == "top":
                return look.skin.rank_word(value), action
            if fact == "trump":
                return say("key.yes" if value else "key.no"), action
            return say("table.cards_left", count=value), action
        case CorrectWeis(weis):
            if weis is None:
                return say("weis.keep_silent"), action
            return say("weis.announce", points=weis), action
        case Bedanken():
            return say("key.bedanken"), action
        case CallStoeck():
            return say("weis.stoeck_call"), action
        case DeclareCard(_, card):
            return look.skin.card_word(card), action
        case Pass():
            return say("question.pass"), action
        case Bid(number):
            return str(number), action
        case Predict(points):
            return str(points), action
        case Give(_, card):
            return look.skin.card_word(card), action
        case Rob(_, card):
            return say("rob.yes", card=look.skin.card(card), turned=say("panel.turned")), action
        case PlayFor(_, _, card):
            return say("play_for.card", card=look.skin.card(card)), action
        case OpenNumber(_, number):
            return say("open_number", number=number), action
        case _:
            return type(action).__name__, action


def action_words(look: Look, action: Action) -> str:
    """An action in two or three words, for a hint."""
    match action:
        case Play(card=card, rank=None):
            return look.skin.card_word(card)
        case Play(rank=rank) if rank is not None:
            return f"{look.say('card.joker')} = {look.skin.french_rank_word(rank)}"
        case Choose(contract=contract):
            return contract_name(look, contract)
        case Push():
            return look.say("contract.push")
        case _:
            return _named(look, action)[0]


def _note(look: Look, action: Action) -> str:
    match action:
        case AnswerStoeck(show) if show:
            return cards_text(look, [card for _, card in show])
        case ShowWeis(weise) if weise:
            return "   ".join(cards_text(look, [card for _, card in weis]) for weis in weise)
        case _:
            return ""


def _choose(look: Look, known: Known, view: View, actions: Sequence[Action]) -> Question:
    say = look.say
    answers: list[Answer] = []
    pushing = any(isinstance(action, Push) for action in actions)
    # Where one can push 0 always means that, also for whom there is nobody left to push to.
    more = iter((7, 8, 9) if pushing or view.pushed_by else (7, 8, 9, 0))
    for action in actions:
        if not isinstance(action, Choose):
            continue
        contract = action.contract
        digit = _DIGITS.get(contract) or next(more, None)
        name = contract_name(look, contract)
        answers.append(
            Answer(
                digit,
                name,
                action,
                letter=letter_of(look, contract),
                factor=times(view, factor_of(view, contract)),
                chosen=name.upper(),
                ink=contract_ink(contract),
            )
        )
    answers.sort(key=lambda answer: 99 if answer.digit is None else answer.digit or 10)
    notes: tuple[str, ...] = ()
    after = next_to_name(view) if pushing else None
    if after is not None:
        partner = known.name(after)
        answers.append(
            Answer(
                0,
                say("contract.push"),
                Push(),
                letter="s",
                note=say("choose.push_to", name=partner),
                chosen=f"{say('contract.push').upper()}   {say('choose.push_note', name=partner)}",
            )
        )
    if view.pushed_by:
        title = say("choose.title_pushed", name=known.name(view.pushed_by[-1]))
    else:
        title = say("choose.title")
    if any(isinstance(action, Play) for action in (known.turn.actions if known.turn else ())):
        notes = (say("choose.or_lead"),)
    return Question("choose", title, tuple(answers), notes)


def _cut(look: Look, actions: Sequence[Action]) -> Question:
    counts = [action.count for action in actions if isinstance(action, Cut)]
    answers = tuple(Answer(None, str(count), Cut(count)) for count in counts)
    ask = look.say("choose.cut_ask", low=min(counts), high=max(counts))
    return Question("cut", look.say("choose.cut"), answers, (ask,), digits=True)


def weis_question(look: Look, known: Known, ways: Sequence[Play]) -> Question | None:
    """Before my first card, where announcing is done by hand: say the number or keep silent."""
    numbers = sorted({way.weis for way in ways if way.weis is not None}, reverse=True)
    view = known.view
    if not numbers or view is None or all(way.weis is not None for way in ways):
        return None
    say = look.say
    answers = [
        Answer(place, say("weis.announce", points=points), None, factor=times(view, view.factor))
        for place, points in enumerate(numbers[:9], start=1)
    ]
    answers.append(Answer(0, say("weis.keep_silent"), None))
    heard = [
        say("weis.silent", name=known.name(play.seat))
        if play.weis is None
        else say("weis.said", name=known.name(play.seat), points=play.weis)
        for play in view.trick
    ]
    table = f"{say('weis.heard')}   {'   '.join(heard)}" if heard else ""
    own = own_weise(look, view)
    notes = tuple(
        note for note in (*own, table, say("weis.best_only"), say("weis.one_side")) if note
    )
    return Question("weis", say("weis.title"), tuple(answers), notes, first=0)


def own_weise(look: Look, view: View) -> tuple[str, ...]:
    """My Weise in words, the best first, as the engine finds them."""
    rules = rules_of(view.state.setup).weis
    if rules is None:
        return ()
    row = row_of(view.contract)
    hand = sum(1 << held.card for held in view.dealt)
    return tuple(
        f"{weis_name(look, cards)}   {cards_text(look, cards)}   {weis.points}"
        for weis in find_weise(hand, rules.melds, row)
        for cards in [cards_of(weis.mask)]
    )
