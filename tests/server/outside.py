"""The world outside, on this machine: a server with TLS that takes webhooks and pushes, and a resolver that leads there.

Loopback may be called only because this resolver, which no setting can choose, says so.
"""

from __future__ import annotations

import base64
import contextlib
import datetime
import json
import queue
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from undercroft.server.friends.calls import Caller, Resolver

NAMES = ("hooks.test", "push.test", "inside.test")


class Leading(Resolver):
    """Leads every name to this machine, but "inside.test" to an address within somebody's network."""

    def __init__(self, port: int) -> None:
        self.ports = frozenset({port})
        self.asked: list[str] = []

    async def addresses(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        return ["10.0.0.7"] if host == "inside.test" else ["127.0.0.1"]

    def allows(self, address: str) -> bool:
        return address == "127.0.0.1" or super().allows(address)


class Outside:
    """What was sent there, in order; and how to answer, by path."""

    def __init__(self, port: int, resolver: Leading, context: ssl.SSLContext) -> None:
        self.port = port
        self.resolver = resolver
        self.context = context
        self.caller = Caller(resolver, context)
        self.came: queue.Queue[tuple[str, dict[str, str], bytes]] = queue.Queue()
        self.answers: dict[str, tuple[int, dict[str, str]]] = {}
        self.closing = threading.Event()

    def url(self, path: str, host: str = "hooks.test") -> str:
        return f"https://{host}:{self.port}{path}"

    def next(self) -> tuple[str, dict[str, str], bytes]:
        """What came next."""
        return self.came.get(timeout=20)

    def told(self) -> dict[str, Any]:
        """The JSON that came next."""
        found: dict[str, Any] = json.loads(self.next()[2])
        return found


class PushManager:
    """A browser's push manager: it makes keys, and opens what was sealed for them."""

    def __init__(self, endpoint: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"0123456789abcdef"
        point = self.key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.wish = {"endpoint": endpoint, "p256dh": plain(point), "auth": plain(self.secret)}

    def open(self, body: bytes) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret))
        return found


def plain(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def certificate(folder: Path) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "outside")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), 1, now - datetime.timedelta(1), now + datetime.timedelta(2))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(each) for each in NAMES]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem, secret = folder / "outside.pem", folder / "outside.key"
    pem.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    form, none = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    secret.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, none))
    return pem, secret


@contextlib.contextmanager
def outside(folder: Path) -> Iterator[Outside]:
    """Such a server, in a thread."""
    pem, secret = certificate(folder)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", "0")))
            if self.path == "/silent":
                here.closing.wait(20)
                return
            here.came.put((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            status, headers = here.answers.get(self.path, (204, {}))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(pem, secret)
    server.socket = tls.wrap_socket(server.socket, server_side=True)
    trusting = ssl.create_default_context(cafile=str(pem))
    port = server.server_address[1]
    here = Outside(port, Leading(port), trusting)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield here
    finally:
        here.closing.set()
        server.shutdown()
        server.server_close()
        thread.join(10)
