"""A client that opens for deals and checks them, against servers that do not do as they said."""

from hashlib import sha256
from itertools import count
from random import Random

import pytest
from msgspec.structs import replace

from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode, encode_events
from showdown.protocol.contributing import DealRefused, TableContributor
from showdown.protocol.dropping import MOST_DROPPED
from showdown.protocol.session import ClientSession
from showdown.rules import actions as act
from showdown.rules import events as ev
from showdown.rules import seen
from showdown.rules.cards import DECK
from showdown.rules.contributing import LISTINGS, MISSES_ALLOWED
from showdown.rules.fairness.openings import Openings
from showdown.rules.fairness.record import ReceiptOf
from showdown.rules.fairness.telling import Bound, Opening
from showdown.rules.fairness.texts import to_text
from showdown.rules.proofs import HandProofs
from showdown.rules.proven import asked_openings, waits_for_openings
from showdown.rules.ruleset import HandId
from showdown.rules.table import AbortHand, Play, SetAnchor, StartHand, dealer_action
from showdown.rules.table_view import view_table
from showdown.rules.view import project_all, table_viewer
from tests.showdown.rules.more_proven import news
from tests.showdown.rules.proven_table import TABLE, ProvenTable

OTHER = to_text(bytes(32))


class Client:
    """Seat 1 of a table of three, whose other players open as well."""

    def __init__(self, seed=1):
        self.rng = Random(seed)
        self.table = ProvenTable(self.rng, players=3, ruleset=Ruleset(sb=1, bb=2), silent=0)
        self.you = 1
        secrets = count()
        self.noted = []
        self.contributor = TableContributor(
            TABLE, lambda: sha256(b"secret %d" % next(secrets)).digest(), self.note
        )
        self.ids = count(1)
        self.told = len(self.table.events)
        self.before = None
        self.openings = {}
        self.now: float | None = None
        self.wrong = lambda events: events
        self.forge = lambda openings: openings
        self.shown()

    def note(self, sealed):
        self.noted.append(sealed)

    @property
    def viewer(self):
        account = self.table.state.seating.at(self.you).account
        return table_viewer(self.table.state, account)

    def shown(self):
        view = view_table(self.table.state, self.viewer)
        self.contributor.shown(view, None)
        self.answer(view)

    def answer(self, view):
        for message in self.contributor.answers(view, lambda: f"r{next(self.ids)}"):
            if isinstance(message, msg.Anchor):
                account = self.table.state.seating.at(self.you).account
                self.table.do(SetAnchor(account=account, anchor=message.value))
                self.contributor.answered(message.id, ok=True)
                self.told = len(self.table.events)
            else:
                self.openings[message.part] = message.value

    def hear(self):
        """What has happened since, as this client hears it."""
        events, self.told = self.table.events[self.told :], len(self.table.events)
        self.proofs.follow(ev.hand_events(events))
        proof = self.proofs.proof(self.viewer)
        opened, self.before = news(self.before, proof), proof
        told = self.wrong(project_all(events, self.viewer))
        self.contributor.happened(told, self.you, self.now)
        self.contributor.opened(self.forge(opened))
        self.answer(view_table(self.table.state, self.viewer))

    def start(self):
        self.start_unheard()
        self.hear()

    def start_unheard(self):
        self.table.hands += 1
        self.table.do(
            StartHand(hand=HandId(self.table.hands), hand_key=self.rng.randbytes(32), table=TABLE)
        )
        started = ev.hand_events(self.table.events[self.told :])[0]
        assert isinstance(started, ev.HandStarted)
        self.proofs, self.before = HandProofs(started), None

    def play(self):
        """A whole hand."""
        self.start()
        self.play_on()
        self.openings = {}

    def snapshot(self, told=lambda proof: proof):
        """The table as it is now, for somebody who has missed what went before."""
        events, self.told = self.table.events[self.told :], len(self.table.events)
        self.proofs.follow(ev.hand_events(events))
        self.before = proof = told(self.proofs.proof(self.viewer))
        view = view_table(self.table.state, self.viewer)
        self.contributor.shown(view, proof)
        self.answer(view)

    def miss(self):
        """The table goes on, and this client hears nothing of it."""
        while self.table.state.running is not None:
            self.table.do(self.next_action())

    def play_on(self):
        while self.table.state.running is not None:
            self.table.do(self.next_action())
            self.hear()

    def next_action(self):
        if (action := dealer_action(self.table.state)) is not None:
            return action
        if waits_for_openings(self.table.hand):
            return Play(action=act.Open(self.all_openings()))
        seat = self.table.hand.seats[self.table.hand.asked[0]]
        return Play(action=self.table.choose(seat))

    def all_openings(self):
        asked = asked_openings(self.table.hand)
        for seat in asked.commitments:
            if seat == self.you and asked.part in self.openings:
                value = self.openings[asked.part]
            elif seat == self.you:
                continue
            else:
                value = to_text(self.table.chains[seat].open())
            self.openings[(asked.part, seat)] = value
        return tuple(
            Opening(seat=key[1], value=value)
            for key, value in self.openings.items()
            if isinstance(key, tuple) and key[0] == asked.part
        )


