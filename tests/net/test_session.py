"""A hosted table as screens use it: guests over real links, from the first knock to the end."""

import asyncio
from pathlib import Path

import pytest

from net.commands import (
    GiveWord,
    JoinConfig,
    Perform,
    Quit,
    SayText,
    SetBot,
    StartGame,
    SwapSeats,
    TakeSeat,
)
from net.errors import LocalError, PeerError
from net.session import join, verify
from net.shell import Shell
from net.updates import (
    Failed,
    GameFinished,
    LinkChanged,
    LobbyChanged,
    Said,
    TableOpened,
    TurnCame,
    ViewChanged,
    WordResult,
    WordShown,
)
from tests.net.sessions import Person, guest, opened, sitting


async def test_people_knock_sit_down_play_and_all_logs_are_equal(tmp_path: Path) -> None:
    """Host, two guests and a bot: a whole Partie over TLS on loopback."""
    lara, address = await opened(tmp_path, bots=1, start_full=True)
    anna, ueli = await guest(tmp_path, "Anna", address), await guest(tmp_path, "Ueli", address)
    async with sitting(lara, anna, ueli) as people:
        ends = await asyncio.gather(*(person.until(GameFinished) for person in people))

    logs = [end.log for end in ends if isinstance(end, GameFinished)]
    assert len({log.read_bytes() for log in logs}) == 1
    assert [verify(log).exit_code for log in logs] == [0, 0, 0]
    assert isinstance(people[1].told[0], TableOpened | ViewChanged) or any(
        isinstance(update, TableOpened) for update in people[1].told
    )


async def test_the_word_is_the_same_for_all_and_pins_who_gave_it_right(tmp_path: Path) -> None:
    """Four cards, a wrong answer costs a try, the right one is remembered for other evenings."""
    lara, address = await opened(tmp_path, bots=2, start_full=True)
    anna = await guest(tmp_path, "Anna", address)
    async with sitting(lara, anna) as [one, two]:
        first, second = await one.until(WordShown), await two.until(WordShown)
        assert isinstance(first, WordShown)
        assert isinstance(second, WordShown)
        cards = first.cards
        await anna.act(GiveWord((cards[1], cards[0], cards[2], cards[3])))
        wrong = await two.until(WordResult)
        await anna.act(GiveWord(cards))
        right = await two.until(WordResult, 2)

    assert first == second
    assert (wrong, right) == (WordResult(ok=False, tries_left=2), WordResult(ok=True, tries_left=2))
    assert "Lara" in (tmp_path / "Anna" / "known.toml").read_text()


async def test_a_guest_whose_process_dies_comes_back_to_its_seat(tmp_path: Path) -> None:
    """The same home sits on the same seat again, with the same hand, and the Partie goes on."""
    lara, address = await opened(tmp_path, bots=2, start_full=True)
    anna = await guest(tmp_path, "Anna", address)
    one, two = Person(lara), Person(anna)
    await two.until(TurnCame)
    two.plays = False
    await anna.close()
    await two.task
    anna = await guest(tmp_path, "Anna", address)
    again = Person(anna)
    try:
        ends = [await one.until(GameFinished), await again.until(GameFinished)]
    finally:
        await asyncio.gather(lara.close(), anna.close())

    logs = [end.log for end in ends if isinstance(end, GameFinished)]
    assert len({log.read_bytes() for log in logs}) == 1
    assert verify(logs[0]).exit_code == 0


async def test_seats_are_chosen_and_swapped_before_the_start(tmp_path: Path) -> None:
    """Guests move, the host swaps and sits bots; nothing starts with a free seat."""
    lara, address = await opened(tmp_path)
    anna = await guest(tmp_path, "Anna", address)
    async with sitting(lara, anna) as [one, two]:
        await one.lobby("Lara", "Anna", "", "")
        await anna.act(TakeSeat(3))  # type: ignore[arg-type]
        await one.seated("Lara", "", "", "Anna")
        await lara.act(SwapSeats(0, 3))  # type: ignore[arg-type]
        await two.seated("Anna", "", "", "Lara")
        await lara.act(StartGame())
        await lara.act(SetBot(1, "easy"))  # type: ignore[arg-type]
        await lara.act(SetBot(2, "easy"))  # type: ignore[arg-type]
        await lara.act(SetBot(2, None))  # type: ignore[arg-type]
        await lara.act(SetBot(2, "strong"))  # type: ignore[arg-type]
        await one.until(LobbyChanged)
        await lara.act(StartGame())
        await two.until(TurnCame, seconds=10)

    lobby = two.last(LobbyChanged)
    assert [info.bot for info in lobby.seats] == [None, "easy", "strong", None]
    assert lobby.seats[1].device == "Lara"


