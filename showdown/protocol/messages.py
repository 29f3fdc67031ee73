"""
What travels, both ways.

Requests forbid unknown fields: a misspelt one is an error, not a default. What the server sends may
grow; clients ignore fields and types that they do not know.
"""

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Raw, Struct

from showdown.history.statistics import Outcome, Statistics
from showdown.rules import actions as act
from showdown.rules.cards import Card
from showdown.rules.events import TurnKind
from showdown.rules.fairness.openings import Openings
from showdown.rules.fairness.record import Proof
from showdown.rules.fairness.texts import DigestText
from showdown.rules.hand_rank import Category
from showdown.rules.legal import LegalActions
from showdown.rules.pots import Pot
from showdown.rules.ruleset import LARGEST, AccountId, Chips, HandId, Ruleset, Seat, TableId
from showdown.rules.seen import Turn
from showdown.rules.table_view import TableView

RequestId = Annotated[str, Meta(min_length=1, max_length=36)]
"""Chosen by the client; the reply carries it again."""
Amount = Annotated[int, Meta(ge=0, le=LARGEST)]
SeatNumber = Annotated[int, Meta(ge=1, le=8)]
Counter = Annotated[int, Meta(ge=0, le=LARGEST)]
HandNumber = Annotated[HandId, Meta(ge=0, le=LARGEST)]
Name = Annotated[str, Meta(min_length=1, max_length=32)]
TemplateName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,20}$")]
Events = tuple[Raw, ...]
"""
Events as they travel: :mod:`showdown.protocol.codec` writes and reads them. They stay text until
somebody wants them, so that a public event is written once for all who see it, and a client can
step over one that it does not know.
"""
Secret = Annotated[str, Meta(min_length=1, max_length=256)]
Code = Annotated[str, Meta(min_length=1, max_length=64)]
"""An invitation to a private table: what stands behind the # of its link."""
Nonce = Annotated[str, Meta(min_length=22, max_length=64)]
"""At least 128 random bits: whoever knows it is the guest who made it up."""


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all messages of a client have in common."""


class Numbered(Request, frozen=True):
    """A request that gets exactly one ``reply`` with its id."""

    id: RequestId


# Client to server.


class Hello(Numbered, frozen=True, tag="hello"):
    """
    The first message: a token, a name with its password, or a name for a new guest.

    With a ``resume_token`` an earlier session goes on; if it is over, what else is said counts.
    """

    name: Name | None = None
    token: Secret | None = None
    password: Secret | None = None
    resume_token: Secret | None = None
    """The last one that you were given; another one comes with the ``welcome``."""
    nonce: Nonce | None = None
    """For a new guest: made up at random, the same when the answer was lost and you try again."""
    resume: bool = False
    """You will ``resume`` each of your tables, so no snapshots of them follow by themselves."""
    look: bool = False
    """Only to look on and to look up, beside whoever plays for the account."""
    invite: Code | None = None
    """The code of a private table, which you can find on this connection."""


class Register(Numbered, frozen=True, tag="register"):
    """
    Have a password: instead of ``hello`` with a new name, or as the guest that you are.

    A guest who is signed in keeps his name, his chips and his tokens.
    """

    password: Secret
    name: Name | None = None
    invite: Code | None = None
    """As in ``hello``, where this stands in its place."""


class SignOut(Numbered, frozen=True, tag="sign_out"):
    """
    End this session: its resume token opens nothing any more, and your connections are closed.

    So does the token that this connection came with or was given, if the account has a password to
    come back with.
    """

    everywhere: bool = False
    """All sessions of the account, and all tokens of its clients, but those of programs."""


class Tables(Numbered, frozen=True, tag="tables"):
    """List the tables; the answer is a ``lobby``, then the reply."""

    after: Counter | None = None
    """Those behind a page that you have: its ``next``."""
    chips: bool = False
    """Whether it says what you have beside the tables, too."""


class Sit(Numbered, frozen=True, tag="sit"):
    """Take a seat; without a seat the lowest free one, without chips the usual buy-in."""

    table: TableId
    seat: SeatNumber | None = None
    buy_in: Amount | None = None


class Leave(Numbered, frozen=True, tag="leave"):
    """Get up, at once or after the hand."""

    table: TableId


class SitOut(Numbered, frozen=True, tag="sit_out"):
    """Be dealt in no more from the next hand on."""

    table: TableId


class SitIn(Numbered, frozen=True, tag="sit_in"):
    """Be dealt in again."""

    table: TableId


class PostNow(Numbered, frozen=True, tag="post"):
    """Pay what entering costs as soon as it may be paid, and do not wait for the big blind."""

    table: TableId


class Show(Numbered, frozen=True, tag="show"):
    """Show your hand of a deal that is over, until the next one starts."""

    table: TableId
    hand: HandNumber


class TopUp(Numbered, frozen=True, tag="top_up"):
    """Have this total in front of you, now or after the hand."""

    table: TableId
    to: Amount


class Wait(Numbered, frozen=True, tag="wait"):
    """
    Wait for a seat; the reply's ``result`` says at which place in the line.

    When a seat is free and you are first, a ``notice`` offers it for a short time: ``sit`` then.
    """

    table: TableId


class Unwait(Numbered, frozen=True, tag="unwait"):
    """Wait no more."""

    table: TableId


class OpenTable(Numbered, frozen=True, tag="open_table"):
    """
    Open a table from one of the templates of the lobby; the reply's ``result`` says its name.

    You do not sit there yet. It is closed when nobody has sat there for a while.
    """

    template: TemplateName
    name: TemplateName | None = None
    """How its name begins; otherwise as the template is called."""


class Watch(Numbered, frozen=True, tag="watch"):
    """See a table without sitting there."""

    table: TableId


class Unwatch(Numbered, frozen=True, tag="unwatch"):
    """See it no more."""

    table: TableId


class Resume(Numbered, frozen=True, tag="resume"):
    """
    Go on with a table after the last event that you have, and see it from then on.

    The events that you missed come as updates; where they cannot be had any more, or you name no
    last one, a snapshot comes. The last frame carries the reply, and your request if it is your
    turn.
    """

    table: TableId
    last_seq: Counter | None = None


class MoveOf(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What a player does; the seat is the session's."""


