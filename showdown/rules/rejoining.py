"""
Coming back to a table: with at least what was taken away (RULES 5.4).

Otherwise a player could take what he has won off the table and go on with less at stake than those
he won it from. Nor is a time bank full again for who gets up and sits down (15.3). Time comes in
with each action, in seconds.
"""

from msgspec import Struct

from showdown.rules.ruleset import AccountId, Chips, Ruleset


class Departure(Struct, frozen=True, kw_only=True):
    """What an account took away from a table, and when."""

    account: AccountId
    stack: Chips
    at_s: int
    bank_ms: int | None = None
    """What was left of the time bank; None if it was full."""


Departures = tuple[Departure, ...]


def taken_away(ruleset: Ruleset, departures: Departures, account: AccountId, now_s: int) -> Chips:
    """
    What an account left this table with, if that still counts; else 0.

    >>> left = (Departure(account=7, stack=2300, at_s=0),)
    >>> rules = Ruleset(sb=5, bb=10)
    >>> [taken_away(rules, left, 7, now_s=60 * minutes) for minutes in (90, 121)]
    [2300, 0]
    """
    gone = departed(ruleset, departures, account, now_s)
    return gone.stack if gone is not None else 0


def departed(
    ruleset: Ruleset, departures: Departures, account: AccountId, now_s: int
) -> Departure | None:
    """How an account left this table, if that still counts."""
    still = (each for each in departures if each.account == account)
    return next((each for each in still if _counts(ruleset, each, now_s)), None)


def remember(ruleset: Ruleset, departures: Departures, departure: Departure) -> Departures:
    """The departures that count once one more player has gone; only his last one does."""
    others = (
        each
        for each in departures
        if each.account != departure.account and _counts(ruleset, each, departure.at_s)
    )
    matters = departure.stack or departure.bank_ms is not None
    return (*others, departure) if matters and ruleset.rejoin_minutes else tuple(others)


def buy_in_limits(
    ruleset: Ruleset, departures: Departures, account: AccountId, now_s: int
) -> tuple[Chips, Chips]:
    """
    The least and the most that an account may sit down with.

    >>> left = (Departure(account=7, stack=2300, at_s=0),)
    >>> rules = Ruleset(sb=5, bb=10)
    >>> buy_in_limits(rules, left, 7, now_s=60), buy_in_limits(rules, left, 8, now_s=60)
    ((2300, 2300), (400, 1000))

    Source: docs/rules.md, "Seats and stacks"; PokerStars.
    """
    taken = taken_away(ruleset, departures, account, now_s)
    return max(ruleset.min_buy, taken), max(ruleset.max_buy, taken)


def _counts(ruleset: Ruleset, departure: Departure, now_s: int) -> bool:
    return now_s - departure.at_s <= ruleset.rejoin_minutes * 60
