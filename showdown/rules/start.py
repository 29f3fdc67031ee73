"""
How a hand begins: the line-up, antes and blinds (RULES 2.4 and 6.6 to 6.9).
"""

from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack

from msgspec import Struct

from showdown.errors import RulesetError
from showdown.rules import events as ev
from showdown.rules.hand import HandState, Played, apply, begun
from showdown.rules.jackpots import openers_after
from showdown.rules.ruleset import (
    AccountId,
    AnteType,
    Chips,
    HandId,
    Openers,
    Passout,
    Ruleset,
    Seat,
)

_SMALL, _BIG, _POST = ev.BlindKind


class Player(Struct, frozen=True, kw_only=True):
    """Who sits in a seat, as far as a hand wants to know."""

    account: AccountId = AccountId(0)
    name: str = ""
    bank_ms: int = 0


NOBODY = Player()
"""Who plays where nobody signs in."""


class Blinds(Struct, frozen=True, kw_only=True):
    """The seats that post; None where nobody does."""

    small: Seat | None
    big: Seat


class Carry(Struct, frozen=True, kw_only=True):
    """What passed-out deals have left for the next one (RULES 11.7 to 11.9)."""

    shares: dict[Seat, Chips] = {}
    """What each contributor has in it."""
    forfeited: tuple[Chips, ...] = ()
    """Parts whose owners are gone."""
    passed_out: int = 0
    """Deals passed out in a row."""

    @property
    def total(self) -> Chips:
        """All chips in it."""
        return sum(self.shares.values()) + sum(self.forfeited)

    def takes_ante(self, ruleset: Ruleset) -> bool:
        """Whether the next deal takes an ante."""
        if not self.passed_out or ruleset.passout is Passout.RETURN:
            return True
        redeal = ruleset.passout is Passout.REDEAL
        return not redeal and self.passed_out < ruleset.passout_limit


NO_CARRY = Carry()


def deal_order(seats: Mapping[Seat, object] | Sequence[Seat], button: Seat) -> tuple[Seat, ...]:
    """
    Seats clockwise from the left of the button, the button's last.

    >>> deal_order([2, 4, 5], button=4)
    (5, 2, 4)
    """
    inside = sorted(seats)
    return (
        *[seat for seat in inside if seat > button],
        *[seat for seat in inside if seat <= button],
    )


def usual_blinds(order: Sequence[Seat]) -> Blinds:
    """
    The blinds of an ordinary hand: first and second left of the button; heads-up 6.4.

    Args:
        order: the seats dealt in, in the order of the deal.
    """
    if len(order) == 2:
        return Blinds(small=order[1], big=order[0])
    return Blinds(small=order[0], big=order[1])


class Options(TypedDict, total=False):
    """What a hand may begin with besides seats, stacks and the button."""

    hand: HandId
    """Its number, 1 by default."""
    blinds: Blinds | None
    """Who posts; by default the first and second seat left of the button."""
    posts: Sequence[ev.Post]
    """What seats that owe blinds post (RULES 7.3)."""
    carry: Carry
    """What passed-out deals of jackpots have left (RULES 11.9)."""
    players: Mapping[Seat, Player]
    """Names and accounts, for the record."""
    hand_key: bytes
    """32 bytes from which the dealer's orders come; empty if they are given."""
    sealed: ev.DealSealed | None
    """What the deal is proven by."""
    rake: Chips | None
    """A given amount instead of the ruleset's share."""


def start_hand(
    ruleset: Ruleset, stacks: Mapping[Seat, Chips], button: Seat, **options: Unpack[Options]
) -> tuple[ev.HandEvent, ...]:
    """
    Begin a hand: who plays, then antes and blinds; it then waits for :class:`Deal`.

    >>> from showdown import Ruleset
    >>> [type(event).__name__ for event in start_hand(Ruleset(sb=5, bb=10), {1: 90, 4: 90}, 1)]
    ['HandStarted', 'BlindPosted', 'BlindPosted']

    Args:
        stacks: chips of the seats dealt in, at least two of them, each with at least one chip.
        button: the button's seat; it may be empty.
        options: see :class:`Options`.

    Raises:
        RulesetError: stacks or rake do not fit this ruleset, or a seat posts or has a part in the
            carry that is not dealt in.

    Source: docs/rules.md, "Button and forced bets".
    """
    return begin_hand(ruleset, stacks, button, **options).events


def begin_hand(
    ruleset: Ruleset, stacks: Mapping[Seat, Chips], button: Seat, **options: Unpack[Options]
) -> Played:
    """As :func:`start_hand`, with the state afterwards."""
    started = _opening(ruleset, stacks, deal_order(stacks, button), button, options)
    return begin(started, options.get("sealed"))


def begin(started: ev.HandStarted, sealed: ev.DealSealed | None = None) -> Played:
    """
    Begin a hand as its first event says: that event, what seals the deal, then antes and blinds.

    Raises:
        RulesetError: no hand can begin like this.
    """
    _check_stacks(started)
    _check_posting(started)
    _check_rake(started.ruleset, started.rake)
    events: list[ev.HandEvent] = [started]
    state = begun(started)
    if sealed is not None:
        apply(state, (sealed,))
        events.append(sealed)
    for step in (_antes, _blinds, _big_blind_ante):
        forced = step(state)
        apply(state, forced)
        events += forced
    return Played(tuple(events), state)


