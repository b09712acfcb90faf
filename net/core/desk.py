"""What a person wants, as the log says it: the commands of the lobby and of the evening."""

from __future__ import annotations

from collections.abc import Mapping

from engine import game
from engine.variant import OptionFault, make_options
from net.core.bodies import Body, Leave, Options, Sit, Start, Swap
from net.core.lobby import NetReason
from net.core.names import bot_name
from net.core.replica import Replica
from net.core.reporter import names
from net.updates import (
    Command,
    Rematch,
    SetBot,
    SetGame,
    StartGame,
    SwapSeats,
    TakeSeat,
)

__all__ = ["lobby_body", "options_body"]


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
            there = replica.lobby.at(seat)
            if there is not None and there.bot is None:
                return NetReason.SEAT_TAKEN  # by a person, who is nobody's to send away
            return Leave(seat)
        case SetBot(seat=seat, level=level):
            there = replica.lobby.at(seat)
            # A bot that changes its level stays the same bot.
            same = there.name if there is not None and there.bot is not None else None
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
