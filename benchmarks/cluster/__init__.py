"""
Several nodes: what they do more than one, how soon one stands in for another, and many more.

Two or three run here as real processes; a hundred are a simulation by the code that they would run.
"""
