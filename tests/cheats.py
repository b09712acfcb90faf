"""Seats that cheat: each is the ordinary program, patched in one place, and cheats once.

    cheat = Cheat("revoke", device=1, seed=7)
    mesh = Mesh(7, people=3, bots=1, tamper=cheat.patch)

The patch outlives crashes: a device that comes back cheats no second time, but says again what it
said. `CHEATS` lists them all with what has to become of them; `judge` looks whether it did.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

import msgspec

from engine import game
from engine.actions import AnswerStoeck, MeldFact, OpenNumber, Play, ShowWeis
from engine.forms import encode_action
from engine.seats import Seat
from net.core import crypto, honest
from net.core.bodies import (
    Act,
    Body,
    Commit,
    Complain,
    DeckAck,
    Evidence,
    HandOk,
    Keys,
    Leave,
    Lock,
    Missing,
    Pause,
    Reveal,
    Shuffle,
    Sit,
    Start,
    Swap,
    Toss,
    TossOpen,
    Unasked,
    Verdict,
    decode_body,
    encode_body,
    join,
    split,
)
from net.core.group import Group
from net.core.guard import guard_key
from net.core.log import (
    Record,
    decode_entry,
    decode_record,
    encode,
    next_head,
    order_signature,
    sign_entry,
)
from net.core.peer import Peer
from net.core.replica import Replica
from net.core.wire import Ordered

__all__ = ["CHEATS", "Cheat", "Outcome"]

FLOOD = 300
"""Void entries of a flood."""


class Outcome(Enum):
    """What has to become of a cheat."""

    NAMED = "named"
    VOID = "void"
    MISSING = "missing"


@dataclass(frozen=True)
class Case:
    """What a cheat knows when it is about to say ``body``."""

    peer: Peer
    replica: Replica
    body: Body
    chance: random.Random

    @property
    def group(self) -> Group:
        """What the deck of ``body`` is locked in."""
        deck = self.replica.deck(getattr(self.body, "deck", -1))
        assert deck is not None
        return deck.facts.group


Change = Callable[[Case], Body | None]
"""Another body, or None where this cheat has nothing to do."""


# --- in the deal ----------------------------------------------------------------------------------


def _points(case: Case, change: Callable[[list[bytes]], None]) -> Body | None:
    if not isinstance(case.body, Shuffle | Lock):
        return None
    points = list(split(case.body.points) or ())
    change(points)
    return msgspec.structs.replace(case.body, points=join(points))


def _shuffle(change: Callable[[Case, list[bytes]], None]) -> Change:
    def made(case: Case) -> Body | None:
        if not isinstance(case.body, Shuffle):
            return None
        return _points(case, lambda points: change(case, points))

    return made


def _lock(change: Callable[[Case, list[bytes]], None]) -> Change:
    def made(case: Case) -> Body | None:
        if not isinstance(case.body, Lock):
            return None
        return _points(case, lambda points: change(case, points))

    return made


def _swap(case: Case, points: list[bytes]) -> None:
    """Two cards change places behind the back of the permutation."""
    one, two = case.chance.sample(range(len(points)), 2)
    points[one], points[two] = points[two], points[one]


def _mark(case: Case, points: list[bytes]) -> None:
    """One card becomes the secret multiple of another (F3)."""
    one, two = case.chance.sample(range(len(points)), 2)
    group = case.group
    factor = group.scalar(crypto.digest("cheat", case.chance.randbytes(32)))
    points[one] = group.multiply_all(factor, [crypto.Point(points[two])])[0]


def _choose_hand(case: Case, points: list[bytes]) -> None:
    """Nine slots are locked over cards of one's choice (F1)."""
    group = case.group
    slots = case.chance.sample(range(len(points)), min(9, len(points)))
    for card, slot in enumerate(slots):
        factor = group.scalar(crypto.digest("cheat", case.chance.randbytes(32)))
        points[slot] = group.multiply_all(factor, [group.cards[card]])[0]


def _repeat(case: Case, points: list[bytes]) -> None:
    one, two = case.chance.sample(range(len(points)), 2)
    points[one] = points[two]


def _foreign(case: Case, points: list[bytes]) -> None:
    """A point outside the group: the top bit that X25519 would ignore (F4)."""
    at = case.chance.randrange(len(points))
    points[at] = points[at][:31] + bytes((points[at][31] | 128,))


