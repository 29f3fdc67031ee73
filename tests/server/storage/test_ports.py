"""What the ports promise, asked of the database and of the fakes that stand in for it."""

from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from server.ledger import account_party, seat_party
from server.ports import (
    HOUSE,
    Entry,
    HandQuery,
    HasPassword,
    InsufficientFunds,
    NameTaken,
    PasswordWanted,
    Posting,
    PostingKind,
    StaleTable,
    StoredTable,
    as_stored,
)
from showdown.rules import table as tables
from showdown.rules.events import CardsDealt, HandShown
from showdown.rules.ruleset import AccountId, HandId, TableId
from showdown.rules.seat_events import Left, SatOut, Seated
from showdown.rules.table import TableState
from tests.server.storage.material import (
    BLINDS,
    EMPTY,
    MAIN,
    RAKED,
    ChanceTable,
    append_all,
    chips_of,
    guests,
)

SOMEBODY = Seated(seat=1, account=AccountId(2), name="P1", stack=400)


async def played(storage, hands=12, ruleset=BLINDS, seed=1):
    """A table in the storage where so many hands were played."""
    players = await guests(storage.accounts)
    await storage.journal.open_table(MAIN, replace(EMPTY, ruleset=ruleset))
    table = ChanceTable(Random(seed), players, ruleset=ruleset)
    await append_all(storage.journal, table.play(hands))
    return table


def buys_in(player, chips):
    return Posting(
        key=f"main:1:{player.name}",
        kind=PostingKind.BUY_IN,
        debit=account_party(player.account),
        credit=seat_party(MAIN, player.account),
        amount=chips,
    )


# Accounts.


async def test_house_bots_are_known_from_people(storage):
    await storage.accounts.add_guest("Anna", 1_000)
    bots = {(await storage.accounts.house_player(f"caller-{n}", 0)).account for n in (1, 2)}
    assert set((await storage.accounts.house_players()).values()) == bots


async def test_a_guest_is_found_by_his_token_and_by_his_number(storage):
    anna, token = await storage.accounts.add_guest("Anna", 1_000)
    assert (anna.name, anna.chips) == ("Anna", 1_000)
    assert await storage.accounts.by_token(token) == anna
    assert await storage.accounts.get(anna.account) == anna


async def test_an_unknown_token_is_nobodys_and_an_unknown_number_a_key_error(storage):
    await storage.accounts.add_guest("Anna", 1_000)
    assert await storage.accounts.by_token("no such token") is None
    with pytest.raises(KeyError):
        await storage.accounts.get(AccountId(99))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Anna", "Anna"),
        ("Anna", "ANNA"),
        ("Zoé", "Zoe\N{COMBINING ACUTE ACCENT}"),
        ("Weiß", "WEISS"),
        ("Борис", "борис"),
        ("Anna", "house"),
    ],
)
async def test_a_name_that_looks_like_another_is_taken(storage, first, second):
    await storage.accounts.add_guest(first, 1_000)
    with pytest.raises(NameTaken, match=rf"^The name {second} is taken; choose another one\.$"):
        await storage.accounts.add_guest(second, 1_000)


async def test_a_name_that_is_refused_makes_no_account(storage):
    anna, _ = await storage.accounts.add_guest("Anna", 1_000)
    with pytest.raises(NameTaken):
        await storage.accounts.add_guest("ANNA", 1_000)
    boris, _ = await storage.accounts.add_guest("Boris", 1_000)
    assert boris.account == anna.account + 1


async def test_the_house_has_an_account_from_the_first(storage):
    house = await storage.accounts.get(HOUSE)
    assert (house.account, house.chips) == (1, 0)


async def test_a_house_bot_is_the_same_account_next_time_and_filled_up(storage):
    bot = await storage.accounts.house_player("caller-1", 1_000)
    assert bot.chips == 1_000
    assert await storage.accounts.house_player("Caller-1", 400) == bot
    filled = await storage.accounts.house_player("caller-1", 2_500)
    assert (filled.account, filled.chips) == (bot.account, 2_500)
    assert await storage.accounts.get(bot.account) == filled


async def test_a_house_bot_takes_no_persons_name(storage):
    await storage.accounts.add_guest("Anna", 1_000)
    with pytest.raises(NameTaken):
        await storage.accounts.house_player("anna", 1_000)


