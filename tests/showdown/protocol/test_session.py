"""A client's side of a connection without the connection: frames go in, views come out."""

import pytest
from msgspec.structs import replace

from showdown import ProtocolError
from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_request, encode, encode_events
from showdown.protocol.session import ClientSession
from showdown.rules import seen
from showdown.rules import table as rules
from showdown.rules.ruleset import AccountId, HandId, TableId
from showdown.rules.table_view import view_table
from showdown.rules.view import SPECTATOR, table_viewer
from tests.showdown.sdk.small_table import BLUE, GUEST, OTHER, SmallTable

LIMITS = msg.Limits(max_frame=8192, heartbeat_s=15)


class Joined:
    """A guest's session and a table, joined in memory."""

    def __init__(self):
        self.table = SmallTable()
        self.session = ClientSession()
        self.hear(self.table.sit(msg.Sit(id="r1", table=BLUE)))

    def hear(self, message):
        """What the session makes of a message; its view is then the one of the table."""
        received = self.session.receive(encode(message))
        viewer = table_viewer(self.table.state, GUEST)
        assert self.session.tables[BLUE].view == view_table(self.table.state, viewer)
        assert self.session.tables[BLUE].seq == self.table.seq
        assert received is not None
        return received


def welcome(token=None):
    return msg.Welcome(
        version="0.1.0", account=AccountId(7), name="Ada", chips=900, limits=LIMITS, token=token
    )


def welcome_at(*tables):
    seats = tuple(msg.SeatTaken(table=table, seat=1) for table in tables)
    return replace(welcome(), seats=seats)


def sat_out(seq, *seats, table=BLUE, reply=None):
    """An update in which seats sit out, numbered from ``seq``."""
    events = encode_events(seen.SatOut(seat=seat) for seat in seats)
    return encode(msg.Update(table=table, seq=seq, events=events, reply=reply))


def test_requests_are_numbered_and_each_number_is_new():
    session = ClientSession()
    first, frame = session.request(lambda id: msg.Tables(id=id))
    second, _ = session.request(lambda id: msg.Tables(id=id))
    assert decode_request(frame) == msg.Tables(id=first)
    assert first != second
    assert session.next_id() not in (first, second)


def test_the_welcome_says_who_we_are():
    session = ClientSession()
    session.receive(encode(welcome(token="secret")))
    assert (session.account, session.name, session.chips) == (7, "Ada", 900)
    assert session.token == "secret"


def test_a_lobby_may_say_what_we_have_now():
    session = ClientSession()
    session.receive(encode(welcome()))
    session.receive(encode(msg.Lobby(tables=(), chips=400)))
    assert session.chips == 400
    session.receive(encode(msg.Lobby(tables=())))
    assert session.chips == 400


def test_a_token_is_given_once_and_kept():
    session = ClientSession()
    session.receive(encode(welcome(token="secret")))
    session.receive(encode(welcome()))
    assert session.token == "secret"


def test_the_view_follows_a_whole_hand():
    joined = Joined()
    table = joined.table
    joined.hear(table.deal())
    joined.hear(table.play(msg.Call(), 1))
    joined.hear(table.play(msg.Check(), 2))
    joined.hear(table.play(msg.Draw(), 2))
    held = joined.session.tables[BLUE].view.own.cards or ()
    joined.hear(table.play(msg.Draw(cards=held[:3]), 1))
    joined.hear(table.play(msg.Bet(to=50), 2))
    joined.hear(table.play(msg.Fold(), 1))
    view = joined.session.tables[BLUE].view
    assert [seat.stack for seat in view.seats] == [990, 1010]
    assert not view.running


def test_what_came_is_said_with_the_table_before_it():
    joined = Joined()
    before = joined.session.tables[BLUE].view
    received = joined.hear(joined.table.do(rules.SitOut(account=OTHER)))
    assert received.events == (seen.SatOut(seat=2),)
    assert received.before == before
    assert not before.at(2).sitting_out


def test_a_view_of_a_table_that_was_left_has_no_own_seat():
    joined = Joined()
    joined.session.receive(encode(joined.table.do(rules.Leave(account=GUEST))))
    assert joined.session.tables[BLUE].view.own is None
    joined.session.forget(BLUE)
    assert joined.session.tables == {}


def test_forgetting_a_table_that_was_not_seen_is_no_fault():
    session = ClientSession()
    session.forget(BLUE)
    assert session.tables == {}


# Numbers of events.


def test_an_update_that_came_before_is_passed_over():
    joined = Joined()
    update = joined.table.do(rules.SitOut(account=OTHER))
    joined.hear(update)
    assert joined.hear(update).events == ()


