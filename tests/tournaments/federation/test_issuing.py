"""Statements with numbers: issued as they were shown, frozen, taken back, and corrected by the next one."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.books.ways_back import offer_undo
from clubs.books.writing import Author, club_book
from clubs.models import Club, LogEntry, Player, Role
from clubs.people import erasing
from clubs.people.club_verbs import leave_federation
from tests.at_once import at_once
from tests.builders import a_club, a_player, a_user, an_author
from tests.tournaments.federation.support import AUTUMN, FIRST, LAST, SPRING, YEAR, Federation
from tests.tournaments.rankings.support import a_licence
from tests.tournaments.series.support import Result
from tournaments import federation
from tournaments.cash.currency import currency_stays, set_currency
from tournaments.federation.content import content_as_data, read_content
from tournaments.models import Entry, IssuedStatement, Tournament
from tournaments.play.currency import currency_of
from tournaments.wording.money import money

pytestmark = pytest.mark.django_db

NEXT: Final = timezone.localdate().year


@pytest.fixture
def held() -> Federation:
    return Federation()


def content_of(issued: IssuedStatement) -> Any:
    return read_content(IssuedStatement.objects.get(pk=issued.pk).content)


def withdraw_second_pair(event: Tournament) -> None:
    Entry.objects.filter(tournament=event, number=2).update(state=Entry.State.WITHDRAWN, until_round=0)


# Numbers.


def test_the_statements_of_a_period_have_the_next_numbers_of_the_year(held: Federation) -> None:
    first, second = held.issue()
    assert [(one.label, one.club, one.amount) for one in (first, second)] == [
        (f"{NEXT}/1", held.first, 1_200),
        (f"{NEXT}/2", held.second, 1_050),
    ]
    assert first.issued_on == timezone.localdate()
    held.store([Result(held.people[:1], 1, 2)], day=date(YEAR, 8, 1), club=held.second)
    (third,) = held.issue(AUTUMN)
    assert (third.label, third.amount) == (f"{NEXT}/3", 1_050)


def test_each_year_and_each_federation_begins_with_one(held: Federation) -> None:
    before = Author(user=held.by.user, origin="test", at=datetime(YEAR, 12, 31, 12, tzinfo=UTC))
    plan = held.plan(SPRING, [held.first])
    (old,) = federation.issue_statements(before, held.club, plan, uuid4())
    (new,) = held.issue(SPRING, [held.second])
    assert (old.label, new.label) == (f"{YEAR}/1", f"{NEXT}/1")
    other = Federation("Gamma", "Delta")
    assert [one.label for one in other.issue(SPRING, [other.first])] == [f"{NEXT}/1"]


def test_the_same_form_sent_twice_is_issued_once(held: Federation) -> None:
    plan, key = held.plan(), uuid4()
    first = federation.issue_statements(held.by, held.club, plan, key)
    again = federation.issue_statements(held.by, held.club, plan, key)
    assert [one.pk for one in again] == [one.pk for one in first]
    assert IssuedStatement.objects.count() == 2


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_two_who_issue_at_once_get_no_number_twice_and_leave_no_gap() -> None:
    held = Federation()
    plans = [held.plan(SPRING, [club]) for club in (held.first, held.second)]
    other = an_author(a_user(Role.Kind.DIRECTOR, club=held.club))
    at_once(
        lambda: federation.issue_statements(held.by, held.club, plans[0], uuid4()),
        lambda: federation.issue_statements(other, held.club, plans[1], uuid4()),
        refusals=(),
    )
    numbers = IssuedStatement.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == [1, 2]
    assert verify_log().broken == []


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_of_two_who_issue_or_take_back_the_same_at_once_one_does() -> None:
    held = Federation()
    plan = held.plan()
    other = an_author(a_user(Role.Kind.DIRECTOR, club=held.club))
    done = at_once(
        lambda: federation.issue_statements(held.by, held.club, plan, uuid4()),
        lambda: federation.issue_statements(other, held.club, plan, uuid4()),
        refusals=(NotNow,),
    )
    assert sorted(IssuedStatement.objects.values_list("number", flat=True)) == [1, 2]
    assert sum(isinstance(one, NotNow) for one in done) == 1
    first = IssuedStatement.objects.select_related("federation").get(number=1)
    again = IssuedStatement.objects.select_related("federation").get(number=1)
    at_once(
        lambda: federation.credit_statement(held.by, first, "Twice", uuid4()),
        lambda: federation.credit_statement(other, again, "Twice", uuid4()),
        refusals=(NotNow,),
    )
    assert sorted(IssuedStatement.objects.values_list("number", flat=True)) == [1, 2, 3]


@pytest.mark.engine
def test_the_database_has_no_number_twice_and_no_credit_note_without_a_reason(held: Federation) -> None:
    first, second = held.issue()
    with pytest.raises(IntegrityError), transaction.atomic():
        IssuedStatement.objects.filter(pk=second.pk).update(number=first.number)
    note = held.credit(first)
    with pytest.raises(IntegrityError), transaction.atomic():
        IssuedStatement.objects.filter(pk=note.pk).update(reason="")


# Frozen.


def test_what_was_issued_says_the_same_whatever_happens_afterwards(held: Federation) -> None:
    issued = held.issue(SPRING, [held.first])[0]
    address = reverse("tournaments:issued_statement", args=[issued.pk])
    before = read(client_of(held.club), f"{address}?as=json")
    withdraw_second_pair(held.cup)
    Tournament.objects.filter(pk=held.cup.pk).update(name="Another name")
    Club.objects.filter(pk=held.first.pk).update(name="Another club")
    federation.set_terms(held.board, held.club, federation.Terms(per_event=9))
    assert read(client_of(held.club), f"{address}?as=json") == before
    assert verify_log().broken == []


def test_content_is_stored_and_read_back(held: Federation) -> None:
    (draft,) = (one for one in held.drafts() if one.club == held.first)
    assert read_content(json.loads(json.dumps(content_as_data(draft.content)))) == draft.content


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows.update(amount=5),
        lambda rows: rows.update(number=77),
        lambda rows: rows.update(issued_on=FIRST),
        lambda rows: rows.update(content={"licences": 0}),
        lambda rows: rows.delete(),
    ],
)
def test_a_statement_that_was_changed_by_hand_is_found(
    held: Federation, change: Callable[[Any], object]
) -> None:
    first, _second = held.issue()
    change(IssuedStatement.objects.filter(pk=first.pk))
    (broken,) = verify_log().broken
    assert broken.book == club_book(held.club).pk
    assert f"{NEXT}/1" in broken.fault


def test_the_currency_stays_once_a_statement_is_issued(held: Federation) -> None:
    set_currency(held.board, held.club, "SEK")
    held.issue()
    assert currency_stays(held.club)
    with pytest.raises(NotNow):
        set_currency(held.board, held.club, "DKK")


# What is refused.


def test_what_has_changed_since_it_was_shown_is_not_issued(held: Federation) -> None:
    plan = held.plan()
    withdraw_second_pair(held.cup)
    with pytest.raises(NotNow, match="Alfa"):
        federation.issue_statements(held.by, held.club, plan, uuid4())
    assert not IssuedStatement.objects.exists()
    assert len(held.issue()) == 2


@pytest.mark.parametrize("days", [SPRING, (date(YEAR, 6, 30), LAST), (FIRST, LAST), (FIRST, FIRST)])
def test_no_day_is_stated_twice(held: Federation, days: tuple[date, date]) -> None:
    held.issue()
    assert not any(one.can_be_issued for one in held.drafts(days) if one.club == held.first)
    with pytest.raises(NotNow, match=f"{NEXT}/1"):
        held.issue(days, [held.first])


def test_days_that_are_not_over_are_not_stated(held: Federation) -> None:
    tomorrow = timezone.localdate() + timedelta(days=1)
    with pytest.raises(ValidationError):
        held.issue((FIRST, tomorrow))
    with pytest.raises(ValidationError):
        federation.issue_statements(
            held.by, held.club, federation.IssuePlan(since=LAST, until=FIRST, seen={1: "x"}), uuid4()
        )
    with pytest.raises(ValidationError):
        held.issue(SPRING, [])


def test_a_club_without_anything_gets_no_statement(held: Federation) -> None:
    silent = a_club("Gamma", federation=held.club)
    assert silent.pk not in held.plan().seen
    with pytest.raises(NotNow, match="Gamma"):
        held.issue(SPRING, [silent])


def test_a_club_that_has_left_gets_none_and_keeps_what_it_has(held: Federation) -> None:
    first, _second = held.issue()
    plan = held.plan(AUTUMN, [held.second])
    for club in (held.first, held.second):
        leave_federation(an_author(a_user(Role.Kind.ADMIN, club=club)), club)
    with pytest.raises(NotNow):
        federation.issue_statements(held.by, held.club, plan, uuid4())
    assert (
        client_of(held.first).get(reverse("tournaments:issued_statement", args=[first.pk])).status_code == 200
    )
    assert held.credit(first).label == f"{NEXT}/3"


@pytest.mark.parametrize("role", [Role.Kind.JURY, Role.Kind.SCORER])
def test_only_directors_of_the_federation_issue_and_take_back(held: Federation, role: Role.Kind) -> None:
    plan = held.plan()
    (first, _second) = held.issue()
    for by in (an_author(a_user(role, club=held.club)), an_author(a_user(Role.Kind.ADMIN, club=held.first))):
        with pytest.raises(PermissionDenied):
            federation.issue_statements(by, held.club, plan, uuid4())
        with pytest.raises(PermissionDenied):
            federation.credit_statement(by, first, "No", uuid4())


# Corrections.


def test_late_changes_are_corrections_in_the_next_statement(held: Federation) -> None:
    held.issue()
    withdraw_second_pair(held.cup)
    late = held.store([Result(held.people[:1], 1, 2)], day=date(YEAR, 5, 5), club=held.first, name="Late")
    issued = held.issue(AUTUMN, [held.first])[0]
    content = content_of(issued)
    assert content.events == ()
    assert [(one.number, one.event, one.events, one.starts, one.amount) for one in content.corrections] == [
        (f"{NEXT}/1", held.cup.pk, 0, -2, -100),
        (f"{NEXT}/1", late.pk, 1, 1, 1_050),
    ]
    assert issued.amount == 950
    # Nothing is corrected twice.
    year = YEAR + 1
    third = next(one for one in held.drafts((date(year, 1, 1), date(year, 1, 2))) if one.club == held.first)
    assert third.content.corrections == ()


def test_corrections_have_the_fees_of_then(held: Federation) -> None:
    held.issue()
    federation.set_terms(held.board, held.club, federation.Terms(per_event=5, per_start=1))
    withdraw_second_pair(held.cup)
    (one,) = content_of(held.issue(AUTUMN, [held.first])[0]).corrections
    assert one.amount == -100


def test_an_event_that_is_opened_again_is_taken_off_and_comes_back(held: Federation) -> None:
    held.issue()
    Tournament.objects.filter(pk=held.cup.pk).update(state=Tournament.State.RUNNING)
    second = held.issue(AUTUMN, [held.first])[0]
    assert second.amount == -1_200
    Tournament.objects.filter(pk=held.cup.pk).update(state=Tournament.State.OFFICIAL)
    days = date(YEAR + 1, 1, 1), date(YEAR + 1, 1, 1)
    assert held.issue(days, [held.first])[0].amount == 1_200


def test_a_licence_is_stated_as_it_was_and_nobody_pays_back_for_who_is_erased(held: Federation) -> None:
    a_licence(held.people[0], held.club)
    held.issue(SPRING, [held.first])
    by = an_author(a_user(Role.Kind.ADMIN, club=held.first))
    erasing.erase_player(by, Player.objects.get(pk=held.people[0].pk), "Anna Berg")
    (draft,) = (one for one in held.drafts(AUTUMN) if one.club == held.first)
    assert draft.content.corrections == ()
    assert draft.content.licences == 0
    assert "Anna" not in json.dumps([one.content for one in IssuedStatement.objects.all()])


def test_a_licence_is_asked_for_once_a_year(held: Federation) -> None:
    a_licence(held.people[0], held.club)
    assert content_of(held.issue(SPRING, [held.first])[0]).licences == 1
    a_licence(held.people[1], held.club)
    assert content_of(held.issue(AUTUMN, [held.first])[0]).licences == 1
    (draft,) = (one for one in held.drafts((date(NEXT, 1, 1), date(NEXT, 1, 1))) if one.club == held.first)
    assert draft.content.licences == 2


# Taken back.


def test_a_credit_note_takes_back_all_and_the_days_can_be_stated_again(held: Federation) -> None:
    first, _second = held.issue()
    note = held.credit(first)
    assert (note.label, note.amount, note.credits, note.reason) == (f"{NEXT}/3", -1_200, first, "Wrong days")
    assert (note.since, note.until, note.content) == (first.since, first.until, first.content)
    again = held.issue(SPRING, [held.first])[0]
    assert (again.label, again.amount) == (f"{NEXT}/4", 1_200)
    assert sum(one.amount for one in IssuedStatement.objects.filter(club=held.first)) == 1_200


def test_it_is_taken_back_once_and_a_credit_note_never(held: Federation) -> None:
    first, _second = held.issue()
    key = uuid4()
    note = federation.credit_statement(held.by, first, "Wrong", key)
    assert federation.credit_statement(held.by, first, "Wrong", key) == note
    for one in (first, note):
        with pytest.raises(NotNow):
            held.credit(one)
    for reason in ("", "x" * 301):
        with pytest.raises(ValidationError):
            held.credit(first, reason)


def test_a_statement_that_another_one_corrects_is_taken_back_after_that_one(held: Federation) -> None:
    first, _second = held.issue()
    withdraw_second_pair(held.cup)
    third = held.issue(AUTUMN, [held.first])[0]
    with pytest.raises(NotNow, match=third.label):
        held.credit(first)
    held.credit(third)
    held.credit(first)
    held.issue(SPRING, [held.first])
    amounts = IssuedStatement.objects.filter(club=held.first).values_list("amount", flat=True)
    assert sum(amounts) == 1_100


def test_issuing_is_in_the_log_and_its_undo_is_the_credit_note(held: Federation) -> None:
    first, second = held.issue()
    entries = list(LogEntry.objects.filter(act="statement.issued").order_by("number"))
    assert [entry.book for entry in entries] == [club_book(held.club)] * 2
    offered = offer_undo(entries[0]).undo
    assert offered is not None
    assert offered.asks_reason
    assert first.label in offered.preview
    offered.run(held.by, "Undone", uuid4())
    assert IssuedStatement.objects.get(credits=first).reason == "Undone"
    assert offer_undo(entries[0]).undo is None
    assert offer_undo(entries[1]).undo is not None
    assert offer_undo(LogEntry.objects.get(act="statement.credited")).undo is None
    assert verify_log().broken == []
    assert second.credits is None


def test_the_name_of_an_erased_person_goes_out_of_the_reason(held: Federation) -> None:
    first, _second = held.issue()
    note = held.credit(first, "Anna Berg asked for it")
    by = an_author(a_user(Role.Kind.ADMIN, club=held.first))
    erasing.erase_player(by, Player.objects.get(pk=held.people[0].pk), "Anna Berg")
    note.refresh_from_db()
    assert "Anna" not in note.reason
    assert note.reason
    assert verify_log().broken == []


# Pages.


def client_of(club: Club, role: Role.Kind = Role.Kind.DIRECTOR) -> Client:
    client = Client()
    client.force_login(a_user(role, club=club))
    return client


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return (b"".join(answer) if answer.streaming else answer.content).decode()


def days_of(days: tuple[date, date]) -> str:
    return f"?since={days[0].isoformat()}&until={days[1].isoformat()}"


def line_of(held: Federation, club: str, amount: int) -> str:
    return f"{club}: {money(amount, currency_of(held.club), 'en')}"


def sent(held: Federation, page: str, *clubs: Club) -> dict[str, object]:
    """What the form of this page sends, with these clubs ticked."""
    shown = page.partition('name="shown" value="')[2].partition('"')[0]
    return {"key": str(uuid4()), "shown": shown, "clubs": [str(club.pk) for club in clubs]}


def test_the_secretary_issues_on_the_page_what_it_shows(held: Federation) -> None:
    client = client_of(held.club)
    address = reverse("tournaments:statement_issue", args=[held.club.pk]) + days_of(SPRING)
    text = read(client, address)
    assert line_of(held, "Alfa", 1_200) in text
    form = sent(held, text, held.first)
    assert client.post(address, form).status_code == 302
    # The same form again is the same statement.
    assert client.post(address, form).status_code == 302
    (issued,) = IssuedStatement.objects.all()
    text = read(client, address)
    assert issued.label in text
    assert line_of(held, "Alfa", 1_200) not in text
    assert line_of(held, "Beta", 1_050) in text


def test_what_has_changed_meanwhile_is_shown_before_it_is_issued(held: Federation) -> None:
    client = client_of(held.club)
    address = reverse("tournaments:statement_issue", args=[held.club.pk]) + days_of(SPRING)
    form = sent(held, read(client, address), held.first)
    withdraw_second_pair(held.cup)
    text = client.post(address, form).content.decode()
    assert "Alfa: something has changed meanwhile." in text
    assert line_of(held, "Alfa", 1_100) in text
    assert client.post(address, sent(held, text, held.first)).status_code == 302
    assert IssuedStatement.objects.get().amount == 1_100


@pytest.mark.parametrize("clubs", [[], ["x"], ["9" * 30]])
def test_a_form_without_clubs_is_refused_at_its_field(held: Federation, clubs: list[str]) -> None:
    client = client_of(held.club)
    address = reverse("tournaments:statement_issue", args=[held.club.pk]) + days_of(SPRING)
    form = {**sent(held, read(client, address)), "clubs": clubs}
    assert client.post(address, form).status_code == 200
    assert not IssuedStatement.objects.exists()


def test_a_statement_is_a_page_and_a_paper_with_number_day_and_what_became_of_it(held: Federation) -> None:
    first, _second = held.issue()
    note = held.credit(first)
    text = read(client_of(held.club), reverse("tournaments:issued_statement", args=[first.pk]))
    assert f"Statement {first.label}" in text
    assert f"Withdrawn by {note.label}" in text
    file = json.loads(
        read(client_of(held.first), reverse("tournaments:issued_statement", args=[note.pk]) + "?as=json")
    )
    facts = {one["key"]: one["value"] for one in file["facts"]}
    assert facts["number"] == note.label
    assert facts["issued_on"] == note.issued_on.isoformat()
    assert facts["credits"] == first.label
    assert facts["due"] == -12
    fees = next(table["rows"] for table in file["tables"] if table["key"] == "fees")
    assert [row["amount"] for row in fees] == [-10, -2, 0, -12]


def test_lists_have_the_numbers_and_a_club_sees_its_own_alone(held: Federation) -> None:
    first, second = held.issue()
    for club, labels in ((held.club, [second.label, first.label]), (held.first, [first.label])):
        address = reverse("tournaments:issued_statements", args=[club.pk])
        file = json.loads(read(client_of(club), f"{address}?as=json"))
        assert [row["number"] for row in file["tables"][0]["rows"]] == labels
    for address in (
        reverse("tournaments:issued_statement", args=[first.pk]),
        reverse("tournaments:issued_statements", args=[held.first.pk]),
        reverse("tournaments:statement_credit", args=[first.pk]),
    ):
        assert client_of(held.second).get(address).status_code == 403
    counted = json.loads(
        read(
            client_of(held.club),
            reverse("tournaments:club_statements", args=[held.club.pk]) + days_of(SPRING) + "&as=json",
        )
    )
    assert [row["issued"] for row in counted["tables"][0]["rows"]][:2] == [first.label, second.label]


def test_the_list_of_a_year_is_chosen(held: Federation) -> None:
    before = Author(user=held.by.user, origin="test", at=datetime(YEAR, 12, 31, 12, tzinfo=UTC))
    federation.issue_statements(before, held.club, held.plan(SPRING, [held.first]), uuid4())
    held.issue(SPRING, [held.second])
    client, address = client_of(held.club), reverse("tournaments:issued_statements", args=[held.club.pk])
    for query, label in (("", f"{NEXT}/1"), (f"?year={YEAR}", f"{YEAR}/1"), ("?year=x", f"{NEXT}/1")):
        assert f">{label}</a>" in read(client, address + query)


def test_a_statement_is_taken_back_on_its_page(held: Federation) -> None:
    first, _second = held.issue()
    client, address = client_of(held.club), reverse("tournaments:statement_credit", args=[first.pk])
    assert "Issue the credit note" in read(client, address)
    form = {"key": str(uuid4()), "reason": "Wrong days"}
    for _again in range(2):
        assert client.post(address, form).status_code == 302
    note = IssuedStatement.objects.get(credits=first)
    assert f"withdrawn by {note.label}" in read(client, address)
    assert "Issue the credit note" not in read(client, address)
    own = client_of(held.first)
    assert own.get(address).status_code == 403
    page = read(own, reverse("tournaments:issued_statement", args=[note.pk]))
    assert "Withdraw it" not in page


@pytest.mark.parametrize("language", ["en", "sv", "fi", "da"])
@pytest.mark.parametrize("form", ["xlsx", "csv", "json", "text", "print", "pdf"])
def test_what_is_issued_is_every_file_in_each_language(held: Federation, language: str, form: str) -> None:
    first, _second = held.issue()
    withdraw_second_pair(held.cup)
    third = held.issue(AUTUMN, [held.first])[0]
    note = held.credit(third)
    client = client_of(held.club)
    client.cookies["django_language"] = language
    addresses = [reverse("tournaments:issued_statements", args=[held.club.pk])]
    addresses += [reverse("tournaments:issued_statement", args=[one.pk]) for one in (first, third, note)]
    for address in addresses:
        answer = client.get(f"{address}?as={form}")
        assert answer.status_code == 200
        assert b"".join(answer) if answer.streaming else answer.content


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as counted:
        assert client.get(address).status_code == 200
    return len(counted)


def test_many_clubs_and_statements_cost_no_more_queries_than_few(held: Federation) -> None:
    client = client_of(held.club)
    (first, _second) = held.issue()
    asked = [
        reverse("tournaments:club_statements", args=[held.club.pk]) + days_of(AUTUMN),
        reverse("tournaments:statement_issue", args=[held.club.pk]) + days_of(AUTUMN),
        reverse("tournaments:issued_statements", args=[held.club.pk]),
        reverse("tournaments:issued_statement", args=[first.pk]),
    ]
    few = [queries(client, address) for address in asked]
    for number in range(5):
        club = a_club(f"Club {number}", federation=held.club)
        person = a_player(club=club)
        held.store([Result([person], 1, 2)], day=date(YEAR, 6, 1 + number), club=club)
        held.store([Result([person], 1, 2)], day=date(YEAR, 9, 1 + number), club=club)
        held.issue(SPRING, [club])
    assert [queries(client, address) for address in asked] == few
    assert max(few) <= 20
