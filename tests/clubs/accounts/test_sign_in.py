"""Signing in and out, invitations and new passwords as people meet them."""

from __future__ import annotations

import re
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from clubs.accounts import mail as account_mail
from clubs.accounts import throttling
from clubs.accounts.verbs import invitation_token, invite
from clubs.books.writing import club_book
from clubs.models import Attempt, LogEntry, Role, User
from clubs.views import accounts as pages
from tests.builders import PASSWORD, a_user, an_author
from tests.clubs.support.desk import Desk

pytestmark = pytest.mark.django_db

SIGN_IN = "/sign-in/"


def sign_in(client: Client, user: User | str, password: str = PASSWORD, **more: str) -> Any:
    email = user.email if isinstance(user, User) else user
    return client.post(SIGN_IN, {"username": email, "password": password, **more})


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


# --- signing in and out -----------------------------------------------------------------------------------


def test_one_signs_in_with_e_mail_and_password_whatever_the_case_of_the_e_mail() -> None:
    user, client = a_user(email="nea@example.org"), Client()
    assert sign_in(client, " Nea@Example.ORG ")["Location"] == reverse("home")
    assert client.session["_auth_user_id"] == str(user.pk)


def test_the_session_is_a_new_one_after_signing_in() -> None:
    """Who planted a session in the browser before does not share it afterwards."""
    client = Client()
    client.session.save()
    planted = client.session.session_key
    sign_in(client, a_user())
    assert client.session.session_key != planted


def test_the_page_speaks_the_person_s_language_from_then_on() -> None:
    client = Client()
    sign_in(client, a_user(language="fi"))
    assert client.cookies["django_language"].value == "fi"
    assert client.get("/")["Content-Language"] == "fi"
    assert "django_language" not in sign_in(Client(), a_user(language="")).cookies


@pytest.mark.parametrize(
    ("wish", "goes_to"),
    [
        ("/clubs/", "/clubs/"),
        ("https://evil.example/", "/"),
        ("//evil.example", "/"),
        ("\x00", "/"),
    ],
)
def test_one_comes_back_to_where_one_was_but_to_no_other_house(wish: str, goes_to: str) -> None:
    assert sign_in(Client(), a_user(), next=wish)["Location"] == goes_to


def test_one_signs_out_by_a_button_not_by_a_link() -> None:
    client = Client()
    sign_in(client, a_user())
    assert client.get("/sign-out/").status_code == 405
    assert is_in(client)
    client.post("/sign-out/")
    assert not is_in(client)


@pytest.mark.engine
@pytest.mark.parametrize(
    ("email", "password"),
    [
        ("", ""),
        ("nobody", "x"),
        ("a\x00@example.org", PASSWORD),
        ("a@example.org", "\x00"),
        ("x" * 300 + "@example.org", PASSWORD),
        ("a@example.org", "x" * 5000),
    ],
)
def test_nonsense_signs_nobody_in(email: str, password: str) -> None:
    client = Client()
    response = sign_in(client, email, password)
    assert response.status_code == 200
    assert response.context["form"].errors
    assert not is_in(client)


def told(response: Any) -> list[str]:
    errors: list[str] = response.context["form"].non_field_errors()
    return list(errors)


def test_a_wrong_password_an_unknown_and_a_closed_account_are_told_the_same() -> None:
    user, closed = a_user(), a_user(is_active=False)
    answers = [
        told(sign_in(Client(), user, "wrong password")),
        told(sign_in(Client(), "nobody@example.org")),
        told(sign_in(Client(), closed)),
    ]
    assert answers[0] == answers[1] == answers[2] != []


