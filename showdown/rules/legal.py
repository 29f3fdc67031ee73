"""
What a seat may do now: one answer for the rules, the request on the wire, clients and bots.
"""

from msgspec import Struct
from msgspec.structs import replace

from showdown.rules.betting import STRUCTURES, Amounts
from showdown.rules.cards import Card
from showdown.rules.events import TurnKind
from showdown.rules.hand import HandState
from showdown.rules.hand_rank import ACE
from showdown.rules.jackpots import can_open, needs_openers
from showdown.rules.phases import DRAWING
from showdown.rules.ruleset import Chips, Game, Ruleset, Seat, ShortBlind
from showdown.rules.wild import is_wild

_BET, _DRAW = TurnKind.BET, TurnKind.DRAW


class LegalActions(
    Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"raise_": "raise"}
):
    """
    All that the seat whose turn it is may do.

    In a betting round ``fold`` is true and either ``check`` or ``call`` is given; at the draw only
    ``draw``. Amounts are totals for the round, except ``call``, the chips that calling costs.
    """

    seat: Seat
    kind: TurnKind
    price: Chips = 0
    """The current bet: what a seat must have in for the round to stay; 0 if nobody has bet."""
    fold: bool = False
    check: bool = False
    call: Chips | None = None
    bet: Amounts | None = None
    raise_: Amounts | None = None
    """A smallest amount below the usual minimum means: only all-in."""
    draw: int | None = None
    """The most cards that may be discarded."""
    keeps_ace: bool = False
    """Discarding the most is only possible when the card kept is an ace or wild (RULES 10.1)."""
    qualified: bool = True
    """False in jackpots that nobody has opened, when these cards cannot (RULES 11.1)."""


def legal_actions(state: HandState, seat: Seat | None = None) -> LegalActions | None:
    """
    What the seat to act may do; None if nobody is asked.

    Several seats are asked together in a simultaneous draw; then say which you mean.

    >>> from showdown import Ruleset, start_hand, replay, evolve, decide, Deal, DECK
    >>> state = replay(start_hand(Ruleset(sb=5, bb=10), {1: 200, 2: 200, 3: 200}, button=1))
    >>> for event in decide(state, Deal(DECK)):
    ...     state = evolve(state, event)
    >>> legal_actions(state).raise_
    Amounts(min=20, max=200)

    Source: docs/rules.md, "Betting" and "The draw".
    """
    place = state.to_act if seat is None else state.position(seat)
    if place is None or place not in state.asked:
        return None
    seat = state.seats[place]
    if state.phase is DRAWING:
        return _legal_draw(state, place)
    owed = to_call(state, place)
    amounts = raise_amounts(state, place)
    qualified = not needs_openers(state) or _can_open(state, place)
    return LegalActions(
        seat=seat,
        kind=_BET,
        price=state.round.bet,
        fold=True,
        check=not owed,
        call=owed or None,
        bet=amounts if not state.round.bet and qualified else None,
        qualified=qualified,
        raise_=amounts if state.round.bet else None,
    )


def legal_with_other_cards(state: HandState, legal: LegalActions) -> LegalActions:
    """
    What a seat that is asked could do if it held what it does not.

    An opening of jackpots and a fourth discard depend on the cards; all else is the same for any.
    """
    place = state.seats.index(legal.seat)
    if legal.kind is _DRAW:
        return _draw_of(state, place, fourth=state.ruleset.ace4 and not legal.keeps_ace)
    if not needs_openers(state):
        return legal
    bet = None if legal.qualified else raise_amounts(state, place)
    return replace(legal, bet=bet, qualified=not legal.qualified)


def _legal_draw(state: HandState, place: int) -> LegalActions:
    rules = state.ruleset
    fourth = rules.ace4 and any(is_ace_or_wild(rules, card) for card in state.cards[place])
    return _draw_of(state, place, fourth=fourth)


def _draw_of(state: HandState, place: int, *, fourth: bool) -> LegalActions:
    rules = state.ruleset
    return LegalActions(
        seat=state.seats[place],
        kind=_DRAW,
        draw=min(rules.max_draw + fourth, len(state.cards[place])),
        keeps_ace=fourth,
    )


def is_ace_or_wild(rules: Ruleset, card: Card) -> bool:
    """Whether keeping this card allows a fourth discard (``ace4``)."""
    return is_wild(card, rules.wild) or card.rank == ACE


def _can_open(state: HandState, place: int) -> bool:
    openers = state.started.openers
    return openers is None or can_open(state.ruleset, openers, state.cards[place])


def to_call(state: HandState, place: int) -> Chips:
    """What staying in costs a position (RULES 9.5)."""
    own, price = state.bets[place], state.round.bet
    if price <= own:
        return 0
    bets, stacks = state.bets, state.stacks
    reach = own
    for other in state.in_hand:
        if other != place and (could := bets[other] + stacks[other]) > reach:
            if could >= price:
                reach = price
                break
            reach = could
    return min(reach - own, stacks[place])


def can_be_raised(state: HandState, place: int) -> bool:
    """Whether an opponent in the hand could put in more than the current bet (RULES 9.7)."""
    bets, stacks, price = state.bets, state.stacks, state.round.bet
    for other in state.in_hand:  # noqa: SIM110 - asked in every turn; any() takes twice as long
        if other != place and bets[other] + stacks[other] > price:
            return True
    return False


def next_asked(state: HandState) -> int | None:
    """The next position clockwise that still has to act in this betting round (RULES 9.6)."""
    price, acted = state.round.bet, state.acted
    live, stacks, bets = state.live, state.stacks, state.bets
    for place in _CLOCKWISE[len(live)][state.cursor]:
        if not live[place] or not stacks[place]:
            continue
        if bets[place] < price:
            if to_call(state, place):
                return place
        elif acted[place]:
            continue
        if not acted[place] and can_be_raised(state, place):
            return place
    return None


_CLOCKWISE: list[list[tuple[int, ...]]] = [
    [(*range(after + 1, players), *range(after + 1)) for after in range(players)]
    for players in range(9)
]
"""All positions of so many players, clockwise from the one after each of them."""


def raise_amounts(state: HandState, place: int) -> Amounts | None:
    """The totals to which a position may bet or raise; None if it may not."""
    round_, own = state.round, state.bets[place]
    structure = STRUCTURES[state.ruleset.game]
    everything = own + state.stacks[place]
    facing = round_.bet - own
    closed = round_.capped or (state.acted[place] and not structure.reopens(round_, facing))
    if closed or everything <= round_.bet or not can_be_raised(state, place):
        return None
    most = structure.most(round_, pot_for_limit(state), facing)
    return Amounts(
        min=min(structure.least(round_), everything),
        max=everything if most is None else min(most, everything),
    )


def pot_for_limit(state: HandState) -> Chips:
    """The pot by which a pot-limit bet is measured: short blinds count in full (RULES 9.15)."""
    rules = state.ruleset
    if state.street or rules.game is not Game.POT_LIMIT or rules.pl_short is ShortBlind.ACTUAL:
        return state.pot
    return (
        state.pot
        + _missing(state, state.started.small_blind, rules.sb)
        + _missing(state, state.started.big_blind, rules.bb)
    )


def _missing(state: HandState, blind: Seat | None, full: Chips) -> Chips:
    """What a short stack left out of its blind."""
    if blind is None:
        return 0
    place = state.seats.index(blind)
    available = state.started.lineup[place].stack - state.antes[place]
    return max(0, full - available)
