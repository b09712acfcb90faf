"""What one device alone knows of a table, and has on its disk before it says anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from net.core.bodies import Body, decode_body, encode_body
from net.core.effects import Effect, Forget, Secret
from net.core.guard import GuardKey, guard_key, guard_text

__all__ = ["Vault"]

_CUT: Final = b"cut/"
"""How the keys begin that name an epoch whose entries a newer one has cut off here."""

_OF_DECKS: Final = (b"secret/", b"body/")
"""How the keys begin of what belongs to one deck, before its number."""


class Vault:
    """What this device alone knows about a table, and has on its disk before it says anything.

    Args:
        effect: takes what has to be written.
        random: so many bytes of chance.
    """

    def __init__(self, effect: Callable[[Effect], None], random: Callable[[int], bytes]) -> None:
        self._items: dict[bytes, bytes] = {}
        self._effect = effect
        self._random = random

    def load(self, items: Mapping[bytes, bytes]) -> None:
        """Takes up what is on the disk."""
        self._items.update(items)

    def secret(self, deck: int, seat: int) -> bytes:
        """S of a seat for a deck, drawn and stored when it is asked for first; 32 bytes."""
        return self._kept(f"secret/{deck}/{seat}".encode(), lambda: self._random(32))

    def stored(self, deck: int, seat: int) -> bytes | None:
        """S of a seat for a deck if there is one already."""
        return self._items.get(f"secret/{deck}/{seat}".encode())

    def body(self, body: Body) -> bytes:
        """What this device says for the guard key of ``body``: this, or what it said before."""
        key = guard_key(body)
        if key is None:
            return encode_body(body)
        return self._kept(self._place(key), lambda: encode_body(body))

    def said(self, body: Body) -> Body | None:
        """What this device said before for the guard key of ``body``."""
        key = guard_key(body)
        data = self._items.get(self._place(key)) if key is not None else None
        return decode_body(data) if data is not None else None

    def disown(self, body: Body) -> None:
        """``body`` was cut off by an epoch and answers nothing now: something else may be said.

        Which is no offence, since entries of two epochs are no evidence against each other.
        """
        key = guard_key(body)
        if key is not None:
            text = guard_text(key)
            self._kept(f"{text}/again/{self._disowned(text) + 1}".encode(), bytes)

    def _disowned(self, text: str) -> int:
        times = 0
        while f"{text}/again/{times + 1}".encode() in self._items:
            times += 1
        return times

    def _place(self, key: GuardKey) -> bytes:
        """Where the body for ``key`` is kept."""
        text = guard_text(key)
        times = self._disowned(text)
        return f"{text}/said/{times}".encode() if times else text.encode()

    def _kept(self, key: bytes, make: Callable[[], bytes]) -> bytes:
        value = self._items.get(key)
        if value is None:
            value = self._items[key] = make()
            self._effect(Secret(key, value))
        return value

    def cut_off(self, epoch: int) -> None:
        """A newer epoch cuts off entries of this one here."""
        self._effect(Secret(_CUT + str(epoch).encode(), b"1"))

    def was_cut_off(self, epoch: int) -> bool:
        """Whether that was so of this epoch, or of a newer one, when this device began."""
        numbers = (key.removeprefix(_CUT) for key in self._items if key.startswith(_CUT))
        return any(number.isdigit() and int(number) >= epoch for number in numbers)

    def decks(self) -> frozenset[int]:
        """The numbers of all decks of which something is kept."""
        kept = (key for key in self._items if key.startswith(_OF_DECKS))
        return frozenset(int(key.split(b"/")[1]) for key in kept)

    def forget(self, decks: Iterable[int]) -> None:
        """These decks are done with: their secrets and bodies go, also from the disk."""
        prefixes = tuple(kind + f"{deck}/".encode() for deck in sorted(decks) for kind in _OF_DECKS)
        if prefixes:
            self._items = {k: v for k, v in self._items.items() if not k.startswith(prefixes)}
            self._effect(Forget(prefixes))
