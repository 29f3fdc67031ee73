"""
Jackpots: who may open, what proves it, and deals that nobody opens.
"""

from decimal import Decimal

import pytest

from showdown import (
    BetTo,
    Call,
    Check,
    Draw,
    Fold,
    Game,
    RaiseTo,
    Refusal,
    Ruleset,
    RulesetError,
    legal_actions,
    parse_cards,
)
from showdown.rules import events as ev
from showdown.rules.jackpots import can_open, fewest_openers, openers_after
from showdown.rules.ruleset import Openers, Passout, ProveOpeners, Second
from showdown.rules.start import NO_CARRY, Carry
from showdown.rules.wild import Wild
from showdown.testing.playbook import Playbook
from showdown.testing.watched import WatchedHand

JACKS = Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS)
THREE = {1: 50, 2: 50, 3: 50}
# From the best to the worst; only the first two open.
KINGS, PAIRS, TENS, ACE_HIGH = "KcKdJhJs3c", "5c5d4h4s2c", "TcTd9h5s3d", "AcQd9s6h2d"


def jackpots(hands=(TENS, KINGS, ACE_HIGH), rules=JACKS, stacks=THREE, carry=NO_CARRY) -> Playbook:
    """Three seats with these hands, the button in the last: the first is asked first."""
    held = dict(zip(stacks, hands, strict=True))
    return Playbook(rules, stacks, button=max(stacks), hands=held, carry=carry)


def shown(seat, cards):
    return ev.OpenersShown(seat=seat, cards=parse_cards(cards))


# ---- who may open --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "openers", "opens"),
    [
        ("JcJd8h4s2d", Openers.JACKS, True),
        ("TcTd9h5s3c", Openers.JACKS, False),
        ("AcKd9s5h2c", Openers.JACKS, False),
        ("5c5d4h4s2c", Openers.JACKS, True),  # any better hand will do
        ("2c2d2h4s5c", Openers.ACES, True),
        ("JcJd8h4s2d", Openers.QUEENS, False),
        ("KcKd8h4s2d", Openers.QUEENS, True),
        ("KcKdQhQs2d", Openers.ACES, True),
        ("KcKdQh4s2d", Openers.ACES, False),
        ("AcAd8h4s2d", Openers.ACES, True),
    ],
)
def test_a_pair_of_the_openers_opens_and_so_does_every_better_hand(hand, openers, opens):
    assert can_open(JACKS, openers, parse_cards(hand)) is opens


@pytest.mark.parametrize(
    ("wild", "hand", "opens"),
    [
        (Wild.BUG, "X1Ad9h7s2c", True),  # a pair of aces
        (Wild.BUG, "X1KdQh7s2c", False),
        (Wild.BUG, "X1Td9h8s7c", True),  # a straight
        (Wild.WILD, "X1Jd9h7s2c", True),
        (Wild.WILD, "X1Td7h5s2c", False),
        (Wild.WILD, "X1Td8h7s6c", True),
        (Wild.DEUCES, "2cJd9h7s3c", True),
        (Wild.DEUCES, "2cTd8h5s3c", False),
        (Wild.DEUCES, "2c2dTh5s3c", True),
    ],
)
def test_openers_with_wild_cards_are_what_they_stand_for(wild, hand, opens):
    rules = Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS, wild=wild)
    assert can_open(rules, Openers.JACKS, parse_cards(hand)) is opens


def test_natural_cards_that_count_do_not_make_a_pair_of_wild_jacks_worse_than_jacks():
    rules = Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS, wild=Wild.WILD, natural_beats_wild=True)
    assert can_open(rules, Openers.JACKS, parse_cards("X1Jd9h7s2c"))


def test_nobody_without_openers_may_open_but_everybody_may_raise_who_has_checked():
    assert (
        jackpots()
        >> BetTo(1, 2)
        << Refusal.NOT_QUALIFIED
        >> Check(1)
        >> BetTo(2, 2)
        >> Call(3)
        >> RaiseTo(1, 4)
    )


def played(playbook: Playbook) -> WatchedHand:
    """The hand once it went as it was written."""
    assert playbook
    return playbook.hand


