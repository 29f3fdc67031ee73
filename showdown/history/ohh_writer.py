"""
Writing hands as Open Hand History.
"""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import msgspec

from showdown.history import ohh_format as ohh
from showdown.history.beside import VERSION, beside
from showdown.history.record import PLAY_CHIPS, HandRecord, display
from showdown.history.writing import Cards, Written, sight_of
from showdown.rules import events as ev
from showdown.rules.fairness.record import Proof
from showdown.rules.ruleset import Chips, Game, Seat
from showdown.rules.view import Viewer

_LIMITS = {
    Game.NO_LIMIT: "NL",
    Game.POT_LIMIT: "PL",
    Game.FIXED_LIMIT: "FL",
    # There is no code for it; the rules of the hand stand beside.
    Game.SPREAD_LIMIT: "NL",
}
_NO_TIME = "1970-01-01T00:00:00Z"


def to_ohh(record: HandRecord, viewer: Viewer | None = None, proof: Proof | None = None) -> Written:
    """
    Write a hand as one line of Open Hand History.

    Hands in a file are kept apart by an empty line.

    Args:
        viewer: for whom: cards that he may not see are left out. None writes the whole record,
            secrets included, from which :func:`from_ohh` reads the same record.
        proof: what he was told to prove the deal, where the record has no secrets of it.
    """
    writer = _Writer(record, viewer, proof)
    text = ohh.ENCODER.encode(ohh.Document(writer.hand())).decode()
    return Written(text + "\n", writer.left_out())


def hand_of(record: HandRecord) -> ohh.Hand:
    """A whole record in the shape of the format."""
    return _Writer(record, None).hand()


