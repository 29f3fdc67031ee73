"""
Install the extra `bench` into the environment that runs this.

All peers at once, and where that does not work one by one: that one of them cannot be built here is
no reason to do without the others.
"""

import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
UV = ("uv", "pip", "install", "--quiet", "--python", sys.executable)
PIP = ("pip", "install", "--quiet")


def main() -> int:
    """Say which peers could not be installed; they are not needed for a run."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    peers: list[str] = project["optional-dependencies"]["bench"]
    if not _installs(*peers):
        for peer in peers:
            if not _installs(peer):
                print(f"{peer} could not be installed here; its lines will say so.")
    return 0


def _installs(*wanted: str) -> bool:
    installer = UV if find_spec("uv") else PIP
    command = (sys.executable, "-m", *installer, "--constraint", "constraints.txt", *wanted)
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
