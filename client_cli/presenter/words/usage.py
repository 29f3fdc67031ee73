"""
How a command is used: the parts of its help that are ours for all of them, and wrong use.
"""

from client_cli.languages import Phrase

USAGE = Phrase("Usage")
HEADING = Phrase("{section}:")
SECTIONS = {
    "Arguments": Phrase("Arguments"),
    "Options": Phrase("Options"),
    "Commands": Phrase("Commands"),
}
HELP_OF_HELP = Phrase("Show this message and exit.")
DEFAULT = Phrase("default: {value}")
REQUIRED = Phrase("required")

HELP_SAYS = Phrase("{sentence}; --help says what there is.")
NO_SUCH_OPTION = Phrase("No such option: {option}")
NO_SUCH_OPTION_BUT = Phrase("No such option: {option} (Possible options: {known})")
NO_SUCH_COMMAND = Phrase("No such command {found!r}")
MISSING_ARGUMENT = Phrase("Missing argument {name!r}")
MISSING_OPTION = Phrase("Missing option {name!r}")
MISSING_COMMAND = Phrase("Missing command")
WANTS_ARGUMENT = Phrase("Option {option!r} requires an argument")
TAKES_NO_VALUE = Phrase("Option {option!r} does not take a value")
TOO_MUCH = Phrase("Got unexpected extra argument(s) ({found})")
INVALID = Phrase("Invalid value for {name}: {problem}")
NO_NUMBER = Phrase("it should be a whole number")
AT_LEAST = Phrase("it should be {least} or more")
AT_MOST = Phrase("it should be {most} or less")
NOT_ONE_OF = Phrase("it should be one of {known}")
