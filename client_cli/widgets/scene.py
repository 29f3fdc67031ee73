"""
A table of an old hand, seat by seat: stacks, bets, cards, and what was done.

What is shown of a seat is worked out where the page for a browser takes it from, too
(:mod:`client_cli.html.frames`), so that both show the same cards.
"""

from collections.abc import Iterator, Sequence

from msgspec import UNSET, structs
from rich.cells import cell_len

from client_cli.html.frames import Film, Frame, Look
from client_cli.presenter import Figures
from client_cli.presenter.words import around
from client_cli.widgets.painted import Painted
from client_cli.widgets.rows import Piece, Row, cut, fitted
from showdown.protocol.plain import plain
from showdown.rules.cards import Card

_CARDS = {str(card): card for card in Card}
CARD, BACK = 4, " ?? "
"""A card takes so many cells."""
WIDEST_NAME = 20
BLANK = Look(stack="", bet="", cards=(), fresh=(), note="", folded=False, won="")


def looks(film: Film) -> list[tuple[Look, ...]]:
    """How every seat looks after each frame, whole; at first it is only there."""
    now = [BLANK for _ in film.players]
    found = []
    for frame in film.frames:
        for place, changed in frame.seats.items():
            known = structs.asdict(changed)
            said = {name: value for name, value in known.items() if value is not UNSET}
            now[int(place)] = structs.replace(now[int(place)], **said)
        found.append(tuple(now))
    return found


class Scene(Painted):
    """The seats after a frame."""

    def __init__(self, figures: Figures) -> None:
        super().__init__(id="scene")
        self._figures = figures
        self._film: Film | None = None
        self._looks: list[tuple[Look, ...]] = []
        self._place = 0

    def show(self, film: Film, place: int) -> None:
        """Show how it stands after so many frames."""
        if film is not self._film:
            self._film, self._looks = film, looks(film)
        self._place = place
        self.repaint()

    @property
    def frame(self) -> Frame | None:
        """What happened last."""
        return self._film.frames[self._place - 1] if self._film and self._place else None

    def rows(self, width: int, height: int) -> Sequence[Row]:
        """A row for each seat, and one between them where there is room."""
        if self._film is None:
            return ()
        rows = [tuple(row) for row in self._seats(self._film, width)]
        if height >= 2 * len(rows):
            return [each for row in rows for each in (row, ())]
        return rows

    def _seats(self, film: Film, width: int) -> Iterator[Iterator[Piece]]:
        now = self._looks[self._place - 1] if self._place else self._opening
        names = [plain(each.name) for each in film.players]
        name = min(WIDEST_NAME, max(map(cell_len, names)))
        stack = max(len(str(look.stack)) for look in now)
        bet = max(len(str(look.bet)) for look in now)
        frame = self.frame
        for place, (player, look) in enumerate(zip(film.players, now, strict=True)):
            here = frame is not None and frame.subject == place
            head = f"{'>' if here else ' '} {fitted(names[place], name)} "
            yield self._seat(look, head, (stack, bet), width, here=here, button=player.button)

    @property
    def _opening(self) -> tuple[Look, ...]:
        """Before anything has happened everybody has what he begins with."""
        return tuple(structs.replace(BLANK, stack=look.stack) for look in self._looks[0])

    def _seat(
        self,
        look: Look,
        head: str,
        widths: tuple[int, int],
        width: int,
        *,
        here: bool,
        button: bool,
    ) -> Iterator[Piece]:
        stack, bet = widths
        style = "quiet" if look.folded else "you" if here else ""
        mark = str(around.BUTTON_MARK) if button else " "
        money = f"{mark} {look.stack!s:>{stack}}  "
        yield Piece(head, style)
        yield Piece(money, "quiet" if look.folded else "chips")
        yield Piece(f"{look.bet!s:<{bet}}  " if bet else "", "good")
        used = cell_len(head) + cell_len(money) + (bet + 2 if bet else 0)
        cards = look.cards if isinstance(look.cards, tuple) else ()
        for card in cards:
            yield self._card(card)
            yield Piece(" ")
        gap = (CARD + 1) * (5 - len(cards)) if len(cards) < 5 else 0
        yield Piece(" " * gap)
        used += (CARD + 1) * max(5, len(cards))
        won = f"{look.won}  " if look.won else ""
        yield Piece(won, "good")
        yield Piece(cut(str(look.note), max(0, width - used - len(won))), style)

    def _card(self, name: str | None) -> Piece:
        if name is None:
            return Piece(BACK, "card.back")
        card = _CARDS[name]
        style = "joker" if card.is_joker else f"suit.{int(card.suit)}"
        return Piece(f" {self._figures.card(card)} ", style)
