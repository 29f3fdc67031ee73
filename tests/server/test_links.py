"""The links that a server prints: true, and of use to whoever gets them."""

import pytest

from server.links import address_url, is_loopback, own_address


@pytest.mark.parametrize("host", ["0.0.0.0", "::", ""])
def test_who_listens_everywhere_is_reached_at_his_address_in_the_network(host):
    assert address_url(host, 8765, find=lambda: "192.168.1.23") == "ws://192.168.1.23:8765"
    assert address_url(host, 8765, find=lambda: None) == "ws://127.0.0.1:8765"


@pytest.mark.parametrize(
    ("host", "secure", "url"),
    [
        ("127.0.0.1", False, "ws://127.0.0.1:8765"),
        ("poker.example", True, "wss://poker.example:8765"),
        ("fe80::1", False, "ws://[fe80::1]:8765"),
    ],
)
def test_who_listens_at_an_address_is_reached_there(host, secure, url):
    assert address_url(host, 8765, secure=secure) == url


def test_only_the_machine_itself_reaches_a_loopback():
    assert is_loopback("127.8.9.1")
    assert is_loopback("::1")
    assert is_loopback("localhost")
    assert not is_loopback("poker.example")


def test_looking_for_ones_own_address_needs_no_network():
    address = own_address()
    assert address is None or address.count(".") == 3
