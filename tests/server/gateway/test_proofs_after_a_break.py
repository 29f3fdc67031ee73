"""Who was away for a while has the proofs of what he missed, and finds nothing wrong."""

from random import Random

from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.rules.fairness.checking import check
from showdown.sdk import Connection
from tests.server.gateway.kit import open_house
from tests.server.gateway.proven_clients import TABLE, Player, play_all, players

NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eve", "Fay")
RULES = Ruleset(
    sb=5, bb=10, hand_pause=0, act_time=0.3, draw_time=0.3, time_bank=0, disconnect_grace=0
)


async def test_who_comes_back_checks_all_that_he_missed():
    async with (
        open_house(tables=[("main", RULES)]) as house,
        players(house.url, NAMES, Random(3)) as all_,
    ):
        await play_all(all_, 2)
        gone = all_[0]
        session, token = gone.connection.session, gone.connection.session.token
        await gone.connection.close()
        await play_all(all_[1:], 6)
        back = Player(await Connection.open(house.url, token=token, session=session), Random(4))
        async for received in back.connection:
            back.frames.append(received)
            if received.proven is not None:
                back.found.append(received.proven)
            if len(back.found) >= 2:
                break
        assert back.connection.refused is None
        assert all(each.findings is not None for each in back.found)
        await back.connection.close()


async def test_an_onlooker_hears_proofs_of_what_is_shown():
    async with (
        open_house(tables=[("main", RULES)]) as house,
        players(house.url, NAMES[:3], Random(3)) as all_,
    ):
        looker = await Connection.open(house.url, name="Zoe")
        await looker.request(lambda id: msg.Watch(id=id, table=TABLE))
        await play_all(all_, 4)
        found = []
        async for received in looker:
            if received.proven is not None:
                found.append(received.proven.findings)
            if len(found) >= 3:
                break
        assert any(each is not None and each.cards for each in found)
        await looker.close()


async def test_a_stored_hand_comes_with_the_proof_of_what_the_asker_may_see():
    async with (
        open_house(tables=[("main", RULES)]) as house,
        players(house.url, NAMES[:3], Random(3)) as all_,
    ):
        await play_all(all_, 3)
        number = min(set.intersection(*({each.hand for each in one.found} for one in all_)))
        heads, seats = set(), []
        for player in all_:
            reply = await player.connection.request(lambda id: msg.Hand(id=id, hand=number))
            proof = reply.result.proof
            heads.add(check(proof).head)
            # Who came last may only have looked on, which a proof says with a 0.
            assert proof.view.seat == (reply.result.you or 0)
            seats.append(proof.view.seat)
        assert len(heads) == 1
        assert len(set(seats) - {0}) >= 2
