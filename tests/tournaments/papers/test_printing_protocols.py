"""The protocols of a round and of an event in one file: every game, by full names, as one alone says it."""

from __future__ import annotations

import threading
from io import BytesIO, StringIO
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from clubs.accounts.verbs import create_keeper
from clubs.jobs import kinds, queue, worker
from clubs.jobs.files import partial_file, store_output, work_folder
from clubs.jobs.recent import MAX_RECENT
from clubs.models import Job, Role
from clubs.people.names import full_name
from clubs.reports.pdf.reports import render_report
from clubs.reports.report import Report
from scoring import recording
from scoring.models import Game
from scoring.printing.assembly import protocol_report
from scoring.printing.event_lines import EventLineReader, read_event_lines
from scoring.store.game_queries import games_with_sides, side_names
from scoring.store.printing_queries import build_game_papers, load_game_papers
from tests.builders import a_user, an_author, own_places
from tests.documents.reading import pages_in, text_of
from tests.documents.test_booklet import outline_of
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Round, Tournament
from tournaments.papers.job_descriptions import EMERGENCY_PACK, EVENT_PROTOCOLS, ROUND_PROTOCOLS
from tournaments.papers.protocol_views import language_choices
from tournaments.papers.protocols import (
    ProtocolPrinting,
    event_game_pairings,
    protocol_chapters,
    protocol_games,
)

pytestmark = pytest.mark.django_db
ORIGIN = "http://192.0.2.1"


class Desk:
    """Takes what is made, and counts the steps."""

    def __init__(self, most: int = 1000) -> None:
        self.made = BytesIO()
        self.output: IO[bytes] = self.made
        self.total, self.steps, self.most = 0, 0, most

    def set_total(self, total: int) -> None:
        self.total = total

    def advance(self) -> None:
        self.steps += 1
        if self.steps > self.most:
            raise worker.JobStopped(worker.StopReason.CANCELLED)


def an_event(entries: int = 4) -> Played:
    event = Played(agreed(SWISS))
    event.enter(entries)
    return event


def played_event(rounds: int = 2) -> Played:
    event = an_event()
    for _round in range(rounds):
        event.round()
    return event


def asked(event: Played, kind: str, about: int, languages: str = "en") -> Job:
    what = "event" if kind == EVENT_PROTOCOLS else "round"
    wanted = {what: about, "to": "round", "languages": languages, "origin": ORIGIN, "two_sided": True}
    return queue.request_job(
        event.by, event.event.book, queue.JobRequest(kind=kind, parameters=wanted, key=uuid4())
    )


def printed(event: Played, drawn: Round | None = None, languages: str = "en") -> Desk:
    """A round, or the whole event."""
    kind, about = (EVENT_PROTOCOLS, event.event.pk) if drawn is None else (ROUND_PROTOCOLS, drawn.pk)
    desk = Desk()
    kinds.job_kinds[kind].run(asked(event, kind, about, languages), desk)
    return desk


def names_in(game: Game) -> list[str]:
    return side_names(games_with_sides().get(pk=game.pk), full_name)


def words(text: str) -> str:
    return " ".join(text.split())


def games_of(event: Played) -> list[Game]:
    return [game for drawn in event.event.rounds.order_by("number") for game in event.games(drawn)]


def test_every_game_of_an_event_is_there_in_the_order_of_rounds_and_tables() -> None:
    event = played_event()
    desk = printed(event)
    *sheets, last = text_of(desk.made.getvalue()).split("\f")[:-1]
    pages, backs = [*sheets[::2], last], sheets[1::2]
    assert (len(pages), desk.total, desk.steps) == (4, 4, 4)
    assert not any(map(words, backs)), "each has a sheet of its own"
    for page, game in zip(pages, games_of(event), strict=True):
        for side in names_in(game):
            for name in side.split(" – "):
                assert name in words(page), "by the full name, whether it may be published or not"
    assert [f"Round {number}" in words(page) for page, number in zip(pages, (1, 1, 2, 2), strict=True)] == [
        True
    ] * 4


