"""The certificate of a hall: it fits the addresses, stays as long as it fits, and is its owner's alone."""

import ipaddress
import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.request import urlopen

import pytest
from cryptography import x509

from config.serving.certificate import CERTIFICATE_FILE, KEY_FILE, ensure_certificate, fingerprint
from tests.house.starting import running_talon

NOW = datetime(2026, 11, 28, 18, tzinfo=UTC)
NAMES = ["localhost", "127.0.0.1", "192.168.1.20", "laptop.local"]


def test_it_is_for_every_address_of_the_hall(tmp_path: Path) -> None:
    made = ensure_certificate(tmp_path, [*NAMES, "localhost"], NOW)
    names = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["localhost", "laptop.local"]
    addresses = [ipaddress.ip_address(address) for address in ("127.0.0.1", "192.168.1.20")]
    assert names.get_values_for_type(x509.IPAddress) == addresses


@pytest.mark.parametrize(
    ("names", "days", "stays"),
    [(NAMES, 300, True), (NAMES[:2], 0, True), ([*NAMES, "192.168.7.7"], 0, False), (NAMES, 368, False)],
)
def test_it_stays_as_long_as_it_fits(tmp_path: Path, names: list[str], days: int, stays: bool) -> None:
    first, key = ensure_certificate(tmp_path, NAMES, NOW), (tmp_path / KEY_FILE).read_bytes()
    again = ensure_certificate(tmp_path, names, NOW + timedelta(days=days))
    assert (fingerprint(again) == fingerprint(first)) is stays
    assert (tmp_path / KEY_FILE).read_bytes() == key


def test_its_files_are_their_owner_s_alone(tmp_path: Path) -> None:
    ensure_certificate(tmp_path, NAMES, NOW)
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}


def test_a_start_with_tls_is_visited_by_whoever_trusts_its_certificate(tmp_path: Path) -> None:
    with running_talon(tmp_path / "data", "--tls", "--no-demo") as talon:
        file = talon.data / CERTIFICATE_FILE
        trusted = ssl.create_default_context(cafile=file)
        with urlopen(f"{talon.address}/sign-in/", context=trusted) as page:  # noqa: S310 (our own address)
            assert page.status == 200
            assert "Secure" in page.headers["Set-Cookie"]
            assert page.headers["Strict-Transport-Security"] is None
        with pytest.raises(OSError, match="certificate"):
            urlopen(talon.address)  # noqa: S310 (our own address)
        assert fingerprint(x509.load_pem_x509_certificate(file.read_bytes())) in talon.words
