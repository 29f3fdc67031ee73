"""
A case is read whole or not at all.
"""

import pytest

from showdown import FormatError
from showdown.testing.cases import notation as note
from showdown.testing.cases.blocks import Block
from showdown.testing.cases.reader import read_case

WALK = """\
NL 5/10. Button 1. Stacks 1:200 2:200.
Acts: `1:f`
Expect: returned 2:5; paid 2:10. A comment: nothing in it counts.
"""


def read(body: str) -> note.Case:
    return read_case(Block(name="P1", title="A case", line=1, body=body))


def error(body: str) -> FormatError:
    with pytest.raises(FormatError) as refused:
        read(body)
    return refused.value


def test_a_hand_and_what_is_expected_of_it():
    case = read(WALK)
    assert (case.name, case.title, case.line) == ("P1", "A case", 1)
    (play,) = case.parts
    assert play == note.Play(
        settings=(note.Setting("game", "NL"), note.Setting("sb", "5"), note.Setting("bb", "10")),
        button=1,
        stacks=((1, 200), (2, 200)),
        steps=(note.Act("1:f", 1, "f"),),
        expected=(
            note.Expected("returned 2:5", note.Returned(((2, 5),))),
            note.Expected("paid 2:10", note.Paid(((2, 10),))),
        ),
    )


def test_all_that_a_hand_can_be_given():
    body = (
        "NL 5/10. Button 1. Stacks 1:9 2:9. Hands 1:AhKd 2:X1Qd. Carried in 1:1 2:1."
        " Posts 4 sb+bb 5 bb. Stub top 2c2d. New stub after reshuffle starts 3c."
        " New stub after reshuffle starts 4c. Acts: `` Expect: rake 0."
    )
    (play,) = read(body).parts
    assert isinstance(play, note.Play)
    assert play.hands == ((1, ("Ah", "Kd")), (2, ("X1", "Qd")))
    assert play.carried_in == ((1, 1), (2, 1))
    assert play.posts == (note.Post(4, ("sb", "bb")), note.Post(5, ("bb",)))
    assert play.stub_top == ("2c", "2d")
    assert play.new_stubs == (("3c",), ("4c",))
    assert play.steps == ()


def test_statements_may_follow_a_hand_and_have_comments_of_their_own():
    case = read(
        WALK
        + "Bug joker: `X1Ad` opens; `X1Kd` does not open. Fully wild joker: `X1Jd` opens.\n"
        + "Three to two: `moving 1 2, last 1/2/3 -> 2/2/1`. Never twice running."
    )
    assert [type(part) for part in case.parts] == [note.Play, *[note.Ranking] * 3, note.Position]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("Button 1.", "Buton 1.", 2, "'Buton 1'"),
        ("Button 1.", "Button one.", 2, "'Button one'"),
        ("Stacks 1:200 2:200", "Stacks 1:200, 2:200", 2, "'Stacks 1:200, 2:200'"),
        ("NL 5/10.", "NL 5-10.", 2, "'NL 5-10'"),
        ("Acts: `1:f`", "Acts: `1:fold`", 3, "'1:fold'"),
        ("Acts: `1:f`", "Acts: 1:f.", 3, "'Acts: 1:f'"),
        ("Acts: `1:f`", "Acts: `1:f", 3, "'Acts:'"),
        ("Expect:", "Expected:", 4, "'Expected: returned 2:5; paid 2:10'"),
        ("paid 2:10", "pays 2:10", 4, "'pays 2:10'"),
        ("Button 1.", "Button 1. Blinds 2 and 3.", 2, "'Blinds 2 and 3'"),
    ],
)
def test_words_outside_the_notation_are_named_with_their_line(old, new, line, words):
    assert old in WALK
    refused = error(WALK.replace(old, new))
    assert words in str(refused)
    assert refused.line == line


@pytest.mark.parametrize(
    ("removed", "missing"),
    [
        ("Button 1. ", "'Button ...'"),
        ("Stacks 1:200 2:200.", "'Stacks ...'"),
        ("Acts: `1:f`\n", "'Acts: ...'"),
        ("Expect: returned 2:5; paid 2:10. A comment: nothing in it counts.", "'Expect: ...'"),
        ("NL 5/10. ", "a hand begins with its structure"),
        (WALK, "nothing in this case that could be checked"),
    ],
)
def test_what_a_hand_needs_is_asked_for(removed, missing):
    assert missing in str(error(WALK.replace(removed, "")))


@pytest.mark.parametrize(
    "twice", ["Button 1. Button 2.", "Button 1. NL 5/10.", "Button 1. Stacks 1:5 2:5."]
)
def test_what_is_said_twice_is_refused(twice):
    assert "cannot read" in str(error(WALK.replace("Button 1.", twice)))


@pytest.mark.parametrize(
    "more",
    [
        "Acts: `2:k`",
        "Expect: rake 0.",
        "Button 2.",
        "Stacks 1:1 2:1.",
        "Wild: `AhKh > 2c2d`.",
        "And `1:f` ends it.",
        "Seat 2 wins `",
    ],
)
def test_behind_what_is_expected_only_comments_are_passed_over(more):
    assert "cannot read" in str(error(WALK + more))


def test_comments_alone_are_no_case():
    assert "no such sentence" in str(error("Seat 1 is lucky."))
