"""
Stories for pages: an imported hand with two pots, and one of our own with hostile names.
"""

from random import Random

from client_cli.story import Story, from_record
from showdown import Deal, Reshuffle, Ruleset, advance, legal_actions, start_hand
from showdown.history import HandRecord, read_hands
from showdown.rules.actions import Action
from showdown.rules.drawing import needed_reshuffle
from showdown.rules.hand import replay
from showdown.rules.ruleset import TableId
from showdown.rules.start import Player
from showdown.rules.wild import Wild
from showdown.testing.generators import any_action, shuffled
from tests.client_cli.scripted import calls
from tests.showdown.history.hands import SIDE_POT

HOSTILE = (
    "</script><script>document.title='owned'</script>",
    "<img src=x onerror=\"document.title='owned'\">",
    "Bob \u202egnp.exe",
    "\u05e9\u05dc\u05d5\u05dd",
    "]]>&quot;&amp;'\"`${1}\\",
    "<!--<script>",
    "line\u2028end\u2029",
    "a\x1b[2Jb\x00c",
)
"""Names that strangers may choose."""


def story_of(text: str = SIDE_POT) -> Story:
    """The one hand of a text."""
    (record,) = read_hands(text)
    assert isinstance(record, HandRecord), record
    return from_record(record, ascii=False)


def hostile_record(seed: int = 1) -> HandRecord:
    """A hand at random between people with such names."""
    rng = Random(seed)
    players = {seat: Player(name=name) for seat, name in enumerate(HOSTILE, 1)}
    rules = Ruleset(sb=5, bb=10, max_seats=8)
    events = [*start_hand(rules, dict.fromkeys(players, 1000), button=3, players=players)]
    state = replay(events)
    action: Action = Deal(shuffled(rng))
    while True:
        more, state = advance(state, action)
        events += more
        eligible = needed_reshuffle(state)
        if eligible is not None:
            action = Reshuffle(shuffled(rng, eligible))
        elif legal_actions(state) is None:
            return HandRecord(table=TableId("</title>\u202e"), events=tuple(events))
        else:
            action = any_action(rng, state, 0.05)


def hostile_story(seed: int = 1) -> Story:
    """The same as a story, all cards known."""
    return from_record(hostile_record(seed), ascii=False)


def joker_story() -> Story:
    """Two players with a joker each."""
    rules = Ruleset(sb=5, bb=10, wild=Wild.WILD, jokers=2)
    players = {1: Player(name="Ada"), 2: Player(name="Bert")}
    events = [*start_hand(rules, {1: 400, 2: 400}, button=1, players=players)]
    state = replay(events)
    deck = tuple(sorted(rules.deck, key=lambda card: not card.is_joker))
    action: Action = Deal(deck)
    while True:
        more, state = advance(state, action)
        events += more
        legal = legal_actions(state)
        if legal is None:
            return from_record(HandRecord(table=TableId("wild"), events=tuple(events)), ascii=False)
        action = calls(legal)
