"""Guessing table PINs and passwords: how long it takes, and who is shut out by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import count

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from clubs.accounts import throttling
from clubs.accounts.pin_limits import (
    PINS_PER_NETWORK,
    Guesser,
    count_pin,
    looked_up_a_day,
    note_right_pin,
)
from clubs.accounts.throttling import TooManyAttempts, uncount_attempt
from clubs.models import User
from clubs.web.origin import network_of, origin_of
from scoring.models import PIN_DIGITS
from tests.builders import PASSWORD, a_user

pytestmark = pytest.mark.django_db

SPACE = 10**PIN_DIGITS
NOON = datetime(2026, 11, 28, 12, tzinfo=timezone.get_default_timezone())
DAY = timedelta(days=1)
# More tables than any installation has, so that a day of guessing is short.
MANY_TABLES = 5000


def new_pins() -> Iterator[str]:
    return (f"{number:0{PIN_DIGITS}}" for number in count())


def is_looked_up(pin: str, by: Guesser, now: datetime, tables: int = 40) -> bool:
    try:
        count_pin(pin, by, tables, now)
    except TooManyAttempts:
        return False
    return True


def stranger(number: int, network: str = "") -> Guesser:
    return Guesser(phone=f"phone {number}", network=network or f"network {number}")


def right_pin(by: Guesser, now: datetime, tables: int = 40) -> bool:
    """A PIN that is right, as the form counts it."""
    try:
        limits = count_pin("99999999", by, tables, now)
    except TooManyAttempts:
        return False
    uncount_attempt(limits, now)
    note_right_pin(by, now)
    return True


def forty_people_get_in(network: str, now: datetime, tables: int, *, in_hall: bool = False) -> bool:
    """Everybody mistypes twice before anybody is right: the worst order."""
    pins, each = new_pins(), timedelta(seconds=1)
    people = [Guesser(phone=f"{network} {person}", network=network, in_hall=in_hall) for person in range(40)]
    times = (now + each * tick for tick in count())
    wrong = [is_looked_up(next(pins), person, next(times), tables) for _time in range(2) for person in people]
    return all(wrong) and all(right_pin(person, next(times), tables) for person in people)


# --- the arithmetic and the limiter -------------------------------------------------------------------------


@pytest.mark.parametrize("tables", [1, 40, 250, 1000, 5000])
def test_the_first_hit_of_all_addresses_of_the_world_is_expected_after_more_than_a_year(tables: int) -> None:
    expected_guesses = (SPACE + 1) / (tables + 1)
    assert expected_guesses / looked_up_a_day(tables, SPACE) > 365.25


def attackers() -> Iterator[Guesser]:
    """Strangers of ever new networks, phones that hold the card of a table, and whoever is in the hall."""
    for number in count():
        yield stranger(number)
        yield Guesser(phone=f"own {number}", network=f"own {number}", right_at=str(number % 3))
        yield Guesser(phone=f"hall {number}", network="hall", in_hall=True)


def test_no_day_has_more_guesses_than_were_reckoned_with_however_they_come() -> None:
    most, pins, everybody = looked_up_a_day(MANY_TABLES, SPACE), new_pins(), attackers()
    looked_up: list[datetime] = []
    for step in range(96):  # two days, one try of each of three kinds every half hour
        for _kind in range(3):
            now = NOON + timedelta(minutes=30) * step
            if is_looked_up(next(pins), next(everybody), now, MANY_TABLES):
                looked_up.append(now)
    worst = max(sum(start <= at < start + DAY for at in looked_up) for start in looked_up)
    assert most * 0.75 < worst <= most
    assert len(looked_up) <= 2 * most + 1


def use_up_what_is_for_anybody(tables: int, now: datetime) -> None:
    pins = (f"{number:0{PIN_DIGITS}}" for number in range(10**7, SPACE))
    for number in count():
        if not is_looked_up(next(pins), stranger(number), now, tables):
            return


@pytest.mark.parametrize("tables", [40, 1000])
def test_forty_people_behind_one_address_who_mistype_twice_get_in(tables: int) -> None:
    assert forty_people_get_in("the hall", NOON, tables)


def test_strangers_shut_out_neither_the_hall_nor_a_phone_that_was_right() -> None:
    tables, now = 1000, NOON
    note_right_pin(stranger(1, "known hall"), now)
    use_up_what_is_for_anybody(tables, now)
    assert not right_pin(stranger(0), now, tables)
    assert right_pin(Guesser(phone="known", network="mobile", right_at="5"), now, tables)
    assert forty_people_get_in("known hall", now, tables)
    assert not right_pin(stranger(0), now, tables)


def test_a_hall_that_the_settings_name_needs_nobody_who_was_right() -> None:
    use_up_what_is_for_anybody(1000, NOON)
    assert forty_people_get_in("named hall", NOON, 1000, in_hall=True)


def test_who_spoils_the_hall_or_the_phones_of_a_table_leaves_the_phones_of_others_a_rest() -> None:
    use_up_what_is_for_anybody(1000, NOON)
    pins = (f"{number:0{PIN_DIGITS}}" for number in range(5 * 10**7, SPACE))
    for number in range(110):
        is_looked_up(next(pins), Guesser(phone=f"a {number}", network="w", in_hall=True), NOON, 1000)
        is_looked_up(next(pins), Guesser(phone=f"b {number}", network="x", right_at="5"), NOON, 1000)
    assert right_pin(Guesser(phone="known", network="y", right_at="6"), NOON, 1000)
    assert not right_pin(Guesser(phone="known", network="y", right_at="5"), NOON, 1000)


def test_one_network_uses_up_no_more_than_its_own_guesses() -> None:
    pins = new_pins()
    tries = [is_looked_up(next(pins), stranger(number, "one"), NOON) for number in range(150)]
    assert sum(tries) == PINS_PER_NETWORK
    assert right_pin(stranger(1, "another"), NOON)


# --- networks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "origin", "network"),
    [
        ("10.0.0.6", "10.0.0.6", "10.0.0.6"),
        ("10.0.0.6:41234", "10.0.0.6", "10.0.0.6"),
        ("::ffff:10.0.0.6", "10.0.0.6", "10.0.0.6"),
        ("[::ffff:10.0.0.6]:80", "10.0.0.6", "10.0.0.6"),
        ("2001:DB8:1:1::9", "2001:db8:1:1::9", "2001:db8:1:1::/64"),
        ("[2001:db8:1:1:ffff::1]:443", "2001:db8:1:1:ffff::1", "2001:db8:1:1::/64"),
        ("fe80::1%eth0", "fe80::1", "fe80::/64"),
        ("unknown", "unknown", "unknown"),
    ],
)
def test_an_address_counts_without_its_port_and_with_its_network(
    written: str, origin: str, network: str, settings: Settings
) -> None:
    settings.BEHIND_PROXY = True
    request = RequestFactory().get("/", headers={"X-Forwarded-For": f"203.0.113.9, {written}"})
    assert (origin_of(request), network_of(origin_of(request))) == (origin, network)


# --- passwords ----------------------------------------------------------------------------------------------


def signs_in(client: Client, user: User, password: str = PASSWORD) -> bool:
    client.post("/sign-in/", {"username": user.email, "password": password})
    return "_auth_user_id" in client.session


def guess_passwords(emails: Sequence[str], address: str = "203.0.113.9") -> None:
    for email in emails:
        Client(REMOTE_ADDR=address).post("/sign-in/", {"username": email, "password": "wrong"})


def test_nobody_locks_a_device_out_that_has_signed_in_before() -> None:
    user, client = a_user(), Client()
    assert signs_in(client, user)
    client.post("/sign-out/")
    guess_passwords([user.email] * throttling.FAILURES_PER_ACCOUNT)
    assert not signs_in(Client(), user)
    assert signs_in(client, user)


def test_a_device_that_has_signed_in_before_guesses_no_more_than_any_other() -> None:
    user, other, client = a_user(), a_user(), Client()
    assert signs_in(client, user)
    client.post("/sign-out/")
    for victim in (user, other):
        guess_passwords([victim.email] * throttling.FAILURES_PER_ACCOUNT)
    for _guess in range(throttling.FAILURES_PER_ACCOUNT):
        assert not signs_in(client, user, "wrong")
    assert not signs_in(client, user)
    assert not signs_in(client, other)


def test_one_who_guesses_in_the_hall_does_not_shut_it_out() -> None:
    user, hall = a_user(), "203.0.113.9"
    guess_passwords([f"n{number}@example.org" for number in range(throttling.FAILURES_PER_ADDRESS)], hall)
    assert signs_in(Client(REMOTE_ADDR=hall), user)


def test_the_present_password_is_not_guessed_without_end_from_a_session() -> None:
    user, client = a_user(), Client()
    client.force_login(user)
    new = {"password": "a long new password", "again": "a long new password"}
    answers = [
        client.post("/account/password/", {"old": f"wrong {number}", **new}).content.decode()
        for number in range(throttling.FAILURES_PER_ACCOUNT + 1)
    ]
    assert "This is not your current password" in answers[-2]
    assert "Too many attempts" in answers[-1]
    assert "Too many attempts" in client.post("/account/password/", {"old": PASSWORD, **new}).content.decode()