async def test_a_person_is_found_by_name_and_keeps_his_password_encoded(storage):
    anna, token = await storage.accounts.add_person("Anna", "encoded", 1_000)
    known = await storage.accounts.credentials("ANNA")
    assert (known.account, known.password) == (anna, "encoded")
    assert await storage.accounts.by_token(token) == anna
    assert await storage.accounts.credentials("Boris") is None


async def test_a_guest_has_no_password_until_he_is_given_one_and_then_only_that(storage):
    anna, _ = await storage.accounts.add_guest("Anna", 1_000)
    assert (await storage.accounts.credentials("Anna")).password is None
    await storage.accounts.give_password(anna.account, "encoded")
    assert (await storage.accounts.credentials("Anna")).password == "encoded"
    with pytest.raises(HasPassword):
        await storage.accounts.give_password(anna.account, "another")
    assert (await storage.accounts.credentials("Anna")).password == "encoded"


async def test_a_name_with_a_password_is_wanted_with_it(storage):
    await storage.accounts.add_person("Anna", "encoded", 1_000)
    with pytest.raises(PasswordWanted):
        await storage.accounts.add_guest("anna", 1_000)
    with pytest.raises(NameTaken):
        await storage.accounts.add_person("anna", "encoded", 1_000)


async def test_a_password_is_encoded_anew_only_if_it_is_still_that_one(storage):
    anna, _ = await storage.accounts.add_person("Anna", "old", 1_000)
    await storage.accounts.encode_anew(anna.account, "old", "fresh")
    assert (await storage.accounts.credentials("Anna")).password == "fresh"
    await storage.accounts.encode_anew(anna.account, "old", "stale")
    assert (await storage.accounts.credentials("Anna")).password == "fresh"


async def test_a_password_brings_a_token(storage):
    anna, _ = await storage.accounts.add_person("Anna", "encoded", 1_000)
    token = await storage.accounts.sign_in(anna.account, "encoded")
    assert await storage.accounts.by_token(token) == anna


async def test_a_password_that_was_changed_meanwhile_brings_no_token(storage):
    anna, _ = await storage.accounts.add_person("Anna", "old", 1_000)
    await storage.accounts.encode_anew(anna.account, "old", "fresh")
    assert await storage.accounts.sign_in(anna.account, "old") is None


async def test_who_has_nothing_is_granted_chips_once_a_day(storage):
    (anna,) = await guests(storage.accounts, count=1, chips=300)
    grant = partial(storage.accounts.grant_daily, anna.account, 500)
    assert await grant("2026-11-30") == 0
    await storage.journal.open_table(MAIN, EMPTY)
    entry = Entry(table=MAIN, seq=1, events=(SOMEBODY,), postings=(buys_in(anna, 300),))
    await storage.journal.append(entry)
    assert await grant("2026-11-30") == 500
    assert (await storage.accounts.get(anna.account)).chips == 500
    assert await grant("2026-11-30") == 0


# Tables.


async def test_a_new_table_begins_as_it_was_opened(storage):
    new = StoredTable(seating=EMPTY, seq=0)
    assert await storage.journal.open_table(MAIN, EMPTY) == new


async def test_a_table_that_is_known_keeps_its_own_rules(storage):
    await storage.journal.open_table(MAIN, EMPTY)
    other = replace(EMPTY, ruleset=RAKED)
    assert (await storage.journal.open_table(MAIN, other)).seating == EMPTY


@pytest.mark.parametrize("seed", range(5))
async def test_a_table_is_the_same_after_it_was_loaded_wherever_it_stopped(storage, seed):
    players = await guests(storage.accounts)
    await storage.journal.open_table(MAIN, EMPTY)
    table = ChanceTable(Random(seed), players)
    for number, entry in enumerate(table.play(4)):
        await storage.journal.append(entry)
        if number % 7 == seed:
            stored = await storage.journal.open_table(MAIN, EMPTY)
            again = tables.replay(TableState(seating=stored.seating), stored.events)
            after = tables.replay(table.state, entry.events)
            assert again.seating == after.seating
            assert again.running == after.running
            assert stored.seq + len(stored.events) == entry.seq + len(entry.events) - 1


