"""
What the engine found, compared with what the text of an imported hand says.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from showdown.history import hand_names
from showdown.history.differences import Difference, Kind
from showdown.history.facts import Silence
from showdown.history.record import Claims, HandRecord, SeatAmount, paid_by_seat, results
from showdown.rules import events as ev
from showdown.rules.cards import HAND_SIZE, Card, join_cards
from showdown.rules.hand import HandState, replay
from showdown.rules.ranking import rank
from showdown.rules.ruleset import Chips, Seat


def compare(record: HandRecord, claims: Claims) -> list[Difference]:
    """Every amount, hand and name that the text has otherwise than the engine."""
    comparison = _Comparison(record, claims)
    return [
        *comparison.totals(),
        *comparison.returned(),
        *comparison.side_pots(),
        *comparison.collected(),
        *comparison.summary(),
        *comparison.stacks(),
        *comparison.shown(),
        *comparison.folded(),
    ]


def notes(record: HandRecord, claims: Claims) -> tuple[str, ...]:
    """What a site may do otherwise without being wrong: who shows, who mucks, in which order."""
    shown = [event.seat for event in record.events if isinstance(event, ev.HandShown)]
    said = [hand.seat for hand in claims.shown]
    reshuffles = sum(isinstance(event, ev.Reshuffled) for event in record.events)
    found = []
    if Silence.ORDER in claims.silent:
        shown, said = sorted(shown), sorted(said)
    if shown and shown != said:
        found.append(f"Shown in the text: {_seats(record, said)}; here: {_seats(record, shown)}.")
    if reshuffles != claims.reshuffles:
        found.append(f"Reshuffles in the text: {claims.reshuffles}; here: {reshuffles}.")
    found += [
        f"{hand.name!r} of {record.name_of(hand.seat)} is no name of a hand that is known."
        for hand in claims.shown
        if hand.name
        and len(set(hand.cards)) == HAND_SIZE
        and hand_names.agrees(record.site, hand.name, rank(hand.cards)) is None
    ]
    return tuple(found)


def lacking(record: HandRecord, claims: Claims) -> tuple[str, ...]:
    """What the text does not say, so that something had to be made up for it."""
    known = {each.seat for each in claims.dealt} | {each.seat for each in claims.shown}
    known |= {each.seat for each in claims.mucked if each.cards}
    unseen = [person.seat for person in record.players if person.seat not in known]
    cards = f"the cards of {_seats(record, unseen)}"
    return (*claims.lacks, *((cards,) if unseen else ()))


def _seats(record: HandRecord, seats: Sequence[Seat]) -> str:
    return ", ".join(record.name_of(seat) for seat in seats) or "nobody"


class _Comparison:
    """Compares one kind of thing after the other."""

    def __init__(self, record: HandRecord, claims: Claims) -> None:
        self.record = record
        self.claims = claims
        self.state: HandState = replay(record.events)
        ended = record.ended
        self.pots = ended.pots if isinstance(ended, ev.HandEnded) else ()
        self.rake = ended.rake if isinstance(ended, ev.HandEnded) else 0

    def stacks(self) -> Iterator[Difference]:
        """What a summary says that seats have now, and what the hand was for them."""
        ended = {each.seat: each.stack for each in self.record.ended.stacks}
        nets = {each.seat: each.net for each in results(self.record)}
        yield from self._seat_by_seat("has after the hand", self.claims.stacks, ended)
        yield from self._seat_by_seat("wins or loses", self.claims.nets, nets)

    def _seat_by_seat(
        self, what: str, said: Sequence[SeatAmount], made: Mapping[Seat, Chips]
    ) -> Iterator[Difference]:
        for each in said:
            yield from self._unequal(
                Kind.STACK, f"{self._name(each.seat)} {what}", each.amount, made.get(each.seat, 0)
            )

    def _silent(self, what: Silence) -> bool:
        return what in self.claims.silent

    def totals(self) -> Iterator[Difference]:
        yield from self._unequal(
            Kind.POT, "The pot is", self.claims.pot, sum(pot.amount for pot in self.pots)
        )
        yield from self._unequal(Kind.RAKE, "The rake is", self.claims.rake, self.rake)
        shares = self.claims.won if self._silent(Silence.POTS) else self.claims.collected
        paid = sum(share.amount for share in shares)
        if paid + self.claims.rake != self.claims.pot:
            yield Difference(
                Kind.POT,
                f"The text collects {self._money(paid)} and rakes "
                f"{self._money(self.claims.rake)}, which is not its pot of "
                f"{self._money(self.claims.pot)}.",
            )

    def returned(self) -> Iterator[Difference]:
        if self._silent(Silence.RETURNED):
            return
        said: Counter[Seat] = Counter()
        made: Counter[Seat] = Counter()
        for each in self.claims.returned:
            said[each.seat] += each.amount
        for event in self.record.events:
            if isinstance(event, ev.BetReturned):
                made[event.seat] += event.amount
        for seat in sorted(said.keys() | made.keys()):
            yield from self._unequal(
                Kind.RETURNED, f"Returned to {self._name(seat)} is", said[seat], made[seat]
            )

    def side_pots(self) -> Iterator[Difference]:
        raked = [0] * len(self.pots)
        for event in self.record.events:
            if isinstance(event, ev.Raked):
                raked[event.pot] += event.amount
        left = [pot.amount - rake for pot, rake in zip(self.pots, raked, strict=True)]
        said = list(self.claims.pots)
        whole = [pot.amount for pot in self.pots]
        if said not in (left, whole) and (said or len(left) > 1):
            yield Difference(
                Kind.SIDE_POTS,
                f"The pots are {self._moneys(said)} in the text and {self._moneys(left)} here.",
            )

    def collected(self) -> Iterator[Difference]:
        if self._silent(Silence.POTS):
            return
        said: Counter[tuple[Seat, int]] = Counter()
        made: Counter[tuple[Seat, int]] = Counter()
        for share in self.claims.collected:
            said[share.seat, share.pot] += share.amount
        for event in self.record.events:
            if isinstance(event, ev.PotAwarded):
                made[event.seat, event.pot] += event.amount
        for seat, pot in sorted(said.keys() | made.keys()):
            yield from self._unequal(
                Kind.COLLECTED,
                f"From {self._pot(pot)} {self._name(seat)} collects",
                said[seat, pot],
                made[seat, pot],
            )

    def summary(self) -> Iterator[Difference]:
        paid = paid_by_seat(self.record.events)
        for each in self.claims.won:
            yield from self._unequal(
                Kind.SUMMARY,
                f"In the summary {self._name(each.seat)} wins",
                each.amount,
                paid[each.seat],
            )
        told = {each.seat for each in self.claims.won}
        if told:
            for seat in sorted(paid.keys() - told):
                yield from self._unequal(
                    Kind.SUMMARY, f"In the summary {self._name(seat)} wins", 0, paid[seat]
                )

    def shown(self) -> Iterator[Difference]:
        for hand in self.claims.shown:
            held = self._held(hand.seat)
            if set(held) != set(hand.cards):
                yield self._other_cards(hand.seat, "shows", hand.cards, held)
            if not self._is_in(hand.seat):
                yield Difference(
                    Kind.CARDS, f"{self._name(hand.seat)} shows a hand, but has folded."
                )
            if len(set(hand.cards)) != HAND_SIZE:
                continue  # said above, since nobody holds so many
            value = rank(hand.cards)
            if hand.name and hand_names.agrees(self.record.site, hand.name, value) is False:
                yield Difference(
                    Kind.NAME,
                    f"{self._name(hand.seat)} shows {join_cards(hand.cards)}, called "
                    f"{hand.name!r} in the text; it is {value}.",
                )
        for mucked in self.claims.mucked:
            held = self._held(mucked.seat)
            if mucked.cards and set(held) != set(mucked.cards):
                yield self._other_cards(mucked.seat, "mucks", mucked.cards, held)

    def folded(self) -> Iterator[Difference]:
        said = {each.seat: each.street for each in self.claims.folded}
        made = dict(_folds(self.record.events))
        # A text without a summary of seats says nothing about who folded.
        for seat in sorted(said.keys() | (made.keys() if said else set())):
            if said.get(seat) != made.get(seat):
                yield Difference(
                    Kind.FOLDED,
                    f"{self._name(seat)} {_when(said.get(seat))} in the summary, but "
                    f"{_when(made.get(seat))}.",
                )

    def _held(self, seat: Seat) -> tuple[Card, ...]:
        place = self.state.position(seat)
        return () if place is None else self.state.cards[place]

    def _is_in(self, seat: Seat) -> bool:
        place = self.state.position(seat)
        return place is not None and self.state.live[place]

    def _other_cards(
        self, seat: Seat, does: str, said: Sequence[Card], held: Sequence[Card]
    ) -> Difference:
        return Difference(
            Kind.CARDS,
            f"{self._name(seat)} {does} {join_cards(said)}, but holds {join_cards(held)}.",
        )

    def _unequal(self, kind: Kind, what: str, said: Chips, made: Chips) -> Iterator[Difference]:
        if said != made:
            yield Difference(
                kind, f"{what} {self._money(said)} in the text and {self._money(made)} here."
            )

    def _name(self, seat: Seat) -> str:
        return self.record.name_of(seat)

    def _pot(self, number: int) -> str:
        if len(self.pots) < 2 and not number:
            return "the pot"
        return f"side pot {number}" if number else "the main pot"

    def _money(self, amount: Chips) -> str:
        return self.record.display(amount)

    def _moneys(self, amounts: Sequence[Chips]) -> str:
        return " and ".join(self._money(amount) for amount in amounts) or "not given apart"


def _when(street: int | None) -> str:
    """In which round somebody folds."""
    known = {None: "does not fold", 0: "folds before the draw", 1: "folds after the draw"}
    return known.get(street, f"folds in round {street}")


def _folds(events: Sequence[ev.HandEvent]) -> Iterator[tuple[Seat, int]]:
    street = 0
    for event in events:
        if isinstance(event, ev.Turn) and event.kind is ev.TurnKind.DRAW:
            street = 1
        elif isinstance(event, ev.Acted) and event.move is ev.Move.FOLD:
            yield event.seat, street
