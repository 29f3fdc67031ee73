"""
Reconciling hands: what holds, and that no amount, card, action or winner can be changed unseen.
"""

import re
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown import Game, Ruleset
from showdown.history import (
    HandRecord,
    Kind,
    check,
    check_file,
    from_pokerstars,
    to_json,
    to_pokerstars,
)
from showdown.rules.view import Viewer
from showdown.testing.generators import any_hand, any_stacks, play_out
from tests.showdown.history.any_records import record_of_hand
from tests.showdown.history.hands import (
    INVENTED,
    SIDE_POT,
    TWO_PAIR,
    UNLISTED,
    WALK,
    record_of,
)


def checked(text: str | bytes):
    """The reconciliation of a text with one hand."""
    (found,) = check_file(text)
    return found


# ---- hands that hold ---------------------------------------------------------------------------


@pytest.mark.parametrize("text", INVENTED.values(), ids=INVENTED)
def test_an_honest_hand_reconciles_with_nothing_to_note(text):
    found = checked(text)
    assert found.ok, found.sentence
    assert found.notes == ()


def test_a_hand_that_holds_says_so_in_one_line():
    found = checked(SIDE_POT)
    assert found.title == "PokerStars hand 7003"
    assert found.sentence == "3 players, 280.00 in 2 pots, rake 14.00."


def test_a_record_is_checked_as_its_text_is():
    record = record_of(from_pokerstars(SIDE_POT))
    assert check(record) == checked(SIDE_POT)


def test_a_file_of_our_own_is_checked_line_by_line():
    lines = [to_json(record_of(from_pokerstars(text))) for text in (TWO_PAIR, WALK)]
    found = list(check_file("\n".join([lines[0], "{", lines[1]])))
    assert [each.ok for each in found] == [True, False, True]
    assert found[1].title == "line 2, column 1"


def test_a_hand_that_cannot_be_read_is_reported_with_its_place_and_the_rest_goes_on():
    broken = TWO_PAIR.replace("P3: checks", "P3: chex")
    found = list(check_file(TWO_PAIR + broken + WALK))
    assert [each.ok for each in found] == [True, False, True]
    assert found[1].title == "line 43, column 5"
    assert found[1].sentence == "'chex' is nothing that a player does in five-card draw."


def test_who_shows_in_another_order_than_ours_is_noted_and_no_difference():
    # Here the first left of the button would show; the site lets the winner begin.
    text = TWO_PAIR.replace(
        "P3: mucks hand", "P3: shows [Qh Qs 8d 8h 4c] (two pair, Queens and Eights)"
    )
    text = text.replace("mucked [Qh Qs 8d 8h 4c]", "showed [Qh Qs 8d 8h 4c] and lost")
    found = checked(text)
    assert found.ok, found.sentence
    assert found.notes == ("Shown in the text: P1, P3; here: P1.",)


# ---- damaged hands -----------------------------------------------------------------------------

