"""Which chips move, read off what happened: the ledger says of a table what the table says."""

from collections import Counter
from decimal import Decimal
from random import Random

import pytest

from server.ledger import HOUSE_PARTY, ISSUE, account_of, balances, granted
from server.ports import Posting, PostingKind
from server.tables.money import holdings, postings
from showdown import IllegalAction, Ruleset
from showdown.rules import actions as act
from showdown.rules import table as tables
from showdown.rules.carry import match_price
from showdown.rules.rejoining import buy_in_limits
from showdown.rules.ruleset import AccountId, CarryEntry, HandId, Openers, Passout, Seat, TableId
from showdown.rules.seating import Seating
from showdown.rules.table import TableState
from showdown.testing.generators import any_action
from showdown.testing.rulesets import any_ruleset

MAIN = TableId("main")
ANNA, BORIS, CLARA, DORA = PLAYERS = tuple(AccountId(number) for number in (11, 22, 33, 44))
RICH = 10**12
HEADS_UP = Ruleset(sb=5, bb=10)
JACKPOTS = [
    Ruleset(ante=10, min_bet=10, jacks=Openers.JACKS, rake=Decimal("0.05")),
    Ruleset(ante=10, min_bet=10, jacks=Openers.ACES, carry_entry=CarryEntry.MATCH, passout_limit=2),
    Ruleset(ante=10, min_bet=10, jacks=Openers.ACES, passout=Passout.REDEAL, progressive=True),
    Ruleset(ante=10, min_bet=10, jacks=Openers.QUEENS, passout=Passout.RETURN),
]


class Books:
    """A table, and a ledger of all that moved there."""

    def __init__(self, ruleset: Ruleset = HEADS_UP) -> None:
        self.state = TableState(seating=Seating(ruleset=ruleset))
        self.seq = 0
        self.hands = 0
        self.ledger = [granted(f"first:{each}", each, RICH) for each in PLAYERS]

    def do(self, action: tables.TableAction) -> tuple[Posting, ...]:
        """Let it happen; gives what moved. The ledger must agree afterwards."""
        played = tables.advance(self.state, action)
        moved = postings(MAIN, self.seq + 1, self.state, played.events)
        self.state = played.state
        self.seq += len(played.events)
        self.ledger += moved
        self.check()
        return moved

    def check(self) -> None:
        found = balances(self.ledger)
        assert sum(found.values()) == 0
        assert all(chips > 0 for party, chips in found.items() if party != ISSUE)
        at_the_table = {
            party: chips
            for party, chips in found.items()
            if party != ISSUE and account_of(party) is None
        }
        assert at_the_table == holdings(MAIN, self.state)
        assert len({each.key for each in self.ledger}) == len(self.ledger)

    def sit(self, account: AccountId, buy_in: int) -> tuple[Posting, ...]:
        return self.do(tables.Sit(account=account, name=f"P{account}", buy_in=buy_in))

    def start(self, key: bytes = bytes(32)) -> tuple[Posting, ...]:
        self.hands += 1
        return self.do(tables.StartHand(hand=HandId(self.hands), hand_key=key))

    def deal(self) -> tuple[Posting, ...]:
        dealer = tables.dealer_action(self.state)
        assert dealer is not None
        return self.do(dealer)

    @property
    def asked(self) -> Seat:
        hand = self.state.running
        assert hand is not None
        assert hand.seat_to_act is not None
        return hand.seat_to_act

    def wishes(self, rng: Random) -> list[tables.TableAction]:
        """What may be asked now, by whoever."""
        seating, account = self.state.seating, rng.choice(PLAYERS)
        least, most = buy_in_limits(seating.ruleset, seating.departures, account, 0)
        most = min(most, 10 * least)
        wanted: list[tables.TableAction] = [
            tables.Sit(account=account, name=f"P{account}", buy_in=rng.choice((least, most))),
            tables.Leave(account=account),
            tables.SitOut(account=account),
            tables.SitIn(account=account),
            tables.PostNow(account=account),
            tables.TopUp(account=account, to=rng.choice((least, most))),
        ]
        wanted += [
            tables.ApplyTopUp(seat=each.seat, funds=rng.choice((0, 7, RICH)))
            for each in tables.pending_top_ups(self.state)
        ]
        if self.state.running is not None and rng.random() < 0.03:
            wanted.append(tables.AbortHand(reason="by chance"))
        return wanted

    def step(self, rng: Random) -> None:
        """Something that the rules allow."""
        running = self.state.running
        if running is not None and rng.random() < 0.8:
            dealer = tables.dealer_action(self.state)
            self.do(dealer or tables.Play(action=any_action(rng, running, folds=0.2)))
        elif tables.can_start(self.state) and rng.random() < 0.5:
            self.start(rng.randbytes(32))
        else:
            try:
                self.do(rng.choice(self.wishes(rng)))
            except IllegalAction:
                self.check()


