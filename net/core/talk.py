"""What goes aside from the game: chat, invitations, the word. Signed, relayed, not on the disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.cards import Card
from engine.seats import Seat
from net.core import crypto
from net.core.clean import clean_chat, clean_table_name
from net.core.company import Company
from net.core.effects import Effect, Emit, Forget, Pin, Secret
from net.core.limits import CHAT_LINES_PER_MINUTE
from net.core.links import Links, LiveLink
from net.core.replica import Replica
from net.core.reporter import Reporter
from net.core.scribe import Scribe
from net.core.who import names
from net.core.wire import (
    Invite,
    Message,
    Say,
    SignedTalk,
    WordCommit,
    WordOk,
    WordReveal,
    decode_talk,
    sign_talk,
)
from net.core.word import Word, run_number
from net.updates import CommandRefused, Invited, Said, WordResult, WordShown

__all__ = ["Talks"]


_MUTED: Final = b"mute/"
_NUMBERED: Final = b"talk/"

AHEAD: Final = 1_000
"""How many numbers of lines the disk is told of at once: so few of them cost a write."""

WORD_AGAIN_MS = 3_000
"""How long a part of the word waits for an answer before it is said again."""


class Talks:
    """What one device and its person say beside the game, and hear.

    Args:
        identity: its key.
        random: so many bytes of chance.
        reporter: who tells the screen.
        company: whom our person knows, and does not want to hear.
        links: all its links.
        scribe: its log.
        send: sends a message on a link.
        effect: takes what has to be done.
    """

    def __init__(
        self,
        identity: crypto.Identity,
        random: Callable[[int], bytes],
        reporter: Reporter,
        company: Company,
        links: Links,
        scribe: Scribe,
        send: Callable[[int, Message], None],
        effect: Callable[[Effect], None],
    ) -> None:
        self._identity = identity
        self._links = links
        self._scribe = scribe
        self._post = send
        self._effect = effect
        self._reporter = reporter
        self._company = company
        self._count = 0
        self._kept = 0
        self._heard: dict[bytes, int] = {}
        self._times: dict[bytes, list[int]] = {}
        self._word = Word(identity.public, random, company.known, self._keep)
        self._spent_in = 0
        self._parts: dict[tuple[int, bytes, type], SignedTalk] = {}
        self._helped: dict[bytes, int] = {}
        self._shown: tuple[int, ...] | None = None
        self._again = 0

    def _send(self, message: SignedTalk) -> None:
        """Who orders sends talk to all, everybody else to who orders, who passes it on.

        Whoever has no link to who orders says it to everybody who is there.
        """
        replica = self._scribe.replica
        orderer = replica.chain.orderer if replica is not None else b""
        passed_on = not self._scribe.is_orderer and self._links.number_of(orderer, member=True)
        for link, there in self._links.members():
            if not passed_on or there.identity == orderer:
                self._post(link, message)

    def load(self, secrets: Mapping[bytes, bytes]) -> None:
        """Takes up from the disk the word, the numbers of our lines, and who is muted here."""
        self._word.load(secrets)
        for key in secrets:
            if key.startswith(_NUMBERED):
                self._count = max(self._count, int(key.removeprefix(_NUMBERED)))
            if key.startswith(_MUTED):
                self._company.muted.add(bytes.fromhex(key.removeprefix(_MUTED).decode()))
        self._kept = self._count

    def _keep(self, key: bytes, value: bytes) -> None:
        self._effect(Secret(key, value))

    def mute(self, replica: Replica, identity: bytes, *, on: bool) -> None:
        """Hides what this device says, or shows it again; nobody else hears of that."""
        key = _MUTED + identity.hex().encode()
        if on:
            self._company.muted.add(identity)
            self._effect(Secret(key, b"\1"))
        else:
            self._company.muted.discard(identity)
            self._effect(Forget((key,)))
        self._reporter.lobby(replica)

    def say(self, replica: Replica, text: str) -> None:
        """A line of our own person; it is shown here at once."""
        line = Say(self._number(replica), text)
        self._show(replica, self._identity.public, line)
        self._send(sign_talk(self._identity, replica.chain.table, line))

    def invite(self, replica: Replica, table: str) -> None:
        """Our own person opens another table and tells the others its name."""
        words = Invite(self._number(replica), table)
        self._send(sign_talk(self._identity, replica.chain.table, words))

    def _number(self, replica: Replica) -> int:
        """The number of our next line: greater than all before, or it would look repeated.

        A restart goes on after the last that the disk was told of. Whoever has lost that has the
        log from the others, which has grown since it spoke. Clocks start anew with each boot.
        """
        self._count = max(self._count + 1, replica.n)
        if self._count > self._kept:
            self._kept = self._count + AHEAD
            self._keep(b"%s%010d" % (_NUMBERED, self._kept), b"")
        return self._count

    def heard(self, link: int, there: LiveLink, message: SignedTalk, now: int) -> None:
        """Talk came on a link."""
        replica = self._scribe.replica
        if replica is None or not there.member:
            return
        if self._hear(replica, message, now):
            for other, _ in self._links.members():
                if other != link and self._scribe.is_orderer:
                    self._post(other, message)
        elif message.author == there.identity:
            self._help(link, there, replica, message, now)
        self.tick(replica, now)

    def _help(
        self, link: int, there: LiveLink, replica: Replica, message: SignedTalk, now: int
    ) -> None:
        """Whoever says its part of the word again has missed somebody's, or was restarted."""
        talk = decode_talk(message, replica.chain.table)
        if not isinstance(talk, WordCommit | WordReveal):
            return
        if now < self._helped.get(there.identity, now):
            return
        self._helped[there.identity] = now + WORD_AGAIN_MS
        if self._word.is_complete():
            for mine in self._word.says():
                self._post(link, sign_talk(self._identity, replica.chain.table, mine))
        for (run, author, _), part in self._parts.items():
            if run == talk.run and author != there.identity:
                self._post(link, part)

    def _hear(self, replica: Replica, message: SignedTalk, now: int) -> bool:
        """Takes what was said; whether it is new and worth passing on."""
        if message.author == self._identity.public:
            return False
        if message.author not in replica.lobby.devices:
            return False
        talk = decode_talk(message, replica.chain.table)
        match talk:
            case None:
                return False
            case Say() | Invite():
                if talk.count <= self._heard.get(message.author, -1):
                    return False
                recent = [at for at in self._times.get(message.author, []) if now - at < 60_000]
                self._times[message.author] = recent
                if len(recent) >= CHAT_LINES_PER_MINUTE:
                    return False
                recent.append(now)
                self._heard[message.author] = talk.count
                self._show(replica, message.author, talk)
                return True
            case WordCommit() | WordReveal() | WordOk():
                self._word.begin(replica)
                new = self._word.hear(message.author, talk)
                if new:
                    self._again = min(self._again, now)
                    self._parts[talk.run, message.author, type(talk)] = message
                return new

    def _show(self, replica: Replica, author: bytes, said: Say | Invite) -> None:
        at = replica.lobby.seat_of(author)
        seat, name = (None, "?") if at is None else (Seat(at), names(replica)[at])
        text = clean_chat(said.text) if isinstance(said, Say) else clean_table_name(said.table)
        if text and author not in self._company.muted:
            told = Said if isinstance(said, Say) else Invited
            self._effect(Emit(told(name, seat, text)))

    def after(self, replica: Replica, now: int) -> None:
        """An entry came: a Partie may have begun, and with it a run of the word."""
        self._word.begin(replica)
        run = run_number(replica)
        if self._word.is_spent(replica) and self._spent_in != run:
            self._spent_in = run
            self._effect(Emit(CommandRefused("word_spent")))
        self.tick(replica, now)

    def tick(self, replica: Replica, now: int) -> None:
        """Says its part of the word, again and again until everybody has answered."""
        self._word.begin(replica)
        if now >= self._again and not self._word.is_complete():
            self._again = now + WORD_AGAIN_MS
            for talk in self._word.says():
                self._send(sign_talk(self._identity, replica.chain.table, talk))
        self._tell_word(replica)  # also what somebody else's last part has completed

    def _tell_word(self, replica: Replica) -> None:
        cards = self._word.cards if self._word.is_for(replica) else None
        if cards is not None and cards != self._shown and not self._word.is_given:
            self._shown = cards
            first, second, third, fourth = (Card(index) for index in cards)
            self._effect(Emit(WordShown((first, second, third, fourth))))

    def give(self, replica: Replica, cards: tuple[Card, ...]) -> None:
        """Our person tapped the cards it heard."""
        if self._word.cards is None or not self._word.is_for(replica):
            self._effect(Emit(CommandRefused("no_word")))
            return
        answer = self._word.give(tuple(int(card) for card in cards))
        self._effect(Emit(WordResult(answer is not None, self._word.tries)))
        if answer is None:
            return
        self._send(sign_talk(self._identity, replica.chain.table, answer))
        people = names(replica)
        for device in self._word.devices:
            seat = replica.lobby.seat_of(device)
            if seat is not None:
                self._company.known[device] = people[seat]
                self._effect(Pin(device, people[seat]))
        self._reporter.lobby(replica)
