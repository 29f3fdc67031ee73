"""
The ports filled in memory, for tests of everything that stands on them.

`tests/server/storage/test_ports.py` holds them to the same claims as the database.
"""

import asyncio
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count

from msgspec import to_builtins
from msgspec.structs import replace

from server.hosting import Change, HostedTable
from server.ledger import account_changes, granted
from server.lookalikes import skeleton
from server.ports import (
    HOUSE,
    Account,
    AccountDisabled,
    Credentials,
    Entry,
    FinishedHand,
    HandQuery,
    HasPassword,
    ImportedHand,
    InsufficientFunds,
    MostOpen,
    NameTaken,
    OpenedTable,
    PasswordWanted,
    Posting,
    ResumeToken,
    Reused,
    Selection,
    Session,
    SessionId,
    SessionOver,
    SignedOut,
    StaleTable,
    StorageError,
    StoredEntry,
    StoredHand,
    StoredTable,
    Token,
    as_stored,
)
from server.storage import people
from server.storage.names import name_key
from server.storage.results import stored_hand
from showdown.history.record import HandRecord
from showdown.history.statistics import Outcome, Statistics, tally
from showdown.rules.evolve_seating import seat_event
from showdown.rules.ruleset import AccountId, Chips, HandId, TableId
from showdown.rules.seat_events import Left, Seated
from showdown.rules.seating import Seating


class MemoryAccounts:
    """Accounts in a dictionary; tokens are readable: `token-2` is the one of account 2."""

    def __init__(self) -> None:
        self.accounts = {HOUSE: Account(account=HOUSE, name="House", chips=0)}
        self.house: set[AccountId] = set()
        self.ledger: list[Posting] = []
        self.passwords: dict[AccountId, str] = {}
        self.claims: dict[AccountId, str] = {}
        """Nonces of guests who have not been heard of since."""
        self.forgotten: set[str] = set()
        """Tokens that open nothing until there is a new one, which is called the same here."""
        self.sessions = MemorySessions(self)
        self.disabled: set[AccountId] = set()
        self.signed_out: list[AccountId] = []

    async def add_guest(
        self, name: str, chips: Chips, nonce: str | None = None
    ) -> tuple[Account, Token]:
        known = self._named(name)
        if known and nonce is not None and self.claims.get(known.account) == nonce:
            self.check_enabled(known.account)
            return known, Token(f"token-{known.account}")
        if known and known.account in self.passwords:
            raise PasswordWanted(
                f"The name {name} has a password; say it, or choose another name.", found=name
            )
        if known:
            raise NameTaken(f"The name {name} is taken; choose another one.", found=name)
        self._check_looks(name)
        number = self._add(name).account
        if nonce is not None:
            self.claims[number] = nonce
        self.post([granted(f"first:{number}", number, chips)])
        return self.accounts[number], Token(f"token-{number}")

    def _check_looks(self, name: str) -> None:
        looks = skeleton(name)
        for other in self.accounts.values():
            if skeleton(other.name) == looks:
                raise people.looks_like(name, other.name)

    async def house_player(self, name: str, least: Chips) -> Account:
        player = self._named(name)
        if player is None:
            self._check_looks(name)
            player = self._add(name)
            self.house.add(player.account)
        elif player.account not in self.house:
            raise NameTaken(f"The name {name} is taken; choose another one.", found=name)
        if player.chips < least:
            key = f"refill:{len(self.ledger)}"
            self.post([granted(key, player.account, least - player.chips)])
        return self.accounts[player.account]

    async def house_players(self) -> dict[str, AccountId]:
        return {self.accounts[each].name: each for each in self.house}

    async def add_person(self, name: str, password: str, chips: Chips) -> tuple[Account, Token]:
        if self._named(name):
            raise NameTaken(f"The name {name} is taken; choose another one.", found=name)
        account, token = await self.add_guest(name, chips)
        self.passwords[account.account] = password
        return account, token

    async def give_password(self, account: AccountId, password: str) -> None:
        if account in self.passwords:
            name = self.accounts[account].name
            raise HasPassword(f"{name} has a password already; an operator changes it.", found=name)
        self.passwords[account] = password

    async def encode_anew(self, account: AccountId, old: str, fresh: str) -> None:
        if self.passwords[account] == old:
            self.passwords[account] = fresh

    async def credentials(self, name: str) -> Credentials | None:
        known = self._named(name)
        if known is None:
            return None
        return Credentials(account=known, password=self.passwords.get(known.account))

    async def sign_in(self, account: AccountId, password: str) -> Token | None:
        self.check_enabled(account)
        if self.passwords.get(account) != password:
            return None
        self.forgotten.discard(f"token-{account}")
        return Token(f"token-{account}")

    async def forget_token(self, token: Token) -> None:
        account = AccountId(int(token.removeprefix("token-")))
        if account in self.passwords:
            self.forgotten.add(token)

    async def sign_out_everywhere(self, account: AccountId) -> None:
        await self.forget_token(Token(f"token-{account}"))
        self.sessions.end_all(account)

    async def grant_daily(self, account: AccountId, chips: Chips, day: str) -> Chips:
        daily = granted(f"daily:{account}:{day}", account, chips)
        if self.accounts[account].chips or daily.key in {each.key for each in self.ledger}:
            return 0
        self.post([daily])
        return chips

    async def signed_out_since(self, mark: int | None) -> SignedOut:
        new = self.signed_out[mark:] if mark is not None else ()
        return SignedOut(mark=len(self.signed_out), accounts=frozenset(new))

    def disable(self, account: AccountId) -> None:
        """What an operator's command does."""
        self.disabled.add(account)
        self.signed_out.append(account)

    async def by_token(self, token: str) -> Account | None:
        for number, account in self.accounts.items():
            if token == f"token-{number}" and token not in self.forgotten:
                self.check_enabled(number)
                return account
        return None

    def check_enabled(self, account: AccountId) -> None:
        if account in self.disabled:
            name = self.accounts[account].name
            raise AccountDisabled(f"The account {name} is disabled; ask the operator.", found=name)

    async def get(self, account: AccountId) -> Account:
        return self.accounts[account]

    def _named(self, name: str) -> Account | None:
        key = name_key(name)
        return next((a for a in self.accounts.values() if name_key(a.name) == key), None)

    def _add(self, name: str) -> Account:
        account = Account(account=AccountId(len(self.accounts) + 1), name=name, chips=0)
        self.accounts[account.account] = account
        return account

    def post(self, postings: Iterable[Posting]) -> None:
        """Move chips, or raise and move none."""
        accounts = dict(self.accounts)
        for number, change in account_changes(postings := tuple(postings)).items():
            payer = accounts[number]
            if payer.chips + change < 0:
                raise InsufficientFunds(
                    f"{payer.name} has {payer.chips} chips; {-change} are needed.",
                    found=payer.chips,
                    wanted=-change,
                )
            accounts[number] = replace(payer, chips=payer.chips + change)
        self.accounts = accounts
        self.ledger += postings


