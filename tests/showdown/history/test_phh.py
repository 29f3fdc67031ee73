from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown import FormatError
from showdown.history import HandRecord, check, from_phh, read_hands, results, to_phh, to_phhs
from showdown.rules import events as ev
from showdown.rules.view import SPECTATOR, Viewer
from showdown.testing.rulesets import any_ruleset, plain_ruleset
from tests.showdown.chance import chance, hands
from tests.showdown.history.any_records import LIMITS, played_record
from tests.showdown.history.golden import golden_records
from tests.showdown.history.hands import record_of


def test_cards_that_were_made_up_are_unknown_to_other_programs():
    record = golden_records()[-1]
    text = to_phh(record)
    assert '"d dh p1 ??????????", "d dh p2 AdJd7dAh5c"' in text
    assert '"p1 sd ??????", "p2 sd Jd7d5c"' in text


def test_money_is_written_in_decimals_and_play_chips_in_whole_numbers():
    money, chips = golden_records()[0], played_record(Random(4))
    assert money.scale == 100
    assert "starting_stacks = [1.76, 4.00, 1.00, 1.53, 2.41]" in to_phh(money)
    stacks = [dealt.stack for dealt in chips.started.lineup]
    assert f"starting_stacks = {stacks}" in to_phh(chips)


def test_several_hands_are_one_file_and_what_is_wrong_with_one_spoils_no_other():
    records = [played_record(Random(seed)) for seed in range(4)]
    texts: list[str] = [to_phh(record) for record in records]
    texts[1] = texts[1].replace("variant", "variety", 1)
    texts[2] = texts[2].replace(" = [", " = {", 1)
    whole = "".join(to_phhs(texts))
    first, second, third, fourth = read_hands(whole)
    assert (first, fourth) == (records[0], records[3])
    assert isinstance(second, FormatError)
    assert "missing required field `variant`" in second.sentence
    assert isinstance(third, FormatError)
    assert third.sentence.startswith("This is not TOML")
    lines = whole.splitlines()
    assert lines[second.line - 1].startswith("variety")
    assert lines[third.line - 1].startswith("antes = {")


# ---- a text for one viewer -----------------------------------------------------------------------


def secrets_of(record: HandRecord, viewer: Viewer) -> set[str]:
    """Cards that the viewer never saw, as text."""
    seen = {
        card
        for event in record.events
        if isinstance(event, ev.HandShown | ev.OpenersShown)
        for card in event.cards
    }
    for event in record.events:
        if isinstance(event, ev.Discarded | ev.CardsDrawn) and event.seat == viewer.hand_seat:
            seen.update(event.cards)
        elif isinstance(event, ev.CardsDealt):
            seen.update(*(hand.cards for hand in event.hands if hand.seat == viewer.hand_seat))
    return {str(card) for card in record.ruleset.deck if card not in seen}


def any_viewer(rng: Random, record: HandRecord) -> Viewer:
    seats = [dealt.seat for dealt in record.started.lineup]
    return rng.choice((SPECTATOR, *(Viewer(hand_seat=seat) for seat in seats)))


@hands
@given(chance)
def test_a_text_for_a_viewer_names_no_card_that_he_may_not_see(rng):
    record = played_record(rng)
    viewer = any_viewer(rng, record)
    text = to_phh(record, viewer)
    actions = next(line for line in text.splitlines() if line.startswith("actions"))
    named = {word[n : n + 2] for word in actions.split() for n in range(0, 10, 2)}
    assert not named & secrets_of(record, viewer)
    for name in ("_deck", "_reshuffles", "_discards", "_order", "_hand_key", "_accounts"):
        assert f"\n{name} =" not in text
    assert to_phh(record, viewer).left_out


def check_that_a_viewers_text_replays(rng: Random) -> None:
    record = played_record(rng, plain_ruleset(rng))
    (read,) = from_phh(to_phh(record, any_viewer(rng, record)))
    if isinstance(read, FormatError):
        assert any(limit in read.sentence for limit in LIMITS)
        return
    assert results(read) == results(record)
    assert check(read).ok, check(read).sentence


@pytest.mark.soak(slice=75)
def test_a_text_for_a_viewer_replays_to_the_same_stacks(rounds):
    for rng in rounds:
        check_that_a_viewers_text_replays(rng)


def test_a_deal_with_wild_cards_is_read_from_a_whole_text_only():
    seeds = (Random(seed) for seed in range(1000))
    rng = next(rng for rng in seeds if any_ruleset(rng).wild != "none")
    rules = next(rules for rules in iter(lambda: any_ruleset(rng), None) if rules.wild != "none")
    (error,) = from_phh(to_phh(played_record(rng, rules), SPECTATOR))
    assert isinstance(error, FormatError)
    assert "only a whole one is read" in error.sentence


