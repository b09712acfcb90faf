"""Advice: what to do and a named reason for it, for bots, hints and help (rules 1.13)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.actions import Action

__all__ = ["Advice", "Tip"]


class Tip(StrEnum):
    """A reason code; the value is the key of its text.

    The first nine were handed down with the games and have the codes of rules 1.13; the others
    name what every player does.
    """

    LOW_TRUMP = "tipp_trumpf_tief"
    EARLY_STOECK = "tipp_stoeck_frueh"
    ACE_FOR_TEN = "tipp_ass_fuer_zehn"
    CHOOSE_YOURSELF = "tipp_selber_ansagen"
    WITHOUT_TRUMP = "tipp_ohne_trumpf"
    ANNOUNCE_WEIS = "tipp_weis_melden"
    AIM_AT_DUEL = "tipp_chappe_stechen"
    DEALERS_NUMBER = "tipp_chappe_geber"
    LOW_JOKER = "tipp_hae_joker_tief"
    PUSH = "tipp_schieben"
    DRAW_TRUMPS = "tipp_trumpf_ziehen"
    TRUMP_FOR_PARTNER = "tipp_trumpf_bringen"
    LAST_TRUMPS = "tipp_trumpf_behalten"
    BOCK = "tipp_bock"
    PARTNER = "tipp_partner_anspielen"
    SHORT_SUIT = "tipp_kurze_farbe"
    TAKE = "tipp_nehmen"
    RUFF = "tipp_stechen"
    SMEAR = "tipp_schmieren"
    LITTLE = "tipp_wenig_geben"
    THINK_AHEAD = "tipp_gerechnet"
    PREDICT = "tipp_ansagen"
    GIVE_AWAY = "tipp_loswerden"
    REST = "tipp_rest"
    THANKS = "tipp_bedanken"
    ONLY_ONE = "tipp_einzige"


@dataclass(frozen=True, slots=True)
class Advice:
    """An action with its reason code; advice comes ranked, the best first."""

    action: Action
    reason: Tip
