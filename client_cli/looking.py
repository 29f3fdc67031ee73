"""
Looking things up from where you sit, in lines of text: tables, your hands, a hand told again.
"""

from collections.abc import Iterator

from client_cli.desk.advice import advise
from client_cli.presenter import Figures, Presenter, words
from client_cli.presenter.chances import percent
from client_cli.story import figures_of, from_server, when
from client_cli.wishes import ListHands, ListTables, Lookup, TellHand
from showdown.protocol import messages as msg
from showdown.sdk import Connection

BEST = 8
"""So many discards are told."""

MOST = 10
"""So many hands are listed; `showdown hands` has them all."""


async def look_up(connection: Connection, lookup: Lookup, figures: Figures) -> Iterator[str]:
    """
    The lines that answer.

    Raises:
        Refused: there is no such hand.
        ConnectionLost: the connection ended before the answer came.
    """
    match lookup:
        case ListTables():
            return _tables(await connection.tables(), figures)
        case ListHands():
            reply = await connection.request(lambda id: msg.Hands(id=id, limit=MOST))
            assert isinstance(reply.result, msg.HandList)
            return _hands(reply.result, figures)
        case TellHand(number=number):
            reply = await connection.request(lambda id: msg.Hand(id=id, hand=number))
            assert isinstance(reply.result, msg.HandView)
            story = from_server(reply.result, ascii=figures.ascii, aloud=figures.aloud)
            return iter(story.lines)


def advice(request: msg.ActionRequest, figures: Figures) -> Iterator[str]:
    """What the best discards become; counting it takes a second."""
    found = advise(request)
    yield str(words.ADVICE_TITLE)
    for one in found.discards[:BEST]:
        thrown = figures.cards(one.discard) or str(words.NOTHING)
        yield words.ADVICE_LINE.format(thrown=thrown, share=percent(found.improves(one)))


def _tables(found: tuple[msg.TableSummary, ...], figures: Figures) -> Iterator[str]:
    for each in found:
        stakes = Presenter(figures, each.table).stakes(each.ruleset)
        yield words.TABLE_LINE.format(
            table=each.table,
            stakes=words.PRIVATE.format(stakes=stakes) if each.private else stakes,
            players=each.players,
            seats=each.ruleset.max_seats,
            waiting=each.waiting,
        )


def _hands(page: msg.HandList, figures: Figures) -> Iterator[str]:
    if not page.hands:
        yield str(words.NO_HANDS)
    for each in page.hands:
        own = figures_of(each.source, ascii=figures.ascii, aloud=figures.aloud)
        yield (words.HAND_LINE_OTHER if each.net is None else words.HAND_LINE).format(
            hand=each.hand,
            table=each.table,
            when=when(each.ended_at),
            pot=own.chips(each.pot),
            net=own.net(each.net or 0),
        )
