"""
What a hand has beside the words of a format: our own fields, the same in PHH and in OHH.

With them and what the format itself says, a hand is played again exactly (:func:`play`). A text for
one viewer has none of the fields that hold secrets, and is read as a text of any other site is.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from showdown.errors import IllegalAction, RulesetError
from showdown.history.raking import rake_as_printed
from showdown.history.record import PLAY_CHIPS, SHOWDOWN, Claims, HandRecord, SeatCards
from showdown.history.replaying import (
    Deed,
    begin,
    deck_of,
    deeds,
    later_show,
    sealed_by,
    split_later_shows,
)
from showdown.history.writing import Sight
from showdown.rules import actions as act
from showdown.rules import events as ev
from showdown.rules.cards import Card
from showdown.rules.drawing import needed_reshuffle
from showdown.rules.fairness.record import Proof
from showdown.rules.fairness.telling import Opening
from showdown.rules.hand import HandState
from showdown.rules.legal import to_call
from showdown.rules.play import perform
from showdown.rules.proofs import proof_of
from showdown.rules.proven import waits_for_openings
from showdown.rules.ruleset import (
    AccountId,
    Chips,
    DrawMode,
    HandId,
    Openers,
    Ruleset,
    Seat,
    TableId,
)
from showdown.rules.view import Viewer

VERSION = 1


class Beside(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Our fields. Amounts are in the smallest unit, times in milliseconds."""

    rules: Ruleset
    button: Seat
    site: str = SHOWDOWN
    currency: str = PLAY_CHIPS
    scale: int = 1
    accounts: tuple[AccountId, ...] = ()
    """By player, as the format lists them; empty where nobody signed in."""
    banks_ms: tuple[int, ...] = ()
    """Time banks by player; empty where nobody had one."""
    small_blind: Seat | None = None
    big_blind: Seat | None = None
    posts: tuple[ev.Post, ...] = ()
    carried: tuple[ev.Share, ...] = ()
    forfeited: tuple[Chips, ...] = ()
    openers: Openers | None = None
    takes_ante: bool = True
    rake: Chips | None = None
    overtime: tuple[tuple[int, int], ...] = ()
    """Which action, from 0, used how much of a time bank."""
    timed_out: tuple[int, ...] = ()
    """Which actions, from 0, a clock did."""
    later_shows: tuple[Seat, ...] = ()
    """Who showed a hand when all was over."""
    given_up: str | None = None
    """Why the hand has no end."""
    claims: Claims | None = None
    timeless: bool = False
    """Nobody knows when the hand was played, whatever the format had to say."""
    whole: bool = False
    """Whether everything is here, secrets included, so that the hand is read back as it was."""
    mucked: tuple[SeatCards, ...] = ()
    """Hands that were mucked and may be seen by whom the text is for."""
    hand_key: bytes = b""
    """Secret."""
    deck: str = ""
    """Secret: the whole deck, top card first; empty if nothing was dealt."""
    reshuffles: tuple[str, ...] = ()
    """Secret: the order of each new stub."""
    discards: tuple[SeatCards, ...] = ()
    """Secret: what was thrown and is not among the actions, since nobody can know it."""
    order: tuple[Seat, ...] = ()
    """Secret: in which order seats chose in a simultaneous draw, if not clockwise."""
    sealed: ev.DealSealed | None = None
    """What the deal is proven by."""
    opened: tuple[tuple[Opening, ...], ...] = ()
    """What was opened for each part that was sealed."""
    proof: str = ""
    """The proof of the cards that whom the text is for may see, as JSON."""


def beside(
    record: HandRecord, sight: Sight, viewer: Viewer | None = None, proof: Proof | None = None
) -> Beside:
    """
    What a format does not say of a record.

    Args:
        sight: the cards that stand in the text.
        viewer: for whom it is; None for whoever has the whole record, secrets included.
        proof: what the viewer was told to prove the deal, where the record has no secrets of it.
    """
    public = _public(record)
    if viewer is None:
        return _whole(public, record, sight)
    return replace(
        public,
        mucked=tuple(SeatCards(*each) for each in sight.mucked.items()),
        proof=_as_text(proof or proof_of(record.events, viewer)),
    )


def _as_text(proof: Proof | None) -> str:
    return "" if proof is None else msgspec.json.encode(proof).decode()


