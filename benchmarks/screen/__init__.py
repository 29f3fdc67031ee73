"""
What the full screen costs: how soon it is there, what four busy tables take, how fast keys are.

``python -m benchmarks.screen`` prints it. Times of a busy machine say little; the share of a core
is processor time, so it holds there as well.
"""
