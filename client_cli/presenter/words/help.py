"""
What `?` shows at the table.
"""

from client_cli.languages import Phrase

HELP = (
    Phrase("c  check or call            k  check                f  fold"),
    Phrase("b 30  bet 30                r 60  raise to 60       a  all-in"),
    Phrase("d 2 5  throw away your 2nd and 5th card, d Ah Kd those two; p  keep all five"),
    Phrase("t  the table                out  sit out            in  be dealt in again"),
    Phrase("top 400  have 400 in front of you                   q  leave and end"),
    Phrase(
        "post  pay the blinds that you owe and play sooner; show  show a hand that you have won"
    ),
    Phrase("password  have a password, and come back with it and your name from anywhere"),
    Phrase("say hello  (or 'hello)  speak to the table; ignore NAME, hear NAME"),
    Phrase("f, c or k before your turn  decide what to do in it; forget  take that back"),
    Phrase("tables  list them; sit NAME  go to another one; hands  your hands; hand 12  tell one"),
    Phrase("odds  what each discard becomes; note NAME TEXT  note it about a player, for yourself"),
    Phrase("Amounts of b and r are your total for the betting round."),
)

YOU_HOST = Phrase("You are the host of {table}; ? shows what you may type.")
HELP_HOST = (
    Phrase("You are the host: pause, unpause; kick NAME, admit NAME; mute NAME, unmute NAME;"),
    Phrase("grant NAME 500  give play chips; invite  show the link; renew  have a new one"),
)
