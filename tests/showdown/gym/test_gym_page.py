"""docs/gym.md: its examples run, and its numbers are those of the environment."""

import re
from pathlib import Path

from showdown import gym
from showdown.gym.observations import OF_A_PLAYER, OF_THE_HAND, OF_THE_TURN

PAGE = (Path(__file__).parents[3] / "docs" / "gym.md").read_text("utf-8")
SAMPLING, PLAYING = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def run(block):
    names: dict[str, object] = {"__name__": "example"}
    exec(compile(block, "docs/gym.md", "exec"), names)
    return names


def test_the_first_example_plays_a_hand_to_its_end():
    assert run(SAMPLING)["game"].agents == []


def test_an_agent_that_is_no_match_for_the_strong_bot_loses_to_it():
    names = run(PLAYING)

    def fold(seen):
        return 0 if seen["action_mask"][0] else gym.DRAW if seen["action_mask"][gym.DRAW] else 1

    assert names["play"](fold) < -5


def test_the_numbers_of_the_page_are_those_of_the_environment():
    assert f"\n{gym.ACTIONS} numbers" in PAGE
    assert f"| {gym.DRAW} to {gym.ACTIONS - 1} | `DRAW + bits` |" in PAGE
    for name in ("FOLD", "CHECK_OR_CALL", "SMALLEST", "HALF_POT", "POT", "LARGEST"):
        assert f"| {getattr(gym, name)} | `{name}` |" in PAGE
    assert f"| {OF_THE_HAND} | {OF_THE_TURN} | pot;" in PAGE
    assert f"| {OF_THE_HAND + OF_THE_TURN} | {OF_A_PLAYER} for each player" in PAGE
