"""
A player for a showdown server, in Python without the SDK.

    python player.py --url ws://127.0.0.1:8765 --table main --name Pia --hands 1

It needs `pip install websockets` and was written from docs/bots-websocket.md alone. It sits down,
plays so many hands by the rules of stdio_bot.py, and leaves; it connects once, and a fault ends it
with a sentence.
"""

import argparse
import json
import random
import sys

from stdio_bot import choose
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect


class Refused(Exception):
    """The server answered a request with an error."""


class Player:
    """One seat on one connection."""

    def __init__(self, socket, table, hands):
        self.socket, self.table, self.left_to_play = socket, table, hands
        self.chance = random.Random()
        self.last_id = 0
        self.seq = 0  # the last event of the table that we have
        self.seat = self.hand = None
        self.dealt_in = False

    def send(self, kind, **fields):
        """Send a request; its reply comes among the other messages."""
        self.last_id += 1
        self.socket.send(json.dumps({"type": kind, "id": f"p{self.last_id}", **fields}))

    def take(self, message):
        """One message of the server; False when we have left the table."""
        reply = message if message["type"] == "reply" else message.get("reply")
        if reply and not reply.get("ok"):
            self.refused(reply["error"])
        if message["type"] == "snapshot":
            self.seq, self.hand = message["seq"], message["view"].get("hand")
            self.seat = message["view"]["you"]
        elif message["type"] == "update":
            if message["seq"] > self.seq + 1:
                raise Refused("something is missing; a cleverer player would ask to resume")
            self.hand = message.get("hand")
            for number, event in enumerate(message["events"], message["seq"]):
                if number > self.seq:
                    self.seq = number
                    if not self.happened(event):
                        return False
        else:
            return True
        if "request" in message:
            self.act(message["request"])
        return True

    def refused(self, error):
        """A turn that is over is no fault of anybody."""
        if error["code"] != "stale_turn":
            raise Refused(f"{error['code']}: {error['message']}")

    def act(self, request):
        """Answer our turn."""
        action = choose(request, self.chance)
        self.send("act", table=self.table, hand=self.hand, turn=request["turn"], action=action)

    def happened(self, event):
        """An event of the table; those that we may not see are {}."""
        kind = event.get("type")
        if kind == "hand_started":
            self.dealt_in = any(player["seat"] == self.seat for player in event["players"])
        if kind == "hand_ended" and self.dealt_in:
            after = {each["seat"]: each["stack"] for each in event["stacks"]}
            print(f"hand {self.hand}: I have {after[self.seat]}", flush=True)
            self.left_to_play -= 1
            if self.left_to_play == 0:
                self.send("leave", table=self.table)
        return not (kind == "left" and event["seat"] == self.seat)


def main():
    """Sit down, play, leave."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--url", default="ws://127.0.0.1:8765")
    parser.add_argument("--table", default="main")
    parser.add_argument("--name", default="Pia")
    parser.add_argument("--hands", type=int, default=1)
    options = parser.parse_args()
    try:
        with connect(options.url, subprotocols=["showdown.v1"], compression=None) as socket:
            player = Player(socket, options.table, options.hands)
            player.send("hello", name=options.name)
            player.send("sit", table=options.table)
            while player.take(json.loads(socket.recv())):
                pass
    except Refused as refused:
        sys.exit(str(refused))
    except (WebSocketException, OSError) as fault:
        sys.exit(f"{options.url}: {fault}")


if __name__ == "__main__":
    main()
