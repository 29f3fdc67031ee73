"""
TLS by certificate files: for a server that speaks it itself, without a proxy in front.
"""

import ssl
from pathlib import Path

import structlog
from cryptography import x509
from msgspec import Struct

from server.config import ConfigError, Settings

log = structlog.get_logger()


class Certificate(Struct, frozen=True):
    """A certificate with its chain, and the key that belongs to it, in files."""

    chain: Path
    key: Path
    context: ssl.SSLContext

    def read_again(self) -> None:
        """Take what the files have now, for connections to come; what is wrong is for the log."""
        try:
            # First into another one: half of a new pair would leave this one with none.
            _load(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), self.chain, self.key)
            _load(self.context, self.chain, self.key)
        except ConfigError as error:
            log.warning("certificate stays as it was", reason=str(error))
        else:
            log.info("certificate read again", host=self.host)

    @property
    def host(self) -> str | None:
        """The first name, or else address, that the certificate is for; a pattern is none."""
        first = x509.load_pem_x509_certificates(self.chain.read_bytes())[0]
        try:
            names = first.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        except x509.ExtensionNotFound:
            return None
        hosts = [name for name in names.get_values_for_type(x509.DNSName) if "*" not in name]
        addresses = [str(each) for each in names.get_values_for_type(x509.IPAddress)]
        return next(iter(hosts + addresses), None)


def certificate_of(settings: Settings) -> Certificate | None:
    """
    The certificate of a server; None for one without TLS.

    Raises:
        ConfigError: it cannot be used.
    """
    chain, key = settings.tls_cert, settings.tls_key
    if chain is None and key is None:
        return None
    if chain is None or key is None:
        there, missing = ("key", "--tls-cert") if chain is None else ("certificate", "--tls-key")
        raise ConfigError(f"There is a {there} for TLS and nothing that belongs to it: {missing}.")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    _load(context, chain, key)
    return Certificate(chain, key, context)


def _load(context: ssl.SSLContext, chain: Path, key: Path) -> None:
    for file in (chain, key):
        try:
            file.read_bytes()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise ConfigError(f"Cannot read {file}: {reason}.") from None
    asked: list[Path] = []

    def has_no_password() -> str:
        """What OpenSSL is told, who would ask for one at the terminal."""
        asked.append(key)
        return ""

    try:
        context.load_cert_chain(chain, key, password=has_no_password)
    except ssl.SSLError as error:
        if asked:
            raise ConfigError(f"The key in {key} has a password; give one without.") from None
        if error.reason == "KEY_VALUES_MISMATCH":
            raise ConfigError(
                f"The key in {key} does not belong to the certificate in {chain}."
            ) from None
        raise ConfigError(f"{chain} and {key} are not a certificate and its key, in PEM.") from None
