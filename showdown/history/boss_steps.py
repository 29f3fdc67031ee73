"""
The ACTION elements of a Boss Media hand.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct

from showdown.history import facts
from showdown.history.facts import AnyStep, Payment
from showdown.history.money import Money
from showdown.history.tags import Element
from showdown.history.text import Piece
from showdown.rules.cards import HAND_SIZE, RANKS, Card
from showdown.rules.events import Move
from showdown.rules.ruleset import Chips, Seat


class Hand(Struct, frozen=True):
    """What reading an element needs to know of the hand."""

    money: Money
    names: Mapping[str, Seat]

    def seat(self, element: Element) -> Seat:
        """
        Where the player of an element sits.

        Raises:
            FormatError: nobody of this name plays.
        """
        name = element.get("PLAYER")
        if name.text not in self.names:
            known = ", ".join(self.names)
            raise name.wrong(f"{name.text!r} does not play in this hand; {known} do.", wanted=known)
        return self.names[name.text]


def read_steps(
    actions: Iterable[Element], hand: Hand
) -> tuple[tuple[AnyStep, ...], Mapping[Seat, bool]]:
    """
    The steps, and whose cards were dealt, face up or not.

    Raises:
        FormatError: an element says nothing that is known.
    """
    reader = _Reader(hand)
    steps = tuple(step for action in actions for step in reader.read(action))
    return steps, reader.face_up


_BACK = "b"
_SUITS = "dchs"


def read_cards(element: Element) -> tuple[Card, ...] | None:
    """
    The cards in an element; None if only their backs are there.

    Raises:
        FormatError: they are not five, or a number is not that of a card.
    """
    links = [card.get("LINK") for card in element.of("CARD")]
    if len(links) != HAND_SIZE or len(element.children) != HAND_SIZE:
        raise element.where.wrong(f"Here {HAND_SIZE} cards are wanted, not {len(links)}.")
    if all(link.text == _BACK for link in links):
        return None
    cards: list[Card] = []
    for link in links:
        card = read_card(link)
        if card in cards:
            raise link.wrong(f"{card} is there twice; a deck has each card once.")
        cards.append(card)
    return tuple(cards)


def read_card(link: Piece) -> Card:
    """
    A card by its number: thirteen of diamonds from the ace, then clubs, hearts, spades.

    >>> [str(read_card(Piece(number, 1))) for number in ("0", "12", "25", "26", "50")]
    ['Ad', 'Kd', 'Kc', 'Ah', 'Qs']
    """
    if not (link.text.isascii() and link.text.isdigit() and len(link.text) < 3):
        raise link.wrong(f"{link.text!r} is no card; cards are 0 to 51.", wanted="0 to 51")
    number = int(link.text)
    if number >= len(RANKS) * len(_SUITS):
        raise link.wrong(f"There is no card {number}; cards are 0 to 51.", wanted="0 to 51")
    suit, rank = divmod(number, len(RANKS))
    return Card(RANKS[rank - 1] + _SUITS[suit])


_BLINDS = {
    "HAND_SB": Payment.SMALL,
    "HAND_BB": Payment.BIG,
    "HAND_DS": Payment.SMALL,
    "HAND_AB": Payment.BOTH,
}


class _Reader:
    """Reads elements one after the other; it knows what seats have in for the round."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.price: Chips = 0
        self.cards: dict[Seat, tuple[Card, ...]] = {}
        self.face_up: dict[Seat, bool] = {}

    def read(self, action: Element) -> Iterator[AnyStep]:
        """What an element says."""
        kind = action.get("TYPE")
        read = _READERS.get(kind.text)
        if read is None:
            raise kind.wrong(
                f"{kind.text!r} is nothing that happens in five-card draw.",
                wanted=", ".join(_READERS),
            )
        yield from read(self, action)

    def post(self, action: Element) -> Iterator[AnyStep]:
        """A blind."""
        kind = action.get("KIND")
        if kind.text not in _BLINDS:
            known = ", ".join(_BLINDS)
            raise kind.wrong(f"{kind.text!r} is none of {known}.", wanted=known)
        yield self._paid(action, _BLINDS[kind.text])

    def ante(self, action: Element) -> Iterator[AnyStep]:
        """An ante."""
        yield self._paid(action, Payment.ANTE)

    def _paid(self, action: Element, kind: Payment) -> AnyStep:
        if self.face_up:
            raise action.where.wrong("Antes and blinds are posted before the deal, not after it.")
        amount = self.hand.money.read(action.get("VALUE"))
        if kind is Payment.BIG:
            self.price = max(self.price, amount)
        return facts.Paid(
            line=action.where.line, seat=self.hand.seat(action), kind=kind, amount=amount
        )

    def deal(self, action: Element) -> Iterator[AnyStep]:
        """Five cards for a seat, seen or not."""
        seat, cards = self.hand.seat(action), read_cards(action)
        if seat in self.face_up:
            raise action.where.wrong("This player was dealt his cards before.")
        self.face_up[seat] = cards is not None
        if cards is not None:
            self.cards[seat] = cards
            yield facts.Given(line=action.where.line, seat=seat, cards=cards)

    def board(self, action: Element) -> Iterator[AnyStep]:
        """The first betting round is over."""
        amount = self.hand.money.read(action.get("POT"))
        self.price = 0
        yield facts.Middle(line=action.where.line, seat=0, amount=amount)

    def change(self, action: Element) -> Iterator[AnyStep]:
        """A draw; whose cards are seen keeps what is in both hands."""
        seat, cards, count = self.hand.seat(action), read_cards(action), action.get("COUNT")
        if count.text not in ("0", "1", "2", "3", "4", "5"):
            raise count.wrong(f"{count.text!r} is not how many cards one changes.", wanted="0 to 5")
        changed = int(count.text)
        yield facts.Threw(line=action.where.line, seat=seat, count=changed)
        before = self.cards.get(seat)
        if cards is None or before is None:
            return
        new = tuple(card for card in cards if card not in before)
        if len(new) != changed:
            raise count.wrong(
                f"{changed} cards are changed, but {len(new)} of the hand are new.",
                wanted=str(len(new)),
            )
        kept = tuple(card for card in before if card in cards)
        yield facts.Drew(line=action.where.line, seat=seat, kept=kept, cards=new)

    def fold(self, action: Element) -> Iterator[AnyStep]:
        """A fold."""
        yield self._moved(action, Move.FOLD)

    def check(self, action: Element) -> Iterator[AnyStep]:
        """A check."""
        yield self._moved(action, Move.CHECK)

    def call(self, action: Element) -> Iterator[AnyStep]:
        """A call; the amount is the seat's total."""
        yield self._moved(action, Move.CALL, amount=None, to=self._value(action))

    def bet(self, action: Element) -> Iterator[AnyStep]:
        """A bet."""
        self.price = self._value(action)
        yield self._moved(action, Move.BET, amount=self.price)

    def raise_(self, action: Element) -> Iterator[AnyStep]:
        """A raise; the amount is the seat's total."""
        self.price = self._value(action)
        yield self._moved(action, Move.RAISE, amount=None, to=self.price)

    def all_in(self, action: Element) -> Iterator[AnyStep]:
        """All chips that a seat has left: a call, a bet or a raise, as the price is."""
        value = self._value(action)
        if value <= self.price:
            return self.call(action)
        return self.raise_(action) if self.price else self.bet(action)

    def _value(self, action: Element) -> Chips:
        return self.hand.money.read(action.get("VALUE"))

    def _moved(
        self, action: Element, move: Move, amount: Chips | None = 0, to: Chips = 0
    ) -> AnyStep:
        return facts.Moved(
            line=action.where.line,
            seat=self.hand.seat(action),
            move=move,
            amount=amount,
            to=to,
        )


_READERS: dict[str, Callable[[_Reader, Element], Iterator[AnyStep]]] = {
    "HAND_BLINDS": _Reader.post,
    "HAND_ANTE": _Reader.ante,
    "HAND_DEAL": _Reader.deal,
    "HAND_BOARD": _Reader.board,
    "CHANGECARD": _Reader.change,
    "ACTION_FOLD": _Reader.fold,
    "ACTION_CHECK": _Reader.check,
    "ACTION_CALL": _Reader.call,
    "ACTION_BET": _Reader.bet,
    "ACTION_RAISE": _Reader.raise_,
    "ACTION_ALLIN": _Reader.all_in,
}
