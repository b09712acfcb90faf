"""The league over logs of tables that were really played, each over links of its own."""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from net import league as leagues
from net import session
from net.core.results import Partie, Player
from net.league import League, Standing, league, standings
from net.link.store import Home
from net.session import VerifyReport, identity_of, verify
from tests.evenings import evening, odd_logs, practice


@dataclass(frozen=True, slots=True)
class Office:
    """Homes of three people; everything was hosted by the first."""

    anna: Path
    beat: Path
    other: Path
    schieber: Path
    differenzler: Path


async def played(root: Path) -> Office:
    """Two tables of the same two under changing names, one with another Beat, one alone."""
    anna, beat, other = (root / name for name in ("anna", "beat", "other"))
    await practice((anna, "Anna"), laenge="1")
    first = await evening([(anna, "Anna"), (beat, "Beat")], "schieber", 4, laenge="1")
    second = await evening([(anna, "Änni"), (beat, "Beat")], "differenzler", 3, laenge="1")
    await evening([(anna, "Änni"), (other, "beat")], "schieber", 4, laenge="1")
    return Office(anna, beat, other, first, second)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Office:
    """Played once; each test reads it, or a copy."""
    return asyncio.run(played(tmp_path_factory.mktemp("office")))


@pytest.fixture
def home(office: Office, tmp_path: Path) -> Path:
    """Anna's home, to be changed."""
    return shutil.copytree(office.anna, tmp_path / "anna")


def by_name(found: League, game: str) -> dict[str, Standing]:
    table = next(table for table in found.games if table.game == game)
    return {standing.name: standing for standing in table.standings}


def test_people_are_told_apart_by_their_keys(office: Office) -> None:
    """Anna and Änni are one, under the name used last; the two called Beat are two."""
    found = league(office.anna)
    anna, beat, other = map(identity_of, (office.anna, office.beat, office.other))

    schieber = {s.identity: s for s in found.games[0].standings}

    assert [(table.game, table.partien) for table in found.games] == [
        ("schieber", 2),
        ("differenzler", 1),
    ]
    assert {identity: s.played for identity, s in schieber.items()} == {anna: 2, beat: 1, other: 1}
    assert schieber[anna].name == "Änni"
    assert schieber[beat].name == f"Beat ({beat.hex()[:4]})"
    assert schieber[other].name == f"beat ({other.hex()[:4]})"
    assert {s.identity: s.played for s in found.people} == {anna: 3, beat: 2, other: 1}


def test_the_points_are_those_of_the_checked_log(office: Office) -> None:
    """Of one Partie of each game: score, lead, winners and fair hands, as `verify` says them."""
    for log, game in ((office.schieber, "schieber"), (office.differenzler, "differenzler")):
        report = verify(log)
        (partie,) = report.partien
        assert report.exit_code == 0
        assert partie.score == report.hands[-1].result.score
        names = {p.identity: p.name for p in partie.players if p.identity is not None}
        for standing in standings([partie], names):
            side = next(p.side for p in partie.players if p.identity == standing.identity)
            rivals = [points for n, points in enumerate(partie.score) if n != side]
            own = partie.score[side]
            lead = own - max(rivals) if game == "schieber" else min(rivals) - own
            assert (standing.played, standing.won) == (1, side in partie.winners)
            assert (standing.points, standing.difference) == (own, lead)
            assert standing.hands == standing.fair == len(report.hands)
            assert (lead > 0) <= (standing.won == 1)


def test_a_partie_alone_counts_nothing(office: Office) -> None:
    """Practising against bots makes nobody lead, and is not hidden."""
    found = league(office.anna)
    assert found.alone == 1
    assert found.left_out == ()
    assert sum(table.partien for table in found.games) == 3


def test_every_device_finds_the_same(office: Office) -> None:
    """What both sat at stands alike in both homes."""
    mine = by_name(league(office.anna), "differenzler")
    theirs = league(office.beat)
    assert {(s.identity, s.played, s.won, s.points) for s in mine.values()} == {
        (s.identity, s.played, s.won, s.points) for s in by_name(theirs, "differenzler").values()
    }


def test_a_damaged_log_is_named_and_left_out(office: Office, home: Path) -> None:
    """One byte is enough; the others count as before. What is no log at all, too."""
    path = home / "tables" / office.differenzler.name
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    nothing = home / "tables" / "00.jass"
    nothing.write_bytes(b"no log at all")

    found = league(home)

    assert {(left.path, left.code) for left in found.left_out} == {
        (path, "damaged"),
        (nothing, "damaged"),
    }
    assert found.games == league(office.anna).games[:1]