def changed(kind, **changes):
    """Tell each event of a kind otherwise."""
    return lambda events: tuple(
        replace(each, **changes) if isinstance(each, kind) else each for each in events
    )


def test_an_honest_hand_is_opened_for_and_found_proven():
    client = Client()
    client.start()
    client.play_on()
    found = client.contributor.finished
    assert found.findings.is_random
    assert client.you in found.findings.opened
    assert not found.missed


def test_a_seal_is_noted_before_it_is_opened():
    client = Client()
    client.start()
    (noted,) = client.noted
    assert (noted.hand, noted.part) == (1, 0)
    assert client.openings[0] == noted.value


def test_without_a_note_nothing_is_opened():
    client = Client()

    def full_disk(_):
        raise OSError(28, "No space left on device")

    client.contributor._note = full_disk
    client.start()
    assert client.openings == {}
    client.play_on()
    assert client.contributor.finished.unnoted
    assert not client.contributor.finished.missed


def test_hands_that_follow_are_bound_to_those_before():
    client = Client()
    for _ in range(2):
        client.start()
        client.openings = {0: client.openings[0]} if 0 in client.openings else {}
        client.play_on()
        client.openings = {}
    client.wrong = changed(seen.DealSealed, previous=OTHER)
    with pytest.raises(DealRefused, match="is not bound to the hand before it"):
        client.start()


def test_who_has_an_anchor_and_is_not_asked_has_caught_the_server():
    client = Client()
    client.play()
    client.wrong = changed(seen.DealSealed, contributors=())
    with pytest.raises(DealRefused, match="did not ask us to open"):
        client.start()


def test_an_opening_that_is_told_otherwise_is_noticed():
    client = Client()
    client.start()
    client.wrong = changed(seen.EntropyOpened, openings=(Opening(seat=client.you, value=OTHER),))
    with pytest.raises(DealRefused, match="we opened something else"):
        client.play_on()


def test_a_card_that_is_another_one_is_refused_and_the_evidence_is_there():
    client = Client()
    client.start()

    def forged(openings):
        if openings is None or not openings.cards:
            return openings
        first, second, *others = openings.cards
        return replace(openings, cards=(replace(first, salt=second.salt), second, *others))

    client.forge = forged
    with pytest.raises(DealRefused, match="was not dealt fairly: deal: path") as refused:
        client.play_on()
    assert refused.value.proof is not None
    assert refused.value.code == "deal_not_proven"


def test_a_seal_that_changes_is_refused():
    client = Client()
    client.start()
    proof = replace(client.proofs.proof(client.viewer), root=OTHER)
    with pytest.raises(DealRefused, match="changed what it had sealed"):
        client.contributor.shown(view_table(client.table.state, client.viewer), proof)


def test_a_hand_that_begins_a_second_time_is_refused():
    client = Client()
    for _ in range(2):
        client.start()
        client.play_on()
        client.openings = {}
    client.wrong = changed(seen.HandStarted, hand=HandId(1))
    with pytest.raises(DealRefused, match="began hand 1 a second time"):
        client.start()


def test_who_missed_is_told_and_begins_a_new_chain():
    client = Client()
    client.start()
    first = client.openings.pop(0)
    client.play_on()
    found = client.contributor.finished
    assert found.missed
    assert client.you in found.findings.missed
    client.openings = {}
    client.start()
    assert client.openings[0] != first


def test_on_a_new_connection_the_same_value_is_opened_again():
    client = Client()
    client.start()
    first = client.openings.pop(0)
    client.contributor.reconnected()
    client.answer(view_table(client.table.state, client.viewer))
    assert client.openings == {0: first}
    client.openings = {}
    client.answer(view_table(client.table.state, client.viewer))
    assert client.openings == {}


