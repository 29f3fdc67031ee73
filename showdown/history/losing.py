"""
A hand for those who mucked unseen: it must lose, and its cards must be there to be had.
"""

from collections.abc import Iterator, Mapping, Sequence

from showdown.errors import CardError
from showdown.history import facts as fc
from showdown.history.facts import Facts
from showdown.history.filling import Holding
from showdown.history.unseen import Order, Setting, complete
from showdown.rules.cards import HAND_SIZE, Card
from showdown.rules.events import Move
from showdown.rules.hand_rank import HandRank
from showdown.rules.pots import Pot
from showdown.rules.ranking import rank
from showdown.rules.ruleset import Seat

Holdings = Mapping[Seat, Holding]

_NATURAL_TRIES = 500
"""So many hands are tried as they come before low ones are looked for."""

_TRIES = 100_000
"""After so many hands there is none; it takes a tenth of a second."""


def unseen_losers(facts: Facts, holdings: Holdings) -> tuple[Seat, ...]:
    """Who came to a showdown with cards that the text does not list."""
    folded = {
        step.seat for step in facts.steps if isinstance(step, fc.Moved) and step.move is Move.FOLD
    }
    compared = [seat for seat in holdings if seat not in folded]
    if len(compared) < 2:
        return ()
    return tuple(seat for seat in compared if None in holdings[seat].final)


def complete_losers(
    facts: Facts,
    holdings: Holdings,
    pots: Sequence[Pot],
    order: Sequence[Seat],
    draws: Sequence[int],
    spare: Sequence[Card],
) -> Holdings:
    """
    The holdings with cards for everybody who was beaten unseen.

    Args:
        pots: who contends for which.
        order: seats in the order of the deal.
        draws: positions in that order, as they drew.
        spare: all cards; unseen ones are taken in this order.

    Raises:
        CardError: with the cards that are left no hand loses.
    """
    completed = dict(holdings)
    # Who drew first had the fewest cards to get, so he is served first here, too.
    drawers = {order[position]: number for number, position in enumerate(draws)}
    for seat in sorted(unseen_losers(facts, holdings), key=lambda seat: drawers.get(seat, -1)):
        target = _to_lose_against(facts, completed, pots, seat)
        if target is not None:
            by_position = [completed[each] for each in order]
            setting = Setting(by_position, order.index(seat), draws)
            completed[seat] = _beaten(setting, seat, target, spare)
    return completed


def _to_lose_against(
    facts: Facts, holdings: Holdings, pots: Sequence[Pot], seat: Seat
) -> HandRank | None:
    """
    The hand that beats this seat in every pot for which it contends, the weakest of them.

    Who mucks has seen a better hand, shown before; otherwise it is what was paid that is better.
    """
    before = _shown_before(facts, seat)
    targets = []
    for number, pot in enumerate(pots):
        if seat not in pot.contenders:
            continue
        winners = winners_of(facts, number, pot) - {seat}
        seen = list(final_ranks(holdings, before & set(pot.contenders)))
        better = [max(seen)] if seen else list(final_ranks(holdings, winners))
        targets += better
    return min(targets) if targets else max(final_ranks(holdings, before), default=None)


def winners_of(facts: Facts, number: int, pot: Pot) -> set[Seat]:
    """Who was paid from a pot; where the text gives one amount a seat, who was paid at all."""
    if fc.Silence.POTS in facts.silent:
        return {each.seat for each in facts.summary if each.won} & set(pot.contenders)
    paid = (step for step in facts.steps if isinstance(step, fc.Collected))
    return {step.seat for step in paid if step.pot == number}


def _shown_before(facts: Facts, seat: Seat) -> set[Seat]:
    """Who had shown when a seat mucked; everybody who did if nothing is said of it."""
    shown = set()
    for step in facts.steps:
        if isinstance(step, fc.Mucked) and step.seat == seat:
            break
        if isinstance(step, fc.Showed):
            shown.add(step.seat)
    return shown - {seat}


def final_ranks(holdings: Holdings, seats: set[Seat]) -> Iterator[HandRank]:
    """What the hands of these seats are worth, as far as they are known."""
    for seat in seats & holdings.keys():
        final = [card for card in holdings[seat].final if card is not None]
        if len(final) == HAND_SIZE:
            yield rank(final)


def _beaten(setting: Setting, seat: Seat, target: HandRank, spare: Sequence[Card]) -> Holding:
    """The holding with cards for what is not seen of it, so that it loses."""
    unseen = setting.unseen(spare)
    low = sorted(unseen, key=_low_and_mixed)
    orders = (Order(unseen, _NATURAL_TRIES), Order(low, _TRIES))
    found = complete(setting, lambda value: value < target, orders)
    if found is None:
        raise CardError(
            f"Seat {seat} mucks, but of the cards that are left no hand loses to a {target}."
        )
    return found


def _low_and_mixed(card: Card) -> tuple[int, int]:
    """An order in which neighbours make neither a pair nor a flush."""
    return ((card.suit + card.rank) % 4, card.rank)
