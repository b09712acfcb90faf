"""Votes and epochs: what opens one, and what an attacker may put into one."""

from dataclasses import dataclass
from itertools import pairwise

import pytest

from net.core import crypto
from net.core.bodies import Epoch, Missing, Pause, decode_body, encode_body
from net.core.course import decks_of
from net.core.epoch import (
    Place,
    Vote,
    candidates,
    decode_vote,
    encode_vote,
    fault_of,
    majority,
    number_of,
    order_signature,
    sign_vote,
    turn_of,
)
from net.core.limits import DECKS_PER_EPOCH, EPOCH_SHARES, LOG_ENTRIES, TURNS_AHEAD
from net.core.lobby import Seating
from net.core.log import (
    Chain,
    Checked,
    FaultCode,
    Genesis,
    Record,
    encode,
    next_head,
    sign_entry,
)
from net.core.log import order_signature as ordered_by

PEOPLE = [crypto.Identity(bytes([n + 1]) * 32) for n in range(5)]
TABLE = b"t" * 32
HEAD = b"h" * 32
NEXT = number_of(PEOPLE[1].public, 1)
"""The first number under which the second of them may order."""


@dataclass
class Table:
    """Five devices; the first orders epoch 1 and has signed entry 7."""

    place: Place
    order: bytes

    @property
    def devices(self) -> tuple[bytes, ...]:
        """The seated devices."""
        return tuple(person.public for person in PEOPLE)

    def vote(self, voter: int, candidate: int = 1, epoch: int = NEXT, n: int = 7) -> Vote:
        """An honest vote of somebody who has ``n`` entries."""
        head = HEAD if n == 7 else bytes([n]) * 32
        place = Place(1, n, head, PEOPLE[0].public)
        order = order_signature(PEOPLE[0], TABLE, 1, n, head)
        return sign_vote(PEOPLE[voter], TABLE, epoch, PEOPLE[candidate].public, place, order)

    def epoch(self, *votes: Vote, number: int = NEXT) -> Epoch:
        """The body that these votes would open."""
        ordered = sorted(votes, key=lambda vote: vote.voter)
        return Epoch(number, 7, HEAD, tuple(encode_vote(vote) for vote in ordered))

    def fault(self, body: Epoch, author: int = 1) -> str | None:
        """Why ``author`` cannot order with it."""
        return fault_of(body, PEOPLE[author].public, TABLE, self.place, self.devices)


@pytest.fixture
def table() -> Table:
    """See `Table`."""
    return Table(Place(1, 7, HEAD, PEOPLE[0].public), order_signature(PEOPLE[0], TABLE, 1, 7, HEAD))


def test_three_of_five_open_an_epoch(table: Table) -> None:
    """More than half of the devices, the old orderer counted; shorter logs count too."""
    votes = [table.vote(1), table.vote(2, n=5), table.vote(3)]

    assert table.fault(table.epoch(*votes)) is None
    assert table.fault(table.epoch(*votes[:2])) == "no_majority"


def test_of_two_devices_none_takes_over() -> None:
    """One of two is not more than half: the table waits."""
    two = [person.public for person in PEOPLE[:2]]

    assert not majority(two, two[:1])
    assert majority(two, two)
    assert not majority([person.public for person in PEOPLE[:4]], two)


def test_a_vote_counts_once_and_for_its_candidate_alone(table: Table) -> None:
    """Neither a vote twice, nor one for another candidate, number or table, makes a majority."""
    good = [table.vote(1), table.vote(2)]

    assert table.fault(table.epoch(*good, table.vote(2))) == "bad_votes"
    assert table.fault(table.epoch(*good, table.vote(3, candidate=2))) == "bad_votes"
    assert table.fault(table.epoch(*good, table.vote(3, epoch=NEXT + EPOCH_SHARES))) == "bad_votes"
    assert table.fault(table.epoch(*good, table.vote(3)), author=2) == "not_its_number"
    elsewhere = sign_vote(PEOPLE[3], b"x" * 32, NEXT, PEOPLE[1].public, table.place, table.order)
    assert table.fault(table.epoch(*good, elsewhere)) == "bad_votes"


