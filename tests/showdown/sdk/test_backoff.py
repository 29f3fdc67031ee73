"""Waiting between tries."""

from itertools import islice

from showdown.sdk.backoff import FIRST, LATER, LONGEST, backoff, patient


def test_waits_double_from_the_first_to_the_longest_and_chance_shortens_them_by_up_to_half():
    whole = FIRST
    for delay in islice(backoff(), 20):
        assert whole / 2 <= delay <= whole
        whole = min(2 * whole, LONGEST)
    assert whole == LONGEST


def test_two_clients_do_not_wait_alike():
    assert list(islice(backoff(), 10)) != list(islice(backoff(), 10))


def test_who_is_told_when_to_come_back_does_not_come_before_and_not_all_at_once():
    waits = [patient(0.5, hint=8.0) for _ in range(20)]
    assert all(8.0 <= wait <= 8.0 * LATER for wait in waits)
    assert len(set(waits)) > 1


def test_a_hint_never_shortens_a_wait():
    assert patient(30.0, hint=0.5) == 30.0
