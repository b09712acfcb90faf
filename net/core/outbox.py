"""What a device has said and nobody has numbered yet: said again until it has its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from net.core import crypto
from net.core.bodies import (
    Body,
    Keys,
    Missing,
    Sit,
    Unasked,
    Verdict,
    decode_body,
    encode_body,
)
from net.core.guard import guard_key
from net.core.vault import Vault

__all__ = ["Outbox", "body_hash"]


def body_hash(data: bytes) -> bytes:
    """The name of a body in a refusal; 32 bytes."""
    return crypto.digest("jass/body", data)


@dataclass(slots=True)
class _Pending:
    """A body without a number; ``at`` is when it was proposed last.

    ``refusal`` is why the orderer gives it none, as it says; ``void`` whether the log has been at a
    place since at which it may do so.
    """

    data: bytes
    body: Body
    at: int
    refusal: str | None = None
    void: bool = False


class Outbox:
    """The bodies of one device that have no number yet, in the order they were said.

    Args:
        vault: keeps what was said for each guard key, before anybody hears it.
    """

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._pending: dict[bytes, _Pending] = {}

    def __len__(self) -> int:
        return len(self._pending)

    def add(self, body: Body, now: int) -> bytes | None:
        """The bytes to propose for ``body``; None when they wait already.

        They may be others than ``body``: what this device said before for the same guard key.
        """
        data = self._vault.body(body)
        key = body_hash(data)
        if key in self._pending:
            return None
        said = body if data == encode_body(body) else decode_body(data)
        if said is None:
            return None
        self._pending[key] = _Pending(data, said, now)
        return data

    def refuse(self, key: bytes, reason: str) -> None:
        """The orderer gives no number to the body with this hash, as it says."""
        if key in self._pending:
            self._pending[key].refusal = reason

    def refused(self, is_due: Callable[[Body], bool]) -> Iterator[tuple[bytes, str]]:
        """The hashes of what was refused with reason, and that reason: ask at every entry.

        With reason, if it was void once on the way here, perhaps before the refusal came or only
        after it; what can be said only once stays void.

        Args:
            is_due: whether a body would have to get a number at this place of the log.
        """
        for key, pending in list(self._pending.items()):
            if pending.refusal is not None or guard_key(pending.body) is None:
                pending.void = pending.void or not is_due(pending.body)
            if pending.void and pending.refusal is not None:
                yield key, pending.refusal

    def drop(self, key: bytes) -> Body | None:
        """The body with this hash has its number, or gets none; None when it did not wait."""
        pending = self._pending.pop(key, None)
        return pending.body if pending is not None else None

    def again(self, now: int, after_ms: int = 0) -> Iterator[bytes]:
        """What was proposed longer than ``after_ms`` ago, to be proposed once more.

        That somebody was missing then is not repeated: whoever still finds it so says it anew.
        """
        for key, pending in list(self._pending.items()):
            if isinstance(pending.body, Missing):
                del self._pending[key]
            elif now - pending.at >= after_ms:
                # What it was refused for may be over: judged by what the log says from here on.
                pending.at, pending.refusal, pending.void = now, None, False
                yield pending.data

    def rewound(self) -> None:
        """Entries were cut off, and with them what a verdict or keys were for.

        Both are given anew when they are due. Said before, keys could be kept by whoever orders
        until others are due at the same head, and would convict an honest seat of a wrong receiver.
        """
        for key, pending in list(self._pending.items()):
            if isinstance(pending.body, Keys | Verdict):
                del self._pending[key]

    def speaks(self, seat: int) -> bool:
        """Whether an act of this seat that nobody asked for is on its way."""
        return any(
            isinstance(p.body, Unasked) and p.body.seat == seat for p in self._pending.values()
        )

    def is_sitting(self) -> bool:
        """Whether this device's person is about to take a seat."""
        return any(isinstance(p.body, Sit) and p.body.bot is None for p in self._pending.values())
