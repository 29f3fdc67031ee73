"""
The picture of a table.
"""

from client_cli.languages import Phrase

TITLE = Phrase("{table}: {stakes}. {moment}.")
NO_HAND = Phrase("No hand runs")
AFTER_HAND = Phrase("Hand {hand} is over")
IS_PAUSED = Phrase("{moment}, paused by the host")
BEFORE_DRAW = Phrase("Hand {hand}, before the draw, pot {pot}")
AT_DRAW = Phrase("Hand {hand}, the draw, pot {pot}")
AFTER_DRAW = Phrase("Hand {hand}, after the draw, pot {pot}")
HEARD_SEAT = Phrase("Seat {seat}: {who}, {parts}.")
FREE = Phrase("Free: seat {seats}.")
BET = Phrase("bet {amount}")
BUTTON = Phrase("button")
TO_ACT = Phrase("to act")
BANK_RUNS = Phrase("Your time bank runs now: {seconds} s.")
TIME_RUNS_OUT = Phrase("{seconds} s left to decide.")
TIME_LEFT = Phrase("{seconds} s left")
TIME_LEFT_AND_BANK = Phrase("{seconds} s left, then {bank} s")
BANK_LEFT = Phrase("{seconds} s of the bank left")
GRACE_LEFT = Phrase("{seconds} s to come back")
IS_AWAY = Phrase("away")
FOLDED = Phrase("folded")
ALL_IN = Phrase("all-in")
OUT = Phrase("sits out")
LEAVING = Phrase("leaving")
WAITS = Phrase("waits for the big blind")
POSTS = Phrase("posts")
CARRIES = Phrase("{amount} carried")
DREW_NOTE = Phrase("drew {count}")
STOOD_PAT = Phrase("stood pat")
