"""
Whether what is said now holds all that was said once: fields and events may have been added.
"""

FREE = {"limits", "message", "resume_token", "resume_window_s", "seq", "token", "version"}
"""
What may be another, as long as it is there: sentences, what is made up, what operators set, and
what counts events, since some may have been added.
"""

LISTS_OF_EVENTS = {"events", "history"}


def missing(old, new, where="$"):
    """What of an old value is not in a new one, each as the place and both values."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name, value in old.items():
            place = f"{where}.{name}"
            if name not in new:
                yield f"{place} was {value!r} and is not there"
            elif name in FREE:
                continue
            elif name in LISTS_OF_EVENTS:
                yield from missing_in_order(value, new[name], place)
            else:
                yield from missing(value, new[name], place)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from missing(one, other, f"{where}[{number}]")
    elif old != new:
        yield f"{where} was {old!r} and is {new!r}"


def missing_in_order(old, new, where="$"):
    """What of a list is not in another in this order, between things that were added."""
    left = list(new)
    for number, each in enumerate(old):
        place = f"{where}[{number}]"
        found = next((at for at, one in enumerate(left) if not [*missing(each, one)]), None)
        if found is not None:
            left = left[found + 1 :]
            continue
        alike = [one for one in left if one.get("type") == each.get("type")]
        yield from missing(each, alike[0], place) if alike else (f"{place} is gone: {each}",)
