"""The clocks of a turn, counted down at the player's end."""

from client_cli.countdown import Countdown
from showdown.protocol.messages import TimeLeft

ASKED = (TimeLeft(seat=3, base_ms=20_000, bank_ms=60_000),)


def told(countdown):
    return [(each.base_ms, each.bank_ms) for each in countdown.left]


def test_it_runs_from_when_the_server_said_it():
    now = [100.0]
    countdown = Countdown(lambda: now[0])
    assert told(countdown) == []
    countdown.follow(ASKED)
    now[0] += 21.5
    assert told(countdown) == [(0, 58_500)]
    countdown.follow(None)
    assert told(countdown) == [(0, 58_500)]
    countdown.follow(())
    assert told(countdown) == []
