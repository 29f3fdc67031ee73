"""
Statements without a hand that is played: hands alone, button and blinds, places.
"""

from collections.abc import Iterable, Iterator

from showdown.rules.debts import Debt, Placement, place_blinds
from showdown.rules.events import Post
from showdown.rules.jackpots import can_open
from showdown.rules.places import places, prize_money
from showdown.rules.positions import Positions, Sitter
from showdown.rules.ruleset import Openers
from showdown.testing.cases import notation as note
from showdown.testing.cases.support import RANKED, blinds_of, cards_of


def ranked(ranking: note.Ranking) -> Iterator[str]:
    """Where hands alone are ranked otherwise."""
    ruleset, cards = RANKED[ranking.deck], cards_of(ranking.cards)
    found = ruleset.rank(cards)
    if ranking.sign in ("opens", "closed"):
        if can_open(ruleset, Openers.JACKS, cards) != (ranking.sign == "opens"):
            yield f"wanted {ranking.text}; found {found}"
    elif ranking.sign == "is":
        if str(found) != ranking.name:
            yield f"wanted {ranking.text}; found {found}"
    else:
        other = ruleset.rank(cards_of(ranking.other))
        sign = ">" if found > other else "<" if found < other else "="
        if sign != ranking.sign:
            yield f"wanted {ranking.text}; found {found.full_name} {sign} {other.full_name}"


def placed(position: note.Position) -> Iterator[str]:
    """Where button and blinds go elsewhere, or others post, wait or owe."""
    sitters = [
        Sitter(
            seat=each.seat,
            ready="x" not in each.letters,
            owes_bb="b" in each.letters,
            owes_sb="s" in each.letters,
            asks_to_post="p" in each.letters,
        )
        for each in position.seats
    ]
    last = Positions(
        button=position.last.button,
        small_blind=position.last.small,
        big_blind=position.last.big,
        dead_small=position.last.dead_small,
    )
    ready = [each.seat for each in sitters if each.ready]
    found = place_blinds(blinds_of(position), sitters, last, drawn=ready[0])
    wanted = (
        position.then,
        sorted(position.posts, key=_seat),
        sorted(position.waits),
        sorted(position.owes, key=_seat),
    )
    if _described(found) != wanted:
        yield f"wanted {position.text}; found {_written(found)}"


def _seat(post: note.Post) -> int:
    return post.seat


_Described = tuple[note.Blinds, list[note.Post], list[int], list[note.Post]]


def _described(placement: Placement) -> _Described:
    """A placement in the words of the notation, each list by seat."""
    where = placement.positions
    return (
        note.Blinds(where.button, where.small_blind or 0, where.big_blind or 0, where.dead_small),
        sorted(map(_posted, placement.posts), key=_seat),
        sorted(placement.waits),
        sorted(map(_owed, placement.owes), key=_seat),
    )


def _posted(post: Post) -> note.Post:
    return note.Post(post.seat, _blinds(sb=bool(post.dead), bb=bool(post.live)))


def _owed(debt: Debt) -> note.Post:
    return note.Post(debt.seat, _blinds(sb=debt.sb, bb=debt.bb))


def _blinds(*, sb: bool, bb: bool) -> tuple[str, ...]:
    return tuple(name for name, there in (("sb", sb), ("bb", bb)) if there)


def _written(placement: Placement) -> str:
    blinds, posts, waits, owes = _described(placement)
    small = f"({blinds.small})" if blinds.dead_small else str(blinds.small)
    clauses = [f"{blinds.button}/{small}/{blinds.big}"]
    clauses += _clause("posts", (f"{each.seat} {'+'.join(each.blinds)}" for each in posts))
    clauses += _clause("waits", map(str, waits))
    clauses += _clause("owes", (f"{each.seat} {'+'.join(each.blinds)}" for each in owes))
    return ", ".join(clauses)


def _clause(word: str, items: Iterable[str]) -> list[str]:
    text = " ".join(items)
    return [f"{word} {text}"] if text else []


def ended(case: note.Places) -> Iterator[str]:
    """Where players are placed or paid otherwise."""
    out = dict(case.out)
    found = places(case.left, out)
    if found != dict(case.places):
        yield f"wanted {case.text}; found {_pairs(found)}"
    if case.button is None:
        return
    paid = prize_money(case.left, out, case.prizes, case.button)
    if paid != {seat: amount for seat, amount in case.paid if amount}:
        yield f"wanted {case.text}; found paid {_pairs(paid)}"


def _pairs(amounts: dict[int, int]) -> str:
    return " ".join(f"{seat}:{amount}" for seat, amount in sorted(amounts.items())) or "nothing"
