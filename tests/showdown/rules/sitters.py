"""Players and positions written as in docs/rules.md, section 19: `1 2b 3 4bp 5x`, `1/2/3`."""

from showdown.rules.positions import Positions, Sitter


def sitters(text):
    """Seats with letters: b owes the big blind, s the small, p asked to post, x sits out."""
    return [
        Sitter(
            seat=int(word[0]),
            ready="x" not in word,
            owes_bb="b" in word,
            owes_sb="s" in word,
            asks_to_post="p" in word,
        )
        for word in text.split()
    ]


def positions(text):
    """`1/2/3` is button, small and big blind; `1/(2)/3` has nobody to post the small blind."""
    button, small, big = text.split("/")
    return Positions(
        button=int(button),
        small_blind=int(small.strip("()")),
        big_blind=int(big),
        dead_small=small.startswith("("),
    )
