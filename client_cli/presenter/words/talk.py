"""
What people say to each other, and what a host does.
"""

from client_cli.languages import Phrase
from showdown.protocol import messages as msg

SAYS = Phrase("{name} says: {text}")
ONLOOKER_SAYS = Phrase("{name}, looking on, says: {text}")
IGNORED = Phrase("You hear no more of {name}; hear {name} changes that.")
HEARD = Phrase("You hear {name} again.")
INVITATION = Phrase("Who has this link finds table {table}:")
INVITATION_LINK = Phrase("  showdown play --url {link}")
OBEYED = {
    msg.Admit: Phrase("{name} may come back."),
    msg.Mute: Phrase("Nobody hears {name} any more; unmute {name} changes that."),
    msg.Unmute: Phrase("Everybody hears {name} again."),
    msg.Renew: Phrase("The link from before opens nothing any more."),
}
"""What is not told to everybody anyway."""
