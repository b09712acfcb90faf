"""The machine that every peer runs: start, deal, check, apply, audit, settle. It names no variant.

`check`, «may I» (`legal`) and «do it» (`apply`) share one truth, the phase of the step that stands.
Nothing here reads a clock, chance or a hidden card; the same calls give the same bytes everywhere.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import cache, lru_cache

from engine.actions import Action, action_key, openings
from engine.cards import DECKS, Card, Deck
from engine.errors import IllegalAction, Reason
from engine.events import Event, Turned
from engine.faces import NO_FACES, Faces, Slot
from engine.phases.deal import deal_hand, next_dealer_of_partie
from engine.phases.draft import Draft
from engine.phases.known import Knowledge
from engine.phases.parts import Rules
from engine.phases.truth import true_weise
from engine.seats import Seat
from engine.state import TABLE, Offence, Opened, Setup, State, Step, Tossed, digest
from engine.variant import Options, Variant, make_setup, plain_name
from engine.view import View

__all__ = [
    "all_variants",
    "annul",
    "apply",
    "asked",
    "audit",
    "automatic",
    "check",
    "deal",
    "deck_kind",
    "deck_of",
    "digest",
    "find_variant",
    "forfeit",
    "hand_over",
    "legal",
    "needs_deal",
    "needs_toss",
    "new_partie",
    "opened",
    "rules_of",
    "settle",
    "sights",
    "start",
    "toss",
    "unasked",
    "variant_of",
    "view",
]


# -- variants -----------------------------------------------------------------------------------


@cache
def all_variants() -> tuple[Variant, ...]:
    """Every game there is: the usual one, then by slug."""
    # The folder is scanned at run time: no module of the machine names a game.
    found: tuple[Variant, ...] = importlib.import_module("engine.variants").VARIANTS
    return tuple(sorted(found, key=lambda variant: (not variant.usual, variant.slug)))


def find_variant(name: str) -> Variant | None:
    """The game of this slug or alias, in any case; None if there is none."""
    wanted = plain_name(name)
    for variant in all_variants():
        if wanted == variant.slug or wanted in variant.aliases:
            return variant
    return None


def variant_of(state: State) -> Variant:
    """The game of a state.

    Raises:
        ValueError: if this program does not have it.
    """
    variant = find_variant(state.setup.slug)
    if variant is None:
        raise ValueError(f"no game is called {state.setup.slug!r}")
    return variant


@lru_cache(maxsize=256)
def _rules(slug: str, options: Options, seats: int) -> Rules:
    variant = find_variant(slug)
    if variant is None:
        raise ValueError(f"no game is called {slug!r}")
    return variant.rules(options, seats)


_recent: list[tuple[Setup, Rules]] = []
"""The table asked about last: nearly every question is about the same one again."""


def rules_of(setup: Setup) -> Rules:
    """The rules of a table; one object per game, options and number of seats."""
    # The pair is read once: another thread may ask about another table meanwhile.
    for known, rules in _recent:
        if known is setup:
            return rules
    rules = _rules(setup.slug, setup.options, setup.seats)
    _recent[:] = [(setup, rules)]
    return rules


# -- the life of a table ------------------------------------------------------------------------


def start(variant: Variant, options: Options, seats: int) -> State:
    """A table before its first deal."""
    setup = make_setup(variant, options, seats)
    rules = rules_of(setup)
    zero = (0,) * len(setup.sides)
    return State(setup, score=zero, striche=zero if rules.ending.striche else ())


def needs_deal(state: State) -> bool:
    """Whether a deck has to be made, or finished, now."""
    return state.step is Step.DEAL


def deck_kind(state: State) -> str:
    """Name of the next deck."""
    return rules_of(state.setup).deck


def deck_of(state: State) -> Deck:
    """Cards of the next deck in canonical order; their position is their index in the deal."""
    return DECKS[deck_kind(state)]


def deal(state: State, chance: bytes) -> tuple[State, tuple[Event, ...]]:
    """Give the cards of a finished deck to the seats.

    Args:
        state: at the step `DEAL`.
        chance: 32 bytes that nobody chose alone (rules 1.0.2): first dealer, cut, random trump.

    Raises:
        ValueError: at another step.
    """
    if state.step is not Step.DEAL:
        raise ValueError(f"no deck is due at the step {state.step}")
    draft = Draft(state, rules_of(state.setup))
    deal_hand(draft, chance)
    return draft.freeze(), tuple(draft.events)


def sights(state: State) -> tuple[frozenset[Seat], ...]:
    """Per slot, who may see it now; () while the deck waits for its cut."""
    return tuple(frozenset(seats) for seats in state.sights)


def asked(state: State) -> tuple[Seat, ...]:
    """Whose answer is awaited; () while waiting for a deal or an audit, and when all is over."""
    return state.asked


# -- acts ---------------------------------------------------------------------------------------


def _refusal(
    rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
) -> Reason | None:
    kind = type(action)
    phase = rules.phases.get(state.step)
    if phase is not None and kind in phase.kinds and seat in state.asked:
        return phase.check(rules, state, seat, action, knowledge)
    aside = rules.asides.get(kind)
    if aside is not None and 0 <= seat < state.setup.seats:
        return aside.check(rules, state, seat, action, knowledge)
    if state.step is Step.OVER:
        return Reason.GAME_OVER
    if phase is not None and kind in phase.kinds:
        return Reason.NOT_YOUR_TURN
    return Reason.WRONG_PHASE


def check(state: State, seat: Seat, action: Action, faces: Faces | None) -> Reason | None:
    """Why an action is refused, or None.

    Args:
        state: the public state it would be done in.
        seat: who does it.
        action: what.
        faces: the actor's own on its own device, where every rule can be judged; None elsewhere,
            where only what opened cards prove is illegal.
    """
    knowledge = Knowledge(faces, own=faces is not None)
    return _refusal(rules_of(state.setup), state, seat, action, knowledge)


_PUBLIC = Knowledge()


def apply(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Do an action and everything that follows from it by rule.

    Raises:
        IllegalAction: if the public check refuses it; the state is unchanged.
    """
    rules = rules_of(state.setup)
    reason = _refusal(rules, state, seat, action, _PUBLIC)
    if reason is not None:
        raise IllegalAction(reason)
    return _apply(rules, state, seat, action)


