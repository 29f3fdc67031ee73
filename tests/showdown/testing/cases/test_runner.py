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
        ("NL 5/10 straddle=20", ("setting straddle",)),
        ("NL 5/10 max_draw=3, kill=half, twice=True", ("setting kill", "setting twice")),
        ("HL 5/10 spread_min=2", ("setting game=HL",)),
        ("NL 5/10 ante_type=some", ("setting ante_type=some",)),
        ("NL ante 1 min_bet=2, jacks=T", ("setting jacks=T",)),
    ],
)
def test_settings_are_found_by_asking_the_engine(header, lacking):
    assert walk(header) == (Verdict.UNSUPPORTED, lacking)


def test_codes_that_nobody_knows_are_unsupported():
    text = WALK.format(header="NL 5/10", expect="paid 2:10")
    text = text.replace("`1:f`", "`!1:r20=TOO_LATE 1:f`")
    assert judge(text) == (Verdict.UNSUPPORTED, ("refusal TOO_LATE",))


@pytest.mark.parametrize(
    ("statement", "lacking"),
    [
        ("2-7 low: `7c5d4h3s2c > 7c6d4h3s2c`.", "heading 2-7 low"),
        ("A-5 low: `5c4d3h2sAc > 6c4d3h2sAc`.", "heading A-5 low"),
        ("Badugi: `4c3d2hAs5c > 5c3d2hAs4c`.", "heading Badugi"),
    ],
)
def test_statements_about_other_games_are_unsupported(statement, lacking):
    assert judge(f"**L1. Others**\n{statement}") == (Verdict.UNSUPPORTED, (lacking,))


def test_what_cannot_be_read_has_failed_even_where_the_rest_is_unsupported():
    verdict, reasons = walk("NL 5/10 kill=half", "paid 2:10; winner 2")
    assert verdict is Verdict.FAILED
    assert reasons == ("line 4: cannot read 'winner 2': no such thing can be expected.",)


def test_what_can_be_played_of_an_unsupported_case_must_hold():
    text = (
        "**L1. Lows and buttons**\n2-7 low: `7c5d4h3s2c > 7c6d4h3s2c`.\n"
        "Others: `moving 1 3, last 1/2/3 -> {}`."
    )
    assert judge(text.format("3/3/1"))[0] is Verdict.UNSUPPORTED
    assert judge(text.format("1/1/3"))[0] is Verdict.FAILED


def test_a_case_is_a_line_and_a_failure_tells_why_below_it():
    unsupported = WALK.format(header="NL 5/10 kill=half", expect="rake 0").replace("P1", "J1")
    failing = WALK.format(header="NL 5/10", expect="rake 1; paid 1:10").replace("P1", "P2")
    text = WALK.format(header="NL 5/10", expect="rake 0") + unsupported + failing
    assert [str(result) for result in run_cases(text)] == [
        "P1 ok",
        "J1 unsupported: setting kill",
        "P2 FAILED (line 9)\n    wanted rake 1; found 0\n    wanted paid 1:10; found 2:10",
    ]


def test_every_case_is_counted():
    verdicts = [Verdict.OK, Verdict.FAILED, Verdict.OK, Verdict.UNSUPPORTED]
    assert summary(verdicts) == "4 cases: 2 ok, 1 failed, 1 unsupported"
    assert summary([]) == "0 cases: 0 ok, 0 failed, 0 unsupported"
