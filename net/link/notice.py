"""What a table says about itself on the whole network, in a TXT record.

Anybody can announce anything: a record is read only if it is short and every value has its form,
and what it says is for the list of tables alone. The table is then asked over TCP
(`net.link.tcp.probe`), which proves who has it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from net.core.clean import clean_table_name
from net.core.limits import TXT_BYTES, TXT_VALUE_BYTES

__all__ = ["Notice", "read_notice"]

_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_EPOCH = re.compile(r"[0-9]{1,16}", re.ASCII)
_TABLE = re.compile(r"(?:[0-9a-f]{2}){4,32}", re.ASCII)
_WORD = re.compile(r"[a-z][a-z0-9_]{0,23}", re.ASCII)
_SEATS = re.compile(r"([0-9]{1,2})/([0-9]{1,2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Notice:
    """One table as announced.

    Attributes:
        protocol: version of the bytes that travel.
        rules: version of the engine's results.
        table: the table's id, 4 to 32 bytes.
        epoch: who orders: raised each time another device takes over.
        name: the table's name, cleaned.
        game: slug of the game.
        taken: seats taken.
        seats: all seats.
        state: one word in small letters, such as ``lobby`` or ``play``.
    """

    protocol: int
    rules: int
    table: bytes
    epoch: int
    name: str
    game: str
    taken: int
    seats: int
    state: str

    def properties(self) -> dict[str, str]:
        """The keys and values of the TXT record."""
        return {
            "protocol": str(self.protocol),
            "rules": str(self.rules),
            "table": self.table.hex(),
            "epoch": str(self.epoch),
            "name": clean_table_name(self.name),
            "game": self.game,
            "seats": f"{self.taken}/{self.seats}",
            "state": self.state,
        }


def read_notice(properties: Mapping[bytes, bytes | None]) -> Notice | None:
    """The notice in a TXT record, or None when it is not one of ours; never raises.

    Keys that a later release may add are ignored.
    """
    if sum(len(key) + len(value or b"") + 2 for key, value in properties.items()) > TXT_BYTES:
        return None

    def text(key: str) -> str:
        value = properties.get(key.encode()) or b""
        return value.decode("utf-8", "replace") if len(value) <= TXT_VALUE_BYTES else ""

    def matching(key: str, form: re.Pattern[str]) -> re.Match[str] | None:
        return form.fullmatch(text(key))

    protocol, rules = matching("protocol", _NUMBER), matching("rules", _NUMBER)
    table, epoch = matching("table", _TABLE), matching("epoch", _EPOCH)
    game, state = matching("game", _WORD), matching("state", _WORD)
    seats = matching("seats", _SEATS)
    if not (protocol and rules and table and epoch and game and state and seats):
        return None
    taken, all_seats = int(seats[1]), int(seats[2])
    if taken > all_seats:
        return None
    return Notice(
        int(protocol[0]),
        int(rules[0]),
        bytes.fromhex(table[0]),
        int(epoch[0]),
        clean_table_name(text("name")) or "?",
        game[0],
        taken,
        all_seats,
        state[0],
    )
