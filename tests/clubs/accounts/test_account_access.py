"""Where an account is signed in, and how its e-mail changes."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from clubs.accounts import mail as account_mail
from clubs.accounts.sessions import remove_ended_sessions
from clubs.books.writing import club_book
from clubs.models import LogEntry, Role, User
from clubs.views import account_access
from tests.builders import PASSWORD, a_club, a_user

pytestmark = pytest.mark.django_db

NEW = "new@example.org"
ENDS = re.compile(r'action="(/account/sessions/[0-9a-f]+/end/)"')
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


def signed_in(user: User, agent: str = FIREFOX) -> Client:
    client = Client(headers={"user-agent": agent})
    client.post("/sign-in/", {"username": user.email, "password": PASSWORD})
    return client


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def ask(client: Client, password: str = PASSWORD) -> int:
    return client.post("/account/email/", {"email": NEW, "password": password}).status_code


def email_of(user: User) -> str:
    return User.objects.get(pk=user.pk).email


# --- sessions -----------------------------------------------------------------------------------------------


def test_the_sessions_of_an_account_are_listed_and_ended_one_by_one() -> None:
    user = a_user(Role.Kind.ADMIN, club=a_club())
    here, there = signed_in(user), signed_in(user, "Mozilla/5.0 (iPhone) Safari/604.1")
    signed_in(a_user())
    page = here.get("/account/").content.decode()
    assert "Firefox, Linux" in page
    assert "Safari, iPhone" in page
    (end,) = ENDS.findall(page)
    assert here.post(end).status_code == 302
    assert (is_in(here), is_in(there)) == (True, False)
    assert LogEntry.objects.get(act="session.ended").author == user


def test_nobody_ends_or_sees_a_session_of_somebody_else() -> None:
    victim, other = signed_in(a_user()), signed_in(a_user())
    signed_in(User.objects.get(pk=victim.session["_auth_user_id"]))
    (end,) = ENDS.findall(victim.get("/account/").content.decode())
    assert ENDS.findall(other.get("/account/").content.decode()) == []
    other.post(end)
    assert end in victim.get("/account/").content.decode()
    assert str(victim.session.session_key) not in victim.get("/account/").content.decode()


def test_a_session_is_over_at_its_hour_whether_or_not_it_is_removed() -> None:
    client = signed_in(a_user())
    Session.objects.update(expire_date=timezone.now() + timedelta(minutes=1))
    assert is_in(client)
    Session.objects.update(expire_date=timezone.now())
    assert not is_in(client)


def test_an_account_that_is_made_idle_is_signed_in_nowhere_at_once() -> None:
    user = a_user()
    client = signed_in(user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert not is_in(client)
    User.objects.filter(pk=user.pk).update(is_active=True)
    assert is_in(client)


def test_sessions_that_have_ended_are_removed() -> None:
    client, now = signed_in(a_user()), timezone.now()
    remove_ended_sessions(now)
    assert is_in(client)
    remove_ended_sessions(now + timedelta(days=15))
    assert not Session.objects.exists()


# --- another e-mail -----------------------------------------------------------------------------------------


def test_without_mail_and_another_admin_the_password_is_enough() -> None:
    user = a_user(Role.Kind.ADMIN, club=a_club())
    client = signed_in(user)
    assert ask(client, "wrong") == 200
    assert email_of(user) == user.email
    assert ask(client) == 302
    assert email_of(user) == NEW
    assert LogEntry.objects.get(act="email.changed").author == user
    assert NEW not in str(list(LogEntry.objects.values_list("text", flat=True)))


def test_without_mail_an_admin_confirms() -> None:
    club = a_club()
    admin, scorer = a_user(Role.Kind.ADMIN, club=club), a_user(Role.Kind.SCORER, club=club)
    assert ask(signed_in(scorer)) == 302
    assert email_of(scorer) == scorer.email
    client, page = signed_in(admin), reverse("clubs:person_email", args=[club.pk, scorer.pk])
    assert NEW in client.get(page).content.decode()
    assert "Another e-mail is asked for" in client.post(page, {"email": "x@example.org"}).content.decode()
    assert email_of(scorer) == scorer.email
    assert client.post(page, {"email": NEW}).status_code == 302
    assert (email_of(scorer), User.objects.get(pk=scorer.pk).wanted_email) == (NEW, "")
    assert LogEntry.objects.filter(book=club_book(club), act="email.changed", author=admin).exists()


def test_with_mail_a_link_to_the_new_address_proves_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_HOST = "mail.example"
    monkeypatch.setattr(
        account_access, "send_in_background", lambda message: account_mail.send_or_log(message)
    )
    user, other = a_user(), signed_in(a_user())
    client = signed_in(user)
    assert ask(client) == 302
    assert email_of(user) == user.email
    (sent,) = mail.outbox
    assert sent.to == [NEW]
    found = re.search(r"http://testserver(/account/email/\S+/)", str(sent.body))
    assert found
    assert other.post(found[1]).status_code == 410
    assert client.post(found[1] + "x/").status_code == 404
    assert client.post(found[1]).status_code == 302
    assert email_of(user) == NEW
    assert client.post(found[1]).status_code == 410


def test_an_e_mail_that_somebody_has_is_not_taken() -> None:
    user = a_user(email=NEW)
    assert ask(signed_in(a_user())) == 200
    assert email_of(user) == NEW
