"""A seat in line mode, from sitting down to getting up, on a scripted table."""

import asyncio
import contextlib

import pytest
from msgspec.structs import replace

from client_cli.link import Link
from client_cli.plain import Game
from client_cli.presenter import Figures
from client_cli.remarks import Remarks
from client_cli.seat import take_seat
from client_cli.sign_in import SignedIn
from showdown import Game as Structure
from showdown import Ruleset
from showdown.errors import ShowdownError
from showdown.protocol import messages as msg
from showdown.protocol.closing import CloseCode
from showdown.rules.positions import Positions
from showdown.rules.ruleset import DrawMode
from showdown.rules.table import Leave
from showdown.sdk import Connection, ConnectionLost, NoSeat, Refused
from tests.client_cli.fakes import FakeConsole
from tests.client_cli.scripted import RULES, TABLE, House, open_house

LOSING_KEY = 3
"""With this deal the newcomer loses to one other player if nobody draws."""


class Seat:
    """A player in line mode: his console, his game, and how it ended."""

    def __init__(self, house, delays=(0,) * 5):
        self.house = house
        self.console = FakeConsole()
        self._delays = delays

    async def sit(self, table=None, buy_in=None):
        connection = await Connection.open(self.house.url, name="Ada")
        entry = SignedIn(connection, connection.session.token)
        where = await take_seat(connection, table, buy_in, self.console.note)
        self.link = Link(entry, self.house.url, lambda: iter(self._delays))
        self.game = Game(self.link, self.console, where, Figures())
        self.task = asyncio.create_task(self.game.run())

    async def get_up(self):
        self.task.cancel()
        with contextlib.suppress(asyncio.CancelledError, ShowdownError):
            await self.task
        await self.link.connection.close()

    def type(self, *lines):
        self.console.type(*lines)

    async def hears(self, text, times=1):
        await self.console.hears(text, times)


@contextlib.asynccontextmanager
async def seated(*opponents, delays=(0,) * 5, table=None, buy_in=None, **options):
    async with open_house(House(*(opponents or ("Bert",)), **options)) as house:
        seat = Seat(house, delays)
        await seat.sit(table, buy_in)
        try:
            yield seat
        finally:
            await seat.get_up()


def acts(house):
    return [request.action for request in house.requests if isinstance(request, msg.Act)]


async def test_a_hand_is_told_from_the_deal_to_the_pot():
    async with seated() as seat:
        await seat.console.is_asked()
        seat.type("c")
        await seat.console.is_asked(2)
        seat.type("d 1 2")
        await seat.console.is_asked(3)
        seat.type("c")
        await seat.hears("is over")
    assert acts(seat.house) == [
        msg.Call(),
        msg.Draw(acts(seat.house)[1].cards),
        msg.Check(),
    ]
    said = "\n".join(seat.console.said)
    for sentence in (
        "blue: no-limit 5/10. No hand runs.",
        "You post the small blind of 5.",
        "Bert posts the big blind of 10.",
        "You are dealt ",
        "You call ",
        "You discard ",
        "You drew ",
        "Bert stands pat.",
        "Pot 20: ",
    ):
        assert sentence in said


async def test_lines_that_come_at_once_are_understood_one_after_the_other():
    # Each is looked at only when the answer to the one before has been told.
    async with seated() as seat:
        await seat.console.is_asked()
        seat.type("c", "p", "c")
        await seat.hears("is over")
    assert acts(seat.house) == [msg.Call(), msg.Draw(), msg.Check()]


async def test_the_prompt_says_whose_turn_it_is():
    async with seated() as seat:
        await seat.console.is_asked()
        assert seat.console.prompts[-1] == "your turn> "
        seat.type("f")
        await seat.hears("is over")
        assert seat.console.prompts[-1] == "> "


async def test_what_is_wrong_is_said_and_nothing_is_sent():
    async with seated() as seat:
        await seat.console.is_asked()
        seat.type("xyz", "r lots", "d 2")
        await seat.hears("There is nothing to draw now")
    assert acts(seat.house) == []
    assert "'xyz' is not something to type here; ? shows what is." in seat.console.said