def test_no_epoch_leaves_none_for_those_who_come_after(table: Table) -> None:
    """With one far number, signed by enough, a table could never have another orderer."""
    for number, fault in (
        (1, "not_next"),
        (NEXT, None),
        (NEXT + (TURNS_AHEAD - 1) * EPOCH_SHARES, None),
        (NEXT + TURNS_AHEAD * EPOCH_SHARES, "not_next"),
        (2**53 - 1, "not_next"),
    ):
        votes = [table.vote(voter, epoch=number) for voter in (1, 2, 3)]
        assert table.fault(table.epoch(*votes, number=number)) == fault
    assert LOG_ENTRIES * TURNS_AHEAD * EPOCH_SHARES < 2**53


def test_a_number_is_one_candidates_alone(table: Table) -> None:
    """In two parts that know nothing of each other two devices never open one and the same."""
    assert len({number_of(person.public, 1) for person in PEOPLE}) == len(PEOPLE)
    for number in range(EPOCH_SHARES, 2 * EPOCH_SHARES):
        votes = [table.vote(voter, epoch=number) for voter in (1, 2, 3)]
        fault = None if number == NEXT else "not_its_number"
        assert table.fault(table.epoch(*votes, number=number)) == fault, number


def test_no_two_epochs_give_one_number_to_a_deck(table: Table) -> None:
    """In a torn network two majorities may begin epochs at one entry; secrets are never shared."""
    numbers = range(2, 2 * TURNS_AHEAD * EPOCH_SHARES, EPOCH_SHARES // 2 - 1)
    places = [(n, epoch) for n in (7, 8, LOG_ENTRIES) for epoch in numbers]
    firsts = sorted(decks_of(n, epoch) for n, epoch in places)

    assert all(one + DECKS_PER_EPOCH <= other for one, other in pairwise(firsts))
    last = Missing(0, firsts[-1] + DECKS_PER_EPOCH)
    assert decode_body(encode_body(last)) == last


def test_strangers_have_no_vote(table: Table) -> None:
    """A valid signature of somebody who has no seat makes the whole thing invalid."""
    stranger = crypto.Identity(b"s" * 32)
    vote = sign_vote(stranger, TABLE, NEXT, PEOPLE[1].public, table.place, table.order)
    body = table.epoch(table.vote(1), table.vote(2), table.vote(3), vote)

    assert table.fault(body) == "no_majority"
    assert table.fault(table.epoch(table.vote(1)), author=1) == "no_majority"
    assert fault_of(body, stranger.public, TABLE, table.place, table.devices) == "no_device"


def test_the_longest_log_among_the_votes_goes_on(table: Table) -> None:
    """A candidate that cuts off what one of its voters has is refused by everybody."""
    longer = table.vote(3, n=9)

    assert table.fault(table.epoch(table.vote(1), table.vote(2), longer)) == "not_longest"


def test_a_head_that_nobody_ordered_is_no_end(table: Table) -> None:
    """A majority of voters cannot invent how the old orderer's log ended: it has to be signed."""
    votes = [table.vote(n) for n in (1, 2, 3)]
    unsigned = [
        Vote(v.voter, v.epoch, v.candidate, v.last, v.n, v.head, bytes(64), v.signature)
        for v in votes
    ]

    assert table.fault(table.epoch(*unsigned)) == "not_longest"
    assert table.fault(table.epoch(*votes)) is None


def test_votes_out_of_order_or_damaged_are_refused(table: Table) -> None:
    """One set of votes has one encoding, and bytes that are no vote open nothing."""
    body = table.epoch(*(table.vote(n) for n in (1, 2, 3)))
    turned = Epoch(NEXT, 7, HEAD, tuple(reversed(body.votes)))
    damaged = Epoch(NEXT, 7, HEAD, (b"", *body.votes))

    assert table.fault(turned) == "bad_votes"
    assert table.fault(damaged) == "bad_votes"
    assert table.fault(Epoch(1, 7, HEAD, body.votes)) == "not_next"
    assert table.fault(Epoch(NEXT, 6, HEAD, body.votes)) == "not_the_end"
    assert decode_vote(body.votes[0] + b"\x00") is None
    assert decode_vote(b"\xc1") is None


def test_candidates_in_turn() -> None:
    """The next human seat that can be dialled comes first; bots and hidden devices never."""
    keys = [person.public for person in PEOPLE]
    seats = (
        Seating(keys[0], "Anna", None, "a:1"),
        Seating(keys[1], "Beat", None, "b:1"),
        Seating(keys[2], "Chris", None, None),
        Seating(keys[1], "Bot", "normal", None),
        Seating(keys[3], "Dora", None, "d:1"),
    )

    assert candidates(seats, keys[0]) == (keys[1], keys[3])
    assert candidates(seats, keys[1]) == (keys[3], keys[0])
    assert candidates(seats, keys[3]) == (keys[0], keys[1])
    assert candidates(seats, keys[4]) == (keys[0], keys[1], keys[3])


# --- in a chain ----------------------------------------------------------------------------------


def grown(n: int) -> tuple[Chain, list[Record]]:
    """A chain with ``n`` entries that the first person ordered."""
    genesis = Genesis("jass log", 1, 1, PEOPLE[0].public, bytes(32), "Tisch")
    chain, records = Chain(genesis), []
    for _ in range(n):
        records.append(record(chain, PEOPLE[0], 1))
        take(chain, records[-1])
    return chain, records


def record(chain: Chain, orderer: crypto.Identity, epoch: int, body: object = None) -> Record:
    """The next record, with a body of its orderer."""
    said = body if isinstance(body, Epoch) else Pause(on=True)
    entry = encode(sign_entry(orderer, chain.table, chain.n, chain.head, said))
    head = next_head(chain.head, entry)
    signature = ordered_by(orderer, chain.table, epoch, chain.n + 1, head)
    return Record(epoch, chain.n + 1, entry, signature)


def take(chain: Chain, record: Record) -> None:
    """Has to be the next one."""
    checked = chain.check(record, [person.public for person in PEOPLE[:3]])
    assert isinstance(checked, Checked), checked
    chain.append(checked)


def opening(chain: Chain, candidate: int, *voters: int) -> Epoch:
    """An epoch of ``candidate`` at the end of this chain, by these voters of three devices."""
    place, public = chain.place_at(chain.n), PEOPLE[candidate].public
    number = number_of(public, turn_of(chain.epoch) + 1)
    votes = [sign_vote(PEOPLE[n], chain.table, number, public, place, chain.order) for n in voters]
    votes.sort(key=lambda vote: vote.voter)
    return Epoch(number, chain.n, chain.head, tuple(encode_vote(vote) for vote in votes))


def test_after_an_epoch_the_old_orderer_orders_nothing_more() -> None:
    """The record that opens an epoch carries its number and its orderer's signature."""
    chain, _ = grown(4)
    late = record(chain, PEOPLE[0], 1)
    take(chain, record(chain, PEOPLE[1], NEXT, opening(chain, 1, 1, 2)))

    assert (chain.epoch, chain.orderer, chain.begun) == (NEXT, PEOPLE[1].public, 5)
    assert chain.place_at(4) == Place(1, 4, chain.place_at(4).head, PEOPLE[0].public)
    old = Record(1, 6, late.entry, late.signature)
    assert chain.check(old) is FaultCode.WRONG_EPOCH
    take(chain, record(chain, PEOPLE[1], NEXT))


def test_no_epoch_without_its_votes() -> None:
    """Who simply signs on under the next number is refused."""
    chain, _ = grown(4)
    alone = record(chain, PEOPLE[1], NEXT, opening(chain, 1, 1))
    jumped = record(chain, PEOPLE[1], NEXT + EPOCH_SHARES, opening(chain, 1, 1, 2))
    devices = [person.public for person in PEOPLE[:3]]

    assert chain.check(alone, devices) is FaultCode.WRONG_EPOCH
    assert chain.check(jumped, devices) is FaultCode.WRONG_EPOCH
    assert chain.check(record(chain, PEOPLE[1], NEXT), devices) is FaultCode.WRONG_EPOCH


def test_an_epoch_cuts_off_what_only_its_old_orderer_had() -> None:
    """The votes say where the log goes on; later entries of the old epoch are none."""
    chain, records = grown(4)
    shorter = Chain(chain.genesis)
    for old in records[:3]:
        take(shorter, old)
    devices = [person.public for person in PEOPLE[:3]]
    opens = record(shorter, PEOPLE[1], NEXT, opening(shorter, 1, 1, 2))

    assert chain.check_cut(opens, devices) is None
    assert chain.check_cut(opens, devices[:1]) is FaultCode.WRONG_EPOCH
    assert chain.check_cut(records[3], devices) is FaultCode.WRONG_EPOCH
    assert len(encode_body(opening(shorter, 1, 1, 2))) < 800
