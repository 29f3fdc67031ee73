"""The talk of a table in line mode, and what its host types."""

from showdown.protocol import messages as msg
from tests.client_cli.scripted import TABLE
from tests.client_cli.test_plain import seated


async def test_what_is_said_is_told_with_who_said_it():
    async with seated(deals=0) as seat:
        seat.type("say nice hand")
        await seat.hears("Ada says: nice hand")
        seat.house.names["Olga"] = seat.house.names["Bert"]
        await seat.house.let_speak("Bert", "thank you")
        await seat.hears("Bert says: thank you")
        await seat.house.let_speak("Olga", "well done", looks_on=True)
        await seat.hears("Olga, looking on, says: well done")


async def test_who_is_ignored_is_not_heard_until_he_is_to_be():
    async with seated(deals=0) as seat:
        seat.type("ignore bert")
        await seat.console.is_noted("You hear no more of bert")
        await seat.house.let_speak("Bert", "first")
        seat.type("say so much for that")
        await seat.hears("so much for that")
        seat.type("hear Bert")
        await seat.console.is_noted("You hear Bert again.")
        await seat.house.let_speak("Bert", "second")
        await seat.hears("second")
        assert not [line for line in seat.console.said if "first" in line]


async def test_an_order_goes_to_the_server_as_it_was_typed():
    async with seated(deals=0) as seat:
        seat.type("admit Carl", "pause")
        await seat.console.is_noted("Carl may come back.")
        seat.type("t")
        await seat.hears("blue: ", times=2)
        orders = [r for r in seat.house.requests if isinstance(r, msg.Host)]
        assert [(each.table, each.do) for each in orders] == [
            (TABLE, msg.Admit("Carl")),
            (TABLE, msg.Pause()),
        ]


async def test_the_host_is_shown_the_link_when_he_asks_for_it():
    async with seated(deals=0) as seat:
        seat.house.result = msg.Invitation(table=TABLE, links=("ws://here/#k7qp",))
        seat.type("renew")
        await seat.hears("  showdown play --url ws://here/#k7qp")
        await seat.console.is_noted("The link from before opens nothing any more.")


async def test_only_the_host_is_told_what_a_host_may_type():
    async with seated(deals=0) as seat:
        seat.type("?")
        await seat.hears("say hello")
        assert not [line for line in seat.console.said if "You are the host" in line]
        seat.link.connection.session.hosts.add(TABLE)
        seat.type("?")
        await seat.hears("You are the host")