class MemoryHostedTables:
    """Tables that have a host, in a dictionary; ``fail_next`` makes the next change raise."""

    def __init__(self, accounts: MemoryAccounts) -> None:
        self.accounts = accounts
        self.tables: dict[TableId, HostedTable] = {}
        self.notes: list[tuple[str, Posting]] = []
        self.fail_next: StorageError | None = None

    async def load(self, table: TableId | None = None) -> tuple[HostedTable, ...]:
        return tuple(each for each in self.tables.values() if table in (None, each.table))

    async def change(self, table: TableId, change: Change) -> HostedTable:
        after = change(self.tables.get(table) or HostedTable(table=table))
        if self.fail_next is not None:
            error, self.fail_next = self.fail_next, None
            raise error
        self.tables[table] = after
        return after

    async def grant(
        self, table: TableId, change: Change, posting: Posting, who: str
    ) -> HostedTable:
        after = await self.change(table, change)
        self.accounts.post([posting])
        self.notes.append((who, posting))
        return after

    async def forget(self, table: TableId) -> None:
        self.tables.pop(table, None)


class MemorySessions:
    """Sessions in a dictionary; tokens are readable: `s1.4` is the fourth of session `s1`."""

    def __init__(self, accounts: MemoryAccounts) -> None:
        self.accounts = accounts
        self.now_s = 0
        self.sessions: dict[SessionId, tuple[AccountId, list[str], int]] = {}
        """Of whom each is, which tokens are good, and when it is over."""
        self.away: StorageError | None = None
        self._numbers, self._tokens, self._entrances = count(1), count(1), count(1)

    def _token(self, session: SessionId) -> ResumeToken:
        return ResumeToken(f"{session}.{next(self._tokens)}")

    def _find(self, token: str) -> SessionId:
        session = SessionId(token.partition(".")[0])
        if session not in self.sessions or self.sessions[session][2] <= self.now_s:
            raise SessionOver("This session is over; sign in with your token, name or password.")
        self.accounts.check_enabled(self.sessions[session][0])
        return session

    async def begin(self, who: Account, window_s: int, *, first: bool = False) -> Session:
        account = who.account
        if self.away is not None:
            raise self.away
        if not first:
            self.accounts.claims.pop(account, None)
        session = SessionId(f"s{next(self._numbers)}")
        token = self._token(session)
        own = [key for key, (owner, _, _) in self.sessions.items() if owner == account]
        for old in own[: max(0, len(own) - 9)]:
            del self.sessions[old]
        self.sessions[session] = (account, [token], self.now_s + window_s)
        return Session(session=session, who=who, token=token, entrance=next(self._entrances))

    async def resume(self, token: str, window_s: int) -> Session | Reused:
        session = self._find(token)
        account, good, _ = self.sessions[session]
        if token not in good:
            del self.sessions[session]
            return Reused(session=session, account=account)
        if self.away is not None:
            return Session(session=session, who=self.accounts.accounts[account])
        self.accounts.claims.pop(account, None)
        fresh = self._token(session)
        kept = good if token == good[0] else [token]
        self.sessions[session] = (account, [*kept, fresh], self.now_s + window_s)
        return Session(
            session=session,
            who=self.accounts.accounts[account],
            token=fresh,
            entrance=next(self._entrances),
        )

    async def account_of(self, token: str) -> Account:
        account, good, _ = self.sessions[self._find(token)]
        if token not in good:
            raise SessionOver("This session is over; sign in with your token, name or password.")
        return self.accounts.accounts[account]

    async def end(self, session: SessionId) -> None:
        self.sessions.pop(session, None)

    def end_all(self, account: AccountId) -> None:
        self.sessions = {key: each for key, each in self.sessions.items() if each[0] != account}


