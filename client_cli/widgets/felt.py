"""
The table: seats around it, the pot in its middle, your cards below.
"""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from client_cli.desk.table import TableDesk
from client_cli.presenter import words
from client_cli.presenter.picture import moment_of, stakes
from client_cli.widgets.canvas import Canvas
from client_cli.widgets.cards import (
    LARGE,
    MEDIUM,
    SMALL,
    Size,
    draw_backs,
    draw_frame,
    draw_large,
    draw_small,
    frame_of,
    width_of,
)
from client_cli.widgets.looks import Look, looks, pots
from client_cli.widgets.painted import Painted
from client_cli.widgets.places import Box, Ring, Slot, around, in_columns, rows_of
from client_cli.widgets.rows import Row, cut
from client_cli.widgets.story import wrapped

BLOCK = 3
"""Rows of a seat where there is little room."""
ROOMY = (78, 26)
"""From so many columns and rows on, seats have boxes and stand around an oval."""
BOXES = ((130, (30, 5)), (100, (26, 5)), (0, (22, 5)))
"""How large they are from how many columns on."""
MARKS = 1
"""Rows below your cards."""


class Felt(Painted):
    """Draws the table as it lies before you."""

    def __init__(self, desk: TableDesk) -> None:
        super().__init__(id="felt")
        self._desk = desk

    def rows(self, width: int, height: int) -> Sequence[Row]:
        """The whole table."""
        return tuple(draw_table(self._desk, width, height).rows())

    @staticmethod
    def rows_wanted(seats: int, you: bool) -> int:
        """How many rows it takes where there is little room."""
        others = seats - you
        return BLOCK * rows_of(others) + (SMALL.height + MARKS if you else 1)


def draw_table(desk: TableDesk, width: int, height: int) -> Canvas:
    """The table on a canvas of this size."""
    canvas = Canvas(width, height)
    view = desk.view
    if view is None:
        return canvas
    seen = looks(desk)
    sits = view.you is not None
    others = seen[1:] if sits else seen
    roomy = width >= ROOMY[0] and height >= ROOMY[1]
    size = _card_size(width, height) if roomy else SMALL
    box_size = next(size for least, size in BOXES if width >= least)
    below = size.height + MARKS if sits else 1
    room = height - below
    ring = (
        around(len(others), width, room - 1, box_size)
        if roomy
        else in_columns(len(others), width, room, BLOCK)
    )
    if roomy:
        _draw_oval(canvas, width, room - 1, desk, box_size)
    for look, box, slot in zip(others, ring.seats, ring.slots, strict=True):
        (_draw_box if roomy else _draw_block)(canvas, box, look, desk, slot)
    _draw_middle(canvas, ring, desk)
    if sits:
        _draw_own(canvas, Box(0, room, width, below), seen[0], desk, size)
    else:
        canvas.centre(0, height - 1, width, str(words.YOU_LOOK_ON), "quiet")
    return canvas


def _card_size(width: int, height: int) -> Size:
    return LARGE if width >= 130 and height >= 40 else MEDIUM


