"""A push service of our own on a free port: it speaks HTTPS, and a test reads what it was handed.

What it decrypts and checks is written here once more, by hand, after RFC 8188, 8291 and 8292.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.x509.oid import NameOID

from tournaments.notices.push import Phone

CURVE = ec.SECP256R1()


def unbase64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def as_base64(octets: bytes) -> str:
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


@dataclass
class TestPhone:
    """A browser with its keys."""

    __test__ = False
    path: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    def at(self, service: PushService) -> Phone:
        public = as_base64(point_of(self.key.public_key()))
        return Phone(f"{service.address}{self.path}", public, as_base64(self.secret))

    def decrypt(self, body: bytes) -> bytes:
        """Read one record of aes128gcm (RFC 8188) for this phone (RFC 8291)."""
        salt, length, sender = body[:16], body[20], body[21 : 21 + body[20]]
        assert int.from_bytes(body[16:20]) == 4096
        assert length == len(sender) == 65
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        shared = self.key.exchange(ec.ECDH(), theirs)
        about = b"WebPush: info\x00" + point_of(self.key.public_key()) + sender
        material = _hmac(_hmac(self.secret, shared), about + b"\x01")
        pseudo = _hmac(salt, material)
        key = _hmac(pseudo, b"Content-Encoding: aes128gcm\x00\x01")[:16]
        nonce = _hmac(pseudo, b"Content-Encoding: nonce\x00\x01")[:12]
        padded = AESGCM(key).decrypt(nonce, body[21 + length :], None)
        text, mark, rest = padded.rpartition(b"\x02")
        assert mark
        assert not rest.strip(b"\x00")
        return text


def _hmac(key: bytes, text: bytes) -> bytes:
    return hmac.new(key, text, hashlib.sha256).digest()


@dataclass
class Arrived:
    """A message that has come, as it was sent."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    def read_by(self, phone: TestPhone) -> dict[str, Any]:
        shown: dict[str, Any] = json.loads(phone.decrypt(self.body))
        return shown


@dataclass
class PushService:
    """Where it listens, what it answers to whom, and what has come."""

    port: int = 0
    answers: dict[str, int] = field(default_factory=dict)
    arrived: list[Arrived] = field(default_factory=list)
    certificate: str = ""

    @property
    def address(self) -> str:
        return f"https://localhost:{self.port}"

    def context(self) -> ssl.SSLContext:
        """What trusts it, and nothing else."""
        return ssl.create_default_context(cadata=self.certificate)

    def sender_of(self, arrived: Arrived) -> str:
        """Check the signature of a message (RFC 8292), and return the key of whoever sent it."""
        _scheme, parts = arrived.headers["authorization"].split(" ", 1)
        fields = dict(part.strip().split("=", 1) for part in parts.split(","))
        signed, _point, signature = fields["t"].rpartition(".")
        octets = unbase64(signature)
        numbers = (int.from_bytes(octets[:32]), int.from_bytes(octets[32:]))
        key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unbase64(fields["k"]))
        key.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256()))
        claims = json.loads(unbase64(signed.partition(".")[2]))
        assert claims["aud"] == self.address
        assert (
            timedelta()
            < datetime.fromtimestamp(claims["exp"], UTC) - datetime.now(UTC)
            <= timedelta(hours=24)
        )
        assert claims["sub"].startswith(("mailto:", "https:"))
        return fields["k"]


@contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    kept = PushService()

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            kept.arrived.append(Arrived(self.path, headers, body))
            self.send_response(kept.answers.get(self.path, 201))
            self.send_header("Content-Length", "0")
            self.send_header("Location", f"{kept.address}/elsewhere")
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            """Say nothing."""

    certified, kept.certificate = _certify(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certified)
    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        server.daemon_threads = True
        server.socket = context.wrap_socket(server.socket, server_side=True)
        kept.port = server.server_address[1]
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield kept
        finally:
            server.shutdown()
            thread.join(60)


def _certify(folder: Path) -> tuple[Path, str]:
    """Write a key and its certificate into one file; return it, and the certificate."""
    key, name = (
        ec.generate_private_key(CURVE),
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]),
    )
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    text = made.public_bytes(serialization.Encoding.PEM)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = folder / "push-service.pem"
    file.write_bytes(private + text)
    return file, text.decode()
