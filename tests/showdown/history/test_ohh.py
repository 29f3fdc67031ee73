import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown import FormatError
from showdown.history import HandRecord, check, from_ohh, read_hands, results, to_ohh
from showdown.rules import events as ev
from showdown.rules.view import SPECTATOR, Viewer
from showdown.testing.rulesets import plain_ruleset
from tests.showdown.chance import chance, hands
from tests.showdown.history.any_records import LIMITS, played_record
from tests.showdown.history.golden import golden_records
from tests.showdown.history.hands import record_of


def document(record: HandRecord, viewer: Viewer | None = None) -> dict:
    hand: dict = json.loads(to_ohh(record, viewer))["ohh"]
    return hand


def test_a_real_hand_in_the_words_of_the_format():
    hand = document(golden_records()[-1])
    assert (hand["game_type"], hand["bet_limit"]["bet_type"]) == ("Draw", "FL")
    assert (hand["small_blind_amount"], hand["big_blind_amount"]) == (15.0, 30.0)
    assert [each["street"] for each in hand["rounds"]] == ["Preflop", "Draw", "Showdown"]
    first = hand["rounds"][0]["actions"]
    assert [(each["action"], each["amount"]) for each in first] == [
        ("Post SB", 15.0),
        ("Post BB", 30.0),
        ("Dealt Cards", 0.0),
        ("Raise", 45.0),
        ("Call", 30.0),
    ]
    assert hand["pots"] == [
        {
            "number": 0,
            "amount": 480.0,
            "rake": 1.0,
            "player_wins": [{"player_id": 1, "win_amount": 479.0}],
        }
    ]


def test_a_draw_is_told_by_the_convention_of_this_house():
    draw = document(golden_records()[-1])["rounds"][1]["actions"][:3]
    assert [(each["action"], each.get("cards"), each.get("count")) for each in draw] == [
        ("Discards Cards", None, 3),
        ("Discards Cards", ["Jd", "7d", "5c"], 3),
        ("Dealt Cards", ["3s", "8s", "As"], None),
    ]


def test_the_amounts_of_a_hand_add_up_to_its_pots():
    """By the words of the format: what went in, less what nobody called, is in the pots."""
    for seed in range(60):
        record = played_record(Random(seed))
        hand = document(record)
        paid = sum(each["amount"] for part in hand["rounds"] for each in part["actions"])
        back = sum(e.amount for e in record.events if isinstance(e, ev.BetReturned))
        carried = sum(each.amount for each in record.started.carried)
        carried += sum(record.started.forfeited)
        if any(isinstance(event, ev.CarriedOver) for event in record.events):
            continue
        assert paid - back + carried == sum(pot["amount"] for pot in hand["pots"])
        for pot in hand["pots"]:
            won = sum(win["win_amount"] for win in pot["player_wins"])
            assert won == pot["amount"] - pot["rake"]


# ---- a text for one viewer -----------------------------------------------------------------------


def any_viewer(rng: Random, record: HandRecord) -> Viewer:
    seats = [dealt.seat for dealt in record.started.lineup]
    return rng.choice((SPECTATOR, *(Viewer(hand_seat=seat) for seat in seats)))


@hands
@given(chance)
def test_a_text_for_a_viewer_names_no_card_that_he_may_not_see(rng):
    record = played_record(rng)
    viewer = any_viewer(rng, record)
    hand = document(record, viewer)
    shown = {event.seat for event in record.events if isinstance(event, ev.HandShown)}
    for part in hand["rounds"]:
        for each in part["actions"]:
            seat = hand["players"][each["player_id"]]["seat"]
            if "cards" in each and seat != viewer.hand_seat:
                assert each["action"] == "Shows Cards"
                assert seat in shown
    assert not {"deck", "reshuffles", "discards", "order", "hand_key"} & set(hand["_showdown"])
    assert to_ohh(record, viewer).left_out


def test_the_viewer_is_the_hero_and_a_spectator_observes():
    record = played_record(Random(8))
    seat = record.started.lineup[1].seat
    assert document(record, Viewer(hand_seat=seat))["hero_player_id"] == 1
    assert document(record, SPECTATOR)["flags"] == ["Observed"]
    assert "hero_player_id" not in document(record)


@pytest.mark.soak(slice=75)
def test_a_text_for_a_viewer_replays_to_the_same_stacks(rounds):
    for rng in rounds:
        record = played_record(rng, plain_ruleset(rng))
        (read,) = from_ohh(to_ohh(record, any_viewer(rng, record)))
        if isinstance(read, FormatError):
            assert any(limit in read.sentence for limit in LIMITS)
            continue
        assert results(read) == results(record)
        assert check(read).ok, check(read).sentence


def foreign(record: HandRecord) -> dict:
    """As another program might have written it."""
    hand = document(record, SPECTATOR)
    del hand["_showdown"]
    return hand


