"""
Trying a bot: what it does with these cards after that, and hands in which the others do as told.

>>> from showdown.bots import load
>>> ask(load("tight"), "AhAdKc5s3h", "raise 40")
Call()
>>> ask(load("tight"), "9h7d6c5s2h", "raise 40")
Fold()
"""

import asyncio
import inspect
import random
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from showdown.bots.asking import decision_for
from showdown.bots.contract import Bot, Decision, Move, PlayedHand
from showdown.rules import seen
from showdown.rules.cards import Card, parse_cards
from showdown.rules.ruleset import Chips, HandId, Ruleset, Seat
from showdown.rules.start import deal_order
from showdown.rules.view import Viewer, project_all
from showdown.testing.decks import stacked_deck
from showdown.testing.watched import WatchedHand

Value = TypeVar("Value")

RULES = Ruleset(sb=5, bb=10)
STACK = 1000


_PLAIN: dict[str, Callable[[Decision], Move]] = {
    "fold": lambda view: view.fold(),
    "check": lambda view: view.check(),
    "call": lambda view: view.call(),
    "pat": lambda view: view.stand_pat(),
}
_TO: dict[str, Callable[[Decision, Chips], Move]] = {
    "bet": lambda view, to: view.bet_to(to),
    "raise": lambda view, to: view.raise_to(to),
}


class Script(Bot):
    """
    A player who does what you say, turn by turn: the opponent of a bot that is tried.

    >>> Script("raise 40", "draw Kc 5s", "check")
    Script('raise 40', 'draw Kc 5s', 'check')

    A turn is ``fold``, ``check``, ``call``, ``bet 20``, ``raise 60``, ``draw Kc 5s`` or ``pat``.
    When all are done it checks or calls, and stands pat. What the rules refuse is raised.
    """

    def __init__(self, *turns: str) -> None:
        self.turns = turns
        self._left = list(turns)

    def __repr__(self) -> str:
        return f"Script({', '.join(map(repr, self.turns))})"

    def decide(self, view: Decision) -> Move:
        """The next of the turns."""
        if not self._left:
            return view.stand_pat() if view.is_draw else view.check_or_call()
        turn = self._left.pop(0)
        word, _, rest = turn.partition(" ")
        if word in _PLAIN and not rest:
            return _PLAIN[word](view)
        if word in _TO and rest.isdecimal():
            return _TO[word](view, int(rest))
        if word == "draw":
            return view.draw(parse_cards(rest))
        raise ValueError(
            f"{turn!r} is no turn; one is fold, call, 'raise 60', 'draw Kc 5s' or pat."
        )


class Tried:
    """A hand that was played between bots, and what each of them did in it."""

    def __init__(self, hand: WatchedHand, moves: Sequence[tuple[Seat, Move]]) -> None:
        self.hand = hand
        """All that happened, with all cards."""
        self.moves = tuple(moves)
        """Who did what, in order."""

    def moves_of(self, seat: Seat) -> tuple[Move, ...]:
        """What one of them did."""
        return tuple(move for who, move in self.moves if who == seat)

    @property
    def net(self) -> dict[Seat, Chips]:
        """What each has won; negative what he lost."""
        before = {player.seat: player.stack for player in self.hand.started.lineup}
        after = self._by_seat(self.hand.state.stacks)
        return {seat: stack - before[seat] for seat, stack in after.items()}

    @property
    def cards(self) -> dict[Seat, tuple[Card, ...]]:
        """What each held at last."""
        return self._by_seat(self.hand.state.cards)

    def _by_seat(self, values: Sequence[Value]) -> dict[Seat, Value]:
        return dict(sorted(zip(self.hand.state.seats, values, strict=True)))


