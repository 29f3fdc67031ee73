"""What clients see: the snapshot and the events tell the same story, and only what they may."""

import random
from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace

from showdown import (
    BetTo,
    Call,
    Check,
    Draw,
    Fold,
    Game,
    IllegalAction,
    RaiseTo,
    Ruleset,
    legal_actions,
)
from showdown.rules import seen
from showdown.rules import table as tables
from showdown.rules.actions import PlayerAction
from showdown.rules.events import SeatBank, TurnKind
from showdown.rules.following import follow
from showdown.rules.rejoining import buy_in_limits
from showdown.rules.ruleset import (
    AccountId,
    ButtonRule,
    CarryEntry,
    DrawMode,
    HandId,
    Openers,
    Passout,
    ReshuffleMode,
)
from showdown.rules.seat_events import Seated
from showdown.rules.seating import Seating
from showdown.rules.table_view import TableView, view_table
from showdown.rules.view import SPECTATOR, is_seen_apart, project, table_viewer
from showdown.rules.wild import Wild

ACCOUNTS = [AccountId(number) for number in range(1, 6)]
JACKPOTS: dict[str, Any] = {"ante": 2, "min_bet": 4, "min_buy": 12, "max_buy": 20}
RULESETS = [
    Ruleset(sb=5, bb=10),
    Ruleset(game=Game.POT_LIMIT, sb=5, bb=10, ante=1),
    Ruleset(game=Game.FIXED_LIMIT, sb=5, bb=10, min_buy=60, max_buy=60),
    Ruleset(ante=2, min_bet=4, min_buy=20, max_buy=20),
    Ruleset(sb=5, bb=10, draw_mode=DrawMode.SIMULTANEOUS, min_buy=60, max_buy=80),
    Ruleset(sb=5, bb=10, wild=Wild.DEUCES, burn=True, reshuffle=ReshuffleMode.STUB_FIRST),
    Ruleset(game=Game.SPREAD_LIMIT, sb=1, bb=2, spread_min=2, spread_max=10, wild=Wild.BUG),
    Ruleset(sb=5, bb=10, button_rule=ButtonRule.DEAD, auto_muck=False, min_buy=60, max_buy=90),
    Ruleset(jacks=Openers.JACKS, progressive=True, **JACKPOTS),
    Ruleset(jacks=Openers.KINGS, carry_entry=CarryEntry.MATCH, passout_limit=2, **JACKPOTS),
    Ruleset(jacks=Openers.ACES, passout=Passout.REDEAL, **JACKPOTS),
    Ruleset(jacks=Openers.QUEENS, passout=Passout.RETURN, wild=Wild.WILD, **JACKPOTS),
]


def random_action(hand, rng):
    place = rng.choice(hand.asked)
    seat = hand.seats[place]
    legal = legal_actions(hand, seat)
    if legal.draw is not None:
        cards = hand.cards[place]
        return Draw(seat, tuple(rng.sample(cards, rng.randint(0, legal.draw))))
    options: list[PlayerAction] = [Fold(seat)]
    options += [Check(seat)] * 4 if legal.check else [Call(seat)] * 6
    if legal.bet:
        options += [BetTo(seat, rng.randint(legal.bet.min, legal.bet.max))]
    if legal.raise_:
        options += [RaiseTo(seat, rng.randint(legal.raise_.min, legal.raise_.max))]
    return rng.choice(options)


