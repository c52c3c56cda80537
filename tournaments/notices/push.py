"""Web push: a message that only one phone can read, handed to the push service of its browser.

Encrypted as RFC 8291 says (one record of `aes128gcm`, RFC 8188), and signed with the key of this
installation, by which a push service knows who sends (VAPID, RFC 8292). That key follows from the secret of
the installation: it is wherever the secret is, in the data folder and in each backup, and all servers of one
database have the same. Nothing is sent to an address inside a network of ours.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import ipaddress
import json
import os
import socket
import ssl
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from functools import cache
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_CURVE: Final = ec.SECP256R1()
_POINT: Final = 65  # octets of an uncompressed point of the curve
_SECRET: Final = 16
_SALT: Final = 16
_RECORD: Final = 4096
# What a push service must take, without the header and the tag of the record.
MAX_TEXT: Final = 3993
_TIMEOUT: Final = 10  # seconds, for the connection and for each answer
_TOKEN_LIFE: Final = timedelta(hours=12)
MAX_ENDPOINT: Final = 1000
_HTTPS: Final = 443
_TOPIC_LENGTH: Final = 32
_NUMBER_LENGTH: Final = 32  # octets of a number of the curve


class PushOutcome(Enum):
    """What a push service has made of a message."""

    SENT = "sent"
    GONE = "gone"  # the phone no longer wants any
    REFUSED = "refused"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Phone:
    """A browser's subscription: its address at a push service, its public key, and its secret."""

    endpoint: str
    public_key: str
    secret: str


@dataclass(frozen=True, slots=True)
class PushMessage:
    """What is sent, and for how many seconds it is of use. A later one of the same topic replaces it."""

    text: bytes
    seconds: int
    topic: str
    is_urgent: bool


class Unreachable(Exception):
    """An endpoint that nothing is sent to."""


# What may be subscribed.


