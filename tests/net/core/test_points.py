"""The card points: RFC 9380 and the committed table."""

import pytest

from net.core.crypto import first_foreign
from net.core.points import CARD_POINTS, MAX_CARDS, card_point, encode_to_curve


@pytest.mark.parametrize(
    ("message", "x"),
    [
        (b"", "1bb913f0c9daefa0b3375378ffa534bda5526c97391952a7789eb976edfe4d08"),
        (b"abc", "7c22950b7d900fa866334262fcaea47a441a578df43b894b4625c9b450f9a026"),
        (b"abcdef0123456789", "31ad08a8b0deeb2a4d8b0206ca25f567ab4e042746f792f4b7973f3ae2096c52"),
        (
            b"q128_" + 128 * b"q",
            "027877759d155b1997d0d84683a313eb78bdb493271d935b622900459d52ceaa",
        ),
    ],
)
def test_rfc_9380_vectors(message: bytes, x: str) -> None:
    """The encoding gives P.x of RFC 9380, appendix J.4.2."""
    point = encode_to_curve(message, b"QUUX-V01-CS02-with-curve25519_XMD:SHA-512_ELL2_NU_")
    assert point[::-1].hex() == x


def test_table_is_what_the_hash_gives() -> None:
    """Nobody slipped a point of known relation into the table: all 72 are made again."""
    assert len(CARD_POINTS) == MAX_CARDS
    assert tuple(card_point(index) for index in range(MAX_CARDS)) == CARD_POINTS


def test_points_are_honest_and_distinct() -> None:
    """All card points lie in the prime-order subgroup and no two are equal."""
    assert first_foreign(CARD_POINTS) is None
    assert len(set(CARD_POINTS)) == MAX_CARDS
