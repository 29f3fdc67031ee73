"""
``python -m server.health``: whether the server of this machine is alive, for a container's check.
"""

import http.client
import os
import ssl
import sys

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


if __name__ == "__main__":
    port = int(os.environ.get("SHOWDOWN_PORT", "8765"))
    sys.exit(0 if is_alive(port, secure="SHOWDOWN_TLS_CERT" in os.environ) else 1)
