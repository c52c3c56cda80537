"""Web push: encrypted for one phone, signed by the installation, and never sent into a network of ours."""

from __future__ import annotations

import socket
import ssl
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.utils import timezone
from pytest_django.fixtures import Settings

from tests.tournaments.support.push_service import (
    CURVE,
    PushService,
    TestPhone,
    as_base64,
    point_of,
    unbase64,
)
from tournaments.notices import push
from tournaments.notices.push import Phone, PushMessage, PushOutcome, endpoint_problem, has_usable_keys

MESSAGE = PushMessage(b'{"title":"Spring"}', 900, "1/round", is_urgent=True)


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(unbase64(text)), CURVE)


def test_the_example_of_the_standard_is_encrypted_as_it_says() -> None:
    """RFC 8291, section 5."""
    phone = Phone(
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    encrypted = push.encrypt(
        b"When I grow up, I want to be a watermelon",
        phone,
        salt=unbase64("DGv6ra1nlYgDCS1FRnbzlw"),
        key=private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    )
    assert as_base64(encrypted) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6"
        "PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_phone_reads_what_was_sent_and_knows_who_sent_it(service: PushService) -> None:
    phone = TestPhone("/push/1?of=me")
    assert push.send(phone.at(service), MESSAGE, timezone.now()) is PushOutcome.SENT
    (arrived,) = service.arrived
    assert arrived.path == "/push/1?of=me"
    assert arrived.read_by(phone) == {"title": "Spring"}
    assert service.sender_of(arrived) == push.public_key()
    headers = arrived.headers
    assert (headers["ttl"], headers["urgency"], headers["content-encoding"]) == ("900", "high", "aes128gcm")
    assert len(headers["topic"]) <= 32
    assert b"Spring" not in arrived.body


def test_the_longest_message_has_room_and_a_longer_one_is_refused() -> None:
    phone = TestPhone("/")
    keys = Phone("", as_base64(point_of(phone.key.public_key())), as_base64(phone.secret))
    assert len(push.encrypt(b"x" * push.MAX_TEXT, keys)) == 4096
    with pytest.raises(ValueError, match="too long"):
        push.encrypt(b"x" * (push.MAX_TEXT + 1), keys)


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, PushOutcome.SENT),
        (404, PushOutcome.GONE),
        (410, PushOutcome.GONE),
        (403, PushOutcome.REFUSED),
        (413, PushOutcome.REFUSED),
        (307, PushOutcome.REFUSED),
        (429, PushOutcome.LATER),
        (503, PushOutcome.LATER),
    ],
)
def test_what_a_push_service_answers_is_understood_and_no_redirection_is_followed(
    service: PushService, status: int, outcome: PushOutcome
) -> None:
    service.answers["/push/1"] = status
    assert push.send(TestPhone("/push/1").at(service), MESSAGE, timezone.now()) is outcome
    assert [one.path for one in service.arrived] == ["/push/1"]


def test_a_service_that_is_away_or_has_another_certificate_is_tried_later(
    service: PushService, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    phone = TestPhone("/push/1").at(service)
    away = replace(phone, endpoint=phone.endpoint.replace(str(service.port), "9"))
    assert push.send(away, MESSAGE, timezone.now()) is PushOutcome.LATER
    monkeypatch.setattr(push, "tls_context", ssl.create_default_context)
    assert push.send(phone, MESSAGE, timezone.now()) is PushOutcome.LATER
    settings.PUSH_TO_INSIDE = False
    assert push.send(phone, MESSAGE, timezone.now()) is PushOutcome.REFUSED
    assert service.arrived == []


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/1",
        "https://localhost/1",
        "https://intranet/1",
        "https://127.0.0.1/1",
        "https://10.0.0.7/1",
        "https://8.8.8.8/1",
        "https://2130706433/1",
        "https://[::1]/1",
        "https://[::ffff:10.0.0.7]/1",
        "https://push.example.org:8443/1",
        "https://me@push.example.org/1",
        "https://push.example.org:x/1",
        "https:///1",
        "https://push.example.org/ a",
        "https://push.example.org/" + "a" * 1000,
        "ftp://push.example.org/1",
        "javascript:alert(1)",
        "",
    ],
)
def test_an_address_that_no_push_service_has_is_not_taken(endpoint: str) -> None:
    assert endpoint_problem(endpoint)


def test_the_addresses_of_push_services_are_taken() -> None:
    for host in ("fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"):
        assert endpoint_problem(f"https://{host}/wpush/v2/gAAAA:bc-d_e") == ""


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.1.4", "172.16.0.1", "169.254.169.254", "100.64.0.1", "224.0.0.1"),
        *("::", "::1", "fe80::1", "fc00::1", "::ffff:192.168.1.4", "64:ff9b::a00:1", "2002:a00:1::1"),
    ],
)
def test_a_name_that_leads_inside_is_not_asked(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    asked: list[str] = []

    def resolve(host: str, port: int, **_kind: object) -> list[tuple[object, ...]]:
        asked.append(host)
        return [(0, 0, 0, "", ("93.184.215.14", port)), (0, 0, 0, "", (address, port))]

    def connect(*_args: object) -> None:
        raise AssertionError("it was connected to")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    phone = TestPhone("/").at(PushService())
    outside = replace(phone, endpoint="https://push.example.org/1")
    assert push.send(outside, MESSAGE, timezone.now()) is PushOutcome.REFUSED
    assert asked == ["push.example.org"]


def test_keys_that_are_none_are_not_taken() -> None:
    good = TestPhone("/").at(PushService())
    assert has_usable_keys(good)
    for public, secret in (("", good.secret), ("AAAA", good.secret), (good.public_key, "AAAA"), ("!", "!")):
        assert not has_usable_keys(Phone("", public, secret))
    off_the_curve = as_base64(b"\x04" + b"\x01" * 64)
    assert not has_usable_keys(Phone("", off_the_curve, good.secret))


def test_the_key_of_the_installation_follows_from_its_secret(settings: Settings) -> None:
    first = push.public_key()
    settings.SECRET_KEY = "another secret " + "x" * 50
    assert push.public_key() != first
    assert len(unbase64(push.public_key())) == 65
