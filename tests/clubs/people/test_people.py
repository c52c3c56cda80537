"""The verbs of clubs and players: what they write, refuse and log."""

from __future__ import annotations

import json
from dataclasses import replace
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError

from clubs import people
from clubs.books.refusals import Conflict, NotNow
from clubs.books.verification import verify_log
from clubs.books.writing import Author, club_book
from clubs.models import Club, LogEntry, Membership, Player, Role, User
from clubs.people import verbs
from clubs.people.details import ClubDetails, PlayerDetails
from tests.builders import a_club, a_player, a_user, an_author

pytestmark = pytest.mark.django_db

ANNA = PlayerDetails(given_name="Anna", family_name="Berg", licence="1001", may_publish=True)


def admin_of(*clubs: Club) -> Author:
    user = a_user()
    for club in clubs:
        Role.objects.create(book=club_book(club), user=user, kind=Role.Kind.ADMIN)
    return an_author(user)


def acts_in(club: Club) -> list[str]:
    return list(LogEntry.objects.filter(book=club_book(club)).values_list("act", flat=True))


def last_said(club: Club) -> dict[str, object]:
    said: dict[str, object] = json.loads(
        LogEntry.objects.filter(book=club_book(club)).order_by("-number")[0].text
    )
    return said


def test_the_keeper_founds_a_club_and_is_its_first_admin() -> None:
    keeper = a_user(is_keeper=True)
    club = people.create_club(an_author(keeper), ClubDetails(name=" Åbo   Canasta ", place="Åbo"))
    assert club.name == "Åbo Canasta"
    assert club_book(club).roles.get().user == keeper
    assert acts_in(club) == ["club.created", "role.given"]


def test_nobody_else_founds_a_club_of_its_own() -> None:
    for user in (None, a_user(Role.Kind.ADMIN), a_user(is_keeper=True, is_active=False)):
        with pytest.raises(PermissionDenied):
            people.create_club(an_author(user), ClubDetails(name="Free"))
    assert not Club.objects.filter(name="Free").exists()


def test_a_federation_s_admin_founds_clubs_within_it_and_both_logs_say_so() -> None:
    federation = a_club()
    club = people.create_club(admin_of(federation), ClubDetails(name="Young"), federation)
    assert club.federation == federation
    assert acts_in(federation) == ["club.created"]
    assert acts_in(club) == ["club.created", "role.given"]


def test_the_keeper_has_no_right_within_a_federation() -> None:
    with pytest.raises(PermissionDenied):
        people.create_club(an_author(a_user(is_keeper=True)), ClubDetails(name="Young"), a_club())


def test_a_club_within_a_federation_has_no_clubs_of_its_own() -> None:
    club = a_club(federation=a_club())
    with pytest.raises(ValidationError):
        people.create_club(admin_of(club), ClubDetails(name="Young"), club)


def test_a_second_club_of_the_same_name_is_refused_at_the_name() -> None:
    keeper = an_author(a_user(is_keeper=True))
    people.create_club(keeper, ClubDetails(name="Åbo"))
    with pytest.raises(ValidationError) as refusal:
        people.create_club(keeper, ClubDetails(name="Åbo"))
    assert list(refusal.value.message_dict) == ["name"]
    assert Club.objects.filter(name="Åbo").count() == 1


