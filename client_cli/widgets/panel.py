"""
What you may do now: whose turn it is and how long, what you hold, and the keys with their amounts.
"""

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len

from client_cli.desk.controls import Choice, Controls
from client_cli.desk.draft import Draft
from client_cli.desk.sizes import Sizes
from client_cli.desk.table import TableDesk
from client_cli.presenter import words
from client_cli.presenter.chances import bar
from client_cli.widgets.keybar import key_name
from client_cli.widgets.painted import Painted
from client_cli.widgets.rows import Piece, Row, cut
from showdown.protocol import messages as msg
from showdown.rules.ruleset import Seat

HEIGHT = 4
CLOCK_WIDTH = 12
LAST_SECONDS = 10


class Panel(Painted):
    """Four rows about your turn, or about whose it is."""

    DEFAULT_CSS = f"Panel {{ height: {HEIGHT}; }}"

    def __init__(self, desk: TableDesk, controls: Controls) -> None:
        super().__init__(id="panel")
        self._desk = desk
        self._controls = controls

    def rows(self, width: int, height: int) -> Sequence[Row]:
        """The turn, the state of things, what is prepared, and the keys."""
        desk = self._desk
        keys = _keys(self._controls.choices(), width)
        if desk.request is None or desk.draft is None:
            return (self._turn_row(width), self._waiting_row(width), *keys)
        row = self._prepared_row(desk.draft, desk.request, width)
        price = (self._price_row(desk.request, width),) if len(keys) < 2 or not row else ()
        return (self._turn_row(width), *price, *((row,) if row else ()), *keys)[:HEIGHT]

    # Whose turn.

    def _turn_row(self, width: int) -> Row:
        desk = self._desk
        view, request = desk.view, desk.request
        if view is None:
            return ()
        if request is None:
            others = [desk.presenter.name(view, seat) for seat in view.asked if seat != view.you]
            text = words.TURN_OF.format(who=", ".join(others)) if others else ""
            style = ""
        else:
            text = str(words.YOUR_DRAW if desk.drawing else words.YOUR_TURN)
            style = "wanted"
        seats = (request.seat,) if request is not None else view.asked
        clock = tuple(self._clock(seats[:1], request))
        taken = sum(cell_len(piece.text) for piece in clock)
        text = cut(text, max(0, width - taken - 4))
        return (Piece(f" {text} " if text else "", style), Piece("  "), *clock)

    def _clock(self, seats: Sequence[Seat], request: msg.ActionRequest | None) -> Iterator[Piece]:
        """A bar that runs out, and the same in words."""
        left = next((each for each in self._desk.clock if each.seat in seats), None)
        view = self._desk.view
        if left is None or view is None or view.turn is None:
            return
        base, bank = -(-left.base_ms // 1000), -(-left.bank_ms // 1000)
        whole = view.turn.base_ms if left.base_ms else max(view.turn.bank_ms, left.bank_ms)
        part = (left.base_ms or left.bank_ms) / whole if whole else 0.0
        ends = base + bank <= LAST_SECONDS
        drawn = bar(min(part, 1.0), ascii=self._desk.figures.ascii, width=CLOCK_WIDTH)
        style = "bad" if ends else "warm" if not base else "good"
        yield Piece(drawn.ljust(CLOCK_WIDTH), style)
        if left.grace_ms:
            text = words.CLOCK_GRACE.format(seconds=-(-left.grace_ms // 1000))
        elif base and bank:
            text = words.CLOCK_AND_BANK.format(seconds=base, bank=bank)
        else:
            text = (words.CLOCK_BANK if bank else words.CLOCK).format(seconds=bank or base, bank=0)
        yield Piece(f" {text}", "bad" if ends else "")

    # How things are.

    def _price_row(self, request: msg.ActionRequest, width: int) -> Row:
        chips = self._desk.figures.chips
        if self._desk.drawing:
            return (Piece(" "), Piece(cut(self._draw_limit(request), width - 1), "quiet"))
        price = words.PRICE if request.to_call else words.PRICE_FREE
        text = price.format(pot=chips(request.pot), amount=chips(request.to_call))
        return (Piece(" "), Piece(cut(text, width - 1)))

    def _draw_limit(self, request: msg.ActionRequest) -> str:
        legal, rules = request.legal, request.ruleset
        most = legal.draw or 0
        if not most:
            return str(words.NO_DRAW)
        if legal.keeps_ace:
            return words.DRAW_LIMIT_ACE.format(usual=rules.max_draw, most=most)
        if most < len(request.cards):
            return words.DRAW_LIMIT.format(most=most)
        return str(words.DRAW_HOW)

    def _waiting_row(self, width: int) -> Row:
        desk = self._desk
        if desk.sending:
            return (Piece(" "), Piece(cut(str(words.SENDING), width - 1), "quiet"))
        if desk.intention is not None:
            text = words.LATER_SET.format(what=desk.intention.said(desk.own, desk.figures))
            return (Piece(" "), Piece(cut(text, width - 1), "you"))
        own = desk.own
        if own is not None and not desk.in_hand and not own.stack:
            return (Piece(" "), Piece(cut(str(words.NO_CHIPS_LEFT), width - 1)))
        if own is not None and own.sitting_out:
            return (Piece(" "), Piece(cut(str(words.YOU_SIT_OUT), width - 1)))
        offers = desk.in_hand and any(self._controls.choices())
        return (Piece(" "), Piece(str(words.LATER_OFFERED) if offers else "", "quiet"))

    # What is prepared.

    def _prepared_row(self, draft: Draft, request: msg.ActionRequest, width: int) -> Row:
        if self._desk.sending:
            return (Piece(" "), Piece(str(words.SENDING), "quiet"))
        if draft.asked is not None:
            return (Piece(f" {cut(draft.asked[0], width - 2)} ", "wanted"),)
        if self._desk.drawing:
            return (Piece(" "), Piece(cut(self._selection(draft), width - 1), "bold"))
        if draft.sizing is not None:
            return tuple(self._slider(draft, draft.sizing, request, width))
        return ()

    def _selection(self, draft: Draft) -> str:
        problem = self._controls.problem()
        if problem is not None:
            return problem
        cards = self._desk.figures.cards
        if not draft.thrown:
            return str(words.KEEPS_ALL)
        if not draft.kept:
            return str(words.THROWS_ALL)
        return words.KEEPS_AND_THROWS.format(kept=cards(draft.kept), thrown=cards(draft.discard))

    def _slider(
        self, draft: Draft, found: Sizes, request: msg.ActionRequest, width: int
    ) -> Iterator[Piece]:
        chips = self._desk.figures.chips
        sentence = words.RAISE_TO if found.raises else words.BET_TO
        text = sentence.format(amount=chips(draft.amount))
        yield Piece(f" {text} ", "wanted")
        problem = self._controls.problem()
        stack = request.stacks[request.seat]
        costs = draft.amount - (found.everything - stack)
        if problem is not None:
            told, style = problem, "bad"
        elif costs >= stack:
            told, style = words.COSTS_ALL.format(amount=chips(costs)), "warm"
        else:
            told = words.COSTS.format(amount=chips(costs), left=chips(stack - costs))
            style = ""
        room = width - cell_len(text) - cell_len(told) - 6
        if problem is None and room > 10 and not found.exact:
            yield Piece(" ")
            yield from _rail(found, draft.amount, min(room, 24), self._desk.figures.ascii)
        yield Piece(f" {told}", style)


def _rail(found: Sizes, amount: int, width: int, ascii: bool) -> Iterator[Piece]:
    """The place of an amount between the least and the most."""
    line, knob = ("-", "O") if ascii else ("─", "●")
    share = (amount - found.least) / (found.most - found.least)
    place = round(min(max(share, 0.0), 1.0) * (width - 1))
    yield Piece(line * place, "line")
    yield Piece(knob, "you")
    yield Piece(line * (width - 1 - place), "line")


def _keys(choices: Iterable[Choice], width: int) -> tuple[Row, ...]:
    """The keys with what they do, on as many rows as they take."""
    rows: list[list[Piece]] = [[]]
    used = 0
    for choice in choices:
        key = key_name(choice.key)
        need = cell_len(key) + cell_len(choice.label) + 4
        if used + need > width and rows[-1]:
            rows.append([])
            used = 0
        used += need
        rows[-1] += [
            Piece(f" {key} ", "bar.key", choice.key),
            Piece(f" {choice.label} ", "", choice.key),
        ]
    return tuple(tuple(row) for row in rows)
