"""
Holding what an account received against what it may know.
"""

import json
from collections import Counter
from typing import Any, NamedTuple

from tests.end_to_end.no_peeking.searching import (
    DIGEST,
    WORDS,
    cards_spelt,
    hidden_in,
    strange_words,
    windows,
)
from tests.end_to_end.no_peeking.truth import FOR_EVER, HandTruth


class Heard(NamedTuple):
    """A frame that an account got."""

    account: int
    text: str
    known: dict[str, int]
    """The last event of each table that its connection had told it of before."""
    said: frozenset[str] = frozenset()
    """Cards that it named itself, which a refusal may name again."""


class Peek(AssertionError):
    """Somebody got what he may not see."""


class Judge:
    """Checks frames against the truth, one account after the other."""

    def __init__(self, hands: dict[int, HandTruth]) -> None:
        self._hands = hands
        self._keys = [truth.key for truth in hands.values() if truth.key]
        self._windows: dict[int, set[tuple[int, ...]]] = {}
        self._salts: dict[int, set[str]] = {}
        self.judged: Counter[str] = Counter()
        """How many frames of each kind there were."""

    def judge(self, heard: Heard) -> None:
        """
        Check one frame.

        Raises:
            Peek: it says more than its receiver may know.
        """
        frame = json.loads(heard.text)
        self.judged[kind_of(frame)] += 1
        hand, upto, later = place_of(frame, heard)
        truth = self._hands.get(hand) if hand is not None else None
        known = truth.known_to(heard.account, upto, later=later) if truth else set()
        known |= heard.said if "error" in frame else set()
        if not cards_spelt(heard.text) <= known:
            raise Peek(f"{cards_spelt(heard.text) - known} in {heard.text}")
        self._check_request(frame, heard, truth)
        unknown = without_shown(without_listed(frame, self._hands), truth)
        rest = json.dumps(unknown, ensure_ascii=False)
        if told := WORDS.findall(rest) + strange_words(rest):
            raise Peek(f"{told} in {rest}")
        if '"category"' in rest:
            raise Peek(f"the worth of a hand in {rest}")
        if salts := self._salts_hidden_from(heard.account) & set(DIGEST.findall(heard.text)):
            raise Peek(f"the salts {salts} of cards that are hidden in {heard.text}")
        if found := hidden_in(frame, self._hidden_from(heard.account), self._keys):
            raise Peek(f"{found} in {heard.text}")

    def _check_request(self, frame: Any, heard: Heard, truth: HandTruth | None) -> None:
        request = frame.get("request")
        if request is None:
            return
        if truth is None or truth.seats.get(heard.account) != request["seat"]:
            raise Peek(f"a request of another seat: {heard.text}")

    def _salts_hidden_from(self, account: int) -> set[str]:
        if account not in self._salts:
            hands = self._hands.values()
            self._salts[account] = set().union(*(truth.hidden_salts(account) for truth in hands))
        return self._salts[account]

    def _hidden_from(self, account: int) -> set[tuple[int, ...]]:
        if account not in self._windows:
            rows = (row for truth in self._hands.values() for row in truth.hidden_rows(account))
            self._windows[account] = windows(rows)
        return self._windows[account]


def kind_of(frame: Any) -> str:
    """What a frame is, for the count."""
    result = frame.get("result") or {}
    more = [name for name in ("request", "error") if name in frame]
    return " ".join([frame["type"], *more, str(result.get("type", ""))]).strip()


def place_of(frame: Any, heard: Heard) -> tuple[int | None, int, bool]:
    """Which hand a frame is about, after which event, and whether it looks back."""
    match frame["type"]:
        case "update":
            hand = frame.get("hand") or (int(frame["proof"]["hand"]) if "proof" in frame else None)
            return hand, frame["seq"] + len(frame["events"]) - 1, False
        case "snapshot":
            return frame["view"].get("hand"), frame["seq"], False
        case "reply" if (frame.get("result") or {}).get("type") == "hand":
            return frame["result"]["hand"], FOR_EVER, True
        case "reply" if "request" in frame:
            started = frame["request"]["history"][0]
            return started["hand"], max(heard.known.values(), default=0), False
    return None, 0, False


def without_listed(frame: Any, hands: dict[int, HandTruth]) -> Any:
    """A frame without the categories in a list of hands, as far as they were shown there."""
    result = frame.get("result") or {}
    if result.get("type") != "hands":
        return frame
    listed = [
        {name: each for name, each in row.items() if name != "category" or not is_worth(row, hands)}
        for row in result["hands"]
    ]
    return frame | {"result": result | {"hands": listed}}


def is_worth(row: Any, hands: dict[int, HandTruth]) -> bool:
    """Whether a hand of that category was shown in the hand that a list names."""
    return row["category"] in hands[row["hand"]].categories


def without_shown(value: Any, truth: HandTruth | None) -> Any:
    """A frame without the hands that were really shown, and their names."""
    if isinstance(value, list):
        return [without_shown(each, truth) for each in value if not is_shown(each, truth)]
    if isinstance(value, dict):
        return {
            key: without_shown(each, truth)
            for key, each in value.items()
            if not (key == "message" and value.get("code") == "not_qualified")
        }
    return value


def is_shown(value: Any, truth: HandTruth | None) -> bool:
    """Whether this is a hand that was shown, with the name that it deserves."""
    if not isinstance(value, dict) or value.get("type") != "hand_shown" or truth is None:
        return False
    return (value["seat"], tuple(value["cards"]), value["name"]) in truth.shown
