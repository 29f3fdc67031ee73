"""
A case that says something else than what happens does not hold, whatever it is.
"""

import re
from pathlib import Path

import pytest

from showdown.testing.cases.blocks import Block, case_blocks
from showdown.testing.cases.player import differences
from showdown.testing.cases.reader import read_case
from showdown.testing.cases.runner import Verdict, run_cases

PAGE = (Path(__file__).parents[4] / "docs" / "rules.md").read_text(encoding="utf-8")
CASES = {block.name: block for block in case_blocks(PAGE)}
HOLDING = [result.name for result in run_cases(PAGE) if result.verdict is Verdict.OK]


def found(body: str) -> list[str]:
    case = read_case(Block(name="P1", title="A case", line=1, body=body))
    return [line for part in case.parts for line in differences(part)]


THREE = """\
NL 5/10. Button 1. Stacks 1:200 2:200 3:200. Hands 1:8c8d8h7s7d 2:TcTdTh9s9d 3:QcQdQhJsJd.
Acts: `{acts}`
Expect: {expect}.
"""
TO_THE_END = "1:c 2:c 3:k | 2:d 3:d 1:d | 2:b20 3:c 1:c"
SHOWN = "pots 90 {1,2,3}; showdown: 2 shows, 3 shows, 1 mucks; paid 3:90; final 1:170"


def three(acts: str = TO_THE_END, expect: str = SHOWN) -> list[str]:
    return found(THREE.format(acts=acts, expect=expect))


def test_a_case_that_holds_has_no_differences():
    assert three() == []


@pytest.mark.parametrize(
    ("expect", "difference"),
    [
        ("returned 2:5", "wanted returned 2:5; found nothing"),
        ("pots 80 {1,2,3}", "wanted pots 80 {1,2,3}; found 90 {1,2,3}"),
        ("pots 90 {1,2}", "wanted pots 90 {1,2}; found 90 {1,2,3}"),
        ("rake 1", "wanted rake 1; found 0"),
        ("paid 2:90", "wanted paid 2:90; found 3:90"),
        ("final 1:170 2:180", "wanted final 1:170 2:180; found 1:170 2:170"),
        ("final 7:0", "wanted final 7:0; found nothing"),
        (
            "showdown: 2 shows, 3 shows",
            "wanted showdown: 2 shows, 3 shows; found 2 shows, 3 shows, 1 mucks",
        ),
        ("no showdown", "wanted no showdown; found 2 shows, 3 shows, 1 mucks"),
        ("3 = pair of queens", "wanted 3 = pair of queens; found full house, queens over jacks"),
        ("7 = pair of queens", "wanted 7 = pair of queens; found no cards in seat 7"),
        (
            "hands after the draw 1:8c8d8h7d7s",
            "wanted hands after the draw 1:8c8d8h7d7s; found 1:8c8d8h7s7d",
        ),
        ("reshuffles 1", "wanted reshuffles 1; found 0 (eligible cards )"),
        ("next to act: seat 2 (post)", "wanted next to act: seat 2 (post); found seat 0 (over)"),
    ],
)
def test_each_thing_that_was_expected_is_compared(expect, difference):
    assert three(expect=expect) == [difference]


def test_all_differences_are_told():
    assert len(three(expect="rake 1; paid 2:90; final 3:0")) == 3


@pytest.mark.parametrize("expect", ["pots 30 {1,2,3}", "paid 3:90", "final 1:190", "no showdown"])
def test_a_hand_that_is_not_over_has_no_result(expect):
    (difference,) = three("1:c 2:c", expect)
    assert difference == f"wanted {expect}; found that the hand is not over"


