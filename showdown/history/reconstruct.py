"""
Playing the facts of a hand through the engine, as if it had been played here.

Each step must be possible at its moment. The first that is not ends the hand; smaller
contradictions are collected, so that a text is compared to its end.
"""

import hashlib
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from showdown.errors import CardError, FormatError, IllegalAction, Refusal, RulesetError
from showdown.history import facts as fc
from showdown.history.claims import claims_of
from showdown.history.differences import Difference, Kind
from showdown.history.facts import Facts, Role
from showdown.history.filling import Plan, make_plan
from showdown.history.losing import Holdings, complete_losers, unseen_losers
from showdown.history.opening import open_hand
from showdown.history.raking import rake_as_printed
from showdown.history.record import HandRecord, display
from showdown.history.stories import read_holdings
from showdown.history.winning import complete_winners
from showdown.rules import actions as act
from showdown.rules import events as ev
from showdown.rules.cards import Card
from showdown.rules.deal import deck_order
from showdown.rules.drawing import needed_reshuffle
from showdown.rules.hand import HandState, replay
from showdown.rules.play import advance
from showdown.rules.ruleset import Chips, Seat, TableId


class Reconstruction(NamedTuple):
    """A hand that was played from facts."""

    record: HandRecord | None
    """None if it could not be played to its end."""
    differences: tuple[Difference, ...]
    """Where the text's actions are not those of the record."""


def reconstruct(facts: Facts) -> Reconstruction:
    """Play a hand from what a text says of it."""
    try:
        events = open_hand(facts)
    except RulesetError as error:
        return Reconstruction(None, (Difference(Kind.SETUP, error.sentence, facts.line),))
    try:
        return _Table(facts, events).reconstruct()
    except CardError as error:
        return Reconstruction(None, (Difference(Kind.CARDS, error.sentence, facts.line),))
    except ValueError:
        # A text that knows everybody's cards may have one in two places, which no deck has.
        sentence = "The cards that this text shows cannot come from one deck."
        return Reconstruction(None, (Difference(Kind.CARDS, sentence, facts.line),))


def to_record(facts: Facts) -> HandRecord | FormatError:
    """The record of a hand, or where its text asks for what cannot have happened."""
    record, differences = reconstruct(facts)
    if differences or record is None:
        first = differences[0]
        return FormatError(first.sentence, line=first.line or facts.line)
    return record


def _spare(facts: Facts) -> tuple[Card, ...]:
    """All cards in an order that is the hand's own, so that one text gives one record."""
    return deck_order(hashlib.sha256(f"{facts.site} {facts.hand}".encode()).digest())


class _Table:
    """Finds a deck for the hand, and plays it."""

    def __init__(self, facts: Facts, events: tuple[ev.HandEvent, ...]) -> None:
        self.facts = facts
        self.events = events
        self.spare = _spare(facts)
        self.order = [dealt.seat for dealt in replay(events).started.lineup]
        drawers = dict.fromkeys(s.seat for s in facts.steps if isinstance(s, fc.Threw))
        self.draws = [self.order.index(seat) for seat in drawers if seat in self.order]

    def reconstruct(self) -> Reconstruction:
        """
        Play the hand; where somebody won or was beaten unseen once more, with cards that do so.

        Who contends for which pot has to be known for that, and does not depend on cards.
        """
        holdings: Holdings = read_holdings(self.facts)
        found = self._play(holdings)
        if found.record is None or not unseen_losers(self.facts, holdings):
            return found
        ended = found.record.ended
        pots = ended.pots if isinstance(ended, ev.HandEnded) else ()
        deal = (pots, self.order, self.draws, self.spare)
        won = complete_winners(self.facts, holdings, *deal)
        return self._play(complete_losers(self.facts, won, *deal))

    def _play(self, holdings: Holdings) -> Reconstruction:
        plan = make_plan([holdings[seat] for seat in self.order], self.draws, self.spare)
        thrown = {seat: holdings[seat].thrown for seat in self.order}
        return _Player(self.facts, self.events, plan, thrown).play()


