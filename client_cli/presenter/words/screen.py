"""
What the full screen says beside the sentences of a game: keys, labels, banners.
"""

from client_cli.languages import Phrase

TAB_WANTED = " !"
CONNECTING = Phrase("Connecting to {url} …")
NO_CONNECTION = Phrase(
    "No connection; trying again in {seconds} s. Your seats and what you prepare are kept."
)
WHO = Phrase("{name} at {url}")
KEY_NAMES = {
    "escape": Phrase("Esc", "key"),
    "enter": Phrase("Enter", "key"),
    "space": Phrase("Space", "key"),
    "tab": Phrase("Tab", "key"),
    "pageup": Phrase("PgUp", "key"),
}
KEY_SIGNS = {
    "question_mark": "?",
    "colon": ":",
    "apostrophe": "'",
    "left": "<",
    "right": ">",
    "up": "+",
    "down": "-",
    "ctrl+q": "^Q",
}
"""Keys whose names are the same everywhere."""
YES = Phrase("yes")
NO = Phrase("no")
YES_OR_NO = Phrase("y yes   n no")
QUIT_TITLE = Phrase("Leave and quit?")
QUIT_SEATED = Phrase("You get up at {tables}; your chips go back to your account.")
QUIT_IN_HAND = Phrase("Where a hand runs, your seat folds or checks.")

# The table.

FREE_SEAT = Phrase("seat {seat} is free")
SEAT_LABEL = "{seat} {name}"
BUTTON_MARK = "(D)"
"""The dealer's button, as it is written everywhere."""
WON = Phrase("won {amount}")
POT_LABEL = Phrase("Pot {amount}")
MAIN_POT_LABEL = Phrase("main pot {amount}")
SIDE_POT_LABEL = Phrase("side pot {amount}")
CARRY_LABEL = Phrase("{amount} carried in")
IS_PAUSED_NOTE = Phrase("paused by the host")
HAS_REMARK = "*"
NO_CARDS = Phrase("no cards")
AT_BEFORE_DRAW = Phrase("Hand {hand}, before the draw")
AT_THE_DRAW = Phrase("Hand {hand}, the draw")
AT_AFTER_DRAW = Phrase("Hand {hand}, after the draw")
YOU_LOOK_ON = Phrase("You look on.")

# Your turn.

YOUR_TURN = Phrase("Your turn")
YOUR_DRAW = Phrase("Your draw")
TURN_OF = Phrase("{who} to act")
CLOCK = Phrase("{seconds} s")
CLOCK_AND_BANK = Phrase("{seconds} s, then {bank} s of the bank")
CLOCK_BANK = Phrase("{seconds} s of the bank")
CLOCK_GRACE = Phrase("{seconds} s to come back")
NO_CHIPS_LEFT = Phrase("You have no chips left.")
YOU_SIT_OUT = Phrase("You sit out and are not dealt in.")
DO_BUY = Phrase("buy chips")
DO_SIT_IN = Phrase("be dealt in again")
DO_POST = Phrase("pay the blinds and play now")
DO_FOLD = Phrase("fold")
DO_CHECK = Phrase("check")
DO_CALL = Phrase("call {amount}")
DO_CALL_ALL_IN = Phrase("call {amount}, all-in")
DO_BET = Phrase("bet {range}")
DO_RAISE = Phrase("raise to {range}")
DO_ALL_IN = Phrase("all-in {amount}")
DO_HALF_POT = Phrase("half pot {amount}")
DO_POT = Phrase("pot {amount}")
DO_LEAST = Phrase("least {amount}")
DO_BACK = Phrase("back")
DO_SEND = Phrase("do it")
BET_TO = Phrase("Bet {amount}")
RAISE_TO = Phrase("Raise to {amount}")
COSTS = Phrase("costs {amount}, leaves {left}")
COSTS_ALL = Phrase("costs {amount}, all that you have")
KEEPS_ALL = Phrase("You keep all five cards.")
KEEPS_AND_THROWS = Phrase("You keep {kept} and throw {thrown} away.")
THROWS_ALL = Phrase("You throw all five cards away.")
DRAW_HOW = Phrase("1 to 5 marks a card to throw away, and takes that back.")
DRAW_LIMIT = Phrase("At most {most} cards.")
DRAW_LIMIT_ACE = Phrase("At most {usual} cards, {most} if what you keep is an ace or wild.")
NO_DRAW = Phrase("No cards can be thrown away in this game.")
KEY_MARK = Phrase("mark")
KEY_KEEP_ALL = Phrase("keep all")
KEY_DRAW = Phrase("draw")
SURE_FOLD = Phrase("Checking is free. Fold all the same?")
SURE_PAT = Phrase("Keep all five cards?")
SURE_ALL_IN = Phrase("All your chips, {amount}: go all-in?")
SENDING = Phrase("Sent; waiting for the server.")

