"""Who may come in: one «no» may be a slip of the finger, many are meant (net.core.admission)."""

from net.core.admission import REFUSALS, Admission
from net.core.lobby import Lobby
from net.updates import Knocked

FOUNDER, GUEST = b"f" * 32, b"g" * 32


def free_lobby() -> Lobby:
    """Four seats, nobody sits."""
    lobby = Lobby(FOUNDER)
    lobby.seats = (None,) * 4
    return lobby


def test_who_was_sent_away_may_knock_again_but_not_for_ever() -> None:
    """Our person is asked again, and told who it is; after a few times no more."""
    door, lobby = Admission(set(), open_door=False), free_lobby()
    for link in range(REFUSALS):
        answer = door.knock(GUEST, "Beat", link, lobby)
        assert answer == Knocked("Beat", GUEST.hex(), False)
        assert door.answer(GUEST, yes=False) == (link,)
    assert door.knock(GUEST, "Beat", 9, lobby) == "refused"


def test_a_yes_after_a_no_lets_in() -> None:
    """The second answer counts."""
    door, lobby = Admission(set(), open_door=False), free_lobby()
    door.knock(GUEST, "Beat", 1, lobby)
    door.answer(GUEST, yes=False)
    door.knock(GUEST, "Beat", 2, lobby)
    assert door.answer(GUEST, yes=True) == (2,)
    assert door.knock(GUEST, "Beat", 3, lobby) is True
