"""What happened, in sentences."""

import pytest
from msgspec.structs import replace

from client_cli.presenter import Figures, Presenter
from showdown import Category, Game, Pot, Ruleset, Wild, parse_cards
from showdown.rules import seen
from showdown.rules.events import BlindKind, Move, SeatStack, TurnKind
from showdown.rules.ruleset import HandId
from showdown.rules.table_view import SeatView, TableView

RULES = Ruleset(sb=5, bb=10)
NAMES = {1: "Anna", 2: "Bert", 3: "Carl", 4: "Dora"}


def table(you=None, **options):
    """Anna, Bert, Carl and Dora, each with 400; Anna has the button."""
    seats = tuple(SeatView(seat=seat, name=name, stack=400) for seat, name in NAMES.items())
    return TableView(ruleset=RULES, seats=seats, you=you, hand=HandId(7), button=1, **options)


def hand_view(you=None):
    """The same in a hand, all with five cards."""
    view = table(you, running=True)
    seats = tuple(
        SeatView(
            seat=each.seat,
            name=each.name,
            stack=400,
            dealt_in=True,
            count=5,
            cards=parse_cards("AsKd7c7h2s") if each.seat == you else None,
        )
        for each in view.seats
    )
    return TableView(ruleset=RULES, seats=seats, you=you, hand=HandId(7), button=1, running=True)


def told(*events, view=None, ascii=False):
    return list(Presenter(Figures(ascii=ascii), "blue").tell(view or hand_view(), events))


def acted(seat, move, **amounts):
    return seen.Acted(seat=seat, move=move, **amounts)


@pytest.mark.parametrize(
    ("event", "sentence", "to_you"),
    [
        (seen.AntePosted(seat=2, amount=1), "Bert posts an ante of 1.", "You post an ante of 1."),
        (
            seen.BlindPosted(seat=2, kind=BlindKind.SMALL, amount=5),
            "Bert posts the small blind of 5.",
            "You post the small blind of 5.",
        ),
        (
            seen.BlindPosted(seat=2, kind=BlindKind.BIG, amount=10),
            "Bert posts the big blind of 10.",
            "You post the big blind of 10.",
        ),
        (
            seen.BlindPosted(seat=2, kind=BlindKind.POST, amount=10, dead=5),
            "Bert posts 10, and 5 more that are dead.",
            "You post 10, and 5 more that are dead.",
        ),
        (acted(2, Move.FOLD), "Bert folds.", "You fold."),
        (acted(2, Move.CHECK), "Bert checks.", "You check."),
        (acted(2, Move.CALL, amount=20, to=30), "Bert calls 20.", "You call 20."),
        (acted(2, Move.BET, amount=30, to=30), "Bert bets 30.", "You bet 30."),
        (acted(2, Move.RAISE, amount=50, to=60), "Bert raises to 60.", "You raise to 60."),
        (
            acted(2, Move.RAISE, amount=400, to=400, all_in=True),
            "Bert raises to 400 and is all-in.",
            "You raise to 400 and are all-in.",
        ),
        (
            acted(2, Move.CALL, amount=400, to=400, all_in=True),
            "Bert calls 400 and is all-in.",
            "You call 400 and are all-in.",
        ),
        (
            acted(2, Move.CHECK, timed_out=True),
            "Time is up. Bert checks.",
            "Time is up. You check.",
        ),
        (
            seen.BetReturned(seat=2, amount=20),
            "Bert takes back 20 that nobody called.",
            "You take back 20 that nobody called.",
        ),
        (
            seen.BetReturned(seat=2, amount=2, ante=True),
            "Bert takes back 2 of the ante that nobody matched.",
            "You take back 2 of the ante that nobody matched.",
        ),
        (seen.Discarded(seat=2, count=0), "Bert stands pat.", "You stand pat."),
        (seen.HandMucked(seat=2), "Bert mucks.", "You muck your hand."),
        (
            seen.HandMucked(seat=2, cards=parse_cards("7c7d7hJsJd")),
            "Bert mucks 7♣ 7♦ 7♥ J♠ J♦: full house, sevens over jacks.",
            "You muck 7♣ 7♦ 7♥ J♠ J♦: full house, sevens over jacks.",
        ),
        (
            seen.Seated(seat=5, name="Eve", stack=400),
            "Eve sits down in seat 5 with 400.",
            "Eve sits down in seat 5 with 400.",
        ),
        (
            seen.Left(seat=2, stack=390),
            "Bert leaves the table with 390.",
            "You leave the table with 390.",
        ),
        (
            seen.LeaveAsked(seat=2),
            "Bert leaves when this hand is over.",
            "You leave when this hand is over.",
        ),
        (seen.StackChanged(seat=2, stack=800), "Bert has 800 now.", "You have 800 now."),
        (
            seen.SatOut(seat=2),
            "Bert sits out.",
            "You sit out; type in to be dealt in again.",
        ),
        (
            seen.SatIn(seat=2),
            "Bert is dealt in at the next hand.",
            "You are dealt in at the next hand.",
        ),
    ],
)
def test_an_event_is_one_sentence_for_others_and_one_for_you(event, sentence, to_you):
    assert told(event) == [sentence]
    assert told(event, view=hand_view(you=2)) == [to_you]


