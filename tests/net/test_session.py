"""Sessions as a screen uses them: practice, a hosted table, guests over real links."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.actions import Play
from net.errors import LocalError, PeerError
from net.session import (
    ActionRefused,
    Admit,
    Failed,
    GameFinished,
    GiveWord,
    HandFinished,
    HostConfig,
    JoinConfig,
    Knocked,
    LinkChanged,
    LobbyChanged,
    LocalConfig,
    Perform,
    Quit,
    Ready,
    ReadyChanged,
    Rematch,
    Said,
    SayText,
    Session,
    SetBot,
    StartGame,
    SwapSeats,
    TableOpened,
    TakeSeat,
    TurnCame,
    Update,
    ViewChanged,
    WordResult,
    WordShown,
    host,
    join,
    local,
    replay,
    verify,
)
from net.shell import Shell

SHORT = {"ziel": "500"}


class Person:
    """Somebody at a session who plays the first legal action and keeps everything told."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.told: list[Update] = []
        self.plays = True
        self.new = asyncio.Event()
        self.task = asyncio.create_task(self.read())

    async def read(self) -> None:
        async for update in self.session.updates():
            self.told.append(update)
            self.new.set()
            match update:
                case TurnCame(actions=actions) if actions and self.plays:
                    await self.session.act(Perform(actions[0]))
                case HandFinished() if self.plays:
                    await self.session.act(Ready())
                case Knocked(identity_hex=identity):
                    await self.session.act(Admit(identity, yes=True))
                case _:
                    pass

    async def until(self, kind: type, count: int = 1, seconds: float = 60) -> Update:
        """The so-manieth update of a kind, waited for."""
        async with asyncio.timeout(seconds):
            while True:
                found = [update for update in self.told if isinstance(update, kind)]
                if len(found) >= count:
                    return found[count - 1]
                self.new.clear()
                await self.new.wait()

    async def lobby(self, *names: str) -> None:
        """Waits until exactly these sit at the table, whoever came first; "" is a free seat."""
        async with asyncio.timeout(10):
            while sorted(info.name for info in self.last(LobbyChanged).seats) != sorted(names):
                self.new.clear()
                await self.new.wait()

    async def seated(self, *names: str) -> None:
        """Waits until exactly these sit at the table, by seat."""
        async with asyncio.timeout(10):
            while [info.name for info in self.last(LobbyChanged).seats] != list(names):
                self.new.clear()
                await self.new.wait()

    def last_turn(self) -> TurnCame:
        return next(u for u in reversed(self.told) if isinstance(u, TurnCame))

    def last(self, kind: type) -> LobbyChanged:
        found = next((u for u in reversed(self.told) if isinstance(u, kind)), None)
        assert isinstance(found, LobbyChanged) or found is None
        return found or LobbyChanged((), "", None, {}, host=False, started=False)


@contextlib.asynccontextmanager
async def sitting(*sessions: Session) -> AsyncIterator[list[Person]]:
    people = [Person(session) for session in sessions]
    try:
        yield people
    finally:
        await asyncio.gather(*(session.close() for session in sessions))
        await asyncio.gather(*(person.task for person in people))


def hosting(home: Path, **more: object) -> HostConfig:
    return HostConfig(
        **{  # type: ignore[arg-type]
            "home": home / "host",
            "player": "Lara",
            "game": "schieber",
            "table": "Znüni",
            "settings": SHORT,
            "port": 0,
            "bind": "127.0.0.1",
            "mdns": False,
            "fast": True,
            **more,
        }
    )


async def opened(home: Path, **more: object) -> tuple[Session, str]:
    """A hosted table and its address."""
    session = await host(hosting(home, **more))
    first = await anext(aiter(session.updates()))
    assert isinstance(first, TableOpened)
    return session, first.address


async def guest(home: Path, name: str, address: str) -> Session:
    return await join(JoinConfig(home=home / name, player=name, address=address, fast=True))


async def test_a_practice_game_is_played_to_its_end_and_its_log_verifies(tmp_path: Path) -> None:
    """Turns, hands and the end come in order; every hand is fair; the file proves it."""
    session = await local(
        LocalConfig(game="schieber", home=tmp_path, player="Lara", settings=SHORT, fast=True)
    )
    async with sitting(session) as [lara]:
        end = await lara.until(GameFinished)

    assert isinstance(end, GameFinished)
    assert isinstance(lara.told[0], TableOpened)
    hands = [update for update in lara.told if isinstance(update, HandFinished)]
    assert all(hand.fair and hand.verdicts == ("ok",) * 4 for hand in hands)
    assert max(end.outcome.score) >= 500
    report = verify(end.log)
    assert report.exit_code == 0
    assert len(report.hands) == len(hands)


async def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    """All chance of a practice game can be fixed: names, cards and bots."""
    ends = []
    for number in range(2):
        home = tmp_path / str(number)
        (home).mkdir()
        (home / "identity").write_bytes(b"0" * 64)
        config = LocalConfig(
            game="schieber",
            home=home,
            player="Lara",
            settings=SHORT,
            autoplay="normal",
            fast=True,
            seed=b"seed",
        )
        async with sitting(await local(config)) as [lara]:
            end = await lara.until(GameFinished)
        assert isinstance(end, GameFinished)
        ends.append(end.outcome)

    assert ends[0] == ends[1]