@pytest.mark.parametrize(
    ("acts", "difference"),
    [
        ("1:c 2:c 2:k", "at 2:k (act 3 of 3): refused as NOT_YOUR_TURN: "),
        ("1:r15", "at 1:r15 (act 1 of 1): refused as AMOUNT_TOO_SMALL: "),
        ("!1:r20=AMOUNT_TOO_SMALL", "at !1:r20=AMOUNT_TOO_SMALL (act 1 of 1): it was accepted"),
        (
            "!1:r201=AMOUNT_TOO_SMALL",
            "at !1:r201=AMOUNT_TOO_SMALL (act 1 of 1): refused as AMOUNT_TOO_LARGE: ",
        ),
        ("?2{call=10}", "at ?2{call=10} (act 1 of 1): it is the turn of seat 1"),
        ("?1{call=5}", "at ?1{call=5} (act 1 of 1): calling costs 10"),
        ("?1{to=20..100}", "at ?1{to=20..100} (act 1 of 1): it may be to 20..200"),
        ("?1{noraise}", "at ?1{noraise} (act 1 of 1): it may be to 20..200"),
        (
            "1:r200 2:f ?3{to=200..200}",
            "at ?3{to=200..200} (act 3 of 3): no raise is allowed",
        ),
        ("1:f 2:f ?3{call=0}", "at ?3{call=0} (act 3 of 3): it is over now, and no | says so"),
        ("| 1:c", "at | (act 1 of 2): no new phase: it is pre"),
        ("1:f 2:f |", "at | (act 3 of 3): no new phase: it is over"),
        ("1:c 2:c 3:k 2:d", "at 2:d (act 4 of 4): it is draw now, and no | says so"),
        ("1:c 2:c 3:k | | 2:d", "at | (act 5 of 6): no new phase: it is draw"),
        ("1:c 2:c 3:k | !2:dAs=TOO_MANY_DISCARDS", "refused as CARD_NOT_HELD: "),
    ],
)
def test_the_first_act_that_goes_otherwise_is_told(acts, difference):
    (told,) = three(acts, "rake 0")
    assert difference in told


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ("NL 5/10", "NL 10/5", "the big blind 5 is below the small blind 10"),
        ("NL 5/10", "NL 5/10 cap=x", "cap is 'x'; it is a whole number"),
        ("NL 5/10", "NL 5/10 tabled=maybe", "tabled is 'maybe'; it is true or false"),
        ("2:TcTdTh9s9d", "2:TcTdTh9s8d", "8d is there twice"),
        ("2:TcTdTh9s9d", "2:TcTdTh9s", "Seat 2 has 4 cards"),
        ("2:TcTdTh9s9d", "4:TcTdTh9s9d", "Seat 4 has a hand but is not dealt in"),
        ("Hands", "Posts 4 bb. Hands", "Seat 4 would post but is not dealt in"),
        ("Stacks 1:200", "Stacks 1:0", "stack of seat 1 is 0"),
    ],
)
def test_a_table_that_cannot_be_set_up_is_told(old, new, difference):
    (told,) = found(THREE.format(acts=TO_THE_END, expect=SHOWN).replace(old, new))
    assert difference in told


def test_a_star_throws_all_cards():
    drawn = "hands after the draw 2:2c2d2h2s3c 3:QcQdQhJsJd"
    assert three("1:c 2:c 3:k | 2:d* 3:d", drawn) == []


def test_a_new_stub_holds_eligible_cards_only():
    body = CASES["D1"].body
    assert found(body.replace("starts Ac2c", "starts 7d2c")) == [
        "7d is not among the cards of the new stub."
    ]


@pytest.mark.parametrize(
    ("statement", "difference"),
    [
        ("`2c2d3h4s5c > AcAd3h4s6c`", "pair of twos (5-4-3) < pair of aces (6-4-3)"),
        ("`2c2d3h4s5c = AcAd3h4s6c`", "pair of twos (5-4-3) < pair of aces (6-4-3)"),
        ("`AcAd3h4s5c > AhAs3d4c5d`", "pair of aces (5-4-3) = pair of aces (5-4-3)"),
        ("`2c2d3h4s5c` is *pair of threes*", "pair of twos"),
    ],
)
def test_a_statement_that_is_wrong_is_told(statement, difference):
    assert found(f"No wild cards: {statement}.") == [f"wanted {statement}; found {difference}"]


@pytest.mark.parametrize(
    ("heading", "statement", "difference"),
    [
        ("Bug joker", "`X1KdQh7s2c` is *pair of kings*", "high card, ace"),
        ("Fully wild joker", "`X1KdQh7s2c` is *high card, ace*", "pair of kings"),
        ("Deuces wild", "`2cKdQh7s4c` is *high card, king*", "pair of kings"),
        ("Bug joker", "`X1KdQh7s2c` opens", "high card, ace"),
        ("No wild cards", "`JcJdQh7s2c` does not open", "pair of jacks"),
    ],
)
def test_hands_are_ranked_by_their_heading(heading, statement, difference):
    assert found(f"{heading}: {statement}.") == [f"wanted {statement}; found {difference}"]


