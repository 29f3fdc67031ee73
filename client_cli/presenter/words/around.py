"""
What the screens around the table say: lobby, sign-in, settings, old hands, replays.
"""

from client_cli.languages import Phrase

LOBBY = Phrase("Lobby")
LOBBY_HEADS = {
    "table": Phrase("table"),
    "game": Phrase("game"),
    "seats": Phrase("seats"),
    "pot": Phrase("avg pot"),
    "waiting": Phrase("wait"),
    "watching": Phrase("watch"),
    "buy_in": Phrase("buy-in"),
    "pace": Phrase("seconds"),
}
LOBBY_YOU = Phrase("you")
YOU_SIT = Phrase("you sit here")
YOU_WAIT = Phrase("you are number {place} in line")
SEAT_IS_FREE = Phrase("a seat is free for you: Enter")
YOU_ARE_HOST = Phrase("yours")
LOBBY_CHIPS = Phrase("{name}, chips: {chips}")
LOBBY_COUNT = Phrase("{found} of {all} tables")
LOBBY_FIND = Phrase("find: {typed}")
LOBBY_LOADING = Phrase("The tables are coming ...")
LOBBY_NONE = Phrase("There are no tables yet.")
LOBBY_OPEN_ONE = Phrase("o opens one from the server's templates.")
LOBBY_NOT_FOUND = Phrase("No table has {typed!r} in its name, game or players.")
LOBBY_CLEAR = Phrase("Esc shows them all again.")
DETAIL_TITLE = Phrase(
    "{table}: {stakes}. Buy-in {least} to {most}. {base} s to act, {bank} s time bank."
)
DETAIL_NO_BANK = Phrase("{table}: {stakes}. Buy-in {least} to {most}. {base} s to act.")
DETAIL_FREE = Phrase("free")
DETAIL_BOT = Phrase("{name} (bot)")
DETAIL_SEAT = Phrase("{seat} {who}", "seat and player")
DETAIL_STACK = Phrase("{who} {stack}")
DETAIL_LATE = Phrase("Who looks on sees it {seconds} s later.")
NO_CHIPS = Phrase("You have no chips. The server may give you some for the day when you sit down.")

KEY_SIT = Phrase("sit")
KEY_GO = Phrase("go there")
KEY_WATCH = Phrase("watch", "key")
KEY_WAIT = Phrase("wait in line")
KEY_UNWAIT = Phrase("wait no more")
KEY_FIND = Phrase("find")
KEY_SORT = Phrase("sort")
KEY_OPEN = Phrase("open one")
KEY_HANDS = Phrase("hands", "key")
KEY_SETTINGS = Phrase("settings")
KEY_WHO = Phrase("sign in")
KEY_CLEAR = Phrase("show all")
KEY_QUIT = Phrase("quit")
KEY_CHANGE = Phrase("change")
KEY_OTHER_WAY = Phrase("other way")
KEY_CLOSE = Phrase("close")

BUYING_TITLE = Phrase("Sit down at {table}")
BUYING_RANGE = Phrase("With how many chips? From {least} to {most}; you have {chips}.")
BUYING_KEYS = Phrase("Enter sits down   Esc does not")
NOT_IN_RANGE = Phrase("{found} is not an amount from {least} to {most}.")

OPENING_TITLE = Phrase("Open a table of your own")
OPENING_NONE = Phrase("This server lets nobody open tables.")
OPENING_HEADS = (
    Phrase("template"),
    Phrase("game"),
    Phrase("seats"),
    Phrase("bots"),
    Phrase("buy-in"),
    Phrase("seconds"),
    Phrase("open"),
)
OPENING_NAME = Phrase("Its name begins with (letters, digits, - and _; empty is as the template):")
OPENING_KEYS = Phrase("Arrows choose   Enter opens   Esc does not")
BAD_NAME = Phrase("A name has 1 to 20 letters, digits, - or _.")

WAITING_AT = Phrase("You are number {place} in line at {table}. You may do anything meanwhile.")
WAITS_NO_MORE = Phrase("You wait no more at {table}.")
OFFERED = Phrase("A seat at {table} is free for you: Enter in the lobby takes it.")
SITTING_AT = Phrase("You sit at {table}.")

# Sign in.

ENTRY_TITLE = Phrase("Five-card draw")
ENTRY_SERVER = Phrase("Server, or the link that you were sent")
ENTRY_KNOWN = Phrase("Used before")
ENTRY_AS = Phrase("Who are you?")
ENTRY_GUEST = Phrase("a guest: a name is all it takes")
ENTRY_OWN = Phrase("somebody with a password")
ENTRY_NEW = Phrase("new, with a password to come back from anywhere")
ENTRY_TOKEN = Phrase("whoever a token stands for")
ENTRY_NAME = Phrase("Name")
ENTRY_PASSWORD = Phrase("Password")
ENTRY_SAME = Phrase("The same again")
ENTRY_TOKEN_FIELD = Phrase("Token")
ENTRY_KEYS = Phrase("Tab next   arrows choose   Enter play   Ctrl+Q quit")
ENTRY_KNOWN_AS = Phrase("{url} as {name}")
ENTRY_NO_NAME = Phrase("A name is needed: up to {most} letters, digits, - or _.")
ENTRY_NO_PASSWORD = Phrase("A password is needed.")
ENTRY_TWO_PASSWORDS = Phrase("The two passwords differ.")
ENTRY_NO_TOKEN = Phrase("A token is needed: `account token` of the server prints one.")
ENTRY_NO_SERVER = Phrase("A server is needed, such as {example}.")

