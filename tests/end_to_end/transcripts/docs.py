"""
Where the transcripts stand on the page, and the page with those of today.
"""

from pathlib import Path

from tests.end_to_end.transcripts.page import transcript

PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"
SEEN_BY = {"Ada": "### As a player sees it\n", "Wanda": "### As a spectator sees it\n"}


def renewed(page, lines):
    """A page with the transcripts of these lines in their places."""
    for name, heading in SEEN_BY.items():
        since = next(
            at for at, line in enumerate(lines) if (line.kind, line.who) == ("sends", name)
        )
        block = "\n".join(transcript(lines, name, since))
        before, rest = page.split(heading)
        words, _, rest = rest.partition("```\n")
        _, _, after = rest.partition("```\n")
        page = f"{before}{heading}{words}```\n{block}\n```\n{after}"
    return page
