"""What a person wants, carried out: acts at the table, the lobby, the evening, the chat."""

from __future__ import annotations

from collections.abc import Mapping

from engine import game
from engine.actions import Action
from engine.errors import Reason
from engine.variant import OptionFault, make_options
from net.commands import (
    Admit,
    Command,
    GiveWord,
    InviteTo,
    KickSeat,
    Mute,
    PauseTable,
    Perform,
    Ready,
    Rematch,
    SayText,
    SetBot,
    SetGame,
    StartGame,
    SwapSeats,
    TakeSeat,
)
from net.core.bodies import Body, Kick, Leave, Options, Pause, Sit, Start, Swap
from net.core.clean import clean_chat, clean_table_name
from net.core.company import Company
from net.core.gate import Gate
from net.core.guest import Guest
from net.core.lobby import NetReason
from net.core.names import bot_name
from net.core.player import Player
from net.core.replica import Replica
from net.core.reporter import Reporter
from net.core.scribe import Scribe
from net.core.talk import Talks
from net.core.who import names

__all__ = ["Desk", "lobby_body", "options_body"]


class Desk:
    """The person at one device, and the bots that play there.

    Args:
        identity: this device.
        scribe: its log.
        player: its seats.
        reporter: who tells the screen.
        company: who is around the table.
        guest: its name, and where it can be dialled.
        gate: who is let in.
        talks: what goes aside from the game.
    """

    def __init__(
        self,
        identity: bytes,
        scribe: Scribe,
        player: Player,
        reporter: Reporter,
        company: Company,
        guest: Guest,
        gate: Gate,
        talks: Talks,
    ) -> None:
        self._identity = identity
        self._scribe = scribe
        self._player = player
        self._reporter = reporter
        self._company = company
        self._guest = guest
        self._gate = gate
        self._talks = talks

    def command(self, command: Command, replica: Replica, now: int) -> None:
        """The person wants something other than to go; refusals come as updates."""
        match command:
            case Perform() if replica.paused is not None:
                self._scribe.tell_not_done(NetReason.PAUSED.value)
            case Perform(action=action):
                self._perform(replica, action, now)
            case Ready():
                if replica.hand is not None and replica.hand.deck.closed:
                    self._player.ready_after = replica.hand.number
                    self._scribe.react(None, now)
            case SayText(text=text):
                line = clean_chat(text)
                if line:
                    self._talks.say(replica, line)
            case InviteTo(table=table):
                self._talks.invite(replica, clean_table_name(table))
            case Admit():
                self._gate.admit(command)
            case GiveWord(cards=cards):
                self._talks.give(replica, cards)
            case PauseTable(on=on, at_s=at):
                self._scribe.ask(Pause(on, at), now)
            case KickSeat(seat=seat):
                self._kick(replica, seat, now)
            case Mute():
                self._mute(replica, command)
            case _:
                self._lobby(command, replica, now)

    def _perform(self, replica: Replica, action: Action, now: int) -> None:
        seat = replica.lobby.seat_of(self._identity)
        if seat is None:
            self._scribe.tell_not_done(NetReason.NOT_SEATED.value)
            return
        body = self._player.perform(replica, seat, action)
        if isinstance(body, Reason):
            self._scribe.tell_refused(body, action)
            self._reporter.again()
        elif body is not None:
            self._scribe.submit(body, now)
        self._reporter.turn(replica)

    def _kick(self, replica: Replica, seat: int, now: int) -> None:
        """In the lobby the host's word is enough, in a Partie it takes more than half of all."""
        seated = replica.lobby.at(seat)
        if replica.lobby.playing:
            self._scribe.ask(Kick(seat, replica.newest_deck), now)
        elif seated is None or seated.bot is not None or seated.identity == self._identity:
            self._scribe.tell_not_done(NetReason.NOT_A_PERSON.value)
        elif replica.lobby.host != self._identity:
            self._scribe.tell_not_done(NetReason.NOT_HOST.value)
        else:
            self._scribe.ask(Leave(seat), now)
            self._gate.ban(seated.identity)

    def _mute(self, replica: Replica, command: Mute) -> None:
        others = {device.hex(): device for device in replica.lobby.devices}
        identity = others.get(command.identity_hex)
        if identity is None or identity == self._identity:
            self._scribe.tell_not_done(NetReason.NOT_A_PERSON.value)
        else:
            self._talks.mute(replica, identity, on=command.on)

    def _lobby(self, command: Command, replica: Replica, now: int) -> None:
        if isinstance(command, SetBot) and self._is_deserted(replica, command.seat):
            self._scribe.ask(Leave(command.seat), now)
            self._scribe.work(now)  # the seat is free by now: this device orders
        body = lobby_body(command, replica, self._guest.name, self._guest.address)
        if isinstance(body, NetReason):
            self._scribe.tell_not_done(body.value)
        elif isinstance(body, OptionFault):
            self._scribe.tell_not_done(body.code, **body.facts, option=body.option)
            self._reporter.again()
            self._reporter.lobby(replica)
        elif body is not None:
            self._scribe.ask(body, now)

    def _is_deserted(self, replica: Replica, seat: int) -> bool:
        """Whether our person may seat a bot for somebody who went away between two Partien."""
        lobby, seated = replica.lobby, replica.lobby.at(seat)
        if seated is None or seated.bot is not None or lobby.host != self._identity:
            return False
        between = lobby.partie > 0 and not lobby.playing
        return between and not self._company.is_here(replica, seated.identity)

    def begin_agreed(self, replica: Replica, now: int) -> None:
        """Begins the Revanche that all want, once nobody is missing who did not want it.

        Everybody has said so before the last seat was taken: the one who orders says it once more.
        """
        lobby = replica.lobby
        if lobby.playing or not lobby.partie or None in lobby.seats:
            return
        agreed = self._identity in lobby.present and lobby.willing.issuperset(lobby.present)
        if agreed and self._scribe.is_orderer:
            self._scribe.submit(Start(lobby.partie + 1), now)

    def decide(self, seat: int, hand: int, turn: int, action: Action, now: int) -> None:
        """A bot's answer; nothing happens if the question is over."""
        replica = self._scribe.replica
        view = replica.view(seat) if replica is not None else None
        if replica is None or replica.hand is None or view is None:
            return
        if (hand, turn) != (replica.hand.number, replica.turn):
            return
        body = self._player.perform(replica, seat, action)
        legal = game.legal(view)
        if isinstance(body, Reason) and legal:
            # A bot that errs is no reason for the others to wait.
            body = self._player.perform(replica, seat, legal[0])
        if body is not None and not isinstance(body, Reason):
            self._scribe.submit(body, now)


