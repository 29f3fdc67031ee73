"""
How the hand of a text begins: stakes, antes and blinds, and by which ruleset they are posted.
"""

from collections.abc import Iterator

from showdown.errors import RulesetError
from showdown.history import facts as fc
from showdown.history.facts import Facts, Payment
from showdown.history.raking import given_rake
from showdown.history.record import display
from showdown.history.small_blinds import Posted, small_blind_of
from showdown.rules import events as ev
from showdown.rules.ruleset import Chips, Game, Ruleset, Seat
from showdown.rules.start import Blinds, Player, start_hand


def open_hand(facts: Facts) -> tuple[ev.HandEvent, ...]:
    """
    The events up to the deal.

    Raises:
        RulesetError: no hand can begin like this.
    """
    paid = [step for step in facts.steps if isinstance(step, fc.Paid)]
    first = {kind: _first(paid, kind) for kind in (Payment.SMALL, Payment.BIG)}
    small, big = first[Payment.SMALL], first[Payment.BIG]
    rules = facts.rules or _ruleset(facts, paid, big)
    known = {place.seat for place in facts.places}
    blinds = None
    if big is not None and big.seat in known:
        placed = small is not None and small.seat in known
        blinds = Blinds(small=small.seat if small and placed else None, big=big.seat)
    return start_hand(
        rules,
        {place.seat: place.stack for place in facts.places},
        facts.button,
        hand=facts.hand,
        blinds=blinds,
        posts=tuple(_posts([p for p in paid if p not in (small, big)], rules)),
        players={place.seat: Player(name=place.name) for place in facts.places},
        rake=given_rake(facts.rake, facts.pots),
    )


def _first(paid: list[fc.Paid], kind: Payment) -> fc.Paid | None:
    return next((each for each in paid if each.kind is kind), None)


def _ruleset(facts: Facts, paid: list[fc.Paid], big: fc.Paid | None) -> Ruleset:
    fixed = facts.game is Game.FIXED_LIMIT
    low, high = facts.stakes
    if fixed and high != 2 * low:
        raise RulesetError(
            f"The bets are {display(low, facts.scale)} and {display(high, facts.scale)}; in "
            "fixed-limit the big bet is twice the small one.",
            found=high,
            wanted=2 * low,
        )
    full_bet = low if fixed else high
    half = _small_blind(low, paid) if fixed else low
    return Ruleset(
        game=facts.game,
        sb=half if big is not None else 0,
        bb=full_bet if big is not None else 0,
        ante=max((each.amount for each in paid if each.kind is Payment.ANTE), default=0),
        min_bet=full_bet,
        max_seats=max(2, facts.max_seats),
        # Where somebody mucks, the site does not table hands, all-in or not.
        tabled=not any(isinstance(step, fc.Mucked) for step in facts.steps),
        # Texts tell nothing of clocks.
        act_time=0.0,
        draw_time=0.0,
        time_bank=0.0,
        disconnect_grace=0.0,
        hand_pause=0.0,
    )


def _small_blind(small_bet: Chips, paid: list[fc.Paid]) -> Chips:
    posted = (
        Posted(each.amount if each.kind is Payment.SMALL else each.amount - small_bet, each.all_in)
        for each in paid
        if each.kind in (Payment.SMALL, Payment.BOTH)
    )
    return small_blind_of(small_bet, posted)


def _posts(paid: list[fc.Paid], rules: Ruleset) -> Iterator[ev.Post]:
    """What is posted besides the blinds: a missed small blind is dead, a big one live."""
    kinds: dict[Seat, set[Payment]] = {}
    for each in paid:
        if each.kind is not Payment.ANTE:
            # Some texts have a line for each of the two.
            kinds.setdefault(each.seat, set()).add(each.kind)
    for seat, posted in kinds.items():
        live = rules.bb if posted & {Payment.BIG, Payment.BOTH} else 0
        dead = rules.sb if posted & {Payment.SMALL, Payment.BOTH} else 0
        yield ev.Post(seat=seat, live=live, dead=dead)
