"""Intervals that hold what they promise, and figures that follow from whole numbers."""

import sys
from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from showdown import Ruleset
from showdown.arena.figures import chance_of, estimate, result_of, standard_error
from showdown.arena.plan import Seatings
from showdown.arena.result import to_json
from showdown.arena.significance import holm, quantile, two_sided
from showdown.arena.tally import Moments, Tally
from tests.showdown.arena.players import Broken, Gambler, Learner, Maniac, pieces, plan


def played(match, shuffled=None):
    """The result of a match, its pieces counted in this order."""
    tally, parts = Tally(match), pieces(match)
    if shuffled is not None:
        shuffled.shuffle(parts)
    for piece in parts:
        tally.take(piece)
    return result_of(tally)


def moments(numbers):
    counted = Moments()
    counted.add(numbers)
    return counted


def nets_of_rounds(match):
    """What the first bot won in each round."""
    rounds: dict[int, int] = {}
    for piece in pieces(match):
        seat = match.seatings_of_a_table[piece.unit.seating].index(0)
        for place, net in enumerate(piece.nets[seat]):
            key = piece.unit.session * match.session + place
            rounds[key] = rounds.get(key, 0) + net
    return list(rounds.values())


# ---- what is compared ----------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["caller", "random", "tight", Gambler, Learner])
def test_two_copies_of_one_bot_come_out_at_exactly_zero_in_duplicate(bot):
    result = played(plan(bot, bot, hands=400, duplicate=True, session=60))
    first, second = result.standings
    assert (first.bot, second.bot[-2:]) == (result.plan.bots[0], "#2")
    assert first.net == second.net == 0
    [pair] = result.pairs
    for standing in result.standings:
        for figure in (standing.raw, standing.adjusted, standing.rating):
            assert (figure.mean, figure.low, figure.high) == (0, 0, 0)
    assert pair.raw.p == pair.adjusted.p == pair.raw.holm == 1


@pytest.mark.parametrize("players", [3, 4])
def test_at_larger_tables_copies_are_equal_where_all_orders_are_played(players):
    bots = (Gambler, Gambler, "tight", Maniac)[:players]
    result = played(plan(*bots, hands=240, duplicate=True, seatings=Seatings.ALL))
    first, second = result.standings[:2]
    assert first.net == second.net != 0
    assert first.raw == second.raw
    assert first.adjusted == second.adjusted
    assert result.pairs[0].raw.estimate.high == result.pairs[0].raw.estimate.low == 0


ANTES = {"ante": 1, "min_bet": 1}
BLINDS = {"sb": 1, "bb": 2}


@pytest.mark.parametrize(("stakes", "least"), [(ANTES, 2), (BLINDS, 1.3)], ids=["antes", "blinds"])
def test_duplicate_deals_narrow_the_interval_of_caller_against_tight(stakes, least, capsys):
    widths = [
        played(plan("caller", "tight", hands=800, ruleset=Ruleset(**stakes), duplicate=duplicate))
        .standings[1]
        .raw.half_width
        for duplicate in (False, True)
    ]
    with capsys.disabled():
        sys.stdout.write(
            f"\n  caller against tight with {stakes}: "
            f"+-{widths[0]:.2f} bb/100, duplicate +-{widths[1]:.2f}, "
            f"{widths[0] / widths[1]:.2f} x\n"
        )
    assert widths[0] / widths[1] > least


def test_the_figures_are_those_of_the_rounds():
    match = plan("caller", "tight", hands=600, duplicate=True, session=100)
    nets = nets_of_rounds(match)
    standing = played(match).standings[0]
    mean = sum(nets) / len(nets)
    error = sqrt(sum((net - mean) ** 2 for net in nets) / (len(nets) - 1) / len(nets))
    to_bb_100 = 100 / 2 / 2
    assert standing.hands == 600
    assert standing.net == sum(nets)
    assert standing.raw.mean == pytest.approx(mean * to_bb_100, abs=1e-3)
    assert standing.raw.half_width == pytest.approx(quantile(299) * error * to_bb_100, abs=1e-3)
    last = standing.curve[-1]
    assert last.hands == 600
    assert last.won == sum(nets) / 2
    assert last.band == pytest.approx(standing.raw.half_width * 6, rel=1e-3)
    assert len(standing.curve) == 100


def test_heads_up_the_difference_is_twice_what_the_first_won():
    result = played(plan("caller", "tight", hands=400))
    [pair] = result.pairs
    assert pair.raw.estimate.mean == pytest.approx(2 * result.standings[0].raw.mean, abs=1e-3)
    assert pair.hands == 400


def test_with_one_table_the_rating_is_what_was_won():
    result = played(plan("caller", "tight", "random", hands=300))
    for standing in result.standings:
        assert standing.rating == standing.raw


def test_the_rating_of_many_is_the_least_squares_of_all_pairs():
    result = played(plan("caller", "tight", "random", Gambler, hands=480, seats=2))
    ratings = {each.bot: each.rating.mean for each in result.standings}
    assert sum(ratings.values()) == pytest.approx(0, abs=1e-2)
    wins = {(pair.first, pair.second): pair.raw.estimate.mean for pair in result.pairs}
    for bot, rating in ratings.items():
        total = sum(
            mean if bot == first else -mean
            for (first, second), mean in wins.items()
            if bot in (first, second)
        )
        assert rating == pytest.approx(total / 4, abs=1e-2)
    assert [each.bot for each in result.ranked()] == sorted(ratings, key=lambda bot: -ratings[bot])


