"""
Faults that other servers of this kind had, and the test that keeps each of them away from this one.

The numbers are those of the collection of such faults that may lie beside the checkout, as
`../shared/CASES.md`: A of servers, B of engines, C of attacks, D of machines. The list has what
concerns chips, timers and storage; what ranks, bets and pots do has its own tests.
"""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SHARED = TESTS.parents[1] / "shared" / "CASES.md"

KILLS = "end_to_end/kills"
CLUSTER = "end_to_end/cluster"
ABSENCE = "server/tables/test_absence.py"
ACTOR = "server/tables/test_actor.py"
AT_ONCE = "server/gateway/test_at_once.py"
BROKER = "server/broker/test_connecting.py"
REHEARSAL = "end_to_end/rehearsal/test_composition.py"
BETWEEN = "server/tables/test_between_hands.py"
BUY_INS = "server/storage/test_many_buy_ins.py"
STEWARD = "server/cluster/test_steward.py"
CLAIMS = "server/storage/test_claims.py"
TURNS = "server/gateway/test_turns.py"
TURN_CLOCK = "server/tables/test_turn_clock.py"
IDLE = "server/tables/test_idle.py"
ENTRANCE = "server/gateway/test_entrance.py"
UNDER_ATTACK = "end_to_end/attacks/test_attacks.py"
LINES = "server/gateway/test_lines.py"
PRESENCE = "server/tables/test_presence.py"
OPENING = "server/lobby/test_opening.py"
SEAT = "server/gateway/test_seat.py"
SIGN_IN = "server/gateway/test_sign_in.py"
WIRE = "server/gateway/test_connection.py"
RACING = "server/gateway/test_races.py"
RETURNS = "server/gateway/test_sessions.py"
MOVES = "server/gateway/remote/test_moves.py"
SIGN_INS = "server/gateway/remote/test_sign_ins.py"
REMOTE = "server/gateway/remote/test_reach.py"
SESSIONS = "end_to_end/black_box/test_sessions.py"
TIMERS = "end_to_end/black_box/test_timers.py"
CHIPS = "end_to_end/black_box/test_chips.py"
HIDDEN = "end_to_end/black_box/test_hidden.py"
RACES = "end_to_end/black_box/test_at_once.py"
ATTACKS = "end_to_end/black_box/test_attacks.py"
LEFT = "end_to_end/test_no_card_in_clear.py"
PEEKING = "end_to_end/no_peeking/test_no_peeking.py"
FUZZING = "end_to_end/fuzzing/test_fuzzing.py"
SIZES = "end_to_end/no_peeking/test_sizes_and_times.py"

DIES = (f"{KILLS}/test_kills.py", "whenever_the_server_dies_no_chip_card_or_action_is_lost")
MANY_TABLES = (
    f"{KILLS}/test_many_tables.py",
    "many_tables_write_at_once_and_an_orderly_end_waits_for_every_commit",
)

