"""What people have typed to sign up: in the file about them, gone when they are erased, gone after a time."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from clubs.books.writing import Author
from clubs.models import LogEntry, Role
from clubs.people import erasing
from clubs.people.person_file import person_report
from tests.builders import a_club, a_player, a_user, an_author
from tests.tournaments.signup.support import an_announced_event, sign_up, states
from tournaments.models import Signup, SignupPlayer
from tournaments.signup import remove_old_signups
from tournaments.signup.old import KEPT_DAYS

pytestmark = pytest.mark.django_db

CONSOLE = Author(user=None, origin="console")


def rows_about(player: object) -> list[tuple[object, ...]]:
    (table,) = [one for one in person_report(player).long if one.key == "sign_ups"]  # type: ignore[arg-type]
    return list(table.lines())


def test_the_file_about_a_person_has_the_sign_ups_under_the_name_in_events_of_the_own_clubs() -> None:
    event, elsewhere = an_announced_event(), an_announced_event()
    player = a_player("Anna Berg", club=event.club)
    sign_up(event, "anna berg", "Bo Ek", email="anna@example.org", phone="040 123")
    sign_up(elsewhere, "Anna Berg", "Bo Ek")
    (row,) = rows_about(player)
    assert "anna@example.org" in row
    assert "040 123" in row
    assert "Bo Ek" not in row


def test_who_is_erased_is_in_no_sign_up_any_more_and_the_partner_keeps_the_place() -> None:
    event = an_announced_event()
    player = a_player("Anna Berg", club=event.club)
    sign_up(event, "Anna Berg", "Bo Ek", email="anna@example.org", remark="I am Anna")
    admin = an_author(a_user(Role.Kind.ADMIN, club=event.club))
    previewed = dict(erasing.preview(player, admin).goes)
    assert previewed["Names in sign-ups"] == 1
    erasing.erase_player(admin, player, "Anna Berg")
    names = [person.name for person in SignupPlayer.objects.order_by("position")]
    assert names[1] == "Bo Ek"
    assert "Anna" not in names[0]
    assert Signup.objects.values_list("email", "phone", "remark").get() == ("", "", "")
    assert states(event) == [Signup.State.IN]


def test_somebody_of_the_same_name_in_another_club_keeps_the_own_sign_up() -> None:
    event = an_announced_event()
    other = a_player("Anna Berg", club=a_club())
    sign_up(event, "Anna Berg", "Bo Ek")
    erasing.erase_player(an_author(a_user(Role.Kind.ADMIN, club=other.home_club)), other, "Anna Berg")
    assert SignupPlayer.objects.filter(given_name="Anna").exists()


def test_sign_ups_are_deleted_some_time_after_the_event_and_not_before() -> None:
    event = an_announced_event()
    sign_up(event, "Anna Berg", "Bo Ek")
    last = event.event.date + timedelta(days=KEPT_DAYS)
    assert remove_old_signups(CONSOLE, last) == 0
    assert remove_old_signups(CONSOLE, last + timedelta(days=1)) == 1
    assert not Signup.objects.exists()
    assert not SignupPlayer.objects.exists()
    assert LogEntry.objects.filter(book=event.event.book, act="signups.deleted").count() == 1
    assert remove_old_signups(CONSOLE, date(2199, 1, 1)) == 0
