"""The league manager's page of codes with its undo, the slips, and the match protocol on one page."""

from __future__ import annotations

from typing import Any

import pypdfium2
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.models import LogEntry, Role
from clubs.people.names import full_name, public_name
from clubs.reports.paper import render_document
from clubs.reports.report import Report
from tests.builders import a_user
from tests.tournaments.captains.support import CaptainsLeague
from tournaments import captains, leagues
from tournaments.captains.codes import code_of_team
from tournaments.captains.papers import match_protocol, team_slips
from tournaments.core.leagues.rules import LeagueRules, PairsMeeting
from tournaments.models import Team, TeamMatch

pytestmark = pytest.mark.django_db


def manager_of(league: CaptainsLeague) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(league.user)
    return client


def text_of(pdf: bytes) -> tuple[int, str]:
    """How many pages a PDF has, and its text."""
    document = pypdfium2.PdfDocument(pdf)
    text = "\n".join(page.get_textpage().get_text_range() for page in document)
    pages = len(document)
    document.close()
    return pages, text.replace("\r\n", "\n")


# Codes.


def test_codes_are_made_for_all_teams_at_once_and_for_one_that_comes_later() -> None:
    league = CaptainsLeague()
    late = league._add_team("Gamma")
    address = reverse("tournaments:team_codes", args=[league.league.pk])
    page = manager_of(league).get(address).content.decode()
    assert "1 team has no code yet." in page
    assert f'value="{late.pk}:0"' in page
    manager_of(league).post(address, {"seen": f"{late.pk}:0"})
    assert not Team.objects.filter(league=league.league, code_set=0).exists()
    assert "no code yet" not in manager_of(league).get(address).content.decode()


@pytest.mark.parametrize("seen", ["", "x", "1:", "1:2:3", "1;2"])
def test_a_form_without_teams_is_refused(seen: str) -> None:
    league = CaptainsLeague()
    address = reverse("tournaments:team_codes", args=[league.league.pk])
    assert manager_of(league).post(address, {"seen": seen}).status_code == 200
    assert set(Team.objects.values_list("code_sets_made", flat=True)) == {1}


def test_making_codes_is_undone_with_the_way_back_of_its_act() -> None:
    league = CaptainsLeague()
    alfa = league.teams["Alfa"]
    captains.make_team_codes(league.by, league.league, {alfa.pk: 1})
    entry = LogEntry.objects.filter(act="captains.codes_made").latest("number")
    address = reverse("clubs:undo", args=[league.league.book_id, entry.number])
    client = manager_of(league)
    assert "Lets the codes before be valid again, or none." in client.get(address).content.decode()
    client.post(address, {"key": "0b7a0e54-7c5d-4a58-9a31-3d9c2f9f2d11"})
    alfa.refresh_from_db()
    assert (alfa.code_set, alfa.code_sets_made) == (1, 2)


def test_only_those_who_direct_make_codes() -> None:
    league = CaptainsLeague()
    scorer = a_user(Role.Kind.SCORER, club=league.club)
    client = Client()
    client.force_login(scorer)
    for name in ("team_codes", "team_slips"):
        address = reverse(f"tournaments:{name}", args=[league.league.pk])
        assert client.get(address).status_code == 403
        assert Client().get(address).status_code == 302


def test_the_slips_have_the_codes_in_letters_and_as_a_square() -> None:
    league = CaptainsLeague()
    answer = manager_of(league).get(reverse("tournaments:team_slips", args=[league.league.pk]))
    assert answer["Content-Type"] == "application/pdf"
    _pages, text = text_of(answer.content)
    for team in league.teams.values():
        assert code_of_team(league.league.book_id, team.pk, 1) in text
    slips = team_slips(league.league, league.teams.values(), "https://talon.example")
    assert slips is not None
    assert [card.address for card in slips.cards] == [
        f"https://talon.example{league.address('team_page', name)}" for name in league.teams
    ]


def test_without_codes_there_are_no_slips() -> None:
    league = CaptainsLeague()
    Team.objects.update(code_set=0)
    assert (
        manager_of(league).get(reverse("tournaments:team_slips", args=[league.league.pk])).status_code == 404
    )


# The match protocol.


def protocol(match: TeamMatch, language: str = "en", **options: Any) -> Report:
    match = TeamMatch.objects.select_related("league__club", "league__book", "home", "away", "division").get(
        pk=match.pk
    )
    with translation.override(language):
        return match_protocol(match, full_name, "https://talon.example/m/", **options)


def test_a_blank_protocol_has_room_for_line_ups_totals_and_three_signatures() -> None:
    league = CaptainsLeague()
    report = protocol(league.match())
    line_ups, tables = report.tables
    assert [row.values for row in line_ups.rows] == [(1, None, None), (2, None, None)]
    assert [row.values[0] for row in tables.rows] == ["1", "2", "Together", "Match points"]
    assert [row.values[3:] for row in tables.rows] == [(None,) * 4] * 4
    assert report.signatures == ("Captain of Alfa", "Captain of Beta", "Accepted by the league manager")


