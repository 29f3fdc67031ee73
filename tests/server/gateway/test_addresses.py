"""Where a client is: what he says of himself counts for nothing, what our proxies say for all."""

from ipaddress import ip_network

import pytest

from server.gateway.addresses import client_address, is_proxy

PROXIES = [ip_network("10.0.0.0/8"), ip_network("fd00::/8")]


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("198.51.100.7", [], "198.51.100.7"),
        # Somebody who is no proxy of ours may say what he likes.
        ("198.51.100.7", ["203.0.113.9"], "198.51.100.7"),
        ("10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        # What stands left of the nearest stranger, the stranger wrote.
        ("10.0.0.1", ["127.0.0.1, 203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["127.0.0.1", "203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["203.0.113.9, 10.0.0.2,10.0.0.3"], "203.0.113.9"),
        # Nobody but proxies: the farthest.
        ("10.0.0.1", ["10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", [], "10.0.0.1"),
        # What cannot be read hides whoever stands left of it.
        ("10.0.0.1", ["203.0.113.9, unknown"], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.9, , 10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", [""], "10.0.0.1"),
        # Some proxies add a port.
        ("10.0.0.1", ["203.0.113.9:4711"], "203.0.113.9"),
        ("10.0.0.1", ["[2001:db8:1:2::9]:4711"], "2001:db8:1:2::/64"),
        # A subscriber has a network of IPv6, and IPv4 may be written as IPv6.
        ("2001:db8:1:2:3:4:5:6", [], "2001:db8:1:2::/64"),
        ("fd00::1", ["2001:db8:1:2::9"], "2001:db8:1:2::/64"),
        ("fe80::1%eth0", [], "fe80::/64"),
        ("::ffff:198.51.100.7", [], "198.51.100.7"),
        ("::ffff:10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("::1", [], "::1"),
        # A socket of the file system has no address.
        ("", ["203.0.113.9"], ""),
    ],
)
def test_the_address_is_that_of_the_nearest_hop_that_is_not_ours(peer, forwarded, address):
    assert client_address(peer, forwarded, PROXIES) == address


def test_without_proxies_of_ours_nobody_speaks_for_others():
    assert client_address("10.0.0.1", ["203.0.113.9"]) == "10.0.0.1"


def test_a_proxy_is_who_is_listed():
    assert is_proxy("10.1.2.3", PROXIES)
    assert is_proxy("::ffff:10.1.2.3", PROXIES)
    assert not is_proxy("11.0.0.1", PROXIES)
    assert not is_proxy("", PROXIES)
