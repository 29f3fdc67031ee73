"""
``python -m server.health``: whether the server of this machine is alive, for a container's check.
"""

import http.client
import os
import ssl
import sys
from collections.abc import Mapping

TIMEOUT = 2.0


def is_alive(port: int, path: str = "/healthz", *, secure: bool = False) -> bool:
    """Whether a server on this machine says that it is well; ``secure`` is for one with TLS."""
    connection = _connection(port, secure)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _connection(port: int, secure: bool) -> http.client.HTTPConnection:
    if not secure:
        return http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    # The certificate is for another name; who listens on this machine is known without it.
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return http.client.HTTPSConnection("127.0.0.1", port, timeout=TIMEOUT, context=context)


def main(environment: Mapping[str, str] = os.environ) -> int:
    """Ask the server that this environment is for; 0 if it is alive, 1 if not, 2 on wrong use."""
    port = environment.get("SHOWDOWN_PORT", "8765")
    if not port.isdecimal():
        sys.stderr.write(f"showdown: SHOWDOWN_PORT is {port!r}; it wants the number of a port.\n")
        return 2
    return 0 if is_alive(int(port), secure="SHOWDOWN_TLS_CERT" in environment) else 1


if __name__ == "__main__":
    sys.exit(main())