class MemoryHands:
    """Hands that are over, in a dictionary."""

    def __init__(self, accounts: MemoryAccounts) -> None:
        self.records: dict[HandId, FinishedHand] = {}
        self.imported: dict[HandId, ImportedHand] = {}
        """To be looked at; they are not among those that are found."""
        self._accounts = accounts
        self.hosted = MemoryHostedTables(accounts)

    async def find(self, query: HandQuery) -> tuple[StoredHand, ...]:
        found = [each for each in self._matching(query) if self._is_before(each, query.before)]
        return tuple(found[: query.limit])

    async def get(self, hand: HandId) -> FinishedHand | None:
        return self.records.get(hand)

    async def get_imported(self, hand: HandId, account: AccountId) -> ImportedHand | None:
        found = self.imported.get(hand)
        return found if found is not None and found.account == account else None

    async def figures(self, selection: Selection) -> Statistics:
        name = self._name_in(selection)
        hands = reversed(list(self._matching(selection)))
        records = (
            HandRecord(table=each.table, events=self.records[each.hand].events) for each in hands
        )
        return tally(records, name or selection.player or "")

    def _name_in(self, selection: Selection) -> str | None:
        """Whose hands are meant: the player's who is named, or the asker's."""
        if selection.player is not None:
            named = (a.name for a in self._accounts.accounts.values())
            return next((n for n in named if name_key(n) == name_key(selection.player)), None)
        asker = self._accounts.accounts.get(selection.asker or AccountId(0))
        return asker.name if asker is not None else None

    def _matching(self, selection: Selection) -> Iterator[StoredHand]:
        listed = map(stored_hand, self.records.values())
        for hand in sorted(listed, key=lambda each: (each.ended_at, each.hand), reverse=True):
            if (
                selection.table in (None, hand.table)
                and selection.category in (None, hand.category)
                and (selection.min_pot is None or hand.pot >= selection.min_pot)
                and (selection.since is None or hand.ended_at >= selection.since)
                and (selection.until is None or hand.ended_at <= selection.until)
                and self._is_of_player(hand, selection)
                and hand.hand not in selection.withheld
                and self._may_be_seen(hand, selection)
            ):
                yield hand

    def _may_be_seen(self, hand: StoredHand, selection: Selection) -> bool:
        known = self.hosted.tables.get(hand.table)
        if selection.private is None or known is None or not known.private:
            return True
        dealt_in = {each.account for each in hand.results}
        return hand.table in selection.private or selection.asker in dealt_in

    def _is_of_player(self, hand: StoredHand, selection: Selection) -> bool:
        if selection.player is None and selection.outcome is None:
            return True
        name = self._name_in(selection)
        net = next((each.net for each in hand.results if each.name == name), None)
        match selection.outcome:
            case Outcome.WON:
                return net is not None and net > 0
            case Outcome.LOST:
                return net is not None and net < 0
            case None:
                return net is not None

    def _is_before(self, hand: StoredHand, before: HandId | None) -> bool:
        if before is None:
            return True
        below = max((number for number in self.records if number <= before), default=None)
        if below is None:
            return False
        place = (self.records[below].ended_at, below + (below < before))
        return (hand.ended_at, hand.hand) < place


