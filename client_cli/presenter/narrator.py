"""
Events into sentences, one for each that a player wants to hear of.

A batch of events is told together, since what happens at a showdown reads best from its end: hands
of the same name are told apart, and a pot is one sentence however many seats share it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from client_cli.presenter import words
from client_cli.presenter.between import BETWEEN, waiting
from client_cli.presenter.figures import Figures
from client_cli.presenter.people import join_names
from client_cli.presenter.scene import Event, Scene, Showdown
from showdown.rules import seen
from showdown.rules.following import follow
from showdown.rules.ruleset import Chips, Seat
from showdown.rules.table_view import TableView


class Step(NamedTuple):
    """What an event made of the table, and the sentences about it, mostly one or none."""

    event: Event
    view: TableView
    lines: tuple[str, ...]


class Narrator:
    """Tells one table's events, in order; it remembers with what everybody began the hand."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self._stacks: dict[Seat, Chips] = {}

    def tell(self, view: TableView, events: Sequence[Event]) -> Iterator[str]:
        """
        The sentences about a batch.

        Args:
            view: the table before it, for the one who is told.
        """
        for step in self.steps(view, events):
            yield from step.lines

    def steps(self, view: TableView, events: Sequence[Event]) -> Iterator[Step]:
        """The same, event by event."""
        showdown = Showdown.of(events, view.ruleset, self.figures)
        for event in events:
            before, view = view, follow(view, event)
            told = self._told(Scene(before, view, showdown), event)
            yield Step(event, view, tuple(filter(None, told)))

    def _told(self, scene: Scene, event: Event) -> Iterator[str]:
        teller, between = _TELLERS.get(type(event)), BETWEEN.get(type(event))
        lines: str | Iterator[str] = ""
        if teller is not None:
            lines = teller(self, scene, event)
        elif between is not None:
            lines = between(self.figures, scene, event)
        yield from (lines,) if isinstance(lines, str) else lines

    # Tellers: a sentence, or none.

    def _hand_started(self, scene: Scene, event: seen.HandStarted) -> Iterator[str]:
        yield self._button(scene, event)
        yield from waiting(self.figures, scene, event)

    def _button(self, scene: Scene, event: seen.HandStarted) -> str:
        self._stacks = {player.seat: player.stack for player in event.players}
        by_seat = sorted(event.players, key=lambda player: player.seat)
        parts = {
            "hand": event.hand,
            "stacks": ", ".join(
                words.STACK.format(
                    who=scene.name(player.seat), stack=self.figures.chips(player.stack)
                )
                for player in by_seat
            ),
        }
        if event.button not in self._stacks:
            return words.DEAD_BUTTON.format(seat=event.button, **parts)
        if scene.is_you(event.button):
            return words.HAND_STARTED_BY_YOU.format(**parts)
        return words.HAND_STARTED.format(button=scene.name(event.button), **parts)

    def _ante(self, scene: Scene, event: seen.AntePosted) -> str:
        return scene.say(words.ANTE, event.seat, amount=self.figures.chips(event.amount))

    def _blind(self, scene: Scene, event: seen.BlindPosted) -> str:
        said = words.DEAD_POST if event.dead else words.BLINDS[event.kind]
        return scene.say(
            said,
            event.seat,
            amount=self.figures.chips(event.amount),
            dead=self.figures.chips(event.dead),
        )

    def _dealt(self, scene: Scene, event: seen.CardsDealt) -> Iterator[str]:
        known = [dealt for dealt in event.hands if dealt.cards]
        if not known:
            yield str(words.DEALT_UNSEEN)
        for dealt in known:
            assert dealt.cards is not None
            sentence = words.DEALT if scene.is_you(dealt.seat) else words.DEALT_OTHER
            yield sentence.format(
                who=scene.name(dealt.seat),
                cards=self.figures.cards(dealt.cards),
                rank=self.figures.hand(scene.before.ruleset.rank(dealt.cards)),
            )

    def _bank_spent(self, scene: Scene, event: seen.BankSpent) -> str:
        if not scene.is_you(event.seat):
            return ""
        return words.BANK_SPENT.format(seconds=event.bank_ms // 1000)

    def _draw_chosen(self, _: Scene, event: seen.DrawChosen) -> str:
        if event.bank_ms is None:
            return str(words.DRAW_CHOSEN)
        spent = words.BANK_SPENT.format(seconds=event.bank_ms // 1000)
        return f"{words.DRAW_CHOSEN} {spent}"

    def _acted(self, scene: Scene, event: seen.Acted) -> str:
        all_in = words.MOVES_ALL_IN.get(event.move) if event.all_in else None
        sentence = scene.say(
            all_in or words.MOVES[event.move],
            event.seat,
            amount=self.figures.chips(event.amount),
            to=self.figures.chips(event.to),
        )
        return _timed(sentence, event.timed_out)

    def _returned(self, scene: Scene, event: seen.BetReturned) -> str:
        said = words.ANTE_RETURNED if event.ante else words.RETURNED
        return scene.say(said, event.seat, amount=self.figures.chips(event.amount))

    def _discarded(self, scene: Scene, event: seen.Discarded) -> str:
        if not event.count:
            return _timed(scene.say(words.PAT, event.seat), event.timed_out)
        if event.cards is not None:
            cards = self.figures.cards(event.cards)
            return scene.say(words.DISCARDED_SEEN, event.seat, cards=cards)
        return words.DREW.format(event.count, who=scene.name(event.seat))

    def _drawn(self, scene: Scene, event: seen.CardsDrawn) -> str:
        seat = scene.after.at(event.seat)
        if event.cards is None or seat is None or seat.cards is None:
            return ""  # how many was told with the discard
        return scene.say(
            words.DREW_SEEN,
            event.seat,
            cards=self.figures.cards(event.cards),
            hand=self.figures.cards(seat.cards),
            rank=self.figures.hand(scene.after.ruleset.rank(seat.cards)),
        )

    def _shown(self, scene: Scene, event: seen.HandShown) -> str:
        return scene.say(
            words.SHOWS,
            event.seat,
            cards=self.figures.cards(event.cards),
            rank=scene.showdown.ranks[event.seat],
        )

    def _mucked(self, scene: Scene, event: seen.HandMucked) -> str:
        if event.cards is None:
            return scene.say(words.MUCKS, event.seat)
        return scene.say(
            words.MUCKS_SEEN,
            event.seat,
            cards=self.figures.cards(event.cards),
            rank=self.figures.hand(scene.after.ruleset.rank(event.cards)),
        )

    def _openers(self, scene: Scene, event: seen.OpenersShown) -> str:
        return scene.say(words.OPENERS, event.seat, cards=self.figures.cards(event.cards))

    def _raked(self, _: Scene, event: seen.Raked) -> str:
        return words.RAKED.format(amount=self.figures.chips(event.amount))

    def _awarded(self, scene: Scene, event: seen.PotAwarded) -> str:
        shares = scene.showdown.shares[event.pot]
        if event is not shares[0]:
            return ""  # the whole pot was told with its first share
        parts = {
            "pot": scene.showdown.title(event.pot),
            "amount": self.figures.chips(sum(share.amount for share in shares)),
            "rank": scene.showdown.ranks.get(event.seat),
        }
        if len(shares) == 1:
            return scene.say(words.WINS_WITH if parts["rank"] else words.WINS, event.seat, **parts)
        sentence = words.SPLIT if parts["rank"] else words.SPLIT_SILENT
        each = (
            words.SHARE.format(who=scene.name(s.seat), amount=self.figures.chips(s.amount))
            for s in shares
        )
        return sentence.format(shares=join_names(each), **parts)

    def _ended(self, scene: Scene, event: seen.HandEnded) -> str:
        return words.HAND_ENDED.format(
            hand=scene.after.hand,
            stacks=", ".join(
                self._result(scene, each.seat, each.stack)
                for each in sorted(event.stacks, key=lambda each: each.seat)
            ),
        )

    def _result(self, scene: Scene, seat: Seat, stack: Chips) -> str:
        net = stack - self._stacks.get(seat, stack)
        sentence = words.STACK_NET if net else words.STACK
        return sentence.format(
            who=scene.name(seat), stack=self.figures.chips(stack), net=self.figures.net(net)
        )

    def _aborted(self, scene: Scene, event: seen.HandAborted) -> str:
        reason = event.reason if event.reason.endswith((".", "!", "?")) else f"{event.reason}."
        return words.HAND_ABORTED.format(hand=scene.after.hand, reason=reason)

    def _seated(self, scene: Scene, event: seen.Seated) -> str:
        stack = self.figures.chips(event.stack)
        return scene.say(words.SEATED, event.seat, seat=event.seat, stack=stack)

    def _left(self, scene: Scene, event: seen.Left) -> str:
        return scene.say(words.LEFT, event.seat, stack=self.figures.chips(event.stack))

    def _top_up_asked(self, _: Scene, event: seen.TopUpAsked) -> str:
        return words.TOP_UP_ASKED.format(to=self.figures.chips(event.to))

    def _stack_changed(self, scene: Scene, event: seen.StackChanged) -> str:
        seat = scene.after.at(event.seat)
        stack = self.figures.chips(event.stack)
        if scene.is_you(event.seat) and seat and seat.sitting_out and event.stack:
            return words.STACK_CHANGED_OUT.format(stack=stack)
        return scene.say(words.STACK_CHANGED, event.seat, stack=stack)

    def _sat_out(self, scene: Scene, event: seen.SatOut) -> str:
        seat = scene.after.at(event.seat)
        all_in = scene.after.running and seat is not None and seat.in_hand
        said = words.SAT_OUT if seat is None or seat.stack or all_in else words.BROKE
        usual = self.figures.chips(scene.after.ruleset.usual_buy)
        return scene.say(said, event.seat, usual=usual)


def _timed(sentence: str, timed_out: bool) -> str:
    return words.TIME_IS_UP.format(sentence=sentence) if timed_out else sentence


Teller = Callable[[Narrator, Scene, Any], str | Iterator[str]]

_TELLERS: dict[type[Event], Teller] = {
    seen.HandStarted: Narrator._hand_started,
    seen.AntePosted: Narrator._ante,
    seen.BlindPosted: Narrator._blind,
    seen.CardsDealt: Narrator._dealt,
    seen.BankSpent: Narrator._bank_spent,
    seen.Acted: Narrator._acted,
    seen.BetReturned: Narrator._returned,
    seen.DrawChosen: Narrator._draw_chosen,
    seen.Discarded: Narrator._discarded,
    seen.Reshuffled: lambda _n, _s, e: words.RESHUFFLED.format(size=e.size),
    seen.CardsDrawn: Narrator._drawn,
    seen.HandShown: Narrator._shown,
    seen.OpenersShown: Narrator._openers,
    seen.HandMucked: Narrator._mucked,
    seen.Raked: Narrator._raked,
    seen.PotAwarded: Narrator._awarded,
    seen.HandEnded: Narrator._ended,
    seen.HandAborted: Narrator._aborted,
    seen.Seated: Narrator._seated,
    seen.Left: Narrator._left,
    seen.LeaveAsked: lambda _, scene, e: scene.say(words.LEAVE_ASKED, e.seat),
    seen.TopUpAsked: Narrator._top_up_asked,
    seen.StackChanged: Narrator._stack_changed,
    seen.SatOut: Narrator._sat_out,
    seen.SatIn: lambda _, scene, e: scene.say(words.SAT_IN, e.seat),
    seen.GraceGiven: lambda _, scene, e: scene.say(
        words.GRACE, e.seat, seconds=round(e.grace_ms / 1000)
    ),
}
"""Turns are told by the prompt, and where the button goes by the hand that begins."""
