"""Chance that Hypothesis controls, for tests that play hands of any kind."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

# A hand draws some hundred numbers; Hypothesis may take its time over them.
hands = settings(
    max_examples=200, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
chance = st.randoms(use_true_random=False)