def test_an_unknown_account_takes_the_same_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """One password is hashed in either case, so that the time of the answer tells nothing."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counting(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    user = a_user()
    monkeypatch.setattr(MD5PasswordHasher, "encode", counting)
    sign_in(Client(), user, "wrong password")
    known, hashed = hashed, []
    sign_in(Client(), "nobody@example.org", "wrong password")
    assert len(known) == len(hashed) == 1


# --- too many attempts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", [True, False])
def test_after_too_many_failures_an_account_waits_known_or_not(known: bool) -> None:
    email = a_user().email if known else "nobody@example.org"
    for _failure in range(throttling.FAILURES_PER_ACCOUNT):
        assert "Try again at" not in told(sign_in(Client(), email, "wrong password"))[0]
    client = Client()
    assert re.search(r"Try again at \d", told(sign_in(client, email))[0])
    assert not is_in(client)


def test_refused_attempts_make_the_waiting_no_longer() -> None:
    user = a_user()
    for _attempt in range(throttling.FAILURES_PER_ACCOUNT + 5):
        sign_in(Client(), user, "wrong password")
    by_account = Attempt.objects.filter(key=throttling.hashed_key("account", user.email))
    assert by_account.count() == throttling.FAILURES_PER_ACCOUNT
    Attempt.objects.update(at=timezone.now() - throttling.ATTEMPT_WINDOW)
    client = Client()
    sign_in(client, user)
    assert is_in(client)


def test_after_too_many_failures_an_address_has_few_for_each_account() -> None:
    user = a_user()
    for number in range(throttling.FAILURES_PER_ADDRESS):
        sign_in(Client(), f"nobody{number}@example.org", "wrong password")
    for _failure in range(3):
        sign_in(Client(), user, "wrong password")
    client = Client()
    sign_in(client, user)
    assert not is_in(client)
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    sign_in(elsewhere, user)
    assert is_in(elsewhere)


def test_who_signs_in_starts_afresh_but_gives_the_address_no_new_attempts() -> None:
    user = a_user()
    for _failure in range(3):
        sign_in(Client(), user, "wrong password")
    sign_in(Client(), user)
    assert not Attempt.objects.filter(key=throttling.hashed_key("account", user.email)).exists()
    assert Attempt.objects.filter(key=throttling.hashed_key("address", "127.0.0.1")).count() == 3


def test_old_failures_are_removed_and_nobody_is_named_in_those_that_are_kept() -> None:
    long_ago = timezone.now() - timedelta(days=1)
    Attempt.objects.create(key="x", at=long_ago)
    sign_in(Client(), "nea@example.org", "wrong password")
    assert not Attempt.objects.filter(at=long_ago).exists()
    keys = list(Attempt.objects.values_list("key", flat=True))
    assert len(keys) == 2
    assert all(re.fullmatch("[0-9a-f]{64}", key) for key in keys)


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_many_guesses_at_the_same_moment_get_no_more_tries_than_one_after_the_other() -> None:
    guesses = 3 * throttling.FAILURES_PER_ACCOUNT
    limits = [throttling.AttemptLimit("x", throttling.FAILURES_PER_ACCOUNT, throttling.ATTEMPT_WINDOW)]
    together, looked_at = threading.Barrier(8), []

    def guess() -> None:
        try:
            together.wait(timeout=300)
            for _guess in range(guesses // 8):
                try:
                    throttling.count_attempt(limits, timezone.now())
                    looked_at.append(1)
                except throttling.TooManyAttempts:
                    continue
        finally:
            connection.close()

    guessers = [threading.Thread(target=guess) for _ in range(8)]
    for guesser in guessers:
        guesser.start()
    for guesser in guessers:
        guesser.join(timeout=300)
    assert 0 < len(looked_at) <= throttling.FAILURES_PER_ACCOUNT


@pytest.mark.parametrize(
    ("behind_proxy", "forwarded", "origin"),
    [
        (False, "203.0.113.9", "127.0.0.1"),
        (True, "203.0.113.9", "203.0.113.9"),
        (True, "6.6.6.6, 203.0.113.9", "203.0.113.9"),
        (True, "", "127.0.0.1"),
        (True, "x" * 500, "x" * 64),
    ],
)
def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_wrote(
    settings: Settings, behind_proxy: bool, forwarded: str, origin: str
) -> None:
    settings.BEHIND_PROXY = behind_proxy
    client = Client()
    client.force_login(desk_admin := Desk().people["admin"])
    book = desk_admin.roles.get().book
    client.post("/account/", {"name": "Nea", "language": "sv"}, headers={"X-Forwarded-For": forwarded})
    assert LogEntry.objects.get(book=book).words.origin == origin


# --- invitations ------------------------------------------------------------------------------------------


@pytest.fixture
def desk() -> Desk:
    return Desk()


def link_of(desk: Desk) -> str:
    return reverse("clubs:invitation", args=[invitation_token(desk.invitation)])


def test_an_admin_invites_and_sees_the_link_with_its_code(desk: Desk) -> None:
    client = desk.as_("admin")
    made = client.post(desk.pages()["club_invite"], {"email": "nea@example.org", "kind": "jury"})
    shown = client.get(made["Location"])
    assert "<svg" in shown.text
    assert re.search(r"http://testserver/invitation/[^<\s]+/", shown.text)
    again = client.post(desk.pages()["club_invite"], {"email": "NEA@example.org", "kind": "jury"})
    assert list(again.context["form"].errors) == ["email"]


def test_a_new_person_accepts_and_is_signed_in(desk: Desk) -> None:
    client = Client()
    assert desk.club.name in client.get(link_of(desk)).text
    sent = {"name": "Nea Ny", "password": PASSWORD, "again": PASSWORD}
    response = client.post(link_of(desk), sent)
    assert response["Location"] == desk.pages()["club_players"]
    assert client.get(response["Location"]).status_code == 200
    assert User.objects.get(email="new@example.org").name == "Nea Ny"
    assert Client().get(link_of(desk)).status_code == 410


@pytest.mark.parametrize(
    ("sent", "wrong"),
    [
        ({"name": "Nea", "password": "short", "again": "short"}, "password"),
        ({"name": "Nea", "password": "password123", "again": "password123"}, "password"),
        ({"name": "Nea Nymansson", "password": "Nea Nymansson", "again": "Nea Nymansson"}, "password"),
        ({"name": "Nea", "password": PASSWORD, "again": PASSWORD + "x"}, "again"),
        ({"name": "\x00", "password": PASSWORD, "again": PASSWORD}, "name"),
        ({"name": "", "password": PASSWORD, "again": PASSWORD}, "name"),
    ],
)
def test_a_new_account_says_what_is_wrong_with_it(desk: Desk, sent: dict[str, str], wrong: str) -> None:
    response = Client().post(link_of(desk), sent)
    assert list(response.context["form"].errors) == [wrong]
    assert not User.objects.filter(email="new@example.org").exists()


def test_an_account_that_is_there_signs_in_first_and_then_accepts(desk: Desk) -> None:
    user, client = a_user(email="new@example.org"), Client()
    page = client.get(link_of(desk))
    assert f"/sign-in/?next={link_of(desk).replace('/', '%2F').replace(':', '%3A')}" in page.text
    client.post(link_of(desk), {"name": "X", "password": PASSWORD, "again": PASSWORD})
    assert not user.roles.exists()
    assert sign_in(client, user, next=link_of(desk))["Location"] == link_of(desk)
    assert client.post(link_of(desk)).status_code == 302
    assert user.roles.get().kind == "scorer"


@pytest.mark.parametrize("token", ["x", "x:y", "x" * 3000, "%00", "..", "%E2%80%AE"])
def test_a_made_up_link_opens_nothing(token: str) -> None:
    assert Client().get(f"/invitation/{token}/").status_code in (404, 410)


def test_a_link_that_is_too_old_opens_nothing(desk: Desk) -> None:
    desk.invitation.made_at = timezone.now() - timedelta(days=7)
    desk.invitation.save()
    assert Client().get(link_of(desk)).status_code == 410
    assert Client().post(link_of(desk), {}).status_code == 410
    assert desk.as_("admin").get(desk.pages()["club_invitation_link"]).status_code == 302


def test_an_invitation_of_another_club_is_not_there(desk: Desk) -> None:
    other = Desk()
    address = reverse("clubs:club_invitation_link", args=[desk.club.pk, other.invitation.pk])
    assert desk.as_("admin").get(address).status_code == 404
    taken = reverse("clubs:club_role_take", args=[desk.club.pk, other.role_of("scorer").pk])
    assert desk.as_("admin").post(taken).status_code == 404
    assert other.role_of("scorer")


def test_who_takes_the_own_admin_role_away_leaves_the_desk(desk: Desk) -> None:
    Role.objects.create(user=desk.people["director"], book=desk.book, kind=Role.Kind.ADMIN)
    address = reverse("clubs:club_role_take", args=[desk.club.pk, desk.role_of("admin").pk])
    assert desk.as_("admin").post(address)["Location"] == reverse("clubs:account")


def test_the_last_admin_stays_and_is_told_why(desk: Desk) -> None:
    address = reverse("clubs:club_role_take", args=[desk.club.pk, desk.role_of("admin").pk])
    response = desk.as_("admin").post(address, follow=True)
    assert "last admin" in response.text
    assert desk.role_of("admin")


# --- a new password ---------------------------------------------------------------------------------------


def test_an_admin_hands_over_a_link_that_is_shown_once(desk: Desk) -> None:
    client = desk.as_("admin")
    shown = client.post(desk.pages()["reset_link"])
    found = re.search(r"http://testserver(/reset/[^<\s]+/)", shown.text)
    assert found
    assert "<svg" in shown.text
    assert found[1] not in client.get(desk.pages()["reset_link"]).text
    scorer = Client()
    assert scorer.get(found[1]).status_code == 200
    new = {"password": "another long word", "again": "another long word"}
    assert scorer.post(found[1], new)["Location"] == SIGN_IN
    assert scorer.get(found[1]).status_code == 410
    sign_in(scorer, desk.people["scorer"], "another long word")
    assert is_in(scorer)


def test_a_new_password_ends_the_other_sessions(desk: Desk) -> None:
    elsewhere, here = desk.as_("scorer"), desk.as_("scorer")
    sent = {"old": PASSWORD, "password": "another long word", "again": "another long word"}
    assert here.post("/account/password/", sent).status_code == 302
    assert here.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302


def test_the_old_password_must_be_right(desk: Desk) -> None:
    sent = {"old": "wrong password", "password": "another long word", "again": "another long word"}
    response = desk.as_("scorer").post("/account/password/", sent)
    assert list(response.context["form"].errors) == ["old"]


def test_without_a_mail_server_the_page_says_whom_to_ask(settings: Settings) -> None:
    settings.EMAIL_HOST = ""
    user = a_user()
    assert "<form" not in Client().get("/reset/").text.partition("<main")[2]
    Client().post("/reset/", {"email": user.email})
    assert mail.outbox == []


@pytest.fixture
def mailing(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mail server, and messages that leave before the answer."""
    settings.EMAIL_HOST = "mail.example.org"
    monkeypatch.setattr(pages, "send_in_background", account_mail.send_or_log)


