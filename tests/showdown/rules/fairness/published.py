"""Records of the published vectors, in our own form."""

import msgspec

from showdown.rules.fairness.record import Proof
from showdown.rules.fairness.texts import to_text


def _text(value):
    return to_text(bytes.fromhex(value))


def _listed(rows):
    return [
        [seat, _text(committed), _text(opening) if opening else None]
        for seat, committed, opening in rows
    ]


def _card(row):
    where, seat, leaf, card, *salts = row
    if where == "deal":
        return ["deal", seat, leaf, card, *map(_text, salts)]
    return ["pool", int(where.removeprefix("pool")), seat, leaf, card, *map(_text, salts)]


def _reshuffle(row):
    return {
        "part": row["q"],
        "drawer": row["drawer"],
        "size": row["size"],
        "pool_hash": _text(row["pool_hash"]),
        "arrangements": _text(row["arrangements"]),
        "contributors": _listed(row["contributors"]),
        "used": row["used"],
        "pool": [_text(each) for each in row["pool"]],
        "seeds": [_text(each) for each in row["seeds"]],
        "root": _text(row["root"]),
    }


def _view(row):
    nodes = {
        "0" if name == "deal_nodes" else name.removeprefix("pool").removesuffix("_nodes"): [
            _text(each) for each in row[name]
        ]
        for name in row
        if name.endswith("_nodes")
    }
    return {
        "seat": row["seat"],
        "cards": [_card(each) for each in row["cards"]],
        "nodes": nodes,
        "receipts": [[part, card, _text(salt)] for part, card, salt in row["receipts"]],
        "discards": row["own_discards"],
    }


def proof_of(record):
    return msgspec.convert(
        {
            "version": 1,
            "table": record["table"],
            "hand": record["hand"],
            "previous": _text(record["prev"]),
            "deck_size": record["cards_in_deck"],
            "lineup": record["lineup"],
            "contributors": _listed(record["contributors"]),
            "root": _text(record["root"]),
            "folded": record["folded"],
            "draws": record["draws"],
            "burn": record["burn"],
            "most": record["max_draw"],
            "reshuffles": [_reshuffle(each) for each in record["reshuffles"]],
            "view": _view(record["view"]),
        },
        Proof,
        str_keys=True,
    )
