"""Who looks on at a table: people without a seat, who are told what everybody may see.

They have no key, no vote and no word in the log, and nobody waits for them. The device that orders
lets them in and tells everybody who they are. Of what they send it reads next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from net.core.effects import Effect, Emit
from net.core.limits import (
    ENTRY_FRAMES_PER_SECOND,
    SPECTATOR_FRAMES_PER_SECOND,
    WORDS_PER_SECOND,
)
from net.core.links import Links, LiveLink
from net.core.names import told_apart
from net.core.wire import (
    Beat,
    Bye,
    Knock,
    Message,
    Ordered,
    Propose,
    Refuse,
    Spectator,
    Want,
)
from net.updates import GalleryChanged

__all__ = ["Spectators", "may_say"]


class Spectators:
    """The people beside one table, as one device knows them.

    Args:
        links: all links of this device.
        effect: takes what has to be told.

    Attributes:
        people: who looks on: here, if this device orders, else as the one that does has said.
    """

    def __init__(self, links: Links, effect: Callable[[Effect], None]) -> None:
        self._links = links
        self._effect = effect
        self.people: tuple[Spectator, ...] = ()

    def count(self, orderer: bytes, *, mine: bool) -> bool:
        """Looks who is there and tells our person if that changed; whether it did.

        Args:
            orderer: whose word counts.
            mine: whether that is this device.
        """
        if mine:
            there = (link for _, link in self._links.spectators())
            people = tuple(Spectator(link.identity, link.name) for link in there)
        else:
            number = self._links.number_of(orderer, member=True)
            people = self._links.live[number].gallery if number is not None else self.people
        if people == self.people:
            return False
        self.people = people
        names = told_apart(one.name for one in people)
        self._effect(Emit(GalleryChanged(names)))
        return True


def may_say(there: LiveLink, message: Message | None, now: int) -> bool:
    """Whether the other may say this now: not too often, and who only looks on next to nothing."""
    second = now // 1_000
    if there.second != second:
        there.second, there.words, there.entries = second, 0, 0
    if isinstance(message, Ordered | Propose | Refuse):
        there.entries += 1
    else:
        there.words += 1
    if there.watches:
        few = there.words <= SPECTATOR_FRAMES_PER_SECOND
        return few and isinstance(message, Knock | Want | Beat | Bye)
    return there.words <= WORDS_PER_SECOND and there.entries <= ENTRY_FRAMES_PER_SECOND