def _opening(
    ruleset: Ruleset,
    stacks: Mapping[Seat, Chips],
    order: tuple[Seat, ...],
    button: Seat,
    options: Options,
) -> ev.HandStarted:
    carry = options.get("carry", NO_CARRY)
    if absent := carry.shares.keys() - stacks.keys():
        seat = min(absent)
        raise RulesetError(f"Seat {seat} has a part in the carry but is not dealt in.", found=seat)
    blinds = options.get("blinds")
    if blinds is None and ruleset.has_blinds and len(order) > 1:
        blinds = usual_blinds(order)
    known = options.get("players", {})
    shares = [seat for seat in order if seat in carry.shares] if carry.shares else []
    return ev.HandStarted(
        hand=options.get("hand", HandId(1)),
        ruleset=ruleset,
        button=button,
        lineup=tuple([_dealt(seat, stacks[seat], known.get(seat, NOBODY)) for seat in order]),
        small_blind=blinds.small if blinds else None,
        big_blind=blinds.big if blinds else None,
        posts=tuple(options.get("posts", ())),
        carried=tuple([ev.Share(seat=seat, amount=carry.shares[seat]) for seat in shares]),
        forfeited=carry.forfeited,
        openers=_openers(ruleset, carry),
        takes_ante=carry.takes_ante(ruleset),
        rake=options.get("rake"),
        hand_key=options.get("hand_key", b""),
    )


def _openers(ruleset: Ruleset, carry: Carry) -> Openers | None:
    """What opens in the deal that comes, in jackpots."""
    if ruleset.jacks is None:
        return None
    return openers_after(ruleset.jacks, carry.passed_out if ruleset.progressive else 0)


def _dealt(seat: Seat, stack: Chips, player: Player) -> ev.Dealt:
    return ev.Dealt(
        seat=seat, stack=stack, account=player.account, name=player.name, bank_ms=player.bank_ms
    )


def _check_stacks(started: ev.HandStarted) -> None:
    players, unit = len(started.lineup), started.ruleset.unit
    if not 2 <= players <= 8:
        raise RulesetError(f"{players} players were given; a hand has 2 to 8.", found=players)
    contributors = {share.seat for share in started.carried if share.amount}
    for dealt in started.lineup:
        stack = dealt.stack
        broke = not stack and dealt.seat not in contributors
        if broke or stack < 0 or stack % unit:
            raise RulesetError(
                f"The stack of seat {dealt.seat} is {stack}; it must be a positive multiple "
                f"of {unit}.",
                found=stack,
                wanted=unit,
            )


def _check_posting(started: ev.HandStarted) -> None:
    dealt_in = {dealt.seat for dealt in started.lineup}
    blinds = (started.small_blind, started.big_blind)
    for seat in (*(post.seat for post in started.posts), *blinds):
        if seat is not None and seat not in dealt_in:
            raise RulesetError(f"Seat {seat} would post but is not dealt in.", found=seat)


def _check_rake(ruleset: Ruleset, rake: Chips | None) -> None:
    if rake is not None and (rake < 0 or rake % ruleset.unit):
        raise RulesetError(
            f"A rake of {rake} is given; it must be a multiple of {ruleset.unit}.",
            found=rake,
            wanted=ruleset.unit,
        )


def _antes(state: HandState) -> list[ev.HandEvent]:
    rules = state.ruleset
    if not rules.ante or rules.ante_type is not AnteType.EACH or not state.started.takes_ante:
        return []
    return [
        ev.AntePosted(seat=seat, amount=min(rules.ante, stack))
        for seat, stack in zip(state.seats, state.stacks, strict=True)
        if stack
    ]


def _blinds(state: HandState) -> list[ev.HandEvent]:
    started, rules = state.started, state.ruleset
    events: list[ev.HandEvent] = []
    for seat, kind, live, dead in (
        (started.small_blind, _SMALL, rules.sb, 0),
        (started.big_blind, _BIG, rules.bb, 0),
        *_posts(state),
    ):
        if seat is None:
            continue
        stack = state.stacks[state.seats.index(seat)]
        # A short stack pays the dead part first (RULES 7.3).
        dead = min(dead, stack)
        live = min(live, stack - dead)
        if live or dead:
            events.append(ev.BlindPosted(seat=seat, kind=kind, amount=live, dead=dead))
    return events


def _posts(state: HandState) -> list[tuple[Seat, ev.BlindKind, Chips, Chips]]:
    """What debtors post, in the order of the deal."""
    by_seat = {post.seat: post for post in state.started.posts}
    return [
        (seat, _POST, by_seat[seat].live, by_seat[seat].dead)
        for seat in state.seats
        if seat in by_seat
    ]


def _big_blind_ante(state: HandState) -> list[ev.HandEvent]:
    rules, blind = state.ruleset, state.started.big_blind
    if not rules.ante or rules.ante_type is not AnteType.BIG_BLIND or blind is None:
        return []
    amount = min(rules.ante, state.stacks[state.seats.index(blind)])
    return [ev.AntePosted(seat=blind, amount=amount)] if amount else []