def test_of_an_update_only_what_is_new_is_taken():
    session = Joined().session
    seq = session.tables[BLUE].seq
    session.receive(sat_out(seq + 1, 1))
    received = session.receive(sat_out(seq + 1, 1, 2))
    assert received.events == (seen.SatOut(seat=2),)
    assert session.tables[BLUE].seq == seq + 2


def test_where_an_event_is_missing_the_rest_is_asked_for_once():
    session = Joined().session
    seq = session.tables[BLUE].seq
    received = session.receive(sat_out(seq + 3, 1))
    assert received.events == ()
    (asked,) = received.answers
    assert asked == msg.Resume(id=asked.id, table=BLUE, last_seq=seq)
    assert session.receive(sat_out(seq + 4, 1)).answers == ()
    assert session.tables[BLUE].seq == seq


def test_what_was_missing_is_taken_and_what_comes_then_too():
    joined = Joined()
    missed = joined.table.do(rules.SitOut(account=OTHER))
    late = joined.table.do(rules.SitIn(account=OTHER))
    (asked,) = joined.session.receive(encode(late)).answers
    for update in (missed, late):
        joined.session.receive(encode(update))
    answer = msg.Update(
        table=BLUE, seq=joined.table.seq + 1, events=(), reply=msg.Answer(id=asked.id, ok=True)
    )
    assert joined.hear(answer).events == ()


def test_a_gap_after_a_refused_or_answered_resume_is_asked_for_again():
    session = Joined().session
    seq = session.tables[BLUE].seq
    (asked,) = session.receive(sat_out(seq + 3, 1)).answers
    error = msg.Error(code="unavailable", message="Not now.")
    session.receive(encode(msg.Reply(id=asked.id, error=error)))
    (again,) = session.receive(sat_out(seq + 4, 1)).answers
    assert again.last_seq == seq
    assert again.id != asked.id


# Over connections.


def test_on_a_new_connection_each_table_goes_on_after_its_last_event():
    joined = Joined()
    again = welcome_at(BLUE)
    joined.session.receive(encode(again))
    (resume,) = joined.session.resumptions(again)
    assert (resume.table, resume.last_seq) == (BLUE, joined.table.seq)


def test_a_seat_that_was_never_seen_is_asked_for_from_the_beginning():
    session = ClientSession()
    again = welcome_at(BLUE)
    session.receive(encode(again))
    assert [(r.table, r.last_seq) for r in session.resumptions(again)] == [(BLUE, None)]


def test_a_table_where_our_seat_is_gone_or_was_left_is_let_go():
    joined = Joined()
    assert joined.session.resumptions(welcome_at()) == ()
    assert joined.session.tables == {}
    joined = Joined()
    joined.session.receive(encode(joined.table.do(rules.Leave(account=GUEST))))
    assert joined.session.resumptions(welcome_at()) == ()


def test_a_table_that_is_only_watched_goes_on_too():
    session = ClientSession()
    view = view_table(SmallTable().state, SPECTATOR)
    session.receive(encode(msg.Snapshot(table=BLUE, seq=4, view=view)))
    assert [(r.table, r.last_seq) for r in session.resumptions(welcome_at())] == [(BLUE, 4)]


@pytest.mark.parametrize("answered", [False, True])
def test_an_action_waits_to_be_sent_again_until_it_is_answered(answered):
    session = Joined().session
    act = msg.Act(id="1.1", table=BLUE, hand=HandId(1), turn=1, action=msg.Fold())
    session.request(lambda _: act)
    session.request(lambda id: msg.Tables(id=id))
    if answered:
        session.receive(encode(msg.Reply(id="1.1", ok=True)))
    assert list(session.unanswered.values()) == ([] if answered else [act])


def test_a_hidden_event_keeps_its_number():
    session = Joined().session
    seq = session.tables[BLUE].seq
    hidden = msg.Update(table=BLUE, seq=seq + 1, events=encode_events([seen.Hidden()]))
    assert session.receive(encode(hidden)).events == (seen.Hidden(),)
    assert session.tables[BLUE].seq == seq + 1


def test_a_snapshot_begins_anew_whatever_was_missed():
    joined = Joined()
    joined.table.do(rules.SitOut(account=OTHER))
    joined.hear(joined.table.snapshot())
    joined.hear(joined.table.do(rules.SitIn(account=OTHER)))


def test_an_update_of_a_table_that_is_not_seen_changes_nothing():
    session = ClientSession()
    received = session.receive(sat_out(5, 1, reply=msg.Answer(id="r1", ok=True)))
    assert session.tables == {}
    assert received.events == ()
    assert received.reply == msg.Reply(id="r1", ok=True)