class MemoryJournal:
    """
    A journal in a list.

    ``entries`` is all that was appended. ``fail_next`` makes the next append raise, and inside
    ``held()`` appends wait until the block ends, as those behind a slow disk do. While ``away`` is
    set nothing can be done; while ``full`` is, nothing can be written; ``lose_next`` makes the next
    append durable and then raises, as when the connection is lost at the commit.
    """

    def __init__(self, accounts: MemoryAccounts, hands: MemoryHands) -> None:
        self.accounts, self.hands = accounts, hands
        self.entries: list[Entry] = []
        self.fail_next: StorageError | None = None
        self.lose_next: StorageError | None = None
        self.away: StorageError | None = None
        self.full: StorageError | None = None
        self.waiting = 0
        """How many appends wait for the disk."""
        self.evidence: list[tuple[StoredEntry, str]] = []
        self.opened: dict[TableId, OpenedTable] = {}
        self.tables: dict[TableId, StoredTable] = {}
        """As they are stored now."""
        self._next_hand = HandId(1)
        self._disk = asyncio.Event()
        self._disk.set()

    def _check(self, *, writes: bool = False) -> None:
        error = self.away or (self.full if writes else None)
        if error is not None:
            raise error

    async def open_table(self, table: TableId, seating: Seating) -> StoredTable:
        self._check(writes=True)
        return self.tables.setdefault(table, StoredTable(seating=seating, seq=0))

    async def close_table(self, table: TableId) -> None:
        self._check(writes=True)
        self.tables.pop(table, None)
        self.opened.pop(table, None)
        self.entries = [each for each in self.entries if each.table != table]

    async def append(self, entry: Entry) -> None:
        if not entry.events:
            raise ValueError("an entry needs at least one event")
        to_builtins(entry.events)  # or the database could not store them
        self.waiting += 1
        await self._disk.wait()
        self.waiting -= 1
        self._check(writes=True)
        if self.fail_next is not None:
            error, self.fail_next = self.fail_next, None
            raise error
        stored = self.tables.get(entry.table)
        if stored is None or entry.seq != stored.last + 1:
            raise StaleTable(f"Table {entry.table} has gone on without this writer.")
        self.accounts.post(entry.postings)
        if entry.record is not None:
            self.hands.records[entry.record.hand] = entry.record
        self.tables[entry.table] = _with(stored, entry)
        self.entries.append(entry)
        if self.lose_next is not None:
            error, self.lose_next = self.lose_next, None
            raise error

    async def give_up(self, entry: Entry, reason: str) -> None:
        self._check(writes=True)
        stored = self.tables[entry.table]
        self.evidence += [(each, reason) for each in stored.entries]
        given_up = {each.seq for each in stored.entries}
        self.entries = [
            each for each in self.entries if each.table != entry.table or each.seq not in given_up
        ]
        self.accounts.post(entry.postings)
        self.tables[entry.table] = _with(stored, entry)
        self.entries.append(entry)

    async def probe(self) -> None:
        self._check(writes=True)

    async def since(self, table: TableId, seq: int) -> tuple[StoredEntry, ...]:
        self._check()
        kept = [as_stored(entry) for entry in self.entries if entry.table == table]
        after = [entry for entry in kept if entry.last > seq]
        if not after or after[0].seq > seq + 1:
            return ()
        hand = after[0].hand
        return tuple(
            entry for entry in kept if entry.last > seq or (hand is not None and entry.hand == hand)
        )

    async def left_after(self, table: TableId, account: AccountId, seq: int) -> int | None:
        self._check()
        found = (
            entry.last
            for entry in (as_stored(each) for each in self.entries if each.table == table)
            for number, event in enumerate(entry.events, entry.seq)
            if number > seq and isinstance(event, Left) and event.account == account
        )
        return max(found, default=None)

    async def accepted(
        self, table: TableId, hand: HandId, turn: int, account: AccountId
    ) -> StoredEntry | None:
        self._check()
        found = (
            as_stored(entry)
            for entry in self.entries
            if (entry.table, entry.hand, entry.turn, entry.account) == (table, hand, turn, account)
        )
        return next(found, None)

    async def reserve_hands(self, count: int) -> HandId:
        self._check(writes=True)
        first = self._next_hand
        self._next_hand = HandId(first + count)
        return first

    @contextmanager
    def held(self) -> Iterator[None]:
        """Until the block ends, no append is durable."""
        self._disk.clear()
        try:
            yield
        finally:
            self._disk.set()