def lobby_body(
    command: Command, replica: Replica, name: str, address: str | None
) -> Body | OptionFault | NetReason | None:
    """The body of a command about seats, game and start, or why there is none.

    None for all other commands.

    Args:
        command: what the person wants.
        replica: the table now.
        name: the person's name.
        address: where this device can be dialled.
    """
    match command:
        case TakeSeat(seat=seat):
            return Sit(seat, name, None, address)
        case SwapSeats(first=first, second=second):
            return Swap(first, second)
        case SetBot(seat=seat, level=None):
            if seat not in range(len(replica.lobby.seats)):
                return NetReason.NO_SUCH_SEAT
            seated = replica.lobby.at(seat)
            if seated is not None and seated.bot is None:
                return NetReason.SEAT_TAKEN  # by a person, who is nobody's to send away
            return Leave(seat)
        case SetBot(seat=seat, level=level):
            seated = replica.lobby.at(seat)
            # A bot that changes its level stays the same bot.
            same = seated.name if seated is not None and seated.bot is not None else None
            return Sit(seat, same or bot_name(names(replica)), level, None)
        case SetGame():
            seats = command.players or len(replica.lobby.seats)
            return options_body(command.game, seats, command.preset, command.settings)
        case StartGame() | Rematch():
            return Start(replica.lobby.partie + 1)
        case _:
            return None


def options_body(
    slug: str, seats: int, preset: str | None, settings: Mapping[str, str]
) -> Options | OptionFault:
    """What is played, as the log says it; ``seats`` 0 is the game's usual number."""
    variant = game.find_variant(slug)
    if variant is None:
        return OptionFault("unknown_game", slug, {"value": slug})
    count = seats or variant.seats[0]
    options = make_options(variant, count, preset, settings)
    if isinstance(options, OptionFault):
        return options
    return Options(variant.slug, count, preset, options.to_dict())
