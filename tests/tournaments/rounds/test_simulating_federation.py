"""Years of a federation: what is copied from evenings that were played is as whole as these."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clubs.books.verification import verify_log
from clubs.models import LogEntry, User
from scoring.models import Deal
from scoring.recording.recheck import all_differences
from tests.builders import a_user
from tournaments.archive.content import EventContent
from tournaments.archive.loading import load_content
from tournaments.models import Series, Tournament
from tournaments.play.audit import check_event_draws
from tournaments.running.recheck import differences_in
from tournaments.series.counting import count
from tournaments.simulating.federation import FederationPlan, FederationYears, PlayedYears
from tournaments.simulating.federation.edition import CannotBeCopied, Edition

pytestmark = pytest.mark.django_db

PLAN = FederationPlan(
    clubs=2, years=2, events=8, players=12, played=2, kinds=((4, 2, 1), (3, 2, 1)), until=2025
)


def a_federation(plan: FederationPlan = PLAN) -> PlayedYears:
    keeper: User = a_user(is_keeper=True)
    return FederationYears(keeper, plan).play()


def what_was_played(event: Tournament) -> EventContent:
    """Return the content of an event without what a copy has of its own."""
    content = load_content(event)
    return replace(content, name="", date="", starts_at=None, club=0, clubs=(), players=(), officials=())


def test_a_copy_is_an_evening_like_the_one_that_was_played() -> None:
    played = a_federation()
    events = list(Tournament.objects.order_by("pk"))
    assert len(events) == played.events == 8
    assert {event.state for event in events} == {Tournament.State.OFFICIAL}
    assert {event.club for event in events} == set(played.clubs)
    # The evenings follow each other: the second copy is one of the first that was played.
    first, copy = events[0], events[3]
    acts = [
        list(LogEntry.objects.filter(book=one.book_id).values_list("act", flat=True)) for one in (first, copy)
    ]
    assert acts[0] == acts[1]
    assert what_was_played(first) == what_was_played(copy)
    assert played.deals == Deal.objects.count()


def test_nothing_in_it_contradicts_anything_else() -> None:
    a_federation()
    verification = verify_log()
    assert verification.broken == []
    assert verification.unsealed == 0
    assert list(all_differences()) == []
    for event in Tournament.objects.select_related("book"):
        assert differences_in(event) == []
        assert all(check.repeats and not check.faults for check in check_event_draws(event))


def test_a_copy_changed_by_hand_is_found() -> None:
    a_federation()
    copied = Tournament.objects.order_by("-pk")[0]
    entry = LogEntry.objects.filter(book=copied.book_id).order_by("-number")[0]
    LogEntry.objects.filter(pk=entry.pk).update(text=entry.text.replace("official", "running"))
    assert [broken.book for broken in verify_log().broken] == [copied.book_id]


def test_each_club_has_a_series_of_each_year_that_counts() -> None:
    played = a_federation()
    found = list(Series.objects.order_by("pk"))
    assert len(found) == 2 * (1 + len(played.clubs))
    counted = [count(one) for one in found]
    assert all(one.lines for one in counted)
    of_federation = [one for one in counted if one.series.club_id == played.federation.pk]
    assert sum(len(one.evenings) for one in of_federation) == played.events


def test_an_act_that_is_not_known_lets_no_copy_be_made() -> None:
    a_federation(replace(PLAN, events=2))
    event = Tournament.objects.order_by("pk")[0]
    LogEntry.objects.filter(book=event.book_id, number=2).update(act="entry.outside")
    with pytest.raises(CannotBeCopied, match=r"entry\.outside"):
        Edition(event)