def _duplicate(case: Case) -> Body | None:
    """The fused seat locks one slot over the card of another, with its true keys (2.2)."""
    body, replica = case.body, case.replica
    deck = replica.deck(body.deck) if isinstance(body, Lock) else None
    if not isinstance(body, Lock) or deck is None or deck.facts.fused != body.seat:
        return None
    secret = deck.secret(body.seat)
    assert secret is not None
    order = list(honest.order(secret, deck.head, deck.facts.size))
    one, two = case.chance.sample(range(len(order)), 2)
    order[one] = order[two]
    keys = honest.lock_keys(deck.facts, secret, deck.head)
    points = [deck.phase.points[place] for place in order]
    return msgspec.structs.replace(body, points=join(deck.facts.group.multiply_each(keys, points)))


def _commitments(case: Case) -> Body | None:
    if not isinstance(case.body, Lock):
        return None
    hashes = list(split(case.body.commitments) or ())
    hashes[case.chance.randrange(len(hashes))] = case.chance.randbytes(32)
    return msgspec.structs.replace(case.body, commitments=join(hashes))


def _garbled_seal(case: Case) -> Body | None:
    body = case.body
    if not isinstance(body, Keys) or not body.sealed:
        return None
    at = case.chance.randrange(len(body.sealed))
    spoilt = msgspec.structs.replace(body.sealed[at], sealed=bytes(len(body.sealed[at].sealed)))
    return msgspec.structs.replace(body, sealed=(*body.sealed[:at], spoilt, *body.sealed[at + 1 :]))


def _wrong_key(case: Case) -> Body | None:
    """Well sealed, but another key than the committed one."""
    body = case.body
    deck = case.replica.deck(body.deck) if isinstance(body, Keys) else None
    if not isinstance(body, Keys) or deck is None or not body.sealed:
        return None
    own = deck._own[body.seat]
    keys = list(own.locks)
    slot = case.chance.choice(case.chance.choice(body.sealed).slots)
    keys[slot] = deck.facts.group.scalar(case.chance.randbytes(32))
    duty = deck.phase.duties[body.seat]
    return honest.keys(deck.facts, body.seat, deck.head, duty, keys, own.shared_with)


def _wrong_seat(case: Case) -> Body | None:
    """The keys for one seat go to another."""
    body = case.body
    if not isinstance(body, Keys) or len(body.sealed) < 2:
        return None
    first, second, *rest = body.sealed
    turned = (
        msgspec.structs.replace(first, slots=second.slots, sealed=second.sealed),
        msgspec.structs.replace(second, slots=first.slots, sealed=first.sealed),
    )
    return msgspec.structs.replace(body, sealed=(*turned, *rest))


def _open_key(case: Case) -> Body | None:
    body = case.body
    if not isinstance(body, Keys) or not body.open:
        return None
    first, *rest = body.open
    wrong = msgspec.structs.replace(first, key=case.chance.randbytes(32))
    return msgspec.structs.replace(body, open=(wrong, *rest))


def _false_complaint(case: Case) -> Body | None:
    body = case.body
    if not isinstance(body, HandOk):
        return None
    return Complain(body.seat, body.deck, body.head, None, None)


def _field(kind: type[Body], name: str) -> Change:
    """Some other 32 bytes in one field of one kind of body."""

    def made(case: Case) -> Body | None:
        if not isinstance(case.body, kind):
            return None
        return msgspec.structs.replace(case.body, **{name: case.chance.randbytes(32)})

    return made


TOSSED = crypto.digest("cheat", "toss")
"""What a cheat puts into a toss, instead of what follows from its secret."""


def _other_toss(case: Case) -> Body | None:
    body = case.body
    if isinstance(body, Toss):
        share = honest.hash_toss(body.head, body.seat, TOSSED)
        return msgspec.structs.replace(body, share=share)
    return None


def _zero_box(case: Case) -> Body | None:
    if not isinstance(case.body, Commit):
        return None
    return msgspec.structs.replace(case.body, box=bytes(32))


def _false_verdict(case: Case) -> Body | None:
    body = case.body
    if not isinstance(body, Verdict) or not body.ok:
        return None
    other = case.chance.choice([s for s in range(len(case.replica.lobby.seats)) if s != body.seat])
    return msgspec.structs.replace(
        body, ok=False, offender=other, entry=5, reason="shuffle_differs"
    )