def endpoint_problem(endpoint: str) -> str:
    """Return what is wrong with an address as a phone has sent it; "" if nothing is. Asks no name server."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return "no address"
    if len(endpoint) > MAX_ENDPOINT or not endpoint.isascii() or any(sign.isspace() for sign in endpoint):
        return "no address"
    if parts.scheme != "https" or not parts.hostname or parts.username is not None:
        return "not https"
    if not settings.PUSH_TO_INSIDE and (port not in (None, _HTTPS) or _is_inside_name(parts.hostname)):
        return "inside"
    return ""


def _is_inside_name(host: str) -> bool:
    """Whether a name can only be one of a network of ours: a number, or a name without a domain."""
    return "." not in host or ":" in host or host.rstrip(".").rpartition(".")[2].isdecimal()


def has_usable_keys(phone: Phone) -> bool:
    """Whether what a phone has sent are a point of the curve and a secret of the right length."""
    try:
        _point(_unbase64(phone.public_key))
        return len(_unbase64(phone.secret)) == _SECRET
    except ValueError:
        return False


# The key of the installation.


@cache
def _own_key(secret: str) -> ec.EllipticCurvePrivateKey:
    """Return the key that follows from a secret: an evenly distributed number of the curve."""
    wide = hashlib.sha512(b"talon web push\n" + secret.encode()).digest()
    return ec.derive_private_key(int.from_bytes(wide) % (_CURVE.group_order - 1) + 1, _CURVE)


def public_key() -> str:
    """Return the public key of this installation, as a browser wants it."""
    return _base64(_octets(_own_key(settings.SECRET_KEY).public_key()))


def _authorization(endpoint: str, now: datetime) -> str:
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + _TOKEN_LIFE).timestamp()),
        "sub": settings.PUBLIC_ADDRESS
        if settings.PUBLIC_ADDRESS.startswith("https:")
        else f"mailto:{settings.DEFAULT_FROM_EMAIL}",
    }
    head = _base64(json.dumps({"typ": "JWT", "alg": "ES256"}).encode())
    signed = f"{head}.{_base64(json.dumps(claims).encode())}"
    made = _own_key(settings.SECRET_KEY).sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
    signature = b"".join(number.to_bytes(_NUMBER_LENGTH) for number in decode_dss_signature(made))
    return f"vapid t={signed}.{_base64(signature)}, k={public_key()}"


# Encryption.


def encrypt(
    text: bytes, phone: Phone, *, salt: bytes | None = None, key: ec.EllipticCurvePrivateKey | None = None
) -> bytes:
    """Return a text as one encrypted record with its header; salt and key are new for each message."""
    if len(text) > MAX_TEXT:
        raise ValueError("too long for a push service")
    salt, key = salt or os.urandom(_SALT), key or ec.generate_private_key(_CURVE)
    theirs, ours = _unbase64(phone.public_key), _octets(key.public_key())
    shared = key.exchange(ec.ECDH(), _point(theirs))
    about = b"WebPush: info\0" + theirs + ours
    material = _derive(_unbase64(phone.secret), shared, about, 32)
    content_key = _derive(salt, material, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, material, b"Content-Encoding: nonce\0", 12)
    header = salt + struct.pack("!IB", _RECORD, _POINT) + ours
    return header + AESGCM(content_key).encrypt(nonce, text + b"\x02", None)


def _derive(salt: bytes, material: bytes, about: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=about).derive(material)


def _octets(key: ec.EllipticCurvePublicKey) -> bytes:
    encoding, form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    return key.public_bytes(encoding, form)


def _point(octets: bytes) -> ec.EllipticCurvePublicKey:
    if len(octets) != _POINT:
        raise ValueError("not an uncompressed point")
    return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, octets)


def _base64(octets: bytes) -> str:
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def _unbase64(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


# Sending.


def send(phone: Phone, message: PushMessage, now: datetime) -> PushOutcome:
    """Hand a message to the push service of a phone; what fails for a moment is to be sent later."""
    try:
        return _outcome(_post(phone, message, now))
    except Unreachable:
        return PushOutcome.REFUSED
    except (OSError, http.client.HTTPException):
        return PushOutcome.LATER


def _outcome(status: int) -> PushOutcome:
    if status in (HTTPStatus.OK, HTTPStatus.CREATED, HTTPStatus.ACCEPTED, HTTPStatus.NO_CONTENT):
        return PushOutcome.SENT
    if status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
        return PushOutcome.GONE
    is_for_a_moment = status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.REQUEST_TIMEOUT)
    return PushOutcome.LATER if is_for_a_moment or status >= 500 else PushOutcome.REFUSED


def _post(phone: Phone, message: PushMessage, now: datetime) -> int:
    """Post a message and return the status of the answer. A redirection is not followed."""
    if endpoint_problem(phone.endpoint):
        raise Unreachable
    parts = urlsplit(phone.endpoint)
    body = encrypt(message.text, phone)
    headers = {
        "Authorization": _authorization(phone.endpoint, now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(message.seconds),
        "Topic": _topic(message.topic),
        "Urgency": "high" if message.is_urgent else "normal",
    }
    connection = _CheckedConnection(parts.hostname or "", parts.port or _HTTPS)
    try:
        path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        connection.request("POST", path, body, headers)
        return connection.getresponse().status
    finally:
        connection.close()


def _topic(text: str) -> str:
    """Return a topic that says nothing to the push service."""
    digest = hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).digest()
    return _base64(digest)[:_TOPIC_LENGTH]


def tls_context() -> ssl.SSLContext:
    return ssl.create_default_context()


class _CheckedConnection(http.client.HTTPSConnection):
    """A connection to the very address that was looked at: a name that resolves anew leads nowhere else."""

    def __init__(self, host: str, port: int) -> None:
        self.checked_context = tls_context()
        super().__init__(host, port, timeout=_TIMEOUT, context=self.checked_context)

    def connect(self) -> None:
        refusal: OSError = OSError("no address")
        for address in _addresses_of(self.host, self.port):
            try:
                plain = socket.create_connection((address, self.port), _TIMEOUT)
            except OSError as error:
                refusal = error
                continue
            self.sock = self.checked_context.wrap_socket(plain, server_hostname=self.host)
            return
        raise refusal


def _addresses_of(host: str, port: int) -> Iterator[str]:
    """Yield the addresses of a host. Raises Unreachable where one of them lies in a network of ours."""
    found = [str(known[4][0]) for known in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not settings.PUSH_TO_INSIDE and any(_is_inside(address) for address in found):
        raise Unreachable
    yield from dict.fromkeys(found)


def _is_inside(address: str) -> bool:
    """Whether an address is not one of the internet, also one that is written as another kind."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        embedded = found.ipv4_mapped or found.sixtofour or _behind_nat64(found)
        if embedded is not None:
            return _is_inside(str(embedded))
    return not found.is_global or found.is_multicast


def _behind_nat64(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    is_translated = address in ipaddress.ip_network("64:ff9b::/96")
    return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if is_translated else None
