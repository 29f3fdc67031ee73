"""What signing in as a guest costs: exactly so many statements, on any machine."""

from sqlalchemy import event

from server.storage import people


async def test_a_new_guest_is_a_question_and_three_rows(sql):
    statements: list[str] = []

    def counted(connection):
        def note(_connection, _cursor, statement, *_):
            statements.append(statement.split()[0])

        event.listen(connection, "before_cursor_execute", note)
        result = people.add_guest("Zoe", 1_000, None, connection)
        event.remove(connection, "before_cursor_execute", note)
        return result

    zoe, token = await sql.store.write(counted)
    assert statements == ["SELECT", "INSERT", "INSERT", "INSERT"]
    assert await sql.accounts.by_token(token) == zoe
    assert zoe.chips == 1_000