KEPT_AWAY: dict[str, tuple[tuple[str, str], ...]] = {
    # Coming back.
    "A1": (
        (
            f"{KILLS}/test_returns.py",
            "who_comes_back_around_a_deal_sees_each_event_once_and_in_order",
        ),
    ),
    "A2": ((ABSENCE, "who_drops_in_any_phase_is_played_for_in_the_end_and_keeps_seat_and_chips"),),
    "A3": (
        (WIRE, "the_older_connection_of_an_account_gives_way"),
        (WIRE, "a_connection_that_drops_in_mid_hand_keeps_its_seat_and_gets_its_turn_again"),
        (RACING, "the_late_close_of_an_old_socket_leaves_the_new_one_as_it_is"),
    ),
    "A4": ((RACING, "what_an_old_connection_was_still_doing_is_the_new_ones"),),
    "A5": (
        (LINES, "a_peer_who_falls_silent_is_closed_and_the_others_see_him_away"),
        (LINES, "a_dead_line_is_known_within_thirty_seconds"),
        (LINES, "who_closes_his_connection_is_away_at_once"),
        (
            "end_to_end/test_dead_line.py",
            "others_see_within_thirty_seconds_that_a_line_is_dead",
        ),
    ),
    "A6": (
        (RACING, "who_leaves_and_sits_down_in_one_breath_sits"),
        (RACING, "who_leaves_in_a_hand_and_sits_down_in_one_breath_is_still_leaving"),
    ),
    "A8": (("showdown/sdk/test_crew.py", "after_a_lost_connection_each_table_goes_on"),),
    "A9": (
        ("showdown/sdk/test_runner.py", "who_was_superseded_does_not_come_back"),
        (RACING, "of_two_devices_the_older_is_told_once_and_the_newer_plays"),
        (RETURNS, "a_connection_that_was_made_earlier_and_let_in_later_gives_way"),
        (SIGN_INS, "who_comes_in_at_another_node_takes_the_place_of_his_older_connection"),
        (
            SIGN_INS,
            "of_two_who_come_in_at_once_the_one_whom_the_database_let_in_later_stays",
        ),
    ),
    "A10": (
        (RETURNS, "what_comes_from_a_connection_that_gave_way_is_not_heard"),
        (RETURNS, "an_old_resume_token_is_a_theft_and_ends_the_session_for_both"),
    ),
    "A11": (
        DIES,
        (LINES, "an_action_whose_answer_is_lost_is_taken_once_when_it_is_sent_again"),
        (LINES, "an_action_that_never_arrived_is_taken_when_it_is_sent_again"),
        (
            "showdown/sdk/test_runner.py",
            "after_a_lost_connection_the_same_move_is_sent_with_the_same_id",
        ),
    ),
    "A12": (
        DIES,
        (ACTOR, "a_table_that_is_opened_again_goes_on_with_the_same_hand"),
        (PRESENCE, "after_a_restart_in_mid_turn_all_see_the_same_clock_of_the_right_seat"),
    ),
    "A13": ((WIRE, "a_connection_that_drops_in_mid_hand_keeps_its_seat_and_gets_its_turn_again"),),
    "A14": (DIES,),
    # Time.
    "A15": ((ACTOR, "a_timeout_never_ruins_a_free_check_and_stands_pat_at_the_draw"),),
    "A16": ((ABSENCE, "who_answers_just_before_the_end_of_his_time_has_answered"),),
    "A17": (
        (TURN_CLOCK, "it_starts_when_the_request_is_handed_to_the_socket"),
        (TURN_CLOCK, "the_time_in_which_hands_are_shown_is_nobodys"),
    ),
    "A18": (
        (ABSENCE, "a_slow_disk_costs_the_next_player_no_time"),
        (TURN_CLOCK, "who_is_asked_late_is_over_as_much_later"),
        (
            LINES,
            "on_a_slow_line_the_first_turn_is_no_shorter_and_an_answer_in_time_costs_no_bank",
        ),
    ),
    "A19": ((ABSENCE, "who_sits_out_is_asked_nothing_and_warned_of_nothing"),),
    "A20": ((ABSENCE, "who_is_away_while_others_think_and_back_for_his_turn_has_lost_nothing"),),
    "A21": (
        (
            ABSENCE,
            "an_answer_that_is_on_its_way_when_time_runs_out_counts_and_a_later_one_does_not",
        ),
    ),
    "A22": ((ACTOR, "after_two_timeouts_in_a_row_a_player_sits_out"),),
    "A23": (
        (ACTOR, "a_seat_is_kept_for_twenty_minutes_and_its_chips_go_home"),
        (ACTOR, "the_seat_of_a_player_without_chips_is_kept_for_two_minutes"),
        (IDLE, "the_seat_of_who_is_gone_is_kept_for_twenty_minutes_where_no_hand_runs"),
        (IDLE, "of_two_of_whom_one_sits_out_neither_holds_his_seat_for_ever_when_both_are_gone"),
    ),
    "A24": (
        (PRESENCE, "twenty_lines_that_come_and_go_stop_no_game_from_starting"),
        (PRESENCE, "who_sits_out_and_in_again_and_again_puts_off_no_game"),
        (PRESENCE, "whose_line_comes_and_goes_is_told_once_as_away_and_once_as_back"),
    ),
    "A25": (
        (AT_ONCE, "of_a_hundred_actions_in_one_turn_one_takes_effect_and_the_others_are_stale"),
    ),
    # Chips.
    "A26": (
        ("showdown/rules/test_pots.py", "each_all_in_closes_a_pot"),
        ("showdown/rules/test_pots.py", "pots_are_what_chips_laid_down_one_by_one_make"),
    ),
    "A27": (
        (ABSENCE, "who_drops_in_any_phase_is_played_for_in_the_end_and_keeps_seat_and_chips"),
        DIES,
    ),
    "A28": (DIES, (AT_ONCE, "of_two_players_who_act_at_once_the_one_who_is_not_asked_is_told_so")),
    "A29": (("showdown/rules/test_play.py", "a_shove_that_is_folded_to_comes_back"),),
    "A37": (
        (ACTOR, "who_is_broke_sits_out_and_plays_on_after_a_top_up"),
        (SEAT, "who_has_lost_all_sits_out_is_not_dealt_in_and_plays_on_after_a_rebuy"),
    ),
    "A38": ((ABSENCE, "who_sits_down_in_any_phase_waits_for_the_next_hand_and_the_hand_goes_on"),),
    "A39": (
        (SEAT, "who_leaves_on_his_turn_folds_now_and_goes_after_the_hand"),
        (SEAT, "who_leaves_off_his_turn_folds_when_it_comes_even_where_a_check_is_free"),
        (ACTOR, "leaving_on_turn_folds_at_once_and_takes_the_chips_home_after_the_hand"),
        (ACTOR, "leaving_off_turn_folds_when_the_turn_comes"),
    ),
    "A40": (
        (
            ABSENCE,
            "who_sits_out_in_the_last_moment_of_a_hand_is_neither_dealt_nor_charged_the_next",
        ),
    ),
    "A41": (
        (SEAT, "who_left_rich_comes_back_rich_however_often_he_comes_and_goes"),
        ("showdown/rules/test_arriving.py", "empty_visits_do_not_shorten_the_time"),
        (BETWEEN, "a_table_remembers_over_a_restart_what_was_taken_away"),
    ),
    "A42": (
        (SEAT, "who_sits_out_is_not_dealt_in_and_the_button_goes_round_without_him"),
        ("showdown/rules/test_starting.py", "button_and_blinds_wander_from_hand_to_hand"),
        ("showdown/rules/test_positions.py", "while_nobody_comes_or_goes_everybody_posts_in_turn"),
    ),
    "A43": (
        (BUY_INS, "who_wants_many_seats_of_one_table_in_the_same_moment_has_one"),
        (ACTOR, "a_full_table_and_a_taken_seat_and_a_wrong_buy_in_are_refused_with_a_sentence"),
    ),
    # Much at once.
    "A44": (
        (
            "server/gateway/test_refusals.py",
            "who_acts_wrongly_is_told_so_with_the_present_turn_and_nothing_is_mended",
        ),
    ),
    "A51": (DIES, ("showdown/rules/test_starting.py", "while_a_hand_runs_no_other_starts")),
    "A52": (
        (AT_ONCE, "of_a_hundred_actions_in_one_turn_one_takes_effect_and_the_others_are_stale"),
    ),
    "A53": (
        (AT_ONCE, "of_a_hundred_copies_of_an_action_one_takes_effect_and_each_has_the_same_reply"),
        (AT_ONCE, "of_a_hundred_actions_in_one_turn_one_takes_effect_and_the_others_are_stale"),
    ),
    "A54": (
        (BUY_INS, "of_two_hundred_at_once_not_one_update_is_lost"),
        (BUY_INS, "of_fifty_buy_ins_with_the_same_last_chips_one_succeeds"),
    ),
    "A55": ((ACTOR, "another_seat_and_an_old_turn_are_refused"),),
    "A56": ((WIRE, "pipelined_requests_are_answered_in_order"),),
    "A59": (
        (
            "server/gateway/test_hosting.py",
            "who_is_sent_away_is_told_first_then_leaves_with_his_chips_and_cannot_come_back",
        ),
    ),
    "A61": ((OPENING, "a_table_at_which_nobody_sits_is_closed_and_who_looks_on_is_told"),),
    "A62": (
        (BROKER, "nodes_speak_again_when_nats_is_back"),
        (REMOTE, "an_action_whose_answer_was_lost_between_nodes_is_done_once_and_answered"),
        (REMOTE, "an_action_that_was_lost_between_nodes_is_done_once_and_answered"),
        (MOVES, "what_was_lost_between_two_nodes_is_told_within_a_second"),
        (BROKER, "a_lease_outlives_a_nats_that_is_killed_and_quickly_back"),
        (BROKER, "nobody_is_dead_because_nats_has_forgotten_all"),
    ),
    # Storage.
    "A64": (
        ("server/storage/postgres/test_migrate.py", "of_many_who_migrate_at_once_one_does_it"),
        ("server/storage/sqlite/test_lock.py", "a_storage_that_is_open_cannot_be_opened_again"),
    ),
    "A65": (
        (
            "server/storage/sqlite/test_migrate.py",
            "a_table_that_is_copied_into_a_new_form_loses_no_rows_that_refer_to_it",
        ),
    ),
    "A66": (
        ("migrations/test_migrations.py", "every_constraint_has_a_name"),
        ("migrations/test_migrations.py", "a_populated_database_goes_down_to_nothing_and_up_again"),
    ),
    "A67": (MANY_TABLES,),
    "A68": (MANY_TABLES,),
    "A69": (
        (OPENING, "tables_that_were_opened_and_closed_leave_nothing_behind"),
        ("end_to_end/test_memory.py", "a_table_forgets_hands_that_are_over"),
        (
            "end_to_end/test_memory.py",
            "hands_that_are_over_leave_nothing_in_the_servers_memory",
        ),
    ),
    "A70": (MANY_TABLES,),
    "A71": (
        (SEAT, "who_looks_on_is_told_of_each_command_that_he_has_no_seat"),
        (SEAT, "who_looks_on_plays_no_turn_of_others"),
        (SEAT, "who_looks_on_shows_no_hand"),
    ),
    "A72": (
        (
            "server/tables/test_clock.py",
            "timers_that_nobody_holds_go_off_though_garbage_is_collected",
        ),
        (TURN_CLOCK, "each_timer_goes_off_though_garbage_is_collected_in_every_turn"),
    ),
    "B28": (
        DIES,
        (
            "showdown/rules/test_play.py",
            "with_all_all_in_before_the_draw_everybody_still_draws_and_then_shows",
        ),
    ),
    # Attacks.
    "C3": ((AT_ONCE, "a_transcript_that_is_sent_again_has_the_same_replies_and_changes_nothing"),),
    "C4": (
        (AT_ONCE, "of_a_hundred_copies_of_an_action_one_takes_effect_and_each_has_the_same_reply"),
        (AT_ONCE, "of_a_hundred_actions_in_one_turn_one_takes_effect_and_the_others_are_stale"),
        (RACING, "copies_of_an_action_on_an_old_and_a_new_socket_take_effect_once"),
        (RACING, "whatever_devices_do_at_once_one_of_them_plays_and_each_turn_is_acted_in_once"),
    ),
    "C5": ((RACING, "a_new_occupant_of_an_old_seat_is_not_whoever_sat_there"),),
    "C10": (
        (
            "server/storage/test_hidden.py",
            "no_cards_of_a_finished_hand_are_in_the_files_those_that_were_shown_included",
        ),
    ),
    "C12": (
        (ABSENCE, "who_goes_while_he_faces_a_bet_sees_no_card_for_free"),
        (ABSENCE, "a_time_bank_is_not_filled_by_going_and_coming_back"),
        (ABSENCE, "grace_is_not_had_twice_in_a_hand_by_who_goes_again_and_again"),
        (
            "showdown/rules/test_arriving.py",
            "a_time_bank_is_not_full_again_for_who_gets_up_and_sits_down",
        ),
        ("showdown/rules/test_arriving.py", "empty_visits_do_not_shorten_the_time"),
    ),
    "C18": (
        (ENTRANCE, "a_page_may_connect_only_if_the_operator_has_named_it"),
        (ENTRANCE, "who_is_no_proxy_of_ours_cannot_say_that_he_is_somebody_else"),
        (WIRE, "a_browser_page_of_another_origin_is_refused"),
        (RETURNS, "an_old_resume_token_is_a_theft_and_ends_the_session_for_both"),
        (RETURNS, "who_signs_out_has_his_answer_and_then_nothing_is_open_any_more"),
        (ENTRANCE, "a_page_may_connect_only_if_the_operator_has_named_it"),
        (ENTRANCE, "who_is_no_proxy_of_ours_cannot_say_that_he_is_somebody_else"),
    ),
    "C19": (
        ("server/gateway/test_guesses.py", "one_name_from_many_addresses_is_slowed_everywhere"),
        ("server/gateway/test_guesses.py", "many_names_from_one_address_are_slowed_there"),
        (SIGN_IN, "after_several_wrong_passwords_the_right_one_has_to_wait_too"),
        (SIGN_IN, "a_wrong_password_an_unknown_name_and_a_guests_name_sound_alike"),
        (
            "server/test_passwords.py",
            "nobody_and_a_wrong_password_are_compared_by_the_same_work",
        ),
    ),
    "C13": (
        (UNDER_ATTACK, "while_people_play_attacks_of_all_kinds_at_once_end_as_the_documents_say"),
        (ENTRANCE, "from_one_address_only_so_many_are_connected_at_once"),
        (ENTRANCE, "a_full_house_sends_new_ones_away_and_spectators_make_room_for_players"),
        (
            "end_to_end/test_proxy.py",
            "clients_of_a_trusted_proxy_count_each_at_his_own_address",
        ),
    ),
    "C14": (
        (WIRE, "who_does_not_say_hello_in_time_is_let_go"),
        (ENTRANCE, "of_too_many_who_say_nothing_the_first_one_goes_and_players_stay"),
        (UNDER_ATTACK, "while_people_play_an_attack_ends_as_the_documents_say"),
    ),
    "C15": (
        ("server/gateway/wire/test_frames.py", "frames_do_what_the_standard_says"),
        (
            "server/gateway/wire/test_against_the_reference.py",
            "ours_and_the_librarys_hear_the_same",
        ),
        (ENTRANCE, "a_message_in_parts_without_end_is_a_flood"),
        (ENTRANCE, "a_frame_that_is_too_big_ends_the_connection"),
    ),
    "C16": (
        (ENTRANCE, "who_sends_on_regardless_is_cut_off_and_nobody_else_is"),
        (
            ENTRANCE,
            "pings_in_one_go_are_a_flood_and_most_of_them_are_not_even_looked_at",
        ),
    ),
    "C17": (
        (WIRE, "a_client_who_does_not_read_is_cut_off_and_the_others_play_on"),
        (
            ENTRANCE,
            "an_onlooker_who_reads_slowly_is_shown_the_table_as_it_is_when_he_reads_again",
        ),
    ),
    "C20": (
        MANY_TABLES,
        (
            ENTRANCE,
            "at_a_restart_players_are_asked_to_come_back_first_and_one_after_the_other",
        ),
        (
            "server/gateway/test_admission.py",
            "the_first_ones_do_not_wait_and_the_others_come_in_order",
        ),
        (
            "server/gateway/test_admission.py",
            "a_busy_server_serves_one_in_a_turn_and_leaves_the_loop_to_players_as_long_as_it_was",
        ),
        (
            "server/gateway/wire/test_accepting.py",
            "of_many_who_knock_at_once_a_few_are_taken_in_each_turn",
        ),
        (TURNS, "who_finds_no_place_in_the_line_is_told_so_in_a_turn_of_the_loop"),
        (TURNS, "who_had_a_seat_is_seen_off_before_those_who_had_none_and_left_earlier"),
        (
            "server/gateway/wire/test_line.py",
            "of_many_who_come_at_once_a_few_have_each_turn",
        ),
        (
            "server/storage/sqlite/test_writer.py",
            "what_is_played_does_not_wait_for_guests_who_came_before",
        ),
    ),
    "A58": ((UNDER_ATTACK, "while_people_play_an_attack_ends_as_the_documents_say"),),
    "A60": (
        (WIRE, "a_client_who_does_not_read_is_cut_off_and_the_others_play_on"),
        (UNDER_ATTACK, "while_people_play_an_attack_ends_as_the_documents_say"),
    ),
    "A63": (
        (
            ENTRANCE,
            "at_a_restart_players_are_asked_to_come_back_first_and_one_after_the_other",
        ),
        (
            "showdown/sdk/test_backoff.py",
            "who_is_told_when_to_come_back_does_not_come_before_and_not_all_at_once",
        ),
    ),
    "C21": (
        (
            "server/test_accounts.py",
            "a_name_that_deceives_a_terminal_or_a_reader_is_refused_with_what_is_wrong",
        ),
        ("server/test_lookalikes.py", "names_that_look_alike_have_one_skeleton"),
        (
            "client_cli/commands/test_hostile_names.py",
            "at_the_table_and_afterwards_names_are_signs_and_nothing_else",
        ),
        (
            "client_cli/widgets/test_canvas.py",
            "rows_are_as_wide_as_the_field_whatever_is_put",
        ),
        ("client_cli/pages/test_lobby.py", "names_of_strangers_stay_in_their_places"),
        ("client_cli/pages/test_replay.py", "names_of_strangers_stay_in_their_places"),
        (
            "client_cli/test_table_screen.py",
            "what_is_said_is_no_markup_and_moves_nothing",
        ),
        ("server/test_chat.py", "what_hides_or_moves_is_taken_out"),
        ("server/test_chat.py", "whatever_is_said_a_terminal_can_show_it_in_one_line"),
        (
            "end_to_end/test_friends.py",
            "friends_play_at_a_private_table_and_find_it_again_after_a_restart",
        ),
    ),
    "C22": (
        (ACTOR, "an_error_of_ours_rebuilds_the_table_and_play_goes_on"),
        (
            "server/tables/test_recovery.py",
            "a_step_of_the_dealer_that_always_fails_gives_the_hand_up",
        ),
    ),
    "C24": (
        (
            "server/gateway/test_inviting.py",
            "hands_of_a_private_table_are_for_who_was_dealt_in_and_who_is_invited",
        ),
    ),
    # A machine: D has no numbers.
    "D kill -9 in each phase": (
        DIES,
        (
            f"{CLUSTER}/test_deaths.py",
            "in_whatever_phase_owners_die_the_same_hands_go_on_elsewhere_with_the_same_cards",
        ),
    ),
    "D kill -9 owner, who had told nobody who sat down": (
        (
            "server/gateway/remote/test_directory.py",
            "where_somebody_sits_is_known_though_only_a_node_knew_it_that_has_died",
        ),
    ),
    "D gateway killed, partitions": (
        (
            f"{CLUSTER}/test_processes.py",
            "players_of_one_port_are_shared_out_and_play_on_when_a_process_is_killed",
        ),
        (
            f"{CLUSTER}/test_one_owner.py",
            "an_owner_that_is_away_longer_than_its_lease_acts_no_more_and_comes_back",
        ),
        (
            f"{CLUSTER}/test_nemesis.py",
            "whatever_happens_to_a_cluster_all_clients_see_one_truth_and_nothing_is_lost",
        ),
    ),
    "D partition node <-> PG and NATS, of an action of which nobody knows yet": (
        (
            "server/lobby/test_moving.py",
            "who_is_to_ask_elsewhere_is_not_answered_here_as_well",
        ),
        (MOVES, "what_his_own_node_did_not_come_to_know_is_not_done_again_elsewhere"),
        (
            "server/cluster/test_playing_in_weather.py",
            "whatever_befalls_nodes_people_play_on_and_see_one_truth",
        ),
    ),
    "D NATS killed, frozen, wiped": (
        (
            f"{CLUSTER}/test_outages.py",
            "whatever_happens_to_the_broker_play_resumes_and_no_action_is_lost",
        ),
    ),
    "D nodes claim at once, really": (
        (
            f"{CLUSTER}/test_claims.py",
            "of_nodes_that_claim_at_once_exactly_one_has_each_table_each_time",
        ),
    ),
    "D rolling restart under load, clocks an hour off": (
        (
            f"{CLUSTER}/test_restarts.py",
            "nodes_are_restarted_one_after_the_other_under_load_and_no_hand_is_given_up",
        ),
    ),
    "D log of one table corrupt, and its owner dead": (
        (
            f"{CLUSTER}/test_damage.py",
            "a_new_owner_gives_up_the_one_hand_whose_log_is_damaged_and_plays_all_others_on",
        ),
    ),
    "D SIGSTOP": (
        (
            f"{KILLS}/test_standstill.py",
            "a_server_that_stood_still_takes_nobodys_turn_and_no_action_twice",
        ),
    ),
    "D PostgreSQL stopped, ten seconds, started": (
        (
            f"{KILLS}/test_outages.py",
            "while_postgresql_is_away_all_tables_pause_and_afterwards_they_go_on",
        ),
        (f"{KILLS}/test_outages.py", "a_postgresql_that_is_restarted_under_load_loses_nothing"),
    ),
    "D PostgreSQL slow": (
        (
            f"{KILLS}/test_slowness.py",
            "a_slow_database_slows_answers_down_and_the_server_hears_everybody_all_the_time",
        ),
        (f"{KILLS}/test_slowness.py", "units_of_work_that_wait_for_a_lock_hold_up_only_themselves"),
    ),
    "D disk full": (
        (f"{KILLS}/test_outages.py", "a_disk_that_takes_no_more_pauses_all_tables_until_it_does"),
        (f"{KILLS}/test_outages.py", "a_disk_that_is_full_pauses_all_tables_until_there_is_room"),
    ),
    "D log of one table corrupt": (
        (
            "server/tables/test_recovery.py",
            "what_cannot_be_replayed_is_refunded_and_its_rows_are_kept",
        ),
    ),
    "D kill -9 owner": (
        (
            "end_to_end/cluster/test_two_nodes.py",
            "a_hand_goes_on_with_its_cards_when_its_node_is_killed_and_when_it_ends",
        ),
        (STEWARD, "the_tables_of_a_node_that_died_go_on_at_others_with_their_cards"),
        (MOVES, "an_action_that_the_dead_owner_has_stored_is_answered_by_the_next_one"),
    ),
    "D SIGSTOP owner > lease, then SIGCONT": (
        (STEWARD, "a_node_that_slept_past_its_lease_does_and_says_nothing_more"),
        (STEWARD, "what_was_stored_before_a_node_was_fenced_is_not_told_by_it"),
        (STEWARD, "a_node_that_slept_gets_its_tables_back_from_who_ran_them_meanwhile"),
    ),
    "D N nodes claim at once": (
        (CLAIMS, "of_many_who_claim_at_once_exactly_one_has_each_table"),
        (STEWARD, "of_nodes_that_all_claim_at_once_each_table_has_one"),
    ),
    "D flapping lease": (
        (
            "server/cluster/test_flapping.py",
            "one_truth_is_told_of_each_table_whatever_happens_to_its_nodes",
        ),
    ),
    "D rolling restart": (
        (STEWARD, "a_node_that_ends_hands_all_its_tables_over_and_takes_no_more"),
        (MOVES, "a_hand_goes_on_at_another_node_for_players_of_both"),
        (STEWARD, "a_hand_is_given_up_for_a_fault_and_not_for_a_node_that_ends"),
        (
            "server/cluster/test_handing_over.py",
            "who_is_to_act_neither_gains_nor_loses_time_when_his_table_is_handed_over",
        ),
    ),
    "D clock skew": ((ABSENCE, "a_wall_clock_that_jumps_moves_no_turn"),),
}

