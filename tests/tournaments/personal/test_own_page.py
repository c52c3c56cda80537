"""The own page of an entry: who opens it, what it says, what it costs, and how codes come and go."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django.fixtures import Settings

from clubs.accounts.throttling import FAILURES_PER_ADDRESS
from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.models import Attempt, LogEntry
from scoring import recording
from tests.builders import a_user, an_author
from tests.tournaments.leagues.support import LeagueOfClub, three_teams
from tests.tournaments.signup.support import sign_up
from tests.tournaments.support.arriving import arrived
from tests.tournaments.support.events import Played, agreed
from tournaments import leagues, personal, running, signup
from tournaments.core.leagues.match import TeamSide
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Entry, Signup, Tournament
from tournaments.papers.kinds.personal_slips import personal_slips
from tournaments.papers.source import PaperSource
from tournaments.play.personal_codes import KEPT_DAYS, code_of_entry, personal_path
from tournaments.running import CalledPlayers

pytestmark = pytest.mark.django_db


def an_event(entries: int = 4, **fields: Any) -> Played:
    played = Played(agreed(SWISS, **fields))
    recording.create_tables(played.by, played.club, [str(n) for n in range(1, entries // 2 + 1)], uuid4())
    Tournament.objects.filter(pk=played.event.pk).update(date=timezone.localdate(), name=str(uuid4()))
    played.event.refresh_from_db()
    played.enter(entries)
    assert personal.make_codes(played.by, played.event, 0)
    return played


def entry_of(event: Played, number: int = 1) -> Entry:
    return Entry.objects.get(tournament=event.event, number=number)


def path_of(event: Played, number: int = 1) -> str:
    return personal_path(event.fresh, entry_of(event, number).pk)


def shown(address: str, **headers: str) -> str:
    answer = Client().get(address, headers={"accept-language": "en", **headers})
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


# What it says.


def test_before_the_first_round_it_asks_to_come_and_says_no_standing() -> None:
    page = shown(path_of(an_event()))
    assert "I am here" in page
    assert "Round 1 is not out yet." in page
    assert "There is none before the first result." in page


def test_it_says_table_and_opponents_of_the_published_round_and_the_games() -> None:
    event = an_event()
    event.publish()
    page = shown(path_of(event))
    assert re.search(r"Round 1 is out: table \d, against ", page)
    assert "My games" in page


def test_an_announcement_and_the_own_call_stand_there_and_no_other_call() -> None:
    event = an_event()
    running.announce(event.by, event.event, {"": "Coffee at three"}, 30)
    running.call_players(event.by, event.event, CalledPlayers(entry=1, player=None, table=None))
    assert "Coffee at three" in shown(path_of(event, 1))
    assert "You are called to the desk." in shown(path_of(event, 1))
    assert "You are called" not in shown(path_of(event, 2))


def test_games_of_closed_rounds_stay_there_the_latest_first() -> None:
    event = an_event()
    event.round()
    event.publish()
    page = shown(path_of(event))
    assert re.search(r"Place \d of 4", page)
    assert page.count('<ol class="tables seen">') == 1
    drawn = event.event.rounds.filter(pairings__entered__entry=entry_of(event))
    assert drawn.count() == 2
    games = drawn.order_by("-number").values_list("pairings__game", flat=True)
    at = [page.find(f"/games/{game}/") for game in games if f"/games/{game}/" in page]
    assert len(at) == 2
    assert at == sorted(at)


def test_hidden_standings_are_hidden() -> None:
    event = an_event(hidden=True)
    event.round()
    page = shown(path_of(event))
    assert "The standings are being withheld." in page
    assert "Place " not in page


def test_names_are_those_of_the_public_pages_outside_the_hall() -> None:
    event = an_event()
    event.publish()
    entry_of(event, 2).players.update(may_publish=False)
    hidden = [player.family_name for player in entry_of(event, 2).players.all()]
    for number in (1, 2, 3, 4):
        assert not any(name in shown(path_of(event, number)) for name in hidden)


# Who opens it.


def test_the_code_of_another_event_of_another_entry_and_a_forged_one_open_nothing() -> None:
    event, other = an_event(), an_event()
    mine, theirs = entry_of(event), entry_of(other)
    code = code_of_entry(event.event.book_id, mine.pk, 1)
    foreign = code_of_entry(other.event.book_id, theirs.pk, 1)
    wrong = [
        (event.event.pk, mine.pk, foreign),
        (event.event.pk, theirs.pk, foreign),
        (other.event.pk, mine.pk, code),
        (event.event.pk, entry_of(event, 2).pk, code),
        (event.event.pk, mine.pk, code_of_entry(event.event.book_id, mine.pk, 0)),
        (event.event.pk, mine.pk, "aaaa-bbbb-cccc"),
        (event.event.pk, 2**70, code),
    ]
    for name in ("my_page", "my_calendar", "my_here"):
        for args in wrong:
            address = reverse(f"tournaments:{name}", args=args)
            answer = Client().post(address) if name == "my_here" else Client().get(address)
            assert answer.status_code == 404, (name, args)
    assert not Entry.objects.filter(state=Entry.State.PRESENT).exists()


def test_nothing_opens_where_no_codes_were_made() -> None:
    event = an_event()
    address = path_of(event)
    personal.put_codes_back(event.by, event.event, 0, instead_of=1)
    assert Client().get(address).status_code == 404
    zero = code_of_entry(event.event.book_id, entry_of(event).pk, 0)
    typed = Client().post(reverse("tournaments:my_code", args=[event.event.pk]), {"code": zero})
    assert typed.status_code == 200


def test_a_typed_code_leads_to_its_page_however_it_is_written() -> None:
    event = an_event()
    code = code_of_entry(event.event.book_id, entry_of(event, 3).pk, 1)
    address = reverse("tournaments:my_code", args=[event.event.pk])
    for typed in (code, code.upper(), code.replace("-", " ")):
        assert Client().post(address, {"code": typed}).headers["Location"] == path_of(event, 3)
    assert not Attempt.objects.exists()


def test_guessing_ends_and_whoever_has_a_right_code_is_not_shut_out() -> None:
    event = an_event()
    typed = reverse("tournaments:my_code", args=[event.event.pk])
    wrong = reverse("tournaments:my_page", args=[event.event.pk, entry_of(event).pk, "aaaa-bbbb-cccc"])
    for _guess in range(FAILURES_PER_ADDRESS):
        assert Client().get(wrong).status_code == 404
    assert Client().get(wrong).status_code == 429
    right = code_of_entry(event.event.book_id, entry_of(event).pk, 1)
    assert Client().post(typed, {"code": right}).status_code == 429
    shown(path_of(event))


# New codes, and the end.


def test_new_codes_shut_out_the_old_and_the_undo_brings_them_back() -> None:
    event = an_event()
    old = path_of(event)
    client = Client()
    client.force_login(event.by.user)  # type: ignore[arg-type]
    codes = reverse("tournaments:personal_codes", args=[event.event.pk])
    for _twice in range(2):
        assert client.post(codes, {"seen": "1", "key": str(uuid4())}).status_code == 302
    assert event.fresh.code_set == 2
    new = path_of(event)
    assert Client().get(old).status_code == 404
    shown(new)
    made = LogEntry.objects.filter(book=event.event.book, act="codes.made").latest("number")
    undo = reverse("clubs:undo", args=[event.event.book_id, made.number])
    form = client.get(undo)
    fields = dict(re.findall(r'name="(key|confirmed|seen)" value="([^"]*)"', form.content.decode()))
    assert client.post(undo, fields).status_code == 302
    shown(old)
    assert Client().get(new).status_code == 404
    personal.make_codes(event.by, event.event, 2)
    assert path_of(event) not in (old, new)
    verify_log(event.event.book_id)


def test_only_who_directs_makes_codes() -> None:
    event = an_event()
    with pytest.raises(PermissionDenied):
        personal.make_codes(an_author(), event.event, 1)
    client = Client()
    client.force_login(a_user())
    assert client.get(reverse("tournaments:personal_codes", args=[event.event.pk])).status_code == 403


def test_an_entry_that_comes_later_has_a_code_too() -> None:
    event = an_event()
    event.enter(1)
    shown(path_of(event, 5))


def test_a_code_ends_some_time_after_the_event_and_the_page_says_when() -> None:
    event = an_event()
    address = path_of(event)
    today = timezone.localdate()
    Tournament.objects.update(date=today - timedelta(days=KEPT_DAYS))
    assert "It ends after " in shown(address)
    Tournament.objects.update(date=today - timedelta(days=KEPT_DAYS + 1))
    assert Client().get(address).status_code == 410
    assert Client().post(f"{address}here/").status_code == 410
    assert not Entry.objects.filter(state=Entry.State.PRESENT).exists()
    event.publish()
    shown(address)  # it is played later than it was planned


# Checked in by a tap.


def test_a_tap_checks_in_and_another_takes_it_back_and_the_log_says_by_what() -> None:
    event = an_event()
    address, client = path_of(event), Client()
    assert client.post(f"{address}here/", {"here": "yes"}).status_code == 302
    assert entry_of(event).state == Entry.State.PRESENT
    assert "You are checked in." in client.get(address, headers={"accept-language": "en"}).content.decode()
    client.post(f"{address}here/", {"here": "yes"})
    assert LogEntry.objects.filter(act="entry.checked").count() == 1
    client.post(f"{address}here/", {"here": "no"})
    assert entry_of(event).state == Entry.State.ENTERED
    entry = LogEntry.objects.filter(act="entry.checked").latest("number")
    assert '"by_code":true' in entry.text.replace(" ", "")
    verify_log(event.event.book_id)


def test_a_code_replaced_in_the_meantime_and_a_withdrawn_entry_check_nobody_in() -> None:
    event = an_event()
    entry = entry_of(event)
    with pytest.raises(NotNow):
        running.check_in_by_code(an_author(), entry, 7, here=True)
    running.withdraw(event.by, entry, "ill")
    Client().post(f"{path_of(event)}here/")
    assert entry_of(event).state == Entry.State.WITHDRAWN
    assert "I am here" not in shown(path_of(event))


# What it costs.


def test_a_phone_that_has_the_page_costs_one_row() -> None:
    event = an_event()
    event.publish()
    address = path_of(event)
    answer = Client().get(address)
    assert "no-store" in answer.headers["Cache-Control"]
    with CaptureQueriesContext(connection) as read:
        again = Client().get(address, headers={"if-none-match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert len(read) == 1
    Client().post(f"{address}here/")
    assert Client().get(address, headers={"if-none-match": answer.headers["ETag"]}).status_code == 200


def test_the_page_costs_the_same_with_more_tables() -> None:
    costs = []
    for entries in (4, 16):
        event = an_event(entries)
        event.publish()
        address = path_of(event)
        with CaptureQueriesContext(connection) as read:
            shown(address)
        costs.append(len(read))
    assert costs[0] == costs[1]
    assert costs[0] <= 16


# Mail and the own sign-up.


def test_who_signed_up_with_mail_gets_the_code_and_the_own_sign_up_leads_there(
    settings: Settings,
) -> None:
    settings.EMAIL_HOST = "localhost"
    event = an_event()
    signed = sign_up_entered(event)
    client = Client()
    client.force_login(event.by.user)  # type: ignore[arg-type]
    client.post(
        reverse("tournaments:personal_codes", args=[event.event.pk]), {"seen": "1", "key": str(uuid4())}
    )
    (letter,) = arrived()
    assert letter.to == ["alma@example.org"]
    assert path_of(event) in letter.body
    assert signed.entry_id == entry_of(event).pk


def sign_up_entered(event: Played) -> Signup:
    signup.change_announcement(event.by, event.event, signup.AnnouncementPlan())
    signup.announce(event.by, event.event)
    row = sign_up(event, "Alma Ek", "Axel Ek", email="alma@example.org", language="sv")
    row.state, row.entry = Signup.State.ENTERED, entry_of(event)
    row.save()
    return row


# At the end, and on paper.


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (Tournament.State.PRELIMINARY, "All rounds are over, and the results are shown."),
        (Tournament.State.OFFICIAL, "The event is over, and its results are official."),
    ],
)
def test_after_the_event_the_page_says_so(state: str, said: str) -> None:
    event = an_event()
    Tournament.objects.filter(pk=event.event.pk).update(state=state)
    assert said in shown(path_of(event))


def test_nobody_is_called_to_a_table_once_all_rounds_are_over() -> None:
    event = an_event()
    for table in (2, None):
        running.call_players(event.by, event.event, CalledPlayers(entry=1, player=None, table=table))
    assert "You are called to table 2." in shown(path_of(event))
    Tournament.objects.filter(pk=event.event.pk).update(state=Tournament.State.PRELIMINARY)
    text = shown(path_of(event))
    assert "You are called to table" not in text
    assert "You are called to the desk." in text


def test_a_slip_says_in_large_letters_what_to_do_with_a_phone_and_without_one() -> None:
    event = an_event()
    with translation.override("en"):
        slips = personal_slips(PaperSource(event.fresh, lambda path: path))
    assert slips is not None
    code, lines = slips.cards[0].tables
    expected = code_of_entry(event.event.book_id, entry_of(event).pk, event.fresh.code_set)
    assert [row.values for row in code.rows] == [(expected,)]
    said = [str(row.values[0]) for row in lines.rows]
    assert said[2].endswith(f"/events/{event.event.pk}/my/")
    assert said[3].startswith("Without a phone you miss nothing")


# Leagues.


def test_it_has_the_league_matches_of_its_players_and_follows_them() -> None:
    event = an_event()
    league = three_teams(club=event.club, author=event.by)
    first, second = (place.player for place in entry_of(event).places.order_by("position"))
    plan = leagues.TeamPlan(name="Omega", players=(first.pk, second.pk))
    league.players["Omega"] = [first, second]
    league.teams["Omega"] = leagues.add_team(league.by, league.league, plan, uuid4())
    league.publish("1 Omega Alfa", "1 Beta Gamma")
    address = path_of(event)
    answer = Client().get(address)
    assert "Omega – Alfa" in answer.content.decode()
    assert "Beta – Gamma" not in answer.content.decode()
    with CaptureQueriesContext(connection) as read:
        again = Client().get(address, headers={"if-none-match": answer.headers["ETag"]})
    assert (again.status_code, len(read)) == (304, 1)
    match = league.match(1)
    pairs = ((first.pk, second.pk), (None, None))
    leagues.seal_line_up(league.by, match, TeamSide.HOME, pairs)
    leagues.seal_line_up(league.by, match, TeamSide.AWAY, league.pairs("Alfa", 1, 2, 3, 4))
    league.enter(1, "5000-4000", "3000-4100")
    told = Client().get(address, headers={"if-none-match": answer.headers["ETag"]})
    assert "table points 2, difference +1,000, points scored 5,000" in told.content.decode()


def test_it_has_no_matches_of_a_hidden_league() -> None:
    event = an_event()
    league = LeagueOfClub(club=event.club, author=event.by, public=False)
    plan = leagues.TeamPlan(
        name="Omega", players=tuple(place.player_id for place in entry_of(event).places.all())
    )
    league.teams["Omega"] = leagues.add_team(league.by, league.league, plan, uuid4())
    league.team("Alfa")
    league.publish("1 Omega Alfa")
    assert "League matches" not in shown(path_of(event))
