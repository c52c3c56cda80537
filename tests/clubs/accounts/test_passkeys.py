"""Passkeys: made and used at one site, each answer once, and what happens to those of others."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from html import unescape
from typing import Any

import pyotp
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as trying
from hypothesis import strategies as st
from pytest_django import Settings

from clubs import accounts
from clubs.accounts import passkeys, second_step, throttling
from clubs.accounts.passkey_answers import Question
from clubs.books.refusals import NotNow
from clubs.models import Attempt, CodeApp, LogEntry, Passkey, RecoveryCode, Role, User
from config.environment import passkey_origin
from tests.builders import PASSWORD, a_club, a_user, an_author
from tests.clubs.support.authenticator import PRESENT, Phone
from tests.clubs.support.authenticator import Question as Asked

pytestmark = pytest.mark.django_db

SITE, ORIGIN = "talon.example", "https://talon.example"
NEW, PAGE, CODE_PAGE = "/account/second-step/passkeys/new/", "/account/second-step/", "/sign-in/code/"
NOT_ACCEPTED, NOT_ADDED = "This passkey was not accepted", "The passkey could not be added"


@pytest.fixture(autouse=True)
def public_site(settings: Settings) -> None:
    settings.PASSKEY_ORIGIN = ORIGIN
    settings.ALLOWED_HOSTS = [SITE, "www.talon.example"]


class SecureClient(Client):
    """A browser that asks over TLS."""

    def generic(self, *args: Any, **kwargs: Any) -> Any:
        return super().generic(*args, **kwargs | {"secure": True})


def a_client(host: str = SITE) -> Client:
    return SecureClient(SERVER_NAME=host)


def a_phone(**fields: object) -> Phone:
    return Phone(origin=ORIGIN, site=SITE).copy(**fields)


def asked_by(page: str) -> Asked:
    found = re.search(r'data-question="([^"]+)"', page)
    assert found, page
    question: Asked = json.loads(unescape(found[1]))
    return question


def signed_in(user: User, host: str = SITE) -> Client:
    client = a_client(host)
    client.force_login(user)
    return client


def begin(client: Client, name: str = "My phone") -> Asked:
    return asked_by(client.post(NEW, {"name": name, "password": PASSWORD}).text)


def add(user: User, phone: Phone, name: str = "My phone") -> list[str]:
    """Add a passkey on the pages; return the recovery codes that are shown."""
    client = signed_in(user)
    answer = client.post(NEW, {"passkey": phone.make(begin(client, name))}, follow=True)
    assert NOT_ADDED not in answer.text
    return re.findall(r"<li>(\w{4}-\w{4}-\w{4})</li>", answer.text)


def after_password(user: User, host: str = SITE) -> Client:
    client = a_client(host)
    client.post("/sign-in/", {"username": user.email, "password": PASSWORD})
    return client


def send(client: Client, answer: str) -> str:
    """Send the answer of a passkey; return where it leads, or the page that it leaves."""
    sent = client.post(CODE_PAGE, {"passkey": answer})
    return sent.headers.get("Location", "") or sent.text


def sign_in(user: User, phone: Phone) -> str:
    client = after_password(user)
    return send(client, phone.use(asked_by(client.get(CODE_PAGE).text)))


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


# --- where there are passkeys -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://talon.example", ORIGIN),
        ("https://TALON.example:443/at/", ORIGIN),
        ("https://talon.example:8443", "https://talon.example:8443"),
        ("https://kort.hämeenlinna.example", "https://kort.xn--hmeenlinna-q5a.example"),
        ("http://talon.example", ""),
        ("https://192.0.2.7", ""),
        ("https://[2001:db8::1]:8000", ""),
        ("", ""),
    ],
)
def test_they_need_tls_and_a_name(address: str, origin: str) -> None:
    assert passkey_origin(address) == origin


def test_none_are_offered_without_such_an_address_or_under_another_name(settings: Settings) -> None:
    user = a_user()
    assert "Add a passkey" in signed_in(user).get(PAGE).text
    www = signed_in(user, "www.talon.example")
    assert "Add a passkey" not in www.get(PAGE).text
    assert www.get(NEW).headers["Location"] == PAGE
    settings.PASSKEY_ORIGIN = ""
    here = signed_in(user)
    assert "Add a passkey" not in here.get(PAGE).text
    assert here.post(NEW, {"name": "Phone", "password": PASSWORD}).headers["Location"] == PAGE


# --- adding -------------------------------------------------------------------------------------------------


def test_a_passkey_is_added_with_the_password_and_gives_recovery_codes() -> None:
    user = a_user(Role.Kind.ADMIN, club=a_club())
    client = signed_in(user)
    refused = client.post(NEW, {"name": "My phone", "password": "wrong"})
    assert "data-question" not in refused.text
    asked = begin(client)
    assert (asked["rp"]["id"], asked["authenticatorSelection"]["userVerification"]) == (SITE, "required")
    assert (asked["attestation"], asked["user"]["name"]) == ("none", user.email)
    phone = a_phone()
    shown = client.post(NEW, {"passkey": phone.make(asked)})
    codes = re.findall(r"<li>(\w{4}-\w{4}-\w{4})</li>", shown.text)
    assert len(set(codes)) == RecoveryCode.objects.filter(user=user).count() == 10
    passkey = Passkey.objects.get(user=user)
    assert (passkey.name, passkey.site, passkey.last_used) == ("My phone", SITE, None)
    assert "My phone" in client.get(PAGE).text
    entry = LogEntry.objects.get(act="passkey.added")
    assert entry.author == user
    secrets = (passkey.name, passkey.credential, passkey.public_key, *codes)
    assert not [secret for secret in secrets if secret in entry.text]
    assert add(user, a_phone(), "Key on my ring") == [], "the codes of the first stay good"
    assert [each.name for each in user.passkeys.all()] == ["My phone", "Key on my ring"]
    known = begin(client)["excludeCredentials"]
    assert passkey.credential in [each["id"] for each in known]


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://talon.example.evil.example"},
        {"origin": "http://talon.example"},
        {"site": "evil.example"},
        {"flags": PRESENT},
        {"flags": 0},
        {"cross_origin": True},
        {"kind": "webauthn.get"},
        {"attestation": {"fmt": "fido-u2f", "attStmt": {}}},
        {"attestation": {"fmt": "tpm", "attStmt": {"x5c": [b"\x30"]}}},
        {"attestation": {"fmt": "packed", "attStmt": {"alg": -7, "sig": b"no signature"}}},
        {"attestation": {"fmt": "none", "attStmt": {"x5c": [b"more"]}}},
    ],
    ids=str,
)
def test_a_wrong_answer_adds_nothing(wrong: dict[str, object]) -> None:
    client = signed_in(a_user())
    assert NOT_ADDED in client.post(NEW, {"passkey": a_phone(**wrong).make(begin(client))}).text
    assert not Passkey.objects.exists()


def test_a_question_is_answered_once_in_its_session_and_within_minutes() -> None:
    user = a_user()
    client, other = signed_in(user), signed_in(a_user())
    first = begin(client)
    second = begin(client)
    stale = client.post(NEW, {"passkey": a_phone().make(first)})
    assert NOT_ADDED in stale.text, "another challenge was asked since"
    assert NOT_ADDED in client.post(NEW, {"passkey": a_phone().make(second)}).text, "used up by the first"
    begin(other)
    assert NOT_ADDED in other.post(NEW, {"passkey": a_phone().make(begin(client))}).text
    asked, session = begin(client), client.session
    session["asked_passkey"] |= {"at": (timezone.now() - timedelta(minutes=11)).isoformat()}
    session.save()
    assert client.post(NEW, {"passkey": a_phone().make(asked)}).headers["Location"] == NEW
    assert not Passkey.objects.exists()
    assert a_client().post(NEW, {"passkey": "{}"}).headers["Location"].startswith("/sign-in/")


def test_one_passkey_belongs_to_one_account_and_an_account_has_ten() -> None:
    phone, user = a_phone(), a_user()
    add(a_user(), phone)
    client = signed_in(user)
    assert "in use already" in client.post(NEW, {"passkey": phone.make(begin(client))}).text
    for number in range(10):
        add(user, a_phone(), str(number))
    assert "ten passkeys at most" in client.post(NEW, {"passkey": a_phone().make(begin(client))}).text


# --- signing in ---------------------------------------------------------------------------------------------


def test_a_passkey_signs_in_after_the_password_and_says_when_it_was_used() -> None:
    user, phone = a_user(), a_phone()
    add(user, phone)
    client = after_password(user)
    page = client.get(CODE_PAGE).text
    asked = asked_by(page)
    assert (asked["rpId"], asked["userVerification"]) == (SITE, "required")
    assert [key["id"] for key in asked["allowCredentials"]] == [user.passkeys.get().credential]
    assert not is_in(client)
    assert send(client, phone.use(asked)) == "/"
    assert is_in(client)
    passkey = user.passkeys.get()
    assert (passkey.sign_count, passkey.last_used is not None) == (1, True)
    assert not Attempt.objects.exists()


def test_a_recovery_code_and_the_code_of_an_app_are_good_in_its_place() -> None:
    user, phone = a_user(), a_phone()
    codes = add(user, phone)
    client = after_password(user)
    assert client.post(CODE_PAGE, {"code": codes[0]}).headers["Location"] == "/"
    assert "Set up codes of an app" in client.get(PAGE).text
    assert client.get(reverse("clubs:second_step_app")).status_code == 200
    CodeApp.objects.create(user=user, secret="JBSWY3DPEHPK3PXP", since=timezone.now())
    assert client.get(reverse("clubs:second_step_app")).headers["Location"] == PAGE
    assert sign_in(user, phone) == "/"


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://talon.example.evil.example"},
        {"origin": "http://talon.example"},
        {"site": "evil.example"},
        {"flags": PRESENT},
        {"flags": 0},
        {"cross_origin": True},
        {"kind": "webauthn.create"},
    ],
    ids=str,
)
def test_an_answer_for_another_page_or_without_its_owner_lets_nobody_in(wrong: dict[str, object]) -> None:
    user, phone = a_user(), a_phone()
    add(user, phone)
    assert NOT_ACCEPTED in sign_in(user, phone.copy(**wrong))
    assert sign_in(user, phone) == "/"


def test_an_answer_is_good_once_and_for_its_own_challenge() -> None:
    user, phone = a_user(), a_phone(counts=False)
    add(user, phone)
    client = after_password(user)
    asked = asked_by(client.get(CODE_PAGE).text)
    answer = phone.use(asked)
    assert send(client, answer) == "/"
    again = after_password(user)
    assert NOT_ACCEPTED in send(again, answer), "nothing was asked"
    again.get(CODE_PAGE)
    assert NOT_ACCEPTED in send(again, answer), "something else was asked"
    # Two that are sent at once have found the same question in the session.
    question = Question(challenge=b"x" * 32, origin=ORIGIN, site=SITE)
    answer = phone.use({"challenge": "eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHg"})
    by = an_author(user)
    assert [passkeys.use_passkey(by, user, answer, question) for _twice in range(2)] == [True, False]
    assert not LogEntry.objects.filter(act="passkey.refused").exists()


def test_the_passkey_of_another_account_lets_nobody_in() -> None:
    user, other, phone, theirs = a_user(), a_user(), a_phone(), a_phone()
    add(user, phone)
    add(other, theirs)
    assert NOT_ACCEPTED in sign_in(user, theirs)
    assert NOT_ACCEPTED in sign_in(user, theirs.copy(credential=phone.credential)), "signed by another key"
    assert sign_in(user, phone) == "/"


def test_a_copied_passkey_counts_less_and_is_refused_and_logged() -> None:
    user, phone = a_user(Role.Kind.ADMIN, club=a_club()), a_phone()
    add(user, phone)
    copy = phone.copy()
    assert [sign_in(user, phone), sign_in(user, phone)] == ["/", "/"]
    assert NOT_ACCEPTED in sign_in(user, copy)
    assert NOT_ACCEPTED in sign_in(user, copy.copy(counts=False, count=0)), "one that does not count any more"
    refused = LogEntry.objects.filter(act="passkey.refused")
    assert [entry.author for entry in refused] == [user, user]
    assert sign_in(user, phone) == "/"


def test_guesses_are_counted_with_those_of_codes() -> None:
    user, phone = a_user(), a_phone()
    add(user, phone)
    for _guess in range(throttling.FAILURES_PER_ACCOUNT):
        assert NOT_ACCEPTED in sign_in(user, a_phone())
    assert "Too many attempts" in sign_in(user, phone)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ("id", "rawId", "type", "clientDataJSON", "authenticatorData", "signature", "attestationObject")


@trying(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(field=st.sampled_from(FIELDS), nonsense=JSON, cut=st.integers(0, 60), is_new=st.booleans())
def test_nothing_that_is_sent_breaks_the_page(field: str, nonsense: object, cut: int, is_new: bool) -> None:
    question = Question(challenge=b"y" * 32, origin=ORIGIN, site=SITE)
    asked = {"challenge": "eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXk"}
    phone = a_phone()
    whole = json.loads(phone.make(asked) if is_new else phone.use(asked))
    part = whole if field in whole else whole["response"]
    original = part.get(field, "")
    user = User.objects.first() or a_user()
    for broken in (nonsense, original[:cut], original[cut:] + original[:cut], "A" * cut):
        part[field] = broken
        answer = json.dumps(whole)
        assert not passkeys.use_passkey(an_author(user), user, answer, question)
    for answer in (json.dumps(nonsense), json.dumps(whole)[:cut], "[" * 5000):
        assert not passkeys.use_passkey(an_author(user), user, answer, question)
        with pytest.raises(Exception, match="could not be added"):
            passkeys.add_passkey(an_author(user), "Phone", answer, question)


# --- removing -----------------------------------------------------------------------------------------------


def test_one_is_removed_with_the_password_and_the_last_one_is_turned_off() -> None:
    user, phone, second = a_user(Role.Kind.ADMIN, club=a_club()), a_phone(), a_phone()
    codes = add(user, phone)
    first = user.passkeys.get()
    page = reverse("clubs:passkey_remove", args=[first.pk])
    client = signed_in(user)
    assert page not in client.get(PAGE).text
    assert "turn the second step off instead" in client.post(page, {"password": PASSWORD}).text
    add(user, second, "Tablet")
    assert page in client.get(PAGE).text
    assert "not your current password" in client.post(page, {"password": "wrong"}).text
    assert signed_in(a_user()).post(page, {"password": PASSWORD}).status_code == 404
    assert client.post(page, {"password": PASSWORD}).status_code == 302
    assert LogEntry.objects.get(act="passkey.removed").author == user
    with pytest.raises(NotNow):
        passkeys.remove_passkey(an_author(user), first.pk)
    assert NOT_ACCEPTED in sign_in(user, phone)
    assert sign_in(user, second) == "/"
    off = reverse("clubs:second_step_off")
    assert client.post(off, {"password": PASSWORD, "code": codes[0]}).status_code == 302
    assert (Passkey.objects.count(), RecoveryCode.objects.count()) == (0, 0)
    assert is_in(after_password(user))


def test_the_app_alone_is_removed_where_a_passkey_of_this_site_is_left(settings: Settings) -> None:
    user, phone = a_user(Role.Kind.ADMIN, club=a_club()), a_phone()
    secret = second_step.new_secret()
    codes = second_step.set_up_app(an_author(user), secret, pyotp.TOTP(secret).now())
    page, client = reverse("clubs:second_step_app_remove"), signed_in(user)
    assert page not in client.get(PAGE).text
    assert "turn the second step off instead" in client.post(page, {"password": PASSWORD}).text
    add(user, phone)
    settings.PASSKEY_ORIGIN = "https://another.example"
    assert "turn the second step off instead" in client.post(page, {"password": PASSWORD}).text
    settings.PASSKEY_ORIGIN = ORIGIN
    assert page in client.get(PAGE).text
    assert "not your current password" in client.post(page, {"password": "wrong"}).text
    assert CodeApp.objects.filter(user=user).exists()
    assert "Signing in asks for a passkey" in client.post(page, {"password": PASSWORD}, follow=True).text
    assert LogEntry.objects.get(act="code_app.removed").author == user
    with pytest.raises(NotNow, match="already"):
        passkeys.remove_app(an_author(user))
    assert (user.passkeys.count(), user.recovery_codes.count()) == (1, len(codes))
    assert sign_in(user, phone) == "/"
    assert second_step.use_code(an_author(user), user, codes[0])


def test_they_go_with_the_second_step_that_an_admin_or_the_console_removes_and_with_the_account() -> None:
    club = a_club()
    admin, scorer = a_user(Role.Kind.ADMIN, club=club), a_user(Role.Kind.SCORER, club=club)
    add(scorer, a_phone())
    client = signed_in(admin)
    page = reverse("clubs:person_second_step", args=[club.pk, scorer.pk])
    assert page in client.get(reverse("clubs:club_people", args=[club.pk])).text
    assert client.post(page).status_code == 302
    assert is_in(after_password(scorer))
    add(scorer, a_phone())
    call_command("reset_link", scorer.email, "--second-step")
    assert not Passkey.objects.exists()
    add(scorer, a_phone())
    accounts.close_own_account(an_author(scorer))
    assert not Passkey.objects.exists()


def test_a_keeper_may_set_up_a_passkey_before_anything_else(settings: Settings) -> None:
    settings.PUBLIC = True
    keeper = a_user(Role.Kind.ADMIN, club=a_club(), is_keeper=True)
    client = signed_in(keeper)
    assert client.get("/account/").headers["Location"] == PAGE
    add(keeper, a_phone())
    assert is_in(client)


def test_under_another_name_of_the_site_they_wait_and_a_recovery_code_lets_in(settings: Settings) -> None:
    user, phone = a_user(), a_phone()
    codes = add(user, phone)
    settings.PASSKEY_ORIGIN = "https://www.talon.example"
    client = after_password(user, "www.talon.example")
    page = client.get(CODE_PAGE).text
    assert "Your passkeys work only at talon.example" in page
    assert "data-question" not in page
    assert client.post(CODE_PAGE, {"code": codes[0]}).headers["Location"] == "/"
    assert "works only at talon.example" in client.get(PAGE).text
    settings.PASSKEY_ORIGIN = ORIGIN
    assert sign_in(user, phone) == "/", "they are good again where they were made"
    second_step.remove_own(an_author(user))
    assert not Passkey.objects.exists()
