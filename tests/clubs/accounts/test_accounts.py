"""Invitations, roles, links to a new password, and the account: the verbs."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from clubs import accounts
from clubs.accounts.verbs import INVITATION_LIFETIME, LinkExpired, NewAccount, require_user
from clubs.books.writing import Author, club_book
from clubs.models import Book, Club, Invitation, LogEntry, Role, User
from tests.builders import PASSWORD, a_club, a_player, a_user, an_author

pytestmark = pytest.mark.django_db

NEW = NewAccount(name="Nea Ny", password=PASSWORD, language="fi")


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def admin(club: Club) -> Author:
    return an_author(a_user(Role.Kind.ADMIN, club=club))


def an_invitation(admin: Author, club: Club, kind: Role.Kind = Role.Kind.DIRECTOR) -> Invitation:
    return accounts.invite(admin, club_book(club), "Nea@Example.org", kind)


def acts() -> list[str]:
    return list(LogEntry.objects.order_by("pk").values_list("act", flat=True))


def test_the_first_person_gets_a_password_once() -> None:
    user, password = accounts.create_keeper("Keeper@Example.org", "Kim Keeper")
    assert user.is_keeper
    assert user.check_password(password)
    assert accounts.create_keeper("keeper@example.org", "Kim Keeper") == (user, "")
    user.refresh_from_db()
    assert user.check_password(password)


def test_a_given_password_is_not_told_back() -> None:
    user, told = accounts.create_keeper("keeper@example.org", "Kim Keeper", PASSWORD)
    assert (told, user.check_password(PASSWORD)) == ("", True)


@pytest.mark.parametrize(
    ("email", "name"), [("no address", "Kim"), ("k@example.org", ""), ("k@example.org", "K\x00")]
)
def test_an_installation_is_not_founded_by_nonsense(email: str, name: str) -> None:
    with pytest.raises(ValidationError):
        accounts.create_keeper(email, name)
    assert not User.objects.exists()


def test_an_invited_person_gets_an_account_and_the_role(club: Club, admin: Author) -> None:
    invitation = an_invitation(admin, club)
    user = accounts.accept_invitation(an_author(), invitation, NEW)
    assert (user.email, user.name, user.language) == ("nea@example.org", "Nea Ny", "fi")
    assert user.check_password(PASSWORD)
    assert [role.kind for role in user.roles.all()] == ["director"]
    accepted = LogEntry.objects.get(act="invitation.accepted")
    assert accepted.author == user


def test_an_account_that_is_there_just_gets_the_role(club: Club, admin: Author) -> None:
    other = a_user()
    accounts.accept_invitation(an_author(other), an_invitation(admin, club))
    assert other.roles.get().kind == "director"
    assert User.objects.count() == 2


def test_an_invitation_works_once(club: Club, admin: Author) -> None:
    invitation = an_invitation(admin, club)
    accounts.accept_invitation(an_author(), invitation, NEW)
    with pytest.raises(LinkExpired):
        accounts.accept_invitation(an_author(a_user()), invitation)


def test_an_invitation_works_for_seven_days(club: Club, admin: Author) -> None:
    invitation = an_invitation(admin, club)
    late = replace(an_author(a_user()), at=admin.at + INVITATION_LIFETIME)
    with pytest.raises(LinkExpired):
        accounts.accept_invitation(late, invitation)
    accounts.accept_invitation(replace(late, at=late.at - timedelta(seconds=1)), invitation)


def test_an_invitation_that_was_withdrawn_opens_nothing(club: Club, admin: Author) -> None:
    invitation = an_invitation(admin, club)
    for _twice in range(2):
        accounts.withdraw_invitation(admin, invitation)
    with pytest.raises(LinkExpired):
        accounts.accept_invitation(an_author(a_user()), invitation)
    assert acts() == ["invitation.made", "invitation.withdrawn"]


def test_what_was_accepted_cannot_be_withdrawn(club: Club, admin: Author) -> None:
    invitation = an_invitation(admin, club)
    accounts.accept_invitation(an_author(), invitation, NEW)
    with pytest.raises(ValidationError):
        accounts.withdraw_invitation(admin, invitation)


@pytest.mark.engine
def test_a_second_invitation_to_the_same_role_is_refused_at_the_address(club: Club, admin: Author) -> None:
    an_invitation(admin, club)
    with pytest.raises(ValidationError) as refusal:
        an_invitation(admin, club)
    assert list(refusal.value.message_dict) == ["email"]
    an_invitation(admin, club, Role.Kind.JURY)


def test_an_invitation_that_has_expired_stands_in_no_way(club: Club, admin: Author) -> None:
    an_invitation(replace(admin, at=admin.at - INVITATION_LIFETIME), club)
    an_invitation(admin, club)


def test_an_account_of_that_address_must_sign_in_first(club: Club, admin: Author) -> None:
    invitation = an_invitation(admin, club)
    a_user(email="nea@example.org")
    with pytest.raises(ValidationError) as refusal:
        accounts.accept_invitation(an_author(), invitation, NEW)
    assert list(refusal.value.message_dict) == ["email"]
    invitation.refresh_from_db()
    assert invitation.used_at is None


def test_a_link_names_its_invitation_and_cannot_be_made_up(club: Club, admin: Author) -> None:
    invitation = an_invitation(admin, club)
    token = accounts.invitation_token(invitation)
    assert accounts.find_invitation(token) == invitation
    for other in (invitation.nonce, token[:-1], token + "x", "", ":", "\x00"):
        assert accounts.find_invitation(other) is None


def test_only_admins_invite_and_give_and_take(club: Club) -> None:
    holder = a_user(Role.Kind.SCORER, club=club)
    for kind in (Role.Kind.DIRECTOR, Role.Kind.JURY, Role.Kind.SCORER):
        by = an_author(a_user(kind, club=club))
        with pytest.raises(PermissionDenied):
            an_invitation(by, club)
        with pytest.raises(PermissionDenied):
            accounts.give_role(by, club_book(club), holder, Role.Kind.ADMIN)
        with pytest.raises(PermissionDenied):
            accounts.revoke_role(by, holder.roles.get())
        with pytest.raises(PermissionDenied):
            accounts.make_reset_link(by, club, holder)
    assert acts() == []


def test_one_more_role_is_given_once_and_taken_once(club: Club, admin: Author) -> None:
    holder = a_user(Role.Kind.SCORER, club=club)
    for _twice in range(2):
        role = accounts.give_role(admin, club_book(club), holder, Role.Kind.JURY)
    for _twice in range(2):
        accounts.revoke_role(admin, role)
    assert acts() == ["role.given", "role.taken"]
    assert holder.roles.get().kind == "scorer"


def test_an_admin_says_which_player_somebody_is_and_their_pages_fetch_anew(club: Club, admin: Author) -> None:
    holder, player, other = a_user(Role.Kind.JURY, club=club), a_player(club=club), a_player()
    theirs = club_book(other.home_club)
    for said in (player, player, other, None):
        accounts.link_player(admin, club, holder, said)
        holder.refresh_from_db()
        assert holder.player == said
    assert acts() == ["person.is_player"] * 3
    assert Book.objects.get(pk=theirs.pk).revision == theirs.revision + 2
    entry = LogEntry.objects.filter(act="person.is_player").first()
    assert entry is not None
    assert entry.facts["player"] == player.pk


def test_two_people_are_not_one_player(club: Club, admin: Author) -> None:
    player = a_player(club=club)
    first, second = a_user(Role.Kind.JURY, club=club), a_user(Role.Kind.JURY, club=club)
    accounts.link_player(admin, club, first, player)
    with pytest.raises(ValidationError):
        accounts.link_player(admin, club, second, player)
    second.refresh_from_db()
    assert second.player is None


def test_which_player_somebody_is_says_an_admin_of_a_club_that_knows_him(club: Club, admin: Author) -> None:
    player = a_player(club=club)
    with pytest.raises(PermissionDenied):
        accounts.link_player(admin, club, a_user(Role.Kind.JURY), player)
    holder = a_user(Role.Kind.JURY, club=club)
    with pytest.raises(PermissionDenied):
        accounts.link_player(an_author(holder), club, holder, player)
    assert acts() == []


def test_who_has_no_role_is_invited_not_given_one(club: Club, admin: Author) -> None:
    with pytest.raises(PermissionDenied):
        accounts.give_role(admin, club_book(club), a_user(), Role.Kind.SCORER)


def test_the_last_admin_cannot_be_taken_away(club: Club, admin: Author) -> None:
    last = Role.objects.get(book=club_book(club))
    with pytest.raises(ValidationError):
        accounts.revoke_role(admin, last)
    gone = a_user(Role.Kind.ADMIN, club=club, is_active=False)
    with pytest.raises(ValidationError):
        accounts.revoke_role(admin, last)
    accounts.revoke_role(admin, gone.roles.get())
    a_user(Role.Kind.ADMIN, club=club)
    accounts.revoke_role(admin, last)


def test_the_last_admin_of_an_event_may_go(club: Club, admin: Author) -> None:
    event = Book.objects.create(kind=Book.Kind.TOURNAMENT, club=club)
    director = a_user(Role.Kind.ADMIN, book=event)
    accounts.revoke_role(admin, director.roles.get())
    assert not director.roles.exists()


def token_for(admin: Author, club: Club, user: User) -> str:
    return accounts.make_reset_link(admin, club, user)


def test_a_link_opens_one_new_password_and_unlocks_the_account(club: Club, admin: Author) -> None:
    holder = a_user(Role.Kind.SCORER, club=club)
    token = token_for(admin, club, holder)
    assert accounts.user_for_reset_link(accounts.reset_uid(holder), token) == holder
    accounts.reset_password(an_author(), holder, token, "another long word")
    holder.refresh_from_db()
    assert holder.check_password("another long word")
    assert accounts.user_for_reset_link(accounts.reset_uid(holder), token) is None
    with pytest.raises(LinkExpired):
        accounts.reset_password(an_author(), holder, token, "a third long word")
    assert acts() == ["reset_link.made", "password.reset"]
    assert LogEntry.objects.get(act="password.reset").author == holder


@pytest.mark.engine
@pytest.mark.parametrize(
    "uid", ["", "x", "MQ", "\x00", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5", "LTE", "a" * 5000]
)
def test_a_link_for_nobody_opens_nothing(uid: str) -> None:
    assert accounts.user_for_reset_link(uid, "x-y") is None


def test_an_admin_cannot_take_over_an_account_that_reaches_beyond_his_clubs(
    club: Club, admin: Author
) -> None:
    """Otherwise the admin of one club could become the admin of another."""
    other = a_club()
    event_elsewhere = Book.objects.create(kind=Book.Kind.TOURNAMENT, club=other)
    for book in (club_book(other), event_elsewhere):
        holder = a_user(Role.Kind.SCORER, club=club)
        Role.objects.create(user=holder, book=book, kind=Role.Kind.SCORER)
        with pytest.raises(PermissionDenied):
            token_for(admin, club, holder)
    own_event = Book.objects.create(kind=Book.Kind.TOURNAMENT, club=club)
    holder = a_user(Role.Kind.SCORER, club=club)
    Role.objects.create(user=holder, book=own_event, kind=Role.Kind.DIRECTOR)
    assert token_for(admin, club, holder)


def test_an_admin_of_both_clubs_may_help_who_works_in_both(club: Club, admin: Author) -> None:
    other = a_club()
    holder = a_user(Role.Kind.SCORER, club=club)
    for user in (holder, require_user(admin)):
        Role.objects.create(user=user, book=club_book(other), kind=Role.Kind.ADMIN)
    assert token_for(admin, club, holder)


def test_nobody_takes_over_the_keeper_s_account(club: Club, admin: Author) -> None:
    keeper = a_user(Role.Kind.SCORER, club=club, is_keeper=True)
    with pytest.raises(PermissionDenied):
        token_for(admin, club, keeper)


def test_there_is_no_link_for_people_without_a_role_in_the_club_or_with_a_closed_account(
    club: Club, admin: Author
) -> None:
    for user in (a_user(), a_user(Role.Kind.SCORER), a_user(Role.Kind.SCORER, club=club, is_active=False)):
        with pytest.raises(PermissionDenied):
            token_for(admin, club, user)


def test_a_role_in_an_event_makes_nobody_admin_of_the_club_s_people(club: Club) -> None:
    event = Book.objects.create(kind=Book.Kind.TOURNAMENT, club=club)
    by = an_author(a_user(Role.Kind.ADMIN, book=event))
    with pytest.raises(PermissionDenied):
        token_for(by, club, a_user(Role.Kind.SCORER, club=club))


def test_one_s_own_password_and_name_are_logged_where_one_has_a_role(club: Club) -> None:
    user = a_user(Role.Kind.SCORER, club=club)
    by = an_author(user)
    accounts.change_password(by, "another long word")
    changed = accounts.edit_account(by, " Nea   Ny ", "da")
    assert (changed.name, changed.language) == ("Nea Ny", "da")
    assert changed.check_password("another long word")
    assert acts() == ["password.changed", "account.edited"]
    assert "Nea" not in "".join(LogEntry.objects.values_list("text", flat=True))


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_who_has_no_role_changes_the_account_without_a_log() -> None:
    by = an_author(a_user())
    accounts.change_password(by, "another long word")
    accounts.edit_account(by, "Nea", "")
    assert acts() == []
    with pytest.raises(PermissionDenied):
        accounts.change_password(an_author(), "another long word")


@pytest.mark.engine
@pytest.mark.parametrize("name", ["", "x" * 101, "a\x00b", "a\nb"])
def test_an_account_keeps_its_name_when_the_new_one_is_nonsense(name: str) -> None:
    user = a_user(name="Nea")
    with pytest.raises(ValidationError):
        accounts.edit_account(an_author(user), name, "sv")
    user.refresh_from_db()
    assert user.name == "Nea"
