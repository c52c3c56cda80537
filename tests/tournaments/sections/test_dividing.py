"""An event is divided into sections by one act, and that is taken back by one."""

from __future__ import annotations

import json
from dataclasses import replace
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from clubs.books import ways_back
from clubs.books.refusals import NotNow
from clubs.models import LogEntry, Role
from tests.builders import a_user, an_author
from tests.tournaments.sections.support import Championship, fresh, numbers
from tests.tournaments.support.events import agreed
from tournaments import running, sections
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.swiss import SWISS
from tournaments.core.sections import DealtBy
from tournaments.models import Entry, Tournament
from tournaments.sections.dividing import DealWish, coming_entries, deal

pytestmark = pytest.mark.django_db


def undo_of(entry: LogEntry) -> ways_back.Undo:
    found = ways_back.offer_undo(entry).undo
    assert found is not None
    return found


def undo(championship: Championship, act: str) -> None:
    entry = LogEntry.objects.filter(book=championship.event.book_id, act=act).latest("number")
    undo_of(entry).run(championship.by, "Slip", uuid4())


def test_each_section_is_an_event_with_its_share_of_the_entries() -> None:
    championship = Championship(entries=9)
    first, second = championship.divide()
    assert [first.name, second.name] == ["Championship, Section A", "Championship, Section B"]
    assert numbers(first) == [1, 3, 5, 7, 9]
    assert numbers(second) == [2, 4, 6, 8]
    assert [entry.number for entry in second.entries.all()] == [1, 2, 3, 4]
    assert first.settings == championship.event.settings
    assert championship.fresh.state == Tournament.State.RUNNING


def test_a_rating_entered_by_hand_goes_along() -> None:
    championship = Championship(4, agreed(ROUND_ROBIN, rounds=1, handicap=100))
    entry = Entry.objects.get(tournament=championship.event, number=3)
    running.set_handicap_rating(championship.by, entry, running.HandRating(rating=1620))
    first, second = championship.divide()
    assert [*first.entries.order_by("number").values_list("handicap_rating", flat=True)] == [None, 1620]
    assert [*second.entries.order_by("number").values_list("handicap_rating", flat=True)] == [None, None]
    added = LogEntry.objects.filter(book=first.book_id, act="entry.added").order_by("number")
    assert [json.loads(act.text)["after"].get("handicap_rating") for act in added] == [None, 1620]


def test_divided_twice_by_the_same_form_it_is_divided_once() -> None:
    championship = Championship()
    plan, key = championship.plan(), uuid4()
    made = sections.divide(championship.by, championship.event, plan, key)
    assert sections.divide(championship.by, championship.event, plan, key) == made
    with pytest.raises(NotNow, match="divided already"):
        sections.divide(championship.by, championship.event, plan, uuid4())


def test_no_round_is_drawn_in_an_event_that_is_divided() -> None:
    championship = Championship()
    championship.divide()
    with pytest.raises(NotNow, match="played in sections"):
        running.draw_round(championship.by, championship.fresh)


def test_an_event_whose_rounds_have_begun_is_not_divided() -> None:
    championship = Championship()
    running.draw_round(championship.by, championship.fresh)
    with pytest.raises(NotNow, match="no longer divided"):
        championship.divide()


@pytest.mark.parametrize("dealt", [[[1, 2, 3], [4, 5, 6, 7]], [[1, 2, 3, 4], [4, 5, 6, 7, 8]], [[1], [2, 3]]])
def test_everybody_who_comes_plays_in_one_section(dealt: list[list[int]]) -> None:
    championship = Championship()
    with pytest.raises(ValidationError):
        sections.divide(
            championship.by, championship.event, replace(championship.plan(), sections=dealt), uuid4()
        )


def test_who_has_withdrawn_is_in_no_section() -> None:
    championship = Championship(entries=9)
    running.withdraw(championship.by, championship.event.entries.get(number=4), "ill")
    first, second = championship.divide()
    assert sorted(numbers(first) + numbers(second)) == [1, 2, 3, 5, 6, 7, 8, 9]


def test_who_has_a_role_in_the_event_has_it_in_its_sections() -> None:
    championship = Championship()
    juror = a_user(Role.Kind.JURY, book=championship.event.book)
    for section in championship.divide():
        assert Role.objects.filter(book=section.book_id, user=juror, kind=Role.Kind.JURY).exists()


def test_only_who_directs_the_club_divides_its_events() -> None:
    championship = Championship()
    scorer = an_author(a_user(Role.Kind.SCORER, club=championship.club))
    with pytest.raises(PermissionDenied):
        sections.divide(scorer, championship.event, championship.plan(), uuid4())


def test_pairs_that_are_not_to_meet_are_kept_apart_under_their_new_numbers() -> None:
    championship = Championship(agreement=agreed(SWISS, apart=((1, 3), (1, 2))))
    first, second = championship.divide()
    assert first.agreement.apart == ((1, 2),)
    assert second.agreement.apart == ()


def test_the_sections_go_again_by_one_undo_while_nothing_is_drawn() -> None:
    championship = Championship()
    first, _second = championship.divide()
    running.draw_round(championship.by, fresh(first))
    with pytest.raises(NotNow, match="has begun"):
        undo(championship, "sections.made")
    running.remove_round(championship.by, first.rounds.get(), "Too early")
    undo(championship, "sections.made")
    assert list(Tournament.objects.filter(club=championship.club)) == [championship.event]
    again = championship.fresh
    assert (again.state, again.has_parts, again.entries.count()) == (Tournament.State.OPEN, False, 8)
    assert running.draw_round(championship.by, again).number == 1


def test_an_event_with_sections_is_not_deleted_under_them() -> None:
    championship = Championship()
    championship.divide()
    with pytest.raises(NotNow, match="take these back first"):
        running.delete_event(championship.by, championship.fresh)


def test_by_strength_the_best_are_spread_and_by_lot_nobody_chooses() -> None:
    strength = (3, 1, 4)
    championship = Championship(agreement=agreed(ROUND_ROBIN, strength=strength))
    entries = coming_entries(championship.fresh)
    by_strength = deal(championship.fresh, entries, DealWish(2, DealtBy.STRENGTH))
    assert [section[:2] for section in by_strength] == [(3, 2), (1, 4)]
    by_lot = deal(championship.fresh, entries, DealWish(2, DealtBy.LOT))
    assert by_lot == deal(championship.fresh, entries, DealWish(2, DealtBy.LOT))
    assert sorted(number for section in by_lot for number in section) == [*range(1, 9)]
    assert by_lot != deal(championship.fresh, entries, DealWish(2, DealtBy.NUMBER))


def test_a_long_name_is_cut_for_its_sections() -> None:
    championship = Championship(agreement=EventAgreement())
    Tournament.objects.filter(pk=championship.event.pk).update(name="Championship " * 7 + "of 2026")
    names = [section.name for section in championship.divide()]
    assert all(len(name) <= 100 for name in names)
    assert [name[-9:] for name in names] == ["Section A", "Section B"]


def test_the_entries_of_a_section_are_here_if_they_are() -> None:
    championship = Championship()
    running.check_in(championship.by, championship.event.entries.get(number=1))
    first, _second = championship.divide()
    states = list(first.entries.values_list("state", flat=True))
    assert states == [Entry.State.PRESENT, *[Entry.State.ENTERED] * 3]
