"""Events are put together, changed and let go, each with its undo."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from clubs.books import ways_back
from clubs.books.refusals import NotNow
from clubs.books.writing import club_book
from clubs.models import Book, LogEntry, Role
from tests.builders import a_club, a_user, an_author
from tests.tournaments.gatherings.support import Weekend
from tournaments import gatherings
from tournaments.gatherings.making import free_events, plan_of
from tournaments.models import Gathering, Tournament

pytestmark = pytest.mark.django_db


def undo(weekend: Weekend) -> None:
    entry = LogEntry.objects.filter(book=club_book(weekend.club)).latest("number")
    found = ways_back.offer_undo(entry).undo
    assert found is not None
    found.run(weekend.by, "", uuid4())


def test_events_are_put_together_once_and_their_pages_are_new() -> None:
    weekend = Weekend(together=False)
    revision = Book.objects.get(pk=weekend.pairs.book_id).revision
    key = uuid4()
    made = gatherings.make_gathering(weekend.by, weekend.club, weekend.plan(), key)
    assert gatherings.make_gathering(weekend.by, weekend.club, weekend.plan(), key) == made
    assert list(made.events.order_by("pk")) == [weekend.pairs, weekend.singles]
    assert Book.objects.get(pk=weekend.pairs.book_id).revision > revision
    assert not free_events(weekend.club).exists()


def test_an_event_goes_with_others_once_and_those_of_another_club_never() -> None:
    weekend, other = Weekend(), Weekend(together=False)
    with pytest.raises(NotNow):
        gatherings.make_gathering(weekend.by, weekend.club, weekend.plan(), uuid4())
    mixed = weekend.plan(other.pairs, other.singles)
    with pytest.raises(NotNow):
        gatherings.make_gathering(weekend.by, weekend.club, mixed, uuid4())
    assert other.pairs in free_events(other.club)


@pytest.mark.parametrize(("name", "events"), [("", 2), ("Weekend", 0)])
def test_a_name_and_an_event_are_needed(name: str, events: int) -> None:
    weekend = Weekend(together=False)
    chosen = [weekend.pairs.pk, weekend.singles.pk][:events]
    plan = gatherings.GatheringPlan(name=name, events=chosen)
    with pytest.raises(ValidationError):
        gatherings.make_gathering(weekend.by, weekend.club, plan, uuid4())


def test_only_those_who_direct_the_club_put_events_together() -> None:
    weekend = Weekend(together=False)
    for by in (an_author(a_user(Role.Kind.SCORER, club=weekend.club)), Weekend(together=False).by):
        with pytest.raises(PermissionDenied):
            gatherings.make_gathering(by, weekend.club, weekend.plan(), uuid4())


def test_what_was_made_is_undone_by_one_tap_and_brought_back_at_its_address() -> None:
    weekend = Weekend()
    undo(weekend)
    assert not Tournament.objects.filter(gathering=weekend.gathering).exists()
    undo(weekend)  # of the dissolving
    assert plan_of(Gathering.objects.get(pk=weekend.gathering.pk)) == plan_of(weekend.gathering)
    assert weekend.gathering.events.count() == 2


def test_a_change_is_undone_and_a_later_one_is_not_overwritten() -> None:
    weekend = Weekend()
    evening = weekend.event("Samba", date(2026, 12, 6), 2)
    seen = plan_of(weekend.gathering)
    wider = weekend.plan(weekend.pairs, weekend.singles, evening, name="Long weekend")
    gatherings.change_gathering(weekend.by, weekend.gathering, wider, seen)
    with pytest.raises(NotNow):
        gatherings.change_gathering(weekend.by, weekend.gathering, weekend.plan(name="Other"), seen)
    assert plan_of(Gathering.objects.get()).name == "Long weekend"
    undo(weekend)
    assert plan_of(Gathering.objects.get()) == seen


def test_what_goes_with_others_meanwhile_is_not_brought_back() -> None:
    weekend = Weekend()
    gatherings.dissolve_gathering(weekend.by, weekend.gathering)
    weekend.put_together()
    entry = LogEntry.objects.filter(book=club_book(weekend.club), act="gathering.dissolved").get()
    found = ways_back.offer_undo(entry).undo
    assert found is not None
    with pytest.raises(NotNow):
        found.run(weekend.by, "", uuid4())


def test_a_role_in_all_events_is_given_and_taken_back_by_one_act() -> None:
    weekend = Weekend()
    juror = a_user(Role.Kind.SCORER, club=weekend.club)
    judges = Role.objects.filter(user=juror, kind=Role.Kind.JURY)
    assert gatherings.give_role_in_all(weekend.by, weekend.gathering, juror, Role.Kind.JURY) == 2
    assert gatherings.give_role_in_all(weekend.by, weekend.gathering, juror, Role.Kind.JURY) == 0
    assert set(judges.values_list("book", flat=True)) == {weekend.pairs.book_id, weekend.singles.book_id}
    later = weekend.event("Samba", date(2026, 12, 6), 2)
    wider = weekend.plan(weekend.pairs, weekend.singles, later)
    gatherings.change_gathering(weekend.by, weekend.gathering, wider, plan_of(weekend.gathering))
    assert not judges.filter(book=later.book).exists()
    assert gatherings.revoke_role_in_all(weekend.by, weekend.gathering, juror, Role.Kind.JURY) == 2
    assert not judges.exists()


def test_a_director_gives_no_directors_and_nobody_gives_a_stranger_a_role() -> None:
    weekend = Weekend()
    scorer, stranger = a_user(Role.Kind.SCORER, club=weekend.club), a_user(Role.Kind.JURY, club=a_club())
    for user, kind in (
        (scorer, Role.Kind.DIRECTOR),
        (scorer, Role.Kind.ADMIN),
        (stranger, Role.Kind.JURY),
    ):
        with pytest.raises(PermissionDenied):
            gatherings.give_role_in_all(weekend.by, weekend.gathering, user, kind)
    assert Role.objects.filter(user=scorer).count() == 1
