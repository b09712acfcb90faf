"""«Pause»: anybody stops the clocks of the table, anybody goes on, and the log keeps both."""

from __future__ import annotations

import pytest

from net.commands import PauseTable, Perform, Quit
from net.core.bodies import Missing, Pause
from net.core.limits import PAUSES_PER_HAND
from net.core.lobby import NetReason
from net.core.verify import verify_bytes
from net.updates import CommandRefused, Paused, TurnCame, Waiting, WaitingFor
from tests.mesh import Mesh, Node
from tests.mesh_parts import Trouble
from tests.net.core.tables import (
    GONE,
    finished,
    pass_time,
    playing,
    present,
    replica,
    run,
    said,
    say,
    table,
    vanish,
)
from tests.small_group import SMALL

AT = 1_800_000_000


def paused(mesh: Mesh, number: int = GONE) -> Mesh:
    """A table in play that this person has paused, as all know."""
    playing(mesh)
    say(mesh, mesh.nodes[number], PauseTable(on=True, at_s=AT))
    run(mesh, lambda: all(replica(node).paused for node in mesh.nodes if node.up))
    return mesh


def told(node: Node, kind: type) -> list[object]:
    """All updates of a kind."""
    return [update for update in node.updates if isinstance(update, kind)]


def test_everybody_is_told_who_paused_and_since_when_and_who_went_on() -> None:
    """The same at every device, the own included; the status names who is waited for."""
    mesh = paused(table())
    say(mesh, mesh.nodes[0], PauseTable(on=False))
    run(mesh, lambda: not any(replica(node).paused for node in mesh.nodes))

    for node in mesh.nodes:
        assert told(node, Paused) == [
            Paused(True, GONE, "Person 1", AT),  # type: ignore[arg-type]
            Paused(False, 0, "Person 0", AT),  # type: ignore[arg-type]
        ]
        waits = [update for update in told(node, Waiting) if update.why is WaitingFor.PAUSE]  # type: ignore[attr-defined]
        assert [update.for_seats for update in waits] == [(GONE,)]  # type: ignore[attr-defined]
    finished(mesh, 1)
    assert all(node.hands[0].fair for node in mesh.nodes)


def test_nobody_plays_while_the_table_pauses() -> None:
    """No bot and no person; whoever wanted to is asked again when it goes on."""
    mesh = paused(table())
    before = replica(mesh.nodes[0]).n
    pass_time(mesh, 60)
    asked = [node for node in mesh.nodes if told(node, TurnCame)]
    for node in asked:
        turn: TurnCame = told(node, TurnCame)[-1]  # type: ignore[assignment]
        say(mesh, node, Perform(turn.actions[0]))
    pass_time(mesh, 10)

    assert replica(mesh.nodes[0]).n == before
    assert asked
    for node in asked:
        assert CommandRefused("paused") in node.updates
    say(mesh, mesh.nodes[2], PauseTable(on=False))
    finished(mesh, 1)


def test_nobody_is_missing_while_the_table_pauses() -> None:
    """The grace begins anew when it goes on."""
    mesh = paused(table(), number=0)
    vanish(mesh)
    pass_time(mesh, 60)
    assert said(mesh.nodes[0], Missing) == []

    say(mesh, mesh.nodes[2], PauseTable(on=False))
    finished(mesh, 1)

    assert len(said(mesh.nodes[0], Missing)) == 2
    assert mesh.nodes[0].hands[0].unproven == (GONE,)


def test_words_about_somebody_missing_count_no_more_after_a_pause() -> None:
    """Of two who are needed one has said so before; the other one would have to find it again."""
    mesh = table(people=4)
    playing(mesh)
    host = replica(mesh.nodes[0])
    device = mesh.nodes[GONE].peer.identity.public
    mesh.nodes[2].peer._scribe.submit(Missing(GONE, host.newest_deck), mesh.now)
    mesh.carry_out(mesh.nodes[2])
    run(mesh, lambda: bool(host.missed_by(device)) or bool(said(mesh.nodes[0], Missing)))
    say(mesh, mesh.nodes[0], PauseTable(on=True))

    assert host.missed_by(device) == frozenset()
    refusal = host.refuses(mesh.nodes[3].peer.identity.public, Missing(GONE, host.newest_deck))
    assert refusal is not None


