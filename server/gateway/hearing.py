"""
What a frame of a client asks for.
"""

from showdown.protocol import messages as msg
from showdown.protocol.codec import BadRequest, decode_request


def read_request(frame: bytes | str) -> msg.ClientMessage:
    """
    The request in a frame.

    Raises:
        BadRequest: it is none, or not a text.
    """
    if isinstance(frame, bytes):
        raise BadRequest(
            "The frame is binary; send text.", code="bad_json", request_id=None, found="binary"
        )
    return decode_request(frame)
