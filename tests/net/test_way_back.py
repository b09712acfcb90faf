"""Ways back that lead nowhere end with a sentence: lost secrets, a shut door, another table."""

from pathlib import Path

import pytest

from net import road
from net.commands import JoinConfig
from net.session import host, join
from net.shell import Shell
from net.updates import Failed, LinkChanged, TurnCame
from tests.net.sessions import Person, guest, hosting, killed, opened, sitting


async def was_asked(folder: Path, name: str, address: str) -> None:
    """Somebody comes to a table, is asked for a card, and its program ends."""
    person = Person(await guest(folder, name, address))
    await person.until(TurnCame)
    person.plays = False
    await person.session.close()
    await person.task


@pytest.mark.parametrize("how", ["missing", "empty"])
async def test_a_guest_without_its_secrets_says_that_it_cannot_go_on(
    tmp_path: Path, how: str
) -> None:
    """It is bound to a hand that it can neither play nor prove; silence would block the table."""
    lara, address = await opened(tmp_path, bots=2, start_full=True)
    async with sitting(lara):
        await was_asked(tmp_path, "Anna", address)
        [secrets] = (tmp_path / "Anna" / "tables").glob("*.secret")
        secrets.unlink()
        if how == "empty":
            secrets.touch(mode=0o600)
        again = Person(await guest(tmp_path, "Anna", address))
        failed = await again.until(Failed, seconds=10)
        await again.session.close()
        await again.task

    assert isinstance(failed, Failed)
    assert (failed.code, failed.facts) == ("secrets_lost", {"path": str(secrets)})


async def test_a_guest_with_its_secrets_goes_on(tmp_path: Path) -> None:
    """The same without the loss: it is asked again."""
    lara, address = await opened(tmp_path, bots=2, start_full=True)
    async with sitting(lara):
        await was_asked(tmp_path, "Anna", address)
        async with sitting(await guest(tmp_path, "Anna", address)) as [again]:
            await again.until(TurnCame, seconds=10)
            assert not [update for update in again.told if isinstance(update, Failed)]


async def test_who_comes_back_has_the_name_of_before(tmp_path: Path) -> None:
    """Whatever this start is called: a list of tables and the table name one person alike."""
    lara, address = await opened(tmp_path, bots=2, start_full=True)
    async with sitting(lara):
        await was_asked(tmp_path, "Anna", address)
        again = await join(
            JoinConfig(home=tmp_path / "Anna", player="root", address=address, fast=True)
        )
        assert isinstance(again, Shell)
        assert again.hello.name == "Anna"
        async with sitting(again) as [person]:
            await person.until(TurnCame, seconds=10)
    [log] = (tmp_path / "host" / "tables").glob("*.jass")
    host_again = await host(hosting(tmp_path, player="root", resume=bytes.fromhex(log.stem)))
    assert isinstance(host_again, Shell)
    assert host_again.hello.name == "Lara"
    await host_again.close()


async def test_who_was_never_let_in_does_not_look_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host that vanishes while one stands at its door: nobody answers any more."""
    monkeypatch.setattr(road, "IN_VAIN_S", 1.0)
    lara, address = await opened(tmp_path)
    anna = Person(await guest(tmp_path, "Anna", address))
    await anna.until(LinkChanged)
    await killed(lara)
    failed = await anna.until(Failed, seconds=10)
    await anna.session.close()
    await anna.task

    assert isinstance(failed, Failed)
    assert failed.code == "no_answer"


async def test_a_table_whose_host_opened_another_one_is_given_up_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the only address of the table is another table now."""
    monkeypatch.setattr(road, "PAUSES_S", (0.05,))
    lara, address = await opened(tmp_path, bots=2, start_full=True)
    one = Person(lara)
    anna = Person(await guest(tmp_path, "Anna", address))
    await anna.until(TurnCame)
    anna.plays = False
    await killed(lara)
    await one.task
    port = int(address.rpartition(":")[2])
    async with sitting(await host(hosting(tmp_path, port=port))):
        failed = await anna.until(Failed, seconds=10)
    await anna.session.close()
    await anna.task

    assert isinstance(failed, Failed)
    assert failed.code == "other_table"