class Fold(MoveOf, frozen=True, tag="fold"):
    """Give the hand up."""

    def by(self, seat: Seat) -> act.PlayerAction:
        """The action of a seat."""
        return act.Fold(seat)


class Check(MoveOf, frozen=True, tag="check"):
    """Stay in for nothing."""

    def by(self, seat: Seat) -> act.PlayerAction:
        """The action of a seat."""
        return act.Check(seat)


class Call(MoveOf, frozen=True, tag="call"):
    """Match the bet, or go all-in for less."""

    def by(self, seat: Seat) -> act.PlayerAction:
        """The action of a seat."""
        return act.Call(seat)


class Bet(MoveOf, frozen=True, tag="bet"):
    """Open the betting; ``to`` is your total for the round."""

    to: Amount

    def by(self, seat: Seat) -> act.PlayerAction:
        """The action of a seat."""
        return act.BetTo(seat, self.to)


class Raise(MoveOf, frozen=True, tag="raise"):
    """Raise; ``to`` is your total for the round."""

    to: Amount

    def by(self, seat: Seat) -> act.PlayerAction:
        """The action of a seat."""
        return act.RaiseTo(seat, self.to)


class Draw(MoveOf, frozen=True, tag="draw"):
    """Discard these cards and get as many; none is standing pat."""

    cards: Annotated[tuple[Card, ...], Meta(max_length=8)] = ()

    def by(self, seat: Seat) -> act.PlayerAction:
        """The action of a seat."""
        return act.Draw(seat, self.cards)


Move = Fold | Check | Call | Bet | Raise | Draw


class Act(Numbered, frozen=True, tag="act"):
    """Act in a hand, in the turn that the server named; safe to send again with its id."""

    table: TableId
    hand: HandNumber
    turn: Counter
    action: Move


class Chat(Numbered, frozen=True, tag="chat"):
    """Say something to everybody who sees a table."""

    table: TableId
    text: str
    """One line; signs that are not shown are taken out, and 200 may be left."""