async def test_a_refusal_is_told_with_what_is_possible():
    async with seated() as seat:
        await seat.console.is_asked()
        seat.type("r 12")
        await seat.hears("below the minimum")
        seat.type("c")
        await seat.console.is_asked(2)
    after = seat.console.said[
        seat.console.said.index(
            next(line for line in seat.console.said if "below the minimum" in line)
        )
        + 1
    ]
    assert after.startswith("f fold   c call 5")


async def test_a_turn_that_is_gone_is_told():
    async with seated() as seat:
        await seat.console.is_asked()
        # Somebody else acted for him: what he types now comes too late.
        seat.game.request = replace(seat.game.request, turn=99)
        seat.type("c")
        await seat.hears("This is not the present turn.")


async def test_folding_for_nothing_is_allowed_and_said():
    async with seated() as seat:
        await seat.console.is_asked()
        seat.type("c")
        await seat.console.is_asked(2)
        seat.type("p")
        await seat.console.is_asked(3)
        seat.type("f")
        await seat.hears("Checking was free; folding is allowed all the same.")
        await seat.hears("You fold.")


async def test_help_and_table_come_with_what_is_possible():
    async with seated() as seat:
        await seat.console.is_asked()
        seat.type("?")
        await seat.hears("check or call")
        await seat.hears("f fold   c call", times=2)
        seat.type("t")
        await seat.hears("blue: no-limit 5/10. Hand 1, before the draw, pot 15.")
        await seat.hears("f fold   c call", times=3)


async def test_sitting_out_and_in_takes_effect_from_the_next_hand():
    async with seated() as seat:
        await seat.console.is_asked()
        seat.type("out")
        await seat.hears("You sit out; type in to be dealt in again.")
        seat.type("f")
        await seat.hears("is over")
        seat.type("in")
        await seat.hears("You are dealt in at the next hand.")


async def test_who_owes_a_blind_is_told_so_and_may_post():
    last = Positions(button=2, small_blind=3, big_blind=1)
    async with seated("Bert", "Carl", "Dora", last=last) as seat:
        await seat.hears("You wait for the big blind; type post to pay 10 and play sooner.")
        seat.type("t")
        await seat.hears("waits for the big blind")
        seat.type("post")
        await seat.hears("You post as soon as you may.")
    assert any(isinstance(request, msg.PostNow) for request in seat.house.requests)


async def test_who_owes_nothing_is_told_that_there_is_nothing_to_post():
    async with seated() as seat:
        await seat.console.is_asked()
        seat.type("post")
        await seat.hears("You owe no blind and there is no carry to enter.")


async def test_a_hand_is_shown_when_it_is_over_or_it_is_said_why_not():
    async with seated() as seat:
        await seat.console.is_asked()
        seat.type("show")
        await seat.hears("There is no hand now that is over and could be shown.")
    shows = [request for request in seat.house.requests if isinstance(request, msg.Show)]
    assert [(request.table, request.hand) for request in shows] == [(TABLE, 1)]


async def test_in_a_draw_of_all_at_once_your_turn_stays_while_others_choose():
    rules = Ruleset(sb=5, bb=10, draw_mode=DrawMode.SIMULTANEOUS, proof=False)
    async with seated(ruleset=rules) as seat:
        await seat.console.is_asked()
        seat.type("c")
        await seat.console.is_asked(2)
        seat.type("p")
        await seat.hears("You have chosen; the cards come as soon as everybody has.")
        await seat.hears("You stand pat.")


async def test_chips_are_topped_up_after_the_hand():
    async with seated(buy_in=500) as seat:
        await seat.console.is_asked()
        seat.type("top 800")
        await seat.hears("You will have 800 in front of you")
        seat.type("f")
        await seat.hears("You have 800 now.")


async def test_fixed_limit_needs_no_amount():
    rules = Ruleset(game=Structure.FIXED_LIMIT, sb=5, bb=10, max_buy=1000, proof=False)
    async with seated(ruleset=rules) as seat:
        await seat.console.is_asked()
        await seat.hears("r raise to 20")
        seat.type("r")
        await seat.hears("You raise to 20.")


async def test_quitting_in_a_hand_stays_to_its_end_and_then_ends():
    async with seated() as seat:
        await seat.console.is_asked()
        seat.type("q")
        await seat.task
    assert seat.console.said[-2].startswith("You leave the table with ")
    assert seat.console.said[-1].startswith("[off] ")
    assert "You leave when this hand is over." in seat.console.said