# --- in play --------------------------------------------------------------------------------------


def _wrong_keys(case: Case) -> Body | None:
    body = case.body
    if not isinstance(body, Act) or not body.keys:
        return None
    first, *rest = body.keys
    spoilt = (case.chance.randbytes(32), *first[1:])
    return msgspec.structs.replace(body, keys=(spoilt, *rest))


def _other_card(case: Case) -> Body | None:
    """The keys of one's slot, for a card that one would rather have."""
    body = case.body
    if not isinstance(body, Act) or not body.keys or body.action[0] != "play":
        return None
    view = case.replica.view(body.seat)
    if view is None or len(view.hand) < 2:
        return None
    others = [
        move
        for move in game.legal(view)
        if isinstance(move, Play) and move.slot != body.action[1] and move.rank is None
    ]
    if not others:
        return None
    words = list(encode_action(case.chance.choice(others)))
    words[1] = body.action[1]
    return msgspec.structs.replace(body, action=words)


def _other_number(case: Case) -> Body | None:
    """Another number than the sealed one, with its nonce."""
    body = case.body
    if not isinstance(body, Act) or body.action[0] != "open_number":
        return None
    words = list(body.action)
    words[2] = int(words[2]) + 1 if int(words[2]) < 100 else int(words[2]) - 1
    return msgspec.structs.replace(body, action=words)


def _other_seal(case: Case) -> Body | None:
    """A seal that holds no number at all."""
    body = case.body
    if not isinstance(body, Act) or body.action[0] not in ("predict_sealed", "give_sealed"):
        return None
    return msgspec.structs.replace(body, seal=case.chance.randbytes(32))


def illegal(replica: Replica, seat: int, *, said: bool) -> Play | None:
    """A card that only the own hand forbids, or with ``said`` a false Weis or Stöck with one."""
    view = replica.view(seat)
    if view is None:
        return None
    if said:
        legal = [move for move in game.legal(view) if isinstance(move, Play)]
        tried = [
            claim
            for move in legal
            for claim in (
                Play(move.slot, move.card, 200, move.stoeck, move.rank),
                Play(move.slot, move.card, 50, move.stoeck, move.rank),
                Play(move.slot, move.card, move.weis, True, move.rank),
            )
        ]
    else:
        tried = [Play(item.slot, item.card) for item in view.hand]
    for move in tried:
        secret = game.check(view.state, Seat(seat), move, view.faces)
        if secret is not None and game.check(view.state, Seat(seat), move, None) is None:
            return move
    return None


# --- words that nobody asked for ------------------------------------------------------------------

Speech = Callable[[Peer, Replica, random.Random], list[Body]]
"""What a cheat says of its own accord; nothing yet where the time has not come."""


def _my_seat(peer: Peer, replica: Replica) -> int | None:
    return replica.lobby.seat_of(peer.identity.public)


def _foreign_seats(peer: Peer, replica: Replica) -> list[int]:
    me = peer.identity.public
    return [s for s in range(len(replica.lobby.seats)) if not replica.lobby.controls(me, s)]


def _said(peer: Peer, first: int, last: int) -> Iterator[Body]:
    """What this device has said in entries ``first`` to ``last``."""
    for data in peer._scribe.tape.records[max(first - 1, 0) : last]:
        record = decode_record(data)
        entry = decode_entry(record.entry) if record is not None else None
        if entry is not None and entry.author == peer.identity.public:
            body = decode_body(entry.body)
            if body is not None:
                yield body


def _for_others(peer: Peer, replica: Replica, chance: random.Random) -> list[Body]:
    """An act for a seat of somebody else."""
    seats = [seat for seat in replica.asked() if seat in _foreign_seats(peer, replica)]
    if not seats or replica.hand is None:
        return []
    return [Act(seats[0], replica.hand.number, replica.turn, ["pass"], ())]


def _two_bodies(peer: Peer, replica: Replica, chance: random.Random) -> list[Body]:
    """A second answer for a question that is answered."""
    hand, me = replica.hand, peer.identity.public
    if hand is None or hand.booked:
        return []
    for body in _said(peer, hand.first, replica.n):
        taken = isinstance(body, Act) and replica.said(me, body) == encode_body(body)
        if isinstance(body, Act) and taken:
            return [msgspec.structs.replace(body, action=["push"], keys=(), seal=None)]
    return []


