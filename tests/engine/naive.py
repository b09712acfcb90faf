"""The table of legal cards written a second time, on card texts, straight from rules 1.0.4.

Slow and plain on purpose, and sharing no line with the engine: the oracle counts must come out of
both.
"""

from __future__ import annotations

SUITS = ("Ei", "Ro", "Se", "Si")
NATURAL = ("6", "7", "8", "9", "10", "U", "O", "K", "A")
TRUMPS = ("6", "7", "8", "10", "O", "K", "A", "9", "U")


def suit(card: str) -> str:
    """The first two letters."""
    return card[:2]


def rank(card: str) -> str:
    """The rest."""
    return card[2:]


def trump_of(contract: str) -> str | None:
    """The trump suit of a contract."""
    code = contract.removeprefix("gumpf_")
    return code if code in SUITS else None


def upwards(contract: str, trick_no: int) -> bool:
    """Whether the Ace wins in this trick."""
    match contract:
        case "undenufe":
            return False
        case "slalom_oben":
            return trick_no % 2 == 1
        case "slalom_unten":
            return trick_no % 2 == 0
        case "guschti_oben":
            return trick_no <= 5
        case "guschti_unten":
            return trick_no > 5
        case _:
            return not contract.startswith("gumpf_")


def winner(contract: str, trick: list[str], trick_no: int) -> int:
    """The place of the card that takes the trick."""
    trump = trump_of(contract)
    trumps = [card for card in trick if suit(card) == trump]
    if trumps:
        return trick.index(max(trumps, key=lambda card: TRUMPS.index(rank(card))))
    followed = [card for card in trick if suit(card) == suit(trick[0])]
    sign = 1 if upwards(contract, trick_no) else -1
    return trick.index(max(followed, key=lambda card: sign * NATURAL.index(rank(card))))


def legal(contract: str, hand: list[str], trick: list[str], *, hindersi: bool = False) -> list[str]:
    """The cards of a hand that may be played, row by row."""
    if not trick:
        return hand
    led, trump = suit(trick[0]), trump_of(contract)
    follow = [card for card in hand if suit(card) == led]
    if trump is None:
        return follow or hand
    own = [card for card in hand if suit(card) == trump]
    if led == trump:
        return own if any(rank(card) != "U" for card in own) else hand
    lying = [TRUMPS.index(rank(card)) for card in trick if suit(card) == trump]
    if not lying:
        return follow + own if follow else hand
    higher = [card for card in own if TRUMPS.index(rank(card)) > max(lying)]
    if len(own) == len(hand):
        return hand
    if follow:
        return follow + higher
    return hand if hindersi else [card for card in hand if suit(card) != trump] + higher


def count(
    contract: str,
    hands: list[list[str]],
    depth: int,
    leader: int = 0,
    trick: tuple[str, ...] = (),
    trick_no: int = 1,
    *,
    hindersi: bool = False,
) -> int:
    """How many ways there are to play so many cards."""
    if depth == 0:
        return 1
    seats = len(hands)
    seat = (leader + len(trick)) % seats
    total = 0
    for card in legal(contract, hands[seat], list(trick), hindersi=hindersi):
        left = [list(hand) for hand in hands]
        left[seat].remove(card)
        lying = (*trick, card)
        first, number = leader, trick_no
        if len(lying) == seats:
            first = (leader + winner(contract, list(lying), trick_no)) % seats
            lying, number = (), trick_no + 1
        total += count(contract, left, depth - 1, first, lying, number, hindersi=hindersi)
    return total
