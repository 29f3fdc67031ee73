"""
What an OHH text says that another program wrote, or that was written for one viewer.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from showdown.errors import FormatError, RulesetError
from showdown.history import facts as fc
from showdown.history import ohh_format as ohh
from showdown.history.facts import AnyStep, Facts, Payment, Place
from showdown.history.foreign import quiet_rules, unreadable, with_payments
from showdown.history.ohh_reading import Reading, Step
from showdown.history.reconstruct import to_record
from showdown.history.record import PLAY_CHIPS, HandRecord
from showdown.rules import events as ev
from showdown.rules.cards import HAND_SIZE, Card
from showdown.rules.ruleset import Chips, Game, Ruleset, Seat

_GAMES = {"NL": Game.NO_LIMIT, "PL": Game.POT_LIMIT, "FL": Game.FIXED_LIMIT}
_BLINDS = (ohh.ANTE, ohh.SMALL, ohh.BIG)
_POSTS = {ohh.SMALL: Payment.SMALL, ohh.BIG: Payment.BIG, ohh.EXTRA: Payment.BIG}


def read_foreign(reading: Reading) -> HandRecord:
    """
    The record of a hand of which the text does not hold everything.

    Raises:
        FormatError: it cannot have happened, or pots are paid otherwise than by the rules.
    """
    why = unreadable(reading.told)
    if why is not None:
        raise reading.wrong(why)
    record = to_record(_facts(reading))
    if isinstance(record, FormatError):
        raise record
    whole = with_payments(record)
    said, made = record.claims, whole.claims
    assert said is not None
    assert made is not None
    for what in ("pot", "rake"):
        if getattr(said, what) != getattr(made, what):
            raise reading.wrong(
                f"The {what} is {record.display(getattr(said, what))} in the text and "
                f"{record.display(getattr(made, what))} by the rules."
            )
    if sorted(said.collected, key=str) != sorted(made.collected, key=str):
        raise reading.wrong("The pots are paid otherwise in the text than by the rules.")
    return whole


def _facts(reading: Reading) -> Facts:
    hand, told = reading.hand, reading.told
    steps = tuple(_Follower(reading).steps())
    try:
        rules = told.rules if told else _ruleset(reading, steps)
    except RulesetError as error:
        raise reading.wrong(error.sentence) from None
    pots = [reading.chips(pot.amount - pot.rake) for pot in hand.pots]
    return Facts(
        site=told.site if told else hand.site_name,
        hand=reading.number,
        line=reading.place.line,
        table=hand.table_name,
        played=reading.played,
        currency=told.currency if told else hand.currency or PLAY_CHIPS,
        scale=reading.scale,
        game=rules.game,
        stakes=(rules.sb, rules.bb),
        max_seats=rules.max_seats,
        button=told.button if told else hand.dealer_seat,
        places=tuple(
            Place(
                seat=player.seat,
                name=player.name or f"P{player.seat}",
                stack=reading.chips(player.starting_stack),
            )
            for player in sorted(hand.players, key=lambda player: player.seat)
        ),
        steps=steps,
        pot=sum(reading.chips(pot.amount) for pot in hand.pots),
        pots=tuple(pots) if len(pots) > 1 else (),
        rake=sum(reading.chips(pot.rake) for pot in hand.pots),
        summary=tuple(
            fc.Summary(
                line=reading.place.line, seat=step.seat, cards=reading.cards(step.action.cards)
            )
            for step in reading.steps()
            if step.action.action == ohh.MUCKS and step.action.cards
        ),
        rules=rules,
    )


def _ruleset(reading: Reading, steps: tuple[AnyStep, ...]) -> Ruleset:
    hand = reading.hand
    if hand.bet_limit.bet_type not in _GAMES:
        raise reading.wrong(f"{hand.bet_limit.bet_type!r} is none of NL, PL and FL.")
    small, big = reading.chips(hand.small_blind_amount), reading.chips(hand.big_blind_amount)
    blinds = any(isinstance(step, fc.Paid) and step.kind is Payment.BIG for step in steps)
    return quiet_rules(
        game=_GAMES[hand.bet_limit.bet_type],
        sb=small if blinds else 0,
        bb=big if blinds else 0,
        ante=reading.chips(hand.ante_amount),
        min_bet=big,
        max_seats=max(2, min(8, hand.table_size)),
        tabled=not any(isinstance(step, fc.Mucked) for step in steps),
    )


class _Follower:
    """Turns actions into steps, and keeps what a call and a raise need to be told."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.line = reading.place.line
        self.bets: dict[Seat, Chips] = dict.fromkeys(reading.seats.values(), 0)
        self.hands: dict[Seat, tuple[Card, ...]] = {}
        self.price = reading.chips(reading.hand.big_blind_amount)
        self.drawing = False

    def steps(self) -> Iterator[AnyStep]:
        """The steps of the hand, its payments last."""
        steps = list(self.reading.steps())
        posts = [each for each in steps if each.action.action.startswith("Post ")]
        # A late post must not be taken for the blind that it is as high as.
        early = [each for each in posts if each.action.action in _BLINDS]
        late = [each for each in posts if each.action.action not in _BLINDS]
        yield from self._posts(early, posts)
        yield from self._missing_blinds({each.action.action for each in posts})
        yield from self._posts(late, posts)
        for step in steps:
            if step not in posts:
                yield from self._step(step)
        for pot in self.reading.hand.pots:
            for win in pot.player_wins:
                if win.player_id not in self.reading.seats:
                    raise self.reading.wrong(f"There is no player {win.player_id} in this hand.")
                yield fc.Collected(
                    line=self.line,
                    seat=self.reading.seats[win.player_id],
                    pot=pot.number,
                    amount=self.reading.chips(win.win_amount),
                )

    def _missing_blinds(self, posted: set[str]) -> Iterator[AnyStep]:
        """Blinds for which the ante left nothing; our own fields know whose they were."""
        told = self.reading.told
        if told is None:
            self.price = self.price if ohh.BIG in posted else 0
            return
        for seat, word, amount in (
            (told.small_blind, ohh.SMALL, told.rules.sb),
            (told.big_blind, ohh.BIG, told.rules.bb),
        ):
            if seat is not None and amount and word not in posted:
                yield self._paid(seat, _POSTS[word], 0, all_in=True)

    def _posts(self, some: list[Step], posts: list[Step]) -> Iterator[AnyStep]:
        dead: dict[Seat, Step] = {}
        for step in some:
            seat, action = step.seat, step.action
            amount = self.reading.chips(action.amount)
            if action.action == ohh.ANTE:
                yield self._paid(seat, Payment.ANTE, amount, all_in=action.is_allin)
            elif action.action == ohh.DEAD:
                dead[seat] = step
            elif action.action in _POSTS:
                self.bets[seat] += amount
                before = dead.pop(seat, None)
                kind = _POSTS[action.action] if before is None else Payment.BOTH
                amount += self.reading.chips(before.action.amount) if before else 0
                yield self._paid(seat, kind, amount, all_in=action.is_allin)
            else:
                raise self.reading.wrong(f"{action.action!r} is not played here.")
        if dead and not any(step.action.action == ohh.SMALL for step in posts):
            raise self.reading.wrong(
                "A dead small blind beside no small blind is read from a whole hand only."
            )
        for seat, step in dead.items():
            amount = self.reading.chips(step.action.amount)
            yield self._paid(seat, Payment.SMALL, amount, all_in=step.action.is_allin)

    def _paid(self, seat: Seat, kind: Payment, amount: Chips, *, all_in: bool) -> fc.Paid:
        return fc.Paid(line=self.line, seat=seat, kind=kind, amount=amount, all_in=all_in)

    def _step(self, step: Step) -> Iterator[AnyStep]:
        action, seat = step.action, step.seat
        match action.action:
            case ohh.DEALT:
                yield self._dealt(seat, self.reading.cards(action.cards or []))
            case ohh.DISCARDS:
                yield self._threw(seat, action)
            case ohh.SHOWS:
                cards = self.reading.cards(action.cards or [])
                yield fc.Showed(line=self.line, seat=seat, cards=cards)
            case ohh.MUCKS:
                yield fc.Mucked(line=self.line, seat=seat)
            case ohh.FOLD | ohh.CHECK | ohh.CALL | ohh.BET | ohh.RAISE:
                yield self._moved(seat, action)
            case other:
                raise self.reading.wrong(f"{other!r} is no action of five-card draw.")

    def _dealt(self, seat: Seat, cards: tuple[Card, ...]) -> AnyStep:
        kept = self.hands.get(seat)
        self.hands[seat] = (*(kept or ()), *cards)
        if len(self.hands[seat]) > HAND_SIZE:
            raise self.reading.wrong(f"Seat {seat} gets more than {HAND_SIZE} cards.")
        if kept is None and not self.drawing:
            return fc.Given(line=self.line, seat=seat, cards=cards)
        return fc.Drew(line=self.line, seat=seat, kept=kept or (), cards=cards)

    def _threw(self, seat: Seat, action: ohh.Action) -> AnyStep:
        self.drawing = True
        self.price = 0
        self.bets = dict.fromkeys(self.bets, 0)
        cards = self.reading.cards(action.cards) if action.cards is not None else None
        count = len(cards) if cards is not None else action.count
        if count is None or not 0 <= count <= HAND_SIZE:
            raise self.reading.wrong(f"Seat {seat} throws {count} cards; 0 to 5 are wanted.")
        if cards is not None and seat in self.hands:
            self.hands[seat] = tuple(card for card in self.hands[seat] if card not in cards)
        return fc.Threw(line=self.line, seat=seat, count=count, cards=cards or None)

    def _moved(self, seat: Seat, action: ohh.Action) -> AnyStep:
        amount = self.reading.chips(action.amount)
        before, to = self.price, self.bets[seat] + amount
        self.bets[seat] = to
        move = _MOVES[action.action]
        if move in (ev.Move.BET, ev.Move.RAISE):
            self.price = max(before, to)
            move = ev.Move.RAISE if before else ev.Move.BET
        moved = fc.Moved(line=self.line, seat=seat, move=move, all_in=action.is_allin)
        if move is ev.Move.RAISE:
            return replace(moved, amount=to - before, to=to)
        return replace(moved, amount=to if move is ev.Move.BET else amount)


_MOVES = {
    ohh.FOLD: ev.Move.FOLD,
    ohh.CHECK: ev.Move.CHECK,
    ohh.CALL: ev.Move.CALL,
    ohh.BET: ev.Move.BET,
    ohh.RAISE: ev.Move.RAISE,
}
