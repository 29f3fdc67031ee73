"""
The storage: the journal beside bare drivers, a finished hand at rest, a start with many hands.
"""

from benchmarks.contest import Contest
from benchmarks.storage.at_rest import AT_REST, AT_REST_POSTGRES
from benchmarks.storage.journals import JOURNAL, JOURNAL_POSTGRES
from benchmarks.storage.restarting import RESTART

CONTESTS: tuple[Contest, ...] = (JOURNAL, JOURNAL_POSTGRES, AT_REST, AT_REST_POSTGRES, RESTART)