async def kept(storage, hands=3, seed=2):
    """A journal in which so many hands were played, and all its entries as they went in."""
    players = await guests(storage.accounts)
    await storage.journal.open_table(MAIN, EMPTY)
    table = ChanceTable(Random(seed), players)
    entries = []
    for number, entry in enumerate(table.play(hands)):
        by = {"turn": number, "account": players[0].account, "action_id": f"a{number}"}
        entries.append(replace(entry, **by) if number % 3 else entry)
        await storage.journal.append(entries[-1])
    return [as_stored(entry) for entry in entries]


async def test_what_came_after_an_event_is_found_again_with_the_hand_that_it_belongs_to(storage):
    entries = await kept(storage)
    for number, entry in enumerate(entries[:-1]):
        found = await storage.journal.since(MAIN, entry.last)
        assert found[-1] == entries[-1]
        hand = entries[number + 1].hand
        before = [e for e in entries[: number + 1] if hand is not None and e.hand == hand]
        assert list(found) == [*before, *entries[number + 1 :]]


async def test_the_entry_that_holds_the_next_event_comes_whole(storage):
    entries = await kept(storage, hands=1)
    long = next(entry for entry in entries if len(entry.events) > 2 and entry.hand)
    found = await storage.journal.since(MAIN, long.seq + 1)
    assert long in found


async def test_after_the_last_event_nothing_came(storage):
    entries = await kept(storage, hands=1)
    assert await storage.journal.since(MAIN, entries[-1].last) == ()
    assert await storage.journal.since(TableId("other"), 0) == ()


async def test_it_is_found_when_somebody_got_up(storage):
    entries = await kept(storage, hands=12)
    left = [
        (event.account, entry.last, number)
        for entry in entries
        for number, event in enumerate(entry.events, entry.seq)
        if isinstance(event, Left)
    ]
    assert left
    for account, last, number in left:
        following = [each for who, each, _ in left if who == account]
        assert await storage.journal.left_after(MAIN, account, number - 1) == following[-1]
        later = [each for each in following if each > last]
        assert await storage.journal.left_after(MAIN, account, last) == (later or [None])[-1]
    assert await storage.journal.left_after(MAIN, AccountId(99), 0) is None
    assert await storage.journal.left_after(TableId("other"), left[0][0], 0) is None


async def test_an_action_is_found_by_hand_turn_and_account(storage):
    entries = await kept(storage, hands=2)
    acted = next(entry for entry in entries if entry.hand and entry.turn)
    find = partial(storage.journal.accepted, MAIN, acted.hand)
    assert await find(acted.turn, acted.account) == acted
    assert await find(acted.turn + 1000, acted.account) is None
    assert await find(acted.turn, AccountId(99)) is None


async def test_what_is_given_up_is_gone_from_the_journal_and_that_goes_on(storage):
    players = await guests(storage.accounts)
    await storage.journal.open_table(MAIN, EMPTY)
    table = ChanceTable(Random(4), players)
    stream = table.play(2)
    for entry in stream:
        await storage.journal.append(entry)
        if table.state.running is not None and table.state.running.turn > 2:
            break
    stored = await storage.journal.open_table(MAIN, EMPTY)
    assert stored.entries
    instead = Entry(table=MAIN, seq=stored.last + 1, events=(SOMEBODY,), checkpoint=stored.seating)
    await storage.journal.give_up(instead, "a test")
    after = await storage.journal.open_table(MAIN, EMPTY)
    assert (after.seating, after.seq, after.entries) == (stored.seating, instead.seq, ())
    assert await storage.journal.since(MAIN, stored.seq) == ()
    (following,) = await storage.journal.since(MAIN, stored.last)
    assert following == as_stored(instead)
    await storage.journal.append(replace(instead, seq=instead.seq + 1))


async def test_a_probe_changes_nothing(storage):
    first = await storage.journal.reserve_hands(3)
    await storage.journal.probe()
    assert await storage.journal.reserve_hands(1) == first + 3


async def test_two_tables_count_their_events_apart(storage):
    players = await guests(storage.accounts)
    one, other = TableId("one"), TableId("other")
    for name in (one, other):
        await storage.journal.open_table(name, EMPTY)
        table = ChanceTable(Random(name), players, table=name, first_hand=100 * len(name))
        players = [replace(each, chips=table.chips[each.account]) for each in players]
        await append_all(storage.journal, table.first_entries(9))
    assert await storage.journal.open_table(one, EMPTY) != (
        await storage.journal.open_table(other, EMPTY)
    )