def play_hand(
    bots: Mapping[Seat, Bot],
    hands: Mapping[Seat, str] | None = None,
    *,
    stub: str = "",
    seed: int = 1,
    ruleset: Ruleset = RULES,
    stack: Chips = STACK,
    button: Seat | None = None,
) -> Tried:
    """
    Play one hand between bots, with cards that you choose; hooks are called as at a table.

    Everything is by the rules, and chips and cards are watched after every event. A bot whose
    methods are coroutines may be tried too, from a test that is none.

    >>> from showdown.bots import load
    >>> tried = play_hand(
    ...     {1: Script("raise 40"), 2: load("tight")},
    ...     {1: "KsKhQd7c2s", 2: "AhAdKc5s3h"},
    ...     stub="2d2c9s",
    ... )
    >>> tried.moves_of(2)
    (Call(), Draw(cards=(Kc, 5s, 3h)), Bet(to=10))
    >>> tried.net
    {1: -50, 2: 50}

    Args:
        hands: what seats are dealt; the others get what the seed gives them.
        stub: the first cards after the deal, which the first to draw gets.
        seed: shuffles the rest and seeds the bots.
        stack: of each seat.
        button: by default the lowest seat; of two it acts first.

    Raises:
        IllegalAction: a bot chose what is not allowed.
    """
    chance = random.Random(seed)
    shuffled = tuple(chance.sample(ruleset.deck, len(ruleset.deck)))
    button = min(bots) if button is None else button
    stacks = dict.fromkeys(sorted(bots), stack)
    held = {seat: parse_cards(cards) for seat, cards in (hands or {}).items()}
    deck = stacked_deck(deal_order(stacks, button), held, parse_cards(stub), shuffled)
    for seat, bot in bots.items():
        bot.reseed(seed * 100 + seat)
    hand = WatchedHand(ruleset, stacks, button, deck=deck)
    with asyncio.Runner() as runner:
        return _Dealer(hand, bots, runner).play()


class _Dealer:
    """Asks the bots, and tells them what happens."""

    def __init__(self, hand: WatchedHand, bots: Mapping[Seat, Bot], runner: asyncio.Runner) -> None:
        self._hand, self._bots, self._runner = hand, bots, runner
        self._told = 0

    def play(self) -> Tried:
        """Until the hand is over."""
        hand, moves = self._hand, list[tuple[Seat, Move]]()
        self._tell()
        while (view := decision_for(hand.state, hand.events)) is not None:
            move = view.checked(self._finished(self._bots[view.seat].decide(view)))
            moves.append((view.seat, move))
            hand.act(move.by(view.seat))
            self._tell()
        tried = Tried(hand, moves)
        for seat, bot in self._bots.items():
            net, events = tried.net[seat], _seen_by(hand, seat, 0)
            over = PlayedHand(hand=HandId(1), seat=seat, net=net, events=events)
            self._finished(bot.on_hand(over))
        return tried

    def _tell(self) -> None:
        for seat, bot in self._bots.items():
            for event in _seen_by(self._hand, seat, self._told):
                self._finished(bot.on_event(event))
        self._told = len(self._hand.events)

    def _finished(self, answer: object) -> object:
        """What a method gives; what a coroutine gives at its end."""
        if not inspect.isawaitable(answer):
            return answer

        async def wait() -> object:
            return await answer

        return self._runner.run(wait())


def ask(
    bot: Bot,
    cards: str,
    *before: str,
    turn: int = 1,
    ruleset: Ruleset = RULES,
    stack: Chips = STACK,
) -> Move:
    """
    What a bot answers with these cards, after an opponent has done that.

    It sits opposite a :class:`Script` of these turns, who has the button and acts first.

    >>> from showdown.bots import load
    >>> ask(load("tight"), "AhAdKc5s3h", "call", turn=2)
    Draw(cards=(Kc, 5s, 3h))

    Args:
        before: the turns of the opponent.
        turn: which answer of the bot; 2 is mostly its draw.

    Raises:
        IllegalAction: it chose what is not allowed.
        ValueError: the hand was over before its turn came.
    """
    moves = play_hand(
        {1: Script(*before), 2: bot}, {2: cards}, ruleset=ruleset, stack=stack
    ).moves_of(2)
    if len(moves) < turn:
        raise ValueError(f"The bot was asked {len(moves)} times in this hand, not {turn}.")
    return moves[turn - 1]


def _seen_by(hand: WatchedHand, seat: Seat, since: int) -> tuple[seen.SeenEvent, ...]:
    events = project_all(hand.events[since:], Viewer(hand_seat=seat))
    return tuple(event for event in events if not isinstance(event, seen.Hidden))