def opened(state: State, slot: Slot, card: Card) -> tuple[State, tuple[Event, ...]]:
    """Tell the card of a slot that everybody may see, once the keys of all seats have opened it.

    Raises:
        ValueError: if this slot is not awaited (`State.awaited`).
    """
    if slot not in state.awaited:
        raise ValueError(f"slot {slot} is not to be turned up")
    return _happen(rules_of(state.setup), state, Opened(slot, card))


def needs_toss(state: State) -> bool:
    """Whether all seats have to toss now, during the hand."""
    return state.step is Step.TOSS and not state.awaited


def toss(state: State, chance: bytes) -> tuple[State, tuple[Event, ...]]:
    """Tell the joint chance of a toss during the hand.

    Args:
        state: at the step `TOSS`.
        chance: 32 bytes that nobody chose alone.

    Raises:
        ValueError: at another step.
    """
    if not needs_toss(state):
        raise ValueError(f"no toss is due at the step {state.step}")
    return _happen(rules_of(state.setup), state, Tossed(chance.hex()))


def _happen(rules: Rules, state: State, what: Opened | Tossed) -> tuple[State, tuple[Event, ...]]:
    draft = Draft(state, rules)
    if not state.history:
        draft.origin = state
    draft.record(TABLE, what)
    phase = rules.phases[state.step]
    match what:
        case Opened(slot, card):
            draft.open(((slot, card),))
            draft.emit(Turned(draft.owners[slot], card))
            if not draft.awaited:
                phase.opened(draft)
        case Tossed(chance):
            phase.tossed(draft, bytes.fromhex(chance))
    return draft.freeze(), tuple(draft.events)


def _apply(
    rules: Rules, state: State, seat: Seat, action: Action
) -> tuple[State, tuple[Event, ...]]:
    draft = Draft(state, rules)
    if not state.history:
        draft.origin = state
    draft.record(seat, action)
    opened = openings(action)
    if opened:
        draft.open(opened)
    phase = rules.phases.get(state.step)
    if phase is not None and type(action) in phase.kinds and seat in state.asked:
        phase.apply(draft, seat, action)
    else:
        rules.asides[type(action)].apply(draft, seat, action)
    return draft.freeze(), tuple(draft.events)


def legal(view: View) -> tuple[Action, ...]:
    """What the viewer may answer, ascending; () if it is not asked.

    What the table does automatically (announcing, calling) is inside the actions already.
    """
    state, seat = view.state, view.seat
    if seat is None or seat not in state.asked:
        return ()
    rules = rules_of(state.setup)
    return tuple(rules.phases[state.step].candidates(rules, view, seat))


def unasked(view: View) -> tuple[Action, ...]:
    """What the viewer may do now although nobody asked, ascending."""
    seat = view.seat
    if seat is None:
        return ()
    rules = rules_of(view.state.setup)
    found = [
        action for aside in rules.asides.values() for action in aside.candidates(rules, view, seat)
    ]
    return tuple(sorted(found, key=action_key))


