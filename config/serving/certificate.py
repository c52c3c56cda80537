"""The certificate with which Talon speaks TLS in a hall: made by itself, for its own addresses.

`python -m config.serving.certificate FOLDER NAME…` makes it where there is none that still fits, and prints
its fingerprint. It runs inside the environment. No authority has signed it, so phones warn of it. Who has
accepted it is not asked again: it stays the same as long as it fits.
"""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from config.serving.keys import write_private

CERTIFICATE_FILE, KEY_FILE = "tls-certificate.pem", "tls-key.pem"
# Browsers refuse certificates that are valid for longer.
_LIFETIME = timedelta(days=397)
_SPARE = timedelta(days=30)


def ensure_certificate(folder: Path, names: Sequence[str], now: datetime) -> x509.Certificate:
    """Return the certificate of the folder; a new one if it does not fit these names and this day."""
    wanted = x509.SubjectAlternativeName([_general_name(name) for name in dict.fromkeys(names)])
    kept = _read(folder)
    if kept is not None and _fits(kept, wanted, now):
        return kept
    key = _read_key(folder) or _new_key(folder)
    made = _sign(key, wanted, now)
    write_private(folder / CERTIFICATE_FILE, made.public_bytes(serialization.Encoding.PEM).decode())
    return made


def fingerprint(certificate: x509.Certificate) -> str:
    """Return what phones show of a certificate when they are asked."""
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def fingerprint_of(file: str) -> str:
    """Return the fingerprint of the certificate in a file; empty where it cannot be read."""
    try:
        return fingerprint(x509.load_pem_x509_certificate(Path(file).read_bytes()))
    except (OSError, ValueError):
        return ""


def _read(folder: Path) -> x509.Certificate | None:
    file = folder / CERTIFICATE_FILE
    return x509.load_pem_x509_certificate(file.read_bytes()) if file.is_file() else None


def _fits(certificate: x509.Certificate, wanted: x509.SubjectAlternativeName, now: datetime) -> bool:
    known = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return set(wanted) <= set(known) and now + _SPARE < certificate.not_valid_after_utc


def _read_key(folder: Path) -> ec.EllipticCurvePrivateKey | None:
    file = folder / KEY_FILE
    if not file.is_file():
        return None
    key = serialization.load_pem_private_key(file.read_bytes(), password=None)
    return key if isinstance(key, ec.EllipticCurvePrivateKey) else None


def _new_key(folder: Path) -> ec.EllipticCurvePrivateKey:
    key = ec.generate_private_key(ec.SECP256R1())
    written = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    write_private(folder / KEY_FILE, written.decode())
    return key


def _sign(
    key: ec.EllipticCurvePrivateKey, names: x509.SubjectAlternativeName, now: datetime
) -> x509.Certificate:
    talon = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Talon")])
    server = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    return (
        x509.CertificateBuilder()
        .subject_name(talon)
        .issuer_name(talon)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # the clock of a phone may be slow
        .not_valid_after(now + _LIFETIME)
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(server, critical=False)
        .sign(key, hashes.SHA256())
    )


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


if __name__ == "__main__":
    print(fingerprint(ensure_certificate(Path(sys.argv[1]), sys.argv[2:], datetime.now(UTC))))
