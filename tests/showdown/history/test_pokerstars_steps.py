"""
The lines of a PokerStars hand between the seats and the summary.
"""

import pytest

from showdown import FormatError, parse_cards
from showdown.history import facts
from showdown.history.facts import Payment
from showdown.history.lines import Context, read_cards
from showdown.history.money import Money
from showdown.history.pokerstars_steps import read_body
from showdown.history.text import Piece
from showdown.rules.events import Move

CONTEXT = Context(Money(sign="$", currency="USD"), {"P1": 1, "P1: x": 2, "P 3 [c]": 3})


def step(line: str):
    (found,) = read_body([Piece(line, 9)], CONTEXT).steps
    return found


def moved(seat: int, move: Move, **more) -> facts.Moved:
    return facts.Moved(line=9, seat=seat, move=move, **more)


LINES = {
    "P1: folds": moved(1, Move.FOLD),
    "P1: folds [Ah Kd]": moved(1, Move.FOLD, cards=parse_cards("AhKd")),
    "P1: checks": moved(1, Move.CHECK),
    "P1: x: checks": moved(2, Move.CHECK),
    "P1: calls $0.05": moved(1, Move.CALL, amount=5),
    "P1: calls $1 and is all-in": moved(1, Move.CALL, amount=100, all_in=True),
    "P1: bets $0.17 and is all-in": moved(1, Move.BET, amount=17, all_in=True),
    "P 3 [c]: raises $0.10 to $0.20": moved(3, Move.RAISE, amount=10, to=20),
    "P1: raises $3 to $4 and is all-in": moved(1, Move.RAISE, amount=300, to=400, all_in=True),
    "P1: posts the ante $0.01": facts.Paid(line=9, seat=1, kind=Payment.ANTE, amount=1),
    "P1: posts small blind $0.05": facts.Paid(line=9, seat=1, kind=Payment.SMALL, amount=5),
    "P1: posts big blind $1 and is all-in": facts.Paid(
        line=9, seat=1, kind=Payment.BIG, amount=100, all_in=True
    ),
    "P1: posts small & big blinds $0.15": facts.Paid(
        line=9, seat=1, kind=Payment.BOTH, amount=15
    ),
    "P1: discards 1 card": facts.Threw(line=9, seat=1, count=1),
    "P1: discards 2 cards [Tc Qd]": facts.Threw(
        line=9, seat=1, count=2, cards=parse_cards("TcQd")
    ),
    "P1: stands pat": facts.Threw(line=9, seat=1, count=0),
    "P1: stands pat on [2c 3c 4c 5c 7d]": facts.Threw(
        line=9, seat=1, count=0, kept=parse_cards("2c3c4c5c7d")
    ),
    "Dealt to P1 [Td Th 6h 4h 2s]": facts.Given(line=9, seat=1, cards=parse_cards("TdTh6h4h2s")),
    "Dealt to P 3 [c] [Td Th] [6h 4h 2s]": facts.Drew(
        line=9, seat=3, kept=parse_cards("TdTh"), cards=parse_cards("6h4h2s")
    ),
    "Dealt to P1 [] [Td Th 6h 4h 2s]": facts.Drew(
        line=9, seat=1, kept=(), cards=parse_cards("TdTh6h4h2s")
    ),
    "The deck is reshuffled": facts.Shuffled(line=9, seat=0),
    "Uncalled bet ($0.20) returned to P 3 [c]": facts.Returned(line=9, seat=3, amount=20),
    "P1: shows [Td Th 6h 4h Ks] (a pair of Tens)": facts.Showed(
        line=9, seat=1, cards=parse_cards("TdTh6h4hKs"), name="a pair of Tens"
    ),
    "P1: shows [Td]": facts.Showed(line=9, seat=1, cards=parse_cards("Td")),
    "P1: mucks hand": facts.Mucked(line=9, seat=1),
    "P1 collected $0.43 from pot": facts.Collected(line=9, seat=1, pot=0, amount=43),
    "P1: x collected $5 from main pot": facts.Collected(line=9, seat=2, pot=0, amount=500),
    "P1 collected $0.43 from side pot": facts.Collected(line=9, seat=1, pot=1, amount=43),
    "P 3 [c] collected $5 from side pot-2": facts.Collected(line=9, seat=3, pot=2, amount=500),
}  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_every_form_of_line_is_read(line):
    assert step(line) == LINES[line]


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("P1: calls 0.05", 11),
        ("P1: x: calls 0.05", 14),
        ("P1: calls $0.05 and is all in", 5),
        ("P1: discards 0 cards", 5),
        ("P1: discards 2 cards [Tc]", 23),
        ("P1: shows [Td Xh]", 15),
        ("P1: shows [2c 3c 4c 5c 6c 7c]", 12),
        ("P2: folds", 1),
        ("Dealt to P1 Td Th", 10),
        ("Dealt to P1 [Td Th", 12),
        ("Dealt to P2 [Td Th]", 10),
        ("P2 collected $1 from pot", 1),
        ("P1 collected 1 from pot", 14),
        ("Uncalled bet ($1) returned to P2", 31),
        ("*** HOLE CARDS ***", 5),
        ("", 1),
    ],
)
def test_a_line_that_says_nothing_known_is_an_error_where_it_begins_to_be_wrong(line, column):
    with pytest.raises(FormatError) as raised:
        step(line)
    assert (raised.value.line, raised.value.column) == (9, column)


def test_chat_can_say_what_it_likes():
    chat = [
        'P1 said, "P1: folds"',
        'P1: x said, "P1 collected $1 from pot"',
        'anybody said, "Dealt to P1 [Ah Ad Ac As Kd]"',
        'P1 said, ""',
    ]
    assert read_body([Piece(line, 9) for line in chat], CONTEXT).steps == ()


def test_blinds_come_before_the_deal():
    lines = [Piece("*** DEALING HANDS ***", 8), Piece("P1: posts big blind $1", 9)]
    with pytest.raises(FormatError, match="before the deal"):
        read_body(lines, CONTEXT)


@pytest.mark.parametrize("text", ["", "   "])
def test_no_cards_are_cards_too(text):
    assert read_cards(Piece(text, 1)) == ()
