"""A phone that makes and uses passkeys, as a browser has it do: enough to answer rightly, and wrongly."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field, replace
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

PRESENT, VERIFIED, MADE = 0x01, 0x04, 0x40
Question = dict[str, Any]


@dataclass
class Phone:
    """One passkey on one device. What it says about itself and its page may be made wrong by a test."""

    origin: str
    site: str
    counts: bool = True
    count: int = 0
    flags: int = PRESENT | VERIFIED
    cross_origin: bool = False
    kind: str = ""
    attestation: dict[str, Any] = field(default_factory=lambda: {"fmt": "none", "attStmt": {}})
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    credential: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    def copy(self, **changes: Any) -> Phone:
        return replace(self, **changes)

    def make(self, question: Question) -> str:
        """Answer `navigator.credentials.create`."""
        attested = bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential + self._public_key()
        made = cbor2.dumps(
            {**self.attestation, "authData": self._about(self.flags | MADE) + attested}, canonical=False
        )
        client = self._client("webauthn.create", question)
        return self._answer({"clientDataJSON": client, "attestationObject": made})

    def use(self, question: Question) -> str:
        """Answer `navigator.credentials.get`."""
        self.count += self.counts
        about, client = self._about(self.flags), self._client("webauthn.get", question)
        signed = self.key.sign(about + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer({"clientDataJSON": client, "authenticatorData": about, "signature": signed})

    def _about(self, flags: int) -> bytes:
        return hashlib.sha256(self.site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, question: Question) -> bytes:
        said = {"type": self.kind or kind, "challenge": question["challenge"], "origin": self.origin}
        return json.dumps(said | {"crossOrigin": self.cross_origin}).encode()

    def _public_key(self) -> bytes:
        point = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (point.x, point.y))
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})

    def _answer(self, response: dict[str, bytes]) -> str:
        name = bytes_to_base64url(self.credential)
        said = {key: bytes_to_base64url(value) for key, value in response.items()}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": said})
