"""Trying a bot with cards of one's own choice."""

import pytest

from showdown.bots import Bot, load
from showdown.errors import CardError, IllegalAction
from showdown.protocol import messages as msg
from showdown.rules import seen
from showdown.rules.cards import parse_cards
from showdown.rules.ruleset import Game, Ruleset
from showdown.testing.bots import Script, ask, play_hand

ACES, KINGS, QUEENS = "AhAdKc5s3h", "KsKhJd7c2s", "QsQhTd8c4s"


class Listener(Bot):
    """Calls, and remembers what it was told."""

    def __init__(self):
        self.events, self.hands, self.chances = [], [], []

    def decide(self, view):
        self.chances.append(self.random.random())
        return view.stand_pat() if view.is_draw else view.check_or_call()

    def on_event(self, event):
        self.events.append(event)

    def on_hand(self, hand):
        self.hands.append(hand)


class InLoop(Listener):
    async def decide(self, view):
        return super().decide(view)

    async def on_hand(self, hand):
        super().on_hand(hand)


def test_each_seat_gets_the_cards_that_were_chosen_for_it_and_the_draw_the_stub():
    tried = play_hand(
        {1: Script(), 2: Script("check", "draw Kc 5s 3h")}, {1: KINGS, 2: ACES}, stub="AcAs2d"
    )
    assert tried.cards[2] == parse_cards("AhAdAcAs2d")
    assert tried.net == {1: -10, 2: 10}


def test_a_script_does_what_it_says_and_then_stays_in():
    tried = play_hand(
        {
            1: Script("raise 40", "call", "pat", "raise 200"),
            2: Script("raise 100", "pat", "bet 60"),
        },
        {1: KINGS, 2: ACES},
    )
    raised, called, patted, raised_again = tried.moves_of(1)
    assert (raised, called, raised_again) == (msg.Raise(to=40), msg.Call(), msg.Raise(to=200))
    assert patted == msg.Draw()
    assert tried.moves_of(2)[-1] == msg.Call()
    assert tried.net == {1: -300, 2: 300}


@pytest.mark.parametrize("turn", ["shout", "bet", "bet ten", "raise -5", "fold now", ""])
def test_a_turn_that_nobody_could_make_is_said_to_be_none(turn):
    with pytest.raises(ValueError, match="is no turn; one is fold, call"):
        play_hand({1: Script(turn), 2: Script()})


def test_what_is_not_allowed_is_raised_where_a_test_can_see_it():
    with pytest.raises(IllegalAction, match="below the minimum"):
        play_hand({1: Script("raise 11"), 2: Script()})


def test_cards_that_are_there_twice_are_refused():
    with pytest.raises(CardError):
        play_hand({1: Script(), 2: Script()}, {1: ACES, 2: ACES})


@pytest.mark.parametrize("kind", [Listener, InLoop])
def test_hooks_are_called_as_at_a_table(kind):
    bot = kind()
    tried = play_hand({1: Script("raise 40"), 2: bot}, {1: KINGS, 2: ACES})
    assert [type(e) for e in bot.events[:1]] == [seen.HandStarted]
    (hand,) = bot.hands
    assert (hand.seat, hand.net) == (2, tried.net[2])
    assert hand.events == tuple(bot.events)
    dealt = next(e for e in bot.events if isinstance(e, seen.CardsDealt))
    assert [each.cards for each in dealt.hands if each.seat == 1] == [None]


def test_the_same_seed_gives_the_same_hand_and_the_same_chance():
    first, again, other = Listener(), Listener(), Listener()
    hands = [
        play_hand({1: bot, 2: Script(), 3: Script()}, seed=seed).hand.events
        for bot, seed in ((first, 1), (again, 1), (other, 2))
    ]
    assert hands[0] == hands[1] != hands[2]
    assert first.chances == again.chances != other.chances


def test_other_games_can_be_tried_too():
    fixed = Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10)
    assert ask(load("tight"), "AhAdAc5s3h", "call", ruleset=fixed) == msg.Raise(to=20)


def test_a_bot_is_asked_what_it_does_after_what_the_other_did():
    assert ask(load("tight"), QUEENS, "call") == msg.Check()
    assert ask(load("tight"), "9h7d6c5s2h", "raise 200") == msg.Fold()


def test_a_turn_that_never_comes_is_no_answer():
    with pytest.raises(ValueError, match="asked 0 times in this hand, not 1"):
        ask(load("caller"), ACES, "fold")
