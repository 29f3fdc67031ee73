"""
Files are cut where hands begin, whatever sites wrote them.
"""

from showdown.history.cutting import cut_hands
from showdown.history.readers import SITES
from showdown.history.text import split_lines
from tests.showdown.history.hands import TWO_PAIR, WALK
from tests.showdown.history.sites import BOSS_HAND, FULL_TILT_HAND, ONGAME_HAND


def cut(text: str) -> list[tuple[str, str]]:
    """Which site's hands there are, and how each begins."""
    return [(site.name, hand[0].text[:12]) for site, hand in cut_hands(split_lines(text), SITES)]


def test_hands_of_all_sites_in_a_file_are_told_apart():
    text = f"{TWO_PAIR}\n{FULL_TILT_HAND}\n{ONGAME_HAND}\n{BOSS_HAND}\n{WALK}"
    assert [site for site, _ in cut(text)] == [
        "PokerStars",
        "Full Tilt",
        "OnGame",
        "Boss Media",
        "PokerStars",
    ]


def test_a_broken_title_after_the_end_of_a_hand_begins_one_of_the_site_it_looks_like():
    assert cut(WALK + "\n\nFull Tilt Game 1\nSeat 1: P1")[1:] == [("Full Tilt", "Full Tilt Ga")]
    assert cut(ONGAME_HAND + "PokerSTARS\n")[1:] == [("OnGame", "PokerSTARS")]
    assert cut(ONGAME_HAND + "PokerStars?\n")[1:] == [("PokerStars", "PokerStars?")]


def test_what_stands_around_the_hands_of_a_file_is_none():
    assert [site for site, _ in cut(BOSS_HAND + BOSS_HAND)] == ["Boss Media", "Boss Media"]


def test_a_seat_after_an_empty_line_belongs_to_the_summary_before_it():
    text = WALK.replace("Seat 2: P2 (button) folded", "\nSeat 2: P2 (button) folded")
    assert len(cut(text)) == 1


def test_an_empty_file_is_one_hand_that_is_wrong():
    assert cut("") == [("PokerStars", "")]
    assert cut("\n\n") == [("PokerStars", "")]