async def test_the_end_of_the_input_leaves_as_well():
    async with seated(deals=0) as seat:
        seat.console.end()
        await seat.task
    assert seat.console.said[-1] == "You leave the table with 1000."
    assert seat.house.state.seating.of(seat.house.names["Ada"]) is None


async def test_control_c_gets_up_and_says_where_the_chips_are():
    async with seated(deals=0) as seat:
        await seat.hears("No hand runs.")
        await seat.get_up()
    assert seat.console.said[-1] == "You leave blue; your 1000 are back in your account."
    assert seat.house.state.seating.of(seat.house.names["Ada"]) is None


async def test_control_c_in_a_hand_does_not_wait_for_its_end():
    async with seated("Bert", "Carl") as seat:
        await seat.console.is_asked()
        await seat.get_up()
    assert seat.console.said[-1] == (
        "You leave blue when this hand is over; what you then have goes back to your account."
    )


async def test_control_c_without_a_connection_says_that_the_chips_stay():
    async with seated(deals=0, delays=(3600,)) as seat:
        await seat.hears("No hand runs.")
        await seat.house.drop()
        await seat.console.is_noted("trying again")
        await seat.get_up()
    assert seat.console.said[-1] == (
        "There was no answer, so your seat and your 1000 stay at blue until you come back."
    )


async def test_a_lost_connection_comes_back_and_the_turn_with_it():
    async with seated() as seat:
        await seat.console.is_asked()
        await seat.house.drop()
        await seat.console.is_noted("Connected again.")
        await seat.console.is_asked(2)
        seat.type("c")
        await seat.console.is_asked(3)
    assert seat.console.notes[0].startswith("The connection was lost. Your seat is kept;")
    assert acts(seat.house) == [msg.Call()]


async def test_what_is_typed_without_a_connection_is_not_sent():
    async with seated(delays=(3600,)) as seat:
        await seat.console.is_asked()
        await seat.house.drop()
        await seat.console.is_noted("trying again")
        seat.type("c", "out")
        await seat.console.is_noted("Not sent: there is no connection at the moment.", times=2)
    assert acts(seat.house) == []


async def test_a_server_that_stays_away_is_given_up():
    async with seated(deals=0) as seat:
        await seat.hears("No hand runs.")
        await seat.house.stop()
        await seat.console.is_noted("Nobody answers at", times=4)
        with pytest.raises(ConnectionLost, match="Nobody answers at"):
            await seat.task
        await seat.house.start()


async def test_a_refusal_on_the_way_back_is_tried_again():
    async with seated(deals=0) as seat:
        await seat.hears("No hand runs.")
        seat.house.refusals.append(("unavailable", "The server has too much to do."))
        await seat.house.drop()
        await seat.console.is_noted("The server has too much to do. Trying again in")
        await seat.console.is_noted("Connected again.")


async def test_who_connects_elsewhere_ends_here():
    async with seated(deals=0) as seat:
        await seat.hears("No hand runs.")
        await seat.house.dismiss(CloseCode.SUPERSEDED)
        with pytest.raises(ConnectionLost, match="You connected from somewhere else"):
            await seat.task


async def test_a_token_that_is_forgotten_ends_the_game():
    async with seated(deals=0) as seat:
        await seat.hears("No hand runs.")
        seat.house.tokens.clear()
        await seat.house.drop()
        with pytest.raises(Refused, match="belongs to no account"):
            await seat.task


async def test_a_seat_that_is_gone_after_the_way_back_is_told():
    async with seated(deals=0) as seat:
        await seat.hears("No hand runs.")
        house = seat.house
        account = house.names["Ada"]
        house._listeners.clear()
        await house._perform(Leave(account=account))
        await house.drop()
        await seat.task
    assert seat.console.said[-1] == (
        "You have no seat at blue any more; your chips are back in your account."
    )


async def test_a_seat_that_a_welcome_leaves_out_is_gone_on_with():
    async with seated(deals=1) as seat:
        await seat.console.is_asked()
        seat.house.tells_seats = False
        await seat.house.drop()
        await seat.console.is_noted("Connected again.")
        await seat.console.is_asked(2)
        seat.type("f", "q")
        await seat.task
    assert "You have no seat at blue any more" not in "\n".join(seat.console.said)


