"""
A bot of the SDK that says on stdout when it is asked, and answers when it gets a line on stdin.

    python -m tests.end_to_end.bots.asked URL TOKEN
"""

import sys

from showdown.sdk import Bot, run


class Asked(Bot):
    def decide(self, view):
        sys.stdout.write(f"{view.hand} {view.request.turn}\n")
        sys.stdout.flush()
        sys.stdin.readline()
        return view.stand_pat() if view.is_draw else view.check_or_call()


if __name__ == "__main__":
    run(Asked, sys.argv[1], sys.argv[2], table="main")