@pytest.mark.parametrize("name", ["", "x" * 101, "A\tB", "A\x00B", "A\u202eB"])
def test_a_name_that_cannot_stand_in_a_list_is_refused_at_the_name(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        people.create_club(an_author(a_user(is_keeper=True)), ClubDetails(name=name))
    assert list(refusal.value.message_dict) == ["name"]


def test_a_club_is_changed_by_its_admin_alone() -> None:
    club = a_club()
    card = ClubDetails(name="New", place="Malmö")
    for kind in (Role.Kind.DIRECTOR, Role.Kind.JURY, Role.Kind.SCORER):
        with pytest.raises(PermissionDenied):
            people.edit_club(an_author(a_user(kind, club=club)), club, card, club.version)
    assert people.edit_club(admin_of(club), club, card, club.version).place == "Malmö"
    assert acts_in(club) == ["club.edited"]


def test_two_people_editing_a_club_at_once_never_overwrite_each_other() -> None:
    club = a_club(place="Turku")
    by = admin_of(club)
    people.edit_club(by, club, ClubDetails(name=club.name, place="Åbo"), 1)
    with pytest.raises(Conflict) as conflict:
        people.edit_club(by, club, ClubDetails(name=club.name, place="Tampere"), 1)
    assert isinstance(conflict.value.now, Club)
    assert (conflict.value.now.place, conflict.value.now.version) == ("Åbo", 2)


def test_saving_a_club_unchanged_writes_nothing() -> None:
    club = a_club(place="Turku")
    people.edit_club(admin_of(club), club, ClubDetails(name=club.name, place="Turku"), 1)
    assert acts_in(club) == []


def test_the_club_s_language_orders_its_players() -> None:
    club = a_club(language="sv")
    for name in ("A Ågård", "B Østergaard"):
        a_player(name, club=club)
    people.edit_club(admin_of(club), club, ClubDetails(name=club.name, language="da"), 1)
    assert [player.family_name for player in Player.objects.filter(home_club=club)] == ["Østergaard", "Ågård"]


def test_joining_a_federation_takes_the_admin_of_both() -> None:
    club, federation = a_club(), a_club()
    for by in (admin_of(club), admin_of(federation)):
        with pytest.raises(PermissionDenied):
            people.join_federation(by, club, federation)
    people.join_federation(admin_of(club, federation), club, federation)
    club.refresh_from_db()
    assert club.federation == federation
    assert acts_in(club) == acts_in(federation) == ["club.joined"]


def test_a_federation_joins_no_federation() -> None:
    federation, other = a_club(), a_club()
    a_club(federation=federation)
    by = admin_of(federation, other)
    with pytest.raises(ValidationError):
        people.join_federation(by, federation, other)
    with pytest.raises(ValidationError):
        people.join_federation(by, other, other)


def test_a_club_leaves_its_federation_by_its_own_admin_s_word() -> None:
    federation = a_club()
    club = a_club(federation=federation)
    with pytest.raises(PermissionDenied):
        people.leave_federation(admin_of(federation), club)
    assert people.leave_federation(admin_of(club), club).federation is None
    with pytest.raises(ValidationError):
        people.leave_federation(admin_of(club), club)


def test_a_new_player_is_at_home_and_a_member_and_licensed_by_the_federation() -> None:
    federation = a_club()
    club = a_club(federation=federation)
    player = people.add_player(admin_of(club), club, ANNA)
    assert (player.name, player.home_club, player.federation) == ("Anna Berg", club, federation)
    assert Membership.objects.filter(club=club, player=player, until=None).exists()
    assert acts_in(club) == ["player.added"]


def test_the_log_holds_no_name_and_no_licence_number() -> None:
    club = a_club()
    by = admin_of(club)
    player = people.add_player(by, club, replace(ANNA, given_name="Xantippa", licence="LIC-77"))
    people.edit_player(by, player, replace(ANNA, given_name="Yrsa", licence="LIC-78"), 1)
    log = "".join(LogEntry.objects.values_list("text", flat=True))
    assert not [word for word in ("Xantippa", "Yrsa", "Berg", "LIC-77", "LIC-78", "@") if word in log]


def test_a_form_sent_twice_adds_one_player() -> None:
    club, key = a_club(), uuid4()
    by = admin_of(club)
    first, second = people.add_player(by, club, ANNA, key), people.add_player(by, club, ANNA, key)
    assert first == second
    assert acts_in(club) == ["player.added"]


def test_a_licence_number_is_refused_at_the_field_and_names_the_club_of_its_holder_not_the_holder() -> None:
    federation = a_club()
    here, there = a_club(federation=federation), a_club("Vaasa", federation=federation)
    people.add_player(admin_of(there), there, replace(ANNA, given_name="Xantippa"))
    with pytest.raises(ValidationError) as refusal:
        people.add_player(admin_of(here), here, ANNA)
    assert list(refusal.value.message_dict) == ["licence"]
    assert "Vaasa" in str(refusal.value)
    assert "Xantippa" not in str(refusal.value)


def test_the_same_number_in_another_federation_is_somebody_else_s() -> None:
    for club in (a_club(federation=a_club()), a_club(federation=a_club()), a_club()):
        people.add_player(admin_of(club), club, ANNA)
    assert Player.objects.filter(licence="1001").count() == 3


def test_players_without_a_number_may_share_a_name() -> None:
    club = a_club()
    for _twice in range(2):
        people.add_player(admin_of(club), club, replace(ANNA, licence=""))
    assert club.home_players.count() == 2


def test_scorers_and_juries_add_no_players() -> None:
    club = a_club()
    for kind in (Role.Kind.JURY, Role.Kind.SCORER):
        with pytest.raises(PermissionDenied):
            people.add_player(an_author(a_user(kind, club=club)), club, ANNA)


def test_a_new_name_is_a_new_version_and_the_log_names_both_by_id() -> None:
    club = a_club()
    by = admin_of(club)
    player = people.add_player(by, club, ANNA)
    people.edit_player(by, player, replace(ANNA, family_name="Ek"), 1)
    before, after = player.names.order_by("pk")
    assert (str(before), str(after)) == ("Anna Berg (1001)", "Anna Ek (1001)")
    said = last_said(club)
    assert said["act"] == "player.renamed"
    assert said["before"]["player_name"] == before.pk  # type: ignore[index]  # facts of the entry
    assert said["after"]["player_name"] == after.pk  # type: ignore[index]  # facts of the entry


def test_a_name_taken_back_is_the_old_version_again() -> None:
    club = a_club()
    by = admin_of(club)
    player = people.add_player(by, club, ANNA)
    player = people.edit_player(by, player, replace(ANNA, family_name="Ek"), 1)
    people.edit_player(by, player, ANNA, 2)
    assert player.names.count() == 2


def test_two_people_editing_a_player_at_once_never_overwrite_each_other() -> None:
    club = a_club()
    by = admin_of(club)
    player = people.add_player(by, club, ANNA)
    people.edit_player(by, player, replace(ANNA, family_name="Ek"), 1)
    with pytest.raises(Conflict):
        people.edit_player(by, player, replace(ANNA, language="fi"), 1)
    player.refresh_from_db()
    assert (player.family_name, player.language) == ("Ek", "")


def test_a_refused_change_leaves_nothing_behind() -> None:
    club = a_club()
    by = admin_of(club)
    people.add_player(by, club, ANNA)
    other = people.add_player(by, club, replace(ANNA, given_name="Bo", licence="1002"))
    with pytest.raises(ValidationError):
        people.edit_player(by, other, replace(ANNA, given_name="Bosse"), 1)
    other.refresh_from_db()
    assert (other.given_name, other.version, other.names.count()) == ("Bo", 1, 1)
    assert acts_in(club) == ["player.added", "player.added"]


def test_a_player_of_the_same_federation_becomes_a_member_and_keeps_the_home_club() -> None:
    federation = a_club()
    here, there = a_club(federation=federation), a_club(federation=federation)
    player = a_player(club=there)
    people.add_member(admin_of(here), here, player)
    people.add_member(admin_of(here), here, player)
    assert player.memberships.filter(until=None).count() == 2
    assert acts_in(here) == ["member.added"]
    assert player.home_club == there


def test_nobody_takes_in_a_player_of_whom_he_may_not_know() -> None:
    here, there = a_club(), a_club()
    player = a_player(club=there)
    with pytest.raises(PermissionDenied):
        people.add_member(admin_of(here), here, player)
    people.add_member(admin_of(here, there), here, player)


def test_a_membership_ends_once() -> None:
    club = a_club()
    by, membership = admin_of(club), a_player(club=club).memberships.get()
    people.end_membership(by, membership)
    assert people.end_membership(by, membership).until == people.today(by)
    assert acts_in(club) == ["member.ended"]


def test_the_home_club_is_left_last() -> None:
    home, other = a_club(), a_club()
    player = a_player(club=home)
    by = admin_of(home, other)
    people.add_member(by, other, player)
    with pytest.raises(ValidationError):
        people.end_membership(by, player.memberships.get(club=home))
    people.move_home_club(by, player, other)
    people.end_membership(by, player.memberships.get(club=home))
    player.refresh_from_db()
    assert player.home_club == other


def test_the_old_home_club_lets_a_player_go_to_a_club_where_he_is_a_member() -> None:
    home, other = a_club(), a_club()
    player = a_player(club=home)
    with pytest.raises(ValidationError):
        people.move_home_club(admin_of(home), player, other)
    people.add_member(admin_of(home, other), other, player)
    with pytest.raises(PermissionDenied):
        people.move_home_club(admin_of(other), player, other)
    moved = people.move_home_club(admin_of(home), player, other)
    assert moved.home_club == other
    assert acts_in(home)[-1] == acts_in(other)[-1] == "player.home_moved"
    people.move_home_club(admin_of(home, other), moved, other)
    assert acts_in(home).count("player.home_moved") == 1


@pytest.mark.engine
def test_the_database_itself_refuses_a_second_licence_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """What slips between the check and the write comes back as the same refusal at the field."""
    club = a_club()
    by = admin_of(club)
    people.add_player(by, club, ANNA)
    monkeypatch.setattr(verbs, "refuse_taken_licence", lambda _player: None)
    with pytest.raises(ValidationError) as refusal:
        people.add_player(by, club, replace(ANNA, given_name="Bo"))
    assert list(refusal.value.message_dict) == ["licence"]
    other = people.add_player(by, club, replace(ANNA, given_name="Bo", licence="1002"))
    with pytest.raises(ValidationError):
        people.edit_player(by, other, ANNA, 1)


@pytest.mark.engine
def test_a_broken_constraint_of_another_kind_is_no_refusal() -> None:
    from clubs.books.refusals import unique

    club = a_club()
    with pytest.raises(IntegrityError), unique("name", "taken"):
        Player.objects.create(given_name="A", family_name="B", home_club=club, licence="1")


def test_a_player_without_anything_is_deleted_and_the_log_keeps_the_number() -> None:
    club = a_club()
    by = admin_of(club)
    player = people.add_player(by, club, ANNA)
    people.delete_player(by, player)
    assert not Player.objects.exists()
    assert not Membership.objects.exists()
    assert last_said(club)["subject"] == f"clubs.player:{player.pk}"
    with pytest.raises(NotNow):
        people.delete_player(by, player)
    assert verify_log().broken == []


def test_a_player_stays_who_has_an_account_or_another_club() -> None:
    club, player = a_club(), None
    by = admin_of(club)
    player = people.add_player(by, club, ANNA)
    Membership.objects.create(club=a_club(), player=player, since="2026-01-01")
    User.objects.filter(pk=by.user.pk if by.user else 0).update(player=player)
    assert len(people.what_is_on(player)) == 2
    with pytest.raises(NotNow):
        people.delete_player(by, player)


def test_everything_that_holds_a_player_or_a_club_has_a_name() -> None:
    assert people.held_by.keys() == people.holding_fields(Player) | people.holding_fields(Club)
