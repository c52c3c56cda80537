"""A club applies for a date, the board decides, and each act is in the log with its undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.books.ways_back import offer_undo
from clubs.books.writing import Author, club_book
from clubs.models import Club, LogEntry, Role, User
from tests.builders import a_club, a_user, an_author
from tournaments import federation
from tournaments.federation.queries import dates_of, public_dates, waiting_for, with_clashes
from tournaments.models import CalendarDate, ClosedDay, Tournament

pytestmark = pytest.mark.django_db

State = CalendarDate.State
DAY = timezone.localdate() + timedelta(days=60)


@dataclass
class Year:
    """A federation with two clubs, its board, and the secretary of one club."""

    federation: Club = field(default_factory=a_club)

    def __post_init__(self) -> None:
        self.club = a_club(federation=self.federation)
        self.other = a_club(federation=self.federation)
        self.admin = a_user(Role.Kind.ADMIN, club=self.federation)
        self.secretary = a_user(Role.Kind.DIRECTOR, club=self.club)
        self.board, self.by = an_author(self.admin), an_author(self.secretary)

    def ask(self, name: str = "Cup", club: Club | None = None, **fields: Any) -> CalendarDate:
        host = club or self.club
        by = self.by if host == self.club else an_author(a_user(Role.Kind.DIRECTOR, club=host))
        return federation.ask_for_date(by, host, a_plan(name=name, **fields), uuid4())


def a_plan(**fields: Any) -> federation.DatePlan:
    usual = {"name": "Cup", "first_day": DAY, "ruleset": "samba", "place": "Lund"}
    plan: dict[str, Any] = {**usual, **fields}
    return federation.DatePlan(**{"last_day": plan["first_day"], **plan})


@pytest.fixture
def year() -> Year:
    return Year()


def fresh(one: CalendarDate) -> CalendarDate:
    return CalendarDate.objects.select_related("club", "federation").get(pk=one.pk)


def undo(book_of: Club, by: Author) -> None:
    last = LogEntry.objects.filter(book=club_book(book_of)).latest("number")
    offered = offer_undo(last).undo
    assert offered is not None
    offered.run(by, "", uuid4())


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


# Applying and deciding.


def test_a_date_waits_for_the_board_and_is_public_when_it_is_approved(year: Year) -> None:
    one = year.ask()
    assert public_dates(year.federation.pk, DAY) == []
    federation.decide_date(year.board, one, State.APPROVED, "")
    assert [each.date.name for each in public_dates(year.federation.pk, DAY)] == ["Cup"]
    text = Client().get(reverse("tournaments:calendar", args=[year.federation.pk])).content.decode()
    assert "Cup" in text
    assert "Lund" in text


def test_one_form_sent_twice_is_one_date(year: Year) -> None:
    key = uuid4()
    first, again = (federation.ask_for_date(year.by, year.club, a_plan(), key) for _twice in range(2))
    assert first == again
    assert CalendarDate.objects.count() == 1


def test_a_club_does_not_decide_and_the_board_asks_for_nobody_else(year: Year) -> None:
    one = year.ask()
    with pytest.raises(PermissionDenied):
        federation.decide_date(year.by, one, State.APPROVED, "")
    stranger = an_author(a_user(Role.Kind.ADMIN, club=year.other))
    acts = (
        lambda: federation.ask_for_date(stranger, year.club, a_plan(), uuid4()),
        lambda: federation.change_date(stranger, one, a_plan(name="Other"), one.version),
        lambda: federation.withdraw_date(stranger, one),
        lambda: federation.decide_date(stranger, one, State.APPROVED, ""),
    )
    for act in acts:
        with pytest.raises(PermissionDenied):
            act()


def test_the_directors_of_the_federation_apply_on_behalf_of_a_club(year: Year) -> None:
    one = federation.ask_for_date(year.board, year.club, a_plan(), uuid4())
    assert fresh(one).club == year.club


def test_a_refusal_needs_a_reason_and_the_club_reads_it(year: Year) -> None:
    one = year.ask()
    with pytest.raises(ValidationError):
        federation.decide_date(year.board, one, State.REFUSED, "")
    federation.decide_date(year.board, one, State.OTHER, "The week after, please.")
    text = client_of(year.secretary).get(reverse("tournaments:date_desk", args=[one.pk])).content.decode()
    assert "The week after, please." in text
    assert "another date wanted" in text


def test_an_approved_date_that_moves_waits_again_and_a_new_remark_does_not(year: Year) -> None:
    one = year.ask()
    federation.decide_date(year.board, one, State.APPROVED, "")
    federation.change_date(year.by, one, a_plan(remark="Bring cards"), fresh(one).version)
    assert fresh(one).state == State.APPROVED
    later = DAY + timedelta(days=1)
    federation.change_date(year.by, one, a_plan(first_day=later), fresh(one).version)
    assert fresh(one).state == State.ASKED


def test_of_two_who_change_it_the_second_hears_of_the_first(year: Year) -> None:
    one = year.ask()
    federation.change_date(year.by, one, a_plan(name="First"), one.version)
    with pytest.raises(NotNow, match="Somebody else"):
        federation.change_date(year.by, one, a_plan(name="Second"), one.version)
    with pytest.raises(NotNow, match="Somebody else"):
        federation.decide_date(year.board, one, State.REFUSED, "No", one.version)


def test_what_is_withdrawn_is_neither_changed_nor_decided(year: Year) -> None:
    one = year.ask()
    federation.withdraw_date(year.by, one)
    acts: tuple[Callable[[], object], ...] = (
        lambda: federation.withdraw_date(year.by, one),
        lambda: federation.decide_date(year.board, one, State.APPROVED, ""),
        lambda: federation.change_date(year.by, one, a_plan(name="Other"), fresh(one).version),
    )
    for act in acts:
        with pytest.raises(NotNow):
            act()


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("name", {"name": ""}),
        ("first_day", {"first_day": date(1900, 1, 1)}),
        ("last_day", {"last_day": DAY - timedelta(days=1)}),
        ("last_day", {"last_day": DAY + timedelta(days=31)}),
        ("ruleset", {"ruleset": "whist"}),
        ("tables", {"tables": 0}),
        ("place", {"place": "x" * 201}),
        ("contact", {"contact": "x" * 201}),
        ("remark", {"remark": "x" * 1_001}),
    ],
)
def test_what_does_not_go_is_refused_at_its_field(year: Year, field: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as refusal:
        federation.ask_for_date(year.by, year.club, a_plan(**wrong), uuid4())
    assert list(refusal.value.error_dict) == [field]


# Undo.


def test_each_act_of_a_club_is_undone_from_its_log_and_from_that_of_the_federation(year: Year) -> None:
    one = year.ask()
    undo(year.club, year.by)
    assert fresh(one).state == State.WITHDRAWN
    undo(year.federation, year.board)
    assert fresh(one).state == State.ASKED
    federation.decide_date(year.board, one, State.APPROVED, "")
    later = a_plan(first_day=DAY + timedelta(days=3))
    federation.change_date(year.by, one, later, fresh(one).version)
    undo(year.club, year.by)
    assert (fresh(one).state, fresh(one).first_day) == (State.APPROVED, DAY)
    federation.withdraw_date(year.by, one)
    undo(year.club, year.by)
    assert fresh(one).state == State.APPROVED
    undo(year.club, year.by)
    assert fresh(one).state == State.WITHDRAWN
    assert verify_log().broken == []


def test_an_answer_of_the_board_is_undone_by_the_board(year: Year) -> None:
    one = year.ask()
    federation.decide_date(year.board, one, State.REFUSED, "Too close")
    undo(year.federation, year.board)
    assert (fresh(one).state, fresh(one).answer) == (State.ASKED, "")


def test_what_has_been_decided_since_keeps_an_application_from_being_undone(year: Year) -> None:
    one = year.ask()
    asked = LogEntry.objects.filter(book=club_book(year.club)).latest("number")
    federation.decide_date(year.board, one, State.APPROVED, "")
    assert offer_undo(asked).undo is None


def test_closed_days_and_terms_are_undone(year: Year) -> None:
    closed = federation.close_days(year.board, year.federation, "Congress", (DAY, DAY), uuid4())
    undo(year.federation, year.board)
    assert ClosedDay.objects.get(pk=closed.pk).removed_at is not None
    undo(year.federation, year.board)
    assert ClosedDay.objects.get(pk=closed.pk).removed_at is None
    undo(year.federation, year.board)
    terms = federation.Terms(days_apart=3, per_event=1_000, per_start=50, per_licence=500)
    federation.set_terms(year.board, year.federation, terms)
    assert federation.terms_of(year.federation) == terms
    undo(year.federation, year.board)
    assert federation.terms_of(year.federation) == federation.Terms()


@pytest.mark.parametrize("wrong", [{"days_apart": 61}, {"per_event": -1}, {"per_start": 10**9}])
def test_terms_that_do_not_go_are_refused(year: Year, wrong: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        federation.set_terms(year.board, year.federation, federation.Terms(**wrong))


# Clashes, attention, and the event.


def test_clashes_are_shown_to_the_board(year: Year) -> None:
    one = year.ask("Cup")
    year.ask("Open", club=year.other, place="LUND")
    year.ask(
        "Masters", club=year.other, first_day=DAY + timedelta(days=5), kind=CalendarDate.Kind.CHAMPIONSHIP
    )
    refused = year.ask("Gone", club=year.other)
    federation.decide_date(year.board, refused, State.REFUSED, "No")
    federation.close_days(year.board, year.federation, "Congress", (DAY, DAY), uuid4())
    (listed,) = with_clashes(year.federation, dates_of(year.federation), [fresh(one)])
    assert [(clash.kind.value, clash.name.split(" (")[0]) for clash in listed.clashes] == [
        ("closed", "Congress"),
        ("place", "Open"),
        ("championship", "Masters"),
    ]
    text = client_of(year.admin).get(reverse("tournaments:club_dates", args=[year.federation.pk]))
    assert "In the same place: Open" in text.content.decode()


def test_what_waits_is_said_to_the_board_and_to_the_club(year: Year) -> None:
    one = year.ask()
    assert waiting_for(year.admin) == {year.federation.pk: 1}
    assert waiting_for(year.secretary) == {}
    federation.decide_date(year.board, one, State.OTHER, "A week later, please.")
    assert waiting_for(year.admin) == {}
    assert waiting_for(year.secretary) == {year.club.pk: 1}
    text = client_of(year.secretary).get(reverse("tournaments:club_events", args=[year.club.pk]))
    assert "1 date waits for an answer" in text.content.decode()


def test_one_tap_makes_the_event_and_the_calendar_leads_to_it(year: Year) -> None:
    one = year.ask(kind=CalendarDate.Kind.CHAMPIONSHIP)
    federation.decide_date(year.board, one, State.APPROVED, "")
    client = client_of(year.secretary)
    client.post(reverse("tournaments:date_event", args=[one.pk]))
    event = Tournament.objects.get(club=year.club)
    assert (event.name, event.date, event.ruleset) == ("Cup", DAY, "samba")
    assert event.agreement.director_signs
    client.post(reverse("tournaments:date_event", args=[one.pk]))
    assert Tournament.objects.count() == 1
    text = Client().get(reverse("tournaments:calendar", args=[year.federation.pk])).content.decode()
    assert reverse("tournaments:event", args=[event.pk]) in text


def test_a_club_sees_its_own_dates_and_the_contact_is_not_public(year: Year) -> None:
    mine = year.ask("Mine", contact="Anna, 070")
    federation.decide_date(year.board, mine, State.APPROVED, "")
    year.ask("Theirs", club=year.other)
    text = (
        client_of(year.secretary).get(reverse("tournaments:club_dates", args=[year.club.pk])).content.decode()
    )
    assert "Mine" in text
    assert "Theirs" not in text.replace("On the same days: Theirs", "").replace(
        "In the same place: Theirs", ""
    )
    for name in ("calendar", "calendar_ics"):
        public = Client().get(reverse(f"tournaments:{name}", args=[year.federation.pk])).content.decode()
        assert "Mine" in public
        assert "Anna" not in public


def test_the_file_for_calendars_has_whole_days(year: Year) -> None:
    one = year.ask(last_day=DAY + timedelta(days=1))
    federation.decide_date(year.board, one, State.APPROVED, "")
    text = Client().get(reverse("tournaments:calendar_ics", args=[year.federation.pk])).content.decode()
    assert f"DTSTART;VALUE=DATE:{DAY:%Y%m%d}" in text
    assert f"DTEND;VALUE=DATE:{DAY + timedelta(days=2):%Y%m%d}" in text
    assert "SUMMARY:Cup" in text


# What it costs.


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as counted:
        assert client.get(address).status_code == 200
    return len(counted)


def test_many_dates_cost_no_more_queries_than_one(year: Year) -> None:
    def approve(number: int) -> None:
        one = year.ask(f"Cup {number}", first_day=DAY + timedelta(days=number))
        federation.decide_date(year.board, one, State.APPROVED, "")

    approve(0)
    pages = [
        (Client(), reverse("tournaments:calendar_ics", args=[year.federation.pk])),
        (client_of(year.admin), reverse("tournaments:club_dates", args=[year.federation.pk])),
    ]
    few = [queries(*page) for page in pages]
    for number in range(1, 8):
        approve(number)
    assert [queries(*page) for page in pages] == few


def test_a_calendar_that_has_not_changed_is_answered_by_one_query(year: Year) -> None:
    one = year.ask()
    address = reverse("tournaments:calendar", args=[year.federation.pk])
    tag = Client().get(address).headers["ETag"]
    with CaptureQueriesContext(connection) as counted:
        assert Client().get(address, headers={"if-none-match": tag}).status_code == 304
    assert len(counted) == 1
    federation.decide_date(year.board, one, State.APPROVED, "")
    assert Client().get(address, headers={"if-none-match": tag}).status_code == 200


def test_a_plan_is_read_as_the_log_has_it(year: Year) -> None:
    plan = a_plan(tables=12, contact="Anna", remark="Two lines\nof it", kind=CalendarDate.Kind.CLUB)
    assert federation.date_plan_from(plan.facts) == plan
    one = federation.ask_for_date(year.by, year.club, plan, uuid4())
    assert federation.date_plan_of(fresh(one)) == plan
    assert replace(plan, name="Other") != plan
