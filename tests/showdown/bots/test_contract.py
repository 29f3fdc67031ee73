"""What all bots have: a source of chance that whoever runs them can seed."""

from random import Random

from showdown.bots import Bot, load


class Gambler(Bot):
    """A bot that does not call the constructor of its base."""

    def __init__(self):
        self.luck = 7


def numbers_of(chance):
    return [chance.random() for _ in range(3)]


def numbers(bot):
    return numbers_of(bot.random)


def test_a_bot_that_is_seeded_has_the_same_chance_again():
    first, second = Gambler(), Gambler()
    first.reseed(4)
    second.reseed(4)
    assert numbers(first) == numbers(second)


def test_seeding_begins_anew_in_the_middle_of_things():
    bot = Gambler()
    bot.reseed(4)
    before = numbers(bot)
    bot.reseed(4)
    assert numbers(bot) == before
    bot.reseed(5)
    assert numbers(bot) != before


def test_a_bot_that_nobody_seeds_is_like_no_other():
    assert numbers(Gambler()) != numbers(Gambler())


def test_a_bot_may_bring_a_source_of_its_own_which_can_be_seeded_like_any():
    bot = Gambler()
    bot.random = Random(4)
    assert numbers(bot) == numbers_of(Random(4))
    bot.reseed(5)
    assert numbers(bot) == numbers_of(Random(5))


def test_the_random_bot_can_be_seeded_by_whoever_makes_it():
    assert numbers(load("random", 3)) == numbers(load("random", 3))
    assert numbers(load("random", 3)) != numbers(load("random", 4))
