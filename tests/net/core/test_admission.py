"""Who may come in: one «no» may be a slip of the finger, many are meant (net.core.admission)."""

from engine.seats import Seat
from net.core.admission import REFUSALS, Admission
from net.core.lobby import Lobby, Seating
from net.core.names import bot_name
from net.updates import Knocked

FOUNDER, GUEST = b"f" * 32, b"g" * 32


def free_lobby() -> Lobby:
    """Four seats, nobody sits."""
    lobby = Lobby(FOUNDER)
    lobby.seats = (None,) * 4
    return lobby


def test_who_was_sent_away_may_knock_again_but_not_for_ever() -> None:
    """Our person is asked again, and told who it is; after a few times no more."""
    door, lobby = Admission({}, open_door=False), free_lobby()
    for link in range(REFUSALS):
        answer = door.knock(GUEST, "Beat", link, lobby)
        assert answer == Knocked("Beat", GUEST.hex(), False)
        assert door.answer(GUEST, yes=False) == (link,)
    assert door.knock(GUEST, "Beat", 9, lobby) == "refused"


def test_whoever_looks_on_needs_the_same_yes_but_no_seat() -> None:
    """It is asked for what it wants; the yes to look on is none to sit down, the other one is."""
    door, lobby = Admission({}, open_door=False), free_lobby()
    lobby.playing = True
    answer = door.watch(GUEST, "Beat", 1, lobby, others=0)
    assert answer == Knocked("Beat", GUEST.hex(), False, watches=True)
    assert door.is_asked(GUEST)
    assert door.answer(GUEST, yes=True) == (1,)
    assert door.watch(GUEST, "Beat", 2, lobby, others=7) is True
    lobby.playing = False
    assert door.knock(GUEST, "Beat", 3, lobby) == Knocked("Beat", GUEST.hex(), False)
    assert door.answer(GUEST, yes=True) == (3,)
    assert door.knock(GUEST, "Beat", 4, lobby) is True


def test_known_people_and_those_let_in_before_look_on_at_once() -> None:
    """So does everybody at an open table, and whom the device that ordered before had let in."""
    lobby = free_lobby()
    assert (
        Admission({GUEST: "Beat"}, open_door=False).watch(GUEST, "Beat", 1, lobby, others=0) is True
    )
    assert Admission({}, open_door=True).watch(GUEST, "Beat", 1, lobby, others=0) is True
    door = Admission({}, open_door=False)
    door.trust([GUEST])
    assert door.watch(GUEST, "Beat", 1, lobby, others=0) is True
    assert door.knock(GUEST, "Beat", 2, lobby) == Knocked("Beat", GUEST.hex(), False)


def test_nine_are_too_many_and_a_seat_is_enough() -> None:
    """Eight look on at most, whoever they are; who sits at the table has a place already."""
    door, lobby = Admission({GUEST: "Beat"}, open_door=True), free_lobby()
    assert door.watch(GUEST, "Beat", 1, lobby, others=8) == "crowded"
    lobby.seats = (Seating(GUEST, "Beat", None, None), None, None, None)
    assert door.watch(GUEST, "Beat", 2, lobby, others=0) == "seated"


def test_who_was_sent_away_often_does_not_ask_to_look_on_either() -> None:
    """A nuisance is one at both doors."""
    door, lobby = Admission({}, open_door=False), free_lobby()
    for link in range(REFUSALS):
        door.watch(GUEST, "Beat", link, lobby, others=0)
        door.answer(GUEST, yes=False)
    assert door.watch(GUEST, "Beat", 9, lobby, others=0) == "refused"
    assert door.knock(GUEST, "Beat", 9, lobby) == "refused"


def test_a_yes_after_a_no_lets_in() -> None:
    """The second answer counts."""
    door, lobby = Admission({}, open_door=False), free_lobby()
    door.knock(GUEST, "Beat", 1, lobby)
    door.answer(GUEST, yes=False)
    door.knock(GUEST, "Beat", 2, lobby)
    assert door.answer(GUEST, yes=True) == (2,)
    assert door.knock(GUEST, "Beat", 3, lobby) is True


def test_a_bot_gives_way_to_a_person_and_our_person_is_asked() -> None:
    """Nobody is turned away from a table of bots unheard; a table of people is full."""
    door, lobby = Admission({GUEST: "Beat"}, open_door=False), free_lobby()
    bots = tuple(Seating(FOUNDER, name, "normal", None) for name in ("Köbi", "Rösli"))
    people = tuple(Seating(bytes((n,)) * 32, "Anna", None, None) for n in range(2))
    lobby.seats = (*people, *bots)
    assert door.knock(GUEST, "Beat", 1, lobby) == Knocked("Beat", GUEST.hex(), True, seat=Seat(3))
    assert door.answer(GUEST, yes=True) == (1,)
    assert Admission({}, open_door=True).knock(GUEST, "Beat", 1, lobby) is True
    lobby.seats = people * 2
    assert Admission({}, open_door=True).knock(GUEST, "Beat", 1, lobby) == "full"
    lobby.seats, lobby.partie = (*people, *bots), 1
    assert Admission({}, open_door=True).knock(GUEST, "Beat", 1, lobby) is True
    lobby.playing = True
    assert Admission({}, open_door=True).knock(GUEST, "Beat", 1, lobby) == "started"


def test_no_bot_is_called_like_a_person() -> None:
    """Scores shorten names to their first letters; nine bots have nine of them all the same."""
    assert not bot_name(["Vreni", "Köbi 2"]).startswith(("Vre", "Köb"))
    names: list[str] = ["Vreni"]
    for _ in range(9):
        names.append(bot_name(names))
    assert len({name[:3].casefold() for name in names}) == 10
