"""
Why the loop has nothing to do for a moment, between two turns that crowds fill.

A thread that waits for the interpreter while many short turns follow on each other is woken at the
end of each and comes too late each time: the one that writes would wait for a second at a time, and
whoever plays with it. So whoever hands out turns to a crowd, be it of requests, of frames, of those
who come or of those who go, leaves a moment between two of them.
"""

APART = 0.001
"""Seconds."""
