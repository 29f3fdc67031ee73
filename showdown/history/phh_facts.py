"""
What a PHH text says that another program wrote, or that was written for one viewer.

It names no payments, so they are taken as the rules have them; stacks at the end are compared.
"""

from collections.abc import Iterator

from showdown.errors import FormatError, RulesetError
from showdown.history import facts as fc
from showdown.history import phh_fields as phh
from showdown.history.facts import AnyStep, Facts, Payment, Place
from showdown.history.foreign import quiet_rules, unreadable, with_payments
from showdown.history.phh_fields import Action, Number, Reading, read_actions, total
from showdown.history.reconstruct import to_record
from showdown.history.record import (
    PLAY_CHIPS,
    HandRecord,
)
from showdown.rules import events as ev
from showdown.rules.cards import HAND_SIZE, Card
from showdown.rules.ruleset import AnteType, Chips, Game, Ruleset, Seat

_GAMES = {"N5CD": Game.NO_LIMIT, "P5CD": Game.POT_LIMIT, "F5CD": Game.FIXED_LIMIT}


def read_foreign(reading: Reading) -> HandRecord:
    """
    The record of a hand of which the text does not hold everything.

    Raises:
        FormatError: it cannot have happened, or stacks at its end are others than by the rules.
    """
    why = unreadable(reading.told)
    if why is not None:
        raise reading.wrong("_rules", why)
    facts = _facts(reading)
    record = to_record(facts)
    if isinstance(record, FormatError):
        raise record
    finishing = reading.fields.finishing_stacks
    if finishing is not None:
        stacks = {each.seat: each.stack for each in record.ended.stacks}
        for seat, said in zip(reading.order, finishing, strict=True):
            if stacks[seat] != said * reading.scale:
                raise reading.wrong(
                    "finishing_stacks",
                    f"Seat {seat} ends with {said} in the text and with "
                    f"{record.display(stacks[seat])} by the rules.",
                )
    return with_payments(record)


def _facts(reading: Reading) -> Facts:
    fields, told = reading.fields, reading.told
    stacks = [reading.chips(each, "starting_stacks") for each in fields.starting_stacks]
    finishing = fields.finishing_stacks
    rake = 0
    if finishing is not None:
        rake = sum(stacks) - sum(reading.chips(each, "finishing_stacks") for each in finishing)
    line = reading.section.where("actions").line
    paid = tuple(_paid(reading, stacks, line))
    names = fields.players or ("",) * len(stacks)
    steps = (*paid, *_Follower(reading, stacks, paid).steps())
    try:
        rules = told.rules if told else _ruleset(reading, paid, steps)
    except RulesetError as error:
        raise reading.wrong("variant", error.sentence) from None
    currency = told.currency if told else fields.currency or PLAY_CHIPS
    return Facts(
        site=told.site if told else fields.venue or "PHH",
        hand=reading.hand,
        line=reading.section.where("variant").line,
        table=str(fields.table),
        played=reading.played,
        currency=currency,
        scale=reading.scale,
        game=rules.game,
        stakes=(rules.sb, rules.bb),
        max_seats=rules.max_seats,
        button=told.button if told else reading.order[-1],
        places=tuple(
            Place(seat=seat, name=name or f"P{seat}", stack=stack)
            for seat, name, stack in zip(reading.order, names, stacks, strict=True)
        ),
        steps=steps,
        pot=0,
        pots=_pots_told(reading),
        rake=max(0, rake),
        summary=tuple(
            fc.Summary(line=line, seat=each.seat, cards=each.cards)
            for each in (told.mucked if told else ())
        ),
        rules=rules,
    )


def _pots_told(reading: Reading) -> tuple[Chips, ...]:
    """What our own texts say was left of each pot."""
    told = reading.section.fields.get("_pots") if reading.told else None
    if not isinstance(told, list) or len(told) < 2:
        return ()
    try:
        return tuple(reading.chips(pot - rake, "_pots") for pot, rake, _ in told)
    except (TypeError, ValueError):
        raise reading.wrong(
            "_pots", "Here pots with amount, rake and players are wanted."
        ) from None


