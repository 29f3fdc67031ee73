"""
Showing, mucking and paying (RULES 12 and 13): what a hand that has come to its end leads to.

Each hand is ranked once. The functions here only say what happens; nothing changes.
"""

from collections.abc import Sequence

from showdown.rules import events as ev
from showdown.rules.hand import HandState
from showdown.rules.hand_rank import HandRank
from showdown.rules.jackpots import fewest_openers, shows_openers
from showdown.rules.pots import Pot, split_evenly, split_pots
from showdown.rules.ruleset import Chips, Passout, Ruleset, Seat

_NOTHING = HandRank(0)


def settle(state: HandState) -> list[ev.HandEvent]:
    """
    All events from the end of the last betting round to the end of the hand.

    Source: docs/rules.md, "Pots, showdown, payment".
    """
    pots = hand_pots(state)
    ranks = _ranks(state)
    rakes = _rakes(state, pots)
    awards: list[ev.PotAwarded] = []
    for number in reversed(range(len(pots))):
        awards += _awards(state, pots[number], number, rakes[number], ranks)
    events: list[ev.HandEvent] = _showing(state, pots, ranks) if ranks else []
    events += _openers(state, awards)
    events += [ev.Raked(pot=number, amount=amount) for number, amount in enumerate(rakes) if amount]
    events += awards
    events.append(_ended(state, awards, pots=pots, rake=sum(rakes)))
    return events


def pass_out(state: HandState) -> list[ev.HandEvent]:
    """Nobody opened: the antes go back or into the carry, and the hand is over (RULES 11.7)."""
    if state.ruleset.passout is not Passout.RETURN:
        shares = tuple(
            ev.Share(seat=seat, amount=paid)
            for seat, paid in zip(state.seats, state.paid, strict=True)
        )
        carried = ev.CarriedOver(shares=shares, forfeited=state.forfeited)
        return [carried, _ended(state, (), passed_out=True)]
    returned = [
        ev.BetReturned(seat=seat, amount=ante, ante=True)
        for seat, ante in zip(state.seats, state.antes, strict=True)
        if ante
    ]
    return [*returned, _ended(state, returned, passed_out=True)]


def _ended(
    state: HandState,
    paid: Sequence[ev.PotAwarded | ev.BetReturned],
    *,
    pots: tuple[Pot, ...] = (),
    rake: Chips = 0,
    passed_out: bool = False,
) -> ev.HandEnded:
    stacks = dict(zip(state.seats, state.stacks, strict=True))
    for each in paid:
        stacks[each.seat] += each.amount
    return ev.HandEnded(
        stacks=tuple([ev.SeatStack(seat=seat, stack=stack) for seat, stack in stacks.items()]),
        pots=pots,
        rake=rake,
        passed_out=passed_out,
    )


def hand_pots(state: HandState) -> tuple[Pot, ...]:
    """The pots as they stand, main pot first: stakes of everybody, dead chips included."""
    seats = state.seats
    stakes = dict(zip(seats, state.paid, strict=True))
    in_hand = state.in_hand
    folded = (
        []
        if len(in_hand) == len(seats)
        else [seat for seat, live in zip(seats, state.live, strict=True) if not live]
    )
    # Forfeited parts of a carry are stakes of nobody at the table; seats count from 1.
    for number, amount in enumerate(state.forfeited):
        stakes[Seat(-number)] = amount
        folded.append(Seat(-number))
    return split_pots(stakes, folded, state.dead)


def _ranks(state: HandState) -> dict[int, HandRank]:
    """What the hands are worth that are compared, by position; none without a showdown."""
    if len(state.in_hand) == 1:
        return {}
    rank, cards = state.ruleset.rank, state.cards
    return {place: rank(cards[place]) for place in state.in_hand}


def _openers(state: HandState, awards: Sequence[ev.PotAwarded]) -> list[ev.HandEvent]:
    openers, opener = state.started.openers, state.opener
    if openers is None or opener is None:
        return []
    if not shows_openers(state, [state.seats.index(award.seat) for award in awards]):
        return []
    cards = fewest_openers(state.ruleset, openers, state.dealt[opener])
    return [ev.OpenersShown(seat=state.seats[opener], cards=cards)]


def showing_order(state: HandState, pots: tuple[Pot, ...]) -> tuple[int, ...]:
    """
    Positions in the order in which they show (RULES 12.4 to 12.6).

    The last to bet or raise in the last round begins, else the first left of the button; players
    of the last side pot come before those of earlier ones.
    """
    first = state.aggressor or 0
    clockwise = [place for place in state.in_hand if place >= first]
    clockwise += [place for place in state.in_hand if place < first]
    if len(pots) > 1:
        clockwise.sort(key=lambda place: -_last_pot(pots, state.seats[place]))
    return tuple(clockwise)


def _last_pot(pots: tuple[Pot, ...], seat: int) -> int:
    return max((number for number, pot in enumerate(pots) if seat in pot.contenders), default=0)


def _showing(
    state: HandState, pots: tuple[Pot, ...], ranks: dict[int, HandRank]
) -> list[ev.HandEvent]:
    everybody = state.ruleset.tabled and 0 in [state.stacks[p] for p in state.in_hand]
    events: list[ev.HandEvent] = []
    best = [_NOTHING] * len(pots)
    """The best hand shown so far that can win each pot."""
    for place in showing_order(state, pots):
        seat, cards, value = state.seats[place], state.cards[place], ranks[place]
        shows = everybody
        for number, pot in enumerate(pots):
            # A hand shows that wins or ties some pot among those shown so far (RULES 12.6).
            if value >= best[number] and seat in pot.contenders:
                best[number], shows = value, True
        if shows:
            events.append(ev.HandShown(seat=seat, cards=cards, rank=int(value)))
        else:
            events.append(ev.HandMucked(seat=seat, cards=cards))
    return events


def _awards(
    state: HandState, pot: Pot, number: int, rake: Chips, ranks: dict[int, HandRank]
) -> list[ev.PotAwarded]:
    winners = winners_of(state, pot, ranks)
    shares = split_evenly(pot.amount - rake, len(winners), state.ruleset.unit)
    return [
        ev.PotAwarded(seat=state.seats[place], pot=number, amount=share)
        for place, share in zip(winners, shares, strict=True)
        if share
    ]


def winners_of(state: HandState, pot: Pot, ranks: dict[int, HandRank]) -> tuple[int, ...]:
    """The positions that win a pot, first left of the button first."""
    places = [state.seats.index(seat) for seat in pot.contenders]
    if len(places) == 1:
        return tuple(places)
    highest = max([ranks[place] for place in places])
    return tuple(sorted([place for place in places if ranks[place] == highest]))


def _rakes(state: HandState, pots: tuple[Pot, ...]) -> list[Chips]:
    """Rake by pot, main pot first (RULES 13)."""
    given = state.started.rake
    if given is not None:
        return _spread(given, pots)
    if not state.draw_reached:
        return [0] * len(pots)
    return _share(state.ruleset, pots)


def _share(rules: Ruleset, pots: tuple[Pot, ...]) -> list[Chips]:
    amounts = []
    left = rules.rake_cap
    for pot in pots:
        amount = int(pot.amount * rules.rake) // rules.unit * rules.unit
        if rules.rake_cap:
            amount = min(amount, left)
            left -= amount
        amounts.append(amount)
    return amounts


def _spread(given: Chips, pots: tuple[Pot, ...]) -> list[Chips]:
    """Take a given amount from the main pot first."""
    amounts = []
    for pot in pots:
        amount = min(given, pot.amount)
        given -= amount
        amounts.append(amount)
    return amounts
