"""
The transcript of a hand as it stands in docs/protocol.md.

What is long and came before is `...`; all else is what was sent and told.
"""

import json
import textwrap

CUT = "\N{HORIZONTAL ELLIPSIS}"
WIDTH = 118
BLANK = "\N{NO-BREAK SPACE}"
CUT_ALWAYS = {"history", "limits", "version"}
CUT_AGAIN = {"ruleset"}

NOTES = (
    ("welcome", "You are in. Keep the token: who shows it is you."),
    ("snapshot", "The table as you see it, after the event `seq`; the reply is in it."),
    ("hand_started", "A hand begins. What comes next is told in one `update` for each action."),
    ("cards_dealt", "The cards: each sees his own, and of the others' how many there are."),
    ("discarded", "A draw. Only who drew sees which cards went and came."),
    ("hand_shown", "The showdown, and who gets what."),
)
"""What is said before the first frame of a type, or with an event of a type."""


def transcript(lines, name, since):
    """
    What one of those there sent and was told, as a page shows it.

    Args:
        since: the number of the line from which on.
    """
    seen: set[str] = set()
    notes = dict(NOTES)
    for line in lines[since:]:
        if line.who != name or line.kind not in ("sends", "told"):
            continue
        kinds = [line.frame["type"], *(e.get("type") for e in line.frame.get("events", ()))]
        for kind in kinds:
            if line.kind == "told" and kind in notes:
                yield f"# {notes.pop(kind)}"
        sign = ">" if line.kind == "sends" else "<"
        yield from wrapped(sign, said(cut(line.frame, seen)))


def said(frame):
    """A frame as text, with what was cut."""
    text = json.dumps(frame, separators=(",", ":"), ensure_ascii=False)
    return text.replace(f'"{CUT}"', "...")


def cut(frame, seen):
    """A frame without what is long and was said before."""
    if isinstance(frame, list):
        return [cut(each, seen) for each in frame]
    if not isinstance(frame, dict):
        return frame
    return {name: _value(name, value, seen) for name, value in frame.items()}


def _value(name, value, seen):
    if name in CUT_ALWAYS or name in seen:
        return CUT
    if name in CUT_AGAIN:
        seen.add(name)
        return value
    return cut(value, seen)


def wrapped(sign, text):
    """A frame on lines of a page's width, broken behind commas."""
    pieces = text.replace(" ", BLANK).replace(",", ", ")
    return [
        line.replace(", ", ",").replace(BLANK, " ").rstrip()
        for line in textwrap.wrap(
            pieces,
            WIDTH,
            initial_indent=f"{sign} ",
            subsequent_indent="  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    ]
