"""
Where cases and their sentences begin and end.
"""

from showdown.testing.cases.blocks import Block, case_blocks


def sentences(body: str) -> list[tuple[str, int]]:
    block = Block(name="P1", title="A case", line=10, body=body)
    return [(sentence.text, sentence.line) for sentence in block.sentences()]


def test_a_case_goes_from_its_title_to_the_next_case_or_heading():
    text = "before\n**P1. One**  \nfirst\n\nsecond\n**P2. Two (2)**\nthird\n# Heading\nafter\n"
    assert list(case_blocks(text)) == [
        Block(name="P1", title="One", line=2, body="first\n\nsecond"),
        Block(name="P2", title="Two (2)", line=6, body="third"),
    ]


def test_bold_words_of_another_kind_begin_no_case():
    text = (
        "- **0.1** All amounts.\n**Ex.** seats 2, 4\n**P1 One**\n`**P1. One**`\nsee **P1. One**\n"
    )
    assert list(case_blocks(text)) == []


def test_a_full_stop_ends_a_sentence_only_before_a_blank_or_a_line_end():
    assert sentences("NL 5/10 rake=0.05. Button 4.\nStacks 1:300.") == [
        ("NL 5/10 rake=0.05", 11),
        ("Button 4", 11),
        ("Stacks 1:300", 12),
    ]


def test_a_sentence_may_run_over_lines_and_counts_from_its_first():
    assert sentences("NL 5/10.\nHands 1:AhKd\n  2:QcQd. Button 1.") == [
        ("NL 5/10", 11),
        ("Hands 1:AhKd 2:QcQd", 12),
        ("Button 1", 13),
    ]


def test_acts_end_with_their_backquote():
    assert sentences("Acts: `1:c 2:k. |`  \nExpect: rake 0.") == [
        ("Acts: `1:c 2:k. |`", 11),
        ("Expect: rake 0", 12),
    ]


def test_no_sentence_ends_between_backquotes():
    assert sentences("Four to three: `moving 1. 2`; `x`. Then.") == [
        ("Four to three: `moving 1. 2`; `x`", 11),
        ("Then", 11),
    ]


def test_a_backquote_that_is_never_closed_is_a_sentence_that_nobody_understands():
    assert sentences("Acts: `1:c 2:k\nExpect: rake 0.") == [
        ("Acts:", 11),
        ("`", 11),
        ("1:c 2:k Expect: rake 0", 11),
    ]