class _Player:
    """Plays step by step."""

    def __init__(
        self,
        facts: Facts,
        events: tuple[ev.HandEvent, ...],
        plan: Plan,
        thrown: dict[Seat, tuple[int, ...]],
    ) -> None:
        self.facts = facts
        self.plan = plan
        self.thrown = thrown
        self.names = {place.seat: place.name for place in facts.places}
        self.events = list(events)
        self.state: HandState = replay(events)
        self.differences: list[Difference] = []

    def play(self) -> Reconstruction:
        self._compare_posts()
        self._compare_roles()
        self._compare_words()
        self._advance(act.Deal(self.plan.order))
        for step in self.facts.steps:
            play = _STEPS.get(type(step))
            if play is None:
                continue
            try:
                play(self, step)
            except IllegalAction as error:
                self._differs(
                    Kind.ACTION, f"{self._told(step)}, but {self._reason(error)}.", step.line
                )
                return self._result(None)
        if not self.state.ended:
            self._break_off()
            return self._result(None)
        return self._result(self._record())

    def _advance(self, action: act.Action) -> tuple[ev.HandEvent, ...]:
        played = advance(self.state, action)
        self.events += played.events
        self.state = played.state
        return played.events

    def move(self, step: fc.Moved) -> None:
        """Act in a betting round."""
        price = self.state.round.bet
        acted = next(event for event in self._advance(_action(step)) if isinstance(event, ev.Acted))
        is_raise = step.move is ev.Move.RAISE
        self._compare_amount(
            step,
            "raises by" if is_raise else _VERBS[step.move],
            step.amount,
            _priced(step, price, acted),
        )
        if is_raise:
            self._compare_amount(step, "puts in", step.put_in, acted.amount)
        elif step.move is ev.Move.CALL:
            self._compare_amount(step, "calls to", step.to or None, acted.to)
        self._compare_all_in(step, acted.all_in)

    def _compare_amount(self, step: fc.Step, does: str, said: Chips | None, made: Chips) -> None:
        if said is not None and said != made:
            self._differs(
                Kind.AMOUNT,
                f"{self._name(step)} {does} {self._money(said)} in the text and "
                f"{self._money(made)} by the rules.",
                step.line,
            )

    def look_at_the_middle(self, step: fc.Middle) -> None:
        """So much lies in the middle as the text says."""
        if self.state.pot != step.amount:
            self._differs(
                Kind.POT,
                f"The pot is {self._money(step.amount)} in the text and "
                f"{self._money(self.state.pot)} here.",
                step.line,
            )

    def draw(self, step: fc.Threw) -> None:
        """Discard and get cards, after a reshuffle if there are too few."""
        place = self.state.position(step.seat)
        held = () if place is None else self.state.cards[place]
        cards = tuple(held[number] for number in self.thrown.get(step.seat, ()) if held)
        self._advance(act.Draw(step.seat, cards))
        eligible = needed_reshuffle(self.state)
        if eligible is not None:
            number = len(self.state.reshuffles)
            self._advance(act.Reshuffle(self.plan.pool_order(number, eligible)))

    def come_to_an_end(self, step: fc.Step) -> None:
        """Nobody shows, mucks or collects while the hand goes on."""
        if not self.state.ended:
            self._differs(
                Kind.ACTION,
                f"{self._name(step)} comes to the end of the hand, but {self._waits()}.",
                step.line,
            )

    def _compare_posts(self) -> None:
        said: Counter[Seat] = Counter()
        made: Counter[Seat] = Counter()
        all_in = {}
        for step in self.facts.steps:
            if isinstance(step, fc.Paid):
                said[step.seat] += step.amount
                all_in[step.seat] = step
        for event in self.events:
            if isinstance(event, ev.AntePosted):
                made[event.seat] += event.amount
            elif isinstance(event, ev.BlindPosted):
                made[event.seat] += event.amount + event.dead
        for seat in sorted(said.keys() | made.keys()):
            if said[seat] != made[seat]:
                self._differs(
                    Kind.POST,
                    f"{self.names.get(seat, f'Seat {seat}')} posts {self._money(said[seat])} in "
                    f"the text and {self._money(made[seat])} by the rules.",
                    all_in[seat].line if seat in all_in else self.facts.line,
                )
        for seat, step in all_in.items():
            place = self.state.position(seat)
            if place is not None:
                self._compare_all_in(step, not self.state.stacks[place])

    def _compare_words(self) -> None:
        """The summary repeats what hands were called at the showdown."""
        words = {s.seat: s.name for s in self.facts.steps if isinstance(s, fc.Showed) and s.name}
        for summary in self.facts.summary:
            said = words.get(summary.seat, summary.name)
            if summary.name and summary.name != said:
                self._differs(
                    Kind.SUMMARY,
                    f"The summary calls the hand of {self.names.get(summary.seat, summary.seat)} "
                    f"{summary.name!r}; at the showdown it is {said!r}.",
                    summary.line,
                )

    def _compare_roles(self) -> None:
        """The summary repeats who had the button and the blinds."""
        started = self.state.started
        seats = {
            Role.BUTTON: started.button,
            Role.SMALL_BLIND: started.small_blind,
            Role.BIG_BLIND: started.big_blind,
        }
        for summary in self.facts.summary:
            for role in summary.roles:
                if seats[role] != summary.seat:
                    self._differs(
                        Kind.SUMMARY,
                        f"The summary calls {self.names.get(summary.seat, summary.seat)} the "
                        f"{role}; that is {self.names.get(seats[role] or 0, 'nobody')}.",
                        summary.line,
                    )

    def _compare_all_in(self, step: fc.Moved | fc.Paid, all_in: bool) -> None:
        silent = fc.Silence.ALL_IN in self.facts.silent and not step.all_in
        if step.all_in != all_in and not silent:
            said, made = ("is", "is not") if step.all_in else ("is not", "is")
            self._differs(
                Kind.AMOUNT,
                f"{self._name(step)} {said} all-in in the text and {made} by the rules.",
                step.line,
            )

    def _break_off(self) -> None:
        line = max((step.line for step in self.facts.steps), default=self.facts.line)
        self._differs(Kind.BREAKS_OFF, f"The text ends here, but {self._waits()}.", line)

    def _waits(self) -> str:
        seat = self.state.seat_to_act
        return f"{self.names[seat]} is still to act" if seat is not None else "it is not over"

    def _record(self) -> HandRecord:
        claims = claims_of(self.facts)
        return HandRecord(
            site=self.facts.site,
            table=TableId(self.facts.table),
            played=self.facts.played,
            currency=self.facts.currency,
            scale=self.facts.scale,
            events=rake_as_printed(
                tuple(self.events), self.facts.rake, claims.pots, claims.collected
            ),
            claims=claims,
        )

    def _result(self, record: HandRecord | None) -> Reconstruction:
        return Reconstruction(record, tuple(self.differences))

    def _differs(self, kind: Kind, sentence: str, line: int) -> None:
        self.differences.append(Difference(kind, sentence, line))

    def _name(self, step: fc.Step) -> str:
        return self.names.get(step.seat, f"seat {step.seat}")

    def _money(self, amount: Chips) -> str:
        return display(amount, self.facts.scale)

    def _reason(self, error: IllegalAction) -> str:
        """Why the rules refuse a step, with names and money as people read them."""
        wanted = error.wanted
        match error.refusal:
            case Refusal.NOT_YOUR_TURN if isinstance(wanted, int):
                return f"it is the turn of {self.names.get(wanted, f'seat {wanted}')}"
            case Refusal.AMOUNT_TOO_SMALL if isinstance(wanted, int):
                return f"the least is {self._money(wanted)}"
            case Refusal.AMOUNT_TOO_LARGE if isinstance(wanted, int):
                return f"the most is {self._money(wanted)}"
            case Refusal.WRONG_PHASE:
                return f"the hand is {self.state.phase}"
            case refusal:
                return _REASONS.get(refusal, error.sentence.rstrip("."))

    def _told(self, step: fc.AnyStep) -> str:
        """An action in words."""
        name = self._name(step)
        if not isinstance(step, fc.Moved):
            return f"{name} draws"
        amount = step.to or step.amount
        return f"{name} {_VERBS[step.move]}{f' {self._money(amount)}' if amount else ''}"


