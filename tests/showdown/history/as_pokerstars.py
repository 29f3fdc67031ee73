"""
Hands of the engine written down as PokerStars would, by a hand of our own: a reader is tested with
what it did not write. Players are called P and their seat; one of them keeps the text and sees his
own cards, the others' only when they are shown.
"""

from collections.abc import Sequence

from showdown import HandState, evolve, rank
from showdown.history.pokerstars_names import name_of
from showdown.rules import events as ev

GAMES = {"NL": "No Limit", "PL": "Pot Limit", "FL": "Limit"}


def money(amount: int) -> str:
    whole, cents = divmod(amount, 100)
    return f"${whole}.{cents:02}" if cents else f"${whole}"


def cards(them) -> str:
    return f"[{' '.join(map(str, them))}]"


class Writer:
    def __init__(self, events: Sequence[ev.HandEvent], keeper: int, *, list_mucked: bool) -> None:
        self.events = events
        self.keeper = keeper
        self.list_mucked = list_mucked
        self.state: HandState | None = None
        self.lines: list[str] = []
        self.folded: dict[int, str] = {}
        self.shown: dict[int, str] = {}
        self.mucked: dict[int, str] = {}
        self.won: dict[int, int] = {}
        self.collected: list[ev.PotAwarded] = []
        self.ended: ev.HandEnded | None = None
        self.raked: dict[int, int] = {}

    def text(self) -> str:
        for event in self.events:
            before = self.state
            self.state = evolve(self.state, event)
            write = getattr(self, f"on_{type(event).__struct_config__.tag}", None)
            if write is not None:
                write(event, before)
        self.finish()
        return "\n".join(self.lines) + "\n"

    def say(self, line: str) -> None:
        self.lines.append(line)

    def all_in(self, seat: int) -> str:
        return "" if self.state.stacks[self.state.seats.index(seat)] else " and is all-in"

    def on_hand_started(self, event, _) -> None:
        rules = event.ruleset
        fixed = rules.game == "FL"
        low, high = (rules.min_bet, 2 * rules.min_bet) if fixed else (rules.sb, rules.min_bet)
        self.say(
            f"PokerStars Game #{event.hand}:  5 Card Draw {GAMES[rules.game]} "
            f"({money(low)}/{money(high)} USD) - 2009/11/25 14:12:43 ET"
        )
        self.say(f"Table 'Invented I' {rules.max_seats}-max Seat #{event.button} is the button")
        for dealt in sorted(event.lineup, key=lambda dealt: dealt.seat):
            self.say(f"Seat {dealt.seat}: P{dealt.seat} ({money(dealt.stack)} in chips)")

    def on_ante_posted(self, event, _) -> None:
        self.say(f"P{event.seat}: posts the ante {money(event.amount)}{self.all_in(event.seat)}")

    def on_blind_posted(self, event, _) -> None:
        kind = {"small": "small blind", "big": "big blind"}.get(event.kind)
        if kind is None:
            kind = {(True, True): "small & big blinds", (True, False): "big blind"}.get(
                (event.amount > 0, event.dead > 0), "small blind"
            )
        amount = event.amount + event.dead
        self.say(f"P{event.seat}: posts {kind} {money(amount)}{self.all_in(event.seat)}")

    def on_cards_dealt(self, event, _) -> None:
        self.say("*** DEALING HANDS ***")
        for dealt in event.hands:
            if dealt.seat == self.keeper:
                self.say(f"Dealt to P{dealt.seat} {cards(dealt.cards)}")

    def on_acted(self, event, before) -> None:
        words = {
            "fold": "folds",
            "check": "checks",
            "call": f"calls {money(event.amount)}",
            "bet": f"bets {money(event.amount)}",
            "raise": f"raises {money(event.to - before.round.bet)} to {money(event.to)}",
        }[event.move]
        all_in = self.all_in(event.seat) if event.amount else ""
        self.say(f"P{event.seat}: {words}{all_in}")
        if event.move == "fold":
            self.folded[event.seat] = "after" if before.street else "before"

    def on_bet_returned(self, event, _) -> None:
        self.say(f"Uncalled bet ({money(event.amount)}) returned to P{event.seat}")

    def on_discarded(self, event, before) -> None:
        mine = event.seat == self.keeper
        held = before.cards[before.seats.index(event.seat)]
        self.kept = [card for card in held if card not in event.cards]
        count = len(event.cards)
        if not count:
            self.say(f"P{event.seat}: stands pat{f' on {cards(held)}' if mine else ''}")
        else:
            shown = f" {cards(event.cards)}" if mine else ""
            self.say(f"P{event.seat}: discards {count} card{'s'[: count > 1]}{shown}")

    def on_reshuffled(self, _, __) -> None:
        self.say("The deck is reshuffled")

    def on_cards_drawn(self, event, _) -> None:
        if event.seat == self.keeper:
            self.say(f"Dealt to P{event.seat} {cards(self.kept)} {cards(event.cards)}")

    def on_hand_shown(self, event, _) -> None:
        self.showdown()
        name = name_of(rank(event.cards))
        self.shown[event.seat] = f"showed {cards(event.cards)} and {{}} with {name}"
        self.say(f"P{event.seat}: shows {cards(event.cards)} ({name})")

    def on_hand_mucked(self, event, _) -> None:
        self.showdown()
        held = self.state.cards[self.state.seats.index(event.seat)]
        listed = self.list_mucked or event.seat == self.keeper
        self.mucked[event.seat] = f"mucked {cards(held)}" if listed else "mucked"
        self.say(f"P{event.seat}: mucks hand")

    def showdown(self) -> None:
        if not self.shown and not self.mucked:
            self.say("*** SHOW DOWN ***")

    def on_raked(self, event, _) -> None:
        self.raked[event.pot] = event.amount

    def on_pot_awarded(self, event, _) -> None:
        self.won[event.seat] = self.won.get(event.seat, 0) + event.amount
        self.collected.append(event)

    def on_hand_ended(self, event, _) -> None:
        self.ended = event

    def pot_name(self, number: int) -> str:
        many = len(self.ended.pots)
        if many == 1:
            return "pot"
        if number == 0:
            return "main pot"
        return f"side pot-{number}" if many > 2 else "side pot"

    def finish(self) -> None:
        for award in self.collected:
            name = self.pot_name(award.pot)
            self.say(f"P{award.seat} collected {money(award.amount)} from {name}")
        if not self.shown and self.collected:
            self.say(f"P{self.collected[0].seat}: doesn't show hand")
        self.say("*** SUMMARY ***")
        amounts = [pot.amount for pot in self.ended.pots]
        apart = "".join(
            f" {self.pot_name(n).capitalize()} {money(amount - self.raked.get(n, 0))}."
            for n, amount in enumerate(amounts)
        )
        self.say(
            f"Total pot {money(sum(amounts))}{apart if len(amounts) > 1 else ''} "
            f"| Rake {money(self.ended.rake)}"
        )
        for dealt in sorted(self.state.started.lineup, key=lambda dealt: dealt.seat):
            self.say(f"Seat {dealt.seat}: P{dealt.seat}{self.roles(dealt.seat)} {self.fate(dealt)}")

    def roles(self, seat: int) -> str:
        started = self.state.started
        posted = {e.seat for e in self.events if isinstance(e, ev.BlindPosted)}
        named = (
            ("button", started.button),
            ("small blind", started.small_blind if started.small_blind in posted else None),
            ("big blind", started.big_blind),
        )
        return "".join(f" ({role})" for role, holder in named if holder == seat)

    def fate(self, dealt: ev.Dealt) -> str:
        seat = dealt.seat
        won = f"({money(self.won[seat])})" if seat in self.won else ""
        if seat in self.folded:
            return f"folded {self.folded[seat]} the Draw"
        if seat in self.shown:
            return self.shown[seat].format(f"won {won}" if won else "lost")
        if seat in self.mucked:
            return self.mucked[seat]
        # A winner who got nothing: the whole pot went back, or to the house.
        return f"collected {won or '($0)'}"


def as_pokerstars(events: Sequence[ev.HandEvent], keeper: int, *, list_mucked: bool = False) -> str:
    return Writer(events, keeper, list_mucked=list_mucked).text()
