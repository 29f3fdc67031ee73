"""Keys at a table: what each is good for, and what comes of it."""

import pytest

from client_cli.desk.controls import Controls
from showdown.protocol import messages as msg
from showdown.rules.betting import Amounts
from showdown.rules.cards import parse_cards
from showdown.rules.events import TurnKind
from tests.client_cli.desk.moments import betting, desk_at, drawing, show, view


def press(controls, *keys):
    """Press keys; what the last one gives to be sent."""
    for key in keys:
        pressed = controls.press(key)
    return pressed.move


def labels(controls):
    return {choice.key: choice.label for choice in controls.choices()}


def at(request, table=None, **options):
    return Controls(desk_at(table, request), **options)


def test_keys_are_shown_with_what_they_cost():
    assert labels(at(betting())) == {
        "f": "fold", "c": "call 5", "r": "raise to 20-200", "a": "all-in 200",
    }  # fmt: skip


def test_folding_calling_and_checking_take_one_key():
    assert press(at(betting()), "f") == msg.Fold()
    assert press(at(betting()), "c") == msg.Call()
    free = betting(call=0, price=10)
    assert press(at(free), "c") == press(at(free), "k") == msg.Check()


def test_a_check_where_calling_costs_something_is_no_key():
    assert not at(betting()).press("k").known


def test_folding_for_free_is_asked_about():
    controls = at(betting(call=0, price=10))
    assert press(controls, "f") is None
    assert "Fold all the same" in controls.desk.draft.asked[0]
    assert press(controls, "n") is None
    assert press(controls, "f", "y") == msg.Fold()


def test_who_wants_no_questions_gets_none():
    assert press(at(betting(call=0, price=10), confirm=lambda: False), "f") == msg.Fold()
    assert press(at(betting(), confirm=lambda: False), "a") == msg.Raise(200)


def test_going_all_in_by_one_key_is_asked_about():
    controls = at(betting())
    assert press(controls, "a") is None
    assert press(controls, "enter") == msg.Raise(200)


def test_all_in_by_calling():
    assert press(at(betting(call=195, price=300, raises=None)), "a", "y") == msg.Call()


def test_an_amount_is_typed():
    assert press(at(betting()), "r", "6", "0", "enter") == msg.Raise(60)
    assert press(at(betting()), "4", "5", "enter") == msg.Raise(45)


def test_an_amount_is_corrected():
    assert press(at(betting()), "r", "6", "6", "backspace", "0", "enter") == msg.Raise(60)


def test_an_amount_is_moved_in_steps_of_a_big_blind_inside_the_limits():
    assert press(at(betting()), "r", "right", "right", "left", "enter") == msg.Raise(30)
    assert press(at(betting()), "r", "left", "enter") == msg.Raise(20)
    assert press(at(betting()), "r", "pageup", "pageup", "enter") == msg.Raise(200)


@pytest.mark.parametrize(("key", "to"), [("l", 20), ("h", 20), ("p", 30), ("a", 200)])
def test_sizes_of_the_pot(key, to):
    # Called, the pot is 20: a raise by all of it is to 30, by half of it to the minimum of 20.
    assert press(at(betting()), "r", key, "enter") == msg.Raise(to)


def test_without_a_bet_the_pot_is_bet():
    free = betting(call=0, price=0, pot=60, raises=Amounts(10, 190), stack=190)
    table = view(bet=0, own_bet=0, stack=190)
    assert press(at(free, table), "h", "enter") == msg.Bet(30)
    assert press(at(free, table), "p", "enter") == msg.Bet(60)


def test_an_amount_that_is_too_small_is_told_and_not_sent():
    controls = at(betting())
    assert press(controls, "r", "1", "2", "enter") is None
    assert "below the minimum of 20" in controls.desk.lines[-1].text
    assert press(controls, "0", "enter") == msg.Raise(120)


def test_escape_goes_back_to_what_can_be_done():
    controls = at(betting())
    assert press(controls, "r", "6", "escape") is None
    assert "f" in labels(controls)


def test_cards_are_thrown_by_their_numbers():
    assert press(at(drawing()), "3", "4", "5", "enter") == msg.Draw(parse_cards("9c5s2h"))
    assert press(at(drawing()), "3", "4", "3", "enter") == msg.Draw(parse_cards("5s"))


def test_cards_are_thrown_with_arrows_and_space():
    keys = ("right", "right", "space", "right", "right", "space", "enter")
    assert press(at(drawing()), *keys) == msg.Draw(parse_cards("9c2h"))
    assert press(at(drawing()), "left", "space", "enter") == msg.Draw(parse_cards("2h"))


def test_enter_alone_stands_pat():
    assert press(at(drawing()), "enter") == msg.Draw(())
    assert press(at(drawing()), "1", "2", "p", "enter") == msg.Draw(())


def test_more_cards_than_may_be_drawn_are_not_sent():
    controls = at(drawing(most=3))
    assert press(controls, "1", "3", "4", "5", "enter") is None
    assert "more than the 3" in controls.problem()
    assert press(controls, "1", "enter") == msg.Draw(parse_cards("9c5s2h"))


def test_a_fourth_card_goes_if_an_ace_stays():
    aces = parse_cards("As9d8c5s2h")
    assert press(at(drawing(most=4, keeps_ace=True, cards=aces)), "2", "3", "4", "5", "enter") == (
        msg.Draw(aces[1:])
    )
    controls = at(drawing(most=4, keeps_ace=True, cards=aces))
    assert press(controls, "1", "2", "3", "4", "enter") is None


def test_while_something_is_sent_nothing_else_is():
    controls = at(betting())
    controls.desk.sending = True
    assert not controls.press("c").known
    assert labels(controls) == {}


def test_an_enter_too_many_after_a_raise_does_not_stand_pat():
    controls = at(betting())
    assert press(controls, "r", "6", "0", "enter") == msg.Raise(60)
    show(controls.desk, view(kind=TurnKind.DRAW), drawing(turn=4))
    assert press(controls, "enter") is None
    assert controls.desk.draft.asked is not None
    assert press(controls, "n", "3", "enter") == msg.Draw(parse_cards("9c"))
