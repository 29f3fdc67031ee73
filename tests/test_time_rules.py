"""
Section 15 of the rules, sentence by sentence, and the tests that prove each of them.

A sentence that is changed or added there has to be found here with its tests.
"""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "docs" / "rules.md").read_text("utf-8")

ABSENCE = "server/tables/test_absence.py"
ACTOR = "server/tables/test_actor.py"
CHAOS = (
    "server/tables/test_chaos.py",
    "whatever_fails_each_clock_is_its_players_own_and_the_table_goes_on",
)
CLOCK = "server/tables/test_turn_clock.py"
RECOVERY = "server/tables/test_recovery.py"
RULES = "showdown/rules/test_absence.py"
SILENT = "server/tables/test_silent_choosers.py"
SURVIVAL = "server/tables/test_survival.py"

PROVED: dict[str, tuple[tuple[str, str], ...]] = {
    "A decision in a betting round has `act_time`, a draw `draw_time`; then the time bank runs.": (
        (CLOCK, "betting_and_the_draw_have_times_of_their_own"),
        (ACTOR, "who_says_nothing_for_base_time_and_bank_is_folded_when_there_is_a_bet"),
        CHAOS,
    ),
    "When it is empty the player checks if that is free and else folds; at the draw he stands "
    "pat.": (
        (ACTOR, "a_timeout_never_ruins_a_free_check_and_stands_pat_at_the_draw"),
        CHAOS,
    ),
    "Both run from when his request is on its way to him, and until his answer has arrived.": (
        (CLOCK, "it_starts_when_the_request_is_handed_to_the_socket"),
        (CLOCK, "for_a_seat_without_a_connection_it_starts_with_the_commit"),
        (ACTOR, "an_answer_counts_from_when_it_arrived_not_from_when_it_was_read"),
        (ABSENCE, "a_slow_disk_costs_the_next_player_no_time"),
        (ABSENCE, "an_answer_that_came_in_time_and_waits_to_be_read_is_waited_for"),
        CHAOS,
    ),
    "After the second timeout in a row he sits out from the next hand on, also if he acts again "
    "in this one, until he sits in.": (
        (RULES, "the_second_timeout_in_a_row_is_told_at_once"),
        (RULES, "who_acts_again_in_the_same_hand_sits_out_all_the_same"),
        (RULES, "who_sits_in_again_in_the_same_hand_is_dealt_the_next_one"),
        (ACTOR, "after_two_timeouts_in_a_row_a_player_sits_out"),
    ),
    "Who is cut off sits out after the first.": (
        (RULES, "who_is_cut_off_sits_out_after_his_first_timeout"),
        (ACTOR, "a_player_cut_off_with_chips_in_the_pot_has_grace_once_and_then_sits_out"),
    ),
    "In a `simultaneous` draw somebody whose time is over may still choose while others may, and "
    "stands pat with the last of them: what happened in the moment when his time was over would "
    "tell them that he has not chosen (10.2).": (
        (SILENT, "when_the_time_of_one_is_over_those_who_still_choose_are_told_nothing"),
        (SILENT, "who_has_no_time_left_may_choose_for_as_long_as_others_may"),
        (SILENT, "when_nobody_has_any_time_left_all_stand_pat_but_who_is_cut_off"),
        CHAOS,
    ),
    "Grace (15.2) begins then, too.": (
        (SILENT, "the_time_that_one_is_cut_off_for_begins_when_the_others_have_chosen"),
    ),
    "Who is cut off and has chips in the pot has `disconnect_grace` more, once a hand.": (
        (RULES, "grace_is_given_once_a_hand"),
        (RULES, "without_chips_in_the_pot_there_is_no_grace"),
        (ABSENCE, "grace_is_not_had_twice_in_a_hand_by_who_goes_again_and_again"),
        CHAOS,
    ),
    "Nobody is protected as if he were all-in: that invites abuse (PokerStars).": (
        (ABSENCE, "who_goes_while_he_faces_a_bet_sees_no_card_for_free"),
        (ABSENCE, "who_drops_in_any_phase_is_played_for_in_the_end_and_keeps_seat_and_chips"),
    ),
    "The time bank is each player's own and is full again after every 50 hands, and for no other "
    "reason: who comes back to the table within `rejoin_minutes` has what he left with, until he "
    "has played 50 more.": (
        (CLOCK, "the_bank_is_each_players_own_and_lasts_over_turns"),
        ("showdown/rules/test_evolve_seating.py", "the_time_bank_is_full_again_after_fifty_hands"),
        (
            "showdown/rules/test_arriving.py",
            "a_time_bank_is_not_full_again_for_who_gets_up_and_sits_down",
        ),
        (ABSENCE, "a_time_bank_is_not_filled_by_going_and_coming_back"),
    ),
    "A hand is given up when chips or cards do not add up (0.7), and for no other misdeal.": (
        (RECOVERY, "what_cannot_be_replayed_is_refunded_and_its_rows_are_kept"),
        (RECOVERY, "chips_that_do_not_add_up_are_never_stored"),
    ),
    "After a crash of the server a hand goes on where it was: same cards, same turn; who is to "
    "act has the larger of 15 s and his base time, and his bank as it was at the start of the "
    "turn.": (
        (SURVIVAL, "cards_bets_turn_and_everything_in_the_middle_of_a_hand"),
        (
            SURVIVAL,
            "a_turn_after_a_crash_has_fifteen_seconds_at_least_and_the_bank_of_its_start",
        ),
        ("server/tables/test_outage.py", "base_time_after_an_outage_is_at_least_fifteen_seconds"),
    ),
    "With `on_abort=refund` it is given up instead, and so is a hand that cannot be played on: "
    "every stack, carry and debt is as before it, no cards are shown, and the next hand has the "
    "same button and blinds if the same seats would post them.": (
        (RECOVERY, "a_table_may_want_its_hand_refunded_after_every_restart"),
        (RECOVERY, "the_same_button_and_blinds_are_used_again"),
        ("showdown/rules/test_hand.py", "an_aborted_hand_gives_every_chip_back"),
        (
            "showdown/rules/test_debts.py",
            "a_hand_that_was_given_up_is_begun_with_the_same_button_and_blinds",
        ),
        ("showdown/rules/test_offering.py", "a_hand_that_was_given_up_is_not_shown"),
        ("showdown/rules/test_carry.py", "a_carry_is_as_before_when_a_deal_for_it_is_given_up"),
        (
            "showdown/rules/test_leaving.py",
            "debts_that_a_hand_has_cleared_are_owed_again_when_it_is_given_up",
        ),
    ),
    "Hands that have ended are never changed.": (
        (
            "showdown/rules/test_phases.py",
            "a_hand_can_be_given_up_at_any_time_and_after_the_end_only_be_shown",
        ),
    ),
}


def sentences():
    """Section 15, cut at its sentences."""
    section = PAGE.split("## 15. ")[1].split("\n## ")[0].split("\n", 1)[1]
    for rule in re.split(r"^- \*\*15\.\d\*\* ", section, flags=re.MULTILINE)[1:]:
        yield from re.split(r"(?<=[.)]) (?=[A-Z])", " ".join(rule.split()))


def test_each_sentence_about_time_is_proved():
    assert list(sentences()) == list(PROVED)


@pytest.mark.parametrize("sentence", PROVED)
def test_each_sentence_has_the_tests_that_the_list_names(sentence):
    for file, name in PROVED[sentence]:
        assert f"def test_{name}(" in (TESTS / file).read_text("utf-8"), (file, name)
