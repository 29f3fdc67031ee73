"""A frame is a request, or it is said why it is none."""

import pytest

from server.gateway.hearing import read_request
from showdown.protocol import messages as msg
from showdown.protocol.codec import BadRequest


def test_a_text_is_the_request_that_it_says():
    assert read_request('{"type": "tables", "id": "t"}') == msg.Tables(id="t")


def test_what_is_no_text_is_refused_though_it_says_the_same():
    with pytest.raises(BadRequest, match=r"^The frame is binary; send text\.$") as refused:
        read_request(b'{"type": "tables", "id": "t"}')
    assert refused.value.code == "bad_json"
