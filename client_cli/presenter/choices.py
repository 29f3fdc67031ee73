"""
What you may do when it is your turn: the cards, the price, and what to type.
"""

from collections.abc import Iterator

from client_cli.languages import Phrase
from client_cli.presenter import words
from client_cli.presenter.figures import Figures
from showdown.protocol.messages import ActionRequest
from showdown.rules.betting import Amounts
from showdown.rules.cards import join_cards
from showdown.rules.events import TurnKind
from showdown.rules.ruleset import Chips


def your_turn(request: ActionRequest, everything: Chips, figures: Figures) -> Iterator[str]:
    """
    Three lines: your cards; the price, and how much time there is; all that may be typed.

    Args:
        everything: your total for this round if you go all-in.
    """
    parts = {
        "rank": figures.hand(request.ruleset.rank(request.cards)),
        "pot": figures.chips(request.pot),
        "stack": figures.chips(request.stacks[request.seat]),
        "time": _time(request),
    }
    if request.kind is TurnKind.DRAW:
        yield words.TURN_DRAW.format(cards=figures.numbered(request.cards), **parts)
        yield words.PRICE_DRAW.format(**parts)
    else:
        price = words.PRICE if request.to_call else words.PRICE_FREE
        to_call = price.format(pot=parts["pot"], amount=figures.chips(request.to_call))
        yield words.TURN_BET.format(cards=figures.cards(request.cards), **parts)
        yield words.PRICE_BET.format(price=to_call, **parts)
    yield choices(request, everything, figures)


def choices(request: ActionRequest, everything: Chips, figures: Figures) -> str:
    """All that may be typed now, with amounts."""
    return ("; " if figures.aloud else "   ").join(_choices(request, everything, figures))


def _choices(request: ActionRequest, everything: Chips, figures: Figures) -> Iterator[str]:
    legal = request.legal
    if legal.draw is not None:
        example = join_cards((request.cards[1], request.cards[4]))
        throw = words.CHOICE_DRAW_HEARD if figures.aloud else words.CHOICE_DRAW
        yield throw.format(example=example)
        yield str(words.CHOICE_PAT)
        return
    if legal.fold:
        yield str(words.CHOICE_FOLD)
    if legal.check:
        yield str(words.CHOICE_CHECK)
    if legal.call is not None:
        all_in = legal.call == request.stacks[request.seat]
        sentence = words.CHOICE_CALL_ALL_IN if all_in else words.CHOICE_CALL
        yield sentence.format(amount=figures.chips(legal.call))
    if legal.bet is not None:
        yield from _bets(legal.bet, everything, figures, words.CHOICE_BET, words.CHOICE_BET_EXACT)
    if legal.raise_ is not None:
        yield from _bets(
            legal.raise_, everything, figures, words.CHOICE_RAISE, words.CHOICE_RAISE_EXACT
        )


def _bets(
    amounts: Amounts, everything: Chips, figures: Figures, some: Phrase, exact: Phrase
) -> Iterator[str]:
    """Betting or raising, and going all-in where the rules let you."""
    if amounts.min < amounts.max:
        least, most = figures.chips(amounts.min), figures.chips(amounts.max)
        between = words.RANGE_HEARD if figures.aloud else words.RANGE
        yield some.format(range=between.format(least=least, most=most))
    elif amounts.max < everything:
        yield exact.format(range=figures.chips(amounts.max))
    if amounts.max == everything:
        yield words.CHOICE_ALL_IN.format(amount=figures.chips(everything))


def _time(request: ActionRequest) -> str:
    base, bank = round(request.base_ms / 1000), round(request.bank_ms / 1000)
    return (words.TIME_BANK if bank else words.TIME).format(base=base, bank=bank)