def _ruleset(reading: Reading, paid: tuple[fc.Paid, ...], steps: tuple[AnyStep, ...]) -> Ruleset:
    fields = reading.fields
    antes = [reading.chips(each, "antes") for each in fields.antes]
    blinds = sorted(each for each in fields.blinds_or_straddles if each > 0)
    if len(blinds) > 2:
        raise reading.wrong("blinds_or_straddles", "Straddles are not played here.")
    big = reading.chips(blinds[-1], "blinds_or_straddles") if blinds else 0
    small = reading.chips(blinds[0], "blinds_or_straddles") if len(blinds) == 2 else 0
    one = sum(map(bool, antes)) == 1 and big > 0
    least = fields.small_bet if fields.variant == "F5CD" else fields.min_bet
    if least is None:
        raise reading.wrong("variant", "The smallest bet is missing.")
    return quiet_rules(
        game=_GAMES[fields.variant],
        sb=small,
        bb=big,
        ante=max(antes, default=0),
        ante_type=AnteType.BIG_BLIND if one else AnteType.EACH,
        min_bet=max(big, reading.chips(least, "min_bet")),
        max_seats=max(2, min(8, fields.seat_count or max(reading.order))),
        tabled=not any(isinstance(step, fc.Mucked) for step in steps),
    )


def _paid(reading: Reading, stacks: list[Chips], line: int) -> Iterator[fc.Paid]:
    """Antes and blinds as far as the stacks went; the blinds first, then who posts late."""
    fields = reading.fields
    heads_up = len(stacks) == 2
    antes, blinds = fields.antes, fields.blinds_or_straddles
    if heads_up:
        antes, blinds = antes[::-1], blinds[::-1]
    left = list(stacks)
    posted: list[tuple[int, fc.Paid]] = []
    late = _late_posts(reading)
    for place, (seat, ante, blind) in enumerate(zip(reading.order, antes, blinds, strict=True)):
        amount = min(left[place], reading.chips(ante, "antes"))
        if seat in late:
            # What is posted dead stands among the antes.
            kind, usual = late[seat]
            whole = min(
                left[place], amount + reading.chips(max(blind, -blind), "blinds_or_straddles")
            )
            amount = min(usual, amount)
            left[place] -= whole
            post = fc.Paid(
                line=line, seat=seat, kind=kind, amount=whole - amount, all_in=not left[place]
            )
            posted.append((2, post))
            if amount:
                yield fc.Paid(line=line, seat=seat, kind=Payment.ANTE, amount=amount)
            continue
        left[place] -= amount
        if amount:
            yield fc.Paid(
                line=line, seat=seat, kind=Payment.ANTE, amount=amount, all_in=not left[place]
            )
        if blind:
            live = min(left[place], reading.chips(max(blind, -blind), "blinds_or_straddles"))
            left[place] -= live
            rank, kind = _kind(reading, seat, blind)
            all_in = not left[place]
            step = fc.Paid(line=line, seat=seat, kind=kind, amount=live, all_in=all_in)
            posted.append((rank, step))
    yield from (step for _, step in sorted(posted, key=lambda each: each[0]))


def _late_posts(reading: Reading) -> dict[Seat, tuple[Payment, Chips]]:
    """Who posts a missed blind by our own fields: which, and what his ante is beside."""
    told = reading.told
    if told is None:
        return {}
    usual = told.rules.ante if told.rules.ante_type is AnteType.EACH and told.takes_ante else 0
    kinds = {(True, True): Payment.BOTH, (True, False): Payment.BIG, (False, True): Payment.SMALL}
    late = {
        post.seat: (kinds[post.live > 0, post.dead > 0], usual)
        for post in told.posts
        if post.live or post.dead
    }
    if told.small_blind is None and any(kind is Payment.SMALL for kind, _ in late.values()):
        raise reading.wrong(
            "_posts", "A dead small blind beside no small blind is read from a whole hand only."
        )
    return late


def _kind(reading: Reading, seat: Seat, blind: Number) -> tuple[int, Payment]:
    """Which blind it is, and in which order they come."""
    told, blinds = reading.told, reading.fields.blinds_or_straddles
    if told is not None:
        small, big = told.small_blind, told.big_blind
        if seat == small:
            return 0, Payment.SMALL
        return (1, Payment.BIG) if seat == big else (2, Payment.BIG)
    positive = sorted(each for each in blinds if each > 0)
    if blind < 0:
        return 2, Payment.BIG
    first = len(positive) == 2 and seat == _first_blind(reading)
    return (0, Payment.SMALL) if first else (1, Payment.BIG)


def _first_blind(reading: Reading) -> Seat:
    blinds = reading.fields.blinds_or_straddles
    if len(blinds) == 2:
        return reading.order[1]
    return next(seat for seat, each in zip(reading.order, blinds, strict=True) if each > 0)


