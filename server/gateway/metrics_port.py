"""
A port of its own for metrics, by plain HTTP and without a password: keep it on the loopback.
"""

from collections.abc import Callable, Iterable
from http import HTTPStatus

from prometheus_client.metrics_core import Metric
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from server import metrics
from server.gateway.gateway import CannotListen, reason

PATH = "/metrics"


class MetricsPort:
    """Answers whoever asks for :data:`PATH`; :meth:`open` it once, :meth:`close` it once."""

    def __init__(self, now: Callable[[], Iterable[Metric]]) -> None:
        """``now`` says how the server is, each time somebody asks."""
        self._now = now
        self._server: Server | None = None

    @property
    def port(self) -> int:
        """Where it listens."""
        assert self._server is not None
        port: int = next(iter(self._server.sockets)).getsockname()[1]
        return port

    async def open(self, host: str, port: int) -> None:
        """
        Listen; in the server's own loop, so that what is looked at holds still.

        Raises:
            CannotListen: the port is taken, or the address is not this machine's.
        """
        try:
            self._server = await serve(
                _nobody, host, port, process_request=self._answer, server_header=None
            )
        except OSError as error:
            raise CannotListen(
                f"Cannot listen on {host}:{port} for metrics: {reason(error)}; "
                "give another --metrics-port."
            ) from None

    async def close(self) -> None:
        """Listen no more."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    def _answer(self, socket: ServerConnection, request: Request) -> Response:
        if request.path.partition("?")[0] != PATH:
            return socket.respond(HTTPStatus.NOT_FOUND, f"There are metrics at {PATH}.\n")
        response = socket.respond(HTTPStatus.OK, metrics.page(self._now()))
        del response.headers["Content-Type"]
        response.headers["Content-Type"] = metrics.CONTENT_TYPE
        return response


async def _nobody(_: ServerConnection) -> None:
    """No handshake gets this far."""