def test_a_seat_pauses_a_hand_only_so_often() -> None:
    """What somebody can annoy the others with is so many key presses a hand."""
    mesh = table()
    playing(mesh)
    node = mesh.nodes[GONE]
    for _ in range(PAUSES_PER_HAND):
        say(mesh, node, PauseTable(on=True))
        run(mesh, lambda: all(replica(n).paused for n in mesh.nodes))
        say(mesh, mesh.nodes[0], PauseTable(on=False))
        run(mesh, lambda: all(replica(n).paused is None for n in mesh.nodes))

    host = replica(mesh.nodes[0])
    refusal = host.refuses(node.peer.identity.public, Pause(on=True))
    assert refusal is not None
    assert refusal.reason is NetReason.PAUSES_USED
    say(mesh, node, PauseTable(on=True))
    assert CommandRefused("pauses_used") in node.updates
    assert host.refuses(mesh.nodes[2].peer.identity.public, Pause(on=True)) is None
    hands = len(mesh.nodes[0].hands)
    finished(mesh, hands + 1)
    run(mesh, lambda: host.refuses(node.peer.identity.public, Pause(on=True)) is None)


@pytest.mark.parametrize("number", [0, GONE])
def test_a_pause_outlives_restarts(number: int) -> None:
    """Guest or host: the log says that the table pauses, and whoever comes back hears of it."""
    mesh = paused(table(), number=2)
    mesh.kill(mesh.nodes[number], 1_000)
    run(mesh, lambda: mesh.nodes[number].up and mesh.nodes[number].peer.at_table)
    before = len(said(mesh.nodes[number], Pause))
    pass_time(mesh, 20)

    back = mesh.nodes[number]
    assert before == 1
    assert replica(back).paused is not None
    assert Paused(True, 2, "Person 2", AT) in back.updates  # type: ignore[arg-type]
    say(mesh, back, PauseTable(on=False))
    run(mesh, lambda: all(node.hands for node in mesh.nodes))
    assert all(replica(node).offences == [] for node in mesh.nodes)


def test_a_log_with_pauses_is_proven() -> None:
    """`jass verify` takes it like any other; the real curve, since it computes everything again."""
    mesh = Mesh(5, people=2, bots=2, settings={"ziel": "500"})
    mesh.start()
    paused(mesh)
    say(mesh, mesh.nodes[0], PauseTable(on=False))
    run(mesh, lambda: all(node.over for node in mesh.nodes))

    for node in mesh.nodes:
        report = verify_bytes(node.disk.file())
        assert len(said(node, Pause)) == 2
        assert (report.exit_code, report.faults) == (0, ())


def test_who_leaves_takes_the_pause_along() -> None:
    """Nobody waits for somebody who is gone."""
    mesh = paused(table())
    say(mesh, mesh.nodes[GONE], Quit())
    run(mesh, lambda: all(replica(node).paused is None for node in present(mesh)))

    assert Paused(False, None, "", AT) in mesh.nodes[0].updates
    finished(mesh, 1)


def test_who_is_not_at_the_table_cannot_pause_it() -> None:
    """Nor is there anything to pause in the lobby."""
    mesh = table()
    playing(mesh)
    host = replica(mesh.nodes[0])
    lobby = Mesh(3, people=2, bots=2).nodes[0]

    stranger = host.refuses(b"x" * 32, Pause(on=True))
    early = replica(lobby).refuses(lobby.peer.identity.public, Pause(on=True))
    on = host.refuses(mesh.nodes[0].peer.identity.public, Pause(on=False))

    assert [r.reason for r in (stranger, early, on) if r is not None] == [
        NetReason.NOT_SEATED,
        NetReason.NOT_STARTED,
        NetReason.NOT_PAUSED,
    ]


class Restless(Mesh):
    """People who pause the table at any moment, and go on after a while."""

    def step(self) -> bool:
        """Besides, now and then somebody presses the key."""
        node = self.chance.choice(self.nodes)
        log = node.peer.replica
        often = 0.1 if log is not None and log.paused else 0.05
        able = log is not None and log.lobby.playing and self.reads(node)
        if log is not None and able and self.chance.random() < often:
            say(self, node, PauseTable(on=log.paused is None))
            self.counts["keys"] += 1
        return super().step()


@pytest.mark.parametrize("seed", range(6))
def test_pauses_among_cuts_and_crashes(seed: int) -> None:
    """Whatever breaks meanwhile, the table goes on with one log and without an offence."""
    trouble = Trouble(cuts=2, crashes=2, kills=seed % 2)
    mesh = Restless(seed, people=3, bots=1, trouble=trouble, group=SMALL)

    mesh.play(hands=2)
    mesh.agree()

    assert mesh.counts["keys"]
    for node in mesh.nodes:
        assert replica(node).offences == []
        assert node.failed is None