@pytest.mark.parametrize(
    "change",
    [{"previous": to_text(b"1" * 32)}, {"lineup": (3, 2, 1)}, {"deck_size": 54}, {"root": OTHER}],
)
def test_nothing_under_a_seal_may_change_after_we_have_opened_for_it(change):
    client = Client()
    client.start()
    with pytest.raises(DealRefused, match="changed what it had sealed"):
        client.snapshot(lambda proof: replace(proof, **change))


def test_a_card_that_is_told_and_not_opened_is_refused():
    client = Client()
    client.start()
    client.forge = lambda openings: None
    with pytest.raises(DealRefused, match="did not prove"):
        client.play_on()


def test_a_card_that_is_told_otherwise_than_it_is_opened_is_refused():
    client = Client()
    client.start()

    def swapped(events):
        return tuple(
            replace(each, hands=tuple(map(turned, each.hands)))
            if isinstance(each, seen.CardsDealt)
            else each
            for each in events
        )

    def turned(dealt):
        others = [card for card in DECK if card not in (dealt.cards or ())]
        return replace(dealt, cards=tuple(others[:5])) if dealt.cards else dealt

    client.wrong = swapped
    with pytest.raises(DealRefused, match="did not prove"):
        client.play_on()


def test_a_card_that_a_snapshot_shows_and_does_not_open_is_refused():
    client = Client()
    client.start()
    while not client.table.hand.cards[0]:
        client.table.do(client.next_action())

    def bare(proof):
        return replace(proof, view=replace(proof.view, cards=(), nodes={}))

    with pytest.raises(DealRefused, match="did not prove"):
        client.snapshot(bare)


def test_an_opening_that_is_not_even_told_as_missed_counts_as_missed():
    client = Client()
    client.start()
    client.wrong = changed(seen.EntropyOpened, openings=(), missed=())
    client.forge = lambda openings: None
    with pytest.raises(DealRefused):
        client.play_on()
    assert client.contributor._missed


def test_who_hears_nothing_of_the_end_of_a_hand_plays_on():
    client = Client()
    client.play()
    client.start()
    client.miss()
    client.snapshot()
    client.openings = {}
    client.play()
    assert client.contributor.finished.findings.is_random


def test_who_hears_nothing_of_a_whole_hand_plays_on():
    client = Client()
    client.play()
    for _ in range(2):
        client.start_unheard()
        client.miss()
        client.snapshot()
    client.play()
    assert client.contributor.finished.findings.is_random


def test_an_opening_that_was_lost_with_the_connection_begins_a_new_chain():
    client = Client()
    client.start()
    client.openings = {}
    client.miss()
    client.snapshot()
    client.play()
    assert client.you in client.contributor.finished.findings.opened


def test_a_hand_that_is_given_up_in_the_window_begins_a_new_chain():
    client = Client()
    client.start()
    (first,) = client.openings.values()
    client.openings = {}
    client.table.do(AbortHand(reason="a fault of ours"))
    client.hear()
    client.play()
    assert client.you in client.contributor.finished.findings.opened
    assert client.noted[-1].value != first


def test_an_anchor_that_may_be_lost_is_followed_by_another():
    client = Client()
    contributor = TableContributor(TABLE, lambda: b"2" * 32, client.note)
    view = view_table(client.table.state, client.viewer)
    (first,) = contributor.answers(view, lambda: "a1")
    assert contributor.answers(view, lambda: "a2") == ()
    contributor.reconnected()
    (second,) = contributor.answers(view, lambda: "a3")
    assert (type(first), second.id) == (msg.Anchor, "a3")


def test_who_heard_of_windows_when_they_were_over_rests_like_everybody():
    client = Client()
    client.play()
    for _ in range(MISSES_ALLOWED):
        client.start_unheard()
        client.miss()
        client.hear()
    assert 0 not in client.openings
    client.play()
    assert client.you not in client.contributor.finished.findings.opened


def test_who_was_away_for_windows_rests_and_plays_on():
    client = Client()
    client.play()
    for _ in range(MISSES_ALLOWED):
        client.start_unheard()
        client.miss()
        client.snapshot()
    client.play()
    assert client.you not in client.contributor.finished.findings.opened


