"""
The bot of stdio_bot.py, served on a websocket, so that it may run on another machine.

    python served_bot.py 9000
    showdown arena ws://127.0.0.1:9000 caller --hands 1000 --seed 1

It needs `pip install websockets` and no SDK. Each connection is one seat of one match; there may be
several at once.
"""

import sys

from stdio_bot import Player
from websockets.sync.server import serve


def play(socket):
    """Answer on this connection until it ends."""
    player = Player()
    for line in socket:
        answer = player.answer(line)
        if answer is not None:
            socket.send(answer)


def main():
    """Listen until Ctrl-C."""
    port = int(sys.argv[1])
    with serve(
        play, "127.0.0.1", port, subprotocols=["showdown.bot.v1"], compression=None
    ) as server:
        print(f"listening on port {server.socket.getsockname()[1]}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
