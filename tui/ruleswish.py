"""Other rules for a table, as somebody types them: ``ziel=500``, a preset, another game."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import find_variant
from engine.variant import OptionFault, make_options
from net.commands import SetGame
from net.updates import LobbyChanged
from tui.present.look import Look
from tui.present.tablerules import fault_text, preset_of, usual_options, value_of
from tui.settings import PLAYERS
from tui.texts import echoed

__all__ = ["rules_wish"]


def rules_wish(look: Look, lobby: LobbyChanged, words: Sequence[str]) -> SetGame | str:
    """What ``words`` make of the rules of a table, or the sentence why they make nothing.

    One word after the other counts: the name of a game or of a preset begins with its own rules,
    ``NAME=VALUE`` changes one of those there are, and ``players=N`` the number of seats. A value
    may be in the words of this person's language.
    """
    variant, players = find_variant(lobby.game), len(lobby.seats)
    if variant is None:
        return look.say("error.unknown_game")
    preset = preset_of(lobby.game, players, lobby.options) or lobby.preset
    usual = usual_options(lobby.game, players, preset)
    texts = {name: str(value) for name, value in lobby.options.items()}
    settings = {name: value for name, value in texts.items() if usual.get(name) != value}
    for word in words:
        name, equals, value = word.partition("=")
        game, field = find_variant(word), variant.field(name)
        if equals and name == PLAYERS:
            players = int(value) if value.isascii() and value.isdecimal() and len(value) < 3 else 0
        elif equals and field is not None:
            settings[name] = value_of(look, field, value)
        elif equals:
            typed = echoed({"setting": name})
            return look.say("error.no_setting", game=variant.slug, **typed)
        elif game is not None:
            variant, players = game, game.seats_for(word)
            preset, settings = next(iter(game.presets), None), {}
        elif variant.preset_called(word) is not None:
            preset, settings = variant.preset_called(word), {}
        else:
            return look.say("plain.rules_unknown", **echoed({"word": word}))
    options = make_options(variant, players, preset, settings)
    if isinstance(options, OptionFault):
        return fault_text(look, variant.slug, options)
    return SetGame(variant.slug, preset, settings, players)