@pytest.mark.parametrize("seq", [0, 1, 3, 10])
async def test_an_entry_that_is_not_the_next_one_is_stale(storage, seq):
    await storage.journal.open_table(MAIN, EMPTY)
    await storage.journal.append(Entry(table=MAIN, seq=1, events=(SOMEBODY,)))
    before = await storage.journal.open_table(MAIN, EMPTY)
    with pytest.raises(StaleTable, match=r"^Table main has gone on without this writer\.$"):
        await storage.journal.append(Entry(table=MAIN, seq=seq, events=(SatOut(seat=1),)))
    assert await storage.journal.open_table(MAIN, EMPTY) == before
    await storage.journal.append(Entry(table=MAIN, seq=2, events=(SatOut(seat=1),)))


async def test_an_entry_for_a_table_that_nobody_opened_is_stale(storage):
    with pytest.raises(StaleTable):
        await storage.journal.append(Entry(table=MAIN, seq=1, events=(SOMEBODY,)))


async def test_an_entry_without_events_is_a_mistake_of_the_caller(storage):
    await storage.journal.open_table(MAIN, EMPTY)
    with pytest.raises(ValueError, match="at least one event"):
        await storage.journal.append(Entry(table=MAIN, seq=1, events=()))


async def test_the_next_event_follows_the_checkpoint_when_nothing_came_since(storage):
    await storage.journal.open_table(MAIN, EMPTY)
    full = replace(EMPTY, aborted=True)
    two = (SOMEBODY, SatOut(seat=1))
    await storage.journal.append(Entry(table=MAIN, seq=1, events=two, checkpoint=full))
    stored = await storage.journal.open_table(MAIN, EMPTY)
    assert stored == StoredTable(seating=full, seq=2)
    await storage.journal.append(Entry(table=MAIN, seq=3, events=(SatOut(seat=1),)))


async def test_hand_numbers_are_never_given_twice(storage):
    given = [await storage.journal.reserve_hands(count) for count in (1, 5, 1)]
    assert given == [1, 2, 7]


# Chips.


@pytest.mark.parametrize("ruleset", [BLINDS, RAKED], ids=["blinds", "raked"])
async def test_accounts_and_stacks_together_have_the_same_chips_at_each_end(storage, ruleset):
    players = await guests(storage.accounts)
    await storage.journal.open_table(MAIN, replace(EMPTY, ruleset=ruleset))
    table = ChanceTable(Random(7), players, ruleset=ruleset)
    ends = 0
    for entry in table.play(12):
        await storage.journal.append(entry)
        if entry.checkpoint is None:
            continue
        ends += 1
        everybody = [*players, await storage.accounts.get(HOUSE)]
        on_accounts = sum((await chips_of(storage.accounts, everybody)).values())
        seating = (await storage.journal.open_table(MAIN, EMPTY)).seating
        assert on_accounts + sum(each.stack for each in seating.occupants) == 4 * 5_000
    assert ends > 12


async def test_rake_goes_to_the_house(storage):
    table = await played(storage, ruleset=RAKED)
    house = await storage.accounts.get(HOUSE)
    assert house.chips == table.chips[HOUSE] > 0


async def test_who_cannot_pay_leaves_nothing_behind(storage):
    anna, boris = await guests(storage.accounts, count=2, chips=300)
    await storage.journal.open_table(MAIN, EMPTY)
    entry = Entry(
        table=MAIN,
        seq=1,
        events=(SOMEBODY,),
        postings=(buys_in(boris, 100), buys_in(anna, 301)),
        checkpoint=replace(EMPTY, aborted=True),
    )
    with pytest.raises(InsufficientFunds, match=r"^P1 has 300 chips; 301 are needed\.$"):
        await storage.journal.append(entry)
    assert await storage.journal.open_table(MAIN, EMPTY) == StoredTable(seating=EMPTY, seq=0)
    assert await chips_of(storage.accounts, [anna, boris]) == {
        anna.account: 300,
        boris.account: 300,
    }


async def test_an_account_can_pay_its_last_chip(storage):
    (anna,) = await guests(storage.accounts, count=1, chips=300)
    await storage.journal.open_table(MAIN, EMPTY)
    entry = Entry(table=MAIN, seq=1, events=(SOMEBODY,), postings=(buys_in(anna, 300),))
    await storage.journal.append(entry)
    assert (await storage.accounts.get(anna.account)).chips == 0