class DeedOf(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What a host does; at his own table alone."""


class DeedTo(DeedOf, frozen=True):
    """What he does to somebody."""

    player: Name


class Kick(DeedTo, frozen=True, tag="kick"):
    """Send somebody away: he folds and leaves with his chips, and does not come back."""


class Admit(DeedTo, frozen=True, tag="admit"):
    """Let somebody come back."""


class Mute(DeedTo, frozen=True, tag="mute"):
    """Let nobody hear what somebody says."""


class Unmute(DeedTo, frozen=True, tag="unmute"):
    """Let somebody be heard again."""


class Grant(DeedTo, frozen=True, tag="grant"):
    """Give play chips to somebody at the table; he has them beside it."""

    chips: Annotated[int, Meta(ge=1, le=LARGEST)]


class Pause(DeedOf, frozen=True, tag="pause"):
    """Let no hand begin; the one that runs is played to its end."""


class Unpause(DeedOf, frozen=True, tag="unpause"):
    """Let hands begin again."""


class Invite(DeedOf, frozen=True, tag="invite"):
    """Have the links of a private table; they are in the reply's ``result``."""


class Renew(DeedOf, frozen=True, tag="renew"):
    """Have new links of a private table; the old ones open nothing any more."""


Deed = Kick | Admit | Mute | Unmute | Grant | Pause | Unpause | Invite | Renew


class Host(Numbered, frozen=True, tag="host"):
    """Do what only the host of a table may do."""

    table: TableId
    do: Deed


Moment = Annotated[datetime, Meta(tz=True)]
"""A point in time with its zone, as in 2026-11-30T12:00:00Z."""


class Selecting(Numbered, frozen=True):
    """Which stored hands are meant: those that pass every filter that is given."""

    table: TableId | None = None
    player: Name | None = None
    """Who has to be in, however his name is written."""
    since: Moment | None = None
    """When they may have ended at the earliest, to the second."""
    until: Moment | None = None
    """When they may have ended at the latest, to the second."""
    min_pot: Amount | None = None
    category: Annotated[int, Meta(ge=0, le=int(max(Category)))] | None = None
    """Of the best hand that was shown and won a pot, as ``hand_shown`` numbers it."""
    result: Outcome | None = None
    """For that player; for you if none is named."""


class Hands(Selecting, frozen=True, tag="hands"):
    """
    Find hands, newest first; the answer is a reply with ``result``.

    Hands that you imported are among them, those of others never.
    """

    before: HandNumber | None = None
    """Only hands before this one: the last of the page before."""
    limit: Annotated[int, Meta(ge=1, le=100)] = 20


class Stats(Selecting, frozen=True, tag="stats"):
    """Sum hands up for one player, you if none is named; the answer is a reply with ``result``."""


class Hand(Numbered, frozen=True, tag="hand"):
    """One hand as you may see it; the answer is a reply with ``result``."""

    hand: HandNumber


class Anchor(Numbered, frozen=True, tag="anchor"):
    """Begin a chain of openings at a table where you sit; it counts from the next hand on."""

    table: TableId
    value: DigestText


class Open(Request, frozen=True, tag="open"):
    """
    Open the next value of your chain for a part of a hand.

    Nothing answers: ``entropy_opened`` says whose openings came in time.
    """

    table: TableId
    hand: HandId
    part: Counter
    value: DigestText


class Ping(Request, frozen=True, tag="ping"):
    """Answered by ``pong`` with the same number."""

    sent: Counter = 0


ClientMessage = (
    Hello
    | Register
    | SignOut
    | Tables
    | Sit
    | Leave
    | SitOut
    | SitIn
    | PostNow
    | Show
    | TopUp
    | Wait
    | Unwait
    | OpenTable
    | Watch
    | Unwatch
    | Resume
    | Act
    | Chat
    | Host
    | Hands
    | Stats
    | Hand
    | Anchor
    | Open
    | Ping
)


# Server to client.


class Message(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What all messages of the server have in common."""


class Limits(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the server accepts."""

    max_frame: int
    """Bytes of a frame."""
    heartbeat_s: float
    """Seconds between the server's pings."""
    messages_per_s: float | None = None
    """What a connection may send, and an account; most messages count as one."""
    message_burst: float | None = None
    """What it may send at once after a pause."""
    prices: dict[str, int] = {}
    """What counts as more than one, by its type."""


class SeatTaken(Struct, frozen=True, kw_only=True):
    """A seat of this account."""

    table: TableId
    seat: Seat


class Welcome(Message, frozen=True, tag="welcome"):
    """You are in."""

    version: str
    account: AccountId
    name: str
    chips: Chips
    """What the account has beside the tables."""
    limits: Limits
    token: str | None = None
    """Keep it: who shows it is you. Given once, to a new guest and for a password."""
    resume_token: str | None = None
    """Say it in your next ``hello``, once: another one comes then. If none came, say the last."""
    resume_window_s: int | None = None
    """So many seconds from now on it is good."""
    seats: tuple[SeatTaken, ...] = ()
    """Where you sit; a snapshot of each table follows."""
    invited: TableId | None = None
    """The private table that your invitation opens."""
    hosts: tuple[TableId, ...] = ()
    """Tables whose host you are."""


class ActionRequest(Message, frozen=True):
    """Everything that is needed to decide."""

    ruleset: Ruleset
    seat: Seat
    turn: int
    kind: TurnKind
    cards: tuple[Card, ...]
    to_call: Chips
    pot: Chips
    pots: tuple[Pot, ...]
    """The pot so far, split by who can win it, bets of this round included."""
    stacks: dict[Seat, Chips]
    """What each seat in the hand has left."""
    legal: LegalActions
    base_ms: int
    """Left of the base time."""
    bank_ms: int
    """Left of the time bank."""
    history: Events = ()
    """The hand so far, as you saw it."""
    padding: str = ""
    """Blanks: with them a request is as long whatever your cards allow you to do."""


class TimeLeft(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The time that a seat has from now on, until it is acted for."""

    seat: Seat
    base_ms: int
    """Left of the base time."""
    bank_ms: int
    """Left of the time bank, which follows."""
    grace_ms: int = 0
    """Left of what a player has more who is cut off, after both."""


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """That a request was done, or why not."""

    id: str
    ok: bool = False
    error: "Error | None" = None
    turn: Turn | None = None
    """After a refused action: the present turn."""


class Details(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a sentence says, apart, so that a client can say it in another language."""

    found: str | int | None = None
    wanted: str | int | None = None


class Error(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why not: a stable code, and a sentence for a person."""

    code: str
    message: str
    details: Details | None = None


class Update(Message, frozen=True, tag="update"):
    """All that one action caused, for one recipient."""

    table: TableId
    seq: int
    """The number of the first event; they count on by one."""
    events: Events
    """There may be none, where only a request or a reply is told."""
    hand: HandId | None = None
    request: ActionRequest | None = None
    """If it is your turn."""
    reply: Answer | None = None
    """If it was your request."""
    clock: tuple[TimeLeft, ...] = ()
    """
    The time that is left to each seat that is asked, where you cannot know it from a ``turn`` that
    has just come.
    """
    away: tuple[Seat, ...] | None = None
    """Where you come back: seats whose players are not connected."""
    openings: Openings | None = None
    """What proves the cards that these events show you."""
    proof: Proof | None = None
    """Where you come back: the proof of all that you may see of the hand so far."""


class Snapshot(Message, frozen=True, tag="snapshot"):
    """A table as you may see it, after the event ``seq``."""

    table: TableId
    seq: int
    view: TableView
    request: ActionRequest | None = None
    reply: Answer | None = None
    clock: tuple[TimeLeft, ...] = ()
    """The time that is left to each seat that is asked."""
    away: tuple[Seat, ...] = ()
    """Seats whose players are not connected."""
    proof: Proof | None = None
    """Of all that you may see of the hand so far."""


class Reply(Message, frozen=True, tag="reply"):
    """The answer to a request that no update answers."""

    id: str
    ok: bool = False
    error: Error | None = None
    turn: Turn | None = None
    request: ActionRequest | None = None
    """After a refused action of the seat to act: its request again."""
    result: "HandList | HandView | StatsView | Waiting | Opened | Invitation | None" = None


class Invitation(Struct, frozen=True, kw_only=True, tag="invitation"):
    """How guests find a private table."""

    table: TableId
    links: tuple[str, ...]
    """Addresses of the server as far as it knows them, each with the code behind a #."""


class Source(Struct, frozen=True, kw_only=True):
    """Where an imported hand was played, and for what."""

    site: str
    number: str
    """As the site wrote it."""
    currency: str
    scale: int
    """How many of the smallest units, of which all amounts are, make one that is displayed."""


class HandSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One stored hand in a list."""

    hand: HandId
    table: TableId
    ended_at: str
    """Universal time, as in 2026-11-30T12:00:00Z."""
    pot: Chips
    players: tuple[str, ...]
    winners: tuple[str, ...]
    net: Chips | None = None
    """What the asker won or lost, if he was in."""
    category: int | None = None
    """Of the best hand that was shown and won a pot."""
    source: Source | None = None
    """Where it was played, if the asker imported it."""


class HandList(Struct, frozen=True, kw_only=True, tag="hands"):
    """A page of hands, newest first."""

    hands: tuple[HandSummary, ...]
    more: bool
    """Whether older ones follow."""


class StatsView(Struct, frozen=True, kw_only=True, tag="stats"):
    """What some hands say about a player; all of it is known to everybody who sat there."""

    figures: Statistics


class HandView(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="hand"):
    """One stored hand, with what the asker may see of it."""

    hand: HandId
    table: TableId
    ended_at: str
    you: Seat | None
    """Where the asker was dealt in."""
    events: Events
    proof: Proof | None = None
    """Of all cards in it that the asker may see; None for a hand that is not proven."""
    source: Source | None = None
    """Where it was played, if the asker imported it."""


class Waiting(Struct, frozen=True, kw_only=True, tag="waiting"):
    """Where somebody stands who waits for a seat."""

    place: int
    """1 is the first who is offered one."""


class Opened(Struct, frozen=True, kw_only=True, tag="opened"):
    """A table that was opened."""

    table: TableId


class TemplateSummary(Struct, frozen=True, kw_only=True):
    """What a player may open a table from."""

    name: str
    ruleset: Ruleset
    bots: int
    """How many house bots it has."""
    open: int
    """How many tables of it are open."""
    most: int
    """How many may be."""


class SeatSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sits where, as the lobby lists it."""

    seat: Seat
    name: str
    stack: Chips | None = None
    """What he has between two hands, and had before the one that runs, if one may know it yet."""
    bot: bool = False
    """A house bot, or somebody whose program came in by an API token."""
    sitting_out: bool = False
    away: bool = False
    """Not connected now."""


class TableSummary(Struct, frozen=True, kw_only=True):
    """One table in the lobby."""

    table: TableId
    ruleset: Ruleset
    players: int
    free: tuple[Seat, ...]
    hand: HandId | None
    """The hand that runs."""
    seats: tuple[SeatSummary, ...] = ()
    spectators: int = 0
    """How many look on without a seat."""
    waiting: int = 0
    """How many wait for a seat."""
    spectator_delay_s: float = 0
    """So many seconds later than it is played one sees the table without a seat."""
    private: bool = False
    """Only who is invited can find it."""
    average_pot: Chips | None = None
    """Of the last hands since the server was started, if there were any."""


class Lobby(Message, frozen=True, tag="lobby"):
    """The tables there are, or a page of them."""

    tables: tuple[TableSummary, ...]
    next: int | None = None
    """There are more: ask ``tables`` with ``after`` this."""
    templates: tuple[TemplateSummary, ...] = ()
    """From which a player may open a table; with the first page."""
    chips: Chips | None = None
    """What you have beside the tables, if you asked for it."""


class Pong(Message, frozen=True, tag="pong"):
    """The answer to a ping."""

    sent: int


class Presence(Message, frozen=True, tag="presence"):
    """Who sits at a table and is not connected now; all others there are."""

    table: TableId
    away: tuple[Seat, ...]


class Said(Message, frozen=True, tag="said"):
    """What somebody says at a table."""

    table: TableId
    name: str
    text: str
    seat: Seat | None = None
    """Where he sits; None for who looks on."""


class Notice(Message, frozen=True, tag="notice"):
    """Something a person should read."""

    code: str
    message: str
    table: TableId | None = None
    """Which table it is about, if it is about one."""
    details: Details | None = None


ServerMessage = Welcome | Update | Snapshot | Reply | Lobby | Pong | Presence | Said | Notice
