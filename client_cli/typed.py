"""
What was typed at the table, understood: an action, a wish, or a sentence about why not.

What the rules say is left to the server; here is only what the words mean.
"""

from collections.abc import Callable
from typing import NamedTuple, NoReturn

from client_cli.desk.intentions import Kind, intend
from client_cli.errors import Unclear
from client_cli.numbers import whole
from client_cli.presenter import Figures, choices, everything, words
from client_cli.presenter.refusing import told
from client_cli.spellings import hint, meaning
from client_cli.wishes import (
    Advise,
    Forget,
    HavePassword,
    Help,
    Later,
    ListHands,
    ListTables,
    MoveTo,
    PostBlinds,
    Quit,
    Remark,
    ShowHand,
    ShowTable,
    StepIn,
    StepOut,
    TellHand,
    Top,
    Wish,
)
from showdown.errors import CardError
from showdown.protocol import messages as msg
from showdown.rules.betting import Amounts
from showdown.rules.cards import Card, parse_cards
from showdown.rules.events import TurnKind
from showdown.rules.legal import LegalActions
from showdown.rules.ruleset import Chips, HandId
from showdown.rules.table_view import TableView

SHOWN = 30
"""So much of a line that means nothing is repeated."""


class Situation(NamedTuple):
    """The table, and what is asked of you, if it is your turn."""

    view: TableView
    request: msg.ActionRequest | None
    figures: Figures = Figures()

    def choices(self) -> str:
        """What may be typed, as one text."""
        assert self.request is not None
        return choices(self.request, everything(self.request, self.view), self.figures)


def understand(line: str, situation: Situation) -> msg.Move | Wish | None:
    """
    What a line means now; None for an empty one.

    Raises:
        Unclear: it means nothing, or nothing at this moment.
    """
    word, *rest = line.split() or [""]
    if not word:
        return None
    name = _ALIASES.get(" ".join([word, *rest[:1]]).lower())
    if name is not None:
        rest = rest[1:]
    else:
        name = _ALIASES.get(meaning(word))
    if name is None:
        raise Unclear(words.UNKNOWN.format(found=line.strip()[:SHOWN]))
    wish = _WISHES.get(name)
    if wish is not None:
        return wish(_Typed(word, rest, situation))
    if situation.request is None:
        kind = None if rest else _KINDS.get(name)
        intention = None if kind is None else intend(kind, situation.view)
        if intention is None:
            raise Unclear(_not_now(situation.view))
        return Later(intention)
    return _MOVES[name](_Typed(word, rest, situation))


def is_quit(line: str) -> bool:
    """Whether a line asks to leave, whatever the situation."""
    return _ALIASES.get(meaning(line.strip())) == "quit"


def _not_now(view: TableView) -> str:
    if not view.running:
        return str(words.NO_HAND_RUNS)
    if view.turn is None or view.turn.others or view.turn.seat == view.you:
        return str(words.NOT_YOUR_TURN_NOW)
    player = view.at(view.turn.seat)
    name = player.name if player is not None else words.NOBODY.format(seat=view.turn.seat)
    return words.NOT_YOUR_TURN.format(who=name)


class _Typed(NamedTuple):
    """A word, what stood after it, and the moment."""

    word: str
    rest: list[str]
    situation: Situation

    @property
    def request(self) -> msg.ActionRequest:
        assert self.situation.request is not None
        return self.situation.request

    def chips(self, amount: Chips) -> str:
        return self.situation.figures.chips(amount)

    def alone(self) -> None:
        """Nothing may stand after the word."""
        if self.rest:
            raise Unclear(words.EXTRA.format(found=" ".join(self.rest), word=self.word))

    def betting(self) -> LegalActions:
        """The legal actions, if this is a betting turn."""
        if self.request.kind is TurnKind.DRAW:
            raise Unclear(str(words.ONLY_DRAW))
        return self.request.legal

    def amount(self, example: Chips) -> Chips:
        """The one number after the word."""
        number, *more = self.rest
        if more:
            raise Unclear(words.EXTRA.format(found=" ".join(more), word=self.word))
        chips = whole(number)
        if chips is None:
            raise Unclear(words.NOT_AN_AMOUNT.format(found=number, example=example))
        return chips


