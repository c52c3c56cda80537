"""What is entered: once, by those who may, and never overwritten; debts and cards follow the person."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse

from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.books.writing import KeyReused, club_book
from clubs.models import LogEntry, Role
from tests.builders import a_club, a_player, a_user, an_author
from tests.tournaments.cash.support import PRICES, CashEvening, Kind, next_evening
from tournaments import cash, running
from tournaments.cash.page import load_desk
from tournaments.cash.prices import earlier_prices, prices_of
from tournaments.models import CashEntry, ClubCash

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> CashEvening:
    return CashEvening()


def test_a_form_sent_twice_is_one_entry(evening: CashEvening) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    key = uuid4()
    act = cash.CashAct(kind=Kind.PAID, player=anna.pk)
    assert cash.enter_cash(evening.by, evening.event, act, key) == 1
    assert cash.enter_cash(evening.by, evening.fresh, act, key) == 1
    assert (CashEntry.objects.count(), evening.drawer.taken) == (1, 500)
    with pytest.raises(KeyReused):
        cash.enter_cash(evening.by, evening.fresh, cash.CashAct(kind=Kind.FREE, player=anna.pk), key)


def test_two_desks_that_have_seen_the_same_do_not_count_twice(evening: CashEvening) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    sold = cash.CashAct(kind=Kind.SALE, player=anna.pk, article="punch_card")
    cash.enter_cash(evening.by, evening.event, sold, uuid4())
    with pytest.raises(NotNow):
        cash.enter_cash(evening.by, evening.event, sold, uuid4())
    assert evening.account(anna).sums.uses == 10


def test_an_evening_is_entered_once_for_each_person(evening: CashEvening) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    number = evening.enters(anna, "paid")
    for kind in ("paid", "owed", "free"):
        with pytest.raises(NotNow):
            evening.enters(anna, kind)
    cash.take_cash_back(evening.by, evening.event, number)
    cash.take_cash_back(evening.by, evening.event, number)
    assert evening.enters(anna, "owed") == 2
    assert [row.stands for row in CashEntry.objects.order_by("number")] == [False, True]
    assert evening.account(anna).sums.owed == 500


def test_a_guest_pays_once_under_one_name_and_owes_nothing(evening: CashEvening) -> None:
    evening.enters(None, "sale", article="guest", guest="Gäst")
    for wrong in ({"guest": "gäst"}, {"guest": ""}, {"guest": "Other", "is_paid": False}):
        with pytest.raises(ValidationError):
            evening.enters(None, "sale", article="guest", **wrong)
    with pytest.raises(ValidationError):
        evening.enters(None, "sale", article="punch_card")
    assert evening.drawer.taken == 800


def test_debts_and_punch_cards_follow_the_person_to_the_next_evening(evening: CashEvening) -> None:
    anna, bo = evening.come("Anna Berg", "Bo Ek")
    evening.enters(anna, "owed")
    evening.enters(bo, "sale", article="punch_card")
    after = next_evening(evening)
    cash.set_prices(evening.by, after, PRICES)
    running.enter_pairs(evening.by, after, [[anna, bo]])
    first, second = load_desk(after).rows
    assert (first.account.sums.owed, second.uses) == (500, 10)
    paid = cash.CashAct(kind=Kind.DEBT, player=anna.pk, amount=500, seen=first.account.last)
    cash.enter_cash(evening.by, after, paid, uuid4())
    used = cash.CashAct(kind=Kind.PUNCHED, player=bo.pk, seen=second.account.last)
    cash.enter_cash(evening.by, after, used, uuid4())
    assert (evening.account(anna).sums.owed, evening.account(bo).sums.uses) == (0, 9)
    assert (load_desk(after).drawer.taken, evening.drawer.taken) == (500, 4000)


def test_a_card_whose_punches_were_used_is_not_taken_back(evening: CashEvening) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    with pytest.raises(NotNow):
        evening.enters(anna, "punched")
    card = evening.enters(anna, "sale", article="punch_card")
    punch = evening.enters(anna, "punched")
    with pytest.raises(NotNow):
        cash.take_cash_back(evening.by, evening.event, card)
    cash.take_cash_back(evening.by, evening.event, punch)
    cash.take_cash_back(evening.by, evening.event, card)
    assert evening.account(anna).sums.uses == 0


def test_nobody_pays_more_than_is_owed_or_gets_back_more_than_was_paid(evening: CashEvening) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    evening.enters(anna, "owed")
    for kind, amount in (("debt", 501), ("debt", 0), ("refund", 1)):
        with pytest.raises(ValidationError):
            evening.enters(anna, kind, amount=amount)
    evening.enters(anna, "debt", amount=500)
    evening.enters(anna, "refund", amount=500)
    assert (evening.account(anna).sums.owed, evening.drawer.expected) == (0, 0)


def test_the_rest_owes_but_for_those_with_a_season_card(evening: CashEvening) -> None:
    anna, bo, cecilia, dan = evening.come("Anna Berg", "Bo Ek", "Cecilia Frid", "Dan Gran")
    season = cash.Prices(fee=500, season_card=9000, season_until=date(2027, 6, 30))
    cash.set_prices(evening.by, evening.event, season)
    evening.enters(anna, "paid")
    evening.enters(bo, "sale", article="season_card")
    assert cash.owe_the_rest(evening.by, evening.event) == 2
    assert cash.owe_the_rest(evening.by, evening.event) == 0
    assert [evening.account(one).sums.owed for one in (anna, bo, cecilia, dan)] == [0, 0, 500, 500]
    assert load_desk(evening.fresh).open_rows == []


def test_the_next_evening_begins_with_the_prices_of_the_one_before(evening: CashEvening) -> None:
    after = next_evening(evening)
    assert earlier_prices(after) == (evening.event, PRICES)
    assert prices_of(after) is None


def test_an_entry_keeps_its_price_and_prices_are_taken_back(evening: CashEvening) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    evening.enters(anna, "paid")
    cash.set_prices(evening.by, evening.event, cash.Prices(fee=700))
    assert evening.drawer.taken == 500
    entry = LogEntry.objects.filter(act="cash.prices").latest("number")
    client = Client()
    client.force_login(evening.by.user)  # type: ignore[arg-type]
    address = reverse("clubs:undo", args=[club_book(evening.club).pk, entry.number])
    assert client.post(address, {"key": str(uuid4())}).status_code == 302
    assert prices_of(evening.event) == PRICES


def test_an_entry_is_taken_back_from_the_log_too(evening: CashEvening) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    evening.enters(anna, "paid")
    entry = LogEntry.objects.get(act="cash.entered")
    client = Client()
    client.force_login(evening.by.user)  # type: ignore[arg-type]
    assert (
        client.post(
            reverse("clubs:undo", args=[entry.book_id, entry.number]), {"key": str(uuid4())}
        ).status_code
        == 302
    )
    assert not CashEntry.objects.get().stands
    assert verify_log(entry.book_id).broken == []


def test_directors_and_scorers_take_money_and_nobody_else(evening: CashEvening) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    act = cash.CashAct(kind=Kind.PAID, player=anna.pk)
    for user in (a_user(Role.Kind.JURY, club=evening.club), a_user()):
        with pytest.raises(PermissionDenied):
            cash.enter_cash(an_author(user), evening.event, act, uuid4())
    scorer = an_author(a_user(Role.Kind.SCORER, club=evening.club))
    cash.enter_cash(scorer, evening.event, act, uuid4())
    with pytest.raises(PermissionDenied):
        cash.set_prices(scorer, evening.event, cash.Prices(fee=100))


def test_whoever_directs_this_event_alone_takes_money_there_and_nowhere_else(evening: CashEvening) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    user, other = a_user(), next_evening(evening)
    Role.objects.create(user=user, book=evening.event.book, kind=Role.Kind.DIRECTOR)
    act = cash.CashAct(kind=Kind.PAID, player=anna.pk)
    cash.enter_cash(an_author(user), evening.event, act, uuid4())
    with pytest.raises(PermissionDenied):
        cash.enter_cash(an_author(user), other, act, uuid4())


def test_nobody_of_another_club_gets_an_account(evening: CashEvening) -> None:
    with pytest.raises(ValidationError):
        evening.enters(a_player("Stranger Else"), "sale", article="goods:Coffee")


def test_an_event_whose_cash_has_entries_is_not_deleted(evening: CashEvening) -> None:
    evening.enters(None, "opening", amount=5000)
    with pytest.raises(NotNow):
        running.delete_event(evening.by, evening.fresh)


def test_a_currency_stays_once_money_was_entered(evening: CashEvening) -> None:
    admin = an_author(a_user(Role.Kind.ADMIN, club=evening.club))
    cash.set_currency(admin, evening.club, "SEK")
    assert load_desk(evening.fresh).currency == "SEK"
    evening.enters(None, "opening", amount=5000)
    with pytest.raises(NotNow):
        cash.set_currency(admin, evening.club, "EUR")


@pytest.mark.parametrize(
    ("language", "federation", "currency"),
    [("sv", None, "SEK"), ("da", None, "DKK"), ("fi", None, "EUR"), ("en", None, "EUR"), ("sv", "fi", "EUR")],
)
def test_a_club_begins_with_the_currency_of_its_country(
    evening: CashEvening, language: str, federation: str | None, currency: str
) -> None:
    ClubCash.objects.all().delete()
    evening.club.language = language
    if federation is not None:
        evening.club.federation = a_club(language=federation)
    evening.club.save()
    assert load_desk(evening.fresh).currency == currency


def test_a_new_language_of_the_club_does_not_change_the_currency_of_its_amounts(evening: CashEvening) -> None:
    before = load_desk(evening.fresh).currency
    evening.enters(None, "opening", amount=5000)
    evening.club.language = "da"
    evening.club.save()
    assert before == load_desk(evening.fresh).currency == "SEK"


@pytest.mark.parametrize("kind", ["paid", "owed", "punched"])
def test_a_season_card_that_is_bought_afterwards_covers_the_evening_by_one_tap(
    evening: CashEvening, kind: str
) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    season = replace(PRICES, season_card=9000, season_until=date(2027, 6, 30))
    cash.set_prices(evening.by, evening.event, season)
    if kind == "punched":
        evening.enters(anna, "sale", article="punch_card")
    fee = evening.enters(anna, kind)
    evening.enters(anna, "sale", article="season_card")
    page = reverse("tournaments:cash_person", args=[evening.event.pk, anna.pk])
    client = Client()
    client.force_login(evening.by.user)  # type: ignore[arg-type]
    assert "The season card covers this evening" in client.get(page).content.decode()
    before = evening.drawer.expected
    back = reverse("tournaments:cash_back", args=[evening.event.pk, fee])
    shown = client.post(back, {"to": "person", "covered": "1"}, follow=True)
    assert "Give the punch back" not in shown.content.decode()
    row = load_desk(evening.fresh).rows[0]
    assert (row.fee, row.state, row.is_covered) == (None, "season card", False)
    assert row.account.sums.owed == 0
    assert row.uses == (10 if kind == "punched" else 0)
    assert before - evening.drawer.expected == (500 if kind == "paid" else 0)


def test_a_card_that_is_bought_at_a_later_evening_does_not_cover_an_earlier_one(evening: CashEvening) -> None:
    anna, bo = evening.come("Anna Berg", "Bo Ek")
    evening.enters(anna, "owed")
    after = next_evening(evening)
    cash.set_prices(evening.by, after, replace(PRICES, season_card=9000, season_until=date(2027, 6, 30)))
    for one in (anna, bo):
        sold = cash.CashAct(
            kind=Kind.SALE, player=one.pk, article="season_card", seen=evening.account(one).last
        )
        cash.enter_cash(evening.by, after, sold, uuid4())
    first, second = load_desk(evening.fresh).rows
    assert (first.is_covered, second.is_open) == (False, True)
    assert cash.owe_the_rest(evening.by, evening.event) == 1


def test_a_fee_is_not_given_back_for_a_card_that_was_taken_back_meanwhile(evening: CashEvening) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    season = replace(PRICES, season_card=9000, season_until=date(2027, 6, 30))
    cash.set_prices(evening.by, evening.event, season)
    fee, card = evening.enters(anna, "paid"), evening.enters(anna, "sale", article="season_card")
    cash.take_cash_back(evening.by, evening.event, card)
    with pytest.raises(NotNow):
        cash.take_cash_back(evening.by, evening.event, fee, is_covered=True)
    assert evening.drawer.taken == 500
