"""
Why a budget is missed, and what is next: one sentence each for those that are known to be.
"""

REASONS: dict[str, str] = {
    "load-sqlite": (
        "The floor only moves bytes; one process decides, checks, stores and tells each action in "
        "Python, many times the ten microseconds that the kernel needs for the same frames. ADR "
        "25 and 27 say where they go. Next: several processes behind one port."
    ),
    "load-postgres": (
        "As on SQLite, and PostgreSQL has the same cores as server and players. Next: several "
        "processes, and a database on a machine of its own."
    ),
    "latency": (
        "Where more is offered than one process does flat out, actions queue; the lines for half "
        "of what it does say how long one takes when it has not to. Next: several processes."
    ),
    "onlookers": (
        "Seats are told before all onlookers, so they wait only for their own action and for who "
        "else has the cores, such as the players of this measurement, who read two thousand "
        "frames for each action: compare it with the time when nobody looks on."
    ),
    "accepted": (
        "Four are taken in each turn of the loop, so that who plays goes on meanwhile; of the "
        "time that the line gives, the rest belongs to the kernel and to those who connect."
    ),
    "rank": "A tuple of five cards is looked up twice; what is left is the call (ADR 6).",
    "hand": (
        "54 events and 19 actions, some 800 calls of which none takes more than one part in "
        "twenty; what would bring more says the betting rules twice (ADR 7)."
    ),
    "import": (
        "Most of it is Python's own: the modules of the rules, and OpenSSL behind hashlib. The "
        "code of release 0.6.0 takes as long beside it; a quiet machine took 11 ms."
    ),
    "proving": "What is left are digests, each of them a call; a quiet machine took 0.57 ms.",
    "arena": "The arena plays by the same rules (ADR 7), and keeps a record of each hand.",
    "phh": "What is read is played by the rules, each action of it checked (ADR 14).",
    "journal": (
        "Beside what the bare driver does, each row is made from events and its cards are "
        "encrypted, and an entry is written only if its writer owns the table (ADR 10 and 13)."
    ),
    "journal-postgres": (
        "As on SQLite; and a batch that ends hands is seven statements, each a round trip (ADR "
        "10). Next: fewer of them."
    ),
    "at-rest-postgres": (
        "The hand itself is as small as on SQLite, where the budget is kept; PostgreSQL adds the "
        "head of each row and its own indexes. Next: fewer rows for a hand."
    ),
}
"""By contest; a line of it that is missed has this sentence."""

UNKNOWN = "Not looked into yet; others may have had the machine meanwhile."


def reason(contest: str) -> str:
    """Why a line of a contest is missed, as far as is known."""
    return REASONS.get(contest, UNKNOWN)
