"""Records are small, and what was packed once can be read for ever."""

import hashlib
import zlib
from random import Random

import msgspec
import pytest

from server.storage import rows
from server.storage.packing import _TYPICAL, FORMS, pack, unpack
from server.storage.secrets import RECORD, Place, Vault
from showdown.rules.ruleset import HandId
from tests.server.storage.material import MAIN, ChanceTable
from tests.server.storage.test_rows import PLAYERS

VAULT = Vault({1: bytes(32)})


def records():
    table = ChanceTable(Random(3), PLAYERS)
    for _ in table.play(40):
        pass
    return table.finished


@pytest.mark.parametrize("text", [b"", b"[]", b"Ah" * 9_000, Random(1).randbytes(3_000)], ids=len)
def test_what_was_packed_is_unpacked(text):
    assert unpack(pack(text)) == text


def test_typical_hands_are_those_that_hands_were_packed_with():
    assert (
        hashlib.sha256(_TYPICAL).hexdigest()
        == "ff37b2ac5282e5d50ce93f9148f012515477eaec083019f7969eee243ee83e41"
    )


def test_the_form_that_is_written_now_has_its_readers():
    assert max(FORMS) == rows.VERSION


def test_a_hand_is_packed_into_a_tenth_of_its_size():
    for record in records():
        text = msgspec.json.encode(record.events)
        stored = rows.store(record.events, Place(MAIN, record.hand, RECORD), VAULT, pack)
        assert stored.secret is not None
        assert len(stored.public) < len(text) / 10
        assert len(stored.public) + len(stored.secret) < 1_000


@pytest.mark.parametrize("version", [1, 2])
def test_a_record_of_each_form_is_read(version):
    record = records()[0]
    place = Place(MAIN, HandId(1), RECORD)
    written = rows.store(record.events, place, VAULT, pack if version > 1 else bytes)
    if version == 1:
        written = written._replace(public=zlib.compress(written.public))
    assert rows.load(written, place, VAULT, FORMS[version]) == record.events


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_what_was_cut_is_damaged(cut):
    with pytest.raises(zlib.error):
        unpack(pack(msgspec.json.encode(records()[0].events))[:-cut])