@pytest.mark.parametrize("line", ["q", None])
async def test_leaving_while_the_connection_is_lost_is_done_on_return(line):
    async with seated(deals=0) as seat:
        await seat.hears("No hand runs.")
        await seat.house.drop()
        await seat.console.until(lambda: not seat.link.connection.is_open)
        seat.console.end() if line is None else seat.type(line)
        await seat.task
    assert seat.house.state.seating.of(seat.house.names["Ada"]) is None


async def test_notices_are_told_beside_the_game():
    async with seated(deals=0) as seat:
        await seat.hears("No hand runs.")
        (socket,) = seat.house.clients
        notice = msg.Notice(code="restart", message="The server restarts at noon.")
        await seat.house._send(socket, notice)
        await seat.console.is_noted("The server restarts at noon.")


async def test_who_goes_and_comes_back_is_told_and_the_table_shows_it():
    async with seated() as seat:
        await seat.console.is_asked()
        (socket,) = seat.house.clients
        occupants = seat.house.state.seating.occupants
        bert = next(each.seat for each in occupants if each.name == "Bert")
        await seat.house._send(socket, msg.Presence(table=TABLE, away=(bert,)))
        await seat.hears("Bert is away.")
        seat.type("t")
        await seat.hears("s left, then 60 s")
        (shown,) = (line for line in seat.console.said if "Bert" in line and line.endswith("away"))
        assert shown.startswith(f"  {bert}  Bert")
        await seat.house._send(socket, msg.Presence(table=TABLE, away=()))
        await seat.hears("Bert is back.")


async def test_who_is_broke_buys_chips_and_is_dealt_in_again():
    async with seated(buy_in=400, key=LOSING_KEY) as seat:
        await seat.console.is_asked()
        seat.type("a")
        await seat.console.is_asked(2)
        seat.type("p")
        await seat.hears("You have no chips left; type top 1000 to buy chips and then in")
        seat.type("in")
        await seat.hears("You have no chips at this table; top up to at least 400 first.")
        seat.type("top 600")
        await seat.hears("You have 600 now; type in to be dealt in.")
        seat.type("in")
        await seat.hears("You are dealt in at the next hand.")
        await seat.house.deal()
        await seat.hears("Hand 2: ")


# Taking a seat.


async def test_the_table_is_found_by_its_name_however_it_is_written():
    async with seated(table="BLUE", deals=0) as seat:
        await seat.hears("blue: no-limit 5/10.")


async def test_a_table_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(NoSeat, match=r"There is no table 'red'; the tables are: blue\."):
        async with seated(table="red"):
            pytest.fail("there is no such table")


@pytest.mark.parametrize("table", [None, "blue"])
async def test_a_full_table_whose_line_is_full_too_is_told(table):
    six = ("Bert", "Carl", "Dora", "Emil", "Fay", "Gus")
    with pytest.raises((NoSeat, Refused), match=r"So many wait for table blue already"):
        async with seated(*six, table=table, deals=0):
            pytest.fail("there is no seat")


async def test_a_buy_in_outside_the_limits_is_refused():
    with pytest.raises(Refused, match="below the minimum of 400"):
        async with seated(buy_in=5):
            pytest.fail("this is too little")


async def comes_back(house):
    connection = await Connection.open(house.url, token="token-of-Ada")
    console = FakeConsole()
    table = await take_seat(connection, None, None, console.note)
    return connection, table, console


async def test_who_comes_back_has_his_seat_and_is_dealt_in():
    async with open_house(House("Bert", deals=0)) as house:
        first = await Connection.open(house.url, name="Ada")
        await take_seat(first, None, 500, print)
        await first.request(lambda id: msg.SitOut(id=id, table=TABLE))
        await first.close()
        second, table, _ = await comes_back(house)
        own = second.session.tables[table].view.own
        assert (own.stack, own.sitting_out) == (500, False)
        await second.close()


