"""
Keeping the hands of a match as PHH, one file for each piece of it.

A hand is told as it would have been at an ordinary table: where seats had replacement cards of
their own, the deck is put in the order in which the cards came. It replays like any other.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from showdown.arena.contestants import display_names
from showdown.arena.errors import MatchFailed
from showdown.arena.match import HandInPlay
from showdown.arena.plan import Plan, Unit
from showdown.history.phh_writer import to_phh, to_phhs
from showdown.history.record import HandRecord
from showdown.rules import actions as act
from showdown.rules import events as ev
from showdown.rules.cards import HAND_SIZE, Card
from showdown.rules.play import perform
from showdown.rules.ruleset import Seat, TableId
from showdown.rules.start import Player, begin_hand


class Keeper:
    """Writes what is played into a folder."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self._plan = plan
        self._folder = folder
        self._names = display_names(plan.bots)
        self._hands: list[str] = []

    @classmethod
    def of(cls, plan: Plan, folder: Path | None) -> Self | None:
        """A keeper for a folder, if there is one."""
        return None if folder is None else cls(plan, folder)

    @contextmanager
    def keeping(self, unit: Unit) -> Iterator[None]:
        """
        Write the hands that are kept meanwhile as one file, when they are whole.

        Raises:
            MatchFailed: it cannot be written.
        """
        self._hands = []
        yield
        path = self._folder / f"{_name(unit)}.phh"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(to_phhs(self._hands)), encoding="utf-8", newline="\n")
        except OSError as error:
            raise MatchFailed(
                f"The hands cannot be written to {path}: {(error.strerror or str(error)).lower()}."
            ) from None

    def keep(self, unit: Unit, hand: HandInPlay) -> None:
        """Remember a hand that is over."""
        plan = self._plan
        lineup = plan.lineups[unit.lineup]
        order = plan.seatings_of_a_table[unit.seating]
        players = {
            seat: Player(name=self._names[lineup[place]]) for seat, place in enumerate(order, 1)
        }
        record = HandRecord(table=TableId(f"arena {_name(unit)}"), events=retold(hand, players))
        self._hands.append(to_phh(record))


def _name(unit: Unit) -> str:
    return f"{unit.session + 1:04}-{unit.lineup + 1:03}-{unit.seating + 1:03}"


def retold(hand: HandInPlay, players: dict[Seat, Player]) -> tuple[ev.HandEvent, ...]:
    """A hand that is over, with names, from a deck that serves the cards as they came."""
    started = hand.state.started
    begun, state = begin_hand(
        started.ruleset,
        {dealt.seat: dealt.stack for dealt in started.lineup},
        button=started.button,
        hand=started.hand,
        players=players,
    )
    events = [*begun]
    for action in hand.done:
        if isinstance(action, act.Deal):
            action = act.Deal(_as_it_came(hand, action.order))
        events += perform(state, action)
    return tuple(events)


def _as_it_came(hand: HandInPlay, order: tuple[Card, ...]) -> tuple[Card, ...]:
    """The deck with the cards that were burned and drawn next after those that were dealt."""
    if hand.piles is None:
        return order
    came = [*hand.state.burned]
    for event in hand.events:
        if isinstance(event, ev.CardsDrawn):
            came += event.cards
    dealt = order[: HAND_SIZE * len(hand.state.seats)]
    return (*dealt, *came, *[card for card in order if card not in dealt and card not in came])
