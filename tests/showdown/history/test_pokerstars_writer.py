import difflib
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

from showdown import Call, Draw, FormatError, RaiseTo, Ruleset, parse_cards
from showdown.errors import Unsayable
from showdown.history import HandRecord, check, from_pokerstars, results, to_pokerstars
from showdown.rules import events as ev
from showdown.rules import seen
from showdown.rules.ruleset import AnteType, Game, Openers, Second
from showdown.rules.view import SPECTATOR, Viewer, project_all
from showdown.rules.wild import Wild
from showdown.testing.decks import stacked_deck
from showdown.testing.generators import play_out
from showdown.testing.rulesets import plain_ruleset
from showdown.testing.watched import WatchedHand
from tests.showdown.chance import chance, hands
from tests.showdown.history.any_records import LIMITS, played_record, record_of_hand
from tests.showdown.history.golden import golden_records
from tests.showdown.history.grammar import NO_TWIN, TWINS, shapes
from tests.showdown.history.hands import REAL, SHARED, real, real_texts, record_of


def written(rng: Random) -> tuple[HandRecord, Viewer, str] | None:
    """A hand that PokerStars has words for, for whom, and in its words."""
    record = played_record(rng, plain_ruleset(rng))
    if rng.random() < 0.5:
        record = replace(record, scale=100, currency=rng.choice(("USD", "EUR")))
    seat = rng.choice((None, *(dealt.seat for dealt in record.started.lineup)))
    viewer = Viewer(hand_seat=seat, sees_mucked=rng.random() < 0.5)
    try:
        return record, viewer, to_pokerstars(record, viewer)
    except Unsayable:
        return None


# ---- as the client writes ------------------------------------------------------------------------


@pytest.mark.parametrize("record", golden_records(), ids=lambda record: str(record.hand))
def test_a_real_hand_is_the_same_record_when_it_is_read_again(record):
    assert record_of(from_pokerstars(to_pokerstars(record))) == record


@real
@pytest.mark.parametrize("text", real_texts())
def test_a_real_hand_is_written_line_by_line_as_it_was(text):
    beside = (" said, ", " joins the table", " leaves the table", ": sits out", " was removed from")
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    lines = [line for line in lines if not any(each in line for each in beside)]
    # The client has called a game a hand since 2011.
    lines[0] = lines[0].replace(" Game #", " Hand #")
    ours = to_pokerstars(record_of(from_pokerstars(text))).splitlines()
    assert list(difflib.unified_diff(lines, ours, lineterm="")) == []


@pytest.mark.soak(slice=75)
def test_every_line_has_a_twin_in_a_real_file(rounds):
    for rng in rounds:
        found = written(rng)
        if found is not None:
            unknown = set(shapes(found[2])) - TWINS - NO_TWIN
            assert not unknown, found[2]


@real
def test_the_twins_are_in_the_real_files():
    files = (*REAL.glob("*.txt"), *(SHARED.parent / "other_draw" / "pokerstars").glob("*.txt"))
    texts = [file.read_text(encoding="utf-8") for file in files]
    texts.append((SHARED.parent / "pots" / "hands.txt").read_text(encoding="utf-8"))
    there = {shape for text in texts for shape in shapes(text)}
    assert there >= TWINS
    assert not there & NO_TWIN


def test_side_pots_are_shown_and_paid_from_the_last_to_the_main_pot():
    rules = Ruleset(sb=1, bb=2, rake=Decimal("0.05"))
    hands_ = {
        1: parse_cards("KcKdKs4h7d"),
        2: parse_cards("5c6c7c8cJc"),
        4: parse_cards("AcAdQh8s6d"),
    }
    hand = WatchedHand(
        rules,
        {1: 200, 2: 40, 4: 120},
        button=1,
        deck=stacked_deck((2, 4, 1), hands_),
    )
    for action in (RaiseTo(1, 6), RaiseTo(2, 40), RaiseTo(4, 120), Call(1)):
        hand.act(action)
    for seat in (2, 4, 1):
        hand.act(Draw(seat))
    text = to_pokerstars(record_of_hand(hand.events), SPECTATOR)
    showdown = text.partition("*** SHOW DOWN ***\n")[2].partition("*** SUMMARY ***")[0]
    assert showdown.splitlines() == [
        "P4: shows [Ac Ad Qh 8s 6d] (a pair of Aces)",
        "P1: shows [Kc Kd Ks 4h 7d] (three of a kind, Kings)",
        "P1 collected 152 from side pot",
        "P2: shows [5c 6c 7c 8c Jc] (a flush, Jack high)",
        "P2 collected 114 from main pot",
    ]
    assert "Total pot 280 Main pot 114. Side pot 152. | Rake 14" in text