def test_nobody_is_obliged_to_open():
    ended = played(jackpots() >> Check(1) >> Check(2) >> Check(3)).ended
    assert ended is not None
    assert ended.passed_out


def test_a_seat_is_told_whether_it_qualifies():
    legal = legal_actions(played(jackpots()).state)
    assert legal is not None
    assert (legal.seat, legal.qualified, legal.bet, legal.check) == (1, False, None, True)
    legal = legal_actions(played(jackpots() >> Check(1)).state)
    assert legal is not None
    assert (legal.seat, legal.qualified, legal.bet is not None) == (2, True, True)


def test_once_it_is_open_nobody_needs_openers():
    legal = legal_actions(played(jackpots() >> Check(1) >> BetTo(2, 2)).state)
    assert legal is not None
    assert (legal.seat, legal.qualified, legal.raise_ is not None) == (3, True, True)


def test_who_is_left_alone_wins_without_openers():
    assert jackpots() >> Fold(1) >> Fold(2) << ev.PotAwarded(seat=3, pot=0, amount=3)


def test_with_fewer_than_two_who_have_chips_no_opening_is_needed():
    stacks = {1: 50, 2: 1, 3: 1}
    state = played(jackpots((TENS, ACE_HIGH, PAIRS), stacks=stacks)).state
    assert state.seat_to_act == 1
    assert state.draw_reached


def test_when_a_player_with_chips_folds_and_nobody_can_open_any_more_the_deal_is_passed_out():
    stacks = {1: 50, 2: 50, 3: 1}
    hand = played(
        jackpots((TENS, KINGS, ACE_HIGH), stacks=stacks)
        >> Fold(1)
        << ev.CarriedOver(shares=shares({1: 1, 2: 1, 3: 1}))
    )
    assert hand.ended is not None
    assert hand.ended.passed_out


# ---- the second round ----------------------------------------------------------------------------


def opened(**options) -> Playbook:
    """Seat 2 opens, both others call, nobody draws."""
    playbook = jackpots(**options) >> Check(1) >> BetTo(2, 2) >> Call(3) >> Call(1)
    return playbook >> Draw(1) >> Draw(2) >> Draw(3)


def test_after_the_draw_the_opener_is_first_and_anybody_may_bet():
    assert opened() >> Check(2) >> Check(3) >> BetTo(1, 4)


def test_an_opener_who_has_no_chips_left_gives_the_turn_to_the_next_after_him():
    stacks = {1: 50, 2: 3, 3: 50}
    assert played(opened(stacks=stacks)).state.seat_to_act == 3


def test_a_table_may_let_the_first_left_of_the_button_begin_all_the_same():
    rules = Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS, second=Second.LEFT)
    assert played(opened(rules=rules)).state.seat_to_act == 1


def test_in_fixed_limit_the_second_round_has_the_big_bet():
    rules = Ruleset(game=Game.FIXED_LIMIT, ante=1, min_bet=2, jacks=Openers.JACKS)
    assert opened(rules=rules) >> BetTo(2, 2) << Refusal.AMOUNT_TOO_SMALL >> BetTo(2, 4)


# ---- proof ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealt", "openers"),
    [
        ("KcJhKdJs3c", "KcKd"),  # of two pairs the cards dealt first
        ("KcJcJh9c7c", "JcJh"),
        ("3c5d5hJs3d", "3c5d5h3d"),  # a small two pair
        ("4c5d5hJs5c", "5d5h5c"),
        ("4cJd5hJs5c", "JdJs"),
        ("3c4d5h6s7c", "3c4d5h6s7c"),
        ("2h5h9hJhKh", "2h5h9hJhKh"),
        ("3c3d3h3s7c", "3c3d3h"),
    ],
)
def test_openers_are_the_fewest_cards_that_qualify_by_themselves(dealt, openers):
    found = fewest_openers(JACKS, Openers.JACKS, parse_cards(dealt))
    assert found == parse_cards(openers)


