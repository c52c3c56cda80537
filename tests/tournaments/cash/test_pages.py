"""The pages of the desk, its files, and everything that must never say what somebody has paid."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from clubs.books.writing import club_book
from clubs.models import Player, Role
from clubs.people import erasing
from clubs.people.person_file import person_report
from tests.builders import a_player, a_user, an_author
from tests.tournaments.cash.support import PRICES, CashEvening, Kind, next_evening
from tournaments import cash, running
from tournaments.archive.loading import load_content
from tournaments.cash.page import load_desk, paid_with
from tournaments.cash.reports import receipt
from tournaments.models import CashEntry, PriceList
from tournaments.wording.money import money

pytestmark = pytest.mark.django_db

SPACE = "\u00a0"


@pytest.fixture
def evening() -> CashEvening:
    return CashEvening()


def browser(evening: CashEvening, kind: Role.Kind = Role.Kind.DIRECTOR) -> Client:
    client = Client()
    client.force_login(a_user(kind, club=evening.club))
    return client


def desk(evening: CashEvening) -> str:
    return reverse("tournaments:cash", args=[evening.event.pk])


def test_one_tap_pays_the_evening_and_the_row_says_so(evening: CashEvening) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    client = browser(evening, Role.Kind.SCORER)
    page = client.get(desk(evening))
    row = page.context["rows"][0]
    sent = {"key": str(row.key), "player": anna.pk, "seen": row.account.last, "act": "paid"}
    for _twice in range(2):
        answer = client.post(desk(evening), sent)
        assert answer.headers["Location"] == f"{desk(evening)}#person-{anna.pk}"
    assert evening.drawer.taken == 500
    assert "Take back" in client.get(desk(evening)).content.decode()


def test_a_second_desk_is_told_that_somebody_was_faster(evening: CashEvening) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    client = browser(evening)
    keys = [client.get(desk(evening)).context["rows"][0].key for _desk in range(2)]
    for key in keys:
        sent = {"key": str(key), "player": anna.pk, "seen": 0, "act": "paid"}
        text = client.post(desk(evening), sent, follow=True).content.decode()
    assert "Somebody else has entered something" in text
    assert evening.drawer.taken == 500


def test_reading_the_desk_takes_as_many_queries_for_forty_as_for_four(
    evening: CashEvening, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = browser(evening)
    evening.enter(2)
    client.get(desk(evening))
    counted = []
    for more in (0, 18):
        if more:
            for entry in evening.enter(more):
                evening.enters(entry.players.first(), "paid")
        with django_assert_max_num_queries(21) as found:
            assert client.get(desk(evening)).status_code == 200
        counted.append(len(found))
    assert counted[0] == counted[1]


def test_the_evening_and_the_season_are_spreadsheets_with_every_entry(evening: CashEvening) -> None:
    anna, bo = evening.come("Anna Berg", "Bo Ek")
    evening.enters(None, "opening", amount=5000)
    evening.enters(anna, "paid")
    evening.enters(bo, "owed")
    cash.take_cash_back(evening.by, evening.event, 2)
    client = browser(evening)
    assert client.get(desk(evening), {"as": "xlsx"}).content[:2] == b"PK"
    season = reverse("tournaments:club_cash", args=[evening.club.pk])
    text = client.get(season, {"as": "csv-comma"}).content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))
    assert any("50.00" in row for row in rows)
    document = json.loads(client.get(desk(evening), {"as": "json"}).content)
    assert json.dumps(document).count("Anna Berg") == 2
    since = {"since": "2030-01-01", "until": "2030-12-31"}
    assert "Spring" not in client.get(season, since).content.decode()


def test_a_receipt_is_a_pdf_and_there_is_none_without_money(evening: CashEvening) -> None:
    anna, bo = evening.come("Anna Berg", "Bo Ek")
    paid, owed = evening.enters(anna, "paid"), evening.enters(bo, "owed")
    client = browser(evening)
    address = [reverse("tournaments:cash_receipt", args=[evening.event.pk, one]) for one in (paid, owed)]
    answer = client.get(address[0])
    assert answer.content[:5] == b"%PDF-"
    assert "no-store" in answer.headers["Cache-Control"]
    assert client.get(address[1]).status_code == 404


def test_one_receipt_has_all_that_somebody_pays_at_once(evening: CashEvening) -> None:
    anna, bo = evening.come("Anna Berg", "Bo Ek")
    evening.enters(anna, "paid")
    wrong = evening.enters(anna, "sale", article="goods:Coffee", count=9)
    cash.take_cash_back(evening.by, evening.event, wrong)
    evening.enters(bo, "paid")
    evening.enters(anna, "sale", article="goods:Coffee", count=2)
    last = evening.enters(anna, "sale", article="punch_card")
    for article in ("guest", "goods:Coffee"):
        evening.enters(None, "sale", article=article, guest="Gäst")
    evening.enters(None, "sale", article="goods:Coffee")
    desk_now = load_desk(evening.fresh)
    assert [line.together for line in desk_now.lines] == [0, 2, 0, 3, 0, 0, 0, 0]
    rows = paid_with(CashEntry.objects.get(number=last), desk_now.entries)
    report = receipt(evening.event, rows, "SEK")
    event = evening.event.pk
    assert report.facts[0].value == f"{event}-1, {event}-4, {event}-5"
    texts = [row.values for row in report.tables[0].rows]
    assert texts == [
        ("The evening", f"SEK{SPACE}5.00"),
        ("bought: 2 × Coffee", f"SEK{SPACE}3.00"),
        ("bought: Punch card", f"SEK{SPACE}40.00"),
        ("Total", f"SEK{SPACE}48.00"),
    ]
    client = browser(evening)
    address = reverse("tournaments:cash_receipt", args=[event, last]) + "?whole=1"
    assert address in client.get(desk(evening)).content.decode()
    assert client.get(address).content[:5] == b"%PDF-"
    withdrawn = reverse("tournaments:cash_receipt", args=[event, wrong]) + "?whole=1"
    assert client.get(withdrawn).status_code == 404


def test_no_public_page_and_no_log_says_who_has_paid(evening: CashEvening) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    event, before = evening.event.pk, evening.fresh.book.revision
    content = load_content(evening.fresh)
    evening.enters(anna, "sale", article="goods:Coffee", count=7, is_paid=False)
    assert evening.fresh.book.revision == before
    assert load_content(evening.fresh) == content
    for name in ("event", "screen", "event_places", "announcement"):
        for form in ("", "?as=json", "?as=csv"):
            text = Client().get(reverse(f"tournaments:{name}", args=[event]) + form).content.decode()
            assert "Coffee" not in text
            assert "10.50" not in text
    log = reverse("clubs:log", args=[club_book(evening.club).pk])
    for form in ("", "?as=json", "?as=csv"):
        text = browser(evening, Role.Kind.JURY).get(log + form).content.decode()
        assert "Anna" not in text
        assert "1050" not in text
    assert "Entered in the cash" in browser(evening, Role.Kind.JURY).get(log).content.decode()
    assert browser(evening, Role.Kind.JURY).get(desk(evening)).status_code == 403
    assert Client().get(desk(evening)).status_code == 302


def test_the_file_about_a_person_has_the_cash_and_an_erasure_leaves_the_sums(evening: CashEvening) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    evening.enters(anna, "paid")
    evening.enters(None, "sale", article="guest", guest="Anna Berg")
    (table,) = [one for one in person_report(anna).long if one.key == "cash"]
    assert len(list(table.lines())) == 2
    admin = an_author(a_user(Role.Kind.ADMIN, club=evening.club))
    erasing.erase_player(admin, anna, "Anna Berg")
    assert evening.drawer.taken == 1300
    assert "Anna" not in browser(evening).get(desk(evening)).content.decode()
    assert "Anna" not in CashEntry.objects.get(kind=Kind.SALE).guest


def test_somebody_buys_pays_and_gets_back_on_the_own_page(evening: CashEvening) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    client = browser(evening)
    page = reverse("tournaments:cash_person", args=[evening.event.pk, anna.pk])

    def send(form: str, **typed: str) -> None:
        shown = client.get(page).context[form]
        prefix = f"{shown.prefix}-" if shown.prefix else ""
        sent = {f"{prefix}{name}": value for name, value in typed.items()}
        acts = {"buying": "sale", "debt": "debt", "back": "refund"}
        hidden = {f"{prefix}{name}": str(shown[name].value()) for name in ("key", "seen")}
        assert client.post(page, {"act": acts[form], **hidden, **sent}).status_code == 302

    send("buying", article="goods:Coffee", count="2", owes="on")
    assert evening.account(anna).sums.owed == 300
    send("debt", amount="3,00")
    send("back", amount="1,50")
    assert (evening.account(anna).sums.owed, evening.drawer.expected) == (0, 150)


@pytest.mark.parametrize(
    ("language", "currency", "written"),
    [
        ("en", "EUR", "\u2212€1,234.50"),
        ("fi", "EUR", f"\u22121{SPACE}234,50{SPACE}€"),
        ("sv", "SEK", f"\u22121{SPACE}234,50{SPACE}kr"),
        ("da", "DKK", f"\u22121.234,50{SPACE}kr."),
        ("da", "SEK", f"\u22121.234,50{SPACE}SEK"),
        ("fi", "DKK", f"\u22121{SPACE}234,50{SPACE}DKK"),
        ("en", "DKK", f"\u2212DKK{SPACE}1,234.50"),
    ],
)
def test_amounts_are_written_as_in_each_language(language: str, currency: str, written: str) -> None:
    with translation.override(language):
        assert money(-123_450, currency) == written


def test_the_taps_send_numbers_that_a_program_reads_in_every_language(evening: CashEvening) -> None:
    Player.objects.create(pk=123_456, given_name="Anna", family_name="Berg", home_club=evening.club)
    anna, bo = Player.objects.get(pk=123_456), a_player("Bo Ek", club=evening.club)
    running.enter_pairs(evening.by, evening.event, [[anna, bo]])
    evening.enters(anna, "sale", article="goods:Coffee")
    CashEntry.objects.update(id=1_234_567)
    client = browser(evening)
    for language in ("sv", "fi", "da", "en"):
        client.cookies["language"] = language
        page = client.get(desk(evening), headers={"accept-language": language}).content.decode()
        assert 'name="player" value="123456"' in page
        assert 'name="seen" value="1234567"' in page
        assert 'id="person-123456"' in page


def test_the_fee_is_settled_on_the_page_of_the_person_too(evening: CashEvening) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    client = browser(evening, Role.Kind.SCORER)
    page = reverse("tournaments:cash_person", args=[evening.event.pk, anna.pk])
    row = client.get(page).context["person"].row
    sent = {"key": str(row.key), "player": anna.pk, "seen": row.account.last, "act": "paid", "show": "person"}
    assert client.post(desk(evening), sent).headers["Location"] == page
    assert evening.drawer.taken == 500
    assert 'value="owed"' not in client.get(page).content.decode()


def test_the_desk_leads_to_members_who_owe_and_do_not_play_tonight(evening: CashEvening) -> None:
    anna, bo = evening.come("Anna Berg", "Bo Ek")
    away = a_player("Cecilia Frid", club=evening.club)
    evening.enters(anna, "owed")
    evening.enters(away, "sale", article="goods:Coffee", is_paid=False)
    after = next_evening(evening)
    cash.set_prices(evening.by, after, PRICES)
    running.enter_pairs(evening.by, after, [[anna, bo]])
    page = browser(evening).get(reverse("tournaments:cash", args=[after.pk]))
    assert [one.name for one, _amount in page.context["others"]] == [away.name]
    assert reverse("tournaments:cash_person", args=[after.pk, away.pk]) in page.content.decode()


def test_the_prices_say_their_currency_and_the_first_evening_promises_no_earlier_ones(
    evening: CashEvening,
) -> None:
    PriceList.objects.all().delete()
    client = browser(evening, Role.Kind.ADMIN)
    assert "are filled in" not in client.get(desk(evening)).content.decode()
    page = reverse("tournaments:cash_prices", args=[evening.event.pk])
    text = client.get(page).content.decode()
    assert "All amounts are in SEK (Swedish crown)." in text
    assert reverse("tournaments:cash_currency", args=[evening.club.pk]) in text
    cash.set_prices(evening.by, evening.event, PRICES)
    PriceList.objects.update(tournament=next_evening(evening, -7))
    assert "are filled in" in client.get(desk(evening)).content.decode()


def test_an_entry_that_is_owed_says_how_much(evening: CashEvening) -> None:
    anna, _bo = evening.come("Anna Berg", "Bo Ek")
    evening.enters(anna, "owed")
    evening.enters(anna, "sale", article="goods:Coffee", count=2, is_paid=False)
    assert [line.what for line in load_desk(evening.fresh).lines] == [
        f"bought: 2 × Coffee · owes SEK{SPACE}3.00",
        f"owes SEK{SPACE}5.00",
    ]
