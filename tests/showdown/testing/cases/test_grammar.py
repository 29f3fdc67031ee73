"""
The words of the notation: all of them are understood, and nothing else is.
"""

import pytest

from showdown.testing.cases import grammar
from showdown.testing.cases import notation as note
from showdown.testing.cases.grammar import Unreadable


def settings(text):
    found = grammar.settings(text)
    return None if found is None else " ".join(map(str, found))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("NL 5/10", "game=NL sb=5 bb=10"),
        ("NL ante 1 min_bet=2", "game=NL ante=1 min_bet=2"),
        ("FL 5/10 ante 2 cap=4", "game=FL sb=5 bb=10 ante=2 cap=4"),
        ("PL 5/10 rake=0.05, rake_cap=3", "game=PL sb=5 bb=10 rake=0.05 rake_cap=3"),
        ("SL 1/2 spread_min=2, jacks=J", "game=SL sb=1 bb=2 spread_min=2 jacks=J"),
        ("NL", "game=NL"),
        ("No wild cards", None),
        ("NL 5-10", None),
        ("NL 5/10 ante", None),
        ("NL 5/10 ante=", None),
        ("Button 1", None),
    ],
)
def test_a_header(text, read):
    assert settings(text) == read


@pytest.mark.parametrize(
    ("word", "step"),
    [
        ("3:f", note.Act("3:f", 3, "f")),
        ("3:k", note.Act("3:k", 3, "k")),
        ("3:c", note.Act("3:c", 3, "c")),
        ("12:b30", note.Act("12:b30", 12, "b", amount=30)),
        ("3:r60", note.Act("3:r60", 3, "r", amount=60)),
        ("3:d", note.Act("3:d", 3, "d")),
        ("3:d*", note.Act("3:d*", 3, "d", all_cards=True)),
        ("3:dAhKdX1", note.Act("3:dAhKdX1", 3, "d", cards=("Ah", "Kd", "X1"))),
        ("|", note.NewPhase()),
        ("!1:r15=CODE", note.Refused("!1:r15=CODE", note.Act("1:r15", 1, "r", amount=15), "CODE")),
        ("?1{call=20}", note.Asked("?1{call=20}", 1, call=20)),
        ("?1{to=40..200}", note.Asked("?1{to=40..200}", 1, raise_to=(40, 200))),
        ("?1{call=0,noraise}", note.Asked("?1{call=0,noraise}", 1, call=0, no_raise=True)),
    ],
)
def test_a_step(word, step):
    assert grammar.steps(word) == (step,)


@pytest.mark.parametrize(
    "word",
    ["3", "3:", "3:x", "3:b", "3:r-5", "3:r1.5", "3:f1", "3:k:k", ":k", "3:dAx", "3:dAhK", "3:d**",
     "1:c,2:c", "||", "!1:r15", "!1:r15=code", "!1:r15=", "!=CODE", "?1", "?1{}", "?1{call=}",
     "?1{to=40}", "?1{call=20;noraise}", "?1{raise=20}", "?{call=1}"],
)  # fmt: skip
def test_what_is_no_step_is_refused(word):
    with pytest.raises(Unreadable, match="cannot read"):
        grammar.steps(f"1:c {word} 2:c")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("returned 1:100", note.Returned(((1, 100),))),
        ("returned 1:100 2:5 1:2", note.Returned(((1, 100), (2, 5), (1, 2)))),
        ("pots 180 {1,2,3}, 140 {1,3}", note.PotsAre(((180, (1, 2, 3)), (140, (1, 3))))),
        ("rake 3", note.RakeIs(3)),
        ("paid 1:140 2:180", note.Paid(((1, 140), (2, 180)))),
        ("final 3:0", note.Final(((3, 0),))),
        ("showdown: 4 shows, 1 mucks", note.Showdown(((4, True), (1, False)))),
        ("no showdown", note.NoShowdown()),
        ("2 = full house, kings over nines", note.HandIs(2, "full house, kings over nines")),
        ("3 = straight flush, five-high", note.HandIs(3, "straight flush, five-high")),
        ("hands after the draw 1:AhKd", note.AfterDraw(((1, ("Ah", "Kd")),))),
        ("reshuffles 0", note.ReshuffledTimes(0)),
        ("reshuffles 2 (eligible cards 5, 17)", note.ReshuffledTimes(2, (5, 17))),
        ("next to act: seat 3 (draw)", note.NextToAct(3, "draw")),
        ("openers_shown 1:JcJh", note.OpenersShown(((1, ("Jc", "Jh")),))),
        ("passed out, carried 1:1 2:1", note.PassedOut(((1, 1), (2, 1)))),
    ],
)
def test_an_expectation(text, what):
    assert grammar.expectations(text) == (note.Expected(text, what),)


