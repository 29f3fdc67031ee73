"""
Where a frame ends: cutting what comes in without looking at more than heads.

Nearly all frames are a whole text of a client who keeps the rules; those are read here, in a tenth
of the time that a parser of streams takes. All others are handed to the library, one at a time, and
whatever breaks the rules together with all that follows it.
"""

from websockets.frames import CLOSE, DATA_OPCODES, PING, PONG

try:
    from websockets.speedups import apply_mask
except ImportError:  # where no compiled wheel was at hand
    from websockets.utils import apply_mask

FINAL, RESERVED, OPCODE = 0x80, 0x70, 0x0F
MASKED, LENGTH = 0x80, 0x7F
SHORT, LONG = 126, 127
"""What is in place of a length that has two bytes, or eight, of its own."""
MOST_IN_CONTROL = 125
MASK = 4

WHOLE_TEXT = 0x81
"""How a frame begins that is a whole text."""

WHOLE_PING, WHOLE_PONG = 0x89, 0x8A
"""How a ping begins, and the answer to it."""

DATA = frozenset(map(int, DATA_OPCODES))
KNOWN = DATA | {int(CLOSE), int(PING), int(PONG)}

NOT_YET = 0
LAWLESS = -1


def size_of_frame(data: bytes, at: int, most: int) -> int:
    """
    How many bytes the frame has that begins there.

    >>> size_of_frame(bytes((0x81, 0x82, 0, 0, 0, 0, 104, 105)), 0, most=8192)
    8

    Args:
        most: so many bytes its data may have.

    Returns:
        :data:`NOT_YET` if not all of it is there, and :data:`LAWLESS` if it breaks a rule.
    """
    left = len(data) - at
    if left < 2:
        return NOT_YET
    first, second = data[at], data[at + 1]
    length, head = second & LENGTH, 2
    if length == SHORT:
        head = 4
    elif length == LONG:
        head = 10
    if left < head:
        return LAWLESS if _breaks_rules(first, second) else NOT_YET
    if head > 2:
        length = int.from_bytes(data[at + 2 : at + head])
    if _breaks_rules(first, second) or length > most:
        return LAWLESS
    size = head + MASK + length
    return size if left >= size else NOT_YET


def _breaks_rules(first: int, second: int) -> bool:
    if first == WHOLE_TEXT:
        return not second & MASKED
    opcode = first & OPCODE
    if first & RESERVED or not second & MASKED or opcode not in KNOWN:
        return True
    return opcode not in DATA and (not first & FINAL or second & LENGTH > MOST_IN_CONTROL)


def data_of_frame(data: bytes, at: int, size: int) -> bytes:
    """
    What a whole frame says.

    >>> data_of_frame(bytes((0x81, 0x82, 1, 2, 3, 4, 105, 107)), 0, 8)
    b'hi'
    """
    length = data[at + 1] & LENGTH
    begin = at + (2 if length < SHORT else 4 if length == SHORT else 10)
    body = begin + MASK
    return apply_mask(data[body : at + size], data[begin:body])


def text_frame(text: bytes) -> bytes:
    """
    A text as a server sends it, in one frame.

    >>> text_frame(b"hi").hex(" ")
    '81 02 68 69'
    """
    length = len(text)
    if length < SHORT:
        return bytes((WHOLE_TEXT, length)) + text
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2) + text
    return b"\x81\x7f" + length.to_bytes(8) + text


def control_frame(first: int, data: bytes) -> bytes:
    """
    A ping or an answer to one as a server sends it.

    >>> control_frame(WHOLE_PONG, b"hi").hex(" ")
    '8a 02 68 69'
    """
    return bytes((first, len(data))) + data
