"""Requests that are read at once: none that the library would not grant, and the same answer."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol
from websockets.typing import Origin, Subprotocol

from server.gateway.socket import asking_of
from server.gateway.wire.plain import LONGEST, plain_request
from tests.server.gateway.wire.kit import REQUEST
from tests.server.gateway.wire.test_handshakes import ANSWERS, PAGES, request

PROTOCOL = Subprotocol("showdown.v1")
GOOD = REQUEST.split(b"\r\n")[1:-2]
FIRST = (b"GET / HTTP/1.1", b"GET /x?y HTTP/1.1", b"HEAD / HTTP/1.1", b"GET / HTTP/1.0")
OTHERS = (
    b"Upgrade: WebSocket",
    b"UPGRADE:websocket",
    b"Upgrade: h2c",
    b"Connection: keep-alive, Upgrade",
    b"Connection: close",
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAB==",
    b"Sec-WebSocket-Key: AAAA",
    b"Sec-WebSocket-Version: 12",
    b"Sec-WebSocket-Protocol: other, showdown.v1",
    b"Sec-WebSocket-Extensions: permessage-deflate",
    b"Origin: https://cards.example",
    b"Origin: https://other.example",
    b"Authorization: Bearer x",
    b"X-Forwarded-For:\t203.0.113.9 ",
    b"X-Forwarded-For: \t 203.0.113.9 \t" + b" " * 100 + b",10.0.0.1\t  ",
    b"Authorization: \t ",
    b"Content-Length: 0",
    b"Content-Length: 5",
    b"Transfer-Encoding: chunked",
    b"X : x",
    b"X",
    b" folded",
    b"",
)


@st.composite
def requests(draw):
    """Something that may be a request: good headers and others, and a byte that is any."""
    lines = [line for line in GOOD if draw(st.integers(0, 9))]
    lines += draw(st.lists(st.sampled_from(OTHERS), max_size=2))
    first = draw(st.sampled_from(FIRST))
    data = bytearray(b"\r\n".join((first, *draw(st.permutations(lines)), b"", b"")))
    if draw(st.booleans()):
        data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    return bytes(data) + draw(st.sampled_from((b"", b"\x81")))


def of_the_library(data):
    """What the library makes of the same bytes: a request and the answer to it, if they are one."""
    library = ServerProtocol(
        origins=[None, *map(Origin, PAGES)], subprotocols=[PROTOCOL], max_size=8192
    )
    library.receive_data(data)
    asked = next(iter(library.events_received()), None)
    return (asked, library.accept(asked)) if isinstance(asked, Request) else (None, None)


def without_its_date(response: Response):
    del response.headers["Date"]
    return response.serialize()


@settings(max_examples=80)
@given(requests())
@example(REQUEST)
def test_what_is_granted_at_once_the_library_grants_by_the_same_answer(data):
    plain = plain_request(data, PAGES)
    if plain is None:
        return
    asked, response = of_the_library(data)
    assert response is not None
    assert response.status_code == 101
    assert plain.answer == without_its_date(response)
    assert plain.head == data[: data.index(b"\r\n\r\n") + 4]
    theirs = asking_of(asked)
    assert plain.asking.path == theirs.path
    assert list(plain.asking.forwarded) == list(theirs.forwarded)
    assert plain.asking.authorization == theirs.authorization


REFUSED = [name for name, (_, status) in ANSWERS.items() if status not in (101, 200)]


@pytest.mark.parametrize("name", REFUSED)
def test_nothing_that_has_to_be_refused_is_granted_at_once(name):
    assert plain_request(ANSWERS[name][0], PAGES) is None


@pytest.mark.parametrize(
    "data",
    [
        REQUEST,
        request(more=b"Origin: https://cards.example\r\nAuthorization: Bearer x\r\n"),
        request(b"Connection: Upgrade", b"Connection: keep-alive, Upgrade"),
        request(more=b"X-Forwarded-For: 203.0.113.9, 10.0.0.1\r\nUser-Agent: a browser\r\n"),
    ],
)
def test_as_clients_and_browsers_ask_it_is_read_at_once(data):
    assert plain_request(data, PAGES) is not None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        REQUEST[:-1],
        request(more=b"Host: localhost\r\n"),
        request(more=b"X: " + b"x" * LONGEST + b"\r\n"),
        request(more=b"".join(b"X%d: x\r\n" % each for each in range(70))),
    ],
)
def test_what_is_not_whole_or_too_much_is_left_to_the_library(data):
    assert plain_request(data, PAGES) is None
