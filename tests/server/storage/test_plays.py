"""A number says of a player's hand what the figures ask of it, and nothing is lost in it."""

from itertools import product

import pytest
from sqlalchemy import create_engine, insert, select
from sqlalchemy.pool import StaticPool

from server.storage.models import Base, HandPlayerRow
from server.storage.plays import (
    ASKED,
    CLOSED,
    COULD_BE_FIRST,
    FIRST_IN,
    GIVEN_UP,
    SHOWDOWN,
    VOLUNTARY,
    as_number,
    came_to_the_draw,
    drew,
    has,
)
from showdown.history.statistics import Play

BITS = {
    "asked": ASKED,
    "voluntary": VOLUNTARY,
    "could_be_first": COULD_BE_FIRST,
    "first_in": FIRST_IN,
    "showdown": SHOWDOWN,
}
EVERY = [
    Play(**dict(zip(BITS, said, strict=True)), drew=count)
    for said in product((False, True), repeat=len(BITS))
    for count in (None, 0, 1, 2, 3, 4, 5)
]


@pytest.fixture(scope="module")
def database():
    """A row for each way to play, by its place in the list, and two that say nothing."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    numbers = [*map(as_number, EVERY), GIVEN_UP, CLOSED]
    with engine.begin() as connection:
        Base.metadata.create_all(connection)
        connection.execute(
            insert(HandPlayerRow),
            [
                {"hand": place, "play": number, "seat": 1, "account": 1, "name": "", "ended": 0}
                | {"place": 0, "net": 0, "won": 0, "big_blind": 1}
                for place, number in enumerate(numbers)
            ],
        )
        yield connection


def found(database, condition):
    return set(
        database.scalars(select(HandPlayerRow.hand).where(condition, HandPlayerRow.play >= 0))
    )


def test_every_way_to_play_has_a_number_of_its_own():
    assert len({as_number(play) for play in EVERY}) == len(EVERY)
    assert min(map(as_number, EVERY)) == 0


@pytest.mark.parametrize("name", BITS)
def test_each_thing_is_asked_for_by_its_bit(database, name):
    wanted = {place for place, play in enumerate(EVERY) if getattr(play, name)}
    assert found(database, has(HandPlayerRow, BITS[name])) == wanted


def test_several_things_are_asked_for_together(database):
    wanted = {place for place, play in enumerate(EVERY) if play.asked and play.voluntary}
    assert found(database, has(HandPlayerRow, ASKED, VOLUNTARY)) == wanted


@pytest.mark.parametrize("count", range(6))
def test_how_many_cards_he_drew_is_asked_for(database, count):
    wanted = {place for place, play in enumerate(EVERY) if play.drew == count}
    assert found(database, drew(HandPlayerRow, count)) == wanted


def test_who_drew_any_number_came_to_the_draw(database):
    wanted = {place for place, play in enumerate(EVERY) if play.drew is not None}
    assert found(database, came_to_the_draw(HandPlayerRow)) == wanted