# Hands.


async def test_a_stored_hand_comes_back_with_all_its_events(storage):
    table = await played(storage)
    assert len(table.finished) == 12
    for record in table.finished:
        assert await storage.hands.get(record.hand) == record


@pytest.mark.parametrize("ruleset", [BLINDS, RAKED], ids=["blinds", "raked"])
async def test_a_stored_hand_replays_to_the_stacks_that_it_ended_with(storage, ruleset):
    table = await played(storage, ruleset=ruleset)
    for each in table.finished:
        record = await storage.hands.get(each.hand)
        listed = next(
            hand
            for hand in await storage.hands.find(HandQuery(before=HandId(each.hand + 1), limit=1))
        )
        started, ended = record.events[0], record.events[-1]
        stacks = {seat.seat: seat.stack for seat in ended.stacks}
        lineup = {dealt.seat: dealt.stack for dealt in started.lineup}
        assert {r.seat: lineup[r.seat] + r.net for r in listed.results} == stacks
        assert sum(r.net for r in listed.results) == -ended.rake
        assert sum(r.won for r in listed.results) == listed.pot - ended.rake


async def test_a_hand_that_is_shown_after_its_end_is_stored_with_that(storage):
    table = await played(storage)
    record = table.finished[-1]
    seat = record.events[0].lineup[0].seat
    cards = next(e for e in record.events if isinstance(e, CardsDealt)).hands[0].cards
    shown = replace(record, events=(*record.events, HandShown(seat=seat, cards=cards, rank=1)))
    stored = await storage.journal.open_table(MAIN, EMPTY)
    seq = stored.seq + len(stored.events) + 1
    entry = Entry(table=MAIN, seq=seq, events=shown.events[-1:], hand=record.hand, record=shown)
    await storage.journal.append(entry)
    assert await storage.hands.get(record.hand) == shown
    (listed,) = await storage.hands.find(HandQuery(limit=1))
    assert listed.hand == record.hand


async def test_a_hand_that_was_not_played_is_not_found(storage):
    assert await storage.hands.get(HandId(1)) is None
    assert await storage.hands.find(HandQuery()) == ()


async def test_the_newest_hands_come_first_and_page_by_page(storage):
    await played(storage)
    first = await storage.hands.find(HandQuery(limit=5))
    assert [each.hand for each in first] == [12, 11, 10, 9, 8]
    second = await storage.hands.find(HandQuery(limit=5, before=first[-1].hand))
    assert [each.hand for each in second] == [7, 6, 5, 4, 3]
    last = await storage.hands.find(HandQuery(limit=5, before=second[-1].hand))
    assert [each.hand for each in last] == [2, 1]


async def test_a_hand_that_is_withheld_is_not_found_and_the_page_is_filled_with_others(storage):
    table = await played(storage)
    newest = [each.hand for each in reversed(table.finished)]
    query = HandQuery(withheld=frozenset((newest[0], newest[2])), limit=3)
    found = [each.hand for each in await storage.hands.find(query)]
    assert found == [newest[1], newest[3], newest[4]]


async def test_hands_are_found_by_player_however_his_name_is_written(storage):
    table = await played(storage, seed=3)
    mine = [
        record.hand
        for record in reversed(table.finished)
        if any(dealt.name == "P2" for dealt in record.events[0].lineup)
    ]
    assert 0 < len(mine) < len(table.finished)
    found = await storage.hands.find(HandQuery(player="p2"))
    assert [each.hand for each in found] == mine
    assert await storage.hands.find(HandQuery(player="nobody")) == ()


async def test_hands_are_found_by_table_and_player_and_page_together(storage):
    players = await guests(storage.accounts)
    for number, name in enumerate((MAIN, TableId("other"))):
        await storage.journal.open_table(name, EMPTY)
        table = ChanceTable(Random(1), players, table=name, first_hand=100 * number + 1)
        players = [replace(each, chips=table.chips[each.account]) for each in players]
        await append_all(storage.journal, table.play(6))
    found = await storage.hands.find(HandQuery(table=MAIN, player="P1", before=HandId(5)))
    assert found
    assert all(each.table == MAIN and each.hand < 5 for each in found)
    everywhere = await storage.hands.find(HandQuery(player="P1"))
    assert {each.table for each in everywhere} == {"main", "other"}