def _old_words(peer: Peer, replica: Replica, chance: random.Random) -> list[Body]:
    """Bodies of an earlier hand, word for word."""
    if len(replica.reports) < 1 or replica.hand is None:
        return []
    said = _said(peer, 0, replica.reports[0].last)
    found = [body for body in said if guard_key(body) is not None]
    return chance.sample(found, min(5, len(found)))


def _flood(peer: Peer, replica: Replica, chance: random.Random) -> list[Body]:
    """More void entries than anybody has a reason to write."""
    seat = _my_seat(peer, replica)
    if seat is None:
        return []
    bodies: list[Body] = [HandOk(seat, 99, n.to_bytes(32, "big")) for n in range(FLOOD)]
    return bodies


def _lobby_words(peer: Peer, replica: Replica, chance: random.Random) -> list[Body]:
    """Whatever only the host may say, or nobody now."""
    seats = _foreign_seats(peer, replica)
    name, address = "Dieb", "node:9"
    return [
        Swap(0, len(replica.lobby.seats) - 1),
        Start(replica.lobby.partie + 1),
        Leave(seats[0]) if seats else Swap(0, 1),
        Sit(seats[0] if seats else 0, name, None, address),
    ]


def _false_missing(peer: Peer, replica: Replica, chance: random.Random) -> list[Body]:
    """«Nobody is there any more»: one opinion of many."""
    others = [
        seat
        for seat, there in enumerate(replica.lobby.seats)
        if there is not None and there.bot is None and there.identity != peer.identity.public
    ]
    if not others or len(replica.lobby.present) < 3:
        return []
    return [Missing(chance.choice(others), replica.newest_deck)]


def _false_evidence(peer: Peer, replica: Replica, chance: random.Random) -> list[Body]:
    """Two statements of one's own making against somebody else."""
    chain = replica.chain
    heads = [
        sign_entry(peer.identity, chain.table, chain.n, chain.head, Pause(on=on))
        for on in (True, False)
    ]
    first, second = (encode(entry) for entry in heads)
    return [Evidence("entry", first, second), Evidence("order", first, second)]


# --- as the host ----------------------------------------------------------------------------------


def _two_histories(peer: Peer, replica: Replica, chance: random.Random) -> bool:
    """One guest is told another next entry than all others."""
    if not peer._scribe.is_orderer or replica.hand is None or len(replica.lobby.devices) < 3:
        return False
    links = [n for n, there in peer._links.members() if there.sent == replica.n]
    if len(links) < 2:
        return False
    chain = replica.chain
    entry = encode(sign_entry(peer.identity, chain.table, chain.n, chain.head, Swap(0, 1)))
    n, head = chain.n + 1, next_head(chain.head, entry)
    signature = order_signature(peer.identity, chain.table, chain.epoch, n, head)
    forked = encode(Record(chain.epoch, n, entry, signature))
    peer.send(chance.choice(links), Ordered((forked,)))
    return True


def _forged_act(peer: Peer, replica: Replica, chance: random.Random) -> bool:
    """The host numbers an act of a guest that the guest has never signed."""
    seats = [s for s in replica.asked() if s in _foreign_seats(peer, replica)]
    if not peer._scribe.is_orderer or replica.hand is None or not seats:
        return False
    chain = replica.chain
    body = Act(seats[0], replica.hand.number, replica.turn, ["pass"], ())
    mine = sign_entry(peer.identity, chain.table, chain.n, chain.head, body)
    victim = replica.lobby.seats[seats[0]]
    assert victim is not None
    entry = encode(msgspec.structs.replace(mine, author=victim.identity))
    n, head = chain.n + 1, next_head(chain.head, entry)
    signature = order_signature(peer.identity, chain.table, chain.epoch, n, head)
    forged = Ordered((encode(Record(chain.epoch, n, entry, signature)),))
    for link, _ in peer._links.members():
        peer.send(link, forged)
    return True


Deed = Callable[[Peer, Replica, random.Random], bool]
"""Something a host does to others; True when it was done."""


@dataclass(frozen=True)
class Kind:
    """One way of cheating.

    Attributes:
        outcome: what has to become of it where nothing else goes wrong.
        change: says something else than the program would.
        withholds: says nothing of this kind in one deck.
        plays: an illegal card (False) or a false announcement with one (True).
        says: says something of its own accord.
        does: as host.
    """

    outcome: Outcome
    change: Change | None = None
    withholds: type[Body] | None = None
    plays: bool | None = None
    says: Speech | None = None
    does: Deed | None = None