DAMAGED = [
    (Kind.COLLECTED, TWO_PAIR, "P1 collected $0.81", "P1 collected $0.80", "P1 collects 0.80"),
    (Kind.COLLECTED, TWO_PAIR, "P1 collected", "P3 collected", "P3 collects 0.81 in the text"),
    (Kind.COLLECTED, SIDE_POT, "from side pot", "from main pot", "From side pot 1 P1 collects"),
    (Kind.COLLECTED, WALK, "P1 collected $0.10", "P1 collected $0.15", "P1 collects 0.15"),
    (Kind.POT, TWO_PAIR, "Total pot $0.85", "Total pot $0.95", "The pot is 0.95 in the text"),
    (Kind.POT, TWO_PAIR, "Rake $0.04", "Rake $0.05", "rakes 0.05, which is not its pot of 0.85"),
    (Kind.RAKE, WALK, "Rake $0", "Rake $0.20", "The rake is 0.20 in the text and 0.10 here"),
    (Kind.RETURNED, WALK, "bet ($0.05)", "bet ($0.10)", "Returned to P1 is 0.10 in the text"),
    (Kind.RETURNED, WALK, "returned to P1", "returned to P2", "Returned to P2 is 0.05"),
    (Kind.RETURNED, WALK, "Uncalled bet ($0.05) returned to P1\n", "", "Returned to P1 is 0.00"),
    (
        Kind.SIDE_POTS,
        SIDE_POT,
        "Main pot $114. Side pot $152.",
        "Main pot $120. Side pot $156.",
        "The pots are 120.00 and 156.00 in the text",
    ),
    (
        Kind.SIDE_POTS,
        SIDE_POT,
        " Main pot $114. Side pot $152.",
        "",
        "The pots are not given apart",
    ),
    (Kind.SUMMARY, TWO_PAIR, "won ($0.81)", "won ($0.18)", "In the summary P1 wins 0.18"),
    (Kind.SUMMARY, TWO_PAIR, "P1 (button)", "P1 (big blind)", "calls P1 the big blind; that is P3"),
    (Kind.SUMMARY, TWO_PAIR, "with two pair", "with three pair", "calls the hand of P1"),
    (Kind.FOLDED, TWO_PAIR, "folded before", "folded after", "P2 folds after the draw in the"),
    (
        Kind.NAME,
        TWO_PAIR,
        "(two pair, Aces and Kings)",
        "(a flush, Ace high)",
        "called 'a flush, Ace high' in the text; it is two pair, aces and kings",
    ),
    (
        Kind.CARDS,
        TWO_PAIR,
        "P1: shows [Ah Ad Kc Kd 3s]",
        "P1: shows [Ah Ad Kc Kd 4s]",
        "P1 shows Ah Ad Kc Kd 3s, but elsewhere the text says Ah Ad Kc Kd 4s",
    ),
    (
        Kind.CARDS,
        TWO_PAIR,
        "mucked [Qh Qs 8d 8h 4c]",
        "mucked [Ah Qs 8d 8h 4c]",
        "Ah is in two places",
    ),
    (
        Kind.CARDS,
        TWO_PAIR,
        "discards 3 cards [9c 5s 2h]",
        "discards 3 cards [9c 5s 3h]",
        "P1 discards 9c 5s 3h, but elsewhere the text says 9c 5s 2h",
    ),
    (Kind.CARDS, TWO_PAIR, "[Ah Ad] [Kc Kd 3s]", "[Ah 9c] [Kc Kd 3s]", "P1 discards 9c 5s 2h"),
    (
        Kind.CARDS,
        TWO_PAIR,
        "P1: discards 3 cards [9c 5s 2h]",
        "P1: discards 2 cards [9c 5s]",
        "P1 discards 9c 5s, but elsewhere the text says 9c 5s 2h",
    ),
    (
        Kind.AMOUNT,
        TWO_PAIR,
        "P3: calls $0.10",
        "P3: calls $0.15",
        "P3 calls 0.15 in the text and 0.10",
    ),
    (Kind.AMOUNT, TWO_PAIR, "raises $0.10 to", "raises $0.20 to", "P1 raises by 0.20 in the text"),
    (
        Kind.AMOUNT,
        SIDE_POT,
        "to $40 and is all-in",
        "to $40",
        "P2 is not all-in in the text and is",
    ),
    (Kind.AMOUNT, TWO_PAIR, "bets $0.20", "bets $0.20 and is all-in", "P1 is all-in in the text"),
    (
        Kind.POST,
        TWO_PAIR,
        "big blind $0.10",
        "big blind $0.20",
        "P3 posts 0.20 in the text and 0.10",
    ),
    (
        Kind.ACTION,
        TWO_PAIR,
        "P1: bets $0.20",
        "P1: bets $0.30",
        "P1 bets 0.30, but the most is 0.20",
    ),
    (
        Kind.ACTION,
        TWO_PAIR,
        "P1: bets $0.20",
        "P1: bets $0.10",
        "P1 bets 0.10, but the least is 0.20",
    ),
    (
        Kind.ACTION,
        TWO_PAIR,
        "P1: raises $0.10 to $0.20",
        "P1: checks",
        "P1 checks, but that is not",
    ),
    (Kind.ACTION, TWO_PAIR, "P2: folds\n", "", "P3 calls 0.10, but it is the turn of P2"),
    (Kind.ACTION, TWO_PAIR, "P3: checks\n", "", "P1 bets 0.20, but it is the turn of P3"),
    (Kind.ACTION, TWO_PAIR, "P3: discards 1 card\n", "", "P1 draws, but it is the turn of P3"),
    (Kind.ACTION, TWO_PAIR, "P3: checks", "P2: checks", "P2 checks, but this seat has folded"),
    (
        Kind.ACTION,
        WALK,
        "P3: folds\n",
        "P3: folds\nP1: checks\n",
        "P1 checks, but the hand is ended",
    ),
    (Kind.ACTION, TWO_PAIR, "P3: calls $0.20\n", "", "P1 comes to the end of the hand, but P3 is"),
    (Kind.BREAKS_OFF, WALK, "P3: folds\n", "", "The text ends here, but P3 is still to act"),
    (
        Kind.SETUP,
        TWO_PAIR,
        "($0.10/$0.20 USD)",
        "($0.10/$0.30 USD)",
        "the big bet is twice the small",
    ),
    (Kind.SETUP, TWO_PAIR, "6-max", "9-max", "max_seats is 9"),
    (Kind.SETUP, WALK, "P1: posts big blind $0.10\n", "", "there are no blinds and no ante"),
    (Kind.CARDS, UNLISTED, "P2: folds", "P2: folds [Ad 2c 3c 4c 5c]", "Ad is in two places"),
]
"""The kind of difference, a text, what is changed in it, and what is said about it."""


