"""
Where each card of a hand comes from: which leaf of the deal or of a reshuffle goes to whom.

It follows from the line-up, the folds, the draws and which reshuffles were used, so a proof that
puts a card anywhere else is wrong.
"""

from typing import NamedTuple

from showdown.rules.cards import HAND_SIZE
from showdown.rules.fairness.deck import dealt_leaves
from showdown.rules.fairness.record import Drew, Proof, Reshuffle
from showdown.rules.ruleset import DrawMode, ReshuffleMode, Seat


class Place(NamedTuple):
    """The k-th card of a part: of the deal its leaf, of a reshuffle its place in the new stub."""

    part: int
    number: int


class Served(NamedTuple):
    """What one seat got in the draw."""

    seat: Seat
    places: tuple[Place, ...]
    reshuffled: int | None
    """The part that was used for him."""


class ServingError(Exception):
    """The draws and the reshuffles of a proof do not fit; the text is the reason."""


def dealt(proof: Proof) -> dict[Place, Seat]:
    """Who got each leaf of the deal before the draw."""
    return {
        Place(0, number): seat
        for position, seat in enumerate(proof.lineup)
        for number in dealt_leaves(position)
    }


def serve(proof: Proof) -> tuple[Served, ...]:
    """
    Serve all draws again; the hand may still be going on.

    Raises:
        ServingError: a reshuffle is missing, or there is one that nobody needed.
    """
    stub = [Place(0, number) for number in range(HAND_SIZE * len(proof.lineup), proof.deck_size)]
    prepared = iter(proof.reshuffles)
    upcoming = next(prepared, None)
    served = []
    burned = not proof.burn
    _drawn_in_order(proof)
    for drew in proof.draws:
        # Whoever draws first of all finds the stub without the card that is burned.
        left = len(stub) if burned else len(stub) - 1
        if drew.count and not burned:
            stub, burned = stub[1:], True
        short = drew.count > left
        mine = upcoming if upcoming is not None and upcoming.drawer == drew.seat else None
        _prepared_rightly(proof, drew, left, mine)
        if mine is not None:
            upcoming = next(prepared, None)
        first: list[Place] = []
        if short:
            assert mine is not None
            if not mine.used:  # it waits for openings, and the seat for its cards
                break
            first = stub if proof.reshuffle is ReshuffleMode.STUB_FIRST else []
            stub = [Place(mine.part, number) for number in range(mine.size)]
        wanted = drew.count - len(first)
        if wanted > len(stub):
            raise ServingError("the draws ask for more cards than there are")
        places = (*first, *stub[:wanted])
        stub = stub[wanted:]
        part = mine.part if mine is not None and short else None
        served.append(Served(drew.seat, places, part))
    if upcoming is not None and (upcoming.used or upcoming.drawer != _next_to_draw(proof)):
        raise ServingError(f"nobody asks for reshuffle {upcoming.part}")
    return tuple(served)


def _drawn_in_order(proof: Proof) -> None:
    wanted = [seat for seat in proof.lineup if seat not in proof.folded]
    if [drew.seat for drew in proof.draws] != wanted[: len(proof.draws)]:
        raise ServingError("the draws are not in the order of the deal")


def _prepared_rightly(proof: Proof, drew: Drew, left: int, mine: Reshuffle | None) -> None:
    """Whether a reshuffle was prepared exactly where one had to be, and used if it was needed."""
    together = proof.draw_mode is DrawMode.SIMULTANEOUS
    due = (drew.count if together else proof.most) > left
    if due and mine is None:
        raise ServingError(f"no reshuffle was prepared before seat {drew.seat} drew")
    if mine is not None and not due:
        raise ServingError(f"reshuffle {mine.part} was not needed")
    if mine is None or mine.used == (drew.count > left):
        return
    if mine.used or (drew, mine) != (proof.draws[-1], proof.reshuffles[-1]):
        what = "was" if mine.used else "was not"
        raise ServingError(f"reshuffle {mine.part} {what} used")


def _next_to_draw(proof: Proof) -> Seat | None:
    playing = [seat for seat in proof.lineup if seat not in proof.folded]
    return playing[len(proof.draws)] if len(proof.draws) < len(playing) else None
