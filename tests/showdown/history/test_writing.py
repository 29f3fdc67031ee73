"""Which cards a text may name is decided by the one projection."""

from random import Random

from hypothesis import given
from msgspec.structs import replace

from showdown import Ruleset
from showdown.history.writing import Written, sight_of
from showdown.rules import events as ev
from showdown.rules.view import SPECTATOR, Viewer
from tests.showdown.chance import chance, hands
from tests.showdown.history.any_records import played_record
from tests.showdown.history.golden import golden_records


def test_a_text_is_a_text_and_knows_what_is_not_in_it():
    written = Written("a hand", (sentence for sentence in ("The clocks are left out.",)))
    assert written == "a hand"
    assert f"{written}" == "a hand"
    assert written.left_out == ("The clocks are left out.",)
    assert Written("a hand").left_out == ()


@hands
@given(chance)
def test_a_viewer_sees_his_own_cards_and_what_was_shown(rng):
    record = played_record(rng)
    seat = rng.choice(record.started.lineup).seat
    sight = sight_of(record, Viewer(hand_seat=seat))
    assert set(sight.dealt) == {seat}
    assert set(sight.discarded) | set(sight.drawn) <= {seat}
    assert sight.shown == {e.seat: e.cards for e in record.events if isinstance(e, ev.HandShown)}
    assert sight.mucked == {}
    assert not sight.whole


def test_a_spectator_sees_no_cards_but_those_that_were_shown():
    sight = sight_of(played_record(Random(5)), SPECTATOR)
    assert (sight.dealt, sight.discarded, sight.drawn, sight.mucked) == ({}, {}, {}, {})


def test_mucked_hands_are_for_those_whose_table_shows_them_in_its_history():
    records = (played_record(Random(seed), Ruleset(sb=1, bb=2)) for seed in range(100))
    record = next(
        each for each in records if any(isinstance(e, ev.HandMucked) for e in each.events)
    )
    mucked = {e.seat: e.cards for e in record.events if isinstance(e, ev.HandMucked)}
    seat = record.started.lineup[0].seat
    assert sight_of(record, Viewer(hand_seat=seat, sees_mucked=True)).mucked == mucked
    assert sight_of(record, None).mucked == mucked


def test_whoever_has_a_record_of_ours_sees_everything():
    record = played_record(Random(5))
    sight = sight_of(record, None)
    assert sight.whole
    assert len(sight.dealt) == len(record.started.lineup)


def test_of_an_imported_hand_only_the_real_cards_are_seen():
    record = golden_records()[-1]
    sight = sight_of(record, None)
    hero = record.claims.dealt[0]
    assert sight.dealt == {hero.seat: hero.cards}
    assert not sight.whole
    assert sight_of(record, SPECTATOR).dealt == {}
    assert sight_of(record, Viewer(hand_seat=hero.seat)).dealt == sight.dealt
    other = next(each.seat for each in record.players if each.seat != hero.seat)
    assert sight_of(record, Viewer(hand_seat=other)).dealt == {}
    assert sight_of(replace(record, claims=None), None).whole
