"""What must hold of a table is looked at as often as it can have changed, and no oftener."""

import pytest
from msgspec.structs import replace

from server.tables.soundness import check_table
from showdown.errors import CorruptHistory
from showdown.protocol import messages as msg
from tests.server.tables.kit import NL, open_room


async def playing(room):
    """A table in mid-hand, what was found of it, and it again after the next action."""
    players = await room.seated("Anna", "Boris", "Clara")
    await room.pass_time(NL.hand_pause)
    sound = check_table(room.actor.state)
    await (await room.to_act(*players)).act(msg.Call())
    return sound, room.actor.state


def changed(table, **fields):
    """The same table with a hand in which something is otherwise."""
    hand = table.hand.copy()
    for name, value in fields.items():
        setattr(hand, name, value)
    return replace(table, hand=hand)


async def test_a_chip_too_many_or_a_card_twice_is_found_in_a_hand_that_was_sound_before():
    async with open_room() as room:
        sound, table = await playing(room)
        assert check_table(table, sound).brought == sound.brought == 3 * NL.usual_buy
        hand = table.hand
        for wrong in (
            changed(table, stacks=[hand.stacks[0] + 1, *hand.stacks[1:]]),
            changed(table, stacks=[-1, *hand.stacks[1:]]),
            changed(table, cards=[hand.cards[1], *hand.cards[1:]]),
            changed(table, stub=hand.stub[1:] + hand.stub[1:2]),
        ):
            with pytest.raises(CorruptHistory):
                check_table(wrong, sound)


async def test_the_next_hand_is_counted_by_the_chips_that_it_began_with():
    async with open_room() as room:
        sound, table = await playing(room)
        started = table.hand.started
        richer = replace(started.lineup[0], stack=started.lineup[0].stack + 1)
        after = changed(table, started=replace(started, lineup=(richer, *started.lineup[1:])))
        with pytest.raises(CorruptHistory, match=f"began with {sound.brought + 1} chips"):
            check_table(after, sound)


async def test_somebody_with_less_than_no_chips_is_found_when_others_sit_there_than_before():
    async with open_room() as room:
        sound, table = await playing(room)
        first, *others = table.seating.occupants
        owing = replace(table.seating, occupants=(replace(first, stack=-1), *others))
        with pytest.raises(CorruptHistory, match="less than no chips"):
            check_table(replace(table, seating=owing), sound)