def test_who_may_rest_for_what_an_earlier_run_missed_plays_on_and_not_for_ever():
    client = Client()
    client.wrong = changed(seen.DealSealed, contributors=())
    client.start()
    assert client.openings == {}
    for _ in range(LISTINGS):
        client.contributor._listing.passed_over()
    event = seen.DealSealed(table=TABLE, previous=OTHER, root=OTHER, contributors=())
    with pytest.raises(DealRefused, match="did not ask us to open"):
        client.contributor._is_listed(event, client.you)


def test_what_was_opened_with_events_that_are_known_is_not_taken_in_again(monkeypatch):
    client = Client()
    session = ClientSession(lambda: bytes(32))
    view = view_table(client.table.state, client.viewer)
    session.receive(encode(msg.Snapshot(table=TABLE, seq=5, view=view)))
    taken: list[Openings | None] = []
    monkeypatch.setattr(session._contributors[TABLE], "opened", taken.append)
    openings = Openings(receipts=(ReceiptOf(1, DECK[0], "A" * 22),))
    events = encode_events(project_all(client.table.events[:1], client.viewer))
    for seq in (5, 6):
        update = msg.Update(table=TABLE, seq=seq, events=events, openings=openings)
        session.receive(encode(update))
    assert taken == [None, openings]


# A server that is crooked in one way, from some hand on.


class Crook:
    """Deals honestly to a client for some hands, and then does what it likes."""

    def __init__(self, rng):
        self.rng, self.client = rng, Client(rng.randrange(10**6))
        self.now, self.pings = 0.0, count(1)

    def hand(self, deed=None):
        """A hand in which the client's ping is answered at once."""
        client, ping = self.client, next(self.pings)
        client.now = self.now
        client.start()
        if deed is not None:
            deed(self)
        client.contributor.opens(ping)
        client.contributor.pong(ping, self.now + 0.01)
        client.now = self.now + 0.5
        client.play_on()
        client.openings = {}
        self.now += 60


def drops_openings(crook):
    crook.client.openings.pop(0, None)


def tells(kind, **changes):
    def deed(crook):
        crook.client.wrong = changed(kind, **changes)

    return deed


def changes_a_salt(crook):
    crook.client.forge = lambda openings: (
        replace(openings, cards=tuple(replace(each, salt="A" * 22) for each in openings.cards))
        if openings is not None
        else None
    )


def opens_no_cards(crook):
    crook.client.forge = lambda openings: None


def deals_another_card(crook):
    def forged(openings):
        if openings is None or not openings.cards:
            return openings
        first, *others = openings.cards
        held = {each.card for each in openings.cards}
        other = crook.rng.choice([card for card in DECK if card not in held])
        return replace(openings, cards=(replace(first, card=other), *others))

    crook.client.forge = forged


def before_the_hand(deed):
    """Done before a hand begins: it is about how hands begin."""
    deed.before = True
    return deed


DEEDS = {
    "drops openings": (drops_openings, MOST_DROPPED),
    "asks for nothing": (before_the_hand(tells(seen.DealSealed, contributors=())), 1),
    "asks for another chain": (
        before_the_hand(tells(seen.DealSealed, contributors=(Bound(seat=1, commitment=OTHER),))),
        1,
    ),
    "forgets the hand before": (before_the_hand(tells(seen.DealSealed, previous=OTHER)), 1),
    "deals a hand twice": (before_the_hand(tells(seen.HandStarted, hand=HandId(1))), 1),
    "opens for us": (
        tells(seen.EntropyOpened, openings=(Opening(seat=1, value=OTHER),)),
        1,
    ),
    "changes a salt": (changes_a_salt, 1),
    "opens no cards": (opens_no_cards, 1),
    "deals another card": (deals_another_card, 1),
}
"""What a server could do to one client, and in how many hands it is found out."""


@pytest.mark.parametrize(("deed", "hands"), DEEDS.values(), ids=list(DEEDS))
@pytest.mark.soak(slice=2)
def test_a_crooked_server_is_found_out_in_as_many_hands_as_promised(rounds, deed, hands):
    for rng in rounds:
        crook = Crook(rng)
        for _ in range(rng.randint(2, 6)):
            crook.hand()
        for _ in range(hands - 1):
            crook.hand(deed)
        if hasattr(deed, "before"):
            deed(crook)
        with pytest.raises(DealRefused):
            crook.hand(deed)
