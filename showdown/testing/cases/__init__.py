"""
Written cases: what happens in a hand, as a line of text that the engine plays.

The notation is explained in docs/rules.md, "Notation of the cases". :mod:`~.reader` turns a text
into the values of :mod:`~.notation`, :mod:`~.player` plays them, and :mod:`~.runner` says of each
case whether it holds. ``python -m showdown.testing.cases FILE...`` does all that.
"""

from showdown.testing.cases.runner import Result, Verdict, run_cases

__all__ = ["Result", "Verdict", "run_cases"]
