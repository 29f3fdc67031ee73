"""
The ``showdown`` command: the one place where errors become a sentence and an exit code.
"""

import errno
import os
import sys
from collections.abc import Sequence

from client_cli.languages import Phrase, speaking
from client_cli.languages.choosing import language, readable, taken_out
from client_cli.letters import register
from showdown.errors import ShowdownError
from showdown.protocol.plain import plain

OK, WRONG_USE, INTERRUPTED = 0, 2, 130
EXTRA = frozenset({"platformdirs", "rich", "typer"})
"""What the cli extra brings."""

EXTRA_NEEDED = Phrase("This command needs its extra: pip install 'showdown-poker[cli]'.")
"""It stands here, since it is said where the other words cannot be loaded."""

NOBODY_READS = frozenset({errno.EPIPE, errno.EIO})


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 is success, 1 that what was checked does not hold, 2 wrong use."""
    letters = register()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors=letters)  # type: ignore[union-attr]
    try:
        asked, rest = taken_out(sys.argv[1:] if arguments is None else arguments)
        chosen = language(asked, _settled(), os.environ)
        with speaking(readable(chosen, sys.stdout.encoding or "ascii")):
            code = _run(rest)
        sys.stdout.flush()
    except ShowdownError as error:  # before a language is known
        return _complain(error.sentence)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        if error.errno not in NOBODY_READS:
            raise
        # Whoever read us has read enough, or has closed the window. What is left is not written.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    return code


def _settled() -> str | None:
    """The language that the settings name; without the extra there are none."""
    try:
        from client_cli.settings import SettingsFile
    except ModuleNotFoundError:
        return None
    return SettingsFile().read().settings.language


def _run(arguments: list[str]) -> int:
    try:
        import typer

        from client_cli.commands import app_for
        from client_cli.commands.helping import in_language
        from client_cli.commands.wrong_use import wrong_use
        from client_cli.presenter.refusing import told
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in EXTRA:
            raise
        return _complain(str(EXTRA_NEEDED))
    command = in_language(typer.main.get_command(app_for(arguments)))
    try:
        # Not `command()`, which ends the process in its own way when something goes wrong.
        with command.make_context("showdown", arguments) as context:
            code = command.invoke(context)
    except ShowdownError as error:
        return _complain(told(error))
    except typer.Exit as exit_:
        return exit_.exit_code
    except typer.TyperException as error:
        return _complain(wrong_use(error.format_message()))
    return code if isinstance(code, int) else OK


def _complain(sentence: str) -> int:
    # What a server has said may be in it; what typer says may have lines.
    lines = [plain(line) for line in f"showdown: {sentence}".split("\n")]
    sys.stderr.write("\n".join(lines) + "\n")
    return WRONG_USE


if __name__ == "__main__":
    sys.exit(main())
