"""
A story as frames: after each of its steps, what there is to see at the table.

Everything is worked out here, from the steps that all other faces of a hand show, too. The page
only puts it in its places.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import UNSET, Struct, UnsetType

from client_cli.languages import Phrase
from client_cli.presenter import Event, Figures, Step, words
from client_cli.story import DECISIONS, Story
from showdown.rules import seen
from showdown.rules.cards import HAND_SIZE, Card
from showdown.rules.pots import Pot
from showdown.rules.ruleset import Chips, Seat
from showdown.rules.table_view import SeatView, TableView


class Player(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sits there."""

    name: str
    button: bool = False


class Look(Struct, frozen=True, kw_only=True):
    """A seat in a frame; what is as in the frame before is left out."""

    stack: str | UnsetType = UNSET
    bet: str | UnsetType = UNSET
    cards: tuple[str | None, ...] | UnsetType = UNSET
    """None is a card face down."""
    fresh: tuple[int, ...] | UnsetType = UNSET
    """Which of the cards were just drawn."""
    note: str | UnsetType = UNSET
    folded: bool | UnsetType = UNSET
    won: str | UnsetType = UNSET


class Frame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The table after a step."""

    seats: dict[str, Look]
    """By place among the players, from 0."""
    pots: tuple[str, ...]
    moment: str
    subject: int | None = None
    """Whom the step is about."""
    decision: bool = False
    """Whether he chose it."""
    lines: tuple[str, ...] = ()


class Chapter(Struct, frozen=True, kw_only=True):
    """A part of the hand."""

    kind: str
    """What the script knows it by, in every language."""
    name: str
    frame: int


class Film(Struct, frozen=True, kw_only=True):
    """A whole hand."""

    title: str
    about: str
    players: tuple[Player, ...]
    frames: tuple[Frame, ...]
    chapters: tuple[Chapter, ...]


def film(story: Story) -> Film:
    """The frames of a story."""
    camera = _Camera(story)
    frames = tuple(camera.frames())
    started = story.steps[0].view
    return Film(
        title=story.title.partition(", ")[0],
        about=story.title.partition(", ")[2],
        players=tuple(
            Player(
                name=story.presenter.name(started, each.seat), button=each.seat == started.button
            )
            for each in camera.clockwise
        ),
        frames=frames,
        chapters=tuple(_chapters(story.steps)),
    )


class _Camera:
    """Takes frame after frame; it knows what the one before looked like."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.figures: Figures = story.presenter.figures
        self.clockwise = story.steps[0].view.seats
        self.places = {each.seat: place for place, each in enumerate(self.clockwise)}
        self.before: dict[Seat, Look] = {}
        self.drew: dict[Seat, int] = {}
        self.won: dict[Seat, Chips] = {}
        self.compared = False
        self.mucked: set[Seat] = set()
        self.listed: dict[Seat, tuple[Card, ...]] = {}
        """Hands that were mucked, but that the viewer may see."""
        self.pots: tuple[Pot, ...] = _pots(step.event for step in story.steps)
        self.over = False

    def frames(self) -> Iterator[Frame]:
        """A frame for each step."""
        for step in self.story.steps:
            self._watch(step)
            subject = getattr(step.event, "seat", None)
            yield Frame(
                seats=dict(self._changes(step)),
                pots=tuple(self._pots(step.view)),
                moment=self._moment(step.view),
                subject=self.places.get(subject) if subject is not None else None,
                decision=isinstance(step.event, DECISIONS),
                lines=step.lines,
            )

    def _watch(self, step: Step) -> None:
        match step.event:
            case seen.CardsDrawn(seat=seat, count=count):
                self.drew[seat] = count
            case seen.HandShown():
                self.compared = True
            case seen.HandMucked(seat=seat, cards=cards):
                self.compared = True
                self.mucked.add(seat)
                if cards is not None:
                    self.listed[seat] = cards
            case seen.PotAwarded():
                # All shares of a pot are told in one sentence.
                self.over = True
                for event in self.story.events:
                    if isinstance(event, seen.PotAwarded) and event.pot == step.event.pot:
                        self.won[event.seat] = self.won.get(event.seat, 0) + event.amount
            case seen.Raked() | seen.HandEnded() | seen.HandAborted():
                self.over = True

    @property
    def ending(self) -> bool:
        """Whether hands are compared or pots paid."""
        return self.over or self.compared

    def _changes(self, step: Step) -> Iterator[tuple[str, Look]]:
        for seat in step.view.seats:
            look, before = self._look(step, seat), self.before.get(seat.seat)
            self.before[seat.seat] = look
            changed = {
                name: getattr(look, name)
                for name in Look.__struct_fields__
                if before is None or getattr(look, name) != getattr(before, name)
            }
            if changed and seat.seat in self.places:
                yield str(self.places[seat.seat]), Look(**changed)

    def _look(self, step: Step, seat: SeatView) -> Look:
        cards: tuple[str | None, ...] = (None,) * seat.count
        known = seat.cards or self.listed.get(seat.seat)
        if known is not None:
            cards = tuple(map(str, known))
        drew = step.event.count if isinstance(step.event, seen.CardsDrawn) else 0
        fresh = drew if getattr(step.event, "seat", None) == seat.seat else 0
        return Look(
            stack=self.figures.chips(seat.stack),
            # At the end the last bets lie in the middle, too.
            bet=self.figures.chips(seat.bet) if seat.bet and not self.ending else "",
            cards=() if seat.folded and known is None else cards,
            fresh=tuple(range(len(cards) - fresh, len(cards))),
            note=self._note(step, seat),
            folded=seat.folded,
            won=self.figures.net(self.won[seat.seat]) if seat.seat in self.won else "",
        )

    def _note(self, step: Step, seat: SeatView) -> str:
        """What a seat holds, if that is known, and what it did."""
        if seat.folded:
            return str(words.FOLDED)
        notes: list[str] = []
        known = seat.cards or self.listed.get(seat.seat) or ()
        if seat.seat in self.mucked:
            notes.append(str(words.MUCKED))
        if len(known) == HAND_SIZE:
            notes.append(self.figures.hand(step.view.ruleset.rank(known)))
        if seat.all_in and not self.over:
            notes.append(str(words.ALL_IN))
        if seat.drew is not None and not (notes and self.ending):
            notes.append(
                words.DREW_NOTE.format(count=seat.drew) if seat.drew else str(words.STOOD_PAT)
            )
        return ", ".join(filter(None, notes))

    def _moment(self, view: TableView) -> str:
        if self.over:
            return str(words.PAGE_OVER)
        if self.compared:
            return str(words.PAGE_SHOWDOWN)
        return str(words.PAGE_AFTER) if view.street else str(words.PAGE_BEFORE)

    def _pots(self, view: TableView) -> Iterator[str]:
        if not self.over or not self.pots:
            if view.pot:
                yield words.PAGE_POT.format(pot=words.POT, amount=self.figures.chips(view.pot))
            return
        for number, pot in enumerate(self.pots):
            name = words.POT if len(self.pots) == 1 else _pot_name(number, len(self.pots))
            yield words.PAGE_POT.format(pot=name, amount=self.figures.chips(pot.amount))


