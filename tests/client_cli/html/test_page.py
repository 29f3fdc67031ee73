"""
The page: one file that needs no other, and in which no name is ever markup.
"""

import json
from html.parser import HTMLParser
from random import Random

import pytest

from client_cli.html import to_html
from client_cli.html.page import harmless, isolated
from client_cli.languages import speaking
from client_cli.story import from_record
from showdown.history import HandRecord
from showdown.rules.ruleset import TableId
from showdown.testing.generators import any_hand, play_out
from tests.client_cli.html.hands import HOSTILE, hostile_story, story_of
from tests.client_cli.texts import POKERSTARS

LIMIT = 200 * 1024
MARK = '<script type="application/json" id="hand">'


class Page(HTMLParser):
    """What a browser would make of it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "input"):
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        self.texts.setdefault(self._open[-1] if self._open else "", []).append(data)

    def all(self, tag: str) -> list[dict]:
        return [attributes for name, attributes in self.tags if name == tag]


def data_of(text: str) -> dict:
    begin = text.index(MARK) + len(MARK)
    data: dict = json.loads(text[begin : text.index("</script>", begin)])
    return data


def test_it_is_one_file_that_asks_for_no_other():
    text = to_html(story_of())
    page = Page(text)
    assert not page.all("link")
    assert not page.all("img")
    assert not page.all("iframe")
    assert not any({"src", "href", "style"} & attributes.keys() for _, attributes in page.tags)
    assert not any(name.startswith("on") for _, attributes in page.tags for name in attributes)
    assert "http" not in text.replace("http-equiv", "")
    assert "url(" not in text
    assert "@import" not in text
    assert len(page.all("script")) == 2


def test_it_allows_no_script_and_no_style_but_its_own():
    (policy,) = (m["content"] for m in Page(to_html(story_of())).all("meta") if "http-equiv" in m)
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy


def test_every_sentence_is_there_without_a_script():
    page = Page(to_html(story_of()))
    assert page.texts["li"] == list(story_of().lines)[1:]
    assert page.texts["title"] == ["Hand 7003 at Invented I"]


def test_the_data_is_a_frame_for_each_step():
    data = data_of(to_html(story_of()))
    assert [seat["name"] for seat in data["seats"]] == ["P1", "P2", "P3"]
    lines = Page(to_html(story_of())).all("li")
    assert len(data["frames"]) == len({line["data-frame"] for line in lines})


def test_no_name_is_ever_markup():
    plain, hostile = Page(to_html(story_of())), Page(to_html(hostile_story()))
    assert len(hostile.all("script")) == len(plain.all("script"))
    assert not hostile.all("img")
    assert {tag for tag, _ in hostile.tags} == {tag for tag, _ in plain.tags}


def test_names_arrive_as_they_are_but_for_what_turns_or_hides_them():
    names = [seat["name"] for seat in data_of(to_html(hostile_story()))["seats"]]
    assert names[:2] == list(HOSTILE[:2])
    assert names[2] == "Bob ?gnp.exe"
    assert names[3] == "\u2068\u05e9\u05dc\u05d5\u05dd\u2069"
    assert names[6:] == ["line?end?", "a?[2Jb?c"]


def test_nothing_in_the_data_can_end_its_script():
    text = to_html(hostile_story())
    raw = text[text.index(MARK) + len(MARK) :]
    raw = raw[: raw.index("</script>")]
    assert not set("<>&\u2028\u2029") & set(raw)


def test_nothing_that_turns_the_writing_round_comes_through():
    text = to_html(hostile_story())
    assert not set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\x00\x1b") & set(text)
    assert text.count("\u2068") == text.count("\u2069") > 0


@pytest.mark.parametrize("seed", range(40))
def test_a_hand_by_any_rules_becomes_a_page(seed):
    rng = Random(seed)
    hand = any_hand(rng)
    play_out(rng, hand)
    record = HandRecord(table=TableId("t"), events=tuple(hand.events))
    story = from_record(record, ascii=False)
    data = data_of(to_html(story))
    last: list[dict] = [{} for _ in data["seats"]]
    for frame in data["frames"]:
        for place, look in frame["seats"].items():
            last[int(place)] |= look
    stacks = {each.seat: str(each.stack) for each in record.ended.stacks}
    assert [seat["stack"] for seat in last] == [stacks[seat] for seat in sorted(stacks)]
    cards = {card for seat in last for card in seat["cards"] if card is not None}
    assert all(card[1:] in ("c", "d", "h", "s", "1", "2") for card in cards)


@pytest.mark.parametrize("seed", range(30))
def test_it_is_small_however_the_hand_went(seed):
    assert len(to_html(hostile_story(seed)).encode()) < LIMIT


def test_a_name_from_right_to_left_is_set_apart_and_others_are_not():
    assert isolated("Ann") == "Ann"
    assert isolated("\u0645\u0631") == "\u2068\u0645\u0631\u2069"
    assert harmless("\u2068x\u2069") == "?x?"


def test_a_screen_reader_hears_what_happens():
    page = Page(to_html(story_of()))
    live = [each for each in page.all("p") if each.get("aria-live") == "polite"]
    assert [each["id"] for each in live] == ["told"]
    named = [b for b in page.all("button") if b.get("aria-label") or b["id"] in ("play", "colours")]
    assert len(named) == len(page.all("button"))
    assert page.all("html")[0]["lang"] == "en"


def test_dark_and_light_are_as_the_reader_prefers():
    text = to_html(story_of())
    assert "prefers-color-scheme: dark" in text
    assert "prefers-reduced-motion" in text


@pytest.mark.parametrize(
    ("code", "sentence", "button", "card"),
    [
        ("en", "is dealt", ">Play</button>", "{rank} of {suit}"),
        ("fr", "reçoit", ">Jouer</button>", "{rank} de {suit}"),
        ("ru", "получает карты", ">Показать</button>", "{rank} {suit}"),
    ],
)
def test_the_page_is_in_the_language_that_is_spoken(code, sentence, button, card):
    with speaking(code):
        page = to_html(story_of(POKERSTARS))
    assert f'<html lang="{code}">' in page
    assert sentence in page
    assert button in page
    assert f'"card":"{card}"' in page
    assert '"kind":"draw"' in page