def test_a_filled_protocol_has_all_that_was_entered_and_who_has_confirmed_it() -> None:
    league = CaptainsLeague()
    match = league.open_match()
    league.post("team_result", "Alfa", match.number, **league.typed_totals(match))
    match.refresh_from_db()
    league.post("team_answer", "Beta", match.number, version=match.version, answer="confirm")
    match.refresh_from_db()
    leagues.accept_result(league.by, match, match.version)
    report = protocol(match)
    line_ups, tables = report.tables
    assert line_ups.rows[0].values == (1, "Alfa1 Berg – Alfa2 Berg", "Beta1 Berg – Beta2 Berg")
    assert tables.rows[0].values[3:] == (5200, 4800, "2–0", "+400")
    assert [(row.values[0], *row.values[5:]) for row in tables.rows[2:]] == [
        ("Together", "2–2", "\u2212700"),
        ("Match points", "0–2", None),
    ]
    assert [note.split(" on ")[0] for note in report.notes] == [
        "Entered",
        "Confirmed",
        "Accepted by the league manager",
    ]


def test_a_sealed_line_up_is_on_no_protocol() -> None:
    league = CaptainsLeague()
    match = league.match()
    league.post("team_line_up", "Alfa", match.number, **league.typed_line_up(match, "Alfa"))
    addresses = [
        league.address("team_protocol", "Beta", match.number),
        reverse("tournaments:public_match_protocol", args=[league.league.pk, match.number]),
        reverse("tournaments:match_protocol", args=[match.pk]),
    ]
    for address in addresses:
        answer = manager_of(league).get(address)
        assert answer.status_code == 200
        assert "Alfa1" not in text_of(answer.content)[1], address


def test_everybody_gets_the_names_that_may_be_published_and_the_desk_all_of_them() -> None:
    league = CaptainsLeague()
    match = league.open_match()
    player = league.players["Alfa"][0]
    player.may_publish = False
    player.save()
    public = reverse("tournaments:public_match_protocol", args=[league.league.pk, match.number])
    assert "Alfa1" not in text_of(Client().get(public).content)[1]
    assert "Alfa2" in text_of(Client().get(public).content)[1]
    assert (
        "Alfa1"
        in text_of(manager_of(league).get(reverse("tournaments:match_protocol", args=[match.pk])).content)[1]
    )
    assert public_name(player) in str(match_protocol(match, public_name, "").tables[0].rows[0].values[1])


@pytest.mark.parametrize("languages", ["en", "sv", "fi", "da", "fi-sv"])
@pytest.mark.parametrize("rules", [LeagueRules(), LeagueRules(tables=4, meeting=PairsMeeting.EACH_AGAINST)])
def test_a_protocol_is_one_page_in_each_language_and_in_two(languages: str, rules: LeagueRules) -> None:
    league = CaptainsLeague(rules=rules)
    match = league.match()
    public = reverse("tournaments:public_match_protocol", args=[league.league.pk, match.number])
    answer = Client().get(f"{public}?languages={languages}")
    assert text_of(answer.content)[0] == 1


def test_the_protocol_of_a_league_that_is_not_public_is_for_its_desk_alone() -> None:
    league = CaptainsLeague()
    match = league.match()
    type(league.league).objects.update(public=False)
    public = reverse("tournaments:public_match_protocol", args=[league.league.pk, match.number])
    assert Client().get(public).status_code == 404
    assert manager_of(league).get(reverse("tournaments:match_protocol", args=[match.pk])).status_code == 200


def test_a_protocol_is_drawn_the_same_twice() -> None:
    report = protocol(CaptainsLeague().match())
    assert text_of(render_document(report)) == text_of(render_document(report))


# Undoing what captains did.


def test_the_league_manager_undoes_what_captains_did_from_the_log() -> None:
    league = CaptainsLeague()
    match = league.open_match()
    league.post("team_result", "Alfa", match.number, **league.typed_totals(match))
    match.refresh_from_db()
    league.post("team_answer", "Beta", match.number, version=match.version, answer="confirm")
    league.post("team_undo", "Beta", match.number, what="answer")
    entry = LogEntry.objects.filter(act="match.answer_withdrawn").latest("number")
    client, address = manager_of(league), reverse("clubs:undo", args=[league.league.book_id, entry.number])
    assert "Puts the match back as it was before." in client.get(address).content.decode()
    client.post(address, {"key": "0b7a0e54-7c5d-4a58-9a31-3d9c2f9f2d12"})
    match.refresh_from_db()
    assert match.state == TeamMatch.State.CONFIRMED