def test_a_hand_of_another_program_is_played_by_the_rules():
    record = golden_records()[-1]
    read = record_of(from_ohh(json.dumps({"ohh": foreign(record)}, indent=1)))
    assert results(read) == results(record)
    assert (read.site, read.currency, read.scale) == ("PokerStars", "USD", 100)


# ---- files ---------------------------------------------------------------------------------------


def test_hands_are_kept_apart_by_empty_lines_and_may_have_lines_of_their_own():
    records = [played_record(Random(seed)) for seed in range(3)]
    first, second, third = (to_ohh(record) for record in records)
    pretty = json.dumps(json.loads(second), indent=2)
    text = f"\ufeff{first}\r\n\r\n{pretty}\n\n\n{third}"
    assert list(read_hands(text)) == records


def test_what_is_wrong_with_one_hand_spoils_no_other():
    records = [played_record(Random(seed)) for seed in range(4)]
    texts: list[str] = [to_ohh(record) for record in records]
    texts[1] = texts[1].replace('"players":[{', '"players":[{,')
    texts[2] = texts[2].replace('"seat":', '"seat":"', 1)
    first, second, third, fourth = from_ohh("\n".join(texts))
    assert (first, fourth) == (records[0], records[3])
    assert isinstance(second, FormatError)
    assert isinstance(third, FormatError)
    assert (second.line, third.line) == (3, 5)
    assert second.column > 100
    assert "This is not JSON" in second.sentence


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda hand: hand.update(game_type="Holdem"), "Only five-card draw ('Draw')"),
        (lambda hand: hand.update(game_number="x-1"), "The hand's number is 'x-1'"),
        (lambda hand: hand.update(start_date_utc="noon"), "'noon' is no point in time"),
        (lambda hand: hand["players"][0].update(id=1), "same number or seat"),
        (lambda hand: hand["players"][0].update(seat=77), "Seats are 1 to 10"),
        (lambda hand: hand["players"][0].update(starting_stack=0.001), "is not an amount"),
        (lambda hand: hand["pots"][0].update(amount=481), "The pot is 481.00 in the text"),
        (
            lambda hand: hand["pots"][0]["player_wins"][0].update(player_id=0),
            "The pots are paid otherwise",
        ),
        (lambda hand: hand["rounds"][0]["actions"][3].update(amount=99), "calls 99.00 in the text"),
        (lambda hand: hand["rounds"][0]["actions"][3].update(player_id=7), "no player 7"),
        (lambda hand: hand["rounds"][1]["actions"][3].update(action="Jumps"), "'Jumps' is no"),
        (lambda hand: hand["rounds"][2]["actions"][0].update(cards=["Ax"]), "'Ax' is not a card"),
        (lambda hand: hand["rounds"][2]["actions"][0].update(cards=["As", "As"]), "twice"),
        (lambda hand: hand.pop("rounds"), "missing required field `rounds`"),
    ],
)
def test_a_hand_of_another_program_that_cannot_be_is_an_error(change, sentence):
    hand = foreign(golden_records()[-1])
    change(hand)
    (error,) = from_ohh(json.dumps({"ohh": hand}))
    assert isinstance(error, FormatError)
    assert sentence in error.sentence


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda hand: hand.update(big_blind_amount=7), "big_blind_amount is not what follows"),
        (lambda hand: hand["_showdown"].update(version=2), "version 2 of our fields"),
        (lambda hand: hand["_showdown"].update(button="x"), "Expected `int`"),
        (lambda hand: hand["_showdown"]["rules"].update(cap=9), "cap is 9; it is 3 or 4"),
        (lambda hand: hand["_showdown"].update(deck=""), "nobody is asked for an action now"),
        (lambda hand: hand["_showdown"].update(deck="AhAh"), "an order of 2 cards"),
    ],
)
def test_a_whole_text_of_ours_that_was_changed_is_refused(change, sentence):
    hand = document(played_record(Random(11)))
    change(hand)
    (error,) = from_ohh(json.dumps({"ohh": hand}))
    assert isinstance(error, FormatError)
    assert sentence in error.sentence


@given(st.text().map(lambda text: '{"ohh":' + text))
def test_any_text_gives_records_or_errors(text):
    for found in from_ohh(text):
        assert isinstance(found, HandRecord | FormatError)


@pytest.mark.soak(slice=100)
def test_a_damaged_text_is_an_error_or_a_hand_that_holds(rounds):
    for rng in rounds:
        text = list(to_ohh(played_record(rng)))
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(text))
            text[place] = rng.choice(("", "9", "]", '"', "\n", " ", "A", ":", text[place] * 2))
        for found in from_ohh("".join(text)):
            assert isinstance(found, FormatError) or check(found).ok