def test_faults_are_those_of_all_seats_and_the_first_is_told():
    result = played(plan("caller", Broken, hands=20, duplicate=True))
    broken = result.standings[1].faults
    assert broken.crashes == 10
    assert broken.illegal == 30
    assert broken.first.startswith("In hand 1: illegal in decide: 'call' is not a move")
    assert result.standings[0].faults.total == 0


# ---- order does not matter -----------------------------------------------------------------------


@pytest.mark.parametrize("duplicate", [False, True])
def test_in_whatever_order_pieces_are_counted_the_result_is_the_same(duplicate):
    match = plan(Gambler, "tight", "random", hands=150, duplicate=duplicate, session=20)
    results = {to_json(played(match, Random(order))) for order in range(3)}
    assert len(results) == 1


def test_of_a_match_that_was_stopped_whole_sessions_count():
    match = plan("caller", "tight", hands=400, session=50)
    tally = Tally(match)
    for piece in pieces(match)[:5]:
        tally.take(piece)
    result = result_of(tally)
    assert not result.finished
    assert (result.rounds, result.hands, tally.hands_seen) == (100, 200, 250)
    whole = played(plan("caller", "tight", hands=200, session=50))
    assert [each.net for each in result.standings] == [each.net for each in whole.standings]


def test_nothing_played_is_no_figure():
    result = result_of(Tally(plan("caller", "tight")))
    assert result.standings[0].raw.low is None
    assert result.pairs[0].raw.p is None
    assert not result.finished


def test_few_rounds_say_nothing_about_their_scatter():
    assert estimate(moments([1, 2, 3]), Fraction(1)).low is None
    assert estimate(moments([1, 2, 3, 4]), Fraction(1)).low is not None


# ---- intervals and tests -------------------------------------------------------------------------


def coverage(population, size, times, chance):
    """How often the interval of a sample has the mean of all in it."""
    mean, reach = sum(population) / len(population), quantile(size - 1)
    inside = 0
    for _ in range(times):
        sample = chance.choices(population, k=size)
        error = standard_error(moments(sample), Fraction(1)) or 0.0
        inside += abs(sum(sample) / size - mean) <= reach * error
    return inside / times


@pytest.mark.parametrize("duplicate", [False, True])
def test_nineteen_of_twenty_intervals_hold_the_truth(duplicate, seed):
    population = nets_of_rounds(plan("caller", "tight", hands=1000, duplicate=duplicate))
    inside = coverage(population, 150, 1500, Random(f"{seed} coverage"))
    # Three standard errors of 1,500 trials are 1.7 %.
    assert 0.93 < inside < 0.967


def test_intervals_of_few_rounds_are_wide_enough_for_what_is_bell_shaped(seed):
    chance = Random(f"{seed} few")
    population = [round(chance.gauss(0, 1000)) for _ in range(5_000)]
    assert 0.935 < coverage(population, 6, 2000, chance) < 0.965


def test_a_test_rejects_where_the_interval_leaves_zero_out(seed):
    chance = Random(f"{seed} rejects")
    rejected = 0
    for _ in range(100):
        sample = moments([round(chance.gauss(300, 1000)) for _ in range(40)])
        interval = estimate(sample, Fraction(1))
        found = chance_of(sample)
        assert found is not None
        assert interval.low is not None
        assert interval.high is not None
        assert (found < 0.05) is not (interval.low <= 0 <= interval.high)
        rejected += found < 0.05
    assert 20 < rejected < 80


@pytest.mark.parametrize(
    ("freedom", "known"),
    [(3, 3.1824), (5, 2.5706), (10, 2.2281), (30, 2.0423), (120, 1.9799), (10**7, 1.95996)],
)
def test_quantiles_are_those_of_the_tables(freedom, known):
    assert quantile(freedom) == pytest.approx(known, rel=3e-4)
    assert two_sided(quantile(freedom), freedom) == pytest.approx(0.05, abs=1e-12)


def test_what_is_far_out_is_small_and_never_wrong():
    assert two_sided(0, 50) == pytest.approx(1)
    assert 0 < two_sided(25, 10**6) < 1e-130
    assert two_sided(-3, 50) == two_sided(3, 50)
    assert [two_sided(t / 10, 99) for t in range(80)] == sorted(
        (two_sided(t / 10, 99) for t in range(80)), reverse=True
    )


def test_holm_never_makes_a_pair_surer_and_keeps_their_order():
    chances = [0.3, 0.001, 0.04, 0.012, 0.9]
    corrected = holm(chances)
    assert all(one >= other for one, other in zip(corrected, chances, strict=True))
    assert sorted(range(5), key=corrected.__getitem__) == sorted(range(5), key=chances.__getitem__)
    assert corrected[1] == pytest.approx(0.005)


def test_among_equals_holm_finds_a_difference_in_at_most_one_match_of_twenty(seed):
    chance = Random(f"{seed} holm")
    found = 0
    for _ in range(200):
        chances = []
        for _ in range(10):
            sample = [round(chance.gauss(0, 1000)) for _ in range(40)]
            chances.append(chance_of(moments(sample)) or 0.0)
        found += min(holm(chances)) < 0.05
    assert found / 200 < 0.05 + 3 * sqrt(0.05 * 0.95 / 200)