CHEATS: dict[str, Kind] = {
    "shuffle swapped": Kind(Outcome.NAMED, _shuffle(_swap)),
    "shuffle marked by ratio": Kind(Outcome.NAMED, _shuffle(_mark)),
    "shuffle repeats a point": Kind(Outcome.NAMED, _shuffle(_repeat)),
    "shuffle with a foreign point": Kind(Outcome.NAMED, _shuffle(_foreign)),
    "lock swapped": Kind(Outcome.NAMED, _lock(_swap)),
    "lock of a chosen hand": Kind(Outcome.NAMED, _lock(_choose_hand)),
    "lock with a foreign point": Kind(Outcome.NAMED, _lock(_foreign)),
    "lock with a duplicate": Kind(Outcome.NAMED, _duplicate),
    "lock with a false commitment": Kind(Outcome.NAMED, _commitments),
    "keys garbled": Kind(Outcome.NAMED, _garbled_seal),
    "keys wrong": Kind(Outcome.NAMED, _wrong_key),
    "keys to the wrong seat": Kind(Outcome.NAMED, _wrong_seat),
    "keys turned up wrong": Kind(Outcome.NAMED, _open_key),
    "complaint false": Kind(Outcome.NAMED, _false_complaint),
    "box of zeros": Kind(Outcome.NAMED, _zero_box),
    "secret of another commitment": Kind(Outcome.NAMED, _field(Commit, "secret")),
    "chance changed": Kind(Outcome.NAMED, _field(DeckAck, "chance")),
    "toss of another value": Kind(Outcome.NAMED, _other_toss),
    "toss value changed": Kind(Outcome.NAMED, _field(TossOpen, "value")),
    "reveal changed": Kind(Outcome.NAMED, _field(Reveal, "secret")),
    "verdict false": Kind(Outcome.NAMED, _false_verdict),
    "card with wrong keys": Kind(Outcome.NAMED, _wrong_keys),
    "card of another slot": Kind(Outcome.NAMED, _other_card),
    "card forbidden": Kind(Outcome.NAMED, plays=False),
    "announcement false": Kind(Outcome.NAMED, plays=True),
    "number changed": Kind(Outcome.NAMED, _other_number),
    "seal of nothing": Kind(Outcome.NAMED, _other_seal),
    "second answer": Kind(Outcome.NAMED, says=_two_bodies),
    "act for another seat": Kind(Outcome.VOID, says=_for_others),
    "old words again": Kind(Outcome.VOID, says=_old_words),
    "flood of void entries": Kind(Outcome.VOID, says=_flood),
    "words of the host": Kind(Outcome.VOID, says=_lobby_words),
    "missing who is there": Kind(Outcome.VOID, says=_false_missing),
    "evidence of nothing": Kind(Outcome.VOID, says=_false_evidence),
    "no shuffle": Kind(Outcome.MISSING, withholds=Shuffle),
    "no keys": Kind(Outcome.MISSING, withholds=Keys),
    "no secret": Kind(Outcome.MISSING, withholds=Reveal),
    "no verdict": Kind(Outcome.MISSING, withholds=Verdict),
    "two histories": Kind(Outcome.NAMED, does=_two_histories),
    "act forged by the host": Kind(Outcome.VOID, does=_forged_act),
}
"""Every way of cheating by its name (dealing.md 0 and 2, docs/attacks.md)."""


