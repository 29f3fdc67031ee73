"""
How much time a table gives its players, under a name: ``pace = "relaxed"`` in the configuration.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

Pace = Literal["normal", "relaxed", "quick"]

PACES: Mapping[Pace, Mapping[str, float]] = MappingProxyType(
    {
        "normal": {},
        "relaxed": {
            "act_time": 60.0,
            "draw_time": 60.0,
            "time_bank": 300.0,
            "disconnect_grace": 60.0,
            "hand_pause": 6.0,
        },
        "quick": {"act_time": 10.0, "draw_time": 10.0, "time_bank": 30.0, "hand_pause": 1.0},
    }
)
"""
The seconds of a ruleset by the name of a pace; ``normal`` is what the rules say.

``relaxed`` is for who needs time: to read the cards aloud, to ask somebody, to type with one hand.
"""
