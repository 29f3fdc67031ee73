"""
The server under a profiler that counts CPU, and not the time that others had it.

``python -m benchmarks.load.profiled FILE SERVER-ARGUMENTS`` writes at its end what it saw.
"""

import cProfile
import runpy
import sys
import time

if __name__ == "__main__":
    file = sys.argv.pop(1)
    profile = cProfile.Profile(time.thread_time)
    try:
        profile.runcall(runpy.run_module, "server", run_name="__main__", alter_sys=True)
    finally:
        profile.dump_stats(file)
