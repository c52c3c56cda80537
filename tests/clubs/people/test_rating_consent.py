"""Consent to have the rating shown: given and withdrawn by the home club, or by the player."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse

from clubs import people
from clubs.models import LogEntry, Player, Role, User
from clubs.people import erasing
from clubs.people.person_file import person_report
from clubs.people.rating_consent import RATING_WORDING, SHOWS_RATING, shows_rating
from tests.builders import a_player, a_user, an_author
from tests.clubs.support.desk import Desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return Desk()


def fresh(desk: Desk) -> Player:
    return Player.objects.select_related("home_club").get(pk=desk.player.pk)


def is_shown(player: Player) -> bool:
    """By the row and by the condition on rows, which must agree."""
    now = Player.objects.get(pk=player.pk)
    by_condition = Player.objects.filter(SHOWS_RATING, pk=player.pk).exists()
    assert shows_rating(now) == by_condition
    return by_condition


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_nobody_agrees_by_default_and_the_club_notes_it_and_notes_it_off(desk: Desk) -> None:
    address = reverse("clubs:rating_consent", args=[desk.player.pk])
    client = desk.as_("director")
    assert not is_shown(desk.player)
    assert str(RATING_WORDING) in client.get(address).text
    answer = client.post(address, {"agreed": "on"}, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("clubs:player", args=[desk.player.pk])
    assert "The consent has been noted." in answer.text
    assert "Rating may be shown" in answer.text
    assert is_shown(desk.player)
    client.post(address, {})
    assert not is_shown(desk.player)
    assert fresh(desk).rating_consent_at is None
    assert [entry.act for entry in LogEntry.objects.order_by("pk")] == ["player.rating_consent"] * 2


def test_what_is_noted_already_changes_nothing(desk: Desk) -> None:
    by = an_author(desk.people["director"])
    people.change_rating_consent(by, desk.player, agreed=True)
    since, version = fresh(desk).rating_consent_at, fresh(desk).version
    people.change_rating_consent(by, desk.player, agreed=True)
    assert (fresh(desk).rating_consent_at, fresh(desk).version) == (since, version)
    assert LogEntry.objects.count() == 1


def test_a_player_with_an_account_decides_alone(desk: Desk) -> None:
    person = a_user(player=desk.player)
    client = browser(person)
    address = reverse("clubs:rating_consent", args=[desk.player.pk])
    assert address in client.get(reverse("clubs:account")).text
    answer = client.post(address, {"agreed": "on"}, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("clubs:account")
    assert is_shown(desk.player)
    client.post(address, {})
    assert not is_shown(desk.player)
    other = reverse("clubs:rating_consent", args=[a_player(club=desk.club).pk])
    assert client.get(other).status_code == client.post(other, {"agreed": "on"}).status_code == 403


def test_nobody_else_decides(desk: Desk) -> None:
    for who in ("scorer", "jury", "elsewhere", "nobody", "keeper"):
        with pytest.raises(PermissionDenied):
            people.change_rating_consent(an_author(desk.people[who]), desk.player, agreed=True)
    assert not LogEntry.objects.exists()


def test_without_the_name_no_rating_is_shown_whatever_was_agreed(desk: Desk) -> None:
    by = an_author(desk.people["director"])
    people.change_rating_consent(by, desk.player, agreed=True)
    people.change_consent(by, desk.club, withdrawn=[desk.player.pk])
    assert not is_shown(desk.player)
    page = desk.as_("director").get(reverse("clubs:player", args=[desk.player.pk])).text
    assert "It is shown only together with the name." in page
    people.change_consent(by, desk.club, agreed=[desk.player.pk])
    assert is_shown(desk.player)


@pytest.mark.parametrize(
    ("kept_agrees", "other_agrees", "shown"),
    [(True, True, True), (True, False, False), (False, True, False), (False, False, False)],
)
def test_of_two_who_are_one_the_narrower_consent_counts_and_comes_back(
    desk: Desk, kept_agrees: bool, other_agrees: bool, shown: bool
) -> None:
    by = an_author(desk.people["admin"])
    kept, other = fresh(desk), a_player("Åsa Bergstrom", club=desk.club)
    for player, agrees in ((kept, kept_agrees), (other, other_agrees)):
        people.change_rating_consent(by, player, agreed=agrees)
    before = [is_shown(kept), is_shown(other)]
    versions = tuple(Player.objects.get(pk=player.pk).version for player in (kept, other))
    choice: dict[str, Any] = {"name_of": kept.pk, "licence_of": kept.pk, "versions": versions}
    people.merge_players(by, kept, other, people.MergeChoice(may_publish=True, **choice))
    assert (is_shown(kept), is_shown(other)) == (shown, False)
    people.part_players(by, kept, other)
    assert [is_shown(kept), is_shown(other)] == before == [kept_agrees, other_agrees]


def test_the_consent_of_an_erased_person_is_gone_for_good(desk: Desk) -> None:
    by = an_author(desk.people["admin"])
    people.change_rating_consent(by, desk.player, agreed=True)
    erasing.erase_player(by, fresh(desk), desk.player.name)
    assert fresh(desk).rating_consent_at is None
    assert not is_shown(desk.player)
    with pytest.raises(ValidationError):
        people.change_rating_consent(by, fresh(desk), agreed=True)
    address = reverse("clubs:rating_consent", args=[desk.player.pk])
    assert desk.as_("admin").get(address).status_code == 404


def test_the_file_of_a_person_says_whether_and_since_when(desk: Desk) -> None:
    def told() -> dict[str, object]:
        return {fact.key: fact.value for fact in person_report(fresh(desk)).facts}

    assert told()["rating_shown"] == "no"
    people.change_rating_consent(an_author(desk.people["director"]), desk.player, agreed=True)
    assert told()["rating_shown"] == "yes"
    assert told()["rating_consent"] == str(RATING_WORDING)
    assert told()["rating_consent_at"]


def test_a_new_player_of_a_form_has_not_agreed(desk: Desk) -> None:
    details = people.PlayerDetails(given_name="Nils", family_name="Ek", may_publish=True)
    added = people.add_player(an_author(a_user(Role.Kind.DIRECTOR, club=desk.club)), desk.club, details)
    assert not is_shown(added)
