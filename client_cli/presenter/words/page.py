"""
What stands around a hand on the page that plays it in a browser.
"""

from client_cli.languages import Phrase

PAGE_LABELS = {
    "the_table": Phrase("The table"),
    "seats": Phrase("Seats"),
    "more_seats": Phrase("More seats"),
    "replay": Phrase("Replay"),
    "place": Phrase("Place in the hand"),
    "to_start": Phrase("To the start"),
    "step_back": Phrase("One step back"),
    "play": Phrase("Play"),
    "step_on": Phrase("One step on"),
    "to_end": Phrase("To the end"),
    "go_to": Phrase("Go to"),
    "speed": Phrase("Speed"),
    "four_colours": Phrase("Four colours"),
    "steps": Phrase("steps"),
    "decisions": Phrase("decisions"),
    "space": Phrase("Space", "key"),
    "plays": Phrase("plays"),
    "draw": Phrase("draw"),
    "showdown": Phrase("showdown"),
    "in_words": Phrase("The hand in words"),
}
"""In the page itself."""

PAGE_SAID = {
    "play": Phrase("Play"),
    "pause": Phrase("Pause"),
    "step": Phrase("Step {place} of {most}"),
    "has_button": Phrase("has the button"),
    "stack": Phrase("stack {amount}"),
    "bet": Phrase("bet {amount}"),
    "wins": Phrase("wins {amount}"),
    "no_cards": Phrase("no cards"),
    "face_down": Phrase("a card face down"),
    "all_face_down": Phrase("{count} cards face down"),
}
"""By its script, to who has it read aloud."""
