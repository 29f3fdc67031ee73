"""The thread that writes gets the interpreter when it wants it, however busy the loop is."""

import sys

from server.threads import MOST_KEPT, take_turns_quickly


def test_no_thread_keeps_the_interpreter_for_longer_than_a_transaction_can_wait():
    usual = sys.getswitchinterval()
    take_turns_quickly()
    try:
        assert sys.getswitchinterval() == MOST_KEPT < usual
    finally:
        sys.setswitchinterval(usual)
