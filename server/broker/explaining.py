"""
What is wrong with NATS, as a sentence that says what to do.
"""

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import nats.errors
import nats.js.errors
from nats.js.errors import KeyValueLimitMarkerTTLNotSupportedError, ServiceUnavailableError

from server.broker.access import Access
from server.cluster.ports import BusError

NATS_ERRORS = (nats.errors.Error, OSError, TimeoutError)
"""All that the library raises where NATS is away or refuses."""

_NO_JETSTREAM = frozenset({10039, 10076})
"""JetStream is not enabled: for this account, or at all."""


class NoTls(nats.errors.Error):
    """NATS does not speak TLS, and this server was told to."""


def why_not_connected(server: str, error: BaseException | None, access: Access) -> str:
    """Why a server of NATS cannot be used, for the operator."""
    parts = urlsplit(server)
    place = f"{parts.hostname}:{parts.port or 4222}"
    match error:
        case socket.gaierror():
            return f"There is no host {parts.hostname}: check the address in setting nats."
        case ConnectionRefusedError():
            return (
                f"Nobody listens at {place}: start NATS there, or say in setting nats where it is."
            )
        case ssl.SSLCertVerificationError():
            why = error.verify_message.rstrip(".")
            return f"NATS at {place} shows a certificate that is not trusted ({why}): set nats_ca."
        case ssl.SSLError():
            return f"TLS with NATS at {place} fails: {_reason(error)}; check nats_ca and nats_cert."
        case NoTls():
            return (
                f"NATS at {place} does not speak TLS: "
                "give it a certificate, or write nats:// and no nats_ca."
            )
        case TimeoutError():
            return f"NATS at {place} does not answer."
        case ConnectionError() if access.tls is not None:
            return (
                f"NATS at {place} ends the connection when TLS begins: "
                "it may want a certificate of this node, nats_cert and nats_key."
            )
        case OSError():
            return f"NATS at {place} cannot be reached: {error.strerror or error}."
    return _why_refused(place, str(error), access)


def _reason(error: ssl.SSLError) -> str:
    return (error.reason or str(error)).lower().replace("_", " ")


def _why_refused(place: str, said: str, access: Access) -> str:
    if "authorization violation" in said.lower():
        if access.user is None:
            return f"NATS at {place} wants to know who asks: set nats_user and nats_password_file."
        return f"NATS at {place} refuses {access.user}: check user and password."
    if "expecting INFO" in said or "json parse error" in said:
        return f"What listens at {place} is not NATS: check the address in setting nats."
    return f"NATS at {place} cannot be used: {said.removeprefix('nats: ')}."


@contextmanager
def explained() -> Iterator[None]:
    """Raise what NATS says as `BusError`."""
    try:
        yield
    except nats.js.errors.APIError as error:
        raise BusError(_why_not_stored(error)) from None
    except nats.js.errors.NoStreamResponseError:
        raise BusError("NATS does not have the bucket of the leases.") from None
    except TimeoutError:
        raise BusError(
            "NATS does not answer in time: it is away, or does not let this user do that."
        ) from None
    except KeyValueLimitMarkerTTLNotSupportedError:
        raise BusError("This NATS is too old to say when a lease ends: 2.11 is wanted.") from None
    except NATS_ERRORS as error:
        raise BusError(f"NATS fails: {str(error).removeprefix('nats: ')}.") from None


def _why_not_stored(error: nats.js.errors.APIError) -> str:
    nobody_answers = isinstance(error, ServiceUnavailableError) and error.err_code is None
    if nobody_answers or error.err_code in _NO_JETSTREAM:
        return (
            "NATS runs without JetStream, which keeps the leases: "
            "start it with jetstream in its configuration, or with -js."
        )
    return f"NATS does not keep the leases: {error.description or error}."