# Wishes.


def _bare(wish: Wish) -> Callable[[_Typed], Wish]:
    def read(typed: _Typed) -> Wish:
        typed.alone()
        return wish

    return read


def _top(typed: _Typed) -> Wish:
    example = typed.situation.view.ruleset.usual_buy
    if not typed.rest:
        raise Unclear(words.TOP_NEEDS.format(example=example))
    return Top(typed.amount(example))


def _tell_hand(typed: _Typed) -> Wish:
    if not typed.rest:
        raise Unclear(words.HAND_NEEDS.format(word=typed.word))
    number = typed.amount(12)
    return TellHand(HandId(number))


def _move_to(typed: _Typed) -> Wish:
    if not typed.rest:
        raise Unclear(words.SIT_NEEDS.format(word=typed.word))
    return MoveTo(" ".join(typed.rest))


def _remark(typed: _Typed) -> Wish:
    return remark_of(" ".join(typed.rest), typed.situation.view)


def remark_of(text: str, view: TableView) -> Remark:
    """
    What is noted about whom; names may have blanks, so only those at the table are known.

    Raises:
        Unclear: it begins with the name of nobody here.
    """
    fitting = [each.name for each in view.seats if each.name and _begins_with(text, each.name)]
    if not fitting:
        raise Unclear(str(words.NOTE_NEEDS))
    name = max(fitting, key=len)
    return Remark(name, text[len(name) :].strip())


def _begins_with(text: str, name: str) -> bool:
    """Whether a text begins with a name, however it is written, and with all of it."""
    head, rest = text[: len(name)], text[len(name) :]
    return head.casefold() == name.casefold() and (not rest or rest[0].isspace())


_KINDS = {"fold": Kind.FOLD, "check": Kind.CHECK_OR_FOLD, "call": Kind.CALL}
"""What may be decided beforehand; a check is one or, where it costs something, a fold."""

_WISHES: dict[str, Callable[[_Typed], Wish]] = {
    "help": _bare(Help()),
    "table": _bare(ShowTable()),
    "out": _bare(StepOut()),
    "in": _bare(StepIn()),
    "post": _bare(PostBlinds()),
    "show": _bare(ShowHand()),
    "password": _bare(HavePassword()),
    "quit": _bare(Quit()),
    "top": _top,
    "forget": _bare(Forget()),
    "tables": _bare(ListTables()),
    "hands": _bare(ListHands()),
    "hand": _tell_hand,
    "sit": _move_to,
    "odds": _bare(Advise()),
    "note": _remark,
}


# Moves.


def _fold(typed: _Typed) -> msg.Move:
    typed.alone()
    typed.betting()
    return msg.Fold()


def _check(typed: _Typed) -> msg.Move:
    typed.alone()
    legal = typed.betting()
    if not legal.check:
        raise Unclear(words.CANNOT_CHECK.format(amount=typed.chips(legal.call or 0)))
    return msg.Check()


def _call(typed: _Typed) -> msg.Move:
    typed.alone()
    return msg.Check() if typed.betting().check else msg.Call()


def _bet(typed: _Typed) -> msg.Move:
    legal = typed.betting()
    if legal.bet is None:
        if legal.raise_ is not None:
            raise Unclear(str(words.CANNOT_BET))
        _no_raise(typed)
    return msg.Bet(_total(typed, legal.bet))


def _raise(typed: _Typed) -> msg.Move:
    legal = typed.betting()
    if legal.raise_ is None:
        if legal.bet is not None:
            raise Unclear(str(words.CANNOT_RAISE))
        _no_raise(typed)
    return msg.Raise(_total(typed, legal.raise_))


