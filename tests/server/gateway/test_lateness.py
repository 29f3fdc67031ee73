"""A table that onlookers see later, over real connections: no way of asking is a way around it."""

from server.tables.setup import TableSetup
from tests.server.gateway.test_seat import RULES, an_evening

LATE = 60


async def test_nobody_without_a_seat_learns_of_a_hand_before_its_time():
    async with an_evening(
        "Anna", "Boris", "Zoe", setup=TableSetup(spectator_delay=LATE)
    ) as evening:
        zoe = evening.wires["Zoe"]
        await evening.sit("Anna", "Boris")
        assert (await evening.ask("Zoe", "watch"))["ok"]
        hand = (await evening.deal()).hand
        await evening.fold_round()

        async def what_zoe_knows():
            listed = await zoe.ask("hands")
            shown = await zoe.ask("hand", hand=hand)
            figures = await zoe.ask("stats", player="Anna")
            await zoe.ask("tables")
            (table,) = zoe.frames[-2]["tables"]
            resumed = await evening.ask("Zoe", "resume", last_seq=0)
            assert resumed["ok"]
            return (
                [each["hand"] for each in listed["result"]["hands"]],
                shown["ok"],
                figures["result"]["figures"]["hands"],
                [seat.get("stack") for seat in table["seats"]],
            )

        assert await what_zoe_knows() == ([], False, 0, [None, None])
        assert not any("hand_started" in str(frame) for frame in zoe.frames)
        own = await evening.wires["Anna"].ask("hand", hand=hand)
        assert own["ok"]
        await evening.house.pass_time(LATE)
        listed, shown, figures, stacks = await what_zoe_knows()
        assert (listed, shown, figures) == ([hand], True, 1)
        assert sorted(stacks) == [RULES.usual_buy - RULES.sb, RULES.usual_buy + RULES.sb]
        assert any("hand_started" in str(frame) for frame in zoe.frames)
