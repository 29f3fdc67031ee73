"""
Six simple bots in the arena, with all that it adds to the rules.

The bots do what the peers' call stations do, so the hands are of the same kind; how long views and
bot calls take shows beside the same hands without them.
"""

import random
from collections.abc import Callable
from itertools import islice

from benchmarks.contest import Contest, Peer, Runner
from benchmarks.rules.hands import RULESET, SEATS, STACK, call_station, pokerkit
from benchmarks.rules.hands import ours as rules_alone
from showdown import DECK, Deal, begin_hand, perform
from showdown.arena import Plan, contestant
from showdown.arena.runner import Crew, tasks_of
from showdown.arena.session import Room
from showdown.bots.asking import HandDecision

PROCESSES = 2
BOT = "benchmarks.arena.bots:Station"
SESSION = 100
PLAN = Plan(
    bots=(BOT,) * SEATS,
    hands=50_000_000,
    seed=1,
    ruleset=RULESET,
    stack=STACK,
    duplicate=True,
    session=SESSION,
)


def two_cores() -> Runner:
    """A match that goes on in two processes, each deal in six seatings."""
    crew = Crew(PLAN, PROCESSES)
    crew.__enter__()
    tasks = tasks_of(PLAN)

    def work(times: int) -> None:
        for pieces in crew.play(islice(tasks, PROCESSES * times)):
            for piece in pieces:
                assert not any(map(sum, zip(*piece.nets, strict=True)))

    work(1)
    return Runner(
        "showdown",
        work,
        units=PROCESSES * SESSION * SEATS,
        close=lambda: crew.__exit__(None, None, None),
    )


def one_process() -> Runner:
    """The same in this process, hands counted one by one."""
    room = Room(PLAN, [contestant(name) for name in PLAN.bots])
    units = PLAN.units()

    def work(times: int) -> None:
        for unit in islice(units, times):
            room.play(unit)

    return Runner("showdown", work, units=SESSION)


def rules_and(look: Callable[[HandDecision], object]) -> Runner:
    """The rules, and each turn shown as to a bot, but no bot."""
    deck, chance = list(DECK), random.Random(1)
    stacks = dict.fromkeys(range(1, SEATS + 1), STACK)

    def work(hands: int) -> None:
        for _ in range(hands):
            chance.shuffle(deck)
            begun, state = begin_hand(RULESET, stacks, button=SEATS)
            events = [*begun, *perform(state, Deal(tuple(deck)))]
            while (place := state.to_act) is not None:
                look(HandDecision(state, events, place))
                events += perform(state, call_station(state, place))

    return Runner("with views", work)


ARENA_HAND = Contest(
    id="arena",
    title="six simple bots in the arena on two cores, duplicate deals, views and calls included",
    unit="hands",
    ours=two_cores,
    peers=(Peer("pokerkit", pokerkit, budget=20), Peer("the arena in one process", one_process)),
)

BEYOND_THE_RULES = Contest(
    id="arena-beyond",
    title="the arena in one process beside the same hands with less: what views and calls cost",
    unit="hands",
    ours=one_process,
    peers=(
        Peer("the rules alone", rules_alone),
        Peer("the rules and views", lambda: rules_and(lambda view: view.to_call)),
        Peer("the rules and whole requests", lambda: rules_and(lambda view: view.request)),
    ),
)