@pytest.mark.timeout(60)
def test_what_only_has_the_name_of_a_log_is_named(office: Office, home: Path) -> None:
    """Links to nothing or to themselves, a pipe, a device, a folder: all else counts as before."""
    odd = odd_logs(home)

    found = league(home)

    assert {left.path for left in found.left_out} == odd
    assert {left.code for left in found.left_out} == {"unreadable"}
    assert all(left.facts["reason"] for left in found.left_out)
    assert found.games == league(office.anna).games


def test_a_log_is_checked_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time the book knows it; one that has changed since is checked again."""
    checked: list[int] = []

    def counting(data: bytes) -> VerifyReport:
        checked.append(len(data))
        return session.verify_bytes(data)

    monkeypatch.setattr(leagues, "verify_bytes", counting)
    (home / "jass.db").unlink(missing_ok=True)
    progress: list[tuple[int, int]] = []

    first = league(home, lambda done, of: progress.append((done, of)))
    assert len(checked) == 4
    assert progress == [(n, 4) for n in (1, 2, 3, 4)]
    assert league(home) == first
    assert len(checked) == 4

    shortest = min((home / "tables").glob("*.jass"), key=lambda path: path.stat().st_size)
    shortest.unlink()
    assert league(home).alone + sum(t.partien for t in league(home).games) == 3
    assert len(checked) == 4


def test_another_jass_may_have_the_home_open(office: Office, home: Path) -> None:
    """Somebody looks who leads while a table of theirs is open: nothing is locked for it."""
    with Home.open(home):
        assert league(home) == league(office.anna)


def test_without_logs_there_is_no_league(tmp_path: Path) -> None:
    """A fresh home, or none: nothing is made in it."""
    assert league(tmp_path) == League()
    assert league(tmp_path / "nowhere") == League()
    assert list(tmp_path.iterdir()) == []


def test_who_leads() -> None:
    """Most won, then fewest played, then the greatest lead; marks stand beside whom they name."""
    anna, beat, carla = (bytes((number,)) * 32 for number in (1, 2, 3))
    names = {anna: "Anna", beat: "Beat", carla: "Carla"}

    def partie(winner: int, score: tuple[int, ...], **marks: tuple[bytes, ...]) -> Partie:
        players = tuple(Player(who, names[who], side) for side, who in enumerate(names))
        return Partie("hae", True, players, score, (winner,), 4, **marks)

    partien = [
        partie(0, (1, 5, 9), broken=(carla,), faults=(beat,)),
        partie(1, (4, 2, 3), unopened=(carla,), broken=(carla,)),
        partie(0, (1, 2, 2), faults=(b"a bot's device" * 2,)),
    ]
    found = standings(partien, names)

    assert [s.name for s in found] == ["Anna", "Beat", "Carla"]
    assert [(s.played, s.won) for s in found] == [(3, 2), (3, 1), (3, 0)]
    assert [s.difference for s in found] == [4 - 2 + 1, -4 + 1 - 1, -8 - 1 - 1]
    assert [s.points for s in found] == [6, 9, 14]
    assert [(s.broken, s.unopened, s.faults, s.fair) for s in found] == [
        (0, 0, 0, 12),
        (0, 0, 1, 11),
        (2, 1, 0, 11),
    ]


def test_who_gave_up_the_seat_has_played_and_not_won() -> None:
    """Nobody gets rid of a lost Partie by leaving it to others, nor shares what they win."""
    anna, beat, carla = (bytes((number,)) * 32 for number in (1, 2, 3))
    names = {anna: "Anna", beat: "Beat", carla: "Carla"}
    partie = Partie(
        game="schieber",
        lower_wins=False,
        players=(Player(anna, "Anna", 0), Player(carla, "Carla", 1)),
        score=(900, 1000),
        winners=(1,),
        hands=9,
        gave_up=(Player(beat, "Beat", 1),),
        broken=(beat,),
    )

    found = {standing.name: standing for standing in standings([partie], names)}

    assert {name: (s.played, s.won) for name, s in found.items()} == {
        "Anna": (1, 0),
        "Beat": (1, 0),
        "Carla": (1, 1),
    }
    assert (found["Beat"].points, found["Beat"].difference, found["Beat"].broken) == (0, 0, 1)