def test_an_event_that_is_none_is_an_error():
    session = Joined().session
    seq = session.tables[BLUE].seq
    with pytest.raises(ProtocolError, match="what is not an event"):
        session.receive(
            f'{{"type":"update","table":"blue","seq":{seq + 1},"events":[{{"type":"sat_in"}}]}}'
        )


# Replies.


def test_a_reply_is_found_in_whatever_message_it_comes():
    joined = Joined()
    asked = msg.SitOut(id="r5", table=BLUE)
    done = msg.Reply(id="r5", ok=True)
    inside = joined.table.do(rules.SitOut(account=GUEST), answers=asked)
    assert joined.hear(inside).reply == done
    assert joined.hear(joined.table.snapshot(asked)).reply == done
    assert joined.session.receive(encode(done)).reply == done


def test_a_message_without_a_reply_has_none():
    session = ClientSession()
    assert session.receive(encode(msg.Pong(sent=1))).reply is None
    assert session.receive(encode(msg.Lobby(tables=()))).reply is None


def test_a_message_of_a_later_version_is_nothing():
    assert ClientSession().receive('{"type":"jackpot","amount":5}') is None


# Who is there, and how much time there is.


def test_who_is_gone_and_who_is_back_is_said():
    joined = Joined()
    gone = joined.session.receive(encode(msg.Presence(table=BLUE, away=(2,))))
    assert (gone.gone, gone.back, gone.after) == ({2}, set(), joined.session.tables[BLUE].view)
    assert joined.session.tables[BLUE].away == {2}
    back = joined.session.receive(encode(msg.Presence(table=BLUE, away=())))
    assert (back.gone, back.back) == (set(), {2})
    assert joined.session.tables[BLUE].away == set()


def test_who_is_away_stays_so_while_events_come():
    joined = Joined()
    joined.session.receive(encode(msg.Presence(table=BLUE, away=(2,))))
    received = joined.hear(joined.table.do(rules.SitOut(account=OTHER)))
    assert (received.gone, received.back) == (set(), set())
    assert joined.session.tables[BLUE].away == {2}


def test_a_seat_that_is_free_by_now_is_not_said_to_be_back():
    joined = Joined()
    joined.session.receive(encode(msg.Presence(table=BLUE, away=(2,))))
    joined.hear(joined.table.do(rules.Leave(account=OTHER)))
    received = joined.session.receive(encode(msg.Presence(table=BLUE, away=())))
    assert received.back == set()


def test_who_comes_back_himself_hears_who_is_away_with_what_he_missed():
    joined = Joined()
    missed = replace(joined.table.do(rules.SitOut(account=OTHER)), away=(2,))
    received = joined.hear(missed)
    assert received.gone == {2}
    assert joined.session.tables[BLUE].away == {2}


def test_who_is_away_at_a_table_that_is_not_seen_is_nobodys_business():
    session = ClientSession()
    received = session.receive(encode(msg.Presence(table=BLUE, away=(2,))))
    assert (received.gone, received.after) == (set(), None)
    assert session.tables == {}


def test_a_turn_says_its_time_and_what_follows_lets_it_run():
    joined = Joined()
    dealt = joined.hear(joined.table.deal())
    assert dealt.clock == (msg.TimeLeft(seat=1, base_ms=20_000, bank_ms=60_000),)
    beside = joined.hear(joined.table.do(rules.SitOut(account=OTHER)))
    assert beside.clock is None


def test_when_nobody_is_asked_any_more_no_clock_runs():
    joined = Joined()
    joined.hear(joined.table.deal())
    assert joined.hear(joined.table.play(msg.Fold(), 1)).clock == ()


def test_what_the_server_says_of_the_time_wins():
    joined = Joined()
    joined.hear(joined.table.deal())
    left = (msg.TimeLeft(seat=1, base_ms=0, bank_ms=0, grace_ms=30_000),)
    told = msg.Update(table=BLUE, seq=joined.table.seq + 1, events=(), clock=left)
    assert joined.hear(told).clock == left


def test_the_tables_that_are_ours_are_those_of_the_welcome_and_those_that_we_open():
    session = ClientSession()
    session.receive(encode(replace(welcome(), hosts=(TableId("friends"),))))
    session.receive(encode(msg.Reply(id="r1", ok=True, result=msg.Opened(table=TableId("mine~1")))))
    assert session.hosts == {"friends", "mine~1"}
    session.receive(encode(welcome()))
    assert session.hosts == set()
