"""A server on PostgreSQL, from the empty database to the first guest, as an operator sees it."""

import pytest

from server.storage.keys import new_key, write_keys
from showdown.protocol import messages as msg
from showdown.rules.ruleset import TableId
from showdown.sdk.connection import Connection
from tests.end_to_end.server_process import ServerEnded, run_command, start_server
from tests.server.storage.later import NEWEST

ROLE, SECRET = "locked_showdown", "correct%2Fhorse%40"
TABLE = '[[tables]]\nname = "main"\nsb = 5\nbb = 10\nbots = ["caller"]\n'


@pytest.fixture
def url(postgres):
    """An empty database that belongs to a user who may do nothing else, and has a password."""
    postgres.sql(f"CREATE ROLE {ROLE} LOGIN PASSWORD 'correct/horse@'")
    postgres.sql(f"CREATE DATABASE operated OWNER {ROLE}")
    yield postgres.url("operated", f"{ROLE}:{SECRET}")
    postgres.sql("DROP DATABASE operated WITH (FORCE)")
    postgres.sql(f"DROP ROLE {ROLE}")


async def test_from_an_empty_database_to_the_first_guest(url, postgres, tmp_path):
    key = {"SHOWDOWN_SECRET_KEY": write_keys({1: new_key()}), "SHOWDOWN_LOG_LEVEL": "debug"}
    shown = f"operated at 127.0.0.1:{postgres.port}"
    with pytest.raises(ServerEnded) as ended:
        await start_server(tmp_path, TABLE, database=url, environment=key)
    assert ended.value.code == 2
    refusal = f"showdown: The database {shown} is empty; run: python -m server migrate\n"
    assert str(ended.value).endswith(refusal)

    migrated = await run_command("server", "migrate", "--database", url)
    assert migrated == (0, f"The database {shown} was empty and has version {NEWEST} now.\n", "")

    with pytest.raises(ServerEnded, match="needs a key for its cards: set SHOWDOWN_SECRET_KEY"):
        await start_server(tmp_path, TABLE, database=url)

    server = await start_server(tmp_path, TABLE, database=url, environment=key)
    async with await Connection.open(server.url, name="Anna") as anna:
        reply = await anna.request(lambda id_: msg.Sit(id=id_, table=TableId("main")))
        assert reply.ok
    assert await server.stop() == 0
    written = "".join(server.log) + str(ended.value)
    assert not [part for part in ("correct", SECRET, "correct/horse@") if part in written]
    assert postgres.sql("SELECT name FROM accounts WHERE kind = 'guest'", "operated") == ["Anna"]