def test_expectations_are_separated_by_semicolons():
    assert [each.text for each in grammar.expectations("rake 3; paid 1:2; no showdown")] == [
        "rake 3", "paid 1:2", "no showdown",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["", "rake", "rake 3;", "rake three", "paid 1:2, 2:3", "pots 5 {}", "pots 5 1,2", "final 1:-3",
     "showdown 4 shows", "showdown: 4 folds", "show down", "next to act: seat 3",
     "next to act: seat 3 (river)", "reshuffles 1 (cards 5)", "2 is pair of aces", "winner 2",
     "paid 1:2 1:3", "final 1:2 1:2", "hands after the draw 1:AhKd 1:AhKd",
     "rake 3. paid 1:2", "2 = Pair of aces"],
)  # fmt: skip
def test_what_nobody_can_expect_is_refused(text):
    with pytest.raises(Unreadable, match="cannot read"):
        grammar.expectations(text)


@pytest.mark.parametrize(
    ("text", "sign", "other", "name"),
    [
        ("`AhKh > 2c2d`", ">", ("2c", "2d"), ""),
        ("`AhKh = AsKs`", "=", ("As", "Ks"), ""),
        ("`AhX1` is *pair of aces*", "is", (), "pair of aces"),
        ("`AhX1` opens", "opens", (), ""),
        ("`AhX1` does not open", "closed", (), ""),
    ],
)
def test_a_statement_about_hands_alone(text, sign, other, name):
    (found,) = grammar.statements("Bug joker", text)
    assert isinstance(found, note.Ranking)
    assert (found.deck, found.sign, found.other, found.name) == ("Bug joker", sign, other, name)
    assert found.cards[0] == "Ah"


@pytest.mark.parametrize(
    ("deck", "text"),
    [
        ("Bug joker", "`AhKh < 2c2d`"),
        ("Bug joker", "`AhKh > 2c2d` is *pair*"),
        ("Bug joker", "`AhKh`"),
        ("Bug joker", "`AhKx`"),
        ("Bug joker", "AhKh > 2c2d"),
        ("Bug joker", "`AhKh > 2c2d`, `AhKh > 2c2d`"),
        ("Bug joker", "`AhKh` wins"),
        ("Two jokers", "`AhKh > 2c2d`"),
        (None, "`AhKh > 2c2d`"),
    ],
)
def test_what_is_no_statement_is_refused(deck, text):
    with pytest.raises(Unreadable, match="cannot read"):
        list(grammar.statements(deck, text))


def test_positions_with_all_their_words():
    text = "moving 1 2b 3 4bp 5x, last 1/3/5 -> 3/(5)/2, posts 4 sb+bb, waits 2 3, owes 5 sb"
    (found,) = grammar.statements(None, f"`{text}`")
    assert found == note.Position(
        text=text,
        rule="moving",
        seats=(
            note.SeatNow(1), note.SeatNow(2, "b"), note.SeatNow(3),
            note.SeatNow(4, "bp"), note.SeatNow(5, "x"),
        ),
        last=note.Blinds(1, 3, 5),
        then=note.Blinds(3, 5, 2, dead_small=True),
        posts=(note.Post(4, ("sb", "bb")),),
        waits=(2, 3),
        owes=(note.Post(5, ("sb",)),),
    )  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "`moving 1 2, last 1/2/3`",
        "`moving 1 2, last 1/2 -> 2/2/1`",
        "`flying 1 2, last 1/2/3 -> 2/2/1`",
        "`moving 1 2z, last 1/2/3 -> 2/2/1`",
        "`moving 1 2, last 1/2/3 -> 2/2/1, pays 4 bb`",
        "`moving 1 2, last 1/2/3 -> 2/2/1, waits bb`",
        "`moving 1 2, last 1/2/3 -> 2/2/1,`",
    ],
)
def test_positions_with_other_words_are_refused(text):
    with pytest.raises(Unreadable, match="cannot read"):
        list(grammar.statements("Four to three", text))


@pytest.mark.parametrize(
    "text",
    [
        "4 left, out 2:300 -> 2:4, prizes 500/300/0, button 3",
        "4 left, out 2:300 -> 2:4, paid 2:300",
        "4 left, out 2:300, prizes 5/3, button 3 -> 2:4, prizes 5/3, button 3, paid 2:300",
    ],
)
def test_prizes_go_with_what_is_paid_of_them(text):
    with pytest.raises(Unreadable, match="prizes"):
        list(grammar.statements(None, f"`{text}`"))


def test_places_of_a_tournament():
    text = "4 left, out 2:300 5:120 -> 2:3 5:4, prizes 500/300/0, button 3, paid 2:300"
    (found,) = grammar.statements(None, f"`{text}`")
    assert found == note.Places(
        text=text,
        left=4,
        out=((2, 300), (5, 120)),
        places=((2, 3), (5, 4)),
        prizes=(500, 300, 0),
        button=3,
        paid=((2, 300),),
    )
