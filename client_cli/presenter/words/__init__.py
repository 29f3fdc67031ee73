"""
Every sentence that a player reads, a room for each thing that is spoken of.

Callers write ``words.DEALT`` and need not know the room. A sentence about what somebody did is a
:class:`~client_cli.languages.Said`: one wording for you, one for all others. What stands in braces
is filled in; amounts and cards come in as text that is ready to be read.
"""

from client_cli.presenter.words.arena import *
from client_cli.presenter.words.between import *
from client_cli.presenter.words.connection import *
from client_cli.presenter.words.deals import *
from client_cli.presenter.words.formats import *
from client_cli.presenter.words.hand import *
from client_cli.presenter.words.help import *
from client_cli.presenter.words.lobby import *
from client_cli.presenter.words.looking_back import *
from client_cli.presenter.words.page import *
from client_cli.presenter.words.picture import *
from client_cli.presenter.words.refusals import *
from client_cli.presenter.words.report import *
from client_cli.presenter.words.screen import *
from client_cli.presenter.words.statistics import *
from client_cli.presenter.words.talk import *
from client_cli.presenter.words.things import *
from client_cli.presenter.words.turn import *
from client_cli.presenter.words.typing import *
from client_cli.presenter.words.usage import *
from client_cli.presenter.words.worth import *
