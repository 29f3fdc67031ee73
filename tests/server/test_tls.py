"""Certificate files: used as they are, or refused with one sentence."""

import pytest

from server.config import ConfigError, load_settings
from server.tls import certificate_of
from tests.server.certificates import make_certificate


def refused(**settings):
    with pytest.raises(ConfigError) as error:
        certificate_of(load_settings(**settings))
    return str(error.value)


def test_a_server_without_certificate_files_speaks_no_tls():
    assert certificate_of(load_settings()) is None


def test_a_certificate_names_the_first_host_that_it_proves(tmp_path):
    for names, host in (
        (("*.example", "poker.example", "127.0.0.1"), "poker.example"),
        (("127.0.0.1",), "127.0.0.1"),
        (("*.example",), None),
    ):
        files = make_certificate(tmp_path, *names)
        certificate = certificate_of(load_settings(tls_cert=files.chain, tls_key=files.key))
        assert certificate.host == host


def test_one_file_without_the_other_is_of_no_use(tmp_path):
    files = make_certificate(tmp_path, "poker.example")
    assert refused(tls_cert=files.chain) == (
        "There is a certificate for TLS and nothing that belongs to it: --tls-key."
    )
    assert refused(tls_key=files.key) == (
        "There is a key for TLS and nothing that belongs to it: --tls-cert."
    )


def test_files_that_are_missing_wrong_or_do_not_fit_are_named(tmp_path):
    one = make_certificate(tmp_path, "poker.example")
    two = make_certificate(tmp_path, "poker.example", authority="another")
    locked = make_certificate(tmp_path, "poker.example", authority="locked", password=b"secret")
    nowhere = tmp_path / "nowhere.pem"
    assert refused(tls_cert=nowhere, tls_key=one.key) == (
        f"Cannot read {nowhere}: no such file or directory."
    )
    assert refused(tls_cert=one.chain, tls_key=two.key) == (
        f"The key in {two.key} does not belong to the certificate in {one.chain}."
    )
    assert refused(tls_cert=locked.chain, tls_key=locked.key) == (
        f"The key in {locked.key} has a password; give one without."
    )
    text = tmp_path / "text.pem"
    text.write_text("Dear server, I am your certificate.")
    assert refused(tls_cert=text, tls_key=one.key) == (
        f"{text} and {one.key} are not a certificate and its key, in PEM."
    )