@pytest.mark.parametrize(
    ("position", "wrong", "right"),
    [
        ("moving 1 3 4, last 1/2/3", "4/1/3", "3/4/1"),
        ("dead 1 3 4, last 1/2/3", "3/4/1", "2/3/4"),
        ("dead 1 2x 3 4, last 4/1/2", "1/2/3, owes 2 sb", "1/(2)/3, owes 2 sb"),
        ("dead 1 2x 3 4, last 4/1/2", "1/(2)/3", "1/(2)/3, owes 2 sb"),
        ("moving 1 2b 3 4bp 5 6bp, last 3/5/1", "5/1/2, waits 6", "5/1/2, posts 4 bb, waits 6"),
        ("moving 1 2b 3 4bp 5 6bp, last 3/5/1", "5/1/2, posts 4 bb", "5/1/2, posts 4 bb, waits 6"),
        ("moving 1 2 3 4bsp, last 3/1/2", "2/3/1, posts 4 sb", "1/2/3, posts 4 sb+bb"),
    ],
)
def test_button_blinds_and_debts_that_are_elsewhere_are_told(position, wrong, right):
    assert found(f"`{position} -> {right}`.") == []
    assert found(f"`{position} -> {wrong}`.") == [f"wanted {position} -> {wrong}; found {right}"]


def test_a_place_or_a_prize_that_is_another_is_told():
    out = "4 left, out 2:300 5:300"
    assert found(f"`{out} -> 2:3 5:3, prizes 500/300/75, button 3, paid 2:37 5:38`.") == []
    assert found(f"`{out}, prizes 500/300/75, button 3 -> 2:3 5:3, paid 2:37 5:38`.") == []
    assert found(f"`{out} -> 2:3 5:4`.") == [f"wanted {out} -> 2:3 5:4; found 2:3 5:3"]
    paid = f"{out} -> 2:3 5:3, prizes 500/300/75, button 3, paid 2:38 5:37"
    assert found(f"`{paid}`.") == [f"wanted {paid}; found paid 2:37 5:38"]


JACKPOT = """\
NL ante 1 min_bet=2, jacks=J{options}. Button 3. Stacks 1:50 2:50 3:50.
Hands {hands}. Carried in {carry}.
Acts: `{acts}`
Expect: {expect}.
"""
NOBODY = "1:QcJd8h4s2d 2:TcTd9h5s3c 3:AcKd9s5h2c"


@pytest.mark.parametrize(
    ("carry", "after"),
    [
        ("1:1 2:1 3:1", "1:2 2:2 3:2"),
        ("1:2 2:1 3:2", "1:3 2:2 3:3"),
        ("1:3 2:3 3:3", "1:3 2:3 3:3"),  # so many deals were passed out that no ante is taken
    ],
)
def test_a_carry_says_how_many_deals_were_passed_out(carry, after):
    case = JACKPOT.format(
        options="", hands=NOBODY, carry=carry, acts="1:k 2:k 3:k",
        expect=f"passed out, carried {after}",
    )  # fmt: skip
    assert found(case) == []


def test_who_has_a_part_and_is_not_dealt_in_has_lost_it():
    case = JACKPOT.format(
        options="", hands="1:KcJhKdJs3c 2:TcTd9h5s3d 3:AcQd9s5h2c", carry="1:1 2:1 3:1 5:1",
        acts="1:b2 2:f 3:f", expect="pots 7 {1}; paid 1:7",
    )  # fmt: skip
    assert found(case) == []


def test_in_a_simultaneous_draw_it_is_the_turn_of_everybody_who_has_not_chosen():
    acts = "1:c 2:c 3:k | ?1{call=0} ?3{call=0} 3:d ?2{call=0} !3:d=NOT_YOUR_TURN ?3{call=0}"
    body = THREE.format(acts=acts, expect="next to act: seat 2 (draw)")
    assert found(body.replace("NL 5/10", "NL 5/10 draw_mode=simultaneous")) == [
        "at ?3{call=0} (act 10 of 10): it is the turn of seat 2"
    ]


