"""What is typed for others: said, or ordered by the host."""

import pytest

from client_cli.errors import Unclear
from client_cli.spoken import Hear, Ignore, Order, Say, understand_spoken
from showdown.protocol import messages as msg


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("say nice hand", Say("nice hand")),
        ("  SAY  nice hand ", Say("nice hand")),
        ("'nice hand", Say("nice hand")),
        ("' it's late", Say("it's late")),
        ("ignore Boris", Ignore("Boris")),
        ("hear Boris", Hear("Boris")),
        ("kick Boris the Great", Order(msg.Kick("Boris the Great"))),
        ("admit Boris", Order(msg.Admit("Boris"))),
        ("mute Boris", Order(msg.Mute("Boris"))),
        ("unmute Boris", Order(msg.Unmute("Boris"))),
        ("grant Boris the Great 500", Order(msg.Grant("Boris the Great", 500))),
        ("pause", Order(msg.Pause())),
        ("unpause", Order(msg.Unpause())),
        ("invite", Order(msg.Invite())),
        ("renew", Order(msg.Renew())),
    ],
)
def test_what_is_typed_for_others_is_understood(line, meant):
    assert understand_spoken(line) == meant


@pytest.mark.parametrize("line", ["", "c", "r 60", "d 2 5", "password", "pausing", "saying it"])
def test_what_is_about_the_game_is_not_for_others(line):
    assert understand_spoken(line) is None


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("say", "say needs something to say, as in: say nice hand."),
        ("'", "say needs something to say, as in: say nice hand."),
        ("kick", "kick needs the name of a player."),
        ("ignore " + "x" * 33, "The name has 33 signs; the most are 32."),
        ("pause now", "'now' is too much after 'pause'."),
        ("grant Boris", "grant needs a name and how many chips, as in: grant Ada 500."),
        (
            "grant Boris many",
            "'many' is not an amount; it is a whole number such as 500.",
        ),
        ("grant Boris 0", "'0' is not an amount; it is a whole number such as 500."),
        ("grant Boris ²", "'²' is not an amount; it is a whole number such as 500."),
        (
            "grant Boris " + "9" * 5000,
            f"'{'9' * 5000}' is not an amount; it is a whole number such as 500.",
        ),
    ],
)
def test_what_is_missing_or_too_much_is_one_sentence(line, sentence):
    with pytest.raises(Unclear) as unclear:
        understand_spoken(line)
    assert unclear.value.sentence == sentence
