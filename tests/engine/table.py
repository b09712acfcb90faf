"""A whole table in one process: deals, plays for every seat with its own view only, audits.

It stands where the network stands: what a seat learns, it learns by its sight.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from engine import game
from engine.actions import Action, Choose, Play, sealed_form
from engine.cards import CARDS_36, Card, parse_card
from engine.cardset import mask_of
from engine.contracts import Contract
from engine.errors import Reason
from engine.events import Event
from engine.faces import Faces, Slot
from engine.notation import Game, Given, Line, Settled, do_again
from engine.options import Options
from engine.phases.sealed import sealed_by
from engine.rules.melds import MeldRules, find_weise
from engine.seats import Seat
from engine.state import TABLE, Done, Opened, State, Step, Tossed
from engine.variant import make_options
from engine.view import View

Player = Callable[[View, tuple[Action, ...]], Action]
"""Chooses one of the offered actions."""


def options(
    preset: str | None = None, slug: str = "schieber", seats: int | None = None, **settings: str
) -> Options:
    """The options of a table, or a failed test."""
    made = game_options(slug, preset, settings, seats)
    assert isinstance(made, Options), made
    return made


def game_options(
    slug: str, preset: str | None, settings: Mapping[str, str], seats: int | None = None
) -> object:
    """What `make_options` says, for the usual number of players if none is given."""
    variant = game.find_variant(slug)
    assert variant is not None
    return make_options(variant, seats or variant.seats[0], preset, settings)


def deal_of(*hands: str) -> list[list[Card]]:
    """Hands per seat written as card texts."""
    return [[parse_card(word) for word in hand.split()] for hand in hands]


def hands_with(*parts: str, seed: int = 0) -> list[list[Card]]:
    """Four hands that hold these cards and, besides, no Weis and no Stöck that they do not have.

    Seats not named, and places left, are filled at random.
    """
    given = deal_of(*parts, *[""] * (4 - len(parts)))
    rng = random.Random(seed)
    rest = [card for card in CARDS_36 if all(card not in hand for hand in given)]
    melds = MeldRules()
    for _ in range(5000):
        rng.shuffle(rest)
        left = iter(rest)
        full = [sorted([*hand, *islice(left, 9 - len(hand))]) for hand in given]
        pairs = zip(given, full, strict=True)
        if all(
            find_weise(mask_of(part), melds) == find_weise(mask_of(hand), melds)
            and _pairs(part) == _pairs(hand)
            for part, hand in pairs
        ):
            return full
    raise AssertionError("no such deal")


def learned(known: Faces, cards: Mapping[Slot, Card]) -> Faces:
    """What is known after these cards were seen too."""
    return Faces({**dict(known.items()), **cards}, known.numbers)


def sealed(known: Faces, index: int, number: int) -> Faces:
    """What is known after a number was sealed."""
    return Faces(dict(known.items()), {**known.numbers, index: number})


def _pairs(hand: list[Card]) -> set[int]:
    """The suits whose King and Ober are both in a hand."""
    return {suit for suit in range(4) if {suit * 9 + 6, suit * 9 + 7} <= set(hand)}


@dataclass
class Table:
    """One table with all its seats.

    Attributes:
        state: the public state.
        faces: per seat what it knows.
        deck: the card of every slot of the running hand.
        events: everything that followed, in order.
        log: what was done, as needed to do it again.
    """

    state: State
    rng: random.Random
    faces: list[Faces] = field(default_factory=list)
    deck: list[Card] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    log: list[Line] = field(default_factory=list)
    _looked: State | None = None

    @classmethod
    def start(
        cls, chosen: Options, seed: int = 0, slug: str = "schieber", seats: int | None = None
    ) -> Table:
        """A table before its first deal, for the usual number of players if none is given."""
        variant = game.find_variant(slug)
        assert variant is not None
        state = game.start(variant, chosen, seats or variant.seats[0])
        return cls(state, random.Random(seed))

    @classmethod
    def seated(
        cls,
        chosen: Options,
        hands: list[list[Card]],
        contract: str | None = "Ei",
        score: tuple[int, ...] = (0, 0),
        **more: object,
    ) -> Table:
        """A table where seat 0 is Vorhand with this deal and has named this contract."""
        table = cls.start(chosen)
        table.state = replace(table.state, next_dealer=Seat(3), score=score, **more)
        table.deal(hands)
        if contract is not None:
            table.act(0, Choose(Contract(contract)))
        return table

    # -- dealing --------------------------------------------------------------------------------

    def deal(self, hands: list[list[Card]] | None = None, chance: bytes | None = None) -> None:
        """Deal at random, or so that seat s gets hands[s]."""
        chance = self.rng.randbytes(32) if chance is None else chance
        cards = list(game.deck_of(self.state).cards)
        self.rng.shuffle(cards)
        self.deck, self.faces = [], []
        at = len(self.log)
        self._take(*game.deal(self.state, chance))
        if self.state.step is Step.CUT:
            self.answer(self.rng.choice(game.legal(self.view(self.state.asked[0]))))
        self.deck = cards
        if hands is not None:
            left = [list(hand) for hand in hands]
            rest = [card for card in cards if all(card not in hand for hand in hands)]
            self.deck = [
                rest.pop() if owner is None else left[owner].pop(0) for owner in self.state.owners
            ]
        self.log.insert(at, Given(chance, tuple(self.deck)))
        self.look()
        self.happen()

    def look(self) -> None:
        """Every seat learns what it may see now."""
        self._looked = self.state
        seats = range(self.state.setup.seats)
        sights = game.sights(self.state)
        opened = {Slot(at): card for at, card in enumerate(self.state.opened) if card is not None}
        old = self.faces or [Faces() for _ in seats]
        self.faces = [
            learned(
                old[seat],
                opened | {Slot(at): self.deck[at] for at, who in enumerate(sights) if seat in who},
            )
            for seat in seats
        ]

    def _glance(self) -> None:
        """As `look`, after an act: most acts only open a card or two."""
        before, now = self._looked, self.state
        if before is None or before.sights is not now.sights:
            self.look()
            return
        self._looked = now
        fresh = {
            Slot(at): card
            for at, card in enumerate(now.opened)
            if card is not None and before.opened[at] is None
        }
        if fresh:
            self.faces = [learned(known, fresh) for known in self.faces]

    def happen(self) -> None:
        """What follows without anybody: cards turned up for all, tosses during the hand."""
        while True:
            self._glance()
            if self.state.awaited:
                slot = self.state.awaited[0]
                self.log.append(Done(TABLE, Opened(slot, self.deck[slot])))
                self._take(*game.opened(self.state, slot, self.deck[slot]))
            elif game.needs_toss(self.state):
                chance = self.rng.randbytes(32)
                self.log.append(Done(TABLE, Tossed(chance.hex())))
                self._take(*game.toss(self.state, chance))
            else:
                return

    def slot(self, text: str) -> Slot:
        """Where a card lies."""
        return Slot(self.deck.index(parse_card(text)))

    # -- playing --------------------------------------------------------------------------------

    def view(self, seat: int) -> View:
        """What a seat sees."""
        faces = self.faces[seat] if self.faces else Faces()
        return game.view(self.state, faces, Seat(seat))

    def act(self, seat: int, action: Action) -> None:
        """Do it, checked as on the actor's own device."""
        reason = game.check(self.state, Seat(seat), action, self.faces[seat])
        assert reason is None, f"{action} by {seat}: {reason}"
        self.force(seat, action)

    def force(self, seat: int, action: Action) -> None:
        """Do it with the public check only, as a patched client could; seal what is sealed."""
        hidden = sealed_form(action)
        if hidden is not None:
            action, number = hidden
            index = sealed_by(self.state, Seat(seat))
            self.faces[seat] = sealed(self.faces[seat], index, number)
        self.log.append(Done(Seat(seat), action))
        self._take(*game.apply(self.state, Seat(seat), action))
        if len(self.deck) == len(self.state.sights):
            self.happen()

    def offered(self, card: str) -> Play:
        """How the asked seat may play this card; by hand, without a word."""
        seat = self.state.asked[0]
        wanted = parse_card(card)
        for action in game.legal(self.view(seat)):
            if isinstance(action, Play) and action.card == wanted:
                return action
        raise AssertionError(f"{card} is not offered to {seat}")

    def offered_any(self) -> Play:
        """The first card the asked seat may play."""
        offered = game.legal(self.view(self.state.asked[0]))
        return next(action for action in offered if isinstance(action, Play))

    def play(self, cards: str) -> None:
        """Play these cards one after the other by whoever is asked; devices do their part."""
        for card in cards.split():
            self.settle_automatic()
            self.act(self.state.asked[0], self.offered(card))
        self.settle_automatic()

    def lowest(self, count: int) -> None:
        """Play so many cards, each the first one offered."""
        for _ in range(count):
            self.settle_automatic()
            if not self.state.asked:
                return
            seat = self.state.asked[0]
            plays = [a for a in game.legal(self.view(seat)) if isinstance(a, Play)]
            self.act(seat, plays[0])
        self.settle_automatic()

    def refused(self, seat: int, action: Action, *, public: bool = False) -> Reason | None:
        """Why a seat may not do this, on its own device or everywhere."""
        return game.check(self.state, Seat(seat), action, None if public else self.faces[seat])

    def opening(self, *cards: str) -> tuple[tuple[Slot, Card], ...]:
        """These cards with their slots."""
        return tuple((self.slot(text), parse_card(text)) for text in cards)

    def answer(self, action: Action) -> None:
        """The first asked seat does this; before the cut nobody knows a card yet."""
        self.force(self.state.asked[0], action)

    def repeat(self, done: Done) -> None:
        """What the history of a hand tells, done again."""
        self._take(*do_again(self.state, done))

    def _take(self, state: State, events: tuple[Event, ...]) -> None:
        self.state = state
        self.events.extend(events)

    def automatic(self) -> bool:
        """Let one device do what it must do by itself; whether there was anything."""
        for seat in range(self.state.setup.seats):
            action = game.automatic(self.view(seat))
            if action is not None:
                self.act(seat, action)
                return True
        return False

    def settle_automatic(self) -> None:
        """Let all devices do what they must."""
        while self.automatic():
            pass

    def step(self, player: Player | None = None, unasked: float = 0.0) -> None:
        """One act: automatic, now and then unasked, else the first asked seat's choice."""
        if self.automatic():
            return
        if unasked and self.rng.random() < unasked:
            seat = self.rng.randrange(self.state.setup.seats)
            extra = game.unasked(self.view(seat))
            if extra:
                self.act(seat, self.rng.choice(extra))
                return
        seat = self.rng.choice(self.state.asked)
        view = self.view(seat)
        offered = game.legal(view)
        assert offered, (seat, self.state.step)
        chosen = player(view, offered) if player else self.rng.choice(offered)
        self.act(seat, chosen)

    def play_hand(self, player: Player | None = None, unasked: float = 0.0) -> None:
        """Deal if needed and play until the hand is over."""
        if game.needs_deal(self.state):
            self.deal()
        while self.state.asked:
            self.step(player, unasked)

    def record(self) -> Game:
        """Everything so far, as the notation tells it."""
        setup = self.state.setup
        settings = tuple(sorted(setup.options.to_dict().items()))
        return Game(setup.slug, setup.seats, settings, tuple(self.log))

    def count(self) -> None:
        """Open everything, audit and settle a hand that is over."""
        offence = game.audit(self.state, self.deck)
        self.log.append(Settled(offence))
        self._take(*game.settle(self.state, offence, frozenset()))

    def play_out(
        self, player: Player | None = None, unasked: float = 0.0, most: int = 2000
    ) -> None:
        """Play to the end of everything."""
        for _ in range(most):
            if self.state.step is Step.OVER:
                return
            self.play_hand(player, unasked)
            while self.state.asked:
                self.step(player, unasked)
            if game.hand_over(self.state):
                self.count()
            while self.state.asked:
                self.step(player, unasked)
        raise AssertionError("the game does not end")