@pytest.mark.parametrize(
    "event",
    [
        seen.Hidden(),
        seen.ButtonMoved(button=1),
        seen.Turn(seat=2, turn=1, kind=TurnKind.BET, base_ms=20_000, bank_ms=60_000),
        seen.BankSpent(seat=2, bank_ms=50_000),
        seen.CardsDrawn(seat=2, count=3),
    ],
)
def test_what_says_nothing_to_others_is_not_told(event):
    assert told(event) == []


def test_the_beginning_of_a_hand_says_who_has_the_button_and_what_all_have():
    players = tuple(seen.Player(seat=s, name=NAMES[s], stack=100 * s) for s in (2, 3, 1))
    event = seen.HandStarted(hand=HandId(8), ruleset=RULES, button=1, players=players)
    assert told(event, view=table()) == [
        "Hand 8: Anna has the button. Anna 100, Bert 200, Carl 300."
    ]
    assert told(event, view=table(you=1)) == [
        "Hand 8: you have the button. you 100, Bert 200, Carl 300."
    ]


def test_your_cards_are_told_with_what_they_are_worth():
    hands = (
        seen.HandDealt(seat=1, count=5),
        seen.HandDealt(seat=2, count=5, cards=parse_cards("AsKd7c7h2s")),
    )
    dealt = seen.CardsDealt(hands=hands)
    assert told(dealt, view=table(you=2)) == ["You are dealt A♠ K♦ 7♣ 7♥ 2♠: pair of sevens."]
    assert told(dealt, view=table(you=2), ascii=True) == [
        "You are dealt As Kd 7c 7h 2s: pair of sevens."
    ]


def test_a_spectator_is_told_that_there_are_cards():
    dealt = seen.CardsDealt(hands=(seen.HandDealt(seat=1, count=5),))
    assert told(dealt) == ["Everybody has five cards."]


def test_your_draw_names_the_cards_and_the_hand_that_they_make():
    assert told(
        seen.Discarded(seat=2, count=2, cards=parse_cards("AsKd")),
        seen.CardsDrawn(seat=2, count=2, cards=parse_cards("7d2h")),
        view=hand_view(you=2),
    ) == [
        "You discard A♠ K♦.",
        "You drew 7♦ 2♥ and hold 7♣ 7♥ 2♠ 7♦ 2♥: full house, sevens over twos.",
    ]


@pytest.mark.parametrize(("count", "sentence"), [(1, "1 card"), (3, "3 cards")])
def test_of_others_draws_only_the_number_is_told(count, sentence):
    assert told(seen.Discarded(seat=3, count=count), seen.CardsDrawn(seat=3, count=count)) == [
        f"Carl draws {sentence}."
    ]


def test_a_timeout_at_the_draw_says_so():
    assert told(seen.Discarded(seat=3, count=0, timed_out=True)) == ["Time is up. Carl stands pat."]


def test_a_reshuffle_says_of_how_many_cards():
    (sentence,) = told(seen.Reshuffled(size=22))
    assert "22 discarded and folded cards" in sentence


def test_only_you_hear_of_your_time_bank():
    assert told(seen.BankSpent(seat=2, bank_ms=41_000), view=hand_view(you=2)) == [
        "You used your time bank; 41 s of it are left."
    ]


def shown(seat, cards):
    return seen.HandShown(seat=seat, cards=parse_cards(cards), category=0, name="")


def test_a_won_pot_says_with_what():
    assert told(
        shown(1, "7c7d7hJsJd"), seen.HandMucked(seat=2), seen.PotAwarded(seat=1, pot=0, amount=140)
    ) == [
        "Anna shows 7♣ 7♦ 7♥ J♠ J♦: full house, sevens over jacks.",
        "Bert mucks.",
        "Pot 140: Anna wins with full house, sevens over jacks.",
    ]


def test_a_pot_without_showdown_says_no_hand():
    assert told(seen.PotAwarded(seat=1, pot=0, amount=15)) == ["Pot 15: Anna wins."]
    assert told(seen.PotAwarded(seat=1, pot=0, amount=15), view=hand_view(you=1)) == [
        "Pot 15: you win."
    ]


def test_hands_of_the_same_name_are_told_apart():
    lines = told(
        shown(1, "AhAdKc5s3h"), shown(2, "AsAcKd5d2h"), seen.PotAwarded(seat=1, pot=0, amount=80)
    )
    assert lines == [
        "Anna shows A♥ A♦ K♣ 5♠ 3♥: pair of aces (K-5-3).",
        "Bert shows A♠ A♣ K♦ 5♦ 2♥: pair of aces (K-5-2).",
        "Pot 80: Anna wins with pair of aces (K-5-3).",
    ]


