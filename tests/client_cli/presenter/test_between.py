"""Debts and carries in sentences."""

import pytest
from msgspec.structs import replace

from client_cli.presenter import Figures, Presenter
from showdown import Pot, Ruleset, parse_cards
from showdown.rules import seen
from showdown.rules.events import SeatStack, Share
from showdown.rules.ruleset import CarryEntry, HandId, Openers
from showdown.rules.table_view import SeatView, TableView

BLINDS = Ruleset(sb=5, bb=10)
JACKPOTS = Ruleset(ante=1, min_bet=2, jacks=Openers.QUEENS)
MATCH = replace(JACKPOTS, carry_entry=CarryEntry.MATCH)
NAMES = {1: "Anna", 2: "Bert", 3: "Carl", 4: "Dora"}
SHARES = tuple(Share(seat=seat, amount=2) for seat in (1, 2, 3))


def table(ruleset=BLINDS, you=None, **of_four):
    """Anna, Bert, Carl and Dora, who is the last to have come."""
    seats = tuple(
        SeatView(seat=seat, name=name, stack=400, **(of_four if seat == 4 else {}))
        for seat, name in NAMES.items()
    )
    return TableView(ruleset=ruleset, seats=seats, you=you, hand=HandId(7))


def told(*events, view):
    return list(Presenter(Figures(), "blue").tell(view, events))


def a_hand_without_dora(ruleset=BLINDS, **options):
    players = tuple(seen.Player(seat=seat, name=NAMES[seat], stack=400) for seat in (1, 2, 3))
    return seen.HandStarted(hand=HandId(8), ruleset=ruleset, button=1, players=players, **options)


@pytest.mark.parametrize(
    ("event", "sentence", "to_you"),
    [
        (
            seen.PostAsked(seat=4),
            "Dora posts instead of waiting for the big blind.",
            "You post as soon as you may.",
        ),
        (
            seen.CarryMatched(seat=4, amount=6),
            "Dora pays 6, all antes so far, and plays for the pot.",
            "You pay 6, all antes so far, and play for the pot.",
        ),
        (
            seen.CarryForfeited(seat=4, amount=2),
            "Dora gives up 2 in the pot.",
            "You give up the 2 that you have in the pot.",
        ),
        (
            seen.CarryPaid(seat=4, amount=8),
            "Dora is the last to play for the pot and gets all of it, 8.",
            "You are the last to play for the pot and get all of it, 8.",
        ),
        (
            seen.OpenersShown(seat=4, cards=parse_cards("QhQd")),
            "Dora proves the openers: Q♥ Q♦.",
            "You prove your openers: Q♥ Q♦.",
        ),
    ],
)
def test_an_event_is_one_sentence_for_others_and_one_for_you(event, sentence, to_you):
    assert told(event, view=table()) == [sentence]
    assert told(event, view=table(you=4)) == [to_you]


def test_only_you_are_told_what_you_owe():
    owes = seen.DebtsChanged(seat=4, owes_bb=True, owes_sb=True)
    assert told(owes, view=table(you=1)) == []
    assert told(owes, view=table(you=4)) == ["You owe 15 for the blinds that have passed you."]
    assert told(seen.DebtsChanged(seat=4), view=table(you=4)) == []


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        (
            {"owes_bb": True},
            "You wait for the big blind; type post to pay 10 and play sooner.",
        ),
        (
            {"owes_bb": True, "owes_sb": True},
            "You wait for the big blind; type post to pay 15 and play sooner.",
        ),
        (
            {"owes_sb": True, "asks_to_post": True},
            "You cannot post here yet; you do in one of the next hands.",
        ),
    ],
)
def test_who_is_not_dealt_in_is_told_why_and_what_to_do(own, reason):
    assert told(a_hand_without_dora(), view=table(you=4, **own))[1:] == [reason]
    assert len(told(a_hand_without_dora(), view=table(you=1, **own))) == 1
    assert len(told(a_hand_without_dora(), view=table(you=4, sitting_out=True, **own))) == 1


@pytest.mark.parametrize(
    ("ruleset", "reason"),
    [
        (JACKPOTS, "You wait: only those play who have paid for what is carried in."),
        (
            MATCH,
            "You wait until the pot is won; type post to pay all antes so far and play for it.",
        ),
    ],
)
def test_a_carry_is_told_with_what_opens_and_why_you_do_not_play_for_it(ruleset, reason):
    started = a_hand_without_dora(
        ruleset, openers=Openers.KINGS, carried=SHARES, forfeited=(2,), takes_ante=False
    )
    assert told(started, view=table(ruleset, you=4))[1:] == [
        "Opening takes a pair of kings or better.",
        "8 are in the pot from before.",
        reason,
    ]


def test_a_deal_that_nobody_opens_says_what_stays():
    ended = seen.HandEnded(
        stacks=tuple(SeatStack(seat=seat, stack=398) for seat in (1, 2, 3)),
        pots=(Pot(0, ()),),
        rake=0,
        passed_out=True,
    )
    view = replace(table(JACKPOTS), pot=6, running=True)
    over, _ = told(seen.CarriedOver(shares=SHARES), ended, view=view)
    assert over == "Nobody opens; 6 stay for the next deal."


def test_who_has_chosen_in_a_draw_of_all_at_once_is_told_that_he_waits():
    chosen = seen.DrawChosen(seat=4, cards=parse_cards("2c3d"))
    assert told(chosen, view=table(you=4)) == [
        "You have chosen; the cards come as soon as everybody has."
    ]
