"""
Histories: hands read, replayed and written, by us and by pokerkit.
"""

from benchmarks.contest import Contest
from benchmarks.history.files import FORMATS_READ, FORMATS_WRITTEN, PHH

CONTESTS: tuple[Contest, ...] = (PHH, FORMATS_READ, FORMATS_WRITTEN)