@pytest.mark.parametrize(
    ("kind", "text", "old", "new", "sentence"), DAMAGED, ids=[f"{d[0]}: {d[4]}" for d in DAMAGED]
)
def test_a_damaged_hand_does_not_reconcile_and_the_damage_is_named(kind, text, old, new, sentence):
    assert old in text
    found = checked(text.replace(old, new, 1))
    assert not found.ok
    assert kind in {difference.kind for difference in found.differences}
    assert sentence in found.sentence


def test_every_kind_of_difference_is_among_the_damages():
    elsewhere = {Kind.FORMAT, Kind.EVENTS, Kind.STACK}  # the last in texts of other sites
    assert {damage[0] for damage in DAMAGED} == set(Kind) - elsewhere


def test_a_difference_in_one_line_names_the_line():
    found = checked(TWO_PAIR.replace("P3: calls $0.10", "P3: calls $0.15"))
    assert found.sentence == "Line 12: P3 calls 0.15 in the text and 0.10 by the rules."


def test_a_mucked_hand_never_wins_whatever_the_text_says():
    text = UNLISTED.replace("P1 collected", "P3 collected").replace("won ($0.81)", "lost")
    assert Kind.COLLECTED in {difference.kind for difference in checked(text).differences}


def test_a_hand_whose_actions_cannot_be_has_no_record_but_an_error_with_its_line():
    (error,) = from_pokerstars(TWO_PAIR.replace("P1: bets $0.20", "P1: bets $0.30"))
    assert not isinstance(error, HandRecord)
    assert (error.line, error.sentence) == (17, "P1 bets 0.30, but the most is 0.20.")


def test_a_hand_whose_amounts_do_not_add_up_has_a_record_with_what_the_text_claims():
    record = record_of(
        from_pokerstars(TWO_PAIR.replace("P1 collected $0.81", "P1 collected $0.90"))
    )
    assert record.claims is not None
    assert [share.amount for share in record.claims.collected] == [90]
    assert not check(record).ok


# ---- whatever the engine plays -----------------------------------------------------------------


def any_site_rules(rng: Random) -> Ruleset:
    """What a site offers: one chip unit, blinds or antes, sizes as its header gives them."""
    big = rng.choice((1, 2, 10, 50))
    blinds = rng.random() < 0.85
    return Ruleset(
        game=rng.choice((Game.NO_LIMIT, Game.POT_LIMIT, Game.FIXED_LIMIT)),
        sb=big // 2 if blinds else 0,
        bb=big if blinds else 0,
        ante=rng.choice((0, 0, 0, 1, 5)) if blinds else rng.choice((1, 5)),
        min_bet=big,
        max_seats=8,
        tabled=rng.random() < 0.7,
        rake=Decimal(rng.choice(("0", "0.02", "0.05"))),
    )


def check_round_trip(rng: Random) -> None:
    """What one engine plays and the writer writes down, the reader makes of it again."""
    rules = any_site_rules(rng)
    # Who cannot even pay the ante posts no blind, and then a text does not say whose it was.
    stacks = {seat: max(stack, rules.ante + 1) for seat, stack in any_stacks(rng, rules).items()}
    hand = any_hand(rng, rules, stacks)
    play_out(rng, hand)
    # With eight players and several reshuffles it can be too hard to find hands that lose.
    listed = len(stacks) > 6 or rng.random() < 0.5
    viewer = Viewer(hand_seat=rng.choice(hand.state.seats), sees_mucked=listed)
    text = to_pokerstars(record_of_hand(hand.events), viewer)
    found = checked(text)
    assert found.ok, found.sentence
    assert found.notes == ()
    assert found.record is not None
    assert hand.ended is not None
    assert found.record.ended.stacks == hand.ended.stacks
    assert check(found.record).ok


@pytest.mark.soak(slice=75)
def test_every_hand_that_can_be_played_reconciles_from_its_text(rounds):
    for rng in rounds:
        check_round_trip(rng)


@given(st.data())
def test_nothing_that_happens_to_a_text_makes_the_check_fall_over(data):
    lines = data.draw(st.sampled_from(list(INVENTED.values()))).splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        other = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(("drop", "double", "swap", "number", "card", "noise"))):
            case "drop" if len(lines) > 1:
                del lines[place]
            case "double":
                lines.insert(place, lines[other])
            case "swap":
                lines[place], lines[other] = lines[other], lines[place]
            case "number":
                new = str(data.draw(st.integers(0, 10**6)))
                lines[place] = re.sub(r"\d+", new, lines[place], count=1)
            case "card":
                new = data.draw(st.sampled_from(("Ah", "2c", "Qs", "Kd")))
                lines[place] = re.sub(r"\b[2-9TJQKA][cdhs]\b", new, lines[place], count=1)
            case _:
                lines[place] += data.draw(st.text(max_size=5))
    for found in check_file("\n".join(lines)):
        assert found.sentence
        assert found.title
