"""
``python -m server.health``: whether the server of this machine is alive, for a container's check.
"""

import http.client
import os
import sys

TIMEOUT = 2.0


def is_alive(port: int, path: str = "/healthz") -> bool:
    """Whether a server on this machine says that it is well."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(0 if is_alive(int(os.environ.get("SHOWDOWN_PORT", "8765"))) else 1)
