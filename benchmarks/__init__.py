"""
How fast we are beside others: each contest runs us and our peers in the same process, in turn.

What is printed are ratios, since a machine's speed changes from minute to minute and a ratio of two
neighbours in time hardly does. Nothing timed decides a test.
"""
