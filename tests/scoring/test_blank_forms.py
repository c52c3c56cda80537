"""Blank protocols: the rows of each game, room to write, and the page that offers them."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Role
from clubs.reports.pdf import pdf
from clubs.reports.report import Report
from scoring import printed_rows
from scoring.blank_form_views import form_in
from scoring.core import printed, rulesets
from scoring.core.rulesets.base import RuleSet
from tests.builders import a_club, a_user

EVERY_GAME = pytest.mark.parametrize("rules", rulesets.all(), ids=lambda rules: rules.slug)
CLUB = "Mölnlycke & Fjärås"


def labels_of(report: Report, table: int = 1) -> list[object]:
    return [row.values[0] for row in report.tables[table].rows]


def text_of(report: Report) -> str:
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext (poppler-utils) is not installed")
    command = ["pdftotext", "-raw", "-", "-"]
    reading = subprocess.run(command, input=pdf(report), capture_output=True, timeout=30, check=True)
    return " ".join(reading.stdout.decode().split())


@EVERY_GAME
def test_a_form_has_every_row_that_a_filled_protocol_can_have(rules: RuleSet) -> None:
    labels = labels_of(form_in(["en"], rules.slug, 2, CLUB))
    assert len(labels) == len(set(labels))
    names = [printed_rows.row_name(rules.slug, row) for row in printed.rows_of(rules)]
    assert [label for label in labels if label in names] == names


@EVERY_GAME
def test_paper_says_every_row_of_the_form_in_every_language(rules: RuleSet) -> None:
    for languages in (["sv"], ["fi"], ["da"], ["en"], ["fi", "sv"]):
        report = form_in(languages, rules.slug, 2, CLUB)
        text, at = text_of(report), 0
        for table in report.tables[1:]:
            for row in table.rows:
                at = text.index(" ".join(str(value) for value in row.values if value), at)


def test_the_rows_of_samba_stand_in_the_order_of_its_protocol() -> None:
    assert labels_of(form_in(["en"], "samba", 2, CLUB)) == [
        *("Carried over", "Dealer", "Opening requirement", "How the deal ended"),
        *("Natural canastas", "Mixed canastas", "Sambas", "Red threes", "Red threes in hand"),
        *("Going out", "Third wild card", "Penalties", "Director's adjustment", "Base points"),
        *("Melded cards", "Cards in hand", "Card points", "Deal total", "Running total"),
    ]


def test_the_contract_of_sitoumussamba_has_rows_of_its_own() -> None:
    labels = labels_of(form_in(["en"], "sitoumussamba", 2, CLUB))
    assert labels[4:10] == ["Bid", "Bidder", "Doubled by", "Needed", "Reached", "Outcome"]


def test_the_opponents_approve_a_danish_count() -> None:
    labels = labels_of(form_in(["en"], "danish", 2, CLUB))
    assert labels[-1] == "Approved by the opponents"
    assert "No canasta: minus" in labels


def test_piles_are_counted_beside_card_points_and_nowhere_else() -> None:
    report = form_in(["en"], "royal", 2, CLUB)
    assert [row.values[0] for row in report.tables[1].rows if row.tally] == ["Melded cards", "Cards in hand"]


def test_the_opening_table_is_that_of_the_rules() -> None:
    opening = form_in(["en"], "samba", 2, CLUB).tables[0]
    assert [column.title for column in opening.columns[1:]] == ["< 0", "0–", "1,500–", "3,000–", "7,000–"]
    assert opening.rows[0].values[1:] == (15, 50, 90, 120, 150)


def test_three_sides_have_three_columns_a_deal() -> None:
    titles = [column.title for column in form_in(["sv"], "samba", 3, CLUB).tables[1].columns]
    assert titles[1:5] == ["1 A", "1 B", "1 C", "2 A"]


@EVERY_GAME
def test_the_same_form_gives_the_same_bytes(rules: RuleSet) -> None:
    one, other = (pdf(form_in(["fi", "sv"], rules.slug, 2, CLUB)) for _ in range(2))
    assert one == other


@pytest.mark.django_db
def test_the_page_offers_the_forms_and_gives_the_file() -> None:
    club = a_club()
    client = Client()
    client.force_login(a_user(Role.Kind.SCORER, club=club))
    address = reverse("scoring:blank", args=[club.pk])
    assert 'name="ruleset"' in client.get(address).content.decode()
    asked = {"ruleset": "royal", "sides": "3", "languages": "fi-sv"}
    answer = client.get(address, asked)
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "asked",
    [
        {"ruleset": "danish", "sides": "3", "languages": "da"},
        {"ruleset": "whist", "sides": "2", "languages": "da"},
        {"ruleset": "samba", "sides": "9", "languages": "da"},
        {"ruleset": "samba", "sides": "2", "languages": "xx-yy"},
        {"ruleset": "samba"},
    ],
)
def test_what_cannot_be_is_said_at_its_field(asked: dict[str, str]) -> None:
    club = a_club()
    client = Client()
    client.force_login(a_user(Role.Kind.SCORER, club=club))
    answer = client.get(reverse("scoring:blank", args=[club.pk]), asked)
    assert answer["Content-Type"].startswith("text/html")
    assert 'aria-invalid="true"' in answer.content.decode()