async def test_who_was_leaving_waits_for_the_hand_and_sits_down_anew():
    async with open_house(House()) as house:
        people = {name: await Connection.open(house.url, name=name) for name in ("Ada", "Zoe")}
        for connection in people.values():
            await take_seat(connection, None, 500, print)
        view = people["Zoe"].session.tables[TABLE].view
        assert view.hand is not None
        acting = view.at(view.turn.seat).name
        (leaver,) = people.keys() - {acting}
        await people[leaver].request(lambda id: msg.Leave(id=id, table=TABLE))

        back = await Connection.open(house.url, token=f"token-of-{leaver}")
        console = FakeConsole()
        coming = asyncio.create_task(take_seat(back, None, None, console.note))
        await console.is_noted("You were leaving blue; when the hand there is over you sit down")
        fold = msg.Act(id="fold", table=TABLE, hand=view.hand, turn=1, action=msg.Fold())
        await people[acting].request(lambda _: fold)
        await coming
        assert back.session.tables[TABLE].view.own.stack == 1000
        for connection in (*people.values(), back):
            await connection.close()


# A password.


async def test_who_types_the_same_password_twice_has_it():
    async with seated("Bert") as seat:
        seat.type("password", "correct horse", "correct horse")
        sentence = "You have a password now: as Ada you come back with it from anywhere."
        await seat.console.until(lambda: sentence in seat.console.notes)
        assert seat.house.passwords == {"Ada": "correct horse"}
        assert "correct horse" not in "".join(seat.console.said + seat.console.notes)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (("correct horse", "correct house"), "The two passwords differ; nothing was changed."),
        (("",), "No password was typed; it has to be typed at a terminal."),
    ],
)
async def test_a_slip_changes_nothing(typed, sentence):
    async with seated("Bert") as seat:
        seat.type("password", *typed)
        await seat.hears(sentence)
        assert seat.house.passwords == {}


async def test_a_password_that_the_server_refuses_is_told_as_a_refusal_alone():
    async with seated("Bert") as seat:
        seat.house.passwords["Ada"] = "another one"
        seat.type("password", "correct horse", "correct horse")
        await seat.hears("Ada has a password already.")
        assert not [line for line in seat.console.notes if "now" in line]


# Looking things up, and going elsewhere.


async def test_tables_and_hands_are_told_from_the_seat():
    async with seated() as seat:
        await seat.console.is_asked()
        seat.type("tables")
        await seat.hears("blue: no-limit 5/10; 2 of ")


async def test_a_hand_that_there_is_not_is_refused_in_a_sentence():
    async with seated() as seat:
        await seat.console.is_asked()
        seat.type("hand", "hand 12")
        await seat.hears("hand needs the number of a hand, such as hand 12.")


async def test_another_table_has_to_be_there():
    async with seated() as seat:
        await seat.console.is_asked()
        seat.type("sit", "sit nowhere")
        await seat.hears("There is no table 'nowhere'; the tables are: blue")
        assert "sit needs the name of a table; tables lists them." in seat.console.said
    assert seat.game.next is None


async def test_who_goes_to_another_table_gets_up_here():
    async with seated() as seat:
        await seat.console.is_asked()
        seat.type("f")
        await seat.hears("is over")
        seat.type("sit BLUE")
        await seat.console.is_noted("You go to blue as soon as you have left this table.")
        await seat.task
    assert seat.game.next == "blue"


async def test_odds_are_told_at_the_draw_and_only_there():
    async with seated() as seat:
        await seat.console.is_asked()
        seat.type("odds", "c")
        await seat.console.is_asked(2)
        seat.type("odds")
        await seat.hears("How often each discard makes a better kind of hand:")
        await seat.console.until(lambda: sum(" %" in line for line in seat.console.said) == 8)
    assert seat.console.said.count("Odds are there when you draw.") == 1


async def test_a_table_may_forbid_help():
    async with seated(ruleset=replace(RULES, advice=False)) as seat:
        await seat.console.is_asked()
        seat.type("c")
        await seat.console.is_asked(2)
        seat.type("odds")
        await seat.hears("At this table no client may help.")


async def test_what_you_note_about_a_player_is_told_with_the_table(tmp_path):
    async with seated() as seat:
        seat.game.remarks = Remarks(tmp_path)
        await seat.console.is_asked()
        seat.type("note nobody is here", "note bert calls too much", "t")
        await seat.console.is_noted("Noted about Bert: calls too much")
        await seat.hears("Noted about Bert: calls too much")
        seat.type("note Bert")
        await seat.console.is_noted("Nothing is noted about Bert any more.")
        assert Remarks(tmp_path).at(seat.house.url) == {}
    assert any(line.startswith("note needs the name of a player") for line in seat.console.said)