# ---- read again ----------------------------------------------------------------------------------


def without_losses(record: HandRecord, viewer: Viewer) -> list:
    """What a text keeps: what its reader saw, without the table's options, clocks and places."""
    posted = {event.seat for event in record.events if isinstance(event, ev.BlindPosted)}
    events = []
    for event in project_all(record.events, viewer):
        if isinstance(event, seen.HandStarted):
            # What an ante left nothing of is in no line.
            posts = tuple(post for post in event.posts if post.seat in posted)
            small = event.small_blind if event.small_blind in posted else None
            event = replace(event, ruleset=Ruleset(bb=1), posts=posts, small_blind=small)
        elif isinstance(event, seen.Turn):
            event = replace(event, base_ms=0, bank_ms=0, others=())
        elif isinstance(event, seen.HandShown):
            event = replace(event, cards=tuple(sorted(event.cards, key=lambda card: card.index)))
        events.append(event)
    return events


def check_round_trip(rng: Random) -> None:
    found = written(rng)
    if found is None:
        return
    record, viewer, text = found
    (read,) = from_pokerstars(text)
    if isinstance(read, FormatError):
        assert any(limit in read.sentence for limit in LIMITS), text
        return
    assert check(read).ok, check(read).sentence
    assert read.played == record.played
    assert (read.currency, read.scale) == (record.currency, record.scale)
    if record.ruleset.unit == 1:
        assert results(read) == results(record)
        public = Viewer(hand_seat=viewer.hand_seat)
        assert without_losses(read, public) == without_losses(record, public)


@hands
@given(chance)
def test_what_is_written_is_read_again_as_its_reader_saw_it(rng):
    check_round_trip(rng)


@pytest.mark.soak(slice=75)
def test_what_is_written_is_read_again_however_often(rounds):
    for rng in rounds:
        check_round_trip(rng)


# ---- what it leaves out and what it cannot say ---------------------------------------------------


def test_a_text_for_a_viewer_has_his_cards_and_nobody_elses():
    record = played_record(Random(3), Ruleset(sb=1, bb=2))
    (cards,) = (event for event in record.events if isinstance(event, ev.CardsDealt))
    own, *others = cards.hands
    text = to_pokerstars(record, Viewer(hand_seat=own.seat))
    (line,) = (
        line for line in text.splitlines() if line.startswith("Dealt to") and "] [" not in line
    )
    assert line == f"Dealt to P{own.seat} [{' '.join(map(str, own.cards))}]"
    assert "Dealt to" not in to_pokerstars(record)
    assert others


def test_a_late_post_that_hangs_on_a_small_blind_nobody_could_pay_is_refused_in_a_sentence():
    """A header of fixed-limit has no small blind: it is half a bet where no post says more."""

    def posting(small, post):
        rules = Ruleset(game=Game.FIXED_LIMIT, sb=small, bb=3)
        stacks = {1: 20, 2: 1, 3: 20, 4: 2}
        hand = WatchedHand(rules, stacks, button=1, posts=(post,))
        play_out(Random(1), hand)
        return record_of_hand(hand.events)

    for post in (ev.Post(seat=4, live=3, dead=3), ev.Post(seat=4, dead=3)):
        record = posting(3, post)
        with pytest.raises(Unsayable) as caught:
            to_pokerstars(record)
        assert "a dead small blind of which nobody posts the whole" in caught.value.sentence
    record = posting(1, ev.Post(seat=4, live=3, dead=1))
    assert results(record_of(from_pokerstars(to_pokerstars(record)))) == results(record)