# Settings.

SETTINGS = Phrase("Settings")
SETTINGS_KEPT = Phrase("Kept in {path}.")
SETTING_NAMES = {
    "language": Phrase("Language"),
    "ground": Phrase("Colours for"),
    "suits": Phrase("Suits"),
    "four_colours": Phrase("Four colours"),
    "colour_blind": Phrase("Colour-blind safe"),
    "to_front": Phrase("Come to the front"),
    "advice": Phrase("Odds at the draw"),
    "bell": Phrase("Bell"),
    "chat": Phrase("Chat"),
    "confirm": Phrase("Questions"),
}
SETTING_ABOUT = {
    "language": Phrase("In which words everything is said; auto is what your terminal speaks."),
    "ground": Phrase("A dark or a light screen; auto is what your terminal says of itself."),
    "suits": Phrase(
        "Suits as signs or as the letters c d h s; auto is signs where there are such."
    ),
    "four_colours": Phrase("Each suit in a colour of its own."),
    "colour_blind": Phrase("Colours that are told apart without red and green."),
    "to_front": Phrase("A table where it is your turn comes to the front by itself."),
    "advice": Phrase("On demand: what each discard becomes, exactly. Not where a table says no."),
    "bell": Phrase("The terminal rings when it is your turn."),
    "chat": Phrase("What others say is shown."),
    "confirm": Phrase("You are asked before what is surprising and cannot be taken back."),
}
SETTING_VALUES = {
    "auto": Phrase("auto"),
    "dark": Phrase("a dark screen"),
    "light": Phrase("a light screen"),
    "signs": Phrase("signs"),
    "letters": Phrase("letters"),
}
SETTING_ON = Phrase("on")
SETTING_OFF = Phrase("off")

# Hands.

HANDS = Phrase("Hands")
HANDS_HEADS = (
    Phrase("hand"),
    Phrase("table"),
    Phrase("ended, UTC"),
    Phrase("pot"),
    Phrase("you"),
    Phrase("won by"),
    Phrase("with"),
    Phrase("players"),
)
HANDS_LOADING = Phrase("The hands are coming ...")
HANDS_NONE = Phrase("No hands yet: play one, and it stands here.")
HANDS_NONE_FOUND = Phrase("No hand is as you search for.")
HANDS_FIND = Phrase("search: {typed}")
HANDS_ALL = Phrase("all hands that you may see, newest first")
HANDS_MORE = Phrase("There are older ones below.")
HANDS_FIND_HELP = Phrase(
    "won, lost, a player's name, table=NAME since=2026-11-30 until=... min-pot=100 full-house"
)
SEARCH_UNKNOWN = Phrase("There is no filter {found!r}; there are {known}.")
SEARCH_NEEDS = Phrase("{word} needs something behind the =.")
SEARCH_NO_AMOUNT = Phrase("{found!r} is not an amount; it is a whole number such as 100.")
KEY_REPLAY = Phrase("replay")
KEY_SEARCH = Phrase("search")
KEY_FIGURES = Phrase("statistics")
KEY_LIST = Phrase("list")
KEY_EXPORT = Phrase("export")
FIGURES_LOADING = Phrase("The figures are coming ...")

# Replays.

REPLAY = Phrase("Hand {hand}")
REPLAY_PLACE = Phrase("step {place} of {most}")
REPLAY_HANDS = Phrase("hand {place} of {most}")
REPLAY_SPEED = Phrase("steps a second: {speed}")
REPLAY_PLAYING = Phrase("playing")
REPLAY_START = Phrase("Nothing has happened yet: Enter is one step on, Space plays.")
KEY_STEP = Phrase("step")
KEY_DECISION = Phrase("decision")
KEY_PART = Phrase("street")
KEY_PLAY = Phrase("play")
KEY_PAUSE = Phrase("pause")
KEY_SPEED = Phrase("speed")
KEY_ENDS = Phrase("start, end")
KEY_HAND = Phrase("hand", "key")
EXPORT_TITLE = Phrase("Write this hand as")
EXPORT_FORMATS = {
    "phh": Phrase("PHH: the open format of many programs"),
    "ohh": Phrase("OHH: Open Hand History"),
    "pokerstars": Phrase("PokerStars text: what trackers read"),
    "json": Phrase("JSON: our own"),
    "html": Phrase("a page that plays it in a browser"),
}
EXPORT_KEYS = Phrase("Arrows choose   Enter writes   Esc does not")
EXPORTED = Phrase("Written: {path}")
GET_UP_FIRST = Phrase("You still sit at {tables}; get up there first.")
BUTTON_MARK = Phrase("D", "the dealer button")
