"""The published vectors of the verifiable deal: bytes are in hex there."""

import json
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent.parent / "data" / "fairness_vectors.json"


@cache
def vectors():
    return json.loads(FILE.read_text("utf-8"))


def hands():
    return vectors()["hands"]


def raw(text):
    return bytes.fromhex(text)


def raws(texts):
    return [raw(text) for text in texts]
