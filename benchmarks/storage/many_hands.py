"""
Half a million hands that are over, made by the database itself.

Rows are as hands leave them, with any content, in numbers like those of a server of some months.

Two thousand accounts play; few of them play much, one plays nearly always. Most pots are small, and
most hands end without a showdown.
"""

from functools import partial

from sqlalchemy import Connection, text

from server.storage.journal import count_hands
from server.storage.renewing import remember_renewed
from server.storage.store import Store

HANDS = 500_000
PLAYERS = 2_000
BUSIEST = "Player 1"
SELDOM = "Player 1990"
TABLES = 50
FIRST_AT = 1_780_000_000
"""When the first hand ended, in seconds since 1970."""
APART = 20
"""Seconds from hand to hand."""
FIRST_ACCOUNT = 1_001

_NUMBERS = (
    "WITH RECURSIVE n(g) AS (SELECT CAST({first} AS BIGINT)"
    " UNION ALL SELECT g + 1 FROM n WHERE g < {last})"
)
_CHANCE = "(g * {factor} % 2147483647 * 48271 % 2147483647)"
_AT_ONCE = 5_000

_ACCOUNTS = (
    _NUMBERS + " INSERT INTO accounts (id, name, name_key, kind, chips, created_at)"
    " SELECT {account} + g - 1, 'Player ' || g, 'player ' || g, 'guest', 0, '' FROM n"
)
_HANDS = (
    _NUMBERS + " INSERT INTO hands"
    " (id, table_id, ended_at, pot, category, version, record, secret)"
    " SELECT g, 'table-' || (g % {tables}), {moment}, 10 + 1000000 / (1 + {pot} % 100000),"
    " CASE WHEN {kind} % 10000 < 4000 THEN NULL WHEN {kind} % 10000 < 4500 THEN 0"
    " WHEN {kind} % 10000 < 7500 THEN 1 WHEN {kind} % 10000 < 9000 THEN 2"
    " WHEN {kind} % 10000 < 9700 THEN 3 WHEN {kind} % 10000 < 9850 THEN 4"
    " WHEN {kind} % 10000 < 9950 THEN 5 WHEN {kind} % 10000 < 9995 THEN 6"
    " WHEN {kind} % 10000 < 9999 THEN 7 ELSE 8 END, 2, {blob}, {blob} FROM n"
)
_ADD_PLAYERS = (
    _NUMBERS
    + ", s(seat) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT seat + 1 FROM s WHERE seat < 6),"
    " p(g, seat, c, d) AS (SELECT g, seat, {who} % 1000, {what} % 1000 FROM n, s)"
    " INSERT INTO hand_players"
    " (hand, seat, place, account, name, net, won, ended, play, big_blind)"
    # Nobody sits twice: each seat has players of its own.
    " SELECT g, seat, seat - 1, {account} + seat - 1 + 6 * k, 'Player ' || (seat + 6 * k),"
    " net, CASE WHEN net > 0 THEN net ELSE 0 END, {first_at} + g * {apart}, d % 512, 10"
    " FROM (SELECT g, seat, d, CASE WHEN seat = 1 AND c < 900 THEN 0"
    " ELSE c * c * 333 / 1000000 END AS k,"
    " CASE WHEN d % 5 = 0 THEN 60 WHEN d % 5 < 3 THEN -d % 100 ELSE 0 END AS net FROM p) AS each"
)
_MOMENTS = {
    "sqlite": "strftime('%Y-%m-%dT%H:%M:%SZ', {first_at} + g * {apart}, 'unixepoch')",
    "postgresql": "to_char(to_timestamp({first_at} + g * {apart}) AT TIME ZONE 'UTC',"
    ' \'YYYY-MM-DD"T"HH24:MI:SS"Z"\')',
}
_BLOBS = {"sqlite": "zeroblob(350)", "postgresql": "decode(repeat('00', 350), 'hex')"}


async def add_hands(store: Store, hands: int = HANDS) -> None:
    """Fill an empty database."""
    await store.write(_Numbered(_ACCOUNTS, 1, PLAYERS))
    for first in range(1, hands + 1, _AT_ONCE):
        last = min(first + _AT_ONCE - 1, hands)
        await store.write(_Numbered(_HANDS, first, last))
        await store.write(_Numbered(_ADD_PLAYERS, first, last))
    # The next hand that is played is another, and a server has nothing to bring up to date.
    await store.write(partial(count_hands, hands))
    await store.write(remember_renewed)


class _Numbered:
    """A statement for the numbers from one to another, as a unit of work."""

    def __init__(self, template: str, first: int, last: int) -> None:
        self._template, self._first, self._last = template, first, last

    def __call__(self, connection: Connection) -> None:
        engine = connection.dialect.name
        span = {"first_at": FIRST_AT, "apart": APART}
        statement = self._template.format(
            first=self._first,
            last=self._last,
            account=FIRST_ACCOUNT,
            tables=TABLES,
            moment=_MOMENTS[engine].format(**span),
            blob=_BLOBS[engine],
            pot=_CHANCE.format(factor=16_807),
            kind=_CHANCE.format(factor=69_621),
            who=_CHANCE.format(factor="(39373 + 1234567 * seat)"),
            what=_CHANCE.format(factor="(40014 + 7654321 * seat)"),
            **span,
        )
        connection.execute(text(statement))
