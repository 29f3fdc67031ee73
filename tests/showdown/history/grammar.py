"""
The lines of PokerStars texts with everything taken out that differs from hand to hand.
"""

import re
from collections.abc import Iterator

_PLACES = (
    (r"\[[^\]]*\d{4}/[^\]]*\]", "[time]"),
    (r"\[[2-9TJQKAcdhs ]+\]", "[cards]"),
    (r"\d{4}/\d\d?/\d\d? (?:- )?\d\d?:\d\d:\d\d \(?[A-Z]+\)?(?: \[time\])?", "time"),
    (r"(?:shows \[cards\]) \(.+\)", "shows [cards] (words)"),
    (r"(won \([^)]*\)|lost) with .+", r"\1 with words"),
    (r"[$€£₹]?\d+(?:\.\d\d)?", "1"),
    (r"1 cards?\b", "1 card"),
    (r"(?: \((?:button|small blind|big blind)\))+", " (roles)"),
    (r"(?: Side pot-1 1\.)+", " Side pot-1 1."),
    (r"(No Limit|Pot Limit|Limit) \(", "Limit ("),
    (r"PokerStars Game", "PokerStars Hand"),
    (r" [A-Z]{3}\) -", " USD) -"),
)

NO_TWIN = {
    # No hand in the data is for play chips, has a late post of both blinds, or throws all five.
    "PokerStars Hand #1:  1 Card Draw Limit (1/1) - time",
    "Table 'T' 1-max (Play Money) Seat #1 is the button",
    "P: posts small & big blinds 1",
    "P: posts small & big blinds 1 and is all-in",
    "Dealt to P [] [cards]",
    # The client lists what was mucked; a viewer who may not see it has a text without.
    "Seat 1: P (roles) mucked",
    "Seat 1: P mucked",
}
"""Shapes that no real hand in the data has."""

TWINS = frozenset(
    """\
*** DEALING HANDS ***
*** SHOW DOWN ***
*** SUMMARY ***
Dealt to P [cards]
Dealt to P [cards] [cards]
P collected 1 from main pot
P collected 1 from pot
P collected 1 from side pot
P collected 1 from side pot-1
P: bets 1
P: bets 1 and is all-in
P: calls 1
P: calls 1 and is all-in
P: checks
P: discards 1 card
P: discards 1 card [cards]
P: doesn't show hand
P: folds
P: mucks hand
P: posts big blind 1
P: posts big blind 1 and is all-in
P: posts small blind 1
P: posts small blind 1 and is all-in
P: posts the ante 1
P: posts the ante 1 and is all-in
P: raises 1 to 1
P: raises 1 to 1 and is all-in
P: shows [cards] (words)
P: stands pat
P: stands pat on [cards]
PokerStars Hand #1:  1 Card Draw Limit (1/1 USD) - time
Seat 1: P (1 in chips)
Seat 1: P (roles) collected (1)
Seat 1: P (roles) folded after the Draw
Seat 1: P (roles) folded before the Draw
Seat 1: P (roles) folded before the Draw (didn't bet)
Seat 1: P (roles) mucked [cards]
Seat 1: P (roles) showed [cards] and lost with words
Seat 1: P (roles) showed [cards] and won (1) with words
Seat 1: P collected (1)
Seat 1: P folded after the Draw
Seat 1: P folded before the Draw
Seat 1: P folded before the Draw (didn't bet)
Seat 1: P mucked [cards]
Seat 1: P showed [cards] and lost with words
Seat 1: P showed [cards] and won (1) with words
Table 'T' 1-max Seat #1 is the button
The deck is reshuffled
Total pot 1 Main pot 1. Side pot 1. | Rake 1
Total pot 1 Main pot 1. Side pot-1 1. | Rake 1
Total pot 1 | Rake 1
Uncalled bet (1) returned to P
""".splitlines()
)
"""Shapes of lines in real files."""


def shapes(text: str) -> Iterator[str]:
    """Each line of a text with hands, without names, amounts, cards and numbers."""
    names: list[str] = []
    for line in text.splitlines():
        title = re.fullmatch(r"Seat \d+: (.+) \(\S+ in chips\).*", line)
        if line.startswith("PokerStars"):
            names = []
        if title:
            names.append(title[1])
        shape = line.rstrip()
        for name in sorted(names, key=len, reverse=True):
            shape = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "P", shape)
        shape = re.sub(r"^Table '.*'", "Table 'T'", shape)
        for pattern, place in _PLACES:
            shape = re.sub(pattern, place, shape)
        yield shape