def test_side_pots_have_names_and_the_last_comes_first():
    lines = told(
        shown(1, "AhAdKc5s3h"),
        shown(2, "KsKcQd5d2h"),
        shown(3, "2s2c4d5c7h"),
        seen.PotAwarded(seat=3, pot=2, amount=20),
        seen.PotAwarded(seat=2, pot=1, amount=60),
        seen.PotAwarded(seat=1, pot=0, amount=90),
    )
    assert lines[3:] == [
        "Side pot 2, 20: Carl wins with pair of twos.",
        "Side pot 1, 60: Bert wins with pair of kings.",
        "Main pot 90: Anna wins with pair of aces.",
    ]


def test_a_split_pot_is_one_sentence_with_every_share():
    lines = told(
        shown(1, "Th9d8c7s6h"),
        shown(2, "Ts9c8d7d6c"),
        seen.PotAwarded(seat=2, pot=0, amount=36),
        seen.PotAwarded(seat=1, pot=0, amount=35),
        view=hand_view(you=1),
    )
    assert lines[2:] == ["Pot 71: Bert (36) and you (35) split it with straight, ten-high."]


def test_rake_is_told():
    assert told(seen.Raked(pot=0, amount=3)) == ["The house takes 3 of rake."]


def test_the_end_of_a_hand_says_what_all_have_and_what_it_changed():
    players = tuple(seen.Player(seat=s, name=NAMES[s], stack=400) for s in (2, 1))
    stacks = (SeatStack(seat=1, stack=470), SeatStack(seat=2, stack=330))
    lines = told(
        seen.HandStarted(hand=HandId(8), ruleset=RULES, button=1, players=players),
        seen.HandEnded(stacks=stacks, pots=(Pot(140, (1, 2)),), rake=0),
        view=table(you=2),
    )
    assert lines[-1] == "Hand 8 is over: Anna 470 (+70), you 330 (-70)."


def test_who_came_in_the_middle_of_a_hand_hears_what_all_have_at_its_end():
    stacks = (SeatStack(seat=2, stack=330), SeatStack(seat=1, stack=470))
    assert told(seen.HandEnded(stacks=stacks, pots=(), rake=0)) == [
        "Hand 7 is over: Anna 470, Bert 330."
    ]


def test_a_hand_that_is_given_up_says_why_and_that_nothing_is_lost():
    event = seen.HandAborted(
        stacks=(SeatStack(seat=1, stack=400),), reason="the journal cannot be replayed"
    )
    assert told(event) == [
        "Hand 7 is given up: the journal cannot be replayed. Every stack is as before it."
    ]


def broke(you=None):
    seats = (SeatView(seat=1, name="Anna", stack=0), SeatView(seat=2, name="Bert", stack=800))
    return TableView(ruleset=RULES, seats=seats, you=you)


def test_who_is_broke_learns_how_to_go_on():
    assert told(seen.SatOut(seat=1), view=broke(you=1)) == [
        "You have no chips left; type top 1000 to buy chips and then in, or q to leave."
    ]
    assert told(seen.SatOut(seat=1), view=broke()) == ["Anna has no chips left and sits out."]


def test_new_chips_while_sitting_out_say_what_is_still_to_do():
    view = TableView(
        ruleset=RULES,
        seats=(SeatView(seat=1, name="Anna", stack=0, sitting_out=True),),
        you=1,
    )
    assert told(seen.StackChanged(seat=1, stack=400), view=view) == [
        "You have 400 now; type in to be dealt in."
    ]


def test_a_player_without_a_name_is_called_by_his_seat():
    view = TableView(ruleset=RULES, seats=(SeatView(seat=3, name="", stack=5),))
    assert told(acted(3, Move.FOLD), view=view) == ["seat 3 folds."]


def test_money_is_written_with_its_sign_and_cents():
    presenter = Presenter(Figures(scale=100, sign="$"), "blue")
    assert list(presenter.tell(hand_view(), [acted(2, Move.BET, amount=5, to=105)])) == [
        "Bert bets $1.05."
    ]


@pytest.mark.parametrize(
    ("ruleset", "stakes"),
    [
        (Ruleset(sb=5, bb=10), "no-limit 5/10"),
        (Ruleset(game=Game.POT_LIMIT, sb=5, bb=10, ante=1), "pot-limit 5/10, ante 1"),
        (Ruleset(game=Game.FIXED_LIMIT, ante=2, min_bet=4), "fixed-limit, ante 2"),
    ],
)
def test_stakes_name_the_game_and_the_forced_bets(ruleset, stakes):
    assert Presenter(Figures(), "blue").stakes(ruleset) == stakes


def test_hands_are_called_what_they_are_worth_at_this_table():
    rules = Ruleset(sb=5, bb=10, wild=Wild.DEUCES)
    view = replace(hand_view(you=2), ruleset=rules)
    dealt = seen.HandDealt(seat=2, count=5, cards=parse_cards("AsKd7c7h2s"))
    assert told(seen.CardsDealt(hands=(dealt,)), view=view) == [
        "You are dealt A♠ K♦ 7♣ 7♥ 2♠: three of a kind, sevens."
    ]
    shown = seen.HandShown(
        seat=3, cards=parse_cards("2c2d9h9s4c"), category=Category.FOUR_OF_A_KIND, name=""
    )
    assert told(shown, view=view) == ["Carl shows 2♣ 2♦ 9♥ 9♠ 4♣: four of a kind, nines."]