@pytest.mark.usefixtures("mailing")
def test_with_a_mail_server_the_link_is_mailed_in_the_person_s_language() -> None:
    user = a_user(language="sv")
    Client().post("/reset/", {"email": f" {user.email.upper()} "})
    (message,) = mail.outbox
    assert message.to == [user.email]
    found = re.search(r"http://testserver(/reset/\S+/)", str(message.body))
    assert found
    assert Client().get(found[1]).status_code == 200


@pytest.mark.usefixtures("mailing")
def test_the_answer_never_tells_whether_there_is_an_account() -> None:
    emails = [
        a_user(email="abc@example.org").email,
        "xyz@example.org",
        a_user(email="uvw@example.org", is_active=False).email,
    ]
    answers = [Client().post("/reset/", {"email": email}) for email in emails]
    tokens = re.compile(r'"X-CSRFToken": "[^"]+"')
    texts = {
        tokens.sub("", each.text.replace(email, "")) for each, email in zip(answers, emails, strict=True)
    }
    assert len(texts) == 1
    assert [message.to for message in mail.outbox] == [["abc@example.org"]]


@pytest.mark.usefixtures("mailing")
def test_nobody_s_mailbox_is_filled() -> None:
    user = a_user()
    for _asked in range(throttling.LINKS_PER_ACCOUNT + 2):
        response = Client().post("/reset/", {"email": user.email})
    assert len(mail.outbox) == throttling.LINKS_PER_ACCOUNT
    assert "Try again at" in told(response)[0]


