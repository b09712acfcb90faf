"""Every game at tables of peers: sealed numbers, turned cards, draws, tosses, any number of seats.

In the small group for the many, on the curve where the file has to prove it.
"""

from __future__ import annotations

import random

import pytest

from engine import game
from engine.actions import GiveSealed, OpenNumber, PredictSealed
from engine.faces import Faces
from engine.state import Opened, Tossed
from net.commands import Perform
from net.core.bodies import Act, Body
from net.core.replay import replay_bytes
from net.core.verify import verify_bytes
from tests import campaign
from tests.games import settings_of, sizes
from tests.mesh import Mesh, Node, Trouble
from tests.schedule import play_hands
from tests.small_group import SMALL

TROUBLE = Trouble(cuts=3, crashes=3, delays=3, repeats=10)

CHEAT = 1


@pytest.mark.parametrize(("slug", "seats"), sizes())
def test_twenty_hands_of_every_game_over_every_number_of_seats(slug: str, seats: int) -> None:
    """They come to their verdicts, all peers go through the same states, nobody is blamed."""
    wanted = -(-20 // sum(game == slug for game, _ in sizes()))

    assert play_hands(slug, seats, wanted, seats) > 0


@pytest.mark.parametrize("first", range(0, 30, 6))
def test_any_options_with_trouble(first: int) -> None:
    """The same with options by chance, while cables break and devices lose their power."""
    for seed in range(first, first + 6):
        chance = random.Random(seed)
        slug, seats = chance.choice(sizes())
        variant = game.find_variant(slug)
        assert variant is not None
        settings = settings_of(variant, seats, chance)
        people = chance.randint(1, min(4, seats))
        mesh = Mesh(
            seed,
            people=people,
            bots=seats - people,
            slug=slug,
            settings=settings,
            group=SMALL,
            trouble=TROUBLE,
        )
        try:
            mesh.play(hands=1)
            mesh.agree()
            campaign.check(mesh)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {slug}, {seats} seats, {settings}") from error


def happened(mesh: Mesh) -> set[type]:
    """What kinds of things stand in the hands of a table."""
    states = [state for _, _, state in mesh.history.values() if state is not None]
    return {type(entry.action) for state in states for entry in state.history}  # type: ignore[attr-defined]


EXCHANGE = {"start_karten": "5", "karten_tauschen": "rechts"}

LONG = {"start_karten": "6"}


@pytest.mark.parametrize(
    ("slug", "seats", "settings", "kinds"),
    [
        ("differenzler", 4, {}, {PredictSealed, OpenNumber}),
        ("differenzler", 2, {}, {Opened}),
        ("chappe", 4, EXCHANGE, {GiveSealed, OpenNumber}),
        ("chappe", 6, LONG, {Tossed}),
    ],
)
def test_the_file_proves_what_was_sealed_turned_given_and_tossed(
    slug: str, seats: int, settings: dict[str, str], kinds: set[type]
) -> None:
    """On the real curve; the log alone is enough, and can be replayed."""
    for seed in range(30):
        mesh = Mesh(seed, people=2, bots=seats - 2, slug=slug, settings=settings)
        mesh.play(hands=1)
        if kinds <= happened(mesh):
            break
    else:
        raise AssertionError("it never happens")

    data = mesh.nodes[1].disk.file()
    report = verify_bytes(data)
    assert report.faults == ()
    assert report.hands
    assert all(hand.fair for hand in report.hands)
    replay = replay_bytes(data)
    assert replay.fault is None
    assert replay.steps


# --- sealed numbers ------------------------------------------------------------------------------


def predicting() -> tuple[Mesh, Node]:
    """A table whose guest, on seat 1, has just predicted 111 and is about to play."""
    mesh = Mesh(4, people=2, slug="differenzler", group=SMALL)
    guest = mesh.nodes[1]
    mesh.start()
    while guest.turn is None:
        assert mesh.step()
    action = next(a for a in guest.turn.actions if getattr(a, "points", None) == 111)
    guest.turn = None
    guest.peer.command(Perform(action), mesh.now)
    mesh.carry_out(guest)
    return mesh, guest


def told(node: Node) -> object:
    """What the device of this node knows of its own prediction."""
    assert node.peer.replica is not None
    view = node.peer.replica.view(node.number)
    assert view is not None
    return view.predictions[node.number]


def test_a_sealed_number_is_known_to_its_own_device_alone_also_after_a_crash() -> None:
    """It is nowhere on a disk or in the log; who holds S finds it again from the seal."""
    mesh, guest = predicting()
    while told(guest) is None:
        assert mesh.step()
    mesh.crash(guest)
    mesh.now = guest.away_until
    mesh.time()
    while guest.peer.replica is None or told(guest) is None:
        assert mesh.step() or mesh.time() is None

    assert told(guest) == 111
    host = mesh.nodes[0].peer.replica
    assert host is not None
    assert host.hand is not None
    view = host.view(0)
    assert view is not None
    assert view.predictions[1] is None
    assert host.hand.numbers(1) == {}
    mesh.play_on(hands=1)
    assert dict(guest.hands[0].result.extra)["prediction"][1] == 111


def cheat_with(mesh: Mesh, guest: Node, change: object) -> list[Body]:
    """The device of seat 1 says something else; what it said so."""
    player = guest.peer._player
    body = player.body
    said: list[Body] = []

    def bodies(*args: object) -> object:
        made = body(*args)  # type: ignore[arg-type]
        other = change(made)  # type: ignore[operator]
        if other != made:
            said.append(other)
        return other

    player.body = bodies  # type: ignore[method-assign,assignment]
    return said


def other_number(body: Act) -> Act:
    """109 instead of what was sealed, with the nonce of that."""
    if body.action[0] == "open_number" and body.seat == CHEAT:
        return Act(body.seat, body.hand, body.turn, ["open_number", 0, 109], (), body.seal)
    return body


def blamed(node: Node) -> set[tuple[int | None, str]]:
    """Every offence this device knows of."""
    replica = node.peer.replica
    assert replica is not None
    found = {(offence.seat, str(offence.reason)) for offence in replica.offences}
    for report in replica.reports:
        if not report.finding.ok:
            found.add((report.finding.offender, str(report.finding.reason)))
    return found


def test_who_opens_another_number_than_the_sealed_one_is_named_at_once() -> None:
    """It is void everywhere and proves itself false: two messages are enough."""
    mesh, guest = predicting()
    said = cheat_with(mesh, guest, other_number)

    for _ in range(20):
        mesh.settle(1)
        mesh.time()

    assert said
    assert [blamed(node) for node in mesh.nodes] == [{(CHEAT, "wrong_number")}] * 2
    assert not any(node.hands for node in mesh.nodes)


def test_a_nonce_that_does_not_come_from_the_secret_is_found_in_the_audit() -> None:
    """Seal and opening fit each other, but the opened S leads to another seal."""
    mesh = Mesh(4, people=2, slug="differenzler", group=SMALL)
    guest = mesh.nodes[1]
    nonce = b"x" * 32

    def own_nonce(body: Act) -> Act:
        replica = guest.peer.replica
        assert replica is not None
        assert replica.hand is not None
        if body.seat != CHEAT or body.action[0] not in ("predict_sealed", "open_number"):
            return body
        seal = replica.hand.seals.seal(CHEAT, 0, 111, nonce)
        if body.action[0] == "open_number":
            seal = nonce
        return Act(body.seat, body.hand, body.turn, body.action, (), seal)

    cheat_with(mesh, guest, own_nonce)
    mesh.start()
    replica = guest.peer.replica
    assert replica is not None
    faces = replica.faces

    def knowing(seat: int | None) -> Faces:
        known = faces(seat)
        hand = replica.hand
        sealed = hand is not None and seat == CHEAT and hand.seals.count(CHEAT)
        return Faces(dict(known.items()), {0: 111}) if sealed else known

    replica.faces = knowing  # type: ignore[method-assign]
    mesh.play_on(hands=1)

    assert [blamed(node) for node in mesh.nodes] == [{(CHEAT, "seal_differs")}] * 2
    assert [node.hands[0].fair for node in mesh.nodes] == [False] * 2
