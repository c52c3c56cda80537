"""Results for others: plain text for a mail or a newspaper, and standings in a frame of another site."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from clubs.models import Player, Role
from clubs.reports import plain
from clubs.reports.report import Column, ColumnKind, ReportTable, Row
from clubs.reports.tables import ExportReport
from tests.builders import a_user
from tests.tournaments.support.events import Played, agreed
from tournaments.public.embedding import frame_lines

pytestmark = pytest.mark.django_db

NAMES = (("Åsa", "Ek"), ("Bo", "Al"), ("Kaj", "Öst"), ("Eva", "Ny"))


@pytest.fixture
def played() -> Played:
    return an_event()


def an_event(**fields: Any) -> Played:
    """Two pairs with names of their own, and a game that one of them has won so far."""
    event = Played(agreed(**fields))
    event.enter(2)
    drawn = event.publish()
    sides = drawn.pairings.get().entered.order_by("side")
    places = [place for side in sides for place in side.entry.places.order_by("position")]
    for place, (given, family) in zip(places, NAMES, strict=True):
        Player.objects.filter(pk=place.player_id).update(given_name=given, family_name=family)
    event.totals(event.games(drawn)[0], 5140, 1000)
    return event


def text_of(played: Played, name: str = "event", *args: object, **asked: str) -> str:
    address = reverse(f"tournaments:{name}", args=[played.event.pk, *args])
    response: Any = Client().get(address, {"as": "text", **asked})
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    text: str = response.content.decode()
    return text


# Plain text.


def test_the_standings_are_columns_and_a_sentence_for_a_newspaper(played: Played) -> None:
    text = text_of(played)
    lines = text.splitlines()
    assert max(map(len, lines)) <= plain.WIDTH
    assert lines[0] == f"{played.club.name} · Spring · Standings"
    assert "The result is not official yet." in lines
    assert ["1", "Åsa", "Ek", "–", "Bo", "Al", "2", "4,140"] in [line.split() for line in lines]
    assert "1) Ek–Al 2, 2) Öst–Ny 0" in lines


def test_a_round_has_a_line_for_each_side_and_every_game_in_one_sentence(played: Played) -> None:
    text = text_of(played, "event_round", 1)
    assert "Ek–Al / Öst–Ny 5,140–1,000" in text
    assert ["1", "Åsa", "Ek", "–", "Bo", "Al", "5,140", "2"] in [line.split() for line in text.splitlines()]


def test_text_names_nobody_who_has_not_agreed(played: Played) -> None:
    shy = Player.objects.get(family_name="Al")
    Player.objects.filter(pk=shy.pk).update(may_publish=False)
    for text in (text_of(played), text_of(played, "event_round", 1)):
        assert f"Ek–Player {shy.pk}" in text
        assert "Bo" not in text.split()


def test_pages_of_results_lead_to_their_text_and_others_do_not(played: Played) -> None:
    page = reverse("tournaments:event", args=[played.event.pk])
    assert f'href="{page}?as=text"' in Client().get(page).text
    cross = reverse("tournaments:event_cross", args=[played.event.pk])
    assert "?as=text" not in Client().get(cross).text


def test_the_prize_list_is_text_with_public_names_for_those_who_work_there(played: Played) -> None:
    Player.objects.filter(family_name="Al").update(may_publish=False)
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=played.club))
    papers = client.get(reverse("tournaments:papers", args=[played.event.pk])).text
    address = reverse("tournaments:paper", args=[played.event.pk, "prizes"])
    assert f'href="{address}?as=text&amp;places=3"' in papers
    text = client.get(address, {"as": "text", "places": "1"}).content.decode()
    assert "Prize list" in text
    assert "1) Ek–Player" in text
    assert "Öst" not in text
    assert "Bo Al" not in text
    assert Client().get(address, {"as": "text"}).status_code == 302


def test_columns_too_wide_for_a_mail_break_their_words_and_then_stand_below_each_other() -> None:
    columns = (Column("Name"), *(Column(f"Number {at}", ColumnKind.NUMBER) for at in range(2)))
    long = "A name of words " * 6
    table = ReportTable(columns=columns, rows=(Row((long, 12_500, -3)),))
    text = plain.plain_text(ExportReport(title="Wide", tables=(table,)))
    assert [line.split()[-2:] for line in text.splitlines()[3:]] == [["12,500", "−3"], ["of", "words"]]
    many = tuple(Column(f"Heading {at}") for at in range(9))
    table = ReportTable(columns=many, rows=(Row(("a" * 12,) * 9), Row(("b",) * 9)))
    lines = plain.plain_text(ExportReport(title="Wide", tables=(table,))).splitlines()
    assert [*lines[2:4], *lines[11:13]] == [
        *("Heading 0: " + "a" * 12, "Heading 1: " + "a" * 12),
        *("", "Heading 0: b"),
    ]


# In a frame of another site.


def embedded(played: Played, **headers: str) -> Any:
    return Client().get(reverse("tournaments:event_embed", args=[played.event.pk]), headers=headers)


def test_the_standings_may_stand_in_a_frame_and_no_other_page_may(played: Played) -> None:
    response = embedded(played)
    assert "frame-ancestors *" in response["Content-Security-Policy"]
    assert "script-src 'self'" in response["Content-Security-Policy"]
    assert "X-Frame-Options" not in response
    page = Client().get(reverse("tournaments:event", args=[played.event.pk]))
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"
    again = embedded(played, **{"If-None-Match": response["ETag"]})
    assert (again.status_code, "X-Frame-Options" in again) == (304, False)


def test_it_has_the_table_alone_and_its_links_open_in_the_whole_window(played: Played) -> None:
    page = embedded(played).text
    assert "Åsa Ek – Bo Al" in page
    assert '<base target="_top">' in page
    assert not any(word in page for word in ("<script", "<nav", "account", "csrf"))


def test_it_names_nobody_who_has_not_agreed_and_speaks_the_language_of_its_address(played: Played) -> None:
    Player.objects.filter(family_name="Al").update(may_publish=False)
    address = reverse("tournaments:event_embed", args=[played.event.pk])
    page = Client().get(address, {"lang": "fi"}).text
    assert '<html lang="fi">' in page
    assert "Bo Al" not in page
    assert '<html lang="en">' in Client().get(address, {"lang": "xx"}).text


def test_a_frame_has_no_files(played: Played) -> None:
    address = reverse("tournaments:event_embed", args=[played.event.pk])
    answers = [Client().get(address, {"as": name}).status_code for name in ("xlsx", "json", "print", "none")]
    assert answers == [404, 404, 404, 200], "what is no format is no question for a file"


def test_standings_that_are_kept_back_are_not_in_the_frame() -> None:
    page = embedded(an_event(hidden=True)).text
    assert "The standings are hidden until the results are shown." in page
    assert "<table" not in page


def test_whoever_works_there_finds_the_line_to_copy(played: Played) -> None:
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=played.club))
    papers = client.get(reverse("tournaments:papers", args=[played.event.pk])).text
    address = f"http://testserver{reverse('tournaments:event_embed', args=[played.event.pk])}"
    assert escape(frame_lines(address, played.event.title)) in papers


def test_the_title_of_a_frame_cannot_end_it() -> None:
    assert 'title="The &quot;Cup&quot; &gt; all"></iframe>' in frame_lines("http://host/", 'The "Cup" > all')