@pytest.mark.parametrize(
    ("wild", "dealt", "openers"),
    [
        (Wild.BUG, "9cX1Ad7s3c", "X1Ad"),
        (Wild.BUG, "9cX18d7s6c", "9cX18d7s6c"),
        (Wild.WILD, "9cX1Jd7sKc", "X1Jd"),
        (Wild.WILD, "9cX1Td7s3c", None),
        (Wild.WILD, "9cX19dTs3c", "9cX19d"),
        (Wild.WILD, "9cX1X2Ts3c", "X1X2"),
        (Wild.DEUCES, "9c2dTh2s3c", "2d2s"),
        (Wild.DEUCES, "9c2dAh2s3c", "2dAh"),
    ],
)
def test_wild_cards_prove_openers_with_what_goes_with_them(wild, dealt, openers):
    jokers = 2 if wild is Wild.WILD else None
    rules = Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS, wild=wild, jokers=jokers)
    cards = parse_cards(dealt)
    assert can_open(rules, Openers.JACKS, cards) is (openers is not None)
    if openers is not None:
        assert fewest_openers(rules, Openers.JACKS, cards) == parse_cards(openers)


def won_by(seat: int, rule: ProveOpeners) -> Playbook:
    """Seat 2 opens; of two who are left this one wins."""
    rules = Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS, prove_openers=rule)
    playbook = opened(rules=rules) >> BetTo(2, 4) >> Fold(3)
    return playbook >> (Fold(1) if seat == 2 else RaiseTo(1, 40))


def test_an_opener_who_wins_proves_what_he_opened_with():
    assert won_by(2, ProveOpeners.WHEN_WINNING) << shown(2, "KcKd")


def test_an_opener_who_does_not_win_proves_it_only_where_the_table_wants_it():
    def proofs(rule):
        hand = played(won_by(1, rule) >> Fold(2))
        return [event for event in hand.events if isinstance(event, ev.OpenersShown)]

    assert proofs(ProveOpeners.WHEN_WINNING) == []
    assert proofs(ProveOpeners.ALWAYS) == [shown(2, "KcKd")]
    assert proofs(ProveOpeners.NEVER) == []


def test_where_nobody_wants_proof_a_winner_shows_nothing():
    hand = played(won_by(2, ProveOpeners.NEVER))
    assert not any(isinstance(event, ev.OpenersShown | ev.HandShown) for event in hand.events)


def test_openers_that_were_thrown_away_are_proven_all_the_same():
    assert (
        jackpots()
        >> Check(1)
        >> BetTo(2, 2)
        >> Call(3)
        >> Fold(1)
        >> Draw(2, parse_cards("KcJhJs"))
        >> Draw(3)
        >> BetTo(2, 4)
        >> Fold(3)
        << shown(2, "KcKd")
    )


def test_a_pot_that_was_won_without_an_opening_proves_nothing():
    hand = played(jackpots() >> Fold(1) >> Fold(2))
    assert not any(isinstance(event, ev.OpenersShown) for event in hand.events)


# ---- passed out ----------------------------------------------------------------------------------


def shares(amounts):
    return tuple(ev.Share(seat=seat, amount=amount) for seat, amount in amounts.items())


def pass_out(rules=JACKS, **options) -> Playbook:
    playbook = jackpots((TENS, ACE_HIGH, "Kc9d7h4s3h"), rules, **options)
    return playbook >> Check(1) >> Check(2) >> Check(3)


def test_a_deal_that_nobody_opens_is_carried_over():
    hand = played(pass_out() << ev.CarriedOver(shares=shares({1: 1, 2: 1, 3: 1})))
    assert hand.ended == ev.HandEnded(
        stacks=tuple(ev.SeatStack(seat=seat, stack=49) for seat in (1, 2, 3)),
        pots=(),
        rake=0,
        passed_out=True,
    )


def test_a_carry_grows_and_lost_parts_stay_in_it():
    carry = Carry(shares={1: 2, 2: 2, 3: 2}, forfeited=(2,), passed_out=2)
    assert pass_out(carry=carry) << ev.CarriedOver(
        shares=shares({1: 3, 2: 3, 3: 3}), forfeited=(2,)
    )


def test_antes_may_go_back_instead():
    rules = Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS, passout=Passout.RETURN)
    hand = played(
        pass_out(rules)
        << ev.BetReturned(seat=1, amount=1, ante=True)
        << ev.BetReturned(seat=2, amount=1, ante=True)
        << ev.BetReturned(seat=3, amount=1, ante=True)
    )
    assert hand.state.stacks == [50, 50, 50]
    assert hand.state.carried_over == 0


