"""
What must hold of the frames of any client, whatever happened: answers, numbers and chips.
"""

from collections import Counter

from tests.told import check_frame


def check_replies(wires):
    """Each request has exactly one reply; on a connection that was closed, at most one."""
    for wire in wires:
        asked, answered = Counter(wire.asked), Counter(_answers(wire))
        if wire.was_cut:
            assert not answered - asked, "more replies than requests"
        else:
            assert answered == asked, (answered, asked)


def check_words(wires):
    """Frames are as the schema says, and refusals have a code of the list with its details."""
    for wire in wires:
        for frame in wire.frames:
            check_frame(frame)


def _answers(wire):
    for frame in wire.frames:
        reply = frame if frame["type"] == "reply" else frame.get("reply")
        if reply and reply["id"] and reply["id"] not in wire.odd:
            yield reply["id"]


def check_numbers(wires):
    """Events are numbered without a gap, and none comes twice but to who asked for it again."""
    last: dict[str, int] = {}
    for wire in wires:
        for frame in wire.frames:
            if frame["type"] not in ("snapshot", "update"):
                continue
            table, seq = frame["table"], frame["seq"]
            if frame["type"] == "snapshot":
                assert seq >= last.get(table, 0), "the table went back"
                last[table] = seq
                continue
            assert seq <= last[table] + 1, (frame, last)
            assert seq == last[table] + 1 or table in wire.looked_back, (frame, last)
            last[table] = max(last[table], seq + len(frame["events"]) - 1)


def check_books(wires):
    """In each hand that was seen whole one is asked at a time and no chip is made or lost."""
    for (_, hand), events in whole_hands(wires).items():
        check_turns(hand, events)
        if not any("carried" in e or e["type"] == "carried_over" for e in events):
            check_chips(hand, events)


def whole_hands(wires):
    """The events of the hands that were seen without a gap, by table and hand."""
    hands: dict[tuple, dict] = {}
    for wire in wires:
        for frame in wire.frames:
            if frame["type"] == "update" and frame.get("hand"):
                known = hands.setdefault((frame["table"], frame["hand"]), {})
                known |= dict(enumerate(frame["events"], frame["seq"]))
    seen = {key: between(known) for key, known in hands.items()}
    return {key: events for key, events in seen.items() if events}


def between(known):
    """The events of a hand from its start to its end; none if one of them is not there."""
    number = {event.get("type"): each for each, event in known.items()}
    if not {"hand_started", "hand_ended"} <= set(number):
        return []
    all_of_it = range(number["hand_started"], number["hand_ended"] + 1)
    if not set(all_of_it) <= set(known):
        return []
    return [known[each] for each in all_of_it if known[each]]


def check_turns(hand, events):
    """A turn is over before the next one begins, and turns count up."""
    number, is_open = 0, False
    for event in events:
        if event["type"] == "turn":
            assert not is_open, f"two turns at once in hand {hand}"
            assert event["turn"] > number
            number, is_open = event["turn"], True
        if event["type"] in ("acted", "discarded", "draw_chosen"):
            is_open = False


def check_chips(hand, events):
    """Chips by the naive count: what went in comes out, and from each no more than was matched."""
    put_in, won = put_in_by(events), sums(events, "pot_awarded")
    raked = sum(event["amount"] for event in events if event["type"] == "raked")
    assert sum(put_in.values()) == sum(won.values()) + raked, f"hand {hand} made or lost chips"
    ended = {each["seat"]: each["stack"] for each in events[-1]["stacks"]}
    for player in events[0]["players"]:
        seat, stack = player["seat"], player["stack"]
        assert put_in[seat] <= stack, f"seat {seat} put in more than it had in hand {hand}"
        assert ended[seat] == stack - put_in[seat] + won[seat], (hand, seat)
    for seat, amount in won.items():
        matched = sum(min(put_in[seat], other) for other in put_in.values())
        if not any(event.get("dead") for event in events):
            assert amount <= matched, f"seat {seat} won too much in hand {hand}"


def put_in_by(events):
    """What each seat put in over the hand, without what came back."""
    put_in = sums(events, "ante_posted", "acted", "blind_posted")
    put_in.update(sums(events, "blind_posted", field="dead"))
    put_in.subtract(sums(events, "bet_returned"))
    return put_in


def sums(events, *kinds, field="amount"):
    """The amounts of such events by seat."""
    total: Counter[int] = Counter()
    for event in events:
        if event["type"] in kinds:
            total[event["seat"]] += event.get(field, 0)
    return total