def automatic(view: View) -> Action | None:
    """What the viewer's own device must do by itself now, or None.

    Answers that leave no choice to a player (facts about a Weis, showing in automatic mode), Stöck
    shown before their time, and the forced card of the last trick. Any other forced card is left
    to the player: an instant card would tell that there was no choice (dealing, section 3.4).
    """
    state, seat = view.state, view.seat
    if seat is None:
        return None
    rules = rules_of(state.setup)
    for aside in rules.asides.values():
        action = aside.automatic(rules, view, seat)
        if action is not None:
            return action
    if seat not in state.asked:
        return None
    return rules.phases[state.step].automatic(rules, view, seat)


# -- the end of a hand --------------------------------------------------------------------------


def hand_over(state: State) -> bool:
    """Whether the hand waits for everybody to open it."""
    return state.step is Step.AUDIT


def audit(state: State, deal: Sequence[Card]) -> Offence | None:
    """The first illegal act of a hand whose cards are all known, or None.

    Args:
        state: of a hand that is over, or of one that is void and was opened.
        deal: the card of every slot.
    """
    replayed = state.origin
    if replayed is None:
        return None
    rules = rules_of(state.setup)
    faces = Faces({Slot(slot): card for slot, card in enumerate(deal)})
    knowledge = Knowledge(faces)
    sights, unseen = replayed.sights, _has_unseen(replayed)
    for index, done in enumerate(state.history):
        what = done.action
        if isinstance(what, Opened | Tossed):
            replayed, _ = _happen(rules, replayed, what)
            continue
        if replayed.sights is not sights:
            sights, unseen = replayed.sights, _has_unseen(replayed)
            knowledge = Knowledge(faces)
        if unseen:
            knowledge = Knowledge(_seen_by(replayed, done.seat, faces))
        reason = _refusal(rules, replayed, done.seat, what, knowledge)
        if reason is not None:
            weise = true_weise(rules, replayed, faces, reason)
            return Offence(done.seat, index, reason, weise)
        replayed, _ = _apply(rules, replayed, done.seat, what)
    return None


def _has_unseen(state: State) -> bool:
    """Whether somebody holds a card he may not look at: it is covered, or at his forehead."""
    return any(
        owner is not None and owner not in seats
        for owner, seats in zip(state.owners, state.sights, strict=False)
    )


def _seen_by(state: State, seat: Seat, faces: Faces) -> Faces:
    """Of these faces what a seat could see."""
    return Faces(
        {
            slot: card
            for slot, card in faces.items()
            if seat in state.sights[slot] or state.opened[slot] is not None
        }
    )


def settle(
    state: State, offence: Offence | None, unproven: frozenset[Seat] = frozenset()
) -> tuple[State, tuple[Event, ...]]:
    """Write a hand that is over, or what its first offence costs (rules 1.0.11).

    Args:
        state: at the step `AUDIT`.
        offence: what `audit` found.
        unproven: seats that did not open their deal; the hand stands as played and is marked.

    Raises:
        ValueError: at another step.
    """
    if state.step is not Step.AUDIT:
        raise ValueError(f"no hand is over at the step {state.step}")
    draft = Draft(state, rules_of(state.setup))
    draft.rules.counting.settle(draft, offence, tuple(sorted(unproven)))
    return draft.freeze(), tuple(draft.events)


def annul(state: State) -> tuple[State, tuple[Event, ...]]:
    """Make the running hand void; the same dealer deals again (`abbruch=neu`).

    Raises:
        ValueError: if no hand runs.
    """
    draft = _running(state)
    draft.rules.counting.annul(draft)
    return draft.freeze(), tuple(draft.events)


def forfeit(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    """The running hand is lost for the side of a seat that is gone (`abbruch=verloren`).

    Raises:
        ValueError: if no hand runs.
    """
    draft = _running(state)
    draft.rules.counting.forfeit(draft, seat)
    return draft.freeze(), tuple(draft.events)


def _running(state: State) -> Draft:
    if state.step in {Step.DEAL, Step.THANKS, Step.OVER}:
        raise ValueError(f"no hand runs at the step {state.step}")
    return Draft(state, rules_of(state.setup))


def new_partie(state: State) -> State:
    """Revanche: the same people and options, scores at zero; who deals: `neue_partie_geber`.

    Raises:
        ValueError: if the game is not over.
    """
    if state.step is not Step.OVER:
        raise ValueError("the game is not over")
    rules = rules_of(state.setup)
    zero = (0,) * len(state.setup.sides)
    return State(
        state.setup,
        partie=state.partie + 1,
        hand_no=state.hand_no,
        next_dealer=next_dealer_of_partie(rules, state),
        score=zero,
        striche=zero if rules.ending.striche else (),
    )


def view(state: State, faces: Faces, seat: Seat | None) -> View:
    """What a peer sees."""
    return View(state, faces if seat is not None else NO_FACES, seat)