def _public(record: HandRecord) -> Beside:
    started, last = record.started, record.events[-1]
    return Beside(
        rules=started.ruleset,
        button=started.button,
        site=record.site,
        currency=record.currency,
        scale=record.scale,
        small_blind=started.small_blind,
        big_blind=started.big_blind,
        posts=started.posts,
        carried=started.carried,
        forfeited=started.forfeited,
        openers=started.openers,
        takes_ante=started.takes_ante,
        later_shows=tuple(shown.seat for shown in split_later_shows(record.events)[1]),
        given_up=last.reason if isinstance(last, ev.HandAborted) else None,
    )


def _whole(public: Beside, record: HandRecord, sight: Sight) -> Beside:
    started = record.started
    played = [d for d in deeds(record) if not isinstance(d.action, _DEALERS)]
    chosen = [e.seat for e in record.events if isinstance(e, ev.DrawChosen)]
    order = [dealt.seat for dealt in started.lineup]
    banks = tuple(dealt.bank_ms for dealt in started.lineup)
    accounts = tuple(dealt.account for dealt in started.lineup)
    return replace(
        public,
        whole=True,
        accounts=accounts if any(accounts) else (),
        banks_ms=banks if any(banks) else (),
        rake=started.rake,
        overtime=tuple((n, d.overtime_ms) for n, d in enumerate(played) if d.overtime_ms),
        timed_out=tuple(n for n, d in enumerate(played) if isinstance(d.action, act.Timeout)),
        claims=record.claims,
        hand_key=started.hand_key,
        deck=next((joined(deck_of(e)) for e in record.events if isinstance(e, ev.CardsDealt)), ""),
        reshuffles=tuple(joined(e.order) for e in record.events if isinstance(e, ev.Reshuffled)),
        discards=tuple(
            SeatCards(event.seat, event.cards)
            for event in record.events
            if isinstance(event, ev.Discarded) and event.seat not in sight.discarded
        ),
        order=tuple(chosen) if chosen != sorted(chosen, key=order.index) else (),
        sealed=sealed_by(record),
        opened=tuple(
            each.openings
            for each in record.events
            if isinstance(each, ev.EntropyOpened | ev.PoolUnused)
        ),
    )


_DEALERS = act.Deal | act.Reshuffle | act.Open


def joined(cards: Iterable[Card]) -> str:
    """Cards without anything between them, as PHH has them."""
    return "".join(map(str, cards))


def parted(text: str) -> tuple[Card, ...]:
    """
    Cards without anything between them.

    >>> parted("AhTd")
    (Ah, Td)

    Raises:
        ValueError: that is no card.
    """
    try:
        return tuple([_CARDS[text[place : place + 2]] for place in range(0, len(text), 2)])
    except KeyError as error:
        raise ValueError(f"{error.args[0]!r} is not a card, as Td would be") from None


_CARDS = {str(card): card for card in Card}


class Standard(Struct, frozen=True, kw_only=True):
    """What a format says by itself."""

    hand: HandId
    table: TableId
    played: datetime | None
    lineup: tuple[ev.Dealt, ...]
    """In the order of the deal, without accounts and time banks."""


class Move(NamedTuple):
    """An action as a format has it: cards or a total, where it needs them."""

    seat: Seat
    kind: str
    """``fold``, ``call`` (or check), ``raise`` (or bet) or ``draw``."""
    to: Chips = 0
    cards: tuple[Card, ...] | None = ()
    """None if the text does not name them."""


class Impossible(Exception):
    """An action that the rules refuse: its number among the actions, and why."""

    def __init__(self, number: int | None, sentence: str) -> None:
        super().__init__(sentence)
        self.number = number


def play(standard: Standard, told: Beside, moves: Sequence[Move]) -> HandRecord:
    """
    The record of a hand that is written down whole.

    Raises:
        Impossible: something in it cannot have happened.
    """
    record = HandRecord(
        site=told.site,
        table=standard.table,
        played=standard.played,
        currency=told.currency,
        scale=told.scale,
        events=(_started(standard, told), *((told.sealed,) if told.sealed else ())),
        claims=told.claims,
    )
    try:
        begun = begin(record)
    except RulesetError as error:
        raise Impossible(None, error.sentence) from None
    events, state = list(begun.events), begun.state
    here: int | None = None
    try:
        for number, deed in _deeds(told, moves, state):
            here = number
            events += perform(state, deed.action, deed.overtime_ms)
    except (IllegalAction, ValueError) as error:
        raise Impossible(here, str(error)) from None
    if told.given_up is not None:
        before = tuple(ev.SeatStack(seat=d.seat, stack=d.stack) for d in standard.lineup)
        events.append(ev.HandAborted(stacks=before, reason=told.given_up))
    elif not state.ended:
        raise Impossible(None, f"The hand is {state.phase} at the end; it has no end.")
    events += _later_shows(told, state)
    made = tuple(events)
    if told.claims is not None:
        made = rake_as_printed(made, told.rake, told.claims.pots, told.claims.collected)
    return replace(record, events=made)