# Decided beforehand.

LATER_FOLD = Phrase("fold")
LATER_CHECK_FOLD = Phrase("check, else fold")
LATER_CALL = Phrase("call {amount}")
LATER_CHECK = Phrase("check")
LATER_SET = Phrase("In your turn: {what}. The same key takes it back.")
LATER_GONE = Phrase("The price has changed: {what} is taken back.")
LATER_OFFERED = Phrase("In your turn:")

# Keys of the table.

KEY_CHAT = Phrase("chat")
KEY_COMMAND = Phrase("command")
KEY_HELP = Phrase("help")
KEY_NEXT = Phrase("next table")
KEY_OLDER = Phrase("older")
KEY_QUIT = Phrase("quit")
CHAT_PROMPT = Phrase("Say to everybody; Esc goes back")
COMMAND_PROMPT = Phrase("Command, such as top 400; ? shows all; Esc goes back")

# Read in front of a table.

READING_KEYS = Phrase("Arrows scroll, Esc goes back.")
ADVICE_TITLE = Phrase("How often each discard makes a better kind of hand:")
ADVICE_COMES = Phrase("Counting every draw ...")
KEY_ODDS = Phrase("odds")
KEY_MENU = Phrase("menu")
HELP_TURN = Phrase("In your turn")
HELP_TURN_KEYS = {
    "f": Phrase("fold"),
    "c": Phrase("check, or call what it costs"),
    "r": Phrase("bet or raise: type the amount, or move it with the arrows, then Enter"),
    "h p": Phrase("half the pot, all of it"),
    "a": Phrase("all-in"),
}
HELP_DRAW = Phrase("At the draw")
HELP_DRAW_KEYS = {
    "1 5": Phrase("mark a card to be thrown away, or take that back"),
    "left right": Phrase("go to a card; Space marks it"),
    "enter": Phrase("draw; with nothing marked you keep all five"),
}
HELP_ODDS = Phrase("what each discard becomes, exactly")
HELP_LATER = Phrase("Before your turn; it is taken back when the price changes")
HELP_LATER_KEYS = {
    "f": Phrase("fold"),
    "x": Phrase("check where that is free, else fold"),
    "c": Phrase("call what it costs now"),
}
HELP_TABLE = Phrase("At the table")
HELP_TABLE_KEYS = {
    "m": Phrase("sit out, top up, show, leave and more"),
    "t": Phrase("speak to everybody"),
    "n": Phrase("note something about a player"),
    "colon": Phrase("type a command"),
    "pageup": Phrase("read what was told before"),
    "tab": Phrase("the next table that needs you; Alt and a number goes to a tab"),
    "ctrl+q": Phrase("leave all tables and end"),
}
HELP_SIGNS = Phrase("After each hand")
HELP_PROOFS = (
    Phrase("[proven] The deal was sealed before anybody opened, and your client checked it."),
    Phrase("[fixed] It was sealed and not changed, but nobody opened: not proven random."),
    Phrase("[off] This table proves nothing; you trust its server."),
)
HELP_TYPED = Phrase("To type behind :")
HELP_NOTE = Phrase("note NAME plays anything  note it for yourself; note NAME forgets it")
MENU_KEYS = Phrase("Enter takes it, Esc goes back.")
MENU_IN = Phrase("Be dealt in again")
MENU_OUT = Phrase("Sit out")
MENU_TOP = Phrase("Buy chips ...")
MENU_POST = Phrase("Pay the blinds that I owe and play sooner")
MENU_SHOW = Phrase("Show my hand")
MENU_NOTE = Phrase("Note something about a player ...")
MENU_IGNORE = Phrase("Hear no more of a player ...")
MENU_PAUSE = Phrase("Pause the table")
MENU_UNPAUSE = Phrase("Let the table go on")
MENU_INVITE = Phrase("Show the link for guests")
MENU_KICK = Phrase("Send a player away ...")
MENU_MUTE = Phrase("Let nobody hear a player ...")
MENU_GRANT = Phrase("Give chips to a player ...")
MENU_PASSWORD = Phrase("Have a password")
MENU_LEAVE = Phrase("Leave the table")
MENU_UNWATCH = Phrase("Look on no more")

# Notes on players.

NOTED = Phrase("Noted about {name}: {text}")
NOTE_GONE = Phrase("Nothing is noted about {name} any more.")
ON_A_SCREEN = Phrase("On the screen keys and tabs do that; ? shows them.")
NOTE_NEEDS = Phrase("note needs the name of a player at this table, and what to note.")
REMARKS_UNREAD = Phrase("{path} cannot be read ({reason}), so there are no notes on players.")
REMARKS_UNWRITTEN = Phrase("{path} cannot be written ({reason}), so the note is lost.")