def _with(stored: StoredTable, entry: Entry) -> StoredTable:
    if entry.checkpoint is None:
        return replace(stored, entries=(*stored.entries, as_stored(entry)))
    return StoredTable(seating=entry.checkpoint, seq=as_stored(entry).last)


class MemorySeatings:
    """Who sits at the tables of a journal."""

    def __init__(self, journal: MemoryJournal) -> None:
        self._journal = journal
        self.away: StorageError | None = None
        self.asked: list[TableId] = []
        """Which tables were read, each as often as that."""

    async def read(self, tables: Collection[TableId]) -> dict[TableId, Seating]:
        self.asked += tables
        if self.away is not None:
            raise self.away
        stored = self._journal.tables
        return {table: _seated(stored[table]) for table in tables if table in stored}


def _seated(stored: StoredTable) -> Seating:
    seating = stored.seating
    for event in stored.events:
        if isinstance(event, Seated | Left):
            seating = seat_event(seating, event)
    return seating


class MemoryOpenedTables:
    """Those of a journal."""

    def __init__(self, journal: MemoryJournal) -> None:
        self._journal = journal
        self._numbers = count(1)

    async def add(
        self, label: str, template: str, account: AccountId, seating: Seating, most: MostOpen
    ) -> OpenedTable:
        known = self._journal.opened.values()
        most.check(
            template,
            own=sum(each.account == account for each in known),
            of_template=sum(each.template == template for each in known),
            together=len(known),
        )
        table = TableId(f"{label}~{next(self._numbers)}")
        await self._journal.open_table(table, seating)
        opened = OpenedTable(table=table, template=template, account=account)
        self._journal.opened[table] = opened
        return opened

    async def all(self) -> tuple[OpenedTable, ...]:
        return tuple(self._journal.opened.values())


@dataclass
class MemoryStorage:
    """All ports, as `open_storage` gives them; nothing survives it."""

    accounts: MemoryAccounts = field(default_factory=MemoryAccounts)
    hands: MemoryHands = field(init=False)
    journal: MemoryJournal = field(init=False)
    opened: MemoryOpenedTables = field(init=False)
    hosted: MemoryHostedTables = field(init=False)
    sessions: MemorySessions = field(init=False)
    seatings: MemorySeatings = field(init=False)

    def __post_init__(self) -> None:
        self.hands = MemoryHands(self.accounts)
        self.hosted = self.hands.hosted
        self.sessions = self.accounts.sessions
        self.journal = MemoryJournal(self.accounts, self.hands)
        self.opened = MemoryOpenedTables(self.journal)
        self.seatings = MemorySeatings(self.journal)

    async def answers(self) -> bool:
        """Whether it is there."""
        return self.journal.away is None
