"""
Keys at a table: what each does at this moment, and what comes of pressing it.

Nothing is sent from here: a key changes the draft, or gives a move. What the rules allow was said
by the server with the request, and is asked of :func:`~client_cli.desk.legality.why_not`.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from client_cli.desk.draft import Draft
from client_cli.desk.intentions import Kind, intend, price_of
from client_cli.desk.legality import why_not
from client_cli.desk.sizes import Sizes, sizes
from client_cli.desk.table import TableDesk
from client_cli.presenter import words
from showdown.protocol import messages as msg
from showdown.rules.events import TurnKind
from showdown.rules.ruleset import Chips
from showdown.rules.table_view import SeatView


class Choice(NamedTuple):
    """A key that does something now, and what."""

    key: str
    label: str


class Pressed(NamedTuple):
    """What came of pressing a key."""

    known: bool
    """Whether it does anything at this moment."""
    move: msg.Move | None = None
    """What is to be sent."""


IGNORED, DONE = Pressed(False), Pressed(True)


class Controls:
    """The keys of one table, for as long as you look at it."""

    def __init__(self, desk: TableDesk, *, confirm: Callable[[], bool] = lambda: True) -> None:
        self.desk = desk
        self.confirm = confirm
        """Whether it is asked before what is surprising and cannot be taken back."""
        self._last: tuple[Draft | None, str] = (None, "")
        """The key before, and in which turn it was pressed."""

    # What there is to press.

    def choices(self) -> Iterator[Choice]:
        """The keys that do something now, in the order in which one thinks of them."""
        desk = self.desk
        draft, request = desk.draft, desk.request
        if desk.sending or not desk.connected:
            return
        if request is None or draft is None:
            yield from self._later()
        elif draft.asked is not None:
            yield Choice("y", str(words.YES))
            yield Choice("n", str(words.NO))
        elif request.kind is TurnKind.DRAW:
            yield from self._drawing(request)
        elif draft.sizing is not None:
            yield from self._sizing(draft.sizing)
        else:
            yield from self._betting(request)

    def _betting(self, request: msg.ActionRequest) -> Iterator[Choice]:
        legal, chips = request.legal, self.desk.figures.chips
        if legal.fold:
            yield Choice("f", str(words.DO_FOLD))
        if legal.check:
            yield Choice("c", str(words.DO_CHECK))
        if legal.call is not None:
            all_in = legal.call == request.stacks[request.seat]
            sentence = words.DO_CALL_ALL_IN if all_in else words.DO_CALL
            yield Choice("c", sentence.format(amount=chips(legal.call)))
        found = self._sizes()
        if found is None:
            return
        yield Choice("r", self._range(found))
        if found.all_in is not None:
            yield Choice("a", words.DO_ALL_IN.format(amount=chips(found.all_in)))

    def _range(self, found: Sizes) -> str:
        chips = self.desk.figures.chips
        least, most = chips(found.least), chips(found.most)
        range_ = least if found.exact else words.RANGE.format(least=least, most=most)
        return (words.DO_RAISE if found.raises else words.DO_BET).format(range=range_)

    def _sizing(self, found: Sizes) -> Iterator[Choice]:
        chips = self.desk.figures.chips
        yield Choice("enter", str(words.DO_SEND))
        yield Choice("l", words.DO_LEAST.format(amount=chips(found.least)))
        yield Choice("h", words.DO_HALF_POT.format(amount=chips(found.half_pot)))
        yield Choice("p", words.DO_POT.format(amount=chips(found.pot)))
        if found.all_in is not None:
            yield Choice("a", words.DO_ALL_IN.format(amount=chips(found.all_in)))
        yield Choice("escape", str(words.DO_BACK))

    def _drawing(self, request: msg.ActionRequest) -> Iterator[Choice]:
        if request.legal.draw:
            yield Choice("space", str(words.KEY_MARK))
        yield Choice("p", str(words.KEY_KEEP_ALL))
        yield Choice("enter", str(words.KEY_DRAW))

    def _at_rest(self, own: SeatView) -> Iterator[Choice]:
        """What brings you back into the game."""
        if not own.stack:
            yield Choice("b", str(words.DO_BUY))
        elif own.sitting_out:
            yield Choice("i", str(words.DO_SIT_IN))
        elif (own.owes_bb or own.owes_sb) and not own.asks_to_post and not own.dealt_in:
            yield Choice("p", str(words.DO_POST))

    def _later(self) -> Iterator[Choice]:
        view, own = self.desk.view, self.desk.own
        if own is not None and not self.desk.in_hand:
            yield from self._at_rest(own)
        if view is None or intend(Kind.FOLD, view) is None:
            return
        price = price_of(view)
        yield Choice("f", str(words.LATER_FOLD))
        yield Choice("x", str(words.LATER_CHECK_FOLD))
        label = words.LATER_CALL.format(amount=self.desk.figures.chips(price))
        yield Choice("c", label if price else str(words.LATER_CHECK))

    # Pressing.

    def press(self, key: str) -> Pressed:
        """Press a key."""
        draft = self.desk.draft
        strays = key == "enter" and self._last[1] == key and self._last[0] is not draft
        self._last = draft, key
        return self._pressed(key, strays=strays)

    def _pressed(self, key: str, *, strays: bool) -> Pressed:
        """What a key does; it ``strays`` if it was pressed twice and the second is late."""
        desk = self.desk
        draft, request = desk.draft, desk.request
        if request is None or draft is None:
            return Pressed(self._intend(key))
        if draft.asked is not None:
            return self._answer(draft, key)
        if desk.sending:
            return IGNORED
        if request.kind is TurnKind.DRAW:
            if strays and self.confirm():
                draft.asked = (str(words.SURE_PAT), msg.Draw(()))
                return DONE
            return self._press_drawing(draft, request, key)
        if draft.sizing is not None:
            return self._press_sizing(draft, key)
        return self._press_betting(draft, request, key)

    def _intend(self, key: str) -> bool:
        """Decide something beforehand; the same key again takes it back."""
        kind, desk = _KINDS.get(key), self.desk
        found = None if kind is None else intend(kind, desk.view)
        if found is None:
            return False
        desk.intention = None if desk.intention == found else found
        return True

    def _answer(self, draft: Draft, key: str) -> Pressed:
        assert draft.asked is not None
        move = draft.asked[1]
        if key in ("n", "escape"):
            draft.asked = None
            return DONE
        if key not in ("y", "enter"):
            return IGNORED
        draft.asked = None
        return Pressed(True, move)

    def _press_betting(self, draft: Draft, request: msg.ActionRequest, key: str) -> Pressed:
        legal = request.legal
        match key:
            case "f" if legal.check and self.confirm():
                draft.asked = (str(words.SURE_FOLD), msg.Fold())
            case "f":
                return Pressed(True, msg.Fold())
            case "c" | "k" if legal.check:
                return Pressed(True, msg.Check())
            case "c" if legal.call is not None:
                return Pressed(True, msg.Call())
            case "r" | "b" | "up" | "down" | "left" | "right" | "h" | "p":
                return Pressed(self._begin(draft, key))
            case "a":
                return self._all_in(draft, request)
            case _ if key.isascii() and key.isdigit():
                return Pressed(self._begin(draft, key))
            case _:
                return IGNORED
        return DONE

    def _begin(self, draft: Draft, key: str) -> bool:
        """Open the choice of an amount; a size or a digit is taken with it."""
        found = self._sizes()
        if found is None:
            return False
        draft.begin(found)
        if key not in ("r", "b"):
            self._press_sizing(draft, key)
        return True

    def _all_in(self, draft: Draft, request: msg.ActionRequest) -> Pressed:
        found, legal = self._sizes(), request.legal
        if found is not None and found.all_in is not None:
            return Pressed(True, self._sure(draft, found.move(found.all_in), found.all_in))
        if legal.call is not None and legal.call == request.stacks[request.seat]:
            return Pressed(True, self._sure(draft, msg.Call(), legal.call))
        return IGNORED

    def _sure(self, draft: Draft, move: msg.Move, amount: int) -> msg.Move | None:
        """All-in in one key is asked about; what was typed out is not."""
        if not self.confirm():
            return move
        draft.asked = (words.SURE_ALL_IN.format(amount=self.desk.figures.chips(amount)), move)
        return None

    def _press_sizing(self, draft: Draft, key: str) -> Pressed:
        found = draft.sizing
        assert found is not None
        if key in _STEPS:
            draft.size(draft.amount + _STEPS[key] * found.step)
        elif key in _SIZES:
            draft.size(_SIZES[key](found))
        elif key == "backspace":
            draft.erase()
        elif key == "escape":
            draft.back()
        elif key == "enter":
            return Pressed(True, self._checked(found.move(draft.amount)))
        elif key.isascii() and key.isdigit():
            draft.type(key)
        else:
            return IGNORED
        return DONE

    def _press_drawing(self, draft: Draft, request: msg.ActionRequest, key: str) -> Pressed:
        if key in ("left", "right"):
            draft.step(1 if key == "right" else -1)
        elif key == "space":
            draft.toggle(draft.cursor)
        elif key in ("p", "escape"):
            draft.thrown.clear()
        elif key == "enter":
            return Pressed(True, self._checked(msg.Draw(draft.discard)))
        elif key.isascii() and key.isdigit() and 1 <= int(key) <= len(draft.cards):
            draft.toggle(int(key) - 1)
        else:
            return IGNORED
        return DONE

    def _checked(self, move: msg.Move) -> msg.Move | None:
        """The move, if the rules allow it; why not is told otherwise."""
        problem = self._problem(move)
        if problem is not None:
            self.desk.note(problem)
            return None
        return move

    def problem(self) -> str | None:
        """Why what is prepared cannot be sent as it is; None if it can."""
        draft, request = self.desk.draft, self.desk.request
        if draft is None or request is None:
            return None
        if draft.sizing is not None:
            return self._problem(draft.sizing.move(draft.amount))
        return self._problem(msg.Draw(draft.discard)) if request.kind is TurnKind.DRAW else None

    def _problem(self, move: msg.Move) -> str | None:
        assert self.desk.request is not None
        return why_not(self.desk.request, move)

    def _sizes(self) -> Sizes | None:
        desk = self.desk
        if desk.request is None or desk.view is None:
            return None
        return sizes(desk.request, desk.view)


_KINDS = {"f": Kind.FOLD, "x": Kind.CHECK_OR_FOLD, "c": Kind.CALL, "k": Kind.CALL}
"""What is decided beforehand by which key."""
_STEPS = {"up": 1, "right": 1, "down": -1, "left": -1, "pageup": 10, "pagedown": -10}
_SIZES: dict[str, Callable[[Sizes], Chips]] = {
    "l": lambda found: found.least,
    "home": lambda found: found.least,
    "h": lambda found: found.half_pot,
    "p": lambda found: found.pot,
    "a": lambda found: found.most,
    "end": lambda found: found.most,
}
