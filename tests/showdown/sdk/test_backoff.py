"""Waiting between tries."""

from itertools import islice

from showdown.sdk.backoff import FIRST, LONGEST, backoff


def test_waits_double_from_the_first_to_the_longest_and_chance_shortens_them_by_up_to_half():
    whole = FIRST
    for delay in islice(backoff(), 20):
        assert whole / 2 <= delay <= whole
        whole = min(2 * whole, LONGEST)
    assert whole == LONGEST


def test_two_clients_do_not_wait_alike():
    assert list(islice(backoff(), 10)) != list(islice(backoff(), 10))
