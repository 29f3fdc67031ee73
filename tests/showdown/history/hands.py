"""
Invented hands in the words of PokerStars, and the folder with real ones where it is present.
"""

from pathlib import Path

import pytest

from showdown import FormatError
from showdown.history import HandRecord
from showdown.history.facts import Facts
from showdown.history.pokerstars import read_pokerstars

SHARED = Path(__file__).parents[4] / "shared" / "data" / "five_card_draw"
REAL = SHARED / "pokerstars"
OTHER_SITES = ("fulltilt", "ongame", "boss")
real = pytest.mark.skipif(not REAL.is_dir(), reason="the shared data is not here")

TWO_PAIR = """\
PokerStars Hand #7001:  5 Card Draw Limit ($0.10/$0.20 USD) - 2011/06/26 16:35:49 ET
Table 'Invented I' 6-max Seat #1 is the button
Seat 1: P1 ($5 in chips)
Seat 2: P2 ($4.50 in chips)
Seat 4: P3 ($6 in chips)
P2: posts small blind $0.05
P3: posts big blind $0.10
*** DEALING HANDS ***
Dealt to P1 [Ah Ad 9c 5s 2h]
P1: raises $0.10 to $0.20
P2: folds
P3: calls $0.10
P3: discards 1 card
P1: discards 3 cards [9c 5s 2h]
Dealt to P1 [Ah Ad] [Kc Kd 3s]
P3: checks
P1: bets $0.20
P3: calls $0.20
*** SHOW DOWN ***
P1: shows [Ah Ad Kc Kd 3s] (two pair, Aces and Kings)
P3: mucks hand
P1 collected $0.81 from pot
*** SUMMARY ***
Total pot $0.85 | Rake $0.04
Seat 1: P1 (button) showed [Ah Ad Kc Kd 3s] and won ($0.81) with two pair, Aces and Kings
Seat 2: P2 (small blind) folded before the Draw
Seat 4: P3 (big blind) mucked [Qh Qs 8d 8h 4c]
"""

WALK = """\
PokerStars Game #7002:  5 Card Draw No Limit ($0.05/$0.10 USD) - 2011/06/26 16:36:20 ET
Table 'Invented I' 6-max Seat #2 is the button
Seat 1: P1 ($5.41 in chips)
Seat 2: P2 ($4.45 in chips)
Seat 4: P3 ($5.60 in chips)
P3: posts small blind $0.05
P1: posts big blind $0.10
*** DEALING HANDS ***
Dealt to P1 [7h 5d 9c 5s 2h]
P2: folds
P3: folds
Uncalled bet ($0.05) returned to P1
P1 collected $0.10 from pot
P1: doesn't show hand
*** SUMMARY ***
Total pot $0.10 | Rake $0
Seat 1: P1 (big blind) collected ($0.10)
Seat 2: P2 (button) folded before the Draw (didn't bet)
Seat 4: P3 (small blind) folded before the Draw
"""

SIDE_POT = """\
PokerStars Hand #7003:  5 Card Draw No Limit ($1/$2 USD) - 2011/06/26 16:37:02 ET
Table 'Invented I' 6-max Seat #1 is the button
Seat 1: P1 ($200 in chips)
Seat 2: P2 ($40 in chips)
Seat 4: P3 ($120 in chips)
P2: posts small blind $1
P3: posts big blind $2
*** DEALING HANDS ***
Dealt to P1 [Kc Kd Ks 4h 7d]
P1: raises $4 to $6
P2: raises $34 to $40 and is all-in
P3: raises $80 to $120 and is all-in
P1: calls $114
P2: discards 1 card
P3: discards 3 cards
P1: discards 2 cards [4h 7d]
Dealt to P1 [Kc Kd Ks] [2s 9c]
*** SHOW DOWN ***
P3: shows [Ac Ad Qh 8s 6d] (a pair of Aces)
P1: shows [Kc Kd Ks 2s 9c] (three of a kind, Kings)
P1 collected $152 from side pot
P2: shows [5c 6c 7c 8c Jc] (a flush, Jack high)
P2 collected $114 from main pot
*** SUMMARY ***
Total pot $280 Main pot $114. Side pot $152. | Rake $14
Seat 1: P1 (button) showed [Kc Kd Ks 2s 9c] and won ($152) with three of a kind, Kings
Seat 2: P2 (small blind) showed [5c 6c 7c 8c Jc] and won ($114) with a flush, Jack high
Seat 4: P3 (big blind) showed [Ac Ad Qh 8s 6d] and lost with a pair of Aces
"""

UNLISTED = TWO_PAIR.replace("mucked [Qh Qs 8d 8h 4c]", "mucked")

INVENTED = {
    "two pair": TWO_PAIR,
    "walk": WALK,
    "side pot": SIDE_POT,
    "muck that is not listed": UNLISTED,
}


def facts_of(text: str | bytes) -> Facts:
    """What a text with one hand says."""
    (facts,) = read_pokerstars(text)
    assert isinstance(facts, Facts), facts
    return facts


def error_of(text: str | bytes) -> FormatError:
    """Why a text with one hand cannot be read."""
    (error,) = read_pokerstars(text)
    assert isinstance(error, FormatError), error
    return error


def record_of(hands) -> HandRecord:
    """The record among what a reader gives for one hand."""
    (record,) = hands
    assert isinstance(record, HandRecord), record
    return record


def real_texts() -> list[str]:
    """The real hands, one text each."""
    texts = []
    for file in sorted(REAL.glob("*.txt")):
        whole = file.read_text(encoding="utf-8")
        texts += ["PokerStars" + part for part in whole.split("PokerStars")[1:]]
    return texts


def real_files() -> list[Path]:
    """The files with real hands, of every site."""
    return sorted(
        file for folder in SHARED.iterdir() if folder.is_dir() for file in folder.iterdir()
    )
