"""
A hand of draw poker as an environment of PettingZoo, in which agents act one after the other.
"""

import random
import sys
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from showdown.errors import RulesetError
from showdown.gym.actions import ACTIONS, action_of, mask
from showdown.gym.observations import observation, size
from showdown.rules.actions import Action, Deal, Reshuffle
from showdown.rules.cards import Card, join_cards
from showdown.rules.drawing import needed_reshuffle
from showdown.rules.events import HandEvent
from showdown.rules.hand import HandState, replay
from showdown.rules.phases import Phase
from showdown.rules.play import perform
from showdown.rules.ruleset import Chips, Passout, Ruleset
from showdown.rules.start import start_hand

Observation = dict[str, NDArray[Any]]


class DrawPoker(AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """
    One hand an episode; ``player_0`` sits in seat 1, and the button moves with each hand.

    At its end each agent's reward is what it won or lost, in big blinds (in games without blinds,
    in smallest bets). Every hand starts with the same stacks.

    Args:
        ruleset: what is played; by default no-limit with blinds of 1 and 2.
        players: how many, from 2 to the seats of a table.
        stack: what each of them has; by default what is usual at such a table.
        render_mode: ``"ansi"`` makes :meth:`render` give a text, ``"human"`` print it.

    Raises:
        RulesetError: it is a game with a carry from hand to hand, or there are too many players or
            too few chips for it.
    """

    metadata = {  # noqa: RUF012 - as PettingZoo has it
        "name": "showdown_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        ruleset: Ruleset | None = None,
        players: int = 2,
        stack: Chips | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.ruleset = ruleset or Ruleset(sb=1, bb=2)
        self.stack = self.ruleset.usual_buy if stack is None else stack
        _check(self.ruleset, players, self.stack)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(players)]
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (size(players),), np.float32),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._random = random.Random()
        self._button = 0
        self.hand: HandState
        """The hand as it stands, secrets included: for you to look at, not for an agent."""
        self.events: list[HandEvent] = []
        """All that has happened in it."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """A dictionary of ``observation`` and ``action_mask``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of :mod:`showdown.gym.actions`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a hand; with a seed this one and those that follow are always the same."""
        if seed is not None:
            self._random = random.Random(seed)
            self._button = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._button = self._button % len(self.agents) + 1
        stacks = {number + 1: self.stack for number in range(len(self.agents))}
        self.events = [*start_hand(self.ruleset, stacks, self._button)]
        self.hand = replay(self.events)
        self._perform(Deal(self._shuffled(self.ruleset.deck)))
        self._select()

    def observe(self, agent: str) -> Observation:
        """What an agent sees now; its mask is empty if it is not its turn."""
        seat = self.possible_agents.index(agent) + 1
        chips = self.stack * len(self.possible_agents)
        is_asked = self.hand.seat_to_act == seat
        return {
            "observation": observation(self.hand, self.hand.seats.index(seat), chips),
            "action_mask": mask(self.hand) if is_asked else np.zeros(ACTIONS, np.int8),
        }

    def step(self, action: int | None) -> None:
        """
        Let the agent whose turn it is act.

        Raises:
            IllegalAction: the rules refuse it; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "it is the agent's turn"
        self._perform(action_of(self.hand, int(action)))
        self._cumulative_rewards[agent] = 0.0
        if self.hand.ended:
            self._finish()
        else:
            self._select()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as a text with all cards."""
        text = _text(self.hand)
        if self.render_mode != "human":
            return text
        sys.stdout.write(text + "\n")
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def _perform(self, action: Action) -> None:
        self.events += perform(self.hand, action)
        while self.hand.phase is Phase.SERVING:
            eligible = needed_reshuffle(self.hand)
            assert eligible is not None
            self.events += perform(self.hand, Reshuffle(self._shuffled(eligible)))

    def _shuffled(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(self._random.sample(cards, len(cards)))

    def _select(self) -> None:
        assert self.hand.seat_to_act is not None
        self.agent_selection = self.possible_agents[self.hand.seat_to_act - 1]

    def _finish(self) -> None:
        small = self.ruleset.bb or self.ruleset.min_bet
        for seat, stack in zip(self.hand.seats, self.hand.stacks, strict=True):
            self.rewards[self.possible_agents[seat - 1]] = (stack - self.stack) / small
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()


def _check(rules: Ruleset, players: int, stack: Chips) -> None:
    if not 2 <= players <= rules.max_seats:
        raise RulesetError(
            f"{players} players do not play at this table; it has 2 to {rules.max_seats} seats.",
            found=players,
            wanted=rules.max_seats,
        )
    if rules.jacks and rules.passout is not Passout.RETURN:
        raise RulesetError(
            "An episode is one hand, so jackpots need passout=return, which carries nothing over.",
            found=str(rules.passout),
            wanted=str(Passout.RETURN),
        )
    least = rules.bb + players * rules.ante + rules.unit
    if stack < least or stack % rules.unit:
        raise RulesetError(
            f"A stack of {stack} is not enough: it takes {least} or more, "
            f"in multiples of {rules.unit}.",
            found=stack,
            wanted=least,
        )


def _text(hand: HandState) -> str:
    asked = hand.seat_to_act
    lines = [f"Hand, {hand.phase}: pot {hand.pot}"]
    for place, seat in sorted(enumerate(hand.seats), key=lambda each: each[1]):
        drawn = hand.drawn[place]
        facts = [
            f"player_{seat - 1}",
            join_cards(hand.cards[place]),
            f"stack {hand.stacks[place]}",
            f"bet {hand.bets[place]}" if hand.bets[place] else "",
            "" if drawn is None else f"drew {drawn}",
            "" if hand.live[place] else "folded",
            "button" if seat == hand.started.button else "",
        ]
        lines.append(("> " if seat == asked else "  ") + "  ".join(filter(None, facts)))
    return "\n".join(lines)
