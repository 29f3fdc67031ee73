"""What a server has when it is up is not looked through again and again."""

import gc

from server.garbage import spare_what_is_there


class Node:
    """Something that refers to itself."""

    def __init__(self):
        self.me = self


def test_what_is_there_is_spared_and_what_comes_later_is_collected():
    kept, usual = Node(), gc.get_threshold()
    spare_what_is_there()
    try:
        assert gc.get_freeze_count() > 0
        assert not any(each is kept for each in gc.get_objects())
        Node()
        assert gc.collect() > 0
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)
