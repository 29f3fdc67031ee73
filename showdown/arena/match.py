"""
One hand between bots, by the rules, without a server.

What is fastest that is honest: a hand is changed where it stands, a bot's view is worked out as far
as it looks, and only bots that learn are told what happened.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from showdown.arena.chair import Chair
from showdown.arena.dealing import Piles, SeededDeal
from showdown.arena.luck import expected_nets
from showdown.bots.asking import HandDecision
from showdown.rules import actions
from showdown.rules import events as ev
from showdown.rules.drawing import needed_reshuffle
from showdown.rules.hand import HandState
from showdown.rules.phases import DRAWING, ENDED
from showdown.rules.play import perform
from showdown.rules.ruleset import Chips, HandId, Ruleset
from showdown.rules.start import begin, begin_hand


class HandPlayed(Struct, frozen=True):
    """What came of a hand, by seat."""

    nets: tuple[Chips, ...]
    """As the cards fell."""
    expected: tuple[int, ...] | None
    """In millionths of a chip, over what could have been drawn; None where nothing was left out."""


class Table:
    """Seats with bots in them, all with the same stack at the beginning of each hand."""

    def __init__(self, rules: Ruleset, stack: Chips, chairs: Sequence[Chair]) -> None:
        self.rules = rules
        self.stack = stack
        self.chairs = chairs
        seats = len(chairs)
        stacks = dict.fromkeys(range(1, seats + 1), stack)
        started = begin_hand(rules, stacks, button=seats).events[0]
        assert isinstance(started, ev.HandStarted)
        self._started = started
        self._told = [chair for chair in chairs if chair.hears_events]
        self.listens = bool(self._told)
        """Whether anybody hears what happens in a hand."""
        self._learn = [chair for chair in chairs if chair.hears_hands]
        self.last: HandInPlay | None = None
        """The hand that was played last."""

    def play(self, number: int, deal: SeededDeal, piles: Piles | None) -> HandPlayed:
        """Play a hand of this number to its end."""
        for chair, chance in zip(self.chairs, deal.chances, strict=False):
            chair.begin(number, chance)
        begun, state = begin(replace(self._started, hand=HandId(number)))
        self.last = hand = HandInPlay(self, state, list(begun), piles)
        hand.act(actions.Deal(deal.order))
        while state.phase is not ENDED:
            if state.asked:
                hand.ask()
            else:
                hand.reshuffle(deal)
        nets = tuple([stack - self.stack for stack in state.stacks])
        for chair in self._learn:
            chair.learn(number, nets[chair.seat - 1], hand.events)
        expected = expected_nets(state, hand.events, deal.sampler) if hand.all_in else None
        return HandPlayed(nets, expected)

    def tell(self, events: Sequence[ev.HandEvent]) -> None:
        """Let those who listen hear what happened."""
        for chair in self._told:
            chair.tell(events)


class HandInPlay:
    """A hand that is being played, or is over."""

    def __init__(
        self, table: Table, state: HandState, events: list[ev.HandEvent], piles: Piles | None
    ) -> None:
        self.table = table
        self.state = state
        self.events = events
        self.piles = piles
        self.done: list[actions.Action] = []
        """What was done, the dealer's part too."""
        self.all_in = False
        """Whether nobody could bet any more when the draw began."""
        self._drawn = False
        if table.listens:
            table.tell(events)

    def act(self, action: actions.Action) -> None:
        """Let something be done."""
        new = perform(self.state, action)
        self.done.append(action)
        self.events += new
        if self.table.listens:
            self.table.tell(new)

    def ask(self) -> None:
        """Let the seat whose turn it is move."""
        state = self.state
        place = state.asked[0]
        move = self.table.chairs[place].choose(HandDecision(state, self.events, place))
        action = move.by(state.seats[place])
        if state.phase is DRAWING:
            self._draw(place, action)
        # As in act(); most of what is done comes along here.
        new = perform(state, action)
        self.done.append(action)
        self.events += new
        if self.table.listens:
            self.table.tell(new)

    def _draw(self, place: int, action: actions.Action) -> None:
        """Before a seat draws."""
        if not self._drawn:
            self._drawn = True
            self.all_in = _is_all_in(self.state)
        if self.piles is not None and isinstance(action, actions.Draw):
            self.piles.serve_from(self.state, place, action.cards)

    def reshuffle(self, deal: SeededDeal) -> None:
        """Make the stub anew."""
        eligible = needed_reshuffle(self.state)
        assert eligible is not None
        part = len(self.state.reshuffles) + 1
        self.act(actions.Reshuffle(deal.new_stub(eligible, part)))


def _is_all_in(state: HandState) -> bool:
    """Whether nobody can bet any more: what is left is to draw and to compare."""
    return sum([state.stacks[place] > 0 for place in state.in_hand]) <= 1
