"""A table as it lies before you: what stays, and what a lost connection does not take away."""

from client_cli.desk.sizes import sizes
from client_cli.link import Back, Lost
from showdown.protocol import messages as msg
from showdown.protocol.session import Received
from showdown.rules.ruleset import AccountId, TableId
from tests.client_cli.desk.moments import TABLE, betting, desk_at, drawing, show, view

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