class Session:
    """A table where people come, go, sit out, top up and play; seeded."""

    def __init__(self, ruleset, rng):
        self.table = tables.TableState(seating=Seating(ruleset=ruleset))
        self.ruleset, self.rng, self.hands, self.now_s = ruleset, rng, 0, 0

    def act(self, action):
        self.now_s += self.rng.choice((1, 1, 600, 7200))
        if isinstance(action, tables.Sit):
            action = replace(action, buy_in=self.least(action.account))
        played = tables.advance(self.table, action, self.now_s)
        self.table = played.state
        return played.events, played.state

    def least(self, account):
        return buy_in_limits(self.ruleset, self.table.seating.departures, account, self.now_s)[0]

    def allowed(self, wishes):
        """Those that the rules do not refuse."""
        for action in wishes:
            with suppress(IllegalAction):
                yield self.act(action)

    def batches(self, hands=12):
        """Each batch of events with the table afterwards."""
        for account in ACCOUNTS[:3]:
            yield self.act(self.sit(account))
        while self.hands < hands:
            yield from self.allowed(self.wishes())
            if tables.can_start(self.table):
                self.hands += 1
                key = self.rng.randbytes(32)
                yield self.act(tables.StartHand(hand=HandId(self.hands), hand_key=key))
            for _ in range(self.rng.randint(1, 30)):
                if self.table.running is None:
                    break
                yield self.act(self.next_action())

    def sit(self, account):
        return tables.Sit(account=account, name=f"P{account}", buy_in=self.ruleset.min_buy)

    def wishes(self):
        for each in tables.pending_top_ups(self.table):
            yield tables.ApplyTopUp(seat=each.seat, funds=self.rng.choice((0, 10**6)))
        account = self.rng.choice(ACCOUNTS)
        if self.table.seating.of(account) is None:
            yield self.sit(account)
        else:
            yield self.rng.choice(
                (
                    tables.Leave(account=account),
                    tables.SitOut(account=account),
                    tables.TopUp(account=account, to=self.ruleset.max_buy),
                    tables.TopUp(account=account, to=self.ruleset.max_buy),
                )
            )
        if self.table.seating.paused or self.rng.random() < 0.1:
            yield self.rng.choice((tables.Pause, tables.GoOn))()
        for each in self.table.seating.occupants:
            yield self.rng.choice((tables.PostNow, tables.ShowHand))(account=each.account)
        for each in self.table.seating.occupants:
            if each.sitting_out and each.stack and not each.leaving and self.rng.random() < 0.7:
                yield tables.SitIn(account=each.account)

    def next_action(self):
        if self.rng.random() < 0.01:
            return tables.AbortHand(reason="a test wants it")
        dealer = tables.dealer_action(self.table)
        return dealer or tables.Play(action=random_action(self.table.running, self.rng))


@pytest.mark.parametrize(
    "ruleset", RULESETS, ids=[f"{number}-{r.game}" for number, r in enumerate(RULESETS)]
)
@pytest.mark.parametrize("seed", range(4))
def test_the_snapshot_is_what_the_events_lead_to_for_every_viewer(ruleset, seed):
    rng = random.Random(seed)
    empty = tables.TableState(seating=Seating(ruleset=ruleset))
    viewers = [*ACCOUNTS, None]
    views = {account: view_table(empty, table_viewer(empty, account)) for account in viewers}
    for events, table in Session(ruleset, rng).batches():
        for account in viewers:
            viewer = table_viewer(table, account)
            view = views[account]
            for event in events:
                view = follow(view, project(event, viewer))
                if isinstance(event, Seated):
                    view = _take_seat(view, viewer, event)
            expected = view_table(table, viewer)
            assert view == expected
            views[account] = view


def _take_seat(view, viewer, event):
    """A client learns its own seat from the snapshot that answers `sit`."""
    return replace(view, you=event.seat) if viewer.seat == event.seat else view


@pytest.mark.parametrize("seed", range(4))
def test_a_view_holds_no_card_that_is_neither_its_viewers_nor_shown(seed):
    rng = random.Random(seed)
    for events, table in Session(RULESETS[0], rng).batches():
        hand = table.hand
        for account in [*ACCOUNTS, None]:
            viewer = table_viewer(table, account)
            visible = set()
            if hand is not None:
                for place, dealt in enumerate(hand.started.lineup):
                    if dealt.account == account:
                        visible |= set(hand.cards[place]) | set(hand.discards[place])
                    if hand.shown[place]:
                        visible |= set(hand.cards[place])
            view = view_table(table, viewer)
            shown = {card for seat in view.seats for card in seat.cards or ()}
            for event in events:
                shown |= set(cards_in(project(event, viewer)))
            assert shown <= visible


@pytest.mark.parametrize("ruleset", RULESETS[:5], ids=range(5))
def test_what_is_not_seen_apart_is_seen_alike_by_all(ruleset):
    for events, table in Session(ruleset, random.Random(1)).batches():
        for account in ACCOUNTS:
            viewer = table_viewer(table, account)
            for event in events:
                alike = project(event, viewer) == project(event, SPECTATOR)
                assert alike is not is_seen_apart(event, viewer)


def test_all_who_choose_at_the_same_time_are_asked():
    together = seen.Turn(
        seat=2,
        turn=7,
        kind=TurnKind.DRAW,
        base_ms=1,
        bank_ms=0,
        others=(SeatBank(seat=4, bank_ms=0),),
    )
    between = TableView(ruleset=Ruleset(sb=5, bb=10))
    assert (replace(between, turn=together).asked, between.asked) == ((2, 4), ())


def cards_in(event):
    if isinstance(event, seen.CardsDealt):
        return [card for dealt in event.hands for card in dealt.cards or ()]
    return getattr(event, "cards", None) or []
