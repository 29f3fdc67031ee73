"""A table as it lies before you: what stays, and what a lost connection does not take away."""

from client_cli.desk.sizes import sizes
from client_cli.link import Back, Lost
from showdown import parse_cards
from showdown.protocol import messages as msg
from showdown.protocol.session import Received
from showdown.rules.events import SeatStack
from showdown.rules.ruleset import AccountId, HandId, TableId
from showdown.rules.seen import HandEnded, HandShown, HandStarted, Player, PotAwarded
from showdown.rules.table_view import SeatView
from tests.client_cli.desk.moments import (
    HELD,
    RULES,
    TABLE,
    betting,
    desk_at,
    drawing,
    show,
    update,
    view,
)

OTHER = parse_cards("QsQd9h5h2c")

LOST = Lost("The connection was lost.", 1.0, again=False)


def test_a_half_typed_amount_outlives_a_lost_connection():
    desk = desk_at(request=betting())
    desk.draft.begin(sizes(desk.request, desk.view))
    desk.draft.type("6")
    desk.hear(LOST)
    desk.hear(Back())
    show(desk, view(), betting())
    assert (desk.draft.digits, desk.draft.amount) == ("6", 6)


def test_chosen_cards_outlive_a_lost_connection():
    desk = desk_at(request=drawing())
    desk.draft.toggle(2)
    desk.hear(LOST)
    desk.hear(Back())
    show(desk, view(), drawing())
    assert desk.draft.thrown == {2}


def test_what_was_prepared_is_for_its_own_turn_alone():
    desk = desk_at(request=betting())
    desk.draft.begin(sizes(desk.request, desk.view))
    show(desk, view(), betting(turn=4))
    assert desk.draft.sizing is None


def test_a_lost_connection_is_told_once_however_often_it_is_tried():
    desk = desk_at()
    desk.hear(LOST)
    desk.hear(LOST._replace(again=True))
    desk.hear(LOST._replace(again=True))
    assert sum("The connection was lost." in line.text for line in desk.lines) == 1


def test_who_has_lost_his_seat_meanwhile_is_told():
    desk = desk_at(request=betting())
    desk.hear(LOST)
    desk.hear(Back())
    limits = msg.Limits(max_frame=8192, heartbeat_s=15)
    desk.hear(
        Received(msg.Welcome(version="0", account=AccountId(1), name="Ada", chips=0, limits=limits))
    )
    assert desk.over
    assert not desk.needs_you
    assert desk.lines[-1].text.startswith("You have no seat at blue any more")


def test_what_is_about_another_table_is_not_taken():
    desk = desk_at()
    told = desk.told
    said = msg.Said(table=TableId("blue2"), name="Eve", text="hello")
    assert not desk.hear(Received(said))
    assert desk.told == told


def test_of_whom_one_wants_to_hear_nothing_nothing_is_heard():
    desk = desk_at()
    desk.ignored.add("eve")
    desk.hear(Received(msg.Said(table=TABLE, name="Eve", text="hello")))
    desk.hear(Received(msg.Said(table=TABLE, name="Bert", text="hello")))
    assert [line.text for line in desk.lines if "hello" in line.text] == [
        "Bert, looking on, says: hello"
    ]


def started(*stacks):
    """A hand begins with these stacks."""
    players = tuple(
        Player(seat=seat, name=f"P{seat}", stack=stack) for seat, stack in enumerate(stacks, 1)
    )
    return HandStarted(hand=HandId(7), ruleset=RULES, button=1, players=players)


def test_a_side_pot_is_told_apart_when_its_round_is_over():
    # Seat 3 is all in for 20; the others have 60 each in, and no bets lie before them now.
    seats = (
        SeatView(seat=1, name="Ada", stack=140, dealt_in=True),
        SeatView(seat=2, name="Bert", stack=140, dealt_in=True),
        SeatView(seat=3, name="Carl", stack=0, dealt_in=True),
    )
    desk = desk_at()
    update(desk, view(), view(seats=seats, pot=140, bet=0), started(200, 200, 20))
    assert [pot.amount for pot in desk.pots()] == [60, 80]


def test_pots_of_a_hand_whose_beginning_was_not_seen_are_not_guessed():
    assert desk_at().pots() == ()


def test_who_won_how_much_and_by_which_cards_stays_until_the_next_hand():
    desk = desk_at()
    before, after = view(), view(running=False, turn=None)
    shown = HandShown(seat=1, cards=HELD, category=1, name="pair of kings")
    beaten = HandShown(seat=2, cards=OTHER, category=1, name="pair of queens")
    ended = HandEnded(
        stacks=(SeatStack(seat=1, stack=215), SeatStack(seat=2, stack=185)), pots=(), rake=0
    )
    update(desk, before, before, started(200, 200))
    update(desk, before, after, shown, beaten, PotAwarded(seat=1, pot=0, amount=30), ended)
    assert desk.result.won == {1: 30}
    assert desk.result.net == {1: 15, 2: -15}
    assert desk.result.decides == {1: parse_cards("KsKd")}
    assert desk.verdict == ("Pot 30: you win with pair of kings.",)
    update(desk, after, view(), started(215, 185))
    assert desk.result is None
    assert desk.verdict == ()