@pytest.mark.soak(slice=60)
def test_after_each_step_of_any_table_the_ledger_has_every_chip_where_the_table_has_it(rounds):
    for rng in rounds:
        books = Books(rng.choice((any_ruleset(rng), rng.choice(JACKPOTS))))
        for _ in range(150):
            books.step(rng)


def test_all_kinds_of_moves_come_up_by_chance():
    kinds: Counter[PostingKind] = Counter()
    rng = Random(4)
    for ruleset in (*JACKPOTS, HEADS_UP) * 4:
        books = Books(ruleset)
        for _ in range(200):
            books.step(rng)
        kinds.update(each.kind for each in books.ledger)
    assert set(kinds) == set(PostingKind)


# Examples.


def test_a_buy_in_goes_from_the_account_to_its_seat_and_comes_back_when_the_player_goes():
    books = Books()
    (paid,) = books.sit(ANNA, 400)
    assert (paid.kind, paid.debit, paid.credit, paid.amount) == (
        PostingKind.BUY_IN,
        "account:11",
        "seat:main:11",
        400,
    )
    (back,) = books.do(tables.Leave(account=ANNA))
    assert (back.kind, back.debit, back.credit, back.amount) == (
        PostingKind.CASH_OUT,
        "seat:main:11",
        "account:11",
        400,
    )


def test_a_top_up_is_what_it_adds_and_one_that_is_void_is_nothing():
    books = Books()
    books.sit(ANNA, 400)
    assert books.do(tables.TopUp(account=ANNA, to=1_000)) == ()
    (added,) = books.do(tables.ApplyTopUp(seat=1, funds=250))
    assert (added.kind, added.amount) == (PostingKind.TOP_UP, 250)
    books.do(tables.TopUp(account=ANNA, to=1_000))
    assert books.do(tables.ApplyTopUp(seat=1, funds=0)) == ()


def test_a_hand_moves_nothing_until_it_is_over_and_then_from_loser_to_winner():
    books = Books()
    books.sit(ANNA, 400)
    books.sit(BORIS, 400)
    assert books.start() == ()
    assert books.deal() == ()
    folder = books.asked
    loser = books.state.seating.at(folder).account
    winner = BORIS if loser == ANNA else ANNA
    lost, won = books.do(tables.Play(action=act.Fold(folder)))
    assert (lost.debit, lost.credit, lost.amount) == (f"seat:main:{loser}", "pot:main", 5)
    assert (won.debit, won.credit, won.amount) == ("pot:main", f"seat:main:{winner}", 5)
    assert {lost.hand, won.hand} == {1}
    assert lost.kind == won.kind == PostingKind.HAND


def test_rake_goes_from_the_middle_to_the_house():
    rng, books = Random(1), Books(Ruleset(sb=5, bb=10, rake=Decimal("0.05")))
    while HOUSE_PARTY not in balances(books.ledger):
        books.step(rng)
    rake = next(each for each in books.ledger if each.kind is PostingKind.RAKE)
    assert (rake.debit, rake.credit, rake.hand) == ("pot:main", "account:1", books.hands)


def test_a_hand_that_is_given_up_moves_nothing():
    books = Books()
    books.sit(ANNA, 400)
    books.sit(BORIS, 400)
    books.start()
    books.deal()
    assert books.do(tables.AbortHand(reason="by chance")) == ()


def test_what_a_passed_out_deal_leaves_stays_in_the_middle_and_entering_costs_as_much():
    books = Books(JACKPOTS[1])
    for account in (ANNA, BORIS, CLARA):
        books.sit(account, 400)
    books.start()
    books.deal()
    while books.state.running is not None:
        paid = books.do(tables.Play(action=act.Check(books.asked)))
    assert {(each.credit, each.amount) for each in paid} == {("pot:main", 10)}
    assert balances(books.ledger)["pot:main"] == 30
    books.sit(DORA, 400)
    books.do(tables.PostNow(account=DORA))
    price = match_price(books.state.ruleset, books.state.seating.carry)
    (entered,) = books.start()
    assert (entered.debit, entered.credit, entered.amount) == ("seat:main:44", "pot:main", price)