def _draw_oval(
    canvas: Canvas, width: int, height: int, desk: TableDesk, box: tuple[int, int]
) -> None:
    """The edge of the table, through the middle of the boxes that will cover it."""
    wide, high = box
    size = Size(width - wide, height - high)
    draw_frame(canvas, wide // 2, high // 2, size, frame_of(desk.figures), "line", filled=False)


# A seat.


def _name(look: Look) -> str:
    return words.SEAT_LABEL.format(seat=look.seat, name=look.name)


def _style(look: Look) -> str:
    if look.won:
        return "good"
    if look.turn:
        return "you"
    return "quiet" if look.folded or not look.name else ""


def _free(look: Look) -> str:
    return words.FREE_SEAT.format(seat=look.seat)


def _draw_block(canvas: Canvas, box: Box, look: Look, desk: TableDesk, _: Slot) -> None:
    """A seat in three rows."""
    x, y, width, _height = box
    if not look.name:
        canvas.put(x + 2, y, _free(look), "quiet", most=width - 2)
        if look.button:
            canvas.put(x + width - 4, y, words.BUTTON_MARK, "key")
        return
    mark = ">" if look.turn else " "
    room = width - 2 - (4 if look.button else 0)
    end = canvas.put(x, y, f"{mark} ", "you")
    end = canvas.put(end, y, _name(look), _style(look), most=room - 1)
    if look.button:
        canvas.put(end + 1, y, words.BUTTON_MARK, "key")
    end = canvas.put(x + 2, y + 1, look.stack, "chips", most=width - 2)
    told = look.won or look.bet
    canvas.put(end + 2, y + 1, told, "good" if look.won else "warm", most=x + width - end - 3)
    end = _draw_held(canvas, x + 2, y + 2, look, desk)
    canvas.put(end, y + 2, ", ".join(look.notes), "quiet", most=x + width - end - 1)


def _draw_held(canvas: Canvas, x: int, y: int, look: Look, desk: TableDesk) -> int:
    """The cards of somebody else; the column behind them."""
    if look.cards and not look.folded:
        return draw_small(canvas, x, y, look.cards, desk.figures, look.decides) + 1
    if look.backs:
        back = "#" if desk.figures.ascii else "░"
        for _ in range(look.backs):
            x = canvas.put(x, y, back, "card.back") + 1
    return x


def _draw_box(canvas: Canvas, box: Box, look: Look, desk: TableDesk, slot: Slot) -> None:
    """A seat with a frame, and its bet in front of it."""
    x, y, width, height = box
    style = _style(look)
    edge = style if look.turn or look.won else "line"
    draw_frame(canvas, x, y, Size(width, height), frame_of(desk.figures), edge)
    if not look.name:
        canvas.centre(x + 1, y + 2, width - 2, _free(look), "quiet")
    else:
        canvas.put(x + 2, y, f" {cut(_name(look), width - 10)} ", style)
        end = canvas.put(x + 2, y + 1, look.stack, "chips")
        canvas.put(end + 2, y + 1, look.won, "good", most=x + width - end - 4)
        if look.cards and not look.folded:
            draw_small(canvas, x + 2, y + 2, look.cards, desk.figures, look.decides)
        else:
            draw_backs(canvas, x + 2, y + 2, look.backs, desk.figures)
        canvas.put(x + 2, y + 3, ", ".join(look.notes), "quiet", most=width - 4)
    if look.turn:
        canvas.put(x, y + 2, ">", "you")
    if look.button:
        canvas.put(x + width - 5, y, words.BUTTON_MARK, "key")
    _draw_bet(canvas, box, look, slot)


def _draw_bet(canvas: Canvas, box: Box, look: Look, slot: Slot) -> None:
    """A bet lies towards the middle of the table."""
    if not look.bet:
        return
    x, y, width, height = box
    column, row = slot
    if row == 0:
        canvas.centre(x, y + height, width, look.bet, "warm")
    elif column == 1:
        canvas.centre(x, y - 1, width, look.bet, "warm")
    elif column == 0:
        canvas.put(x + width + 1, y + height // 2, look.bet, "warm")
    else:
        canvas.put(x - 1 - cell_len(look.bet), y + height // 2, look.bet, "warm")


# The middle.


def _draw_middle(canvas: Canvas, ring: Ring, desk: TableDesk) -> None:
    x, y, width, height = ring.middle
    lines = list(_middle(desk, width))[:height]
    top = y + max(0, (height - len(lines)) // 2)
    for row, (text, style) in enumerate(lines, start=top):
        canvas.centre(x, row, width, text, style)


def _middle(desk: TableDesk, width: int) -> Iterator[tuple[str, str]]:
    """Pots first, then who won and why, or what is played."""
    view = desk.view
    assert view is not None
    yield from pots(desk) if view.running else ()
    if view.carry and not view.running:
        yield words.CARRY_LABEL.format(amount=desk.figures.chips(view.carry)), "chips"
    if view.paused:
        yield str(words.IS_PAUSED_NOTE), "warm"
    if view.running or not desk.verdict:
        for text in (moment_of(view), stakes(view.ruleset, desk.figures)):
            yield from ((row.strip(), "quiet") for row in wrapped(text, width))
    else:
        for line in desk.verdict:
            yield from ((row.strip(), "good") for row in wrapped(line, width))


# You.


def _draw_own(canvas: Canvas, area: Box, look: Look, desk: TableDesk, size: Size) -> None:
    """Your cards in the middle, your chips at their left, what you hold at their right."""
    x, y, width, _ = area
    draft = desk.draft
    cards = draft.cards if draft is not None else look.cards
    marks = tuple(draft.marks()) if draft is not None else ()
    chosen = marks or tuple(card in look.decides for card in cards)
    room = width_of(5, size)
    left = x + (width - room) // 2
    draw_large(canvas, left, y, size, cards, desk.figures, chosen)
    if not cards and look.name:
        _draw_no_cards(canvas, Box(left, y, room, size.height), desk)
    for place in range(len(cards)):
        text = _mark(desk, look, place)
        canvas.centre(left + place * (size.width + 1), y + size.height, size.width, text, "quiet")
    beside = left - x - 2
    _draw_own_chips(canvas, Box(x, y, beside, size.height + 1), look)
    # Without cards nothing stands in that row but the notes.
    most = (beside if cards else width) - 2
    canvas.put(x + 2, y + 3, ", ".join(look.notes) if look.name else "", "quiet", most=most)
    if cards:
        _draw_own_rank(canvas, Box(left + room + 2, y, width - left - room - 2, size.height), desk)


def _draw_no_cards(canvas: Canvas, box: Box, desk: TableDesk) -> None:
    canvas.centre(box.x, box.y + box.height // 2, box.width, str(words.NO_CARDS), "quiet")


def _mark(desk: TableDesk, look: Look, place: int) -> str:
    """What stands below a card: its number, and whether it goes or decides."""
    down, up = ("v", "^") if desk.figures.ascii else ("▼", "▲")
    draft, number = desk.draft, str(place + 1)
    if draft is not None and desk.drawing:
        if place in draft.thrown:
            number = f"{down}{number}{down}"
        return f"<{number}>" if place == draft.cursor else number
    cards = look.cards
    decides = place < len(cards) and cards[place] in look.decides
    return up if decides else ""


def _draw_own_chips(canvas: Canvas, box: Box, look: Look) -> None:
    x, y, width, _height = box
    if not look.name:
        return
    end = canvas.put(x, y, "> " if look.turn else "  ", "you")
    end = canvas.put(end, y, _name(look), "you", most=width - 6)
    if look.button:
        canvas.put(end + 1, y, words.BUTTON_MARK, "key")
    canvas.put(x + 2, y + 1, look.stack, "chips", most=width - 2)
    told, style = (look.won, "good") if look.won else (look.bet, "warm")
    canvas.put(x + 2, y + 2, told, style, most=width - 2)


def _draw_own_rank(canvas: Canvas, box: Box, desk: TableDesk) -> None:
    rank = desk.own_rank
    for row, text in enumerate(wrapped(rank, box.width)[: box.height] if rank else ()):
        canvas.put(box.x, box.y + row, text.strip(), "bold", most=box.width)
