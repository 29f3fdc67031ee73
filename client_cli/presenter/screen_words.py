"""
What the full screen says beside the sentences of a game: names of keys, banners, labels.
"""

TAB_WANTED = " !"
CONNECTING = "Connecting to {url} …"
WHO = "{name} at {url}"
KEY_NAMES = {
    "escape": "Esc",
    "enter": "Enter",
    "space": "Space",
    "question_mark": "?",
    "slash": "/",
    "colon": ":",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "ctrl+q": "Ctrl+Q",
    "ctrl+c": "Ctrl+C",
    "tab": "Tab",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}
KEY_QUIT = "quit"
KEY_NEXT_TAB = "next table"
QUIT_TITLE = "Leave and quit?"
YES = "yes"
NO = "no"
YES_OR_NO = "y yes   n no"
QUIT_SEATED = "You get up at {tables}; your chips go back to your account."
QUIT_IN_HAND = "Where a hand runs, your seat folds or checks."
LOOKING = "{table} (watching)"
