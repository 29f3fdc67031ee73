"""
What holds in every hand that was played to its end, whatever the table and however badly it was
played.

Chips and cards are counted by :mod:`showdown.testing.invariants` after each event of each hand; the
laws here say what must hold beside that.
"""

from collections import Counter
from fractions import Fraction
from random import Random

import msgspec

from showdown import Category, Ruleset, replay
from showdown.rules import events as ev
from showdown.rules.cards import RANKS
from showdown.rules.wild import is_wild
from showdown.testing.watched import WatchedHand
from tests.showdown.rules.chip_by_chip import pots_chip_by_chip

EVENTS = tuple[ev.HandEvent, ...]
BET, RAISE = ev.Move.BET, ev.Move.RAISE


def check_replay(hand: WatchedHand) -> None:
    assert replay(hand.events) == hand.state
    stored = msgspec.json.encode(hand.events)
    assert replay(msgspec.json.decode(stored, type=EVENTS)) == hand.state


def check_pots(hand: WatchedHand) -> None:
    """Pots are what the chips of each player make, laid down one by one."""
    assert hand.ended is not None
    if hand.ended.passed_out:
        assert hand.ended.pots == ()
        return
    started = hand.started
    unit, big_blind_ante = started.ruleset.unit, started.ruleset.ante_type == "big_blind"
    stakes = Counter[int](dict.fromkeys(hand.state.seats, 0))
    stakes.update({share.seat: share.amount for share in started.carried})
    # A part of the carry whose owner is gone is the stake of somebody who has folded.
    stakes.update({-gone: amount for gone, amount in enumerate(started.forfeited, 1)})
    folded, dead = {-gone for gone, _ in enumerate(started.forfeited, 1)}, 0
    for event in hand.events:
        match event:
            case ev.AntePosted() if big_blind_ante:
                dead += event.amount
            case ev.AntePosted() | ev.Acted():
                stakes[event.seat] += event.amount
            case ev.BlindPosted():
                stakes[event.seat] += event.amount
                dead += event.dead
            case ev.BetReturned():
                stakes[event.seat] -= event.amount
        if isinstance(event, ev.Acted) and event.move is ev.Move.FOLD:
            folded.add(event.seat)
    in_units = {seat: chips // unit for seat, chips in stakes.items()}
    laid = pots_chip_by_chip(in_units, folded, dead // unit)
    assert [(pot.amount // unit, pot.contenders) for pot in hand.ended.pots] == [
        (pot.amount, pot.contenders) for pot in laid
    ]


def check_payment(hand: WatchedHand) -> None:
    """Each pot goes, less its rake, to the best of its contenders and to nobody else."""
    assert hand.ended is not None
    held = dict(zip(hand.state.seats, hand.state.cards, strict=True))
    rank = hand.started.ruleset.rank
    awards = [event for event in hand.events if isinstance(event, ev.PotAwarded)]
    raked = {event.pot: event.amount for event in hand.events if isinstance(event, ev.Raked)}
    for number, pot in enumerate(hand.ended.pots):
        shares = {award.seat: award.amount for award in awards if award.pot == number}
        assert sum(shares.values()) + raked.get(number, 0) == pot.amount
        winners = set(pot.contenders)
        if len(winners) > 1:
            best = max(rank(held[seat]) for seat in winners)
            winners = {seat for seat in winners if rank(held[seat]) == best}
        assert shares.keys() <= winners
        unit = hand.started.ruleset.unit
        for one in winners:
            for other in winners:
                assert abs(shares.get(one, 0) - shares.get(other, 0)) <= unit


def check_showing(hand: WatchedHand) -> None:
    """Hands are shown as RULES 12.4 to 12.6 say, and those that beat nothing are mucked."""
    assert hand.ended is not None
    shows = [e for e in hand.events if isinstance(e, ev.HandShown | ev.HandMucked)]
    left = {hand.state.seats[place] for place in hand.state.in_hand}
    if len(left) == 1 or hand.ended.passed_out:
        assert not shows
        return
    assert [event.seat for event in shows] == order_of_showing(hand, left)
    held = dict(zip(hand.state.seats, hand.state.cards, strict=True))
    stacks = dict(zip(hand.state.seats, stacks_before_payment(hand), strict=True))
    everybody = hand.started.ruleset.tabled and any(not stacks[seat] for seat in left)
    rank, shown = hand.started.ruleset.rank, set[int]()
    for event in shows:
        assert event.cards == held[event.seat]
        wins = any(
            all(rank(held[event.seat]) >= rank(held[each]) for each in shown & set(pot.contenders))
            for pot in hand.ended.pots
            if event.seat in pot.contenders
        )
        assert isinstance(event, ev.HandShown) == (everybody or wins)
        if isinstance(event, ev.HandShown):
            shown.add(event.seat)
            assert event.rank == rank(event.cards)
    for award in hand.events:
        if isinstance(award, ev.PotAwarded):
            contested = len(hand.ended.pots[award.pot].contenders) > 1
            assert award.seat in shown or not contested


def order_of_showing(hand: WatchedHand, left: set[int]) -> list[int]:
    """The last to bet or raise after the draw first, but those of later side pots before others."""
    assert hand.ended is not None
    after = hand.events[len(before_the_draw(hand)) :]
    raises = [e.seat for e in after if isinstance(e, ev.Acted) and e.move in (BET, RAISE)]
    seats = list(hand.state.seats)
    if raises:
        while seats[0] != raises[-1]:
            seats.append(seats.pop(0))
    order: list[int] = []
    for pot in reversed(hand.ended.pots):
        order += [seat for seat in seats if seat in pot.contenders and seat not in order]
    # Where there is nothing to win nobody contends for anything.
    return order or [seat for seat in seats if seat in left]


def stacks_before_payment(hand: WatchedHand) -> list[int]:
    stacks = dict(zip(hand.state.seats, hand.state.stacks, strict=True))
    for event in hand.events:
        if isinstance(event, ev.PotAwarded):
            stacks[event.seat] -= event.amount
    return list(stacks.values())


def check_rake(hand: WatchedHand) -> None:
    """The part of each pot in whole units, main pot first, up to the cap; none without a draw."""
    assert hand.ended is not None
    rules, given = hand.started.ruleset, hand.started.rake
    raked = {event.pot: event.amount for event in hand.events if isinstance(event, ev.Raked)}
    assert sum(raked.values()) == hand.ended.rake
    if given is not None:
        assert hand.ended.rake == min(given, sum(pot.amount for pot in hand.ended.pots))
        return
    left = rules.rake_cap or sum(pot.amount for pot in hand.ended.pots)
    for number, pot in enumerate(hand.ended.pots):
        part = Fraction(rules.rake) * pot.amount // rules.unit * rules.unit
        taken = min(part, left) if hand.state.draw_reached else 0
        left -= taken
        assert raked.get(number, 0) == taken


def check_jackpots(hand: WatchedHand) -> None:
    """Who opens holds openers, and proves them where the table wants it."""
    rules, least = hand.started.ruleset, hand.started.openers
    assert (least is None) == (rules.jacks is None)
    if least is None:
        return
    proofs = [event for event in hand.events if isinstance(event, ev.OpenersShown)]
    opening = next((e for e in before_the_draw(hand) if is_bet(e)), None)
    if opening is None:
        assert not proofs
        return
    assert isinstance(opening, ev.Acted)
    cards = dealt_to(hand, opening.seat)
    assert opens(rules, least, cards)
    won = any(isinstance(e, ev.PotAwarded) and e.seat == opening.seat for e in hand.events)
    wanted = {"always": True, "when_winning": won, "never": False}[rules.prove_openers]
    assert len(proofs) == wanted
    for proof in proofs:
        assert proof.seat == opening.seat
        assert set(proof.cards) <= set(cards)
        rest = [card for card in rules.deck if card not in proof.cards]
        rng = Random(str(cards))
        for _ in range(10):
            assert opens(rules, least, [*proof.cards, *rng.sample(rest, 5 - len(proof.cards))])


def before_the_draw(hand: WatchedHand) -> list[ev.HandEvent]:
    draw = next((n for n, e in enumerate(hand.events) if isinstance(e, ev.Discarded)), None)
    return hand.events[:draw]


def is_bet(event: ev.HandEvent) -> bool:
    return isinstance(event, ev.Acted) and event.move is BET


def dealt_to(hand: WatchedHand, seat: int):
    dealt = next(event for event in hand.events if isinstance(event, ev.CardsDealt))
    return next(each.cards for each in dealt.hands if each.seat == seat)


def opens(rules: Ruleset, least: str, cards) -> bool:
    value = rules.rank(cards)
    return value.category > Category.ONE_PAIR or (
        value.category is Category.ONE_PAIR and RANKS[value.ranks[0]] in RANKS[RANKS.index(least) :]
    )


def check_carry(hand: WatchedHand) -> None:
    """A deal that nobody opened gives the antes back, or each keeps his part in the carry."""
    assert hand.ended is not None
    carried = [event for event in hand.events if isinstance(event, ev.CarriedOver)]
    rules = hand.started.ruleset
    assert len(carried) == (hand.ended.passed_out and rules.passout != "return")
    if not hand.ended.passed_out:
        return
    assert rules.jacks is not None
    assert not any(is_bet(event) for event in hand.events)
    assert not hand.state.draw_reached
    assert hand.ended.rake == 0
    brought = {share.seat: share.amount for share in hand.started.carried}
    antes = {e.seat: e.amount for e in hand.events if isinstance(e, ev.AntePosted)}
    start = {dealt.seat: dealt.stack for dealt in hand.started.lineup}
    if rules.passout == "return":
        assert {each.seat: each.stack for each in hand.ended.stacks} == start
        return
    (over,) = carried
    assert over.forfeited == hand.started.forfeited
    assert {share.seat: share.amount for share in over.shares} == {
        seat: brought.get(seat, 0) + antes.get(seat, 0) for seat in start
    }


def check_drawing(hand: WatchedHand) -> None:
    """Nobody throws more than the table allows, and everybody who is in draws once."""
    rules = hand.started.ruleset
    held = {}
    drawn = Counter[int]()
    for event in hand.events:
        if isinstance(event, ev.CardsDealt):
            held = {each.seat: each.cards for each in event.hands}
        elif isinstance(event, ev.Discarded):
            drawn[event.seat] += 1
            kept = set(held[event.seat]) - set(event.cards)
            assert set(event.cards) <= set(held[event.seat])
            four = rules.ace4 and any(is_wild(c, rules.wild) or str(c)[0] == "A" for c in kept)
            assert len(event.cards) <= rules.max_draw + four
    assert set(drawn.values()) <= {1}
    assert hand.state.draw_reached == bool(drawn)


LAWS = (
    check_replay,
    check_pots,
    check_payment,
    check_showing,
    check_rake,
    check_jackpots,
    check_carry,
    check_drawing,
)


def check_laws(hand: WatchedHand) -> None:
    """All of them."""
    for law in LAWS:
        law(hand)