_VERBS = {
    ev.Move.FOLD: "folds",
    ev.Move.CHECK: "checks",
    ev.Move.CALL: "calls",
    ev.Move.BET: "bets",
    ev.Move.RAISE: "raises to",
}

_REASONS = {
    Refusal.NOT_IN_HAND: "this seat has folded or was not dealt in",
    Refusal.ILLEGAL_ACTION: "that is not among the actions there are at this moment",
    Refusal.RAISE_NOT_ALLOWED: "no bet or raise is allowed any more",
}

_STEPS: dict[type, Callable[[_Player, Any], None]] = {
    fc.Moved: _Player.move,
    fc.Threw: _Player.draw,
    fc.Showed: _Player.come_to_an_end,
    fc.Mucked: _Player.come_to_an_end,
    fc.Collected: _Player.come_to_an_end,
    fc.Middle: _Player.look_at_the_middle,
}
"""What is played, and what is only possible when all is played; the rest is compared later."""


def _priced(step: fc.Moved, price: Chips, acted: ev.Acted) -> Chips:
    """What the amount of a step should be."""
    match step.move:
        case ev.Move.CALL:
            return acted.amount
        case ev.Move.RAISE:
            return step.to - price
        case _:
            return step.amount or 0


def _action(step: fc.Moved) -> act.Action:
    match step.move:
        case ev.Move.FOLD:
            return act.Fold(step.seat)
        case ev.Move.CHECK:
            return act.Check(step.seat)
        case ev.Move.CALL:
            return act.Call(step.seat)
        case ev.Move.BET:
            return act.BetTo(step.seat, step.amount or 0)
        case ev.Move.RAISE:
            return act.RaiseTo(step.seat, step.to)
