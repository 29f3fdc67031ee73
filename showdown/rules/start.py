"""
How a hand begins: the line-up, antes and blinds (RULES 2.4 and 6.6 to 6.9).
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from showdown.errors import RulesetError
from showdown.rules import events as ev
from showdown.rules.hand import HandState, apply, evolve
from showdown.rules.jackpots import openers_after
from showdown.rules.ruleset import AccountId, AnteType, Chips, HandId, Passout, Ruleset, Seat


class Player(Struct, frozen=True, kw_only=True):
    """Who sits in a seat, as far as a hand wants to know."""

    account: AccountId = AccountId(0)
    name: str = ""
    bank_ms: int = 0


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
    return tuple(sorted(seats, key=lambda seat: (seat <= button, seat)))


def usual_blinds(order: Sequence[Seat]) -> Blinds:
    """
    The blinds of an ordinary hand: first and second left of the button; heads-up 6.4.

    Args:
        order: the seats dealt in, in the order of the deal.
    """
    if len(order) == 2:
        return Blinds(small=order[1], big=order[0])
    return Blinds(small=order[0], big=order[1])


def start_hand(
    ruleset: Ruleset,
    stacks: Mapping[Seat, Chips],
    button: Seat,
    *,
    hand: HandId = HandId(1),
    blinds: Blinds | None = None,
    posts: Sequence[ev.Post] = (),
    carry: Carry = NO_CARRY,
    players: Mapping[Seat, Player] | None = None,
    hand_key: bytes = b"",
    rake: Chips | None = None,
) -> tuple[ev.HandEvent, ...]:
    """
    Begin a hand: who plays, then antes and blinds; it then waits for :class:`Deal`.

    >>> from showdown import Ruleset
    >>> [type(event).__name__ for event in start_hand(Ruleset(sb=5, bb=10), {1: 90, 4: 90}, 1)]
    ['HandStarted', 'BlindPosted', 'BlindPosted']

    Args:
        stacks: chips of the seats dealt in, at least two of them, each with at least one chip.
        button: the button's seat; it may be empty.
        blinds: who posts; by default the first and second seat left of the button.
        carry: what passed-out deals of jackpots have left (RULES 11.9).
        posts: what seats that owe blinds post (RULES 7.3).
        players: names and accounts, for the record.
        hand_key: 32 bytes from which the dealer's orders come; empty if they are given.
        rake: a given amount instead of the ruleset's share.

    Raises:
        RulesetError: stacks or rake do not fit this ruleset, or a seat posts or has a part in the
            carry that is not dealt in.

    Source: docs/rules.md, "Button and forced bets".
    """
    order = deal_order(stacks, button)
    if ruleset.has_blinds and blinds is None and len(order) > 1:
        blinds = usual_blinds(order)
    absent = next((seat for seat in carry.shares if seat not in stacks), None)
    if absent is not None:
        raise RulesetError(
            f"Seat {absent} has a part in the carry but is not dealt in.", found=absent
        )
    known = players or {}
    return begin(
        ev.HandStarted(
            hand=hand,
            ruleset=ruleset,
            button=button,
            lineup=tuple(_dealt(seat, stacks[seat], known.get(seat, Player())) for seat in order),
            small_blind=blinds.small if blinds else None,
            big_blind=blinds.big if blinds else None,
            posts=tuple(posts),
            carried=tuple(
                ev.Share(seat=seat, amount=carry.shares[seat])
                for seat in order
                if seat in carry.shares
            ),
            forfeited=carry.forfeited,
            openers=openers_after(ruleset.jacks, carry.passed_out if ruleset.progressive else 0)
            if ruleset.jacks
            else None,
            takes_ante=carry.takes_ante(ruleset),
            rake=rake,
            hand_key=hand_key,
        )
    )


def begin(started: ev.HandStarted) -> tuple[ev.HandEvent, ...]:
    """
    Begin a hand as its first event says: that event, then antes and blinds.

    Raises:
        RulesetError: no hand can begin like this.
    """
    _check_stacks(started)
    _check_posting(started)
    _check_rake(started.ruleset, started.rake)
    events: list[ev.HandEvent] = [started]
    state = evolve(None, started)
    for step in (_antes, _blinds, _big_blind_ante):
        for event in step(state):
            events.append(event)
            apply(state, event)
    return tuple(events)


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
        broke = not dealt.stack and dealt.seat not in contributors
        if broke or dealt.stack < 0 or dealt.stack % unit:
            raise RulesetError(
                f"The stack of seat {dealt.seat} is {dealt.stack}; it must be a positive multiple "
                f"of {unit}.",
                found=dealt.stack,
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


def _antes(state: HandState) -> Iterator[ev.HandEvent]:
    each = state.ruleset.ante_type is AnteType.EACH and state.started.takes_ante
    if state.ruleset.ante and each:
        for place in state.positions:
            amount = min(state.ruleset.ante, state.stacks[place])
            if not amount:
                continue
            yield ev.AntePosted(seat=state.seats[place], amount=amount)


def _blinds(state: HandState) -> Iterator[ev.HandEvent]:
    started, rules = state.started, state.ruleset
    forced = [
        (ev.BlindKind.SMALL, started.small_blind, rules.sb, 0),
        (ev.BlindKind.BIG, started.big_blind, rules.bb, 0),
    ]
    by_seat = {post.seat: post for post in started.posts}
    forced += [
        (ev.BlindKind.POST, seat, by_seat[seat].live, by_seat[seat].dead)
        for seat in state.seats
        if seat in by_seat
    ]
    for kind, seat, live, dead in forced:
        if seat is None:
            continue
        stack = state.stacks[state.seats.index(seat)]
        # A short stack pays the dead part first (RULES 7.3).
        dead = min(dead, stack)
        live = min(live, stack - dead)
        if live or dead:
            yield ev.BlindPosted(seat=seat, kind=kind, amount=live, dead=dead)


def _big_blind_ante(state: HandState) -> Iterator[ev.HandEvent]:
    blind = state.started.big_blind
    if state.ruleset.ante and state.ruleset.ante_type is AnteType.BIG_BLIND and blind is not None:
        amount = min(state.ruleset.ante, state.stacks[state.seats.index(blind)])
        if amount:
            yield ev.AntePosted(seat=blind, amount=amount)
