"""Closing an account: what goes, what stays, and who is missed too much."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied

from clubs import accounts
from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.books.words import forget_origins_before
from clubs.books.writing import writing
from clubs.models import LogEntry, LogWords, Role, User
from tests.builders import PASSWORD, a_user, an_author
from tests.clubs.support.desk import Desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_the_name_and_the_roles_go_and_the_log_stays_whole(desk: Desk) -> None:
    user, browser = desk.people["scorer"], desk.as_("scorer")
    email, elsewhere = user.email, desk.as_("scorer")
    assert browser.post("/account/close/", {"password": "wrong"}).status_code == 200
    assert "Take everything about you along first" not in browser.get("/account/close/").content.decode()
    User.objects.filter(pk=user.pk).update(player=desk.player)
    asked = browser.get("/account/close/").content.decode()
    assert desk.pages()["player_file"] in asked
    assert f"As a player of {desk.club.name} you stay" in asked
    closing = browser.post("/account/close/", {"password": PASSWORD}, follow=True)
    assert "Your account is closed." in closing.content.decode()
    closed = User.objects.get(pk=user.pk)
    assert email not in (closed.email, closed.name)
    assert closed.name.startswith("N.N.")
    assert not closed.is_active
    assert closed.player is None
    assert not Role.objects.filter(user=user).exists()
    assert elsewhere.get("/account/").status_code == 302
    entry = LogEntry.objects.get(act="account.closed", book=desk.book)
    assert entry.author_id == user.pk
    assert verify_log().broken == []
    # The address is free again.
    User.objects.create_user(email, PASSWORD, name="Another")


def test_the_last_admin_and_the_last_keeper_stay(desk: Desk) -> None:
    with pytest.raises(NotNow, match=desk.club.name):
        accounts.close_own_account(an_author(desk.people["admin"]))
    assert desk.club.name in desk.as_("admin").get("/account/close/").content.decode()
    a_user(Role.Kind.ADMIN, club=desk.club)
    accounts.close_own_account(an_author(desk.people["admin"]))
    User.objects.filter(is_keeper=True).exclude(pk=desk.people["keeper"].pk).update(is_keeper=False)
    with pytest.raises(NotNow, match="keeper"):
        accounts.close_own_account(an_author(desk.people["keeper"]))


def test_an_admin_closes_accounts_that_are_of_the_own_clubs_alone(desk: Desk) -> None:
    admin, both = an_author(desk.people["admin"]), a_user(Role.Kind.SCORER, club=desk.club)
    Role.objects.create(user=both, book=desk.book, kind=Role.Kind.JURY)
    accounts.close_account(admin, desk.club, both)
    assert not User.objects.get(pk=both.pk).is_active
    federated = a_user(Role.Kind.SCORER, club=desk.club)
    a_role = Role.objects.get(user=desk.people["elsewhere"])
    Role.objects.create(user=federated, book=a_role.book, kind=Role.Kind.SCORER)
    with pytest.raises(PermissionDenied):
        accounts.close_account(admin, desk.club, federated)


def test_old_origins_go_and_the_chain_stays_whole(desk: Desk) -> None:
    by = an_author(desk.people["admin"])
    old = an_author(desk.people["admin"], at=by.at - timedelta(days=91))
    for author in (old, by):
        with writing(desk.book, author) as act:
            act.log("club.edited", desk.club, after={"name": "Canasta"})
    before = LogWords.objects.exclude(origin="").count()
    forget_origins_before(by.at - timedelta(days=90))
    kept = LogWords.objects.exclude(origin="")
    assert kept.count() < before
    assert kept.filter(entry__at=by.at, entry__book=desk.book).exists()
    assert not kept.filter(entry__at=old.at).exists()
    assert LogWords.objects.get(entry__at=old.at, entry__book=desk.book).facts
    assert verify_log().broken == []