class _Follower:
    """Follows the betting, to say what a call costs and whether a total bets or raises."""

    def __init__(self, reading: Reading, stacks: list[Chips], paid: tuple[fc.Paid, ...]) -> None:
        self.reading = reading
        self.left = dict(zip(reading.order, stacks, strict=True))
        self.bets: dict[Seat, Chips] = dict.fromkeys(reading.order, 0)
        self.live = set(reading.order)
        self.hands: dict[Seat, tuple[Card | None, ...]] = {}
        self.price = 0
        dead = {post.seat: post.dead for post in (reading.told.posts if reading.told else ())}
        for step in paid:
            self.left[step.seat] -= step.amount
            if step.kind is not Payment.ANTE:
                self.bets[step.seat] += max(0, step.amount - dead.get(step.seat, 0))
        positive = [each for each in reading.fields.blinds_or_straddles if each > 0]
        if positive:
            self.price = reading.chips(max(positive), "blinds_or_straddles")

    def steps(self) -> Iterator[AnyStep]:
        """All that happens after the blinds."""
        for action in read_actions(self.reading):
            match action.verb:
                case phh.DEAL:
                    yield from self._dealt(action)
                case "sd":
                    yield self._threw(action)
                case "sm":
                    yield from self._shown(action)
                case _:
                    yield self._moved(action)

    def _dealt(self, action: Action) -> Iterator[AnyStep]:
        cards = action.cards
        known = tuple(card for card in cards if card is not None)
        kept = self.hands.get(action.seat, ())
        self.hands[action.seat] = (*kept, *cards)
        if len(self.hands[action.seat]) > HAND_SIZE:
            raise action.place.wrong(f"Seat {action.seat} gets more than {HAND_SIZE} cards.")
        if len(known) != len(cards):
            return
        line, seat = action.place.line, action.seat
        if not kept:
            yield fc.Given(line=line, seat=seat, cards=known)
        elif None not in kept:
            real = tuple(card for card in kept if card is not None)
            yield fc.Drew(line=line, seat=seat, kept=real, cards=known)

    def _threw(self, action: Action) -> AnyStep:
        self.price = 0
        self.bets = dict.fromkeys(self.bets, 0)
        cards = action.cards
        held = list(self.hands.get(action.seat, (None,) * HAND_SIZE))
        for card in cards:
            if card not in held:
                raise action.place.wrong(f"Seat {action.seat} does not hold {card}.")
            held.remove(card)
        self.hands[action.seat] = tuple(held)
        known = tuple(card for card in cards if card is not None)
        whole = len(known) == len(cards) and None not in held
        return fc.Threw(
            line=action.place.line,
            seat=action.seat,
            count=len(cards),
            cards=known if cards and whole else None,
        )

    def _shown(self, action: Action) -> Iterator[AnyStep]:
        line, seat = action.place.line, action.seat
        cards = self.hands.get(seat, ()) if action.word == "-" else action.cards
        known = tuple(card for card in cards if card is not None)
        if known:
            yield fc.Showed(line=line, seat=seat, cards=known)
        else:
            yield fc.Mucked(line=line, seat=seat)

    def _moved(self, action: Action) -> AnyStep:
        seat, own = action.seat, self.bets[action.seat]
        line = action.place.line
        if action.verb == "f":
            self.live.discard(seat)
            return fc.Moved(line=line, seat=seat, move=ev.Move.FOLD)
        to = total(self.reading, action) if action.verb == "cbr" else self._called(seat)
        before = self.price
        if to > own:
            self.left[seat] -= to - own
            self.bets[seat] = to
        all_in = not self.left[seat]
        if to <= own:
            return fc.Moved(line=line, seat=seat, move=ev.Move.CHECK)
        if action.verb == "cc" or to <= before:
            return fc.Moved(line=line, seat=seat, move=ev.Move.CALL, amount=to - own, all_in=all_in)
        self.price = to
        if not before:
            return fc.Moved(line=line, seat=seat, move=ev.Move.BET, amount=to, all_in=all_in)
        return fc.Moved(
            line=line, seat=seat, move=ev.Move.RAISE, amount=to - before, to=to, all_in=all_in
        )

    def _called(self, seat: Seat) -> Chips:
        """What a call leads to: nobody has to match more than somebody else could have in."""
        others = [self.bets[each] + self.left[each] for each in self.live if each != seat]
        reach = min(self.price, max(others, default=0))
        return min(reach, self.bets[seat] + self.left[seat])