class Cheat:
    """One device that cheats once.

    Args:
        name: which of `CHEATS`.
        device: its number in the mesh.
        seed: of when it happens, and where.
        eager: how likely it takes an opportunity.

    Attributes:
        said: the bodies it has said that its program would not have said.
        done: whether it has cheated.
    """

    def __init__(self, name: str, device: int, seed: int, eager: float = 1.0) -> None:
        self.name = name
        self.kind = CHEATS[name]
        self.device = device
        self.said: list[bytes] = []
        self.done = False
        self._eager = eager
        self._chance = random.Random(f"{name} {seed}")
        self._decided: dict[object, Body | None] = {}

    def patch(self, number: int, peer: Peer) -> None:
        """Makes the fresh core of the device the cheat's; `tests.mesh.Mesh` calls it."""
        if number != self.device:
            return
        # What it had decided is on its disk, or nobody has heard of it.
        self._decided.clear()
        player, tick = peer._player, peer.tick
        dues, body = player.dues, player.body

        def said(replica: Replica) -> Iterator[Body]:
            for item in dues(replica):
                changed = self._decide(peer, replica, item)
                if changed is not None:
                    yield changed

        def acts(*args: object) -> Act | Unasked:
            return self._act(peer, body, *args)  # type: ignore[arg-type]

        def ticked(now: int) -> None:
            tick(now)
            self._speak(peer, now)

        player.dues, player.body = said, acts  # type: ignore[method-assign,assignment]
        peer.tick = ticked  # type: ignore[method-assign]

    def _ready(self) -> bool:
        return not self.done and self._chance.random() < self._eager

    def _did(self, body: Body) -> None:
        self.done = True
        self.said.append(encode_body(body))

    def _decide(self, peer: Peer, replica: Replica, body: Body) -> Body | None:
        """What is said instead of ``body``; whenever it is asked again, the same."""
        key = guard_key(body) or encode_body(body)
        if key not in self._decided:
            self._decided[key] = self._decided_anew(peer, replica, body)
        decided = self._decided[key]
        return decided if decided is not None or self.kind.withholds is not None else body

    def _decided_anew(self, peer: Peer, replica: Replica, body: Body) -> Body | None:
        change, withholds = self.kind.change, self.kind.withholds
        if withholds is not None and isinstance(body, withholds) and self._ready():
            self.done = True
            return None
        if isinstance(body, TossOpen) and self.kind.change is _other_toss and self.done:
            return msgspec.structs.replace(body, value=TOSSED)
        if change is not None and self._ready():
            changed = change(Case(peer, replica, body, self._chance))
            if changed is not None and changed != body:
                self._did(changed)
                return changed
        return body

    def _act(
        self,
        peer: Peer,
        make: Callable[..., Act | Unasked],
        replica: Replica,
        hand: object,
        seat: int,
        view: object,
        action: object,
    ) -> Act | Unasked:
        body = make(replica, hand, seat, view, action)
        if not isinstance(body, Act):
            return body
        key = guard_key(body)
        plays = self.kind.plays
        if plays is not None and key not in self._decided and self._ready():
            move = illegal(replica, seat, said=plays)
            if move is not None:
                # What is not lawful counts as unasked to the program: the cheat answers with it.
                other = make(replica, hand, seat, view, move)
                act = Act(seat, other.hand, replica.turn, other.action, other.keys)
                self._decided[key] = act
                self._did(act)
        decided = self._decide(peer, replica, body)
        assert decided is None or isinstance(decided, Act | Unasked)
        return decided or body

    def _speak(self, peer: Peer, now: int) -> None:
        replica, says, does = peer.replica, self.kind.says, self.kind.does
        if replica is None or not replica.lobby.playing or peer.failed is not None:
            return
        if self.done:
            self._stumble(peer, replica, now)
        if does is not None and self._ready():
            self.done = does(peer, replica, self._chance)
        if says is None or not self._ready():
            return
        bodies = says(peer, replica, self._chance)
        for body in bodies:
            self._did(body)
            self._say(peer, body, now)

    def _stumble(self, peer: Peer, replica: Replica, now: int) -> None:
        """Where its own lie leaves the program without an answer, it says what others take."""
        hand, seat = replica.hand, _my_seat(peer, replica)
        view = replica.view(seat) if seat is not None else None
        if hand is None or view is None or seat not in replica.asked() or game.legal(view):
            return
        number = OpenNumber(0, 1)
        for move in (ShowWeis(()), MeldFact("size", 3), AnswerStoeck(()), number):
            if game.check(view.state, Seat(seat), move, None) is None:
                seal = bytes(32) if move is number else None
                self._say(
                    peer, Act(seat, hand.number, replica.turn, encode_action(move), (), seal), now
                )
                return

    @staticmethod
    def _say(peer: Peer, body: Body, now: int) -> None:
        """Past the own program, its guard and its rules."""
        replica = peer.replica
        assert replica is not None
        chain = replica.chain
        entry = sign_entry(peer.identity, chain.table, chain.n, chain.head, body)
        if peer._scribe.is_orderer:
            peer._scribe.offer(entry, -1, 10**6)
            peer._scribe.work(now)
        else:
            peer.propose(encode(entry))
