"""
Whether what a client was told is as the documents say: the schema, and the list of codes.
"""

from showdown.protocol.codes import CODES, NOTICES
from tests.json_schema import faults

SERVER_MESSAGE = {"$ref": "#/$defs/ServerMessage"}


def check_listed(error, codes):
    """Fail if a code is not listed, or comes with details that it does not have."""
    code, details = error["code"], error.get("details") or {}
    assert code in codes, error
    listed = codes[code]
    optional = "wanted" if listed.wanted is not None else "found"
    for name in ("found", "wanted"):
        told, described = details.get(name) is not None, getattr(listed, name) is not None
        assert described or not told, f"{name} is not described: {error}"
        may_lack = listed.sometimes and name == optional
        assert told or may_lack or not described, f"{name} is missing: {error}"
    assert error["message"].endswith("."), error


def check_frame(frame):
    """Fail if a frame of the server is not as the schema says, or refuses in a way not listed."""
    wrong = list(faults(frame, SERVER_MESSAGE))
    assert not wrong, (wrong, frame)
    reply = frame if frame["type"] == "reply" else frame.get("reply")
    if reply and reply.get("error"):
        check_listed(reply["error"], CODES)
    if frame["type"] == "notice":
        check_listed(frame, NOTICES)