async def test_a_refused_card_is_told_with_its_reason_and_offered_again(tmp_path: Path) -> None:
    """A card that is not in the hand is refused, nothing is sent, the turn comes again."""
    session = await local(
        LocalConfig(game="schieber", home=tmp_path, player="Lara", settings=SHORT, fast=True)
    )
    async with sitting(session) as [lara]:
        lara.plays = False
        while True:
            turn = await lara.until(
                TurnCame, len([u for u in lara.told if type(u) is TurnCame]) or 1
            )
            assert isinstance(turn, TurnCame)
            play = next((a for a in turn.actions if isinstance(a, Play)), None)
            if play is not None:
                break
            count = sum(isinstance(u, TurnCame) for u in lara.told)
            await session.act(Perform(turn.actions[0]))
            await lara.until(TurnCame, count + 1)
        turns = sum(isinstance(u, TurnCame) for u in lara.told)
        held = {item.card for item in turn.view.hand}
        foreign = next(card for card in range(36) if card not in held)
        await session.act(Perform(Play(play.slot, foreign)))  # type: ignore[arg-type]
        refused = await lara.until(ActionRefused)
        again = await lara.until(TurnCame, turns + 1)

    assert isinstance(refused, ActionRefused)
    assert refused.reason == "not_in_hand"
    assert isinstance(again, TurnCame)
    assert again.actions == turn.actions


async def test_the_next_hand_waits_for_ready(tmp_path: Path) -> None:
    """The deck is made while the result is read, but no card is dealt before «Bereit»."""
    session = await local(
        LocalConfig(game="schieber", home=tmp_path, player="Lara", settings=SHORT, fast=True)
    )
    async with sitting(session) as [lara]:
        await lara.until(HandFinished)
        lara.plays = False
        # The person has already said Ready once in `read`; the second hand runs to its first turn.
        await lara.until(ReadyChanged)
        changes = [u for u in lara.told if isinstance(u, ReadyChanged)]

    assert changes[0].ready.count(True) < 4


async def test_revanche_begins_another_partie_in_the_same_log(tmp_path: Path) -> None:
    """Scores start at zero, the log goes on and still verifies."""
    session = await local(
        LocalConfig(game="schieber", home=tmp_path, player="Lara", settings=SHORT, fast=True)
    )
    async with sitting(session) as [lara]:
        await lara.until(GameFinished)
        await session.act(Rematch())
        end = await lara.until(GameFinished, 2)

    assert isinstance(end, GameFinished)
    report = verify(end.log)
    assert report.exit_code == 0
    assert {hand.partie for hand in report.hands} == {1, 2}


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


async def test_one_home_is_one_session(tmp_path: Path) -> None:
    """A second session in the same home is refused with a sentence."""
    session = await local(LocalConfig(game="schieber", home=tmp_path, player="Lara", fast=True))
    try:
        with pytest.raises(LocalError) as refused:
            await local(LocalConfig(game="schieber", home=tmp_path, player="Lara", fast=True))
    finally:
        await session.close()

    assert refused.value.code == "home_busy"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "poker"}, "unknown_game"),
        ({"settings": {"ziel": "viel"}}, "bad_value"),
        ({"settings": {"zil": "500"}}, "unknown_option"),
        ({"player": "\x1b\x00"}, "bad_name"),
    ],
)
async def test_what_cannot_be_played_is_refused_at_once(
    tmp_path: Path, change: dict[str, object], code: str
) -> None:
    """With the code of what is wrong, and the home is free again."""
    config = {"home": tmp_path, "player": "Lara", "game": "schieber", **change}
    for _ in range(2):
        with pytest.raises(LocalError) as refused:
            await local(LocalConfig(**config))  # type: ignore[arg-type]
        assert refused.value.code == code


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


async def test_a_replay_shows_every_card_from_the_deal_on(tmp_path: Path) -> None:
    """When a hand is dealt in the replay, all 36 cards are known, as the log opened them."""
    config = LocalConfig(
        game="schieber", home=tmp_path, player="Lara", settings=SHORT, autoplay="normal", fast=True
    )
    async with sitting(await local(config)) as [lara]:
        end = await lara.until(GameFinished)
    assert isinstance(end, GameFinished)

    recorded = replay(end.log)

    dealt = [step for step in recorded.steps if step.view.state.contract is not None]
    assert dealt
    assert all(len(step.view.faces) == 36 for step in dealt)
    assert recorded.players[0] == "Lara"
    hands = [update for update in recorded.updates if isinstance(update, HandFinished)]
    assert len(hands) == sum(isinstance(update, HandFinished) for update in lara.told)


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
        log, secrets = lara.files.log, lara.files.secrets
        monkeypatch.setattr(log, "append", full)
        monkeypatch.setattr(secrets, "put", full)
        turn = two.last_turn()
        await anna.act(Perform(turn.actions[0]))
        failed = await one.until(Failed)
        replica = lara.peer.replica
        assert replica is not None
        guests = two.session
        assert isinstance(guests, Shell)
        assert guests.peer.replica is not None
        assert guests.peer.replica.n < replica.n

    assert isinstance(failed, Failed)
    assert failed.code == "disk_full"