def test_nothing_is_raked_of_a_carry():
    rules = Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS, rake=Decimal("0.5"))
    hand = played(pass_out(rules))
    assert hand.ended is not None
    assert hand.ended.rake == 0
    assert hand.state.carried_over == 3


def first_deal(carry: Carry, **options) -> ev.HandStarted:
    rules = Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS, **options)
    return WatchedHand(rules, THREE, 3, carry=carry).started


def carried(deals: int) -> Carry:
    return Carry(shares={1: deals, 2: deals, 3: deals}, passed_out=deals)


@pytest.mark.parametrize(
    ("options", "takes"),
    [
        ({}, [True, True, True, False, False]),
        ({"passout_limit": 1}, [True, False, False, False, False]),
        ({"passout": Passout.REDEAL}, [True, False, False, False, False]),
        ({"passout": Passout.RETURN}, [True] * 5),
    ],
)
def test_antes_are_taken_until_so_many_deals_were_passed_out(options, takes):
    assert [first_deal(carried(deals), **options).takes_ante for deals in range(5)] == takes


def test_after_three_passed_out_deals_the_fourth_takes_no_ante():
    hand = WatchedHand(JACKS, THREE, 3, carry=carried(3))
    assert not any(isinstance(event, ev.AntePosted) for event in hand.events)
    assert hand.state.pot == 9


@pytest.mark.parametrize(
    ("deals", "openers"), [(0, "J"), (1, "Q"), (2, "K"), (3, "A"), (4, "A"), (9, "A")]
)
def test_in_a_progressive_game_the_openers_rise_with_each_passed_out_deal(deals, openers):
    assert openers_after(Openers.JACKS, deals) == openers
    assert first_deal(carried(deals), progressive=True).openers == openers
    assert first_deal(carried(deals)).openers == "J"


def test_progressive_openers_begin_where_the_table_says():
    assert openers_after(Openers.KINGS, 0) == "K"
    assert openers_after(Openers.KINGS, 1) == "A"


# ---- playing for a carry -------------------------------------------------------------------------


def test_a_carry_is_part_of_the_pot():
    """RULES 11.9: carry 3, antes 3, bets 12 make 18."""
    hand = played(
        jackpots(carry=carried(1))
        >> Check(1)
        >> BetTo(2, 4)
        >> Call(3)
        >> Call(1)
        >> Draw(1)
        >> Draw(2)
        >> Draw(3)
        >> Check(2)
        >> Check(3)
        >> Check(1)
        << ev.PotAwarded(seat=2, pot=0, amount=18)
    )
    assert hand.ended is not None


def test_a_contributor_without_chips_plays_for_what_he_has_matched():
    stacks = {1: 0, 2: 50, 3: 50}
    carry = Carry(shares={1: 3, 2: 5, 3: 5}, forfeited=(2,), passed_out=1)
    hand = played(
        jackpots((KINGS, TENS, "AcAd9s6h2d"), stacks=stacks, carry=carry)
        >> Check(2)
        >> BetTo(3, 2)
        >> Call(2)
        >> Draw(1)
        >> Draw(2)
        >> Draw(3)
        >> Check(3)
        >> Check(2)
    )
    assert hand.ended is not None
    # Three of each for all three, the lost part of two in full; the rest without seat 1.
    assert [(pot.amount, pot.contenders) for pot in hand.ended.pots] == [
        (3 + 3 + 3 + 2, (1, 2, 3)),
        (3 + 3 + 2 + 2, (2, 3)),
    ]
    assert hand.state.stacks == [11, 47, 57]


def test_a_player_without_chips_and_without_a_part_is_not_dealt_in():
    with pytest.raises(RulesetError, match="The stack of seat 1 is 0"):
        WatchedHand(JACKS, {1: 0, 2: 50, 3: 50}, 3, carry=Carry(shares={2: 1, 3: 1}, passed_out=1))


def test_nobody_has_a_part_who_is_not_dealt_in():
    with pytest.raises(RulesetError, match="Seat 4 has a part in the carry but is not dealt in"):
        WatchedHand(JACKS, THREE, 3, carry=Carry(shares={1: 1, 4: 1}, passed_out=1))
