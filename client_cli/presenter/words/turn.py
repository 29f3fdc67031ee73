"""
Your turn: the price, and what may be typed for it.
"""

from client_cli.languages import Phrase

TURN_BET = Phrase("Your turn: {cards}, {rank}.")
PRICE_BET = Phrase("{price}, you have {stack}. {time}")
PRICE_FREE = Phrase("Pot {pot}, nothing to call")
PRICE = Phrase("Pot {pot}, {amount} to call")
TURN_DRAW = Phrase("Your draw: {cards}, {rank}.")
PRICE_DRAW = Phrase("Pot {pot}, you have {stack}. {time}")
TIME = Phrase("Time {base} s.")
TIME_BANK = Phrase("Time {base} s, then {bank} s of your bank.")
CHOICE_FOLD = Phrase("f fold")
CHOICE_CHECK = Phrase("c check")
CHOICE_CALL = Phrase("c call {amount}")
CHOICE_CALL_ALL_IN = Phrase("c call {amount}, all-in")
CHOICE_BET = Phrase("b TO bet {range}")
CHOICE_RAISE = Phrase("r TO raise to {range}")
CHOICE_BET_EXACT = Phrase("b bet {range}")
CHOICE_RAISE_EXACT = Phrase("r raise to {range}")
CHOICE_ALL_IN = Phrase("a all-in {amount}")
CHOICE_DRAW = Phrase("d 2 5 or d {example} throws those cards away")
CHOICE_DRAW_HEARD = Phrase("d 2 5 throws the second and the fifth away")
CHOICE_PAT = Phrase("p keeps all")
RANGE = Phrase("{least}-{most}")
RANGE_HEARD = Phrase("{least} up to {most}")
ADVICE_LINE = Phrase("{thrown}: {share}")
ADVICE_ONLY_AT_DRAW = Phrase("Odds are there when you draw.")
ADVICE_OFF = Phrase("At this table no client may help.")
LATER_TYPED = Phrase("In your turn: {what}. forget takes it back.")
LATER_FORGOTTEN = Phrase("Nothing is decided beforehand any more.")
LATER_NOTHING = Phrase("Nothing was decided beforehand.")
PROMPT = "> "
PROMPT_TURN = Phrase("your turn> ")
PROMPT_OTHER = Phrase("{who} to act> ")
