"""A computer that is asked for new versions, as GitHub answers."""

from __future__ import annotations

import datetime
import ipaddress
import json
import ssl
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HERE = "127.0.0.1"


@dataclass
class Releases:
    """Answers every question alike.

    Attributes:
        address: Where to ask.
        status, content, headers: The answer; `content` is sent as JSON, bytes as they are.
        asked: The headers of each question, names in small letters.
        wait: Set: an answer is given; clear: whoever asks waits.
    """

    address: str = ""
    status: int = 200
    content: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    asked: list[dict[str, str]] = field(default_factory=list)
    wait: threading.Event = field(default_factory=threading.Event)

    def releases(self, version: str, changes: str | None = "") -> None:
        self.content = {"tag_name": version, "body": changes, "html_url": "https://example.com/elsewhere", "new": [1]}


def write_certificate(path: Path) -> Path:
    """Write a key and a certificate of this computer, which nobody but itself speaks for; return the file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "A computer for tests")])
    today = datetime.datetime.now(datetime.UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(today - datetime.timedelta(1)).not_valid_after(today + datetime.timedelta(1))
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(HERE))])
    identity = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    authority = x509.BasicConstraints(ca=True, path_length=0)
    for extension, critical in ((names, False), (identity, False), (authority, True)):  # as OpenSSL's strict mode wants
        builder = builder.add_extension(extension, critical=critical)
    certificate = builder.sign(key, hashes.SHA256())
    form = serialization.PrivateFormat.PKCS8
    plain_key = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    path.write_bytes(plain_key + certificate.public_bytes(serialization.Encoding.PEM))
    return path


@contextmanager
def served(certificate: Path | None = None) -> Generator[Releases, None, None]:
    """Serve releases on this computer; with a certificate over TLS."""
    state = Releases()
    state.wait.set()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            state.asked.append({"path": self.path} | {name.lower(): value for name, value in self.headers.items()})
            state.wait.wait(20)
            content = state.content if isinstance(state.content, bytes) else json.dumps(state.content).encode()
            self.send_response(state.status)
            for name, value in {"Content-Length": str(len(content)), **state.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):  # whoever asked has heard enough
                self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

        def do_CONNECT(self) -> None:  # as a proxy that wants a name and a password
            self.send_error(407)

    server = ThreadingHTTPServer((HERE, 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # who does not trust it hangs up
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    state.address = f"http{'s' if certificate else ''}://{HERE}:{server.server_port}/latest"
    try:
        yield state
    finally:
        state.wait.set()
        server.shutdown()
        thread.join()
        server.server_close()
