"""
A bot in Python without the SDK, with nothing installed: asked on stdin, it answers on stdout.

    showdown arena "cmd:python stdio_bot.py" caller --hands 1000 --seed 1
    showdown bot "cmd:python stdio_bot.py" --table main

It was written from docs/bots-stdio.md alone. It keeps what is paired, bets a pair now and then, and
stays in if that is cheap; make it cleverer.
"""

import json
import random
import sys

RANKS = "23456789TJQKA"


def rank(card):
    """From 0 for a deuce to 12 for an ace; -1 is a joker."""
    return RANKS.find(card[0])


def worth_keeping(cards):
    """Jokers, and cards whose rank is there twice."""
    ranks = [rank(card) for card in cards]
    return [card for card in cards if rank(card) < 0 or ranks.count(rank(card)) > 1]


def choose(request, chance):
    """The action of this turn; all that is random in it comes from `chance`."""
    legal, kept = request["legal"], worth_keeping(request["cards"])
    if request["kind"] == "draw":
        thrown = sorted((card for card in request["cards"] if card not in kept), key=rank)
        return {"type": "draw", "cards": thrown[: min(3, legal["draw"])]}
    if "bet" in legal and legal.get("qualified", True) and kept and chance.random() < 0.5:
        return {"type": "bet", "to": legal["bet"]["min"]}
    if legal.get("check"):
        return {"type": "check"}
    cheap = request["to_call"] * 3 <= request["pot"]
    return {"type": "call"} if "call" in legal and (kept or cheap) else {"type": "fold"}


class Player:
    """Answers line by line."""

    def __init__(self):
        self.chance = random.Random()

    def answer(self, line):
        """The answer to a line, if it wants one."""
        message = json.loads(line)
        if message["type"] == "hello":
            return json.dumps({"type": "ready"})
        if message["type"] == "hand":
            self.chance.seed(message["seed"])
        if message["type"] == "request":
            action = choose(message["request"], self.chance)
            return json.dumps({"type": "act", "id": message["id"], "action": action})
        return None  # what we do not know needs no answer


def main():
    """Play until stdin ends."""
    player = Player()
    for line in sys.stdin:
        answer = player.answer(line)
        if answer is not None:
            print(answer, flush=True)  # whoever asks waits for the whole line


if __name__ == "__main__":
    main()