def _pot_name(number: int, count: int) -> str:
    if not number:
        return str(words.MAIN_POT)
    return str(words.SIDE_POT) if count == 2 else words.SIDE_POTS.format(number=number).rstrip(",")


def _pots(events: Iterator[Event]) -> tuple[Pot, ...]:
    return next((each.pots for each in events if isinstance(each, seen.HandEnded)), ())


_SHOWDOWN = (seen.HandShown, seen.HandMucked)


def _chapters(steps: Sequence[Step]) -> Iterator[Chapter]:
    """Where the parts of the hand begin, those that it has."""
    for kind, (name, begins) in _CHAPTERS.items():
        place = next((n for n, step in enumerate(steps) if begins(step)), None)
        if place is not None:
            yield Chapter(kind=kind, name=str(name), frame=place)


def _is_second_round(step: Step) -> bool:
    return bool(step.view.street) and isinstance(step.event, seen.Acted)


_CHAPTERS: dict[str, tuple[Phrase, Callable[[Step], bool]]] = {
    "deal": (words.PAGE_DEAL, lambda step: isinstance(step.event, seen.CardsDealt)),
    "draw": (words.PAGE_DRAW, lambda step: bool(step.view.street)),
    "second": (words.PAGE_SECOND, _is_second_round),
    "showdown": (words.PAGE_SHOWDOWN, lambda step: isinstance(step.event, _SHOWDOWN)),
}
"""By kind: its name, and whether it begins with a step."""
