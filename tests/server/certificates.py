"""Certificates made here, for a name that only these tests have."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Files(NamedTuple):
    """A certificate, its key, and who has signed it."""

    chain: Path
    key: Path
    authority: Path


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _signed(subject, key, issuer, signer, *extensions):
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(_name(subject))
        .issuer_name(_name(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=1))
        .not_valid_after(now + timedelta(days=1))
    )
    for extension in extensions:
        builder = builder.add_extension(extension, critical=False)
    return builder.sign(signer, hashes.SHA256())


def make_certificate(
    folder: Path, *names: str, authority: str = "authority", password: bytes | None = None
) -> Files:
    """A certificate for these names and addresses, signed by an authority of its own."""
    root_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    root_identifier = x509.SubjectKeyIdentifier.from_public_key(root_key.public_key())
    root = _signed(
        authority,
        root_key,
        authority,
        root_key,
        x509.BasicConstraints(ca=True, path_length=0),
        root_identifier,
    )
    alternatives: list[x509.GeneralName] = [
        x509.IPAddress(ip_address(name)) if name[0].isdigit() else x509.DNSName(name)
        for name in names
    ]
    leaf = _signed(
        "server",
        key,
        authority,
        root_key,
        x509.SubjectAlternativeName(alternatives),
        x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(root_identifier),
    )
    files = Files(*(folder / f"{authority}-{part}.pem" for part in ("chain", "key", "root")))
    pem = serialization.Encoding.PEM
    locked = (
        serialization.BestAvailableEncryption(password)
        if password
        else serialization.NoEncryption()
    )
    files.chain.write_bytes(leaf.public_bytes(pem))
    files.key.write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, locked))
    files.authority.write_bytes(root.public_bytes(pem))
    return files