# ---- texts of other programs ---------------------------------------------------------------------

FOREIGN = """\
# Typed by hand.
variant = 'N5CD'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 100]
actions = [
    'd dh p1 ??????????', 'd dh p2 ??????????', 'd dh p3 AhAdKc7s2h',
    'p3 cbr 6', 'p1 f', 'p2 cc',   # a call
    'p2 sd ????', 'p3 sd Kc7s2h', 'd dh p2 ????', 'd dh p3 AcJhJd',
    'p2 cc', 'p3 cbr 10', 'p2 cc',
    'p3 sm AhAdAcJhJd', 'p2 sm',
]
players = ['Ann', 'Bob', 'Cid']
finishing_stacks = [199, 184, 117]
"""


def test_a_hand_of_another_program_is_played_by_the_rules():
    record = record_of(from_phh(FOREIGN))
    assert [(each.seat, each.net) for each in results(record)] == [(1, -1), (2, -16), (3, 17)]
    assert [player.name for player in record.players] == ["Ann", "Bob", "Cid"]
    assert check(record).ok
    assert record.claims.dealt[0].seat == 3


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "sentence"),
    [
        ("'N5CD'", "'NT'", 2, 1, "Only five-card draw"),
        ("[0, 0, 0]", "[0, 0]", 3, 1, "2 are listed here, but there are 3"),
        ("'p3 cbr 6'", "'p3 cbr six'", 9, 5, "'six' is not an amount"),
        ("'p1 f'", "'p1 allin'", 9, 17, "'p1 allin' is no action of five-card draw"),
        ("AhAdKc7s2h", "AhAdKc7s1h", 8, 49, "'1h' is not a card"),
        ("AhAdKc7s2h", "AhAdKc7sAh", 8, 49, "A card is twice"),
        ("[199, 184, 117]", "[199, 185, 116]", 15, 1, "Seat 2 ends with 185 in the text"),
        ("min_bet = 2", "min_bet = = 2", 5, 11, "This is not TOML: invalid value"),
        ("'p3 cbr 6'", "'p1 cbr 6'", 9, 1, "Ann raises to 6, but it is the turn of Cid"),
        ("'N5CD'", "7", 2, 1, "This is not a hand"),
        ("players", "hand = 'x'\nplayers", 14, 1, "The hand is called 'x'"),
    ],
)
def test_what_is_wrong_is_found_where_it_stands(old, new, line, column, sentence):
    assert old in FOREIGN
    (error,) = from_phh(FOREIGN.replace(old, new, 1))
    assert isinstance(error, FormatError)
    assert sentence in error.sentence
    assert (error.line, error.column) == (line, column)


def test_a_remark_an_empty_line_and_a_mark_change_nothing():
    record = record_of(from_phh(FOREIGN))
    assert record_of(from_phh("\ufeff\r\n" + FOREIGN.replace("\n", "\r\n"))) == record


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("finishing_stacks = [", "finishing_stacks = [1", "by the rules it is"),
        ("antes = [", "antes = [7", "by the rules it is"),
        ('"d dh p1 ', '"d dh p1 ????', "by the rules it is"),
        ("_showdown = 1", "_showdown = 2", "version 2 of our fields"),
        ("_rules = {", "_rules = {cap = 9, ", "cap is 9; it is 3 or 4"),
        ("_button = ", "_button = 'left' #", "Expected `int`"),
        ("\nhand = ", "\nhand = -", "A hand's number"),
    ],
)
def test_a_whole_text_of_ours_that_was_changed_is_refused(old, new, sentence):
    text = to_phh(played_record(Random(11)))
    assert old in text
    (error,) = from_phh(text.replace(old, new, 1))
    assert isinstance(error, FormatError)
    assert sentence in error.sentence


def test_a_seal_that_fits_spares_comparing_and_one_that_does_not_costs_it():
    record = played_record(Random(11))
    text = to_phh(record)
    lines = text.splitlines()
    assert lines[-1].startswith("_seal = ")
    for unsealed in (lines[:-1], [*lines[:-1], '_seal = "0"'], ["", *lines, "", ""]):
        assert record_of(from_phh("\r\n".join(unsealed))) == record


@given(st.text())
def test_any_text_gives_records_or_errors(text):
    for found in from_phh(text):
        assert isinstance(found, HandRecord | FormatError)


@pytest.mark.soak(slice=100)
def test_a_damaged_text_is_an_error_or_a_hand_that_holds(rounds):
    for rng in rounds:
        text = list(to_phh(played_record(rng)))
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(text))
            text[place] = rng.choice(("", "9", "]", '"', "\n", " ", "A", "=", text[place] * 2))
        for found in from_phh("".join(text)):
            assert isinstance(found, FormatError) or check(found).ok
