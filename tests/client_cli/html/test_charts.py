"""Charts: figures where they belong, and nothing told by colour alone."""

import re

import pytest

from client_cli.html.charts import (
    COLOURS,
    Curve,
    Scale,
    curves_chart,
    interval,
    scale_of,
    signed,
    swatch,
)
from showdown.arena.result import Estimate, Point
from tests.client_cli.html.matches import estimate

SCALE = Scale(-100, 100)


def curve(*points, kind=0):
    return Curve(
        name="A",
        kind=kind,
        points=tuple(
            Point(hands=hands, won=0, band=None, adjusted=won, adjusted_band=band)
            for hands, won, band in points
        ),
    )


def test_a_line_begins_at_nothing_and_goes_through_its_points():
    chart = curves_chart([curve((50, 50, None), (100, -100, None))], SCALE, "A")
    assert 'points="0.0,500.0 500.0,250.0 1000.0,1000.0"' in chart


def test_a_band_goes_over_the_points_and_back_under_them():
    chart = curves_chart([curve((50, 0, 10), (100, 0, 20))], SCALE, "A")
    band = re.search(r'<polygon class="band k0" points="([^"]*)"', chart)
    assert band is not None
    assert band[1] == "500.0,450.0 1000.0,400.0 1000.0,600.0 500.0,550.0"


def test_a_match_without_points_has_an_empty_chart():
    assert 'points="0.0,500.0"' in curves_chart([curve()], SCALE, "A")


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (-1, 1, (-1, -0.5, 0, 0.5, 1)),
        (0, 1000, (0, 200, 400, 600, 800, 1000)),
        (-37_000, 12_000, (-30_000, -20_000, -10_000, 0, 10_000)),
    ],
)
def test_labels_are_round_numbers(low, high, ticks):
    assert Scale(low, high).ticks() == pytest.approx(ticks)


def test_a_scale_holds_zero_whatever_was_won():
    assert scale_of([50, 100]).low == 0
    assert scale_of([-50, -100]).high == 0


def test_an_interval_shows_where_the_figure_lies_and_between_what():
    drawn = interval(estimate(20, 10), estimate(0, 50), SCALE, 3, "strong")
    assert '<circle class="k3" cx="60.00%"' in drawn
    assert '<line class="whisker k3" x1="55.00%" x2="65.00%"' in drawn
    assert '<line class="raw k3" x1="25.00%" x2="75.00%"' in drawn


def test_a_figure_without_an_interval_is_a_dot_alone():
    lone = Estimate(mean=20)
    assert "whisker" not in interval(lone, lone, SCALE, 0, "strong")


def test_each_colour_has_a_pattern_of_its_own():
    from client_cli.html.page import part

    patterns = {
        kind: re.search(rf"\.path\.k{kind} {{ (stroke-dasharray: [^;]*)", part("report.css"))
        for kind in range(1, COLOURS)
    }
    assert len({found and found[1] for found in patterns.values()}) == COLOURS - 1
    assert len({swatch(kind) for kind in range(COLOURS)}) == COLOURS


@pytest.mark.parametrize(("figure", "text"), [(-0.04, "0.0"), (12.34, "+12.3"), (-7, "−7.0")])
def test_a_figure_has_its_sign_unless_it_is_nothing(figure, text):
    assert signed(figure, 1) == text