class _Writer:
    """Puts the rounds together, action by action."""

    def __init__(
        self, record: HandRecord, viewer: Viewer | None, proof: Proof | None = None
    ) -> None:
        self.record = record
        self.viewer = viewer
        self.proof = proof
        self.started = record.started
        self.rules = self.started.ruleset
        self.sight = sight_of(record, viewer)
        self.ids = {dealt.seat: number for number, dealt in enumerate(self.started.lineup)}
        self.stacks = {dealt.seat: dealt.stack for dealt in self.started.lineup}
        self.rounds = [ohh.Round(id=0, street=ohh.FIRST, actions=[])]

    def hand(self) -> ohh.Hand:
        """The hand."""
        record, rules = self.record, self.rules
        told = beside(record, self.sight, self.viewer, self.proof)
        own = {"version": VERSION, **msgspec.to_builtins(told)}
        if record.played is None:
            own["timeless"] = True
        hero = self.ids.get(self.viewer.hand_seat or 0) if self.viewer else None
        observed = self.viewer is not None and hero is None
        for event in record.events:
            note = _NOTED.get(type(event))
            if note is not None:
                note(self, event)
        return ohh.Hand(
            spec_version=ohh.SPEC,
            site_name=record.site,
            network_name=record.site,
            internal_version=f"{VERSION}.0",
            game_number=str(self.started.hand),
            start_date_utc=_point_in_time(record),
            table_name=record.table,
            game_type=ohh.GAME,
            bet_limit=ohh.BetLimit(bet_type=_LIMITS[rules.game]),
            table_size=rules.max_seats,
            currency="" if record.currency == PLAY_CHIPS else record.currency,
            dealer_seat=self.started.button,
            small_blind_amount=self.money(rules.sb),
            big_blind_amount=self.money(rules.bb),
            ante_amount=self.money(rules.ante),
            hero_player_id=hero,
            flags=["Observed"] if observed else None,
            players=[
                ohh.Player(
                    id=self.ids[dealt.seat],
                    seat=dealt.seat,
                    name=dealt.name,
                    starting_stack=self.money(dealt.stack),
                )
                for dealt in self.started.lineup
            ],
            rounds=self.rounds,
            pots=list(self._pots()),
            own=own,
        )

    def left_out(self) -> Iterator[str]:
        """What the text has no words for."""
        if self.record.played is None:
            yield "It is not known when the hand was played; the text says 1970."
        if self.rules.game is Game.SPREAD_LIMIT:
            yield (
                "OHH has no code for spread-limit; the hand is written as no-limit, and the "
                "spread stands in _showdown, which other programs do not read."
            )
        if self.viewer is not None:
            yield "Cards that the viewer may not see are left out, and so are reshuffles."
            yield "Clocks, time banks and accounts are left out of a text for one viewer."

    def money(self, amount: Chips) -> ohh.Number:
        """An amount as a JSON number: of money in decimals."""
        scale = self.record.scale
        return amount if scale == 1 else Decimal(display(amount, scale))

    def _note(
        self, seat: Seat, action: str, amount: Chips = 0, *, all_in: bool = False, **cards: Any
    ) -> None:
        actions = self.rounds[-1].actions
        actions.append(
            ohh.Action(
                action_number=len(actions),
                player_id=self.ids[seat],
                action=action,
                amount=self.money(amount),
                is_allin=all_in,
                **cards,
            )
        )

    def _pay(self, seat: Seat, action: str, amount: Chips) -> None:
        self.stacks[seat] -= amount
        all_in = amount > 0 and not self.stacks[seat]
        self._note(seat, action, amount, all_in=all_in)

    def _enter(self, street: str) -> None:
        if self.rounds[-1].street != street:
            self.rounds.append(ohh.Round(id=len(self.rounds), street=street, actions=[]))

    def ante(self, event: ev.AntePosted) -> None:
        """An ante."""
        self._pay(event.seat, ohh.ANTE, event.amount)

    def blind(self, event: ev.BlindPosted) -> None:
        """A blind; of what is posted late, the dead part first."""
        if event.dead:
            self._pay(event.seat, ohh.DEAD, event.dead)
        if event.amount or not event.dead:
            self._pay(event.seat, _BLINDS[event.kind], event.amount)

    def dealt(self, event: ev.CardsDealt) -> None:
        """The hands that may be seen."""
        for hand in event.hands:
            self._cards(hand.seat, ohh.DEALT, self.sight.dealt.get(hand.seat))

    def _cards(self, seat: Seat, action: str, cards: Cards | None) -> None:
        if cards:
            self._note(seat, action, cards=list(map(str, cards)))

    def acted(self, event: ev.Acted) -> None:
        """A fold, check, call, bet or raise; before the draw nobody bets, by the format's words."""
        first = self.rounds[-1].street == ohh.FIRST
        word = ohh.RAISE if first and event.move is ev.Move.BET else _MOVES[event.move]
        self._pay(event.seat, word, event.amount)

    def returned(self, event: ev.BetReturned) -> None:
        """What nobody called; the format leaves it out of the pots."""
        self.stacks[event.seat] += event.amount

    def discarded(self, event: ev.Discarded) -> None:
        """What is thrown, or how many."""
        self._enter(ohh.DRAW)
        cards = self.sight.discarded.get(event.seat)
        shown = list(map(str, cards)) if cards is not None else None
        self._note(event.seat, ohh.DISCARDS, cards=shown, count=len(event.cards))

    def drawn(self, event: ev.CardsDrawn) -> None:
        """What is served."""
        self._cards(event.seat, ohh.DEALT, self.sight.drawn.get(event.seat))

    def shown(self, event: ev.HandShown) -> None:
        """A hand at the showdown."""
        self._enter(ohh.SHOWDOWN)
        self._note(event.seat, ohh.SHOWS, cards=list(map(str, event.cards)))

    def mucked(self, event: ev.HandMucked) -> None:
        """A hand that is not shown; with its cards if they may be seen."""
        self._enter(ohh.SHOWDOWN)
        cards = self.sight.mucked.get(event.seat)
        self._note(event.seat, ohh.MUCKS, cards=list(map(str, cards)) if cards else None)

    def _pots(self) -> Iterator[ohh.Pot]:
        events = self.record.events
        raked = {event.pot: event.amount for event in events if isinstance(event, ev.Raked)}
        for event in events:
            for number, pot in enumerate(event.pots if isinstance(event, ev.HandEnded) else ()):
                wins = [e for e in events if isinstance(e, ev.PotAwarded) and e.pot == number]
                yield ohh.Pot(
                    number=number,
                    amount=self.money(pot.amount),
                    rake=self.money(raked.get(number, 0)),
                    player_wins=[
                        ohh.PlayerWins(
                            player_id=self.ids[win.seat], win_amount=self.money(win.amount)
                        )
                        for win in wins
                    ],
                )


def _point_in_time(record: HandRecord) -> str:
    if record.played is None:
        return _NO_TIME
    return record.played.isoformat().replace("+00:00", "Z")


_BLINDS = {
    ev.BlindKind.SMALL: ohh.SMALL,
    ev.BlindKind.BIG: ohh.BIG,
    ev.BlindKind.POST: ohh.EXTRA,
}
_MOVES = {
    ev.Move.FOLD: ohh.FOLD,
    ev.Move.CHECK: ohh.CHECK,
    ev.Move.CALL: ohh.CALL,
    ev.Move.BET: ohh.BET,
    ev.Move.RAISE: ohh.RAISE,
}

_NOTED: dict[type, Callable[[_Writer, Any], None]] = {
    ev.AntePosted: _Writer.ante,
    ev.BlindPosted: _Writer.blind,
    ev.CardsDealt: _Writer.dealt,
    ev.Acted: _Writer.acted,
    ev.BetReturned: _Writer.returned,
    ev.Discarded: _Writer.discarded,
    ev.CardsDrawn: _Writer.drawn,
    ev.HandShown: _Writer.shown,
    ev.HandMucked: _Writer.mucked,
}
