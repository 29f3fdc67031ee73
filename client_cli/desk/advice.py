"""
Help that a friend would give at the draw: what each discard becomes, exactly.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from client_cli.desk.legality import why_not
from client_cli.desk.table import TableDesk
from showdown.protocol import messages as msg
from showdown.rules.cards import Card
from showdown.rules.hand_rank import Category
from showdown.rules.odds import Odds, odds


class Advice(NamedTuple):
    """The odds of the discards that are allowed; first those that improve the hand most often."""

    held: Category
    discards: tuple[Odds, ...]

    def improves(self, one: Odds) -> float:
        """How likely a discard ends in a better kind of hand than is held."""
        return float(one.chance(*(each for each in Category if each > self.held)))

    def of(self, discard: Sequence[Card]) -> Odds | None:
        """The odds of these cards thrown, in whatever order."""
        wanted = set(discard)
        return next((one for one in self.discards if set(one.discard) == wanted), None)


def may_advise(desk: TableDesk) -> bool:
    """Whether you are at the draw of a table that lets a client help."""
    request = desk.request
    return desk.drawing and request is not None and request.ruleset.advice


def advise(request: msg.ActionRequest) -> Advice:
    """
    Count what every discard becomes; it takes a second the first time, so not where keys wait.

    What others threw away was not seen, so it may still come as far as anybody knows.
    """
    rules = request.ruleset
    found = odds(request.cards, None, (), rules.wild, jokers=rules.jokers)
    held = rules.rank(request.cards).category
    advice = Advice(held, tuple(_allowed(request, found)))
    ranked = sorted(advice.discards, key=lambda one: (-advice.improves(one), len(one.discard)))
    return advice._replace(discards=tuple(ranked))


def _allowed(request: msg.ActionRequest, found: Sequence[Odds]) -> Iterator[Odds]:
    for one in found:
        if why_not(request, msg.Draw(one.discard)) is None:
            yield one
