"""
A playbook plays what it says, shows where the hand went otherwise, and is never just thrown away.
"""

import pytest

from showdown import BetTo, Call, Check, Draw, Fold, Refusal, Ruleset, parse_cards
from showdown.rules.events import Acted, BetReturned, CardsDrawn, HandShown, Move, PotAwarded
from showdown.testing.playbook import Playbook

ANTES = Ruleset(ante=1, min_bet=2)
TWO = {1: 100, 2: 100}


def shove() -> Playbook:
    return Playbook(ANTES, TWO, button=2) >> BetTo(1, 10) >> Fold(2)


def test_what_happens_as_it_is_written_is_true():
    assert shove() << BetReturned(seat=1, amount=10) << PotAwarded(seat=1, pot=0, amount=2)


def test_kinds_that_are_not_named_are_not_looked_at():
    assert shove()
    assert shove() << PotAwarded(seat=1, pot=0, amount=2)


def difference(playbook: Playbook) -> list[str]:
    with pytest.raises(AssertionError) as failed:
        assert playbook
    first, *lines = str(failed.value).splitlines()
    assert first == "the hand went another way:"
    return lines


def test_another_amount_is_shown_beside_the_one_that_was_wanted():
    assert difference(shove() << PotAwarded(seat=1, pot=0, amount=3)) == [
        "  >> BetTo(seat=1, to=10)",
        "  >> Fold(seat=2)",
        "- << PotAwarded(seat=1, pot=0, amount=3)",
        "+ << PotAwarded(seat=1, pot=0, amount=2)",
    ]


def test_an_event_that_did_not_happen_is_shown():
    shown = HandShown(seat=1, cards=parse_cards("AcAdAhKsKd"))
    assert difference(shove() << shown) == [
        "  >> BetTo(seat=1, to=10)",
        "  >> Fold(seat=2)",
        f"- << {shown!r}",
    ]


def test_of_a_kind_that_is_named_every_event_must_be():
    playbook = shove() << Acted(seat=2, move=Move.FOLD)
    assert difference(playbook)[1].startswith("+ << Acted(seat=1, move=<Move.BET: 'bet'>")


def test_an_event_must_come_of_the_action_it_is_written_behind():
    playbook = Playbook(ANTES, TWO, button=2) >> BetTo(1, 10) << BetReturned(seat=1, amount=10)
    assert difference(playbook >> Fold(2)) == [
        "  >> BetTo(seat=1, to=10)",
        "- << BetReturned(seat=1, amount=10, ante=False)",
        "  >> Fold(seat=2)",
        "+ << BetReturned(seat=1, amount=10, ante=False)",
    ]


def test_a_refusal_must_be_named():
    playbook = Playbook(ANTES, TWO, button=2) >> Call(1)
    assert difference(playbook) == ["  >> Call(seat=1)", "+ << Refusal.ILLEGAL_ACTION"]
    assert playbook << Refusal.ILLEGAL_ACTION >> Check(1)


def test_a_refusal_that_is_named_must_come():
    playbook = Playbook(ANTES, TWO, button=2) >> Check(1) << Refusal.NOT_YOUR_TURN
    assert difference(playbook) == ["  >> Check(seat=1)", "- << Refusal.NOT_YOUR_TURN"]


def test_it_can_go_on_after_it_was_asserted():
    playbook = Playbook(ANTES, TWO, button=2, hands={1: "AcAdAhKsKd"}, stub="QcQd")
    assert playbook >> Check(1) >> Check(2)
    assert playbook >> Draw(1, parse_cards("KsKd")) << CardsDrawn(seat=1, cards=parse_cards("QcQd"))
    assert playbook.hand.state.cards[0] == parse_cards("AcAdAhQcQd")


@pytest.fixture
def complaints(monkeypatch):
    """What is raised where nobody can catch it."""
    found: list[str] = []
    monkeypatch.setattr("sys.unraisablehook", lambda raised: found.append(str(raised.exc_value)))
    return found


NEVER = "A playbook was never played: write `assert (Playbook(...) >> ... << ...)`."


def test_one_that_was_never_asserted_complains(complaints):
    shove()
    assert complaints == [NEVER]


def test_one_that_went_on_unasserted_complains(complaints):
    playbook = shove()
    assert playbook
    playbook <<= PotAwarded(seat=1, pot=0, amount=3)
    del playbook
    assert complaints == [NEVER]


def test_one_that_was_asserted_or_failed_does_not(complaints):
    playbook = shove()
    assert playbook
    failing = shove() << PotAwarded(seat=1, pot=0, amount=3)
    assert difference(failing)
    del playbook, failing
    assert complaints == []


def test_one_that_could_not_be_made_does_not_complain_too(complaints):
    with pytest.raises(ValueError, match="Seat 9 has a hand but is not dealt in"):
        Playbook(ANTES, TWO, button=2, hands={9: "AcAdAhKsKd"})
    assert complaints == []
