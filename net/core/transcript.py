"""A saved game in the engine's notation: what was dealt and done, without keys and signatures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine import game
from engine.notation import Again, Game, Given, Line, Lost, Settled, Void, follow
from engine.seats import Seat
from engine.state import HandResult, State
from net.core.log import RULES, FaultCode, read_log
from net.core.replica import Replica
from net.core.saved import deals_of

__all__ = ["transcripts"]


def transcripts(data: bytes) -> tuple[Game, ...]:
    """What was played, as far as the log is sound; another game where other rules were chosen.

    What goes on from the score of another table cannot be told so and is left out.
    """
    file = read_log(data, RULES)
    if file.genesis is None:
        return ()
    deals, replica = deals_of(file), Replica(file.genesis)
    told: list[_Told] = []
    for record in file.records:
        fed = replica.feed(record)
        if isinstance(fed, FaultCode):
            break
        state, hand = replica.state, replica.hand
        if state is None:
            continue
        if not told or not told[-1].goes_on(state):
            told.append(_Told.of(state))
        writing = told[-1]
        if not writing.is_whole:
            writing.state = state  # so that the next beginning is seen
            continue
        if fed.finished is not None:
            writing.count(fed.finished.result)
        if hand is not None and hand.deck.chance and state.hand_no != writing.state.hand_no:
            hidden = (None,) * hand.deck.facts.size
            writing.say(Given(hand.deck.chance, deals.get(hand.number, hidden)))
        for done in state.history[len(writing.state.history) :]:
            writing.say(done)
    return tuple(one.game() for one in told if one.is_whole)


@dataclass(slots=True)
class _Told:
    """A game as far as it is told."""

    state: State
    is_whole: bool
    lines: list[Line] = field(default_factory=list)

    @classmethod
    def of(cls, state: State) -> _Told:
        """A game that is in this state when it begins."""
        setup = state.setup
        start = game.start(game.variant_of(state), setup.options, setup.seats)
        return cls(start, is_whole=state == start)

    def goes_on(self, state: State) -> bool:
        """Whether this state is of the same game; a Revanche is told."""
        if state.setup != self.state.setup or state.hand_no < self.state.hand_no:
            return False
        if self.is_whole and self.state.outcome is not None and state.outcome is None:
            self.say(Again())
        return True

    def say(self, line: Line) -> None:
        """Tell what happened next."""
        self.lines.append(line)
        self.state, _ = follow(self.state, line)

    def count(self, result: HandResult) -> None:
        """Tell how a hand ended that brought this."""
        for line in self._endings(result):
            if follow(self.state, line)[0].results[-1:] == (result,):
                self.say(line)
                return
        self.is_whole = False

    def _endings(self, result: HandResult) -> Iterator[Line]:
        if game.hand_over(self.state):
            yield Settled(result.offence, result.unproven)
        yield Void()
        yield from (Lost(Seat(seat)) for seat in range(self.state.setup.seats))

    def game(self) -> Game:
        """All of it."""
        setup = self.state.setup
        settings = tuple(sorted(setup.options.to_dict().items()))
        return Game(setup.slug, setup.seats, settings, tuple(self.lines))
