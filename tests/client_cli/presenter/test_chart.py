"""
A line over hands, in lines of text.
"""

from client_cli.presenter.chart import chart


def stars(values, **how):
    how = {"width": 20, "height": 3} | how
    return list(chart(values, ["top", "low"], ascii=True, **how))


def test_the_largest_and_the_least_are_named_at_the_edge():
    assert stars([0, 1, 2, 1, 0]) == ["top |  *", "    | * *", "low |*   *"]


def test_many_values_come_closer_together():
    lines = stars(range(1000), width=4, height=4)
    assert lines == ["top |   *", "    |  *", "    | *", "low |*"]


def test_a_level_line_lies_at_the_bottom():
    assert stars([7, 7, 7]) == ["top |", "    |", "low |***"]
    assert stars([7]) == ["top |", "    |", "low |*"]


def test_dots_make_a_line_without_gaps():
    (line,) = chart([0, 3], ["3", "0"], width=2, height=1)
    assert line == "3 ┤⡠⠊"
    up, down = chart([0, 7, 0], ["7", "0"], width=2, height=2)
    assert all(
        sign == " " or "\u2800" < sign <= "\u28ff" for sign in (up + down)[3:] if sign not in "┤0"
    )


def test_a_jump_is_a_stroke():
    lines = list(chart([0, 0, 0, 9, 9, 9], ["9", "0"], width=3, height=3))
    column = [line[4:5] for line in lines]
    assert all(sign.strip() for sign in column)
