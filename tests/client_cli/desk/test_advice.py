"""Help at the draw: exact, of what is allowed, and where the table lets it."""

from msgspec.structs import replace

from client_cli.desk.advice import advise, may_advise
from showdown import odds, parse_cards
from tests.client_cli.desk.moments import HELD, RULES, betting, desk_at, drawing


def test_it_says_what_the_library_counts():
    advice = advise(drawing())
    thrown = parse_cards("9c5s2h")
    assert advice.of(thrown) == odds(HELD, thrown)
    assert advice.of(tuple(reversed(thrown))) == odds(HELD, thrown)


def test_the_best_is_first():
    # Of a pair of kings: keep them, and draw three.
    assert advise(drawing()).discards[0].discard == parse_cards("9c5s2h")


def test_what_may_not_be_thrown_is_not_among_it():
    assert max(len(one.discard) for one in advise(drawing(most=3)).discards) == 3


def test_it_is_offered_at_the_draw_of_a_table_that_allows_it():
    strict = replace(RULES, advice=False)
    assert may_advise(desk_at(request=drawing()))
    assert not may_advise(desk_at(request=drawing(rules=strict)))
    assert not may_advise(desk_at(request=betting()))
