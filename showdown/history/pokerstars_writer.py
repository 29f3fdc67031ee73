"""
Writing hands as PokerStars' client writes five-card draw.

Whoever keeps such a text sees his own cards in it, and those of others where they were shown.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from showdown.history.pokerstars_showdown import Ending, bracketed
from showdown.history.pokerstars_words import (
    EPOCH,
    LIMITS,
    Money,
    check_sayable,
    eastern_time,
    left_out,
    said_when,
)
from showdown.history.record import PLAY_CHIPS, HandRecord
from showdown.history.writing import Sight, Written, sight_of
from showdown.rules import events as ev
from showdown.rules.ruleset import Chips, Game, Seat
from showdown.rules.view import Viewer

FOLD, CHECK, CALL, BET, RAISE = ev.Move


def to_pokerstars(record: HandRecord, viewer: Viewer | None = None) -> Written:
    """
    Write a hand as PokerStars text.

    Args:
        viewer: who keeps the text; his cards stand in it. None is nobody at the table: then hands
            that were shown or mucked at the showdown do, and of an imported hand the cards that
            its own text had.

    Raises:
        Unsayable: there are no words for such a hand; the sentence says for what.
    """
    check_sayable(record)
    sight = sight_of(record, viewer)
    if sight.whole:
        # A text has the cards of one player at most.
        sight = replace(sight, dealt={}, discarded={}, drawn={}, whole=False)
    writer = _Writer(record, sight)
    lines = writer.write()
    hidden = "Cards that its reader may not see are left out; so is the order of the deck."
    return Written("\n".join(lines) + "\n", (hidden, *left_out(record)))


class _Writer:
    """Writes line after line, as things happen."""

    def __init__(self, record: HandRecord, sight: Sight) -> None:
        self.record = record
        self.started = record.started
        self.sight = sight
        self.money = Money(record.currency, record.scale)
        self.names = {d.seat: record.name_of(d.seat) for d in self.started.lineup}
        self.stacks = {dealt.seat: dealt.stack for dealt in self.started.lineup}
        self.hands = dict(sight.dealt)
        self.price = self.started.ruleset.bb
        self.posts = {post.seat: post for post in self.started.posts}
        self.lines: list[str] = []
        self.ending = Ending(record, sight, self.money, self.names)

    def write(self) -> list[str]:
        """All lines of the hand."""
        self._head()
        for event in self.record.events:
            note = _NOTED.get(type(event))
            if note is not None:
                note(self, event)
        return [*self.lines, *self.ending.lines()]

    def say(self, line: str) -> None:
        """Write a line."""
        self.lines.append(line)

    def _head(self) -> None:
        rules, record = self.started.ruleset, self.record
        small_bet = rules.bet_size(0)
        fixed = rules.game is Game.FIXED_LIMIT
        low, high = (small_bet, 2 * small_bet) if fixed else (rules.sb, rules.bb or rules.min_bet)
        when = said_when(record) or eastern_time(record.played or EPOCH)
        self.say(
            f"PokerStars Hand #{self.started.hand}:  5 Card Draw {LIMITS[rules.game]} "
            f"({self.money.stakes(low, high)}) - {when}"
        )
        play = " (Play Money)" if record.currency == PLAY_CHIPS else ""
        self.say(
            f"Table '{record.table}' {rules.max_seats}-max{play} "
            f"Seat #{self.started.button} is the button"
        )
        for seat, stack in sorted(self.stacks.items()):
            self.say(f"Seat {seat}: {self.names[seat]} ({self.money(stack)} in chips)")

    def _pay(self, seat: Seat, amount: Chips) -> str:
        """Take chips from a stack; the words for it if they were the last."""
        self.stacks[seat] -= amount
        return "" if self.stacks[seat] or not amount else " and is all-in"

    def ante(self, event: ev.AntePosted) -> None:
        """An ante."""
        all_in = self._pay(event.seat, event.amount)
        self.say(f"{self.names[event.seat]}: posts the ante {self.money(event.amount)}{all_in}")

    def blind(self, event: ev.BlindPosted) -> None:
        """A blind, or what is posted late."""
        amount = event.amount + event.dead
        kind = _BLINDS.get(event.kind) or _late(self.posts[event.seat])
        all_in = self._pay(event.seat, amount)
        self.say(f"{self.names[event.seat]}: posts {kind} {self.money(amount)}{all_in}")
        self.ending.put_in.add(event.seat)

    def dealt(self, _: ev.CardsDealt) -> None:
        """The deal; whoever keeps the text sees his own cards."""
        self.say("*** DEALING HANDS ***")
        for seat, cards in self.hands.items():
            self.say(f"Dealt to {self.names[seat]} {bracketed(cards)}")

    def turn(self, event: ev.Turn) -> None:
        """The draw takes the price away."""
        if event.kind is ev.TurnKind.DRAW:
            self.price = 0

    def acted(self, event: ev.Acted) -> None:
        """A fold, check, call, bet or raise."""
        name, money = self.names[event.seat], self.money
        if event.timed_out:
            self.say(f"{name} has timed out")
        all_in = self._pay(event.seat, event.amount)
        words = {
            FOLD: "folds",
            CHECK: "checks",
            CALL: f"calls {money(event.amount)}",
            BET: f"bets {money(event.to)}",
            RAISE: f"raises {money(event.to - self.price)} to {money(event.to)}",
        }[event.move]
        self.say(f"{name}: {words}{all_in}")
        self.price = max(self.price, event.to)
        if event.amount:
            self.ending.put_in.add(event.seat)

    def returned(self, event: ev.BetReturned) -> None:
        """What nobody called."""
        self.stacks[event.seat] += event.amount
        self.say(f"Uncalled bet ({self.money(event.amount)}) returned to {self.names[event.seat]}")

    def discarded(self, event: ev.Discarded) -> None:
        """How many cards somebody throws; whoever keeps the text sees which of his."""
        self.price = 0
        seat, count = event.seat, len(event.cards)
        if event.timed_out:
            self.say(f"{self.names[seat]} has timed out")
        if not count:
            own = f" on {bracketed(self.hands[seat])}" if seat in self.hands else ""
            self.say(f"{self.names[seat]}: stands pat{own}")
            return
        cards = self.sight.discarded.get(seat)
        shown = f" {bracketed(cards)}" if cards else ""
        self.say(f"{self.names[seat]}: discards {count} card{'s' if count > 1 else ''}{shown}")
        if cards and seat in self.hands:
            self.hands[seat] = tuple(card for card in self.hands[seat] if card not in cards)

    def reshuffled(self, _: ev.Reshuffled) -> None:
        """A new stub."""
        self.say("The deck is reshuffled")

    def drawn(self, event: ev.CardsDrawn) -> None:
        """What whoever keeps the text got."""
        cards = self.sight.drawn.get(event.seat)
        if cards and event.seat in self.hands:
            kept = bracketed(self.hands[event.seat])
            self.say(f"Dealt to {self.names[event.seat]} {kept} {bracketed(cards)}")


_BLINDS = {ev.BlindKind.SMALL: "small blind", ev.BlindKind.BIG: "big blind"}


def _late(post: ev.Post) -> str:
    if post.live and post.dead:
        return "small & big blinds"
    return "big blind" if post.live else "small blind"


_NOTED: dict[type, Callable[[_Writer, Any], None]] = {
    ev.AntePosted: _Writer.ante,
    ev.BlindPosted: _Writer.blind,
    ev.CardsDealt: _Writer.dealt,
    ev.Turn: _Writer.turn,
    ev.Acted: _Writer.acted,
    ev.BetReturned: _Writer.returned,
    ev.Discarded: _Writer.discarded,
    ev.Reshuffled: _Writer.reshuffled,
    ev.CardsDrawn: _Writer.drawn,
}