def test_it_says_what_it_left_out():
    record = replace(played_record(Random(5), Ruleset(sb=1, bb=2)), played=None)
    told = " ".join(to_pokerstars(record).left_out)
    assert "the text says 1970" in told
    assert "Clocks and time banks" in told
    assert "played at showdown" in told


SAYABLE = Ruleset(sb=1, bb=2)


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (Ruleset(sb=1, bb=2, wild=Wild.DEUCES), "wild cards (deuces)"),
        (Ruleset(ante=1, min_bet=2, jacks=Openers.JACKS), "jackpots"),
        (
            Ruleset(sb=1, bb=2, game=Game.SPREAD_LIMIT, spread_min=2, spread_max=4),
            "spread-limit",
        ),
        (Ruleset(sb=1, bb=2, second=Second.OPENER), "a second round that the opener begins"),
        (Ruleset(sb=1, bb=2, ante=1, ante_type=AnteType.BIG_BLIND), "an ante that the big blind"),
        (Ruleset(sb=1, bb=2, min_bet=4), "a smallest bet above the big blind"),
    ],
)
def test_a_game_that_the_site_does_not_have_is_refused_in_a_sentence(rules, reason):
    with pytest.raises(Unsayable) as caught:
        to_pokerstars(played_record(Random(1), rules))
    assert caught.value.sentence.startswith(f"PokerStars text has no words for {reason}")


def _with_names(record, names):
    """The record with other names for the first players, as many as there are."""
    started = record.started
    lineup = tuple(
        replace(dealt, name=names[place] if place < len(names) else dealt.name)
        for place, dealt in enumerate(started.lineup)
    )
    return replace(record, events=(replace(started, lineup=lineup), *record.events[1:]))


def named(*names):
    return _with_names(played_record(Random(2), SAYABLE), names)


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (named("Ann", "Ann"), "2 players of the name 'Ann'"),
        (named("An\nn"), "a name of several lines"),
        (named("Ann "), "a name with blanks around it"),
        (named("Dealt to Ann"), "a name that begins as a line of the text does"),
        (replace(named(), currency="XTS", scale=100), "amounts of XTS in parts of 100"),
        (replace(named(), table=""), "a table of the name ''"),
        (
            replace(named(), events=(named().events[0], ev.HandAborted(stacks=(), reason="x"))),
            "a hand that was given up",
        ),
    ],
)
def test_a_record_that_no_text_can_hold_is_refused_in_a_sentence(record, reason):
    with pytest.raises(Unsayable) as caught:
        to_pokerstars(record)
    assert reason in caught.value.sentence


WORDS = (
    "Ann", "a", ": ", "folds", "[Ah]", "(button)", " collected $1 from pot", "Seat 1: ", " posts",
    "*** SUMMARY ***", ' said, "x"', " has timed out", " ($5 in chips)", "shows [Ah]", "Dealt to ",
    "Uncalled bet (", " (big blind)", " is sitting out", ": sits out", "PokerStars Hand #1: ", "'",
    "The deck is reshuffled",
)  # fmt: skip
"""What a name may borrow from the lines around it."""


@pytest.mark.soak(slice=75)
def test_a_name_that_plays_the_text_comes_back_or_is_refused(rounds):
    for rng in rounds:
        played = played_record(rng, SAYABLE)
        size = len(played.started.lineup)
        names = ["".join(rng.choices(WORDS, k=rng.randint(1, 3))).strip() for _ in range(size)]
        record = _with_names(played, names)
        try:
            text = to_pokerstars(record, Viewer(hand_seat=played.started.lineup[0].seat))
        except Unsayable:
            continue
        read = record_of(from_pokerstars(text))
        assert read.players == record.players
        assert results(read) == results(record)


def test_names_with_blanks_colons_and_brackets_come_back():
    record = named("Ann: folds", "[x] (button)", "a  b")
    read = record_of(from_pokerstars(to_pokerstars(record)))
    assert [player.name for player in read.players] == [player.name for player in record.players]
