"""Mail to captains: the code of the team, and that something waits for them, through the outbox."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate
from pytest_django.fixtures import Settings

from tests.tournaments.captains.support import AWAY, HOME, CaptainsLeague
from tests.tournaments.support.arriving import send_all
from tests.tournaments.support.post_office import PostOffice, free_port, post_office, use
from tournaments.captains.codes import code_of_team
from tournaments.models import OutgoingLetter
from tournaments.notices.old import remove_old_notices

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(settings: Settings) -> Iterator[PostOffice]:
    port = free_port()
    use(settings, port)
    with post_office(port) as running_office:
        yield running_office


def a_league(**fields: Any) -> CaptainsLeague:
    league = CaptainsLeague(mail=True, **fields)
    type(league.club).objects.filter(pk=league.club.pk).update(language="en")
    return league


def letters(office: PostOffice) -> list[tuple[str, str]]:
    """To whom and what, of those that have arrived since."""
    send_all()
    found = [(message["To"], message.get_content()) for message in office.arrived]
    office.arrived.clear()
    return found


def test_the_captain_hears_of_the_line_up_the_result_and_the_dispute_each_once(office: PostOffice) -> None:
    league = a_league()
    match = league.match()
    typed = league.typed_line_up(match, "Alfa")
    for _time in range(2):
        league.post("team_line_up", "Alfa", match.number, **typed)
    ((to, text),) = letters(office)
    assert to == "beta@example.org"
    assert "Alfa has sealed its line-up. Yours is waited for." in text
    assert f"{league.address('team_page', 'Beta')}{match.number}/" in text
    assert "Alfa1" not in text
    # Who seals second is waited for by nobody.
    league.post("team_line_up", "Beta", match.number, **league.typed_line_up(match, "Beta"))
    assert letters(office) == []
    totals = league.typed_totals(match)
    for _time in range(2):
        league.post("team_result", "Alfa", match.number, **totals)
    ((to, text),) = letters(office)
    assert to == "beta@example.org"
    assert "Alfa has entered the result." in text
    assert "Without an answer by" in text
    match.refresh_from_db()
    sent: dict[str, Any] = {"answer": "dispute", "reason": "Table 2 was 4,900", "version": match.version}
    league.post("team_answer", "Beta", match.number, **sent)
    ((to, text),) = letters(office)
    assert to == "alfa@example.org"
    assert "Table 2 was 4,900" in text


def test_a_confirmation_and_what_is_taken_back_are_no_news(office: PostOffice) -> None:
    league = a_league()
    match = league.open_match()
    league.post("team_result", "Alfa", match.number, **league.typed_totals(match))
    letters(office)
    match.refresh_from_db()
    league.post("team_answer", "Beta", match.number, version=match.version, answer="confirm")
    league.post("team_undo", "Beta", match.number, what="answer")
    assert letters(office) == []


def test_nobody_writes_to_a_captain_without_a_mailbox(office: PostOffice) -> None:
    league = CaptainsLeague()
    match = league.match()
    league.post("team_line_up", "Alfa", match.number, **league.typed_line_up(match, "Alfa"))
    assert not OutgoingLetter.objects.exists()


def test_without_a_mail_server_there_are_no_letters(settings: Settings) -> None:
    settings.EMAIL_HOST = ""
    league = a_league()
    match = league.match()
    league.seal(match, HOME, "Alfa")
    league.post("team_line_up", "Beta", match.number, **league.typed_line_up(match, "Beta"))
    league.seal(match, AWAY, "Beta")
    assert not OutgoingLetter.objects.exists()


def test_new_codes_are_mailed_and_stand_nowhere_in_plain_words(office: PostOffice) -> None:
    league = a_league()
    client = Client(headers={"accept-language": "en"})
    client.force_login(league.user)
    address = reverse("tournaments:team_codes", args=[league.league.pk])
    alfa = league.teams["Alfa"]
    answer = client.post(address, {"seen": f"{alfa.pk}:1"}, follow=True).content.decode()
    assert "1 team has a new code. It was mailed to 1 captain." in answer
    code = code_of_team(league.league.book_id, alfa.pk, 2)
    row = OutgoingLetter.objects.get()
    assert row.league == league.league
    assert code not in row.sealed
    ((to, text),) = letters(office)
    assert to == "alfa@example.org"
    assert code in text
    again = client.post(address, {"seen": f"{alfa.pk}:1"}, follow=True).content.decode()
    assert "0 teams have new codes." in again
    assert letters(office) == []


def test_letters_of_a_league_are_deleted_after_thirty_days(office: PostOffice) -> None:
    league = a_league()
    match = league.match()
    league.post("team_line_up", "Alfa", match.number, **league.typed_line_up(match, "Alfa"))
    today = localdate()
    remove_old_notices(today + timedelta(days=30))
    assert OutgoingLetter.objects.exists()
    remove_old_notices(today + timedelta(days=31))
    assert not OutgoingLetter.objects.exists()