def _no_raise(typed: _Typed) -> NoReturn:
    raise Unclear(words.CANNOT_RAISE_NOW.format(choices=typed.situation.choices()))


def _total(typed: _Typed, amounts: Amounts) -> Chips:
    """The amount; it may be left out where there is only one."""
    if len(typed.rest) == 2 and meaning(typed.rest[0]) == "to":
        typed = typed._replace(rest=typed.rest[1:])
    if typed.rest:
        return typed.amount(amounts.min)
    if amounts.min == amounts.max:
        return amounts.min
    raise Unclear(
        words.NO_AMOUNT.format(
            word=typed.word, least=typed.chips(amounts.min), most=typed.chips(amounts.max)
        )
    )


def _all_in(typed: _Typed) -> msg.Move:
    typed.alone()
    legal = typed.betting()
    total = everything(typed.request, typed.situation.view)
    amounts = legal.bet or legal.raise_
    if amounts is not None and amounts.max == total:
        return msg.Bet(total) if legal.bet else msg.Raise(total)
    if legal.call == typed.request.stacks[typed.request.seat]:
        return msg.Call()
    if amounts is None:
        raise Unclear(words.NOT_ALL_IN_CALL.format(amount=typed.chips(legal.call or 0)))
    word = hint("bet", "b") if legal.bet else hint("raise", "r")
    raise Unclear(words.NOT_ALL_IN.format(all=typed.chips(total), most=amounts.max, word=word))


def _pat(typed: _Typed) -> msg.Move:
    typed.alone()
    return _draw(typed)


def _draw(typed: _Typed) -> msg.Move:
    if typed.request.kind is not TurnKind.DRAW:
        raise Unclear(words.ONLY_BET.format(choices=typed.situation.choices()))
    cards: list[Card] = []
    for token in " ".join(typed.rest).replace(",", " ").split():
        for card in _cards(token, typed.request.cards, typed.situation.figures):
            if card in cards:
                raise Unclear(words.TWICE.format(found=typed.situation.figures.card(card)))
            cards.append(card)
    return msg.Draw(tuple(cards))


def _cards(token: str, hand: tuple[Card, ...], figures: Figures) -> list[Card]:
    """Cards by their places in the hand, as in ``25``, or by name, as in ``AhKd``."""
    if token.isascii() and token.isdigit():
        for digit in token:
            if not 1 <= int(digit) <= len(hand):
                raise Unclear(words.NO_POSITION.format(found=digit, most=len(hand)))
        return [hand[int(digit) - 1] for digit in token]
    try:
        cards = parse_cards(token)
    except CardError as error:
        raise Unclear(told(error)) from None
    for card in cards:
        if card not in hand:
            found = figures.card(card)
            raise Unclear(words.NOT_HELD.format(found=found, cards=figures.cards(hand)))
    return list(cards)


_MOVES: dict[str, Callable[[_Typed], msg.Move]] = {
    "fold": _fold,
    "check": _check,
    "call": _call,
    "bet": _bet,
    "raise": _raise,
    "all-in": _all_in,
    "draw": _draw,
    "pat": _pat,
}

_SPELLINGS = {
    "fold": "f fold",
    "check": "k check",
    "call": "c call",
    "bet": "b bet",
    "raise": "r raise",
    "all-in": "a all allin all-in",
    "draw": "d draw discard",
    "pat": "p s pat stand",
    "help": "? h help",
    "table": "t table",
    "out": "out",
    "in": "in",
    "top": "top",
    "post": "post",
    "show": "show",
    "password": "password",
    "quit": "q quit exit leave",
    "forget": "forget",
    "tables": "tables",
    "hands": "hands",
    "hand": "hand replay",
    "sit": "sit",
    "odds": "odds",
    "note": "note",
}

_ALIASES = {
    spelling: name for name, spellings in _SPELLINGS.items() for spelling in spellings.split()
} | {"all in": "all-in", "stand pat": "pat", "sit out": "out", "sit in": "in", "top up": "top"}
