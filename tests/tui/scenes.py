"""Tables in the middle of a game, made by the real engine from a seed, without a network."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from engine.actions import Action
from engine.cards import Card, parse_card
from engine.events import Event
from engine.faces import Faces, Slot
from engine.game import (
    apply,
    automatic,
    deal,
    deck_of,
    find_variant,
    hand_over,
    legal,
    needs_deal,
    settle,
    sights,
    start,
    unasked,
    view,
)
from engine.seats import Seat
from engine.state import Step
from engine.variant import OptionFault, make_options
from engine.view import View
from net.updates import (
    GameFinished,
    HandFinished,
    Knocked,
    LobbyChanged,
    Said,
    SeatInfo,
    TableOpened,
    TurnCame,
    ViewChanged,
    WordShown,
)
from tui.present.known import Known

NAMES = ("Lara", "Noémie", "Ueli", "Marco")


def seats(me: int = 0, *, free: int | None = None) -> tuple[SeatInfo, ...]:
    """Four seats: me, two people, a bot; ``free`` is empty."""
    result = []
    for seat, name in enumerate(NAMES):
        empty = seat == free
        result.append(
            SeatInfo(
                seat=Seat(seat),
                name="" if empty else name,
                bot="normal" if seat == 3 and not empty else None,
                device="Ueli" if seat == 3 else name,
                connected=not empty,
                you=seat == me,
                identity_hex="" if empty else f"{seat:064x}",
                known=seat != 1,
                latency_ms=None if seat == me or empty else 3 + seat,
            )
        )
    return tuple(result)


class Partie:
    """One Partie played by the engine alone, watched by `known` from one seat."""

    def __init__(
        self,
        seed: int = 1,
        *,
        me: int = 0,
        preset: str | None = None,
        settings: dict[str, str] | None = None,
        people: bool = True,
    ) -> None:
        variant = find_variant("schieber")
        assert variant is not None
        options = make_options(variant, 4, preset, settings or {})
        assert not isinstance(options, OptionFault), options
        self.random = Random(seed)
        self.me = Seat(me)
        self.state = start(variant, options, 4)
        self.order: tuple[Card, ...] = ()
        self.known = Known()
        address = "10.20.4.17:5277" if people else ""
        self.now = time.monotonic()
        self.tell(
            TableOpened("Znüni", address, (address,), "schieber", options.to_dict(), "ab" * 32)
        )
        self.tell(
            LobbyChanged(
                seats(me), "schieber", preset or "schieber_1000", options.to_dict(), True, True
            )
        )

    def tell(self, update: object) -> None:
        """What a session would say."""
        self.known.apply(update, time.monotonic())

    def faces(self, seat: Seat) -> Faces:
        """What a seat may see."""
        return Faces(
            {
                Slot(slot): self.order[slot]
                for slot, who in enumerate(sights(self.state))
                if seat in who
            }
        )

    def view(self, seat: Seat) -> View:
        """One seat's sight."""
        return view(self.state, self.faces(seat), seat)

    def happened(self, events: tuple[Event, ...]) -> None:
        """Tells the watcher, and asks if it is its turn."""
        mine = self.view(self.me)
        self.tell(ViewChanged(mine, events, seats(self.me)))
        actions = legal(mine)
        if actions:
            self.tell(TurnCame(mine, actions, unasked(mine)))

    def deal(self) -> None:
        """Shuffles and deals."""
        cards = list(deck_of(self.state).cards)
        self.random.shuffle(cards)
        self.order = tuple(cards)
        self.state, events = deal(self.state, self.random.randbytes(32))
        self.happened(events)

    def do(self, seat: Seat, action: Action) -> None:
        """One action."""
        self.state, events = apply(self.state, seat, action)
        self.happened(events)

    def step(self) -> None:
        """The next thing that happens, by chance where somebody may choose."""
        if needs_deal(self.state):
            self.deal()
            return
        if hand_over(self.state):
            self.state, events = settle(self.state, None)
            self.happened(events)
            self.tell(HandFinished(self.state.results[-1], True, ("ok",) * 4, ()))
            if self.state.outcome is not None:
                self.tell(GameFinished(self.state.outcome, Path("tables/znueni-3f.jass")))
            return
        for seat in range(4):
            forced = automatic(self.view(Seat(seat)))
            if forced is not None:
                self.do(Seat(seat), forced)
                return
        seat = self.state.asked[0]
        self.do(seat, self.random.choice(legal(self.view(seat))))

    def until(self, wanted: Callable[[Partie], object]) -> bool:
        """Plays on until ``wanted(self)`` holds; False when the Partie ends before."""
        while not wanted(self):
            if self.state.step is Step.OVER:
                return False
            self.step()
        return True


def find(
    wanted: Callable[[Partie], object],
    seed: int = 1,
    *,
    preset: str | None = None,
    settings: dict[str, str] | None = None,
    people: bool = True,
) -> Partie:
    """The first Partie from ``seed`` on in which ``wanted`` comes to hold, at that moment."""
    for number in range(seed, seed + 100):
        partie = Partie(number, preset=preset, settings=settings, people=people)
        if partie.until(wanted):
            return partie
    raise AssertionError("this never happens")


def my_turn(partie: Partie) -> bool:
    """I am asked for a card."""
    return partie.known.turn is not None and partie.state.step is Step.PLAY


def others_turn(partie: Partie) -> bool:
    """Somebody else is asked for the second card of a trick."""
    playing = partie.state.step is Step.PLAY and len(partie.state.trick) == 1
    return playing and partie.known.turn is None


def choosing(partie: Partie, *, pushed: bool) -> bool:
    """I name the contract, after a push or not."""
    asked = partie.known.turn is not None and partie.state.step is Step.CHOOSE
    return asked and bool(partie.state.pushed) == pushed


def weis_offered(partie: Partie) -> bool:
    """I may announce a Weis with my card or keep silent."""
    turn = partie.known.turn
    return turn is not None and len({getattr(one, "weis", None) for one in turn.actions}) > 1


def my_turn_with(partie: Partie, *, trick: int, lying: int, hand: int = 1) -> bool:
    """I am asked in this trick with so many cards on the table; not every card is allowed."""
    known = partie.known
    return (
        my_turn(partie)
        and partie.state.hand_no >= hand
        and len(partie.state.tricks) + 1 == trick
        and len(partie.state.trick) == lying
        and len(known.turn.actions) < len(known.view.hand)
    )


def lobby(*, free: int | None = 2, host: bool = True) -> Known:
    """A table before its start, with somebody at the door and a word to compare."""
    known = Known()
    now = time.monotonic()
    variant = find_variant("schieber")
    assert variant is not None
    options = make_options(variant, 4, "schieber_2500", {"bergpreis": "on"})
    assert not isinstance(options, OptionFault)
    address = "10.20.4.17:5277"
    known.apply(
        TableOpened("Znüni", address, (address,), "schieber", options.to_dict(), "ab" * 32), now
    )
    known.apply(
        LobbyChanged(seats(free=free), "schieber", "schieber_2500", options.to_dict(), host, False),
        now,
    )
    first, second, third, fourth = map(parse_card, ("RoU", "Se6", "EiA", "Si10"))
    known.apply(WordShown((first, second, third, fourth)), now)
    known.apply(Knocked("Jan", "cd" * 32, False), now)
    known.apply(Said("Noémie", Seat(1), "Guete Jass!"), now)
    return known
