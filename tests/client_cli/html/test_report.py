"""The report of a match: what it says, and that nobody's name is markup."""

import re
from html.parser import HTMLParser

import pytest

from client_cli.html.report import to_report
from client_cli.languages import speaking
from showdown.arena.result import Faults
from tests.client_cli.html.hands import HOSTILE
from tests.client_cli.html.matches import result_of, times_of

THREE = {"strong": 14.0, "tight": 1.0, "caller": -15.0}


class Text(HTMLParser):
    """The words of a page, and its tags."""

    def __init__(self, page):
        super().__init__()
        self.words, self.tags = [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return re.sub(r"\s+", " ", "".join(self.words))


def test_it_says_who_won_by_how_much_and_how_sure_that_is():
    text = Text(to_report(result_of(THREE))).text
    assert "strong beats all others." in text
    assert "1. strong+14.0 ± 9.0+16.0 ± 14.0" in text
    assert "3. caller−15.0 ± 9.0" in text
    assert "● +29.0 ± 9.0" in text
    assert "1,500 hands of five-card draw, duplicate deals, seed 7." in text


@pytest.mark.parametrize(
    ("code", "who_won", "figure", "hands"),
    [
        ("fr", "Qui a gagné", "1. strong+14,0 ± 9,0", "1\u00a0500 mains de poker fermé"),
        ("ru", "Кто выиграл", "1. strong+14,0 ± 9,0", "1\u00a0500 раздач пятикарточного покера"),
    ],
)
def test_it_speaks_the_language_that_is_spoken(code, who_won, figure, hands):
    result = result_of(THREE, faults={"tight": Faults(crashes=3, illegal=1, first="No odds.")})
    with speaking(code):
        page = to_report(result, times_of(result))
    text = "".join(Text(page).words)
    assert f'<html lang="{code}">' in page
    for said in (who_won, figure, hands):
        assert said in text
    assert not re.search(r"\b(?:hands|won|bots?|seats|deals|chips|bb)\b", text)


def test_where_the_hands_are_too_few_it_says_so_instead():
    text = Text(to_report(result_of({"a": 3.0, "b": -3.0}))).text
    assert "a is ahead, but so few hands cannot tell it from b" in text
    assert "●" not in text.replace("marked ●", "")


def test_two_copies_of_one_bot_are_equals():
    assert "Nobody is ahead." in to_report(result_of({"a": 0.0, "a#2": 0.0}))


def test_a_match_that_was_stopped_is_called_so():
    page = to_report(result_of(THREE, finished=False))
    assert "Stopped before its end: 250 of 500 rounds were played." in page
    assert "Stopped" not in to_report(result_of(THREE))


def test_without_times_the_page_of_a_match_is_always_the_same():
    assert to_report(result_of(THREE)) == to_report(result_of(THREE))
    assert "hands a second" not in to_report(result_of(THREE))


def test_with_times_it_says_how_fast_bots_were():
    result = result_of(THREE)
    text = Text(to_report(result, times_of(result))).text
    assert "12 s, 120 hands a second" in text
    assert "4,000300 µs4.0 ms" in text


def test_a_long_command_is_cut_in_its_middle_and_stands_whole_below():
    command = "cmd:/usr/bin/node /opt/bots/of/ada/first/player.mjs --bold"
    text = Text(to_report(result_of({command: 3.0, "tight": -3.0}))).text
    assert "1. cmd:/u…rst/player.mjs --bold" in text
    assert f"{command}, tight" in text


def test_faults_are_told_with_the_first_of_them():
    faults = {"tight": Faults(crashes=3, illegal=1, first="In hand 12: no <odds>")}
    text = Text(to_report(result_of(THREE, faults=faults))).text
    assert "tight310" in text
    assert "In hand 12: no <odds>" in text
    assert "How they behaved" not in Text(to_report(result_of(THREE))).text


@pytest.mark.parametrize("bots", [6, 7])
def test_more_bots_than_colours_have_a_chart_each(bots):
    page = to_report(result_of({f"bot{number}": float(number) for number in range(bots)}))
    charts = [tag for tag, attrs in Text(page).tags if "curves" in (attrs.get("class") or "")]
    assert len(charts) == (1 if bots == 6 else bots)


def test_the_page_needs_nothing_beside_it_and_runs_nothing():
    page = to_report(result_of(THREE))
    tags = Text(page).tags
    assert not {tag for tag, _ in tags} & {"script", "link", "img", "iframe", "object", "a"}
    assert "http" not in page.replace("http-equiv", "")
    assert not [attrs for _, attrs in tags if "style" in attrs]
    assert "default-src 'none'; style-src 'sha256-" in page


def test_hostile_names_are_words_and_nothing_else():
    plain = Text(to_report(result_of({f"bot{number}": 1.0 for number in range(8)})))
    hostile = Text(to_report(result_of(dict.fromkeys(HOSTILE, 1.0))))
    assert [tag for tag, _ in hostile.tags] == [tag for tag, _ in plain.tags]
    assert "\u202e" not in hostile.text
    assert "\x1b" not in hostile.text
