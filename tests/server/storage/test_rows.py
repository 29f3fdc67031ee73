"""Events in two parts: nothing secret in the public one, and together they are what they were."""

from random import Random

import msgspec
import pytest

from server.ports import Account, StorageError
from server.storage import rows
from server.storage.rows import Stored
from server.storage.secrets import Place, Vault
from showdown import parse_cards
from showdown.errors import CorruptHistory
from showdown.rules import events as ev
from showdown.rules.ruleset import AccountId, HandId
from tests.server.storage.material import BLINDS, MAIN, ChanceTable

VAULT = Vault({1: bytes(32)})
HERE = Place(MAIN, HandId(1), 1)
PLAYERS = [Account(account=AccountId(n), name=f"P{n}", chips=5_000) for n in range(2, 6)]
TAGS = {kind.__struct_config__.tag: set(names) for kind, names in rows.SECRET_AT_REST.items()}


def entries(seed):
    return ChanceTable(Random(seed), PLAYERS).play(6)


@pytest.mark.parametrize("seed", range(3))
def test_events_are_the_same_after_they_were_stored(seed):
    for entry in entries(seed):
        place = Place(MAIN, entry.hand or HandId(0), entry.seq)
        assert rows.load(rows.store(entry.events, place, VAULT), place, VAULT) == entry.events


@pytest.mark.parametrize("seed", range(3))
def test_the_public_part_is_the_events_without_their_secret_fields(seed):
    kinds = set()
    for entry in entries(seed):
        place = Place(MAIN, entry.hand or HandId(0), entry.seq)
        stored = rows.store(entry.events, place, VAULT)
        for public, event in zip(msgspec.json.decode(stored.public), entry.events, strict=True):
            whole = msgspec.json.decode(msgspec.json.encode(event))
            secret = TAGS.get(whole["type"], set())
            assert public == {name: whole[name] for name in whole if name not in secret}
            kinds.add(type(event))
    assert kinds >= {ev.HandStarted, ev.CardsDealt, ev.Discarded, ev.CardsDrawn, ev.HandShown}


def test_a_started_hand_stores_its_key_and_nothing_else_in_secret():
    started = next(entry for entry in entries(0) if entry.hand is not None)
    stored = rows.store(started.events, HERE, VAULT)
    assert stored.secret is not None
    key = next(e.hand_key for e in started.events if isinstance(e, ev.HandStarted))
    assert VAULT.open_hand_key(HERE, stored.secret) == key


def test_a_hand_whose_order_was_given_has_no_key_and_says_so():
    given = ev.HandStarted(hand=HandId(1), ruleset=BLINDS, button=1, lineup=())
    stored = rows.store((given,), HERE, VAULT)
    assert rows.load(stored, HERE, VAULT) == (given,)


def test_secrets_outside_a_hand_are_refused():
    thrown = ev.Discarded(seat=1, cards=parse_cards("2c 3d"))
    with pytest.raises(ValueError, match="belong to a hand"):
        rows.store((thrown,), None, VAULT)


def test_a_secret_that_was_removed_is_not_taken_for_an_empty_one():
    started = ev.HandStarted(
        hand=HandId(1), ruleset=BLINDS, button=1, lineup=(), hand_key=bytes(32)
    )
    stored = rows.store((started,), HERE, VAULT)
    with pytest.raises(CorruptHistory, match=r"^A stored hand_started is without its hand_key\.$"):
        rows.load(Stored(stored.public, None), HERE, VAULT)


def test_a_hand_that_the_first_form_showed_in_clear_is_read():
    shown = ev.HandShown(seat=1, cards=parse_cards("Ah Kd 2c 2d 9s"))
    clear = msgspec.json.encode([shown])
    assert rows.load(Stored(clear, None), HERE, VAULT) == (shown,)
    old = msgspec.to_builtins(shown)
    del old["rank"]
    assert rows.load(Stored(msgspec.json.encode([old]), None), HERE, VAULT) == (shown,)


def test_a_shown_hand_is_not_shown_to_whoever_reads_the_row():
    shown = ev.HandShown(seat=1, cards=parse_cards("Ah Kd 2c 2d 9s"))
    opened = ev.OpenersShown(seat=2, cards=parse_cards("Jh Jd"))
    stored = rows.store((shown, opened), HERE, VAULT)
    assert msgspec.json.decode(stored.public) == [
        {"type": "hand_shown", "seat": 1},
        {"type": "openers_shown", "seat": 2},
    ]
    assert rows.load(stored, HERE, VAULT) == (shown, opened)


@pytest.mark.parametrize(
    "public", [b"", b"[", b'[{"seat":1}]', b'[{"type":"dealt_twice"}]', b'[{"type":"acted"}]']
)
def test_what_is_not_events_is_corrupt(public):
    with pytest.raises(CorruptHistory):
        rows.load(Stored(public, None), None, VAULT)


def test_secrets_of_events_that_are_not_there_are_corrupt():
    thrown = ev.Discarded(seat=1, cards=parse_cards("2c 3d"))
    stored = rows.store((thrown,), HERE, VAULT)
    with pytest.raises(CorruptHistory):
        rows.load(Stored(b"[]", stored.secret), HERE, VAULT)


def test_a_later_form_is_refused_and_not_guessed():
    rows.check_version(rows.VERSION, "Hand 1")
    with pytest.raises(
        StorageError,
        match=r"^Hand 1 was stored by a newer Showdown \(form 5, this one reads 4\)\.$",
    ):
        rows.check_version(rows.VERSION + 1, "Hand 1")
