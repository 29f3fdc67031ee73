"""
Whether an action that comes again is the one that was taken, as far as its entry says.
"""

from server.ports import StoredEntry
from showdown.protocol import messages as msg
from showdown.rules import events as ev
from showdown.rules.events import Move

_MOVES: dict[Move, type[msg.MoveOf]] = {
    Move.FOLD: msg.Fold,
    Move.CHECK: msg.Check,
    Move.CALL: msg.Call,
    Move.BET: msg.Bet,
    Move.RAISE: msg.Raise,
}


def is_same_move(entry: StoredEntry, move: msg.Move) -> bool:
    """Whether an entry is what this move led to; cards count in any order."""
    return any(_says(event, move) for event in entry.events)


def _says(event: object, move: msg.Move) -> bool:
    match event:
        case ev.Acted(move=kind, to=to):
            wanted = move.to if isinstance(move, msg.Bet | msg.Raise) else to
            return type(move) is _MOVES[kind] and to == wanted
        case ev.Discarded(cards=cards) | ev.DrawChosen(cards=cards):
            return isinstance(move, msg.Draw) and set(move.cards) == set(cards)
        case _:
            return False