def _later_shows(told: Beside, state: HandState) -> Iterator[ev.HandShown]:
    for seat in told.later_shows:
        shown = later_show(state, seat)
        if shown is None:
            raise Impossible(None, f"Seat {seat} has no hand to show.")
        yield shown


def _started(standard: Standard, told: Beside) -> ev.HandStarted:
    accounts = told.accounts or (AccountId(0),) * len(standard.lineup)
    banks = told.banks_ms or (0,) * len(standard.lineup)
    if not len(accounts) == len(banks) == len(standard.lineup):
        raise Impossible(None, "There are not as many accounts or time banks as players.")
    return ev.HandStarted(
        hand=standard.hand,
        ruleset=told.rules,
        button=told.button,
        lineup=tuple(
            replace(dealt, account=account, bank_ms=bank)
            for dealt, account, bank in zip(standard.lineup, accounts, banks, strict=True)
        ),
        small_blind=told.small_blind,
        big_blind=told.big_blind,
        posts=told.posts,
        carried=told.carried,
        forfeited=told.forfeited,
        openers=told.openers,
        takes_ante=told.takes_ante,
        rake=told.rake,
        hand_key=told.hand_key,
    )


def _deeds(
    told: Beside, moves: Sequence[Move], state: HandState
) -> Iterator[tuple[int | None, Deed]]:
    """What was done, one by one; the state has changed when the next is asked for."""
    opened = list(reversed(told.opened))
    if told.sealed is None and told.deck:
        yield None, Deed(act.Deal(parted(told.deck)), 0, 0)
    yield from ((None, each) for each in _openings(opened, state, 0))
    overtime, timed_out = dict(told.overtime), frozenset(told.timed_out)
    hidden = {each.seat: each.cards for each in told.discards}
    reshuffles = list(reversed(told.reshuffles))
    for done, (number, move) in enumerate(_as_chosen(told, moves)):
        action = act.Timeout(move.seat) if done in timed_out else _action(move, state, hidden)
        yield number, Deed(action, overtime.get(done, 0), number)
        while told.sealed is None and reshuffles and needed_reshuffle(state) is not None:
            yield number, Deed(act.Reshuffle(parted(reshuffles.pop())), 0, number)
        yield from ((number, each) for each in _openings(opened, state, number))


def _openings(opened: list[tuple[Opening, ...]], state: HandState, number: int) -> Iterator[Deed]:
    """What was opened where a hand that is proven waits for it; it is taken off the list."""
    while opened and waits_for_openings(state):
        yield Deed(act.Open(opened.pop()), 0, number)


def _as_chosen(told: Beside, moves: Sequence[Move]) -> list[tuple[int, Move]]:
    """The actions in the order in which they were done, with their places in the text."""
    numbered = list(enumerate(moves))
    if told.rules.draw_mode is not DrawMode.SIMULTANEOUS or not told.order:
        return numbered
    draws = [each for each in numbered if each[1].kind == "draw"]
    if not draws:
        return numbered
    first = draws[0][0]
    place = {seat: number for number, seat in enumerate(told.order)}
    draws.sort(key=lambda each: place.get(each[1].seat, len(place)))
    return numbered[:first] + draws + numbered[first + len(draws) :]


def _action(move: Move, state: HandState, hidden: dict[Seat, tuple[Card, ...]]) -> act.Action:
    if move.kind == "fold":
        return act.Fold(move.seat)
    if move.kind == "draw":
        cards = move.cards if move.cards is not None else hidden.get(move.seat, ())
        return act.Draw(move.seat, cards)
    price = state.round.bet
    # A short big blind is called in full: by other programs' words that raises it.
    if move.kind == "raise" and move.to > price:
        return act.RaiseTo(move.seat, move.to) if price else act.BetTo(move.seat, move.to)
    place = state.position(move.seat)
    owed = place is not None and to_call(state, place)
    return act.Call(move.seat) if owed else act.Check(move.seat)