def test_a_page_says_what_the_desks_protocol_of_the_game_says() -> None:
    event = played_event(rounds=1)
    (game, _other) = games_of(event)
    page = text_of(printed(event).made.getvalue()).split("\f")[0]
    (paper,) = load_game_papers([game.pk])
    address = ORIGIN + reverse("scoring:game", args=[game.pk])
    alone = text_of(
        render_report(protocol_report(["en"], paper, read_event_lines([game]), full_name, address))
    )
    assert words(page) == f"{words(alone)} 1"


def test_a_round_is_printed_alone_and_a_removed_one_with_no_event() -> None:
    event = played_event(rounds=1)
    second = event.publish()
    assert printed(event, second).total == 2
    assert printed(event).total == 4
    running.remove_round(event.by, second, "Drawn too early", Round.State.PUBLISHED)
    assert printed(event).total == 2


def test_two_languages_stand_side_by_side() -> None:
    event = played_event(rounds=1)
    pages = text_of(printed(event, languages="fi-sv").made.getvalue()).split("\f")[:-1]
    assert ["/ Pöytäkirja / Protokoll Samba" in words(page) for page in pages[::2]] == [True, True]


@pytest.mark.parametrize("entries", [pytest.param(16), pytest.param(80, marks=pytest.mark.long)])
def test_nine_of_ten_games_take_one_page_and_no_page_has_lines_to_sign_without_a_deal(entries: int) -> None:
    create_keeper("director@example.org", "Director", "eleven red canastas")
    plan = ("--preset", "championship_samba", "--entries", str(entries), "--rounds", str(entries // 16 + 1))
    call_command("simulate_event", *plan, stdout=StringIO(), stderr=StringIO())
    event = Tournament.objects.get()
    games = protocol_games(event_game_pairings(event))
    printing = ProtocolPrinting(["sv"], ORIGIN, EventLineReader())
    with translation.override("sv"):
        reports = [chapter.report for chapter in protocol_chapters(games, printing, Desk())]
    pages = [pages_in(render_report(report)) for report in reports if isinstance(report, Report)]
    assert len(pages) == len(games) >= entries
    assert sum(len(each) == 1 for each in pages) >= 0.9 * len(pages)
    assert all("Giv " in each[-1] for each in pages if len(each) > 1)


@pytest.mark.long
def test_twenty_tables_printed_on_both_sides_are_twenty_sheets_signed_where_the_last_deal_stands() -> None:
    create_keeper("director@example.org", "Director", "eleven red canastas")
    plan = ("--preset", "championship_samba", "--entries", "40", "--rounds", "1")
    call_command("simulate_event", *plan, stdout=StringIO(), stderr=StringIO())
    event = Tournament.objects.get()
    wanted = {"event": event.pk, "to": "round", "languages": "sv", "origin": ORIGIN, "two_sided": True}
    author = an_author(a_user(Role.Kind.DIRECTOR, club=event.club))
    job = queue.request_job(
        author, event.book, queue.JobRequest(kind=EVENT_PROTOCOLS, parameters=wanted, key=uuid4())
    )
    desk = Desk()
    kinds.job_kinds[EVENT_PROTOCOLS].run(job, desk)
    pages = [words(page) for page in text_of(desk.made.getvalue()).split("\f")[:-1]]
    fronts, backs = pages[::2], pages[1::2]
    assert len(fronts) == desk.total >= 20
    assert all("Protokoll Samba" in front for front in fronts), "each table begins on a sheet"
    for front, back in zip(fronts, [*backs, ""], strict=False):
        last = back or front
        assert "tävlingsledare" in last.lower(), "the last of those who sign"
        assert "Giv " in last or "Giv " not in front, "nobody has dealt where a side did not come"


def test_the_outline_leads_to_each_table_by_who_plays_there() -> None:
    event = played_event(rounds=1)
    labels = [
        f"Table {number} · {' / '.join(names_in(game))}"
        for number, game in enumerate(games_of(event), start=1)
    ]
    assert sorted(outline_of(printed(event).made.getvalue())) == sorted(["Round 1", *labels])


def test_the_same_event_gives_the_same_bytes() -> None:
    event = played_event()
    assert printed(event).made.getvalue() == printed(event).made.getvalue()


def test_work_that_is_stopped_ends_where_it_is() -> None:
    event = played_event()
    desk = Desk(most=1)
    with pytest.raises(worker.JobStopped):
        kinds.job_kinds[EVENT_PROTOCOLS].run(asked(event, EVENT_PROTOCOLS, event.event.pk), desk)
    assert desk.steps == 2


def told(games: list[Game]) -> int:
    """How many queries the protocols of some games take."""
    events = EventLineReader()
    with CaptureQueriesContext(connection) as seen:
        papers = load_game_papers([game.pk for game in games])
        events.load([paper.game for paper in papers])
        for paper in papers:
            for language in ("fi", "sv"):
                protocol_report([language], paper, events, full_name, "")
    return len(seen)


def test_twelve_games_with_deals_cost_as_many_queries_as_one() -> None:
    event = an_event(entries=24)
    games = event.games(event.publish())
    for game in games:
        recording.record_deal(event.by, game, a_deal(1))
        recording.end_game(event.by, game, recording.EarlyEnd(recording.GameEnd.TIME), "Ten", uuid4())
    one, many = told(games[:1]), told(games)
    assert many == one
    assert one <= 24


def test_what_is_read_for_a_protocol_is_all_that_it_asks_for(django_assert_num_queries: Any) -> None:
    event = an_event()
    (game, _other) = event.games(event.publish())
    recording.record_deal(event.by, game, a_deal(1))
    (paper,) = load_game_papers([game.pk])
    events = read_event_lines([game])
    with django_assert_num_queries(0):
        protocol_report(["fi", "sv"], paper, events, full_name, "")


def test_papers_come_in_the_order_in_which_they_were_asked_for() -> None:
    event = an_event()
    first, second = event.games(event.publish())
    assert [paper.game.pk for paper in load_game_papers([second.pk, first.pk])] == [second.pk, first.pk]
    assert build_game_papers([]) == []


# Asked for on the pages.


def client_of(event: Played, kind: Role.Kind = Role.Kind.DIRECTOR) -> Client:
    client = Client()
    client.force_login(a_user(kind, club=event.club))
    return client


@pytest.mark.parametrize("page", ["round", "desk"])
def test_the_pages_of_who_directs_offer_it(page: str) -> None:
    event = an_event()
    drawn = event.publish()
    address = reverse(f"tournaments:{page}", args=[drawn.pk if page == "round" else event.event.pk])
    wanted = "event_protocols" if page == "desk" else "round_protocols"
    action = reverse(f"tournaments:{wanted}", args=[event.event.pk if page == "desk" else drawn.pk])
    assert f'action="{action}"' in client_of(event).get(address).text


def test_the_papers_offer_it_to_whoever_records_in_the_language_that_was_chosen_there() -> None:
    event = an_event()
    drawn, client = event.publish(), client_of(event, Role.Kind.SCORER)
    papers = reverse("tournaments:papers", args=[event.event.pk])
    page = client.get(papers, {"languages": "fi-sv"}).text
    for wanted, about in (("event_protocols", event.event.pk), ("round_protocols", drawn.pk)):
        address = reverse(f"tournaments:{wanted}", args=[about])
        assert f'action="{address}"' in page
        sent = {"languages": "fi-sv", "to": "papers", "key": str(uuid4())}
        job = client.get(client.post(address, sent)["Location"]).text
        assert f'href="{papers}"' in job, "the way back"


def test_who_has_left_the_page_of_a_file_finds_it_on_the_papers(tmp_path: Path, settings: Any) -> None:
    own_places(settings, tmp_path)
    event = an_event()
    event.publish()
    client, papers = client_of(event, Role.Kind.SCORER), reverse("tournaments:papers", args=[event.event.pk])
    assert "Files of the last day" not in client.get(papers).text
    address = reverse("tournaments:event_protocols", args=[event.event.pk])
    job = client.post(address, {"languages": "en", "to": "papers", "key": str(uuid4())})["Location"]
    for who in (client, client_of(event)):
        assert f'href="{job}"' in who.get(papers).text, "one that waits"
    asked = Job.objects.get()
    asked.state, asked.file_name = Job.State.DONE, "all-protocols-spring.pdf"
    asked.save()
    assert job not in client.get(papers).text, "its file is not on this machine"
    partial_file(asked).write_bytes(b"%PDF")
    store_output(asked)
    assert "all-protocols-spring.pdf" in client.get(papers).text


def test_what_somebody_may_not_see_does_not_stand_before_what_he_asked_for() -> None:
    event = an_event()
    drawn, client = event.publish(), client_of(event, Role.Kind.SCORER)
    address = reverse("tournaments:event_protocols", args=[event.event.pk])
    job = client.post(address, {"languages": "en", "to": "papers", "key": str(uuid4())})["Location"]
    for pack in range(2 * MAX_RECENT):
        wish = queue.JobRequest(
            kind=EMERGENCY_PACK, parameters={"round": drawn.pk, "pack": pack}, key=uuid4()
        )
        queue.request_job(event.by, event.event.book, wish)
    assert f'href="{job}"' in client.get(reverse("tournaments:papers", args=[event.event.pk])).text


def test_whoever_does_not_direct_sees_a_round_once_it_is_published() -> None:
    event = an_event()
    drawn, scorer = event.draw(), client_of(event, Role.Kind.SCORER)
    address = reverse("tournaments:round", args=[drawn.pk])
    assert scorer.get(address).status_code == 403
    running.publish_round(event.by, drawn)
    assert scorer.get(address).status_code == 200
    running.remove_round(event.by, drawn)
    event.publish()
    assert scorer.get(address)["Location"] == reverse("tournaments:event", args=[event.event.pk])


def test_a_round_that_nobody_plays_yet_offers_nothing() -> None:
    event = an_event()
    drawn = event.draw()
    assert (
        "Print the score sheets"
        not in client_of(event).get(reverse("tournaments:round", args=[drawn.pk])).text
    )


def test_every_language_and_every_two_can_be_chosen() -> None:
    with translation.override("en"):
        choices = dict(language_choices())
    assert len(choices) == 4 + 6 + 1
    assert (choices["sv-fi"], choices["fi-sv"]) == ("Swedish and Finnish", "Finnish and Swedish")


def test_a_key_that_was_sent_for_another_round_is_told() -> None:
    event = an_event()
    drawn, client, key = event.publish(), client_of(event), str(uuid4())
    address = reverse("tournaments:round_protocols", args=[drawn.pk])
    sent = {"languages": "sv", "to": "round", "key": key}
    assert "/jobs/" in client.post(address, sent)["Location"]
    again = client.post(address, {**sent, "languages": "fi"}, follow=True)
    assert "sent with different content" in again.text
    assert Job.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.engine
def test_what_is_asked_for_on_the_round_is_made_and_taken(tmp_path: Path, settings: Any) -> None:
    own_places(settings, tmp_path)
    event = an_event()
    drawn, client = event.publish(), client_of(event, Role.Kind.SCORER)
    address = reverse("tournaments:round_protocols", args=[drawn.pk])
    page = client.post(address, {"languages": "sv", "to": "round", "key": str(uuid4())})["Location"]
    assert worker.run_next_job(threading.Event())
    shown = client.get(page).text
    assert "Score sheets of round 1" in shown
    assert f'href="{reverse("tournaments:round", args=[drawn.pk])}"' in shown
    taken = client.get(f"{page}file/")
    assert taken["Content-Disposition"] == 'attachment; filename="protokoll-fran-rond-1-spring.pdf"'
    assert text_of(taken.getvalue()).count("Protokoll") >= 2
    assert len(list(work_folder().iterdir())) == 1
