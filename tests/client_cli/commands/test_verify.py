from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from client_cli.seals import Seals, keep_evidence
from showdown import Ruleset
from showdown.history import HandRecord, to_json, to_ohh, to_phh
from showdown.protocol.contributing import DealRefused, Sealed
from showdown.rules.fairness.texts import to_text
from showdown.rules.proofs import HandProofs
from showdown.rules.ruleset import HandId
from showdown.rules.view import Viewer
from tests.showdown.rules.proven_table import TABLE, ProvenTable

OTHER = to_text(bytes([1] * 32))


@pytest.fixture(scope="module")
def proofs():
    """Proofs of one hand for each of its seats."""
    table = ProvenTable(Random(8), players=4, ruleset=Ruleset(sb=1, bb=2), silent=0)
    events = table.play()
    hand = HandProofs(events[0])
    hand.follow(events)
    return [hand.proof(Viewer(hand_seat=dealt.seat)) for dealt in events[0].lineup]


GOLDEN = Path(__file__).parents[2] / "golden"


def kept(folder, proof, name="proof.json"):
    file = folder / name
    file.write_bytes(msgspec.json.encode(proof))
    return file


def test_a_hand_that_was_dealt_as_promised_says_what_was_proven(showdown, proofs, tmp_path):
    ran = showdown("verify", kept(tmp_path, proofs[0]))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Hand 1 at proven: dealt as promised.\n")
    assert "Not proven: cards that you did not see" in ran.out


def test_all_records_of_a_hand_have_the_same_head(showdown, proofs, tmp_path):
    files = [kept(tmp_path, proof, f"{number}.json") for number, proof in enumerate(proofs)]
    ran = showdown("verify", *files, "--json")
    assert ran.code == 0
    assert len({each["findings"]["head"] for each in msgspec.json.decode(ran.out)}) == 1


def test_a_hand_as_the_server_prints_it_is_read_as_well(showdown, proofs, tmp_path):
    file = tmp_path / "hand.json"
    file.write_bytes(msgspec.json.encode({"type": "hand", "hand": 1, "proof": proofs[0]}))
    assert showdown("verify", file).code == 0


@pytest.mark.parametrize("write", [to_json, to_phh, to_ohh])
def test_hands_in_files_of_each_kind_have_their_proofs(showdown, tmp_path, write):
    table = ProvenTable(Random(8), players=4, ruleset=Ruleset(sb=1, bb=2), silent=0)
    record = HandRecord(table=TABLE, events=tuple(table.play()))
    file = tmp_path / "hands"
    whole = write is to_json
    text = (
        write(record) if whole else write(record, Viewer(hand_seat=record.started.lineup[0].seat))
    )
    file.write_text(text, "utf-8")
    ran = showdown("verify", file, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert len(msgspec.json.decode(ran.out)) == (len(record.started.lineup) if whole else 1)


def test_a_card_that_was_changed_is_named_and_the_code_is_one(showdown, proofs, tmp_path):
    proof = proofs[0]
    first, second, *others = proof.view.cards
    cards = (replace(first, salt=second.salt), second, *others)
    forged = replace(proof, view=replace(proof.view, cards=cards))
    ran = showdown("verify", kept(tmp_path, forged))
    assert ran.code == 1
    assert "NOT dealt as promised: deal: path does not lead to the root." in ran.out


def test_two_versions_of_one_hand_are_told_apart(showdown, proofs, tmp_path):
    looker = replace(proofs[1].view, seat=0, cards=(), nodes={}, receipts=(), discards=())
    other = replace(proofs[1], previous=OTHER, view=looker)
    files = [kept(tmp_path, proofs[0], "mine.json"), kept(tmp_path, other, "yours.json")]
    ran = showdown("verify", *files)
    assert ran.code == 1
    assert f"Hand 1: {files[0]} and {files[1]} were told different deals." in ran.out


def test_a_seal_that_is_not_the_one_we_opened_for_is_found(showdown, proofs, tmp_path, own_memory):
    Seals(own_memory).note(Sealed(TABLE, HandId(1), 0, OTHER, OTHER))
    ran = showdown("verify", kept(tmp_path, proofs[0]))
    assert ran.code == 1
    assert "the seal is not the one that you opened for" in ran.out


def test_a_hand_without_a_proof_says_so(showdown, tmp_path):
    file = tmp_path / "hand.json"
    file.write_text('{"type": "hand", "hand": 7}')
    ran = showdown("verify", file)
    assert ran.code == 1
    assert ran.err == f"{file} has no proof: that deal was not proven, or its key is gone.\n"


def test_hands_of_old_releases_say_that_they_have_no_proof(showdown, tmp_path):
    first = (GOLDEN / "pokerstars_five_card_draw.records.jsonl").read_text("utf-8").split("\n")[0]
    assert '"version":1' in first
    file = tmp_path / "old.jsonl"
    file.write_text(first, "utf-8")
    ran = showdown("verify", file)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == f"{file} has no proof: that deal was not proven, or its key is gone.\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty"),
        ("nonsense", "is neither PHH nor JSON, in which proofs of hands would be: line 1, "),
        ('{"root": 1, "lineup": 2}', "a proof that cannot be read"),
        ("7", "holds int; it should hold proofs of hands."),
    ],
)
def test_a_file_that_is_no_proof_is_refused_in_one_sentence(showdown, tmp_path, text, says):
    file = tmp_path / "odd.json"
    file.write_text(text)
    ran = showdown("verify", file)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("number", ["0", "9" * 30, "9" * 300, "9" * 5000])
def test_a_number_that_no_hand_has_is_one_sentence(showdown, number):
    ran = showdown("verify", number)
    assert ran.code == 2
    assert ran.err == f"showdown: {number} is neither a file nor the number of a hand.\n"


def test_a_sign_that_is_a_digit_elsewhere_is_the_name_of_a_file(showdown):
    ran = showdown("verify", "²")
    assert (ran.code, ran.err) == (2, "showdown: There is no file ².\n")


def test_evidence_against_a_server_can_be_verified_again(showdown, proofs, tmp_path):
    forged = replace(proofs[0], root=OTHER)
    file = keep_evidence(tmp_path, DealRefused("Hand 1 was not dealt fairly.", forged))
    ran = showdown("verify", file)
    assert ran.code == 1
    assert "NOT dealt as promised" in ran.out


def test_seals_are_kept_over_runs_and_the_file_is_begun_anew_when_it_is_large(
    own_memory, proofs, monkeypatch
):
    seals = Seals(own_memory)
    first, second = (Sealed(TABLE, HandId(1), part, OTHER, OTHER) for part in (0, 1))
    seals.note(first)
    monkeypatch.setattr("client_cli.seals.LARGEST", 10)
    seals.note(second)
    assert Seals(own_memory).of(proofs[0]) == (first, second)
