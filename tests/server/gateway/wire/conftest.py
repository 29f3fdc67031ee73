import pytest

from tests.server.gateway.wire.kit import LISTENERS


@pytest.fixture(params=LISTENERS)
def listen(request):
    """Websockets of ours, and those of the library that are their reference."""
    return LISTENERS[request.param]
