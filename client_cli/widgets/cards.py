"""
Cards as they lie on the table: large ones with a frame, small ones in a row.
"""

from collections.abc import Sequence
from typing import NamedTuple

from client_cli.presenter import Figures
from client_cli.widgets.canvas import Canvas
from showdown.rules.cards import Card

GAP = 1


class Size(NamedTuple):
    """Of a large card, with its frame."""

    width: int
    height: int


SMALL, MEDIUM, LARGE = Size(6, 3), Size(8, 5), Size(11, 7)


class Frame(NamedTuple):
    """The signs that a frame is drawn with."""

    corners: tuple[str, str, str, str]
    """Top left, top right, bottom left, bottom right."""
    across: str
    down: str


ROUND = Frame(("╭", "╮", "╰", "╯"), "─", "│")
PLAIN = Frame(("+", "+", "+", "+"), "-", "|")


def frame_of(figures: Figures) -> Frame:
    """A frame of signs that the terminal has."""
    return PLAIN if figures.ascii else ROUND


def draw_frame(
    canvas: Canvas, x: int, y: int, size: Size, frame: Frame, style: str, *, filled: bool = True
) -> None:
    """An empty box."""
    width, height = size
    left, right, low_left, low_right = frame.corners
    canvas.put(x, y, left + frame.across * (width - 2) + right, style)
    for row in range(y + 1, y + height - 1):
        canvas.put(x, row, frame.down, style)
        if filled:
            canvas.put(x + 1, row, " " * (width - 2), style)
        canvas.put(x + width - 1, row, frame.down, style)
    canvas.put(x, y + height - 1, low_left + frame.across * (width - 2) + low_right, style)


def suit_style(card: Card, *, chosen: bool = False) -> str:
    """The style of a card's sign; jokers have none of the suits."""
    if card.is_joker:
        return "card.chosen" if chosen else "joker"
    return f"suit.{card.suit}.chosen" if chosen else f"suit.{card.suit}"


def draw_large(
    canvas: Canvas,
    x: int,
    y: int,
    size: Size,
    cards: Sequence[Card],
    figures: Figures,
    chosen: Sequence[bool] = (),
) -> None:
    """A hand of large cards beside each other; those that are chosen look so."""
    for place, card in enumerate(cards):
        is_chosen = place < len(chosen) and chosen[place]
        style = suit_style(card, chosen=is_chosen)
        left = x + place * (size.width + GAP)
        draw_frame(canvas, left, y, size, frame_of(figures), style)
        text = figures.card(card)
        if size.height < MEDIUM.height:
            canvas.centre(left + 1, y + 1, size.width - 2, text, style)
        else:
            canvas.put(left + 2, y + 1, text, style)
            canvas.centre(left + 1, y + size.height // 2, size.width - 2, text[1:], style)
            canvas.put(left + size.width - 2 - len(text), y + size.height - 2, text, style)


def width_of(cards: int, size: Size) -> int:
    """How much room so many large cards take."""
    return cards * size.width + max(0, cards - 1) * GAP


def draw_small(
    canvas: Canvas,
    x: int,
    y: int,
    cards: Sequence[Card],
    figures: Figures,
    decides: Sequence[Card] = (),
) -> int:
    """
    A hand in a row, face up; cards by which it won stand in brackets.

    Returns:
        The column behind it.
    """
    for card in cards:
        marked = card in decides
        style = suit_style(card, chosen=marked)
        text = figures.card(card)
        x = canvas.put(x, y, f"[{text}]" if marked else f" {text} ", style)
    return x


def draw_backs(canvas: Canvas, x: int, y: int, count: int, figures: Figures) -> int:
    """So many cards face down."""
    back = "##" if figures.ascii else "░░"
    for _ in range(count):
        x = canvas.put(x, y, back, "card.back") + 1
    return x
