"""
What becomes of a case: it holds, it fails, or it needs what the engine does not play.
"""

import pytest

from showdown.testing.cases.runner import Verdict, run_cases, summary

WALK = """\
**P1. A walk**
{header}. Button 1. Stacks 1:200 2:200.
Acts: `1:f`
Expect: returned 2:5; {expect}.
"""


def judge(text: str) -> tuple[Verdict, tuple[str, ...]]:
    (result,) = run_cases(text)
    return result.verdict, result.reasons


def walk(header: str = "NL 5/10", expect: str = "paid 2:10"):
    return judge(WALK.format(header=header, expect=expect))


def test_a_case_that_holds_is_ok():
    assert walk() == (Verdict.OK, ())


def test_a_case_that_does_not_hold_has_failed():
    assert walk(expect="paid 2:15") == (
        Verdict.FAILED,
        ("wanted paid 2:15; found 2:10",),
    )


@pytest.mark.parametrize(
    ("header", "lacking"),
    [
        ("NL 5/10 jacks=J", ("setting jacks",)),
        ("NL 5/10 max_draw=3, ace4=True", ("setting max_draw", "setting ace4")),
        ("SL 5/10 spread_min=2", ("setting game=SL", "setting spread_min")),
        ("NL 5/10 ante_type=some", ("setting ante_type=some",)),
        ("NL 5/10 Carried in 1:1", ()),
    ],
)
def test_settings_are_found_by_asking_the_engine(header, lacking):
    if not lacking:
        header, lacking = "NL 5/10. Carried in 1:1 2:1", ("Carried in",)
    assert walk(header) == (Verdict.UNSUPPORTED, lacking)


@pytest.mark.parametrize(
    ("expect", "lacking"),
    [
        ("openers_shown 1:JcJh", "openers_shown"),
        ("passed out, carried 1:1", "passed out"),
    ],
)
def test_expectations_of_other_games_are_unsupported(expect, lacking):
    assert walk(expect=expect) == (Verdict.UNSUPPORTED, (lacking,))


def test_jokers_and_codes_that_nobody_knows_are_unsupported():
    text = WALK.format(header="NL 5/10. Hands 1:X1AdAhAsKd", expect="paid 2:10")
    text = text.replace("`1:f`", "`!1:r20=NOT_QUALIFIED 1:f`")
    assert judge(text) == (Verdict.UNSUPPORTED, ("card X1", "refusal NOT_QUALIFIED"))


@pytest.mark.parametrize(
    ("statement", "lacking"),
    [
        ("Bug joker: `X1Ad9h7s2c` is *pair of aces*.", ("heading Bug joker",)),
        ("Deuces wild: `2cAd9h7s2d > AhKhQhJhTh`.", ("heading Deuces wild",)),
        ("No wild cards: `AcAd9h7s2c` opens.", ("openers",)),
        ("`dead 1 3 4, last 1/2/3 -> 2/3/4`.", ("setting button_rule",)),
        ("`moving 1 2b 3, last 1/2/3 -> 3/1/2`.", ("seats that owe blinds or sit out",)),
        ("`moving 1 2 3, last 1/2/3 -> 3/1/2, waits 2`.", ("seats that owe blinds or sit out",)),
        ("`moving 1 2 3, last 1/(2)/3 -> 2/3/1`.", ("a dead small blind",)),
        ("`4 left, out 2:300 -> 2:4`.", ("places of a tournament",)),
    ],
)
def test_statements_about_other_games_are_unsupported(statement, lacking):
    assert judge(f"**L1. Others**\n{statement}") == (Verdict.UNSUPPORTED, lacking)


def test_what_cannot_be_read_has_failed_even_where_the_rest_is_unsupported():
    verdict, reasons = walk("NL 5/10 jacks=J", "paid 2:10; winner 2")
    assert verdict is Verdict.FAILED
    assert reasons == ("line 4: cannot read 'winner 2': no such thing can be expected.",)


def test_what_can_be_played_of_an_unsupported_case_must_hold():
    text = "**S1. Buttons**\n`dead 1 3 4, last 1/2/3 -> 2/3/4`; `moving 1 3, last 1/2/3 -> {}`."
    assert judge(text.format("3/3/1"))[0] is Verdict.UNSUPPORTED
    assert judge(text.format("1/1/3"))[0] is Verdict.FAILED


def test_a_case_is_a_line_and_a_failure_tells_why_below_it():
    unsupported = WALK.format(header="NL 5/10 jacks=J", expect="rake 0").replace("P1", "J1")
    failing = WALK.format(header="NL 5/10", expect="rake 1; paid 1:10").replace("P1", "P2")
    text = WALK.format(header="NL 5/10", expect="rake 0") + unsupported + failing
    assert [str(result) for result in run_cases(text)] == [
        "P1 ok",
        "J1 unsupported: setting jacks",
        "P2 FAILED (line 9)\n    wanted rake 1; found 0\n    wanted paid 1:10; found 2:10",
    ]


def test_every_case_is_counted():
    verdicts = [Verdict.OK, Verdict.FAILED, Verdict.OK, Verdict.UNSUPPORTED]
    assert summary(verdicts) == "4 cases: 2 ok, 1 failed, 1 unsupported"
    assert summary([]) == "0 cases: 0 ok, 0 failed, 0 unsupported"
