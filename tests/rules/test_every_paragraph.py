"""Every paragraph of the rules has tests named after it, and every statement in it has its own.

The numbers are those of docs/rules/core.md and, for what every game says, of the overview there. A
new statement gets a line here and a test; a test that is renamed is missed here.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
CORE = TESTS.parent / "docs" / "rules" / "core.md"

STATEMENTS = """
1.0.1 cards, skins and factor vectors: 1_0_8_french_vectors
1.0.1 removed cards: 1_2_cards_for_two_to_five 1_5_cards_and_length
1.0.1 seats and direction: 1_0_1_places_around_a_viewer
1.0.2 first dealer by cards: 1_0_2_first_dealer_by_drawn_cards
1.0.2 first dealer by toss: 1_0_2_zufall_is_a_seat_by_toss
1.0.2 Rosen 7 and 10: 1_0_2_the_holder_is_vorhand_in_every_game 1_0_2_hiding_the_card_is_an_offence
1.0.2 who cuts: 1_0_2_the_player_behind_the_dealer_cuts
1.0.2 how many are lifted: 1_0_2_cut_at_least_3_at_most_all_but_one 1_0_2_the_cut_of_every_deck
1.0.2 packets: 1_0_2_packets 1_0_2_cut_by_toss_and_packets
1.0.2 misdeal and Bodentrumpf: 1_0_2_bodentrumpf_keeps_its_suit_after_an_annulled_hand
1.0.2 next dealer: 1_0_2_the_deal_moves_on_and_a_void_hand_is_dealt_again
1.0.2 new Partie: 1_0_2_first_dealer_of_a_new_partie
1.0.2 nearly empty stock: 1_10_a_nearly_empty_stock_is_a_toss
1.0.3 order with trump: 1_0_3_order_of_trumps 1_0_3_order_of_side_suits
1.0.3 values: 1_0_3_values_with_trump 1_0_3_values_without_trump 1_0_3_undenufe_ass_11
1.0.3 sums: 1_0_3_every_contract_sums_to_152
1.0.3 Slalom and Guschti: 1_0_3_slalom_alternates 1_0_3_guschti_turns_once 1_0_3_slalom_wert
1.0.3 trick winner: 1_0_3_exactly_one_winner 1_0_3_off_suit_never_wins
1.0.4 row 0: 1_0_4_row_0_you_lead
1.0.4 row 1: 1_0_4_row_1_no_trump_follow
1.0.4 row 2: 1_0_4_row_2_no_trump_void
1.0.4 row 3: 1_0_4_row_3_trump_led
1.0.4 row 4: 1_0_4_row_4_puur_alone
1.0.4 row 5: 1_0_4_row_5_trump_led_no_trump
1.0.4 row 6: 1_0_4_row_6_follow_or_trump 1_0_4_row_6_option_stechen_nur_ohne_farbe
1.0.4 row 7: 1_0_4_row_7_no_duty_to_trump
1.0.4 row 8: 1_0_4_row_8_only_trumps
1.0.4 row 9: 1_0_4_row_9_follow_or_overtrump 1_0_4_row_9_option_stechen_nur_ohne_farbe
1.0.4 row 10: 1_0_4_row_10_no_undertrump
1.0.4 row 11: 1_0_4_row_11_hindersi_may_undertrump
1.0.4 option of S004: 1_0_4_uebertrumpfzwang_s004_row_7 1_0_4_uebertrumpfzwang_s004_row_8
1.0.5 values: 1_0_5_row_runs 1_0_5_row_fours
1.0.5 one maximal run: 1_0_5_one_maximal_run_is_one_weis 1_0_5_weis_teilen
1.0.5 Kreuzweis: 1_0_5_kreuzweis_counts_both 1_0_5_kreuzweis_aus_takes_the_best_choice
1.0.5 comparison, points: 1_0_5_step_1_points
1.0.5 comparison, cards: 1_0_5_step_2_more_cards 1_0_5_option_vier_gleiche_vor_folge
1.0.5 comparison, top card: 1_0_5_step_3_top_card 1_0_5_step_3_reversed_in_undenufe
1.0.5 comparison, trump: 1_0_5_step_4_trump_before_other_suits
1.0.5 comparison, seat: 1_0_5_step_5_earlier_in_playing_order
1.0.5 order of S004: 1_0_5_option_weisordnung_s004 1_0_5_weisordnung_s004_announces_classes
1.0.5 who scores: 1_0_5_the_side_of_the_best_scores_all_its_weise 1_0_5_weis_aus
1.0.5 with a trick only: 1_0_5_weis_nur_mit_stich
1.0.5 factor: 1_0_8_weis_ohne_faktor
1.0.5 announcing: 1_0_5_step_1_announcing_is_automatic_and_never_below_what_was_said
1.0.5 settling: 1_0_5_step_2_number_of_cards_first 1_0_5_step_2_trump_then_the_earlier_seat
1.0.5 declaring: 1_0_5_step_3_the_winning_side_shows_and_silent_partners_too
1.0.5 declaring by hand: 1_0_5_step_3_manual_further_weise_until_the_declarer_plays_to_trick_2
1.0.5 correcting: 1_0_5_step_4_correcting_until_the_next_card
1.0.5 secrecy: 1_0_5_secrecy_of_losing_and_silent_weise
1.0.5 false claims: 1_0_5_step_6_a_false_announcement_scores_for_the_others
1.0.6 what they are: 1_0_6_king_and_ober_of_trump 1_0_6_trump_contracts_only
1.0.6 when: 1_0_6_credited_with_the_second_card_before_the_next_covers_it
1.0.6 with a Weis: 1_0_6_with_a_valid_weis_credited_at_once_and_not_called_again
1.0.6 options: 1_0_6_stoeck_manuell_is_lost_when_not_called 1_0_6_stoeck_aus
1.0.6 option welsch: 1_0_6_stoeck_welsch_with_the_first_card
1.0.7 order of booking: 1_0_7_order_of_bookings
1.0.7 bedanken_auto: 1_0_7_bedanken_auto_ends_with_the_trick_that_reaches_the_target
1.0.7 bedanken_manuell: 1_0_7_bedanken_manuell_right_and_false_claims
1.0.7 no points shown: 1_0_7_bedanken_manuell_shows_no_points_of_the_running_hand
1.0.7 bedanken_im_stich: 1_0_7_bedanken_im_stich
1.0.7 hand_zu_ende: 1_0_7_hand_zu_ende 1_0_7_hand_zu_ende_tie_plays_one_more_hand
1.0.7 pre-showing Stöck: 1_0_7_preshown_stoeck_end_the_partie_at_once
1.0.7 Ausmachregel: 1_0_7_ausmachregel_stoeck_before_weis 1_0_7_ausmachregel_weis_against_trick
1.0.7 Ausmachregel, other orders: 1_0_7_ausmachregel_sequenziell_adds_one_after_the_other
1.0.7 Bergpreis: 1_0_7_bergpreis_goes_to_the_first_at_half 1_0_7_bergpreis_points_can_end_the_partie
1.0.7 Schneider: 1_0_7_schneider 1_0_7_a_loser_may_preshow_stoeck_to_escape_schneider
1.0.7 Kontermatch: 1_0_7_kontermatch 1_0_7_kontermatch_doppelt
1.0.7 Striche and Runden: 1_0_7_wertung_striche_over_several_partien 1_0_7_wertung_zwei_runden
1.0.7 Schreiben: 1_0_7_schreiben
1.0.8 profiles: 1_0_8_row_profiles 1_0_8_six_own_numbers
1.0.8 other contracts: 1_0_8_other_contracts_take_the_undenufe_factor
1.0.8 what is multiplied: 1_0_8_factor_multiplies_everything_written
1.0.9 safe rest: 1_0_9_rest_sicher 1_0_9_safe_rest_makes_every_trick
1.0.9 risky rest: 1_0_9_rest_riskant_costs_all_remaining_tricks
1.0.9 no rest: 1_0_9_rest_aus_and_where_it_is_not_safe_by_kind
1.0.9 looking at tricks: 1_0_9_stich_ansehen
1.0.10 invariant 1: 1_0_10_invariant_1_every_hand_is_157
1.0.10 invariant 2: 1_0_10_invariant_2_something_is_always_legal
1.0.10 invariant 3: 1_0_10_invariant_3_the_hot_path_plays_by_the_rules
1.0.10 invariant 4: 1_0_10_invariant_4_one_side_has_weis_and_one_seat_stoeck
1.0.10 invariant 5: 1_0_10_invariant_5_a_view_holds_only_what_the_seat_may_see
1.0.10 invariant 6: 1_0_10_invariant_6_the_same_draws_give_the_same_hand
1.0.10 invariant 7: 1_0_10_tricks_of_a_round
1.0.10 invariant 8: 1_0_10_invariant_8_other_numbers_of_players
1.0.10 all of them: 1_0_10_random_hands
1.0.11 Schieber, Sidi, sechs: 1_0_11_two_sides_the_other_writes_157 1_0_11_spiel_verloren
1.0.11 three sides: 1_0_11_three_sides_keep_what_they_had_booked
1.0.11 Coiffeur: 1_0_11_the_announcing_side_offends 1_0_11_the_other_side_offends
1.0.11 Differenzler: 1_0_11_a_lost_hand_costs_157
1.0.11 Molotow, Plus-Minus, Mittlere: 1_0_11_lost_hand
1.0.11 Chappe, HAE: 1_0_11_an_offender_writes_all_his_cards
1.0.11 every game: 1_0_11_a_hand_that_breaks_off_is_lost_or_void
1.0.11 no contract yet: 1_0_11_before_a_column_is_named_the_hand_is_void
1.0.11 annulliert: 1_0_11_annulliert
1.0.11 a win inside the hand: 1_0_11_a_win_inside_the_hand_is_undone_by_an_offence
1.1 contract: 1_1_vorhand_names_one_of_six_or_pushes_and_the_partner_must
1.1 options: 1_1_zurueckschieben_once 1_1_vertraege_adds_contracts 1_1_erste_karte_trumpf
1.1 lead: 1_1_slalom_ansager_spielt_aus 1_1_slalom_ansager_leads_only_slalom_and_guschti
1.1 Gumpf: 1_1_gumpf_values_as_trump
1.1 match: 1_1_match_0_writes_no_bonus
1.1 presets: 1_1_presets 1_1_turnier_12_without_weis_stoeck_and_match_is_1884
1.1 laenge: 1_1_laenge_counts_hands_and_shares_a_tie
1.2 deal: 1_2_cards_for_two_to_five 1_2_two_players_turn_the_25th_card
1.2 trump: 1_2_trump_by_toss_is_one_of_four_suits
1.2 Bodentrumpf: 1_2_bodentrumpf_is_the_dealers_and_everybody_sees_it
1.2 hidden prediction: 1_2_all_predict_at_once_and_nobody_sees_what
1.2 hidden prediction, range: 1_2_a_prediction_is_0_to_157
1.2 open prediction: 1_2_open_predictions_in_turn_the_dealer_last
1.2 open prediction, correcting: 1_2_the_last_to_speak_may_correct_until_the_first_card
1.2 lead and play: 1_2_vorhand_leads_and_may_undertrump_only_when_void
1.2 no match: 1_2_nine_tricks_are_worth_157_and_no_match
1.2 score: 1_2_penalty_is_the_difference 1_2_the_lowest_total_wins
1.2 length: 1_2_two_deals_each 1_2_strafziel_ends_after_the_hand_in_which_it_is_reached
1.2 options: 1_2_bonus_exakt 1_2_partner_differenzler
1.3 for three: 1_3_dreier_is_the_game_for_three 1_3_geber_gutschrift
1.4 profiles: 1_4_profiles 1_4_every_side_plays_every_column_once
1.4 Joker: 1_4_a_joker_is_any_contract_of_the_profile 1_4_a_column_once_used_is_locked
1.4 choice: 1_4_passing_goes_to_the_next_seat_and_vorhand_must_at_last
1.4 finished sides: 1_4_a_finished_side_passes_by_itself 1_4_who_is_left_alone_must_name
1.4 lead: 1_4_the_announcer_leads
1.4 score: 1_4_only_the_announcing_side_writes 1_4_a_kontermatch_writes_nothing_for_anybody
1.4 Weis: 1_4_no_weis_without_the_option 1_4_coiffeur_weis_counts_for_the_announcing_side
1.4 Weis in a Joker: 1_4_coiffeur_weis_not_in_a_joker
1.4 end: 1_4_the_higher_total_wins_and_equal_totals_are_a_draw
1.5 deal and length: 1_5_cards_and_length
1.5 aim: 1_5_everybody_alone_and_fewest_points_win
1.5 trump: 1_5_the_first_card_that_does_not_follow_makes_trump
1.5 when it acts: 1_5_ab_naechstem_stich_finishes_the_trick_without_trump
1.5 play: 1_5_hindersi_rows_once_trump_is_known
1.5 values: 1_5_tricks_taken_before_are_valued_by_the_trump
1.5 Tischweis: 1_5_tischweis 1_5_tischweis_is_written_to_who_takes_the_trick
1.5 Tischweis, King and Ober: 1_5_the_trick_that_makes_trump_counts_its_king_and_ober
1.5 own Weis: 1_5_everybody_books_the_weise_of_his_hand
1.5 Stöck: 1_5_stoeck_take_20_away 1_5_no_stoeck_with_the_card_that_makes_trump
1.5 score: 1_5_the_hand_score_adds_up
1.5 last round: 1_5_letzte_runde_doppelt
1.5 nobody void: 1_5_nobody_ever_void
1.6 evaluation: 1_6_evaluation 1_6_two_pairs_of_equals_get_nothing
1.6 wertung: 1_6_wertung 1_6_ends_when_one_leads_alone_with_seven 1_6_nuller_lasts_twelve_hands
1.6 no Weis: 1_6_no_weis_no_stoeck_no_match
1.7 deal: 1_7_three_players_twelve_cards
1.7 evaluation: 1_7_evaluation 1_7_striche_and_nuller_come_to_nothing_except_in_a_tie
1.7 void hands: 1_7_nobody_void_in_twelve_tricks
1.7 length: 1_7_a_partie_has_twelve_hands
1.8 deal: 1_8_eight_each_and_the_seventeenth_card_is_trump
1.8 dealer: 1_8_the_lowest_card_deals_then_in_turn
1.8 Weis and Stöck: 1_8_weis_as_in_the_schieber 1_8_stoeck_with_a_robbed_card
1.8 dead stock: 1_8_a_dead_stock_has_eight_tricks_and_no_match
1.8 target: 1_8_the_first_to_500
1.8 rauben: 1_8_rauben 1_8_nobody_has_to_rob
1.8 nachziehen: 1_8_the_winner_draws_first_then_the_other
1.8 nachziehen, free: 1_8_ten_tricks_are_free_and_eight_are_strict
1.8 nachziehen, strict: 1_8_strict_follow_then_trump 1_8_all_tricks_after_the_stock_are_worth_100
1.8 bodensee: 1_8_six_cards_and_six_stacks_each 1_8_a_stack_card_played_uncovers_the_one_below
1.8 bodensee, play: 1_8_the_follow_rules_look_at_hand_and_open_cards
1.8 bodensee, points: 1_8_stacks_have_eighteen_tricks_and_157_points
1.9 cards: 1_9_six_cards_each_and_nothing_left
1.9 teams: 1_9_parteien
1.9 contract: 1_9_after_a_push_the_next_of_the_side_must_name 1_9_weiterschieben
1.9 Weis and Stöck: 1_9_the_side_of_the_best_weis_writes_all_of_its_weise
1.9 match and Kontermatch: 1_9_a_match_takes_all_six_tricks 1_9_kontermatch
1.9 end: 1_9_ausmachregel_with_three_sides 1_9_bergpreis_is_taken_once_by_the_first_of_three
1.9 Schneider: 1_9_every_side_below_half_is_schneider
1.10 players and decks: 1_10_as_many_players_as_the_deck_feeds
1.10 rank: 1_10_the_highest_rank_wins_and_suits_do_not_matter 1_10_twins_of_two_packs_tie
1.10 first dealer, rotation: 1_10_the_lowest_card_deals_and_the_deal_goes_clockwise
1.10 rounds: 1_10_rounds_down_and_up
1.10 bidding: 1_10_the_dealer_bids_last_and_leads 1_10_ansage_frei
1.10 score: 1_10_points_are_the_difference
1.10 Stechen, one winner: 1_10_the_highest_rank_wins_and_suits_do_not_matter
1.10 Stechen, with cards: 1_10_the_tied_play_first_then_the_others
1.10 Stechen, dropped out: 1_10_who_drops_out_of_the_stechen_never_returns
1.10 Stechen, draws: 1_10_who_ties_with_the_last_card_draws
1.10 Stechen, drawn ties: 1_10_a_tie_of_drawn_cards_is_drawn_for_again
1.10 Stechen, lots: 1_10_each_lot_comes_once_in_a_round_of_draws
1.10 Stechen, no lots: 1_10_without_any_lot_the_last_card_wins
1.10 Chappe-Rundi: 1_10_everybody_sees_the_chappe_card_but_its_owner
1.10 Chappe-Rundi, sum: 1_10_the_sum_rule_holds_with_one_card_too
1.10 nine cards: 1_10_preset_neun_karten
1.10 jokers: 1_10_a_joker_is_the_rank_its_player_says 1_10_an_unseen_joker_is_an_ass
1.10 chappe_faktor: 1_10_chappe_faktor
1.10 ausscheiden: 1_10_ausscheiden 1_10_the_last_one_left_wins 1_10_all_out_at_once
1.10 limite: 1_10_limite 1_10_sizes_go_on_without_a_fixed_end
1.10 karten_tauschen: 1_10_karten_tauschen 1_10_no_exchange_in_other_rounds
1.10 who knows a given card: 1_10_what_is_given_stays_hidden
1.11 players and rounds: 1_11_one_card_fewer_every_round
1.11 dealer: 1_11_the_first_dealer_comes_by_lot
1.11 bidding: 1_11_bids_begin_right_of_the_dealer_and_may_not_come_out_even
1.11 last round: 1_11_in_the_last_round_the_sum_is_free
1.11 lead: 1_11_right_of_the_dealer_leads_then_the_winner 1_11_rechts_vom_geber_jeder_stich
1.11 score: 1_11_haerpfl_are_the_difference
1.11 Gipfelduell: 1_11_others_burn_first_then_the_tied_play_on 1_11_who_drops_out_burns_from_then_on
1.11 no cards left: 1_11_without_cards_the_later_of_the_tied_takes_all
1.11 joker: 1_11_a_joker_is_the_rank_its_player_says
1.11 joker against a card: 1_11_a_joker_is_not_above_the_card_it_stands_for
1.11 two jokers: 1_11_both_jokers_in_one_trick_tie
1.11 burned joker: 1_11_a_burned_joker_is_declared_as_nothing
1.11 joker as last card: 1_11_a_joker_as_last_card_keeps_its_declared_rank
1.11 forehead: 1_11_everybody_sees_the_forehead_card_but_its_owner
1.11 forehead, ties: 1_11_on_the_forehead_the_later_of_equal_cards_wins
1.12 overview: 1_12_overview 1_12_no_other_number_of_players 1_12_packets_of_every_game
1.13 tips: 1_13_the_nine_codes 1_13_tips_are_given_where_they_help
2.1 Weis and Stöck: 2_1_weis_and_stoeck
2.2 playing: 2_2_playing
2.3 deal and seats: 2_3_deal_and_seats
2.4 scoring and end: 2_4_scoring_and_end
2.5 games: 2_5_games
2.6 rows: 2_6_row 2_6_every_value_can_be_played 2_6_no_other_options
2.6 conflicts: 2_6_conflicts_are_refused_with_their_reason 2_6_what_does_not_fit_is_refused
2.6 conflicts of single games: 2_6_options_of_the_differenzler 2_6_conflicts
"""
"""Paragraph, what it states, and the tests of it without «test_»."""

LINES = [
    re.match(r"([\d.]+) (.*?): (.*)", line).groups()  # type: ignore[union-attr]
    for line in STATEMENTS.strip().splitlines()
]


def all_tests() -> set[str]:
    """The names of all tests."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found |= {
            node.name.removeprefix("test_")
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        }
    return found


@pytest.fixture(scope="module")
def names() -> set[str]:
    """The names of all tests, read once."""
    return all_tests()


@pytest.mark.parametrize(
    ("number", "statement", "listed"),
    [pytest.param(*line, id=f"{line[0]} {line[1]}") for line in LINES],
)
def test_every_statement_has_its_tests(
    number: str, statement: str, listed: str, names: set[str]
) -> None:
    """The tests that are named for a statement exist."""
    assert [name for name in listed.split() if name not in names] == [], f"{number} {statement}"


def test_every_paragraph_has_a_test_of_its_number(names: set[str]) -> None:
    """All headings of the page behind the code, and nothing is listed for others."""
    headings = set(
        re.findall(r"^#+ (\d+\.\d+(?:\.\d+)*)\.? ", CORE.read_text("utf-8"), re.MULTILINE)
    )
    numbers = {number for number, _, _ in LINES}
    assert headings - {"1.0"} <= numbers
    for number in sorted(numbers):
        prefix = number.replace(".", "_") + "_"
        named = [name for name in names if name.startswith(prefix) and name[len(prefix)].isalpha()]
        assert named, number
