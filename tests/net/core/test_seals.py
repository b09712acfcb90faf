"""Sealed numbers: bound by a hash, hidden by a nonce from S, found again by who has S."""

import pytest

from net.core import crypto
from net.core.seals import NUMBERS, Seals

S, HEAD = b"s" * 32, b"h" * 32


def sealed(*numbers: int) -> Seals:
    """The seals of seat 2, whose secret is S."""
    seals = Seals(HEAD)
    for index, number in enumerate(numbers):
        seals.keep(2, seals.seal(2, index, number, crypto.number(S, index)), 10 + index)
    return seals


def test_only_the_sealed_number_with_its_nonce_opens() -> None:
    """Not another number, index, seat or nonce; and what is not there opens to nothing."""
    seals, nonce = sealed(57, 0), crypto.number(S, 0)

    assert seals.opens(2, 0, 57, nonce)
    assert not seals.opens(2, 0, 58, nonce)
    assert not seals.opens(2, 1, 57, nonce)
    assert not seals.opens(1, 0, 57, nonce)
    assert not seals.opens(2, 0, 57, crypto.number(S, 1))
    assert not seals.opens(2, 2, 57, nonce)
    assert not seals.opens(2, -1, 0, nonce)


@pytest.mark.parametrize("number", [0, 157, NUMBERS - 1])
def test_the_secret_finds_the_number_again(number: int) -> None:
    """On the own device after a crash, and everywhere once S is open."""
    assert sealed(number).find(2, 0, S) == number
    assert sealed(number).find(2, 0, b"t" * 32) is None


def test_a_seal_that_holds_no_number_is_untrue() -> None:
    """Its entry is named; true seals before it are not."""
    seals = sealed(57)
    assert seals.untrue(2, S) is None

    seals.keep(2, b"x" * 32, 44)

    assert seals.untrue(2, S) == 44
    assert seals.untrue(1, S) is None


def test_equal_numbers_do_not_look_alike() -> None:
    """Of two seats, of two indices, of two decks."""
    seals = sealed(57, 57)
    first, second = (seal for seal, _ in seals.sealed[2])
    other = Seals(b"g" * 32).seal(2, 0, 57, crypto.number(S, 0))

    assert len({first, second, other, seals.seal(1, 0, 57, crypto.number(S, 0))}) == 4
