"""The second step at sign-in: codes of an app, recovery codes, and who helps those who have lost them."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pyotp
import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from clubs import accounts
from clubs.accounts import second_step, throttling
from clubs.books.refusals import NotNow
from clubs.books.writing import club_book
from clubs.models import Attempt, CodeApp, LogEntry, RecoveryCode, Role, User
from tests.builders import PASSWORD, a_club, a_user, an_author

pytestmark = pytest.mark.django_db

PAGE, CODE_PAGE = "/account/second-step/", "/sign-in/code/"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
WRONG = "This code is wrong"


def code_at(half_minutes: int = 0, secret: str = SECRET) -> str:
    return pyotp.TOTP(secret).at(timezone.now() + timedelta(seconds=30 * half_minutes))


def secured(*roles: Role.Kind, **fields: Any) -> tuple[User, list[str]]:
    """Somebody with a second step, and the recovery codes."""
    user = a_user(*roles, **fields)
    codes = second_step.set_up_app(an_author(user), SECRET, code_at())
    # The tests type the code of this half minute, as if the app had been set up long ago.
    CodeApp.objects.update(last_used=0)
    return user, codes


def after_password(user: User, client: Client | None = None, **more: str) -> Client:
    client = client or Client()
    client.post("/sign-in/", {"username": user.email, "password": PASSWORD, **more})
    return client


def type_code(client: Client, code: str) -> str:
    """Type a code; return where it leads, or the page that it leaves."""
    answer = client.post(CODE_PAGE, {"code": code})
    return answer.headers.get("Location", "") or answer.content.decode()


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


# --- setting up ---------------------------------------------------------------------------------------------


def test_an_app_is_set_up_by_its_first_code_and_the_password() -> None:
    user = a_user(Role.Kind.ADMIN, club=a_club())
    client = after_password(user)
    page = client.get(PAGE).content.decode()
    found = re.search(r"otpauth://totp/\S+?secret=([A-Z2-7]+)", page)
    assert found
    secret = found[1]
    assert second_step.in_groups(secret) in page
    right = {"code": code_at(secret=secret), "password": PASSWORD}
    for wrong in ({"password": "wrong"}, {"code": "000000"}, {"code": "letters"}, {"code": ""}):
        again = client.post(PAGE, right | wrong)
        assert list(again.context["form"].errors) == list(wrong)
        assert secret in again.content.decode()
    assert not CodeApp.objects.exists()
    shown = client.post(PAGE, right)
    codes = re.findall(r"<li>(\w{4}-\w{4}-\w{4})</li>", shown.content.decode())
    assert len(set(codes)) == RecoveryCode.objects.filter(user=user).count() == 10
    later = client.get(PAGE).content.decode()
    assert "10 recovery codes are left" in later
    assert secret not in later
    assert codes[0] not in later + str(list(RecoveryCode.objects.values_list("digest", flat=True)))
    entry = LogEntry.objects.get(act="second_step.set_up")
    assert entry.author == user
    assert secret not in entry.text
    with pytest.raises(NotNow):
        second_step.set_up_app(an_author(user), secret, code_at(secret=secret))


# --- signing in ---------------------------------------------------------------------------------------------


def test_nobody_is_signed_in_before_the_code_and_each_code_is_good_once() -> None:
    user, _codes = secured()
    client = after_password(user, next="/account/password/")
    assert not is_in(client)
    assert "_auth_user_id" not in client.session
    assert WRONG in type_code(client, "12345")
    # The half minute may end while the test works.
    code = code_at()
    assert type_code(client, f" {code[:3]} {code[3:]}") == "/account/password/"
    assert is_in(client)
    assert WRONG in type_code(after_password(user), code)
    assert type_code(after_password(user), code_at(1)) == "/"
    assert WRONG in type_code(after_password(user), code_at(0)), "one from before the latest"


def test_the_clock_of_a_phone_may_be_half_a_minute_wrong_and_no_more() -> None:
    user, _codes = secured()
    for far in (-3, 3, 100):
        assert WRONG in type_code(after_password(user), code_at(far))
    assert type_code(after_password(user), code_at(-1)) == "/"


def test_a_recovery_code_is_good_once_however_it_is_typed() -> None:
    user, codes = secured(Role.Kind.ADMIN)
    assert type_code(after_password(user), codes[0].upper().replace("-", " ")) == "/"
    assert WRONG in type_code(after_password(user), codes[0])
    assert RecoveryCode.objects.filter(user=user).count() == 9
    assert LogEntry.objects.get(act="recovery_code.used").author == user
    other, _codes = secured()
    assert WRONG in type_code(after_password(other), codes[1]), "it is of somebody else"


@pytest.mark.parametrize("typed", ["", "\x00", "١٢٣٤٥٦", "a" * 5000, "-", "²²²²²²", "{}"])
def test_nonsense_lets_nobody_in(typed: str) -> None:
    user, _codes = secured()
    client = after_password(user)
    assert client.post(CODE_PAGE, {"code": typed}).status_code == 200
    assert not is_in(client)


def test_the_password_is_remembered_for_some_minutes_and_until_it_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    user, _codes = secured()
    assert type_code(Client(), code_at()) == "/sign-in/"
    changed, late = after_password(user), after_password(user)
    late_session = late.session
    noted = late_session["waits_for_second_step"]
    noted["at"] = (timezone.now() - timedelta(minutes=11)).isoformat()
    late_session["waits_for_second_step"] = noted
    late_session.save()
    assert type_code(late, code_at()) == "/sign-in/"
    user.set_password("another password of mine")
    user.save()
    assert type_code(changed, code_at()) == "/sign-in/"


def test_guesses_are_refused_and_lock_no_known_device_out() -> None:
    user, codes = secured()
    known = after_password(user)
    assert type_code(known, codes[0]) == "/"
    known.post("/sign-out/")
    for _guess in range(throttling.FAILURES_PER_ACCOUNT):
        assert WRONG in type_code(after_password(user), "000001")
    stranger = after_password(user)
    assert "Too many attempts" in type_code(stranger, codes[1])
    assert type_code(after_password(user, known), codes[1]) == "/"
    Attempt.objects.update(at=timezone.now() - throttling.ATTEMPT_WINDOW)
    assert type_code(stranger, codes[2]) == "/"


def test_nobody_guesses_all_day() -> None:
    account, now = "a@example.org", timezone.now()
    for guess in range(throttling.CODES_IN_A_DAY):
        at = now + guess * throttling.ATTEMPT_WINDOW / 8
        throttling.count_second_step(account, str(guess), "", at)
    with pytest.raises(throttling.TooManyAttempts):
        throttling.count_second_step(account, "another", "", at + throttling.ATTEMPT_WINDOW)


# --- changing and removing ----------------------------------------------------------------------------------


def test_new_recovery_codes_end_the_old_ones() -> None:
    user, codes = secured(Role.Kind.ADMIN)
    client = Client()
    client.force_login(user)
    page = reverse("clubs:recovery_codes")
    assert client.post(page, {"password": "wrong"}).status_code == 200
    assert not LogEntry.objects.filter(act="recovery_codes.made").exists()
    new = re.findall(r"<li>(\w{4}-\w{4}-\w{4})</li>", client.post(page, {"password": PASSWORD}).text)
    assert WRONG in type_code(after_password(user), codes[0])
    assert type_code(after_password(user), new[0]) == "/"


def test_it_is_turned_off_with_the_password_and_a_code() -> None:
    user, codes = secured(Role.Kind.ADMIN)
    client, page = Client(), reverse("clubs:second_step_off")
    client.force_login(user)
    assert client.post(page, {"password": "wrong", "code": codes[0]}).status_code == 200
    assert client.post(page, {"password": PASSWORD, "code": "000000"}).status_code == 200
    assert RecoveryCode.objects.count() == 10, "a wrong password uses up no code"
    assert client.post(page, {"password": PASSWORD, "code": codes[0]}).status_code == 302
    assert (CodeApp.objects.count(), RecoveryCode.objects.count()) == (0, 0)
    assert is_in(after_password(user))
    assert [client.get(page).status_code, client.get(reverse("clubs:recovery_codes")).status_code] == [
        302,
        302,
    ]


def test_an_admin_removes_it_where_a_reset_link_is_allowed() -> None:
    club = a_club()
    admin = a_user(Role.Kind.ADMIN, club=club)
    scorer, _codes = secured(Role.Kind.SCORER, club=club)
    both, _more = secured(Role.Kind.SCORER, club=club)
    Role.objects.create(user=both, book=club_book(a_club()), kind=Role.Kind.SCORER)
    client = Client()
    client.force_login(admin)
    page = reverse("clubs:person_second_step", args=[club.pk, scorer.pk])
    people = client.get(reverse("clubs:club_people", args=[club.pk])).content.decode()
    assert page in people
    assert people.count("/second-step/") == 1
    assert client.post(page).status_code == 302
    assert LogEntry.objects.get(act="second_step.removed").author == admin
    assert is_in(after_password(scorer))
    assert client.post(page).status_code == 200, "there is nothing to remove any more"
    with pytest.raises(PermissionDenied):
        second_step.remove_of(an_author(admin), club, both)
    assert CodeApp.objects.get().user == both


def test_the_console_helps_the_keeper_who_has_lost_everything() -> None:
    keeper, _codes = secured(is_keeper=True)
    call_command("reset_link", keeper.email, "--second-step")
    assert not CodeApp.objects.exists()


def test_it_goes_with_the_account() -> None:
    user, _codes = secured()
    accounts.close_own_account(an_author(user))
    assert (CodeApp.objects.count(), RecoveryCode.objects.count()) == (0, 0)


# --- keepers ------------------------------------------------------------------------------------------------


def test_a_keeper_sets_it_up_before_anything_else_where_everybody_comes(settings: Settings) -> None:
    keeper = a_user(Role.Kind.ADMIN, club=a_club(), is_keeper=True)
    client, other = after_password(keeper), after_password(a_user(Role.Kind.ADMIN))
    assert is_in(client)
    settings.PUBLIC = True
    for address in ("/account/", "/clubs/new/", "/copies/", reverse("clubs:second_step_off")):
        assert client.get(address).headers["Location"] == PAGE
    assert client.post("/account/close/", {"password": PASSWORD}).headers["Location"] == PAGE
    assert "set up a second step first" in client.get(PAGE).content.decode()
    assert is_in(other)
    # Signing in leads there, and not to the page for everybody.
    sent = {"username": keeper.email, "password": PASSWORD, "next": "/clubs/"}
    assert Client().post("/sign-in/", sent).headers["Location"] == PAGE
    second_step.set_up_app(an_author(keeper), SECRET, code_at())
    assert is_in(client)
    assert client.post("/sign-out/").status_code == 302
