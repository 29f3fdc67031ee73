"""
The storage: the journal beside bare drivers, a finished hand at rest, a start with many hands.
"""

from benchmarks.contest import Contest
from benchmarks.storage.journals import JOURNAL, JOURNAL_POSTGRES

CONTESTS: tuple[Contest, ...] = (JOURNAL, JOURNAL_POSTGRES)