ON_THE_WIRE: dict[str, tuple[tuple[str, str], ...]] = {
    "A32": (
        (
            "showdown/rules/test_settlement.py",
            "the_odd_chip_goes_to_the_first_winner_left_of_the_button",
        ),
        ("showdown/rules/test_pots.py", "shares_add_up_and_differ_by_a_unit_at_most"),
    ),
    "A34": (
        ("showdown/rules/test_pots.py", "pots_are_what_chips_laid_down_one_by_one_make"),
        (FUZZING, "whatever_is_sent_is_answered_and_harms_nothing"),
    ),
    "A49": (
        ("showdown/rules/test_deal.py", "every_card_is_as_likely_in_every_place"),
        ("showdown/rules/test_deal.py", "neighbours_in_the_deck_are_as_likely_as_any_other_pair"),
    ),
    "A57": (
        ("end_to_end/test_dead_line.py", "others_see_within_thirty_seconds_that_a_line_is_dead"),
    ),
    "C8": (
        ("showdown/rules/test_deal.py", "every_card_is_as_likely_in_every_place"),
        (
            "showdown/rules/fairness/test_uniformity.py",
            "every_card_is_as_likely_at_every_leaf_and_in_every_place_of_a_new_stub",
        ),
    ),
    "C9": (
        (
            "showdown/rules/fairness/test_second_verifier.py",
            "both_agree_on_random_hands_and_on_damaged_ones",
        ),
    ),
    "A1": ((SESSIONS, "who_rejoins_in_the_moment_of_a_deal_sees_each_event_once_and_in_order"),),
    "A2": ((TIMERS, "who_drops_in_any_phase_is_played_for_and_keeps_his_seat"),),
    "A3": ((SESSIONS, "a_dead_socket_does_not_hold_the_seat"),),
    "A4": ((SESSIONS, "who_comes_back_has_his_seat_his_cards_and_his_turn_at_once"),),
    "A6": ((SESSIONS, "to_leave_and_sit_down_in_one_breath_is_to_sit"),),
    "A7": ((SESSIONS, "after_random_drops_a_view_is_the_one_that_a_peer_has"),),
    "A8": ((SESSIONS, "the_welcome_lists_every_seat_and_brings_every_open_request"),),
    "A9": (
        (SESSIONS, "two_devices_that_both_insist_take_turns_and_each_time_one_is_told_it_is_final"),
    ),
    "A10": (
        (SESSIONS, "of_two_connections_the_newer_one_counts_and_the_older_one_can_do_nothing"),
    ),
    "A11": ((SESSIONS, "an_action_that_may_not_have_arrived_is_sent_again_and_has_one_effect"),),
    "A12": ((SESSIONS, "a_snapshot_has_the_clock_and_the_turn_that_the_others_see"),),
    "A13": ((SESSIONS, "who_comes_back_has_his_seat_his_cards_and_his_turn_at_once"),),
    "A15": ((TIMERS, "a_timeout_checks_where_that_is_free_and_stands_pat_at_the_draw"),),
    "A19": ((TIMERS, "who_sits_out_is_asked_nothing"),),
    "A20": ((TIMERS, "to_be_away_while_others_think_costs_nothing"),),
    "A22": ((TIMERS, "who_timed_out_until_he_sat_out_sits_in_again_and_is_dealt_in"),),
    "A24": ((SESSIONS, "somebody_who_flaps_does_not_keep_the_others_from_starting"),),
    "A25": ((TIMERS, "a_burst_of_changed_minds_has_one_effect_and_the_table_goes_on"),),
    "A26": ((CHIPS, "an_all_in_player_wins_from_each_no_more_than_he_put_in"),),
    "A29": ((CHIPS, "a_shove_that_is_folded_to_comes_back"),),
    "A30": ((CHIPS, "a_stack_below_the_blind_is_all_in_by_it_and_the_hand_runs_on"),),
    "A31": (
        (CHIPS, "heads_up_the_button_posts_small_acts_first_before_the_draw_and_last_after"),
        (CHIPS, "when_the_third_player_leaves_the_two_go_on_heads_up"),
    ),
    "A33": ((CHIPS, "the_least_raise_is_that_of_the_last_raise_however_short_the_other_is"),),
    "A35": ((CHIPS, "eight_who_draw_five_each_never_hold_a_card_twice"),),
    "A36": ((ATTACKS, "every_way_to_cheat_at_the_draw_is_refused"),),
    "A37": ((CHIPS, "who_lost_everything_is_not_dealt_in_until_he_has_chips_again"),),
    "A38": ((CHIPS, "who_sits_down_in_any_phase_waits_and_the_hand_goes_on"),),
    "A39": (
        (CHIPS, "to_leave_on_turn_folds_now_and_takes_the_rest_home_after_the_hand"),
        (CHIPS, "to_leave_off_turn_folds_when_the_turn_comes"),
    ),
    "A40": ((CHIPS, "who_sits_out_in_mid_hand_is_neither_dealt_nor_charged_the_next"),),
    "A41": ((CHIPS, "who_went_away_rich_comes_back_with_no_less"),),
    "A42": ((CHIPS, "the_button_goes_round_though_somebody_sits_out"),),
    "A43": ((CHIPS, "one_account_has_one_seat_at_a_table_however_often_it_asks_at_once"),),
    "A44": ((ATTACKS, "amounts_that_are_not_legal_are_refused_and_never_put_right"),),
    "A45": ((HIDDEN, "a_win_without_a_contest_shows_nothing_to_anybody"),),
    "A46": ((HIDDEN, "no_payload_holds_more_cards_than_a_viewer_may_see"),),
    "A47": ((HIDDEN, "hidden_cards_cannot_be_told_apart"),),
    "A48": (
        (HIDDEN, "a_mucked_hand_stays_hidden_live_and_in_history_but_where_the_table_says_so"),
    ),
    "A50": ((LEFT, "no_card_is_in_what_a_server_leaves_behind"),),
    "A52": ((RACES, "of_all_who_act_at_once_only_the_one_who_is_asked_is_heard"),),
    "A53": (
        (RACES, "of_a_hundred_copies_of_an_action_one_takes_effect_and_all_are_answered_alike"),
        (RACES, "of_a_hundred_different_actions_one_takes_effect_and_the_others_are_stale"),
    ),
    "A54": ((CHIPS, "buying_in_and_cashing_out_everywhere_at_once_loses_no_chip"),),
    "A55": ((RACES, "actions_for_turns_and_hands_that_are_over_or_never_were_are_stale"),),
    "A56": (
        (SESSIONS, "pipelined_requests_are_answered_in_the_order_they_came_in"),
        (RACES, "requests_in_one_piece_are_done_one_after_the_other"),
    ),
    "A59": ((SESSIONS, "the_last_answer_arrives_before_the_close"),),
    "A71": ((ATTACKS, "a_spectator_can_do_nothing_of_what_a_seat_can"),),
    "C1": (
        (PEEKING, "nobody_gets_a_card_that_he_may_not_see"),
        (HIDDEN, "no_payload_holds_more_cards_than_a_viewer_may_see"),
        (HIDDEN, "in_a_simultaneous_draw_nobody_learns_what_another_chose_before_all_have"),
        (HIDDEN, "a_new_occupant_of_a_seat_sees_nothing_of_his_predecessor"),
    ),
    "C2": (
        (SIZES, "frames_are_the_same_or_as_long_whatever_the_cards"),
        (SIZES, "the_time_that_an_action_takes_tells_no_hands_apart"),
    ),
    "C3": ((RACES, "a_whole_transcript_that_is_sent_again_changes_nothing"),),
    "C4": (
        (RACES, "of_a_hundred_copies_of_an_action_one_takes_effect_and_all_are_answered_alike"),
        (RACES, "of_a_hundred_different_actions_one_takes_effect_and_the_others_are_stale"),
    ),
    "C5": (
        (ATTACKS, "nobody_acts_for_another_seat_or_at_another_table"),
        (FUZZING, "whatever_is_sent_is_answered_and_harms_nothing"),
    ),
    "C6": (
        (ATTACKS, "amounts_that_are_not_legal_are_refused_and_never_put_right"),
        (ATTACKS, "an_amount_that_is_no_whole_number_of_chips_is_refused"),
    ),
    "C7": (
        (ATTACKS, "every_way_to_cheat_at_the_draw_is_refused"),
        (ATTACKS, "what_is_not_a_card_cannot_be_thrown"),
        (ATTACKS, "with_three_to_draw_more_may_go_only_as_the_table_says"),
        (ATTACKS, "who_folded_neither_draws_nor_bets"),
    ),
    "C10": ((LEFT, "no_card_is_in_what_a_server_leaves_behind"),),
    "C14": ((ATTACKS, "who_says_nothing_is_sent_away"),),
    "C15": (
        (ATTACKS, "a_giant_frame_ends_the_connection_and_nothing_else"),
        (ATTACKS, "a_message_in_endless_pieces_ends_the_connection"),
        (ATTACKS, "compression_is_not_agreed_to"),
    ),
    "C18": (
        (ATTACKS, "a_web_page_cannot_use_a_players_browser"),
        (ATTACKS, "a_token_is_taken_from_the_first_message_or_the_handshake_and_not_from_the_url"),
        (ATTACKS, "a_token_that_was_never_given_opens_nothing"),
    ),
    "C19": ((ATTACKS, "a_wrong_password_an_unknown_name_and_a_guests_name_are_answered_alike"),),
    "C21": ((ATTACKS, "control_characters_in_names_are_refused"),),
    "C23": (
        (REHEARSAL, "who_is_no_node_hears_nothing_that_nodes_say_and_cannot_say_anything"),
        (REHEARSAL, "nobody_comes_to_the_bus_without_its_password"),
    ),
    "C24": (
        (HIDDEN, "every_stored_hand_shows_a_stranger_only_what_was_shown"),
        (
            "server/commands/test_importing.py",
            "who_brought_them_finds_them_beside_his_own_and_nobody_else_does",
        ),
    ),
}
"""What else is tried: over the wire, mostly, against a running server."""

FAULTS = sorted(KEPT_AWAY.keys() | ON_THE_WIRE.keys())


@pytest.mark.parametrize("fault", FAULTS)
def test_each_known_fault_has_the_tests_that_the_list_names(fault):
    for file, name in KEPT_AWAY.get(fault, ()) + ON_THE_WIRE.get(fault, ()):
        assert f"def test_{name}(" in (TESTS / file).read_text("utf-8"), (file, name)


@pytest.mark.skipif(not SHARED.exists(), reason="the collection is not beside this checkout")
def test_the_list_names_faults_of_the_collection():
    text = SHARED.read_text("utf-8")
    servers = set(re.findall(r"^(\d+)\. ", text, re.MULTILINE))
    rows = set(re.findall(r"^\| (\d+) \|", text, re.MULTILINE))
    for fault in FAULTS:
        kind, number = fault[0], fault[1:]
        if kind != "D":
            assert number in (servers if kind == "A" else rows)
