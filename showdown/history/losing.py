"""
A hand for those who mucked unseen: it must lose, and its cards must be there to be had.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice

from msgspec.structs import replace

from showdown.errors import CardError
from showdown.history import facts as fc
from showdown.history.facts import Facts
from showdown.history.filling import Holding, Known, Layout, make_plan
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

_DEALS = 200
"""After so many that lose, but cannot have been dealt, there is none either."""


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
            completed[seat] = _beaten(completed, seat, target, order, draws, spare)
    return completed


def _to_lose_against(
    facts: Facts, holdings: Holdings, pots: Sequence[Pot], seat: Seat
) -> HandRank | None:
    """
    The hand that beats this seat in every pot for which it contends, the weakest of them.

    Who mucks has seen a better hand, shown before; otherwise it is what was paid that is better.
    """
    paid = [step for step in facts.steps if isinstance(step, fc.Collected)]
    before = _shown_before(facts, seat)
    targets = []
    for number, pot in enumerate(pots):
        if seat not in pot.contenders:
            continue
        winners = {step.seat for step in paid if step.pot == number} - {seat}
        seen = list(_ranks(holdings, before & set(pot.contenders)))
        better = [max(seen)] if seen else list(_ranks(holdings, winners))
        targets += better
    return min(targets) if targets else max(_ranks(holdings, before), default=None)


def _shown_before(facts: Facts, seat: Seat) -> set[Seat]:
    """Who had shown when a seat mucked; everybody who did if nothing is said of it."""
    shown = set()
    for step in facts.steps:
        if isinstance(step, fc.Mucked) and step.seat == seat:
            break
        if isinstance(step, fc.Showed):
            shown.add(step.seat)
    return shown - {seat}


def _ranks(holdings: Holdings, seats: set[Seat]) -> Iterator[HandRank]:
    for seat in seats & holdings.keys():
        final = [card for card in holdings[seat].final if card is not None]
        if len(final) == HAND_SIZE:
            yield rank(final)


def _beaten(
    holdings: Holdings,
    seat: Seat,
    target: HandRank,
    order: Sequence[Seat],
    draws: Sequence[int],
    spare: Sequence[Card],
) -> Holding:
    """The holding with cards for what is not seen of it, so that it loses."""
    by_position = [holdings[each] for each in order]
    position = order.index(seat)
    layout = Layout(by_position, draws)
    for completed in islice(_losing(layout, position, target, spare), _DEALS):
        if _can_be_dealt(by_position, position, completed, draws):
            return completed
    raise CardError(
        f"Seat {seat} mucks, but of the cards that are left no hand loses to a {target}."
    )


def _can_be_dealt(
    holdings: Sequence[Holding], position: int, completed: Holding, draws: Sequence[int]
) -> bool:
    trial = [*holdings[:position], completed, *holdings[position + 1 :]]
    try:
        make_plan(trial, draws)
    except CardError:
        return False
    return True


def _losing(
    layout: Layout, position: int, target: HandRank, spare: Sequence[Card]
) -> Iterator[Holding]:
    """The holding with unseen cards with which it loses, some as they come, then low ones."""
    known = {c for each in layout.holdings for c in (*each.hand, *each.drawn)}
    unseen = [card for card in spare if card not in known]
    low = sorted(unseen, key=_low_and_mixed)
    for cards, tries in ((unseen, _NATURAL_TRIES), (low, _TRIES)):
        yield from _losing_with(layout, position, target, cards, tries)


def _low_and_mixed(card: Card) -> tuple[int, int]:
    """An order in which neighbours make neither a pair nor a flush."""
    return ((card.suit + card.rank) % 4, card.rank)


def _losing_with(
    layout: Layout, position: int, target: HandRank, unseen: Sequence[Card], tries: int
) -> Iterator[Holding]:
    """
    The holding with every choice of these cards with which it loses.

    What is drawn after a reshuffle may be a card that was seen thrown or folded before it; such
    come first, since few places are left for others.
    """
    holding = layout.holdings[position]
    drawn = {card for each in layout.holdings for card in each.drawn}
    again = [card for card in _returning(layout, position) if card not in drawn]
    seen = [card for card in holding.final if card is not None]
    wanted = HAND_SIZE - len(seen)
    for chosen in islice(combinations((*again, *unseen), wanted), tries):
        if rank((*seen, *chosen)) < target:
            yield from _laid_out(holding, chosen, again)


def _laid_out(holding: Holding, chosen: Sequence[Card], again: Sequence[Card]) -> Iterator[Holding]:
    """The holding with these cards in each way, some kept and the others drawn."""
    kept = [card for place, card in enumerate(holding.hand) if place not in holding.thrown]
    held = [card for card in chosen if card not in again]
    for hand in combinations(held, kept.count(None)):
        new = [card for card in chosen if card not in hand]
        yield replace(holding, hand=_put(holding, hand), drawn=tuple(_filled(holding.drawn, new)))


def _returning(layout: Layout, position: int) -> tuple[Card, ...]:
    return layout.returning(position) if position in layout.draws else ()


def _put(holding: Holding, cards: Sequence[Card]) -> Known:
    """The hand as dealt, with cards for what was kept unseen."""
    new = iter(cards)
    return tuple(
        next(new) if card is None and place not in holding.thrown else card
        for place, card in enumerate(holding.hand)
    )


def _filled(known: Known, cards: Sequence[Card]) -> Iterator[Card]:
    new = iter(cards)
    for card in known:
        yield next(new) if card is None else card
