"""
A story as frames: what there is to see after each step.
"""

import msgspec
import pytest

from client_cli.html.frames import Film, film
from tests.client_cli.html.hands import hostile_story, story_of
from tests.showdown.history.hands import TWO_PAIR, WALK


def seen_in(hand: Film, place: int) -> list[dict]:
    """All of a frame, as the page puts it together."""
    seats: list[dict] = [{} for _ in hand.players]
    for frame in hand.frames[: place + 1]:
        for number, look in frame.seats.items():
            seats[int(number)] |= msgspec.json.decode(msgspec.json.encode(look))
    return seats


def place_of(hand: Film, beginning: str) -> int:
    """The frame that a sentence belongs to."""
    return next(
        place
        for place, frame in enumerate(hand.frames)
        if any(line.startswith(beginning) for line in frame.lines)
    )


@pytest.fixture(scope="module")
def hand() -> Film:
    return film(story_of())


def test_the_sentences_are_those_of_plain_mode(hand):
    told = [line for frame in hand.frames for line in frame.lines]
    assert told == list(story_of().lines)[1:]


def test_it_begins_with_stacks_and_without_cards(hand):
    assert [player.name for player in hand.players] == ["P1", "P2", "P3"]
    assert [player.button for player in hand.players] == [True, False, False]
    first = seen_in(hand, 0)
    assert [seat["stack"] for seat in first] == ["$200.00", "$40.00", "$120.00"]
    assert [seat["cards"] for seat in first] == [[], [], []]
    assert hand.frames[0].pots == ()


def test_known_cards_lie_open_and_others_face_down(hand):
    dealt = seen_in(hand, place_of(hand, "P1 is dealt"))
    assert dealt[0]["cards"] == ["Kc", "Kd", "Ks", "4h", "7d"]
    assert dealt[0]["note"] == "three of a kind, kings"
    assert dealt[1]["cards"] == [None] * 5


def test_bets_lie_in_front_of_seats_and_the_pot_grows(hand):
    place = place_of(hand, "P2 raises to $40.00 and is all-in")
    frame, seats = hand.frames[place], seen_in(hand, place)
    assert (frame.subject, frame.decision) == (1, True)
    assert [seat["bet"] for seat in seats] == ["$6.00", "$40.00", "$2.00"]
    assert frame.pots == ("Pot $48.00",)
    assert seats[1]["note"] == "all-in"


def test_what_was_drawn_is_marked_once(hand):
    place = place_of(hand, "P1 drew")
    assert seen_in(hand, place)[0]["fresh"] == [3, 4]
    assert seen_in(hand, place + 1)[0]["fresh"] == []


def test_at_the_end_each_pot_stands_alone_and_who_won_it_is_marked(hand):
    last = len(hand.frames) - 1
    assert hand.frames[last].pots == ("Main pot $120.00", "Side pot $160.00")
    assert [seat["won"] for seat in seen_in(hand, last)] == ["+$152.00", "+$114.00", ""]
    assert hand.frames[last].moment == "The hand is over"


def test_chapters_are_the_parts_that_the_hand_has(hand):
    assert [chapter.name for chapter in hand.chapters] == ["Deal", "Draw", "Showdown"]
    whole = film(story_of(TWO_PAIR))
    assert [c.name for c in whole.chapters] == ["Deal", "Draw", "After the draw", "Showdown"]
    assert [c.name for c in film(story_of(WALK)).chapters] == ["Deal"]


def test_a_beaten_hand_that_was_not_shown_stays_face_down():
    hand = film(story_of(TWO_PAIR.replace("mucked [Qh Qs 8d 8h 4c]", "mucked")))
    last = seen_in(hand, len(hand.frames) - 1)
    assert last[2]["cards"] == [None] * 5
    assert last[2]["note"] == "mucked"


def test_a_beaten_hand_that_the_text_lists_is_seen_and_said_to_be_mucked():
    hand = film(story_of(TWO_PAIR))
    last = seen_in(hand, len(hand.frames) - 1)
    assert last[2]["cards"] == ["Qh", "Qs", "8d", "8h", "4c"]
    assert last[2]["note"] == "mucked, two pair, queens and eights"


def test_at_the_showdown_no_bet_lies_in_front_of_a_seat():
    hand = film(story_of(TWO_PAIR))
    place = place_of(hand, "P1 shows")
    assert {seat["bet"] for seat in seen_in(hand, place)} == {""}
    assert [seat["bet"] for seat in seen_in(hand, place - 1)] == ["$0.20", "", "$0.20"]


def test_who_folded_has_no_cards_that_nobody_knows():
    hand = film(story_of(TWO_PAIR))
    last = seen_in(hand, len(hand.frames) - 1)
    assert (last[1]["folded"], last[1]["cards"], last[1]["note"]) == (True, [], "folded")


@pytest.mark.parametrize("seed", range(5))
def test_frames_say_only_what_changed_and_together_all(seed):
    story = hostile_story(seed)
    hand = film(story)
    for place, step in enumerate(story.steps):
        stacks = [story.presenter.figures.chips(seat.stack) for seat in step.view.seats]
        assert [seat["stack"] for seat in seen_in(hand, place)] == stacks
    assert sum(len(frame.seats) for frame in hand.frames) < len(hand.frames) * len(hand.players) / 2