def test_in_a_progressive_game_a_carry_raises_the_openers():
    case = JACKPOT.format(
        options=", progressive=True",
        hands="1:QcQd8h4s2d 2:KcKd9h5s3c 3:AcJd9s5h2c",
        carry="1:2 2:2 3:2",
        acts="!1:b2=NOT_QUALIFIED 1:k 2:b2",
        expect="next to act: seat 3 (pre)",
    )
    assert found(case) == []


def test_openers_and_carries_that_are_others_are_told():
    opened = JACKPOT.format(
        options="", hands="1:KcJhKdJs3c 2:TcTd9h5s3d 3:AcQd9s5h2c", carry="1:1 2:1 3:1",
        acts="1:b2 2:f 3:f", expect="{}",
    )  # fmt: skip
    assert found(opened.format("openers_shown 1:KcKd")) == []
    assert found(opened.format("openers_shown 1:JhJs")) == [
        "wanted openers_shown 1:JhJs; found 1:KcKd"
    ]
    assert found(opened.format("passed out, carried 1:1")) == [
        "wanted passed out, carried 1:1; found that the hand was not passed out"
    ]


def test_a_card_that_is_not_in_the_deck_of_the_game_is_told():
    body = THREE.format(acts=TO_THE_END, expect=SHOWN).replace("1:8c8d8h7s7d", "1:8c8d8h7sX1")
    assert found(body) == ["X1 is not in the deck of this game."]
    assert found(body.replace("NL 5/10", "NL 5/10 wild=bug")) == []


# ---- every number of every case is checked -------------------------------------------------------


def checked_numbers(body: str) -> list[re.Match[str]]:
    """The numbers of a case that say what must come out: in questions and behind Expect."""
    hand, expect = body.split("Expect: ")
    item = expect.split(". ")[0].removesuffix(".")
    spans = [(found.start(), found.end()) for found in re.finditer(r"\?\d+\{[^}]*\}", hand)]
    start = len(hand) + len("Expect: ")
    spans.append((start, start + len(item)))
    # Cards have digits too, and "pots 5 {1,2}" names seats: change whole numbers only.
    return [
        number
        for first, last in spans
        for number in re.compile(r"(?<![\w.])\d+(?![\dcdhs])").finditer(body, first, last)
    ]


@pytest.mark.parametrize("name", [name for name in HOLDING if "Expect" in CASES[name].body])
def test_no_number_of_a_case_can_be_changed_without_a_failure(name):
    body = CASES[name].body
    numbers = checked_numbers(body)
    assert numbers
    for number in numbers:
        changed = body[: number.start()] + str(int(number[0]) + 1) + body[number.end() :]
        (result,) = run_cases(f"**{name}. Changed**\n{changed}")
        assert result.verdict is Verdict.FAILED, f"{number[0]} at {number.start()}: {changed}"


@pytest.mark.parametrize("name", [name for name in HOLDING if "=" in CASES[name].body])
def test_no_refusal_of_a_case_can_be_another_without_a_failure(name):
    body = CASES[name].body
    for code in re.finditer(r"=([A-Z_]{6,})", body):
        other = "BAD_AMOUNT" if code[1] != "BAD_AMOUNT" else "WRONG_PHASE"
        changed = f"{body[: code.start(1)]}{other}{body[code.end(1) :]}"
        (result,) = run_cases(f"**{name}. Changed**\n{changed}")
        assert result.verdict is Verdict.FAILED


@pytest.mark.parametrize("name", ["R1", "R2", "R3"])
def test_no_comparison_can_be_turned_round_without_a_failure(name):
    body = CASES[name].body
    for statement in re.finditer(r"`(\w+) ([>=]) (\w+)`", body):
        turned = (
            f"`{statement[3]} > {statement[1]}`"
            if statement[2] == ">"
            else f"`{statement[1]} > {statement[3]}`"
        )
        (result,) = run_cases(f"**{name}. Turned**\nNo wild cards: {turned}.")
        assert result.verdict is Verdict.FAILED
