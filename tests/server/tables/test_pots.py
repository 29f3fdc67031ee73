"""What pots were at a table lately."""

from server.tables.pots import LATELY, PotsLately
from showdown.rules import events as ev
from showdown.rules.pots import Pot


def over(*amounts):
    pots = tuple(Pot(amount=each, contenders=(1, 2)) for each in amounts)
    return ev.HandEnded(stacks=(), pots=pots, rake=0)


def test_before_the_first_hand_there_is_no_average():
    assert PotsLately().average is None


def test_side_pots_count_to_the_hand_they_belong_to():
    pots = PotsLately()
    pots.follow((over(100, 40), over(60)))
    assert pots.average == 100


def test_only_the_last_hands_count():
    pots = PotsLately()
    pots.follow([over(1000)] * 3)
    pots.follow([over(20)] * LATELY)
    assert pots.average == 20
