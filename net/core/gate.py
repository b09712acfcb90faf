"""Whom a device lets in to its table: knocking, sitting, looking on, being cut off or sent away.

What it does as the one that orders, mostly; its own way into a table is `net.core.guest`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from net.commands import Admit
from net.core.admission import Admission
from net.core.bodies import Leave
from net.core.clean import clean_name
from net.core.effects import Effect, Emit
from net.core.gallery import Spectators
from net.core.guest import Guest
from net.core.limits import SPECTATORS, STRANGER_MS
from net.core.line import GateLine
from net.core.links import Links, LiveLink
from net.core.log import encode
from net.core.replica import Replica
from net.core.scribe import Scribe
from net.core.signpost import point
from net.core.wire import Bye, Gallery, Knock, Parting, Patience, Welcome
from net.updates import CameLate

__all__ = ["Gate"]

LOBBY_GONE_MS: Final = 10_000
"""How long somebody may be gone before the first card without losing the seat."""


class Gate:
    """The door of one table, at one device.

    Args:
        identity: this device.
        door: whom this device lets in while it orders.
        links: all its links.
        scribe: its log.
        guest: its own way to the table.
        line: the ways to other devices.
        effect: takes what has to be done.
    """

    def __init__(
        self,
        identity: bytes,
        door: Admission,
        links: Links,
        scribe: Scribe,
        guest: Guest,
        line: GateLine,
        effect: Callable[[Effect], None],
    ) -> None:
        self._identity = identity
        self._door = door
        self._links = links
        self._scribe = scribe
        self._guest = guest
        self._line = line
        self._effect = effect
        self._spectators = Spectators(links, effect)
        self._late: set[bytes] = set()

    @property
    def _replica(self) -> Replica | None:
        return self._scribe.replica

    # Letting in

    def knocked(self, link: int, there: LiveLink, message: Knock) -> None:
        """Somebody wants in."""
        replica = self._replica
        settled = there.member or self._door.is_asked(there.identity)
        if replica is None or (settled and there.watches != message.watches):
            return  # our person is asked about one thing, and says yes to that
        if self._guest.has_left and (message.epoch, message.n) >= (replica.chain.epoch, replica.n):
            self._turn_away(link, "quit")
            return
        there.watches, there.follows = message.watches, message.epoch
        barred = replica.lobby.bars(there.identity)
        there.elsewhere = _is_elsewhere(replica, there, message)
        if there.elsewhere:
            there.knock = message
            chain = replica.chain
            self._line.send(link, Welcome(encode(chain.genesis), chain.epoch, chain.n))
            return
        if barred == "kicked" or (barred is not None and not there.watches):
            self._turn_away(link, barred)
            return
        if not self._scribe.is_orderer:
            # Guests let in whom the log has seated: who ordered them has asked already. Everybody
            # else goes to the device that orders, which may be this one in a moment.
            there.name = message.name
            if not there.watches and there.identity in replica.lobby.devices:
                self._let_in(link, there)
            else:
                there.knock = message
                point(link, replica, self._identity, self._line.send)
            return
        same = message.epoch == replica.chain.epoch
        if same and message.n and replica.chain.head_at(message.n) != message.head:
            self._turn_away(link, "bad_log")
            return
        there.name = message.name
        self._answer(link, there, replica)

    def _answer(self, link: int, there: LiveLink, replica: Replica) -> None:
        who = (there.identity, there.name, link, replica.lobby)
        if there.watches:
            answer = self._door.watch(*who, self._others(there))
        else:
            answer = self._door.knock(*who)
        if answer is True:
            self._let_in(link, there)
        elif isinstance(answer, str):
            self._turn_away(link, answer)
            if answer == "started" and there.identity not in self._late:
                self._late.add(there.identity)
                bots = any(s is not None and s.bot is not None for s in replica.lobby.seats)
                self._effect(Emit(CameLate(clean_name(there.name) or "?", bots)))
        else:
            self._line.send(link, Patience())
            self._line.name_taken(there)
            self._effect(Emit(answer))

    def _others(self, there: LiveLink) -> int:
        """How many look on besides."""
        return len({one.identity for _, one in self._links.spectators()} - {there.identity})

    def seated(self) -> None:
        """The log goes on: who knocked here before this device knew of its seat is let in."""
        replica = self._replica
        for link, there in list(self._links.live.items()):
            knock = there.knock
            if replica is None or knock is None or not self._guest.has_seat(there.identity):
                continue
            if not _is_elsewhere(replica, there, knock):
                self.knocked(link, there, knock)

    def part(self, link: int, there: LiveLink) -> None:
        """Our person has left: whoever linked again, lacking the end, goes once it has it."""
        n = self._replica.n if self._replica is not None else 0
        if self._guest.has_left and there.member and there.n >= n:
            self._turn_away(link, "quit")

    def admit(self, command: Admit) -> None:
        """Our person decided about somebody who knocked."""
        try:
            identity = bytes.fromhex(command.identity_hex)
        except ValueError:
            identity = b""
        waiting = self._door.answer(identity, yes=command.yes) if identity else ()
        if not waiting and self._links.number_of(identity) is None:
            self._scribe.tell_not_done("no_knock")
        for link in waiting:
            there = self._links.live.get(link)
            if there is None:
                continue
            if not command.yes:
                self._turn_away(link, "refused")
            elif there.watches and self._others(there) >= SPECTATORS:
                self._turn_away(link, "crowded")
            else:
                self._let_in(link, there)

    def _let_in(self, link: int, there: LiveLink) -> None:
        if self._replica is not None:
            there.member, there.knock = True, None
            if not there.watches:
                self._line.greet(there)
            chain = self._replica.chain
            self._line.send(link, Welcome(encode(chain.genesis), chain.epoch, chain.n))
            if self._spectators.people:
                self._line.send(link, Gallery(self._spectators.people))

    def _turn_away(self, link: int, code: Parting) -> None:
        self._line.send(link, Bye(code))
        self._line.drop(link, code)

    def turn_out(self, now: int) -> None:
        """Cuts links of devices that neither knock nor, when they may, sit down."""
        replica = self._replica
        if replica is None:
            return
        open_seat = not replica.lobby.playing and replica.lobby.free_seat() is not None
        for link, there in list(self._links.live.items()):
            seated = self._guest.has_seat(there.identity)
            late = there.member and replica.lobby.playing and not replica.lobby.vacant_seats()
            stays = there.member and (there.watches or not open_seat)
            if there.watches and seated:
                self._turn_away(link, "seated")
            elif there.identity in replica.lobby.kicked and not there.elsewhere:
                self._turn_away(link, "kicked")
            elif late and not seated and not there.watches and not there.dialled:
                # Somebody else was faster.
                self._turn_away(link, "started")
            elif late and not seated and self._has_lost_seat(there):
                # Dialled by us when it had one. It is sent why, and not for as long as it likes.
                if self._knows_why(there) or now - there.idle >= STRANGER_MS:
                    self._turn_away(link, "given")
            elif there.dialled or seated or stays or self._door.is_asked(there.identity):
                there.idle = now
            elif now - there.idle >= STRANGER_MS:
                self._line.drop(link, "silent")

    def _has_lost_seat(self, there: LiveLink) -> bool:
        """Whether somebody else has its seat, as this device, which orders, knows best."""
        replica = self._replica
        lost = replica is not None and replica.lost_at(there.identity) > 0
        return lost and self._scribe.is_orderer

    def _knows_why(self, there: LiveLink) -> bool:
        """Whether somebody has our log up to where it lost its seat, by its own word."""
        replica = self._replica
        if replica is None or there.follows != replica.chain.epoch:
            return False
        return there.n >= replica.lost_at(there.identity)

    def clear_lobby(self, now: int) -> None:
        """Before a Partie a bot gives way; before the first card who is gone loses the seat."""
        replica = self._replica
        if replica is None or not self._scribe.is_orderer or replica.lobby.playing:
            return
        bot = replica.lobby.bot_seat() if replica.lobby.free_seat() is None else None
        if bot is not None and any(map(self._stands, self._links.live.values())):
            self._scribe.submit(Leave(bot), now)
        if replica.lobby.partie:
            return
        for identity, since in list(self._links.gone.items()):
            seat = replica.lobby.seat_of(identity)
            if now - since >= LOBBY_GONE_MS:
                del self._links.gone[identity]
                if seat is not None:
                    self._scribe.submit(Leave(seat), now)

    def _stands(self, there: LiveLink) -> bool:
        """Whether somebody was let in and has no seat to sit down on."""
        guest = there.member and not there.watches and not there.dialled
        return guest and not self._guest.has_seat(there.identity)

    def may_sit(self, identity: bytes) -> bool:
        """Whether a device without a seat may take one: it was let in here, on a link of its own.

        Whom this device dialled has sat here once, and may have been sent away since.
        """
        let_in = any(
            there.identity == identity and not there.watches for _, there in self._links.members()
        )
        return let_in and not self._door.has_banned(identity)

    def ban(self, identity: bytes) -> None:
        """Our person, who hosts the table, sends somebody away and does not want them back."""
        self._door.ban(identity)
        for link, there in list(self._links.live.items()):
            if there.identity == identity:
                self._turn_away(link, "kicked")

    def forget(self, identity: bytes) -> None:
        """The device is gone; it may knock again."""
        self._door.forget(identity)

    # Looking on

    def count(self) -> None:
        """Tells who looks on, our person and everybody here, if that changed."""
        replica = self._replica
        if replica is None or self._guest.is_behind:
            return
        orderer, mine = replica.chain.orderer, self._scribe.is_orderer
        changed = self._spectators.count(orderer, mine=mine)
        if changed and mine:
            self._tell_gallery()

    def _tell_gallery(self) -> None:
        for link, _ in self._links.members():
            self._line.send(link, Gallery(self._spectators.people))

    def succeeded(self) -> None:
        """Another device orders: who looks on goes there, and is let in without being asked for."""
        replica = self._replica
        if replica is None or not self._scribe.is_orderer:
            for link, _ in list(self._links.spectators()):
                self._line.drop(link, "moved")
            for link, there in self._links.live.items():
                if replica is not None and self._door.is_asked(there.identity):
                    point(link, replica, self._identity, self._line.send)
            return
        self._door.trust(one.identity for one in self._spectators.people)
        for link, there in list(self._links.live.items()):
            if there.watches and not there.member:
                self._answer(link, there, replica)
        self.count()
        self._tell_gallery()


def _is_elsewhere(replica: Replica, there: LiveLink, knock: Knock) -> bool:
    """Whether somebody who had a seat here has none, and does not know it from its log.

    It may come from another epoch: both parts of a torn network may have gone on, each without the
    people of the other one. Turned away, the device that orders the older one would order it for
    ever. Nor does anybody believe that its seat is gone before its own log says so.
    """
    lobby, identity = replica.lobby, there.identity
    if not knock.n or knock.watches:
        return False
    if knock.epoch == replica.chain.epoch and knock.n >= replica.lost_at(identity):
        return False
    if identity not in lobby.sat:
        # It may have sat down where a newer epoch has cut that off; it has to know our log to hear
        # of it (`Exchange.wanted`).
        return knock.epoch < replica.chain.epoch
    return identity not in lobby.devices or lobby.bars(identity) is not None