def test_a_message_leaves_from_a_thread_of_its_own_and_a_failure_is_in_the_journal(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    account_mail.send_in_background(EmailMessage("x", "y", to=["a@example.org"])).join(timeout=300)
    assert len(mail.outbox) == 1

    def refuse(_message: EmailMessage) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailMessage, "send", refuse)
    account_mail.send_or_log(EmailMessage("x", "y", to=["a@example.org"]))
    assert "mail could not be sent" in caplog.text


def test_the_menu_shows_whoever_is_signed_in(desk: Desk) -> None:
    menu = desk.as_("scorer").get("/account/menu/")
    assert desk.people["scorer"].name in menu.text
    assert desk.club.name in menu.text
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/clubs/"}
    assert "/sign-in/?next=%2Fclubs%2F" in Client().get("/account/menu/", headers=headers).text
    assert "no-store" in menu["Cache-Control"]


def test_somebody_invited_as_admin_may_invite(desk: Desk) -> None:
    by = an_author(desk.people["admin"])
    invitation = invite(by, club_book(desk.club), "second@example.org", Role.Kind.ADMIN)
    client = desk.as_("nobody")
    client.post(reverse("clubs:invitation", args=[invitation_token(invitation)]))
    assert client.get(desk.pages()["club_invite"]).status_code == 200


@pytest.mark.parametrize("address", ["http://[", "\\x00", "javascript:alert(1)", "x" * 5000, ""])
def test_the_menu_stands_whatever_page_the_browser_says_it_is_for(address: str) -> None:
    response = Client().get("/account/menu/", headers={"HX-Request": "true", "HX-Current-URL": address})
    assert 'href="/sign-in/"' in response.text


def test_who_is_in_and_comes_to_sign_in_goes_on_and_never_round_and_round() -> None:
    client = Client()
    sign_in(client, a_user())
    for wish in ("", "?next=/sign-in/", "?next=/sign-in/%3Fnext=/sign-in/"):
        assert client.get(f"/sign-in/{wish}")["Location"] == "/"


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options", "trace"])
def test_the_pages_of_signing_in_and_out_answer_what_browsers_send_and_nothing_else(method: str) -> None:
    client = Client()
    for _first_as_a_stranger_then_as_oneself in range(2):
        for address in (SIGN_IN, "/sign-out/"):
            assert getattr(client, method)(address).status_code == 405
        client.force_login(a_user())