async def test_chat_reaches_everybody_once_and_clean(tmp_path: Path) -> None:
    """A line is relayed by the host, its control characters are gone."""
    lara, address = await opened(tmp_path, bots=1)
    anna, ueli = await guest(tmp_path, "Anna", address), await guest(tmp_path, "Ueli", address)
    async with sitting(lara, anna, ueli) as people:
        await people[0].lobby("Lara", "Anna", "Ueli", "Vreneli")
        await anna.act(SayText("Guete \x1b[31mJass!"))
        heard = await asyncio.gather(*(person.until(Said) for person in people))

    assert {said.text for said in heard if isinstance(said, Said)} == {"Guete [31mJass!"}
    assert all(sum(isinstance(u, Said) for u in person.told) == 1 for person in people)


async def test_two_people_with_one_name_are_told_apart(tmp_path: Path) -> None:
    """«Lara» and «Lara 2»."""
    lara, address = await opened(tmp_path)
    other = await join(JoinConfig(home=tmp_path / "x", player="Lara", address=address))
    async with sitting(lara, other) as [one, _]:
        await one.lobby("Lara", "Lara 2", "", "")


async def test_the_host_leaving_the_lobby_is_told_in_a_sentence(tmp_path: Path) -> None:
    """The guests' session fails with a code of its own, not with silence."""
    lara, address = await opened(tmp_path)
    anna = await guest(tmp_path, "Anna", address)
    async with sitting(lara, anna) as [one, two]:
        await one.lobby("Lara", "Anna", "", "")
        await lara.act(Quit())
        failed = await two.until(Failed)

    assert isinstance(failed, Failed)
    assert failed.code == "host_quit"


async def test_a_full_table_says_so(tmp_path: Path) -> None:
    """Nobody waits in front of a table where people sit on all seats."""
    lara, address = await opened(tmp_path, game="sidi", settings={})
    beat = await guest(tmp_path, "Beat", address)
    async with sitting(lara, beat) as [one, _]:
        await one.lobby("Lara", "Beat")
        async with sitting(await guest(tmp_path, "Anna", address)) as [late]:
            failed = await late.until(Failed)

    assert isinstance(failed, Failed)
    assert failed.code == "host_full"


async def test_nobody_at_an_address_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first contact gives up in time, with the address in it."""
    monkeypatch.setattr("net.arrival.FIRST_CONTACT_S", 0.5)

    with pytest.raises(PeerError):
        await join(JoinConfig(home=tmp_path, player="Anna", address="127.0.0.1:1"))


async def test_a_table_one_sits_at_is_looked_for_until_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody answers: whoever has a seat gets a session that looks on, a stranger a sentence."""
    monkeypatch.setattr("net.arrival.FIRST_CONTACT_S", 0.5)
    lara, address = await opened(tmp_path, bots=2, start_full=True)
    anna = await guest(tmp_path, "Anna", address)
    async with sitting(lara, anna) as [_, two]:
        two.plays = False
        await two.until(TurnCame)
        await anna.close()
        await lara.close()

    with pytest.raises(PeerError):
        await guest(tmp_path, "Ueli", address)
    again = await join(JoinConfig(home=tmp_path / "Anna", player="Anna", address=address))
    async with sitting(again) as [back]:
        state = await back.until(LinkChanged)
        table = await back.until(TableOpened)
        view = await back.until(ViewChanged)

    assert state == LinkChanged("Lara", "reconnecting", None)
    assert isinstance(table, TableOpened)
    assert (table.table, table.game) == ("Znüni", "schieber")
    assert isinstance(view, ViewChanged)
    assert len(view.view.hand) == 9


async def test_a_guest_that_loses_its_host_says_so_and_finds_back(tmp_path: Path) -> None:
    """The link breaks in the middle of a hand: reconnecting, up, and the Partie ends."""
    lara, address = await opened(tmp_path, bots=2, start_full=True)
    anna = await guest(tmp_path, "Anna", address)
    async with sitting(lara, anna) as [one, two]:
        await two.until(TurnCame)
        assert isinstance(anna, Shell)
        for link in tuple(anna._links.values()):
            await link.close()
        await one.until(GameFinished)
        await two.until(GameFinished)
        states = [u.state for u in two.told if isinstance(u, LinkChanged)]

    assert states[:4] == ["up", "down", "reconnecting", "up"]


async def test_a_disk_that_takes_nothing_more_ends_the_session_before_a_word_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be written is not said: the log on the disk and at the others stays the same."""
    lara, address = await opened(tmp_path, bots=2, start_full=True)
    anna = await guest(tmp_path, "Anna", address)
    async with sitting(lara, anna) as [one, two]:
        await two.until(TurnCame)
        two.plays = False

        def full(*_: object) -> None:
            raise LocalError("disk_full", "The disk is full.", path="x")

        assert isinstance(lara, Shell)
        log, secrets = lara._files.log, lara._files.secrets
        monkeypatch.setattr(log, "append", full)
        monkeypatch.setattr(secrets, "put", full)
        turn = two.last_turn()
        await anna.act(Perform(turn.actions[0]))
        failed = await one.until(Failed)
        replica = lara._peer.replica
        assert replica is not None
        guests = two.session
        assert isinstance(guests, Shell)
        assert guests._peer.replica is not None
        assert guests._peer.replica.n < replica.n

    assert isinstance(failed, Failed)
    assert failed.code == "disk_full"
