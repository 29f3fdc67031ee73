"""
Events into sentences, one for each that a player wants to hear of.

A batch of events is told together, since what happens at a showdown reads best from its end: hands
of the same name are told apart, and a pot is one sentence however many seats share it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from client_cli.presenter import words
from client_cli.presenter.figures import Figures
from client_cli.presenter.people import join_names, name_of
from showdown.rules import seen
from showdown.rules.following import follow
from showdown.rules.hand_rank import display_names
from showdown.rules.ruleset import Chips, Ruleset, Seat
from showdown.rules.table_view import SeatView, TableView

Event = seen.SeenEvent | seen.Hidden


class Step(NamedTuple):
    """What an event made of the table, and the sentences about it, mostly one or none."""

    event: Event
    view: TableView
    lines: tuple[str, ...]


class Showdown(NamedTuple):
    """What a batch says about its end: who showed what, and who got which pot."""

    ranks: Mapping[Seat, str]
    """Display names, told apart where they would be the same."""
    shares: Mapping[int, Sequence[seen.PotAwarded]]

    @classmethod
    def of(cls, events: Iterable[Event], ruleset: Ruleset) -> "Showdown":
        """Collect it from the events."""
        shown: dict[Seat, seen.HandShown] = {}
        shares: dict[int, list[seen.PotAwarded]] = {}
        for event in events:
            if isinstance(event, seen.HandShown):
                shown[event.seat] = event
            elif isinstance(event, seen.PotAwarded):
                shares.setdefault(event.pot, []).append(event)
        names = display_names([ruleset.rank(each.cards) for each in shown.values()])
        return cls(dict(zip(shown, names, strict=True)), shares)

    def title(self, pot: int) -> str:
        """What to call a pot."""
        if len(self.shares) == 1:
            return words.POT
        if pot == 0:
            return words.MAIN_POT
        return words.SIDE_POT if len(self.shares) == 2 else words.SIDE_POTS.format(number=pot)


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
        showdown = Showdown.of(events, view.ruleset)
        for event in events:
            before, view = view, follow(view, event)
            teller = _TELLERS.get(type(event))
            lines = teller(self, _Scene(before, view, showdown), event) if teller else ()
            told = (lines,) if isinstance(lines, str) else lines
            yield Step(event, view, tuple(filter(None, told)))

    # Tellers: a sentence, or none.

    def _hand_started(self, scene: "_Scene", event: seen.HandStarted) -> str:
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

    def _ante(self, scene: "_Scene", event: seen.AntePosted) -> str:
        return scene.say(words.ANTE, event.seat, amount=self.figures.chips(event.amount))

    def _blind(self, scene: "_Scene", event: seen.BlindPosted) -> str:
        said = words.DEAD_POST if event.dead else words.BLINDS[event.kind]
        return scene.say(
            said,
            event.seat,
            amount=self.figures.chips(event.amount),
            dead=self.figures.chips(event.dead),
        )

    def _dealt(self, scene: "_Scene", event: seen.CardsDealt) -> Iterator[str]:
        known = [dealt for dealt in event.hands if dealt.cards]
        if not known:
            yield words.DEALT_UNSEEN
        for dealt in known:
            assert dealt.cards is not None
            sentence = words.DEALT if scene.is_you(dealt.seat) else words.DEALT_OTHER
            yield sentence.format(
                who=scene.name(dealt.seat),
                cards=self.figures.cards(dealt.cards),
                rank=scene.before.ruleset.rank(dealt.cards),
            )

    def _bank_spent(self, scene: "_Scene", event: seen.BankSpent) -> str:
        if not scene.is_you(event.seat):
            return ""
        return words.BANK_SPENT.format(seconds=event.bank_ms // 1000)

    def _acted(self, scene: "_Scene", event: seen.Acted) -> str:
        all_in = words.MOVES_ALL_IN.get(event.move) if event.all_in else None
        sentence = scene.say(
            all_in or words.MOVES[event.move],
            event.seat,
            amount=self.figures.chips(event.amount),
            to=self.figures.chips(event.to),
        )
        return _timed(sentence, event.timed_out)

    def _returned(self, scene: "_Scene", event: seen.BetReturned) -> str:
        said = words.ANTE_RETURNED if event.ante else words.RETURNED
        return scene.say(said, event.seat, amount=self.figures.chips(event.amount))

    def _discarded(self, scene: "_Scene", event: seen.Discarded) -> str:
        if not event.count:
            return _timed(scene.say(words.PAT, event.seat), event.timed_out)
        if event.cards is not None:
            cards = self.figures.cards(event.cards)
            return scene.say(words.DISCARDED_SEEN, event.seat, cards=cards)
        sentence = words.DREW_ONE if event.count == 1 else words.DREW
        return sentence.format(who=scene.name(event.seat), count=event.count)

    def _drawn(self, scene: "_Scene", event: seen.CardsDrawn) -> str:
        seat = scene.after.at(event.seat)
        if event.cards is None or seat is None or seat.cards is None:
            return ""  # how many was told with the discard
        return scene.say(
            words.DREW_SEEN,
            event.seat,
            cards=self.figures.cards(event.cards),
            hand=self.figures.cards(seat.cards),
            rank=scene.after.ruleset.rank(seat.cards),
        )

    def _shown(self, scene: "_Scene", event: seen.HandShown) -> str:
        return scene.say(
            words.SHOWS,
            event.seat,
            cards=self.figures.cards(event.cards),
            rank=scene.showdown.ranks[event.seat],
        )

    def _raked(self, _: "_Scene", event: seen.Raked) -> str:
        return words.RAKED.format(amount=self.figures.chips(event.amount))

    def _awarded(self, scene: "_Scene", event: seen.PotAwarded) -> str:
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

    def _ended(self, scene: "_Scene", event: seen.HandEnded) -> str:
        return words.HAND_ENDED.format(
            hand=scene.after.hand,
            stacks=", ".join(
                self._result(scene, each.seat, each.stack)
                for each in sorted(event.stacks, key=lambda each: each.seat)
            ),
        )

    def _result(self, scene: "_Scene", seat: Seat, stack: Chips) -> str:
        net = stack - self._stacks.get(seat, stack)
        sentence = words.STACK_NET if net else words.STACK
        return sentence.format(
            who=scene.name(seat), stack=self.figures.chips(stack), net=self.figures.net(net)
        )

    def _aborted(self, scene: "_Scene", event: seen.HandAborted) -> str:
        reason = event.reason if event.reason.endswith((".", "!", "?")) else f"{event.reason}."
        return words.HAND_ABORTED.format(hand=scene.after.hand, reason=reason)

    def _seated(self, scene: "_Scene", event: seen.Seated) -> str:
        stack = self.figures.chips(event.stack)
        return scene.say(words.SEATED, event.seat, seat=event.seat, stack=stack)

    def _left(self, scene: "_Scene", event: seen.Left) -> str:
        return scene.say(words.LEFT, event.seat, stack=self.figures.chips(event.stack))

    def _top_up_asked(self, _: "_Scene", event: seen.TopUpAsked) -> str:
        return words.TOP_UP_ASKED.format(to=self.figures.chips(event.to))

    def _stack_changed(self, scene: "_Scene", event: seen.StackChanged) -> str:
        seat = scene.after.at(event.seat)
        stack = self.figures.chips(event.stack)
        if scene.is_you(event.seat) and seat and seat.sitting_out and event.stack:
            return words.STACK_CHANGED_OUT.format(stack=stack)
        return scene.say(words.STACK_CHANGED, event.seat, stack=stack)

    def _sat_out(self, scene: "_Scene", event: seen.SatOut) -> str:
        seat = scene.after.at(event.seat)
        all_in = scene.after.running and seat is not None and seat.in_hand
        said = words.SAT_OUT if seat is None or seat.stack or all_in else words.BROKE
        usual = self.figures.chips(scene.after.ruleset.usual_buy)
        return scene.say(said, event.seat, usual=usual)


class _Scene(NamedTuple):
    """The table around an event."""

    before: TableView
    after: TableView
    showdown: Showdown

    def seat(self, seat: Seat) -> SeatView | None:
        """Who sits or sat there: somebody who goes is still named, and who comes already."""
        return self.before.at(seat) or self.after.at(seat)

    def is_you(self, seat: Seat) -> bool:
        return seat == (self.before.you or self.after.you)

    def name(self, seat: Seat) -> str:
        if self.is_you(seat):
            return words.YOU
        return name_of(self.seat(seat), seat)

    def say(self, said: words.Said, seat: Seat, /, **parts: object) -> str:
        return said.to(self.is_you(seat), who=self.name(seat), **parts)


def _timed(sentence: str, timed_out: bool) -> str:
    return words.TIME_IS_UP.format(sentence=sentence) if timed_out else sentence


Teller = Callable[[Narrator, _Scene, Any], str | Iterator[str]]

_TELLERS: dict[type[Event], Teller] = {
    seen.HandStarted: Narrator._hand_started,
    seen.AntePosted: Narrator._ante,
    seen.BlindPosted: Narrator._blind,
    seen.CardsDealt: Narrator._dealt,
    seen.BankSpent: Narrator._bank_spent,
    seen.Acted: Narrator._acted,
    seen.BetReturned: Narrator._returned,
    seen.Discarded: Narrator._discarded,
    seen.Reshuffled: lambda _n, _s, e: words.RESHUFFLED.format(size=e.size),
    seen.CardsDrawn: Narrator._drawn,
    seen.HandShown: Narrator._shown,
    seen.HandMucked: lambda _, scene, e: scene.say(words.MUCKS, e.seat),
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
}
"""Turns are told by the prompt, and where the button goes by the hand that begins."""
