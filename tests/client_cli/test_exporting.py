"""A hand that is looked at, as a file in the formats that others read."""

import json
import tomllib
from datetime import UTC, datetime
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from client_cli.errors import UsageError
from client_cli.exporting import ENDINGS, export, written
from showdown import Ruleset
from showdown.history import HandRecord, from_json, from_phh, read_hands
from showdown.history.writers import FORMATS
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode_events
from showdown.rules.fairness.checking import check
from showdown.rules.fairness.record import Proof
from showdown.rules.proofs import proof_of
from showdown.rules.ruleset import HandId
from showdown.rules.view import Viewer, project_all
from tests.client_cli.texts import POKERSTARS
from tests.showdown.history.any_records import played_record
from tests.showdown.rules.proven_table import TABLE, ProvenTable

PLAYED = datetime(2026, 3, 1, 20, 15, tzinfo=UTC)


@pytest.fixture
def record():
    return played_record(Random(7), Ruleset(sb=5, bb=10))


def seen(record, seat):
    events = project_all(record.events, Viewer(hand_seat=seat))
    return msg.HandView(
        hand=record.hand,
        table=record.table,
        ended_at="2026-03-01T20:15:00Z",
        you=seat,
        events=encode_events(events),
    )


@pytest.fixture
def hand(record):
    return seen(record, record.started.lineup[0].seat)


@pytest.mark.parametrize("format", ["phh", "ohh", "pokerstars"])
def test_a_hand_of_the_server_is_written_with_the_cards_that_you_may_see(record, hand, format):
    viewer = Viewer(hand_seat=hand.you)
    assert written(hand, format) == FORMATS[format].write(record, viewer)


@pytest.fixture
def proven():
    """A record whose deal is proven."""
    table = ProvenTable(Random(8), players=4, ruleset=Ruleset(sb=1, bb=2), silent=0)
    return HandRecord(table=TABLE, played=PLAYED, events=tuple(table.play()))


@pytest.mark.parametrize("format", ["phh", "ohh"])
def test_the_proof_of_its_deal_goes_with_it_as_the_server_would_write_it(proven, format):
    viewer = Viewer(hand_seat=proven.started.lineup[0].seat)
    hand = replace(seen(proven, viewer.hand_seat), proof=proof_of(proven.events, viewer))
    text = written(hand, format)
    assert text == FORMATS[format].write(proven, viewer)
    assert check(proof_in(text)).is_random


def proof_in(text):
    """The proof that stands in a text of either format."""
    found = json.loads(text)["ohh"]["_showdown"] if text[0] == "{" else tomllib.loads(text)
    proof = msgspec.json.decode(found.get("proof") or found["_proof"])
    return msgspec.convert(proof, Proof, str_keys=True, strict=False)


def test_where_a_format_has_no_place_for_the_proof_that_is_said(proven, tmp_path):
    viewer = Viewer(hand_seat=proven.started.lineup[0].seat)
    hand = replace(seen(proven, viewer.hand_seat), proof=proof_of(proven.events, viewer))
    assert "The proof of the deal is left out; PHH, OHH and showdown hand --json have it." in (
        export(hand, "pokerstars", tmp_path).left_out
    )


def test_as_json_it_is_what_the_server_said(hand):
    assert json.loads(written(hand, "json"))["ended_at"] == hand.ended_at


def test_as_a_page_it_plays_in_a_browser(hand):
    assert written(hand, "html").startswith("<!DOCTYPE html>")


def test_a_hand_of_a_file_is_written_whole(record):
    assert list(from_phh(written(record, "phh"))) == [record]
    assert from_json(written(record, "json")) == record


def test_a_hand_of_another_site_is_written_with_the_cards_of_its_text():
    (imported,) = read_hands(POKERSTARS)
    assert isinstance(imported, HandRecord)
    assert "Dealt to Hero [6s Jh 7d 2h 3s]" in written(imported, "pokerstars")


@pytest.mark.parametrize("format", ENDINGS)
def test_each_export_is_a_file_of_its_own(hand, format, tmp_path):
    paths = [export(hand, format, tmp_path).path for _ in range(2)]
    assert [path.name for path in paths] == [
        f"hand-{hand.hand}{ENDINGS[format]}",
        f"hand-{hand.hand}-2{ENDINGS[format]}",
    ]
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_what_a_format_cannot_say_is_said(hand, tmp_path):
    assert "Cards that the viewer may not see are written as ??." in (
        export(hand, "phh", tmp_path).left_out
    )


def test_a_folder_that_is_not_there_is_one_sentence(hand, tmp_path):
    with pytest.raises(UsageError, match="cannot be written"):
        export(hand, "phh", tmp_path / "nowhere")


def test_a_number_is_all_that_a_name_is_made_of(record, tmp_path):
    hand = seen(record, None)
    assert export(hand, "json", tmp_path).path.parent == tmp_path
    assert hand.hand == HandId(record.hand)
