"""As many connections as the system has files for."""

import resource

import pytest

from server.limits import Limits
from server.open_files import OURS, fitting

LIMITS = Limits(connections=600, strangers=200)


@pytest.fixture
def allowed(monkeypatch):
    """What the system allows, and what was asked of it."""
    asked = []

    def allow(soft, hard):
        monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
        monkeypatch.setattr(resource, "setrlimit", lambda _, limit: asked.append(limit))
        return asked

    return allow


def test_the_process_asks_for_as_many_files_as_it_may_have(allowed):
    asked = allowed(256, 5000)
    assert fitting(LIMITS) == LIMITS
    assert asked == [(5000, 5000)]


def test_where_the_system_allows_fewer_the_limits_are_lower_and_the_log_says_so(allowed, capsys):
    allowed(256, OURS + 400)
    fits = fitting(LIMITS)
    assert (fits.connections, fits.strangers) == (300, 100)
    assert "fewer open files" in capsys.readouterr().out


def test_where_there_are_next_to_none_somebody_can_connect_all_the_same(allowed):
    allowed(64, 64)
    fits = fitting(LIMITS)
    assert (fits.connections, fits.strangers) == (1, 1)


def test_where_the_system_has_no_limit_there_is_none(allowed):
    allowed(256, resource.RLIM_INFINITY)
    assert fitting(LIMITS) == LIMITS
