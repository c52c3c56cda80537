"""Trials and their deletion: what counts nowhere, what goes, and what the log of the club keeps."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags
from PIL import Image

from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.books.writing import club_book
from clubs.jobs import queue
from clubs.models import Book, Job, LogEntry, Role
from scoring import recording
from scoring.models import Game, Photo
from scoring.store.game_queries import revision_of_games
from scoring.store.ruling_queries import warnings_of_club
from tests.builders import PASSWORD, a_user, an_author
from tests.scoring.support.played import a_body
from tests.tournaments.support.events import Played, agreed, declare_official, show_after_this_round
from tournaments import running
from tournaments.history import queries
from tournaments.history.club_history import load_history, revision_of_history
from tournaments.history.records import records_of
from tournaments.models import EventAdjustment, Tournament
from tournaments.papers.job_descriptions import EVENT_PROTOCOLS

pytestmark = pytest.mark.django_db


def a_picture() -> SimpleUploadedFile:
    drawn = BytesIO()
    Image.new("RGB", (8, 8)).save(drawn, "PNG")
    return SimpleUploadedFile("paper.png", drawn.getvalue(), "image/png")


def make_trial(event: Played, *, trial: bool = True) -> None:
    running.change_event(event.by, event.event, replace(plan_of(event), trial=trial))


def plan_of(event: Played) -> running.EventPlan:
    now = event.fresh
    return running.EventPlan(
        name=now.name,
        date=now.date,
        ruleset=now.ruleset,
        options=now.options,
        agreement=now.agreement,
        trial=now.is_trial,
    )


@pytest.fixture
def event() -> Played:
    """Four pairs, nothing drawn."""
    played = Played(agreed(rounds=2))
    played.enter(4)
    return played


@pytest.fixture
def rehearsed(event: Played) -> Played:
    """A trial in which everything has happened that can be recorded."""
    make_trial(event)
    by, club = event.by, event.club
    recording.create_tables(by, club, ["1", "2"], uuid4())
    drawn = event.publish()
    game, other = event.games(drawn)
    deal = recording.WrittenDeal(number=1, body=a_body(), key=uuid4())
    recording.record_deal(by, game, deal)
    recording.keep_photo(by, game, a_picture())
    seated = game.sides.get(number=0).seats.first()
    assert seated is not None
    recording.warn_player(
        by, game, recording.WarningNotice(player=seated.player_id, text="Talk", key=uuid4())
    )
    recording.adjust(by, game, recording.Charge(side=0, points=-100, reason="Late", key=uuid4()))
    recording.give_ruling(by, game, recording.Decision(text="The game goes on", key=uuid4()))
    event.totals(other, 5_000, 3_000)
    running.adjust_event(
        by,
        event.event,
        running.EventCharge(entry=1, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="Late", key=uuid4()),
    )
    late = event.enter(1)[0]
    running.remove_entry(by, late)
    Role.objects.create(user=a_user(), book=event.event.book, kind=Role.Kind.SCORER)
    wanted = {"event": event.event.pk, "languages": "sv", "origin": "http://192.0.2.1"}
    queue.request_job(
        by, event.event.book, queue.JobRequest(kind=EVENT_PROTOCOLS, parameters=wanted, key=uuid4())
    )
    return event


def rows_by_table() -> dict[str, int]:
    """How many rows each table has; who tries to sign in is no part of an event."""
    models = (model for model in apps.get_models() if not model._meta.label_lower.startswith("sessions."))
    return {model._meta.label_lower: model._base_manager.count() for model in models}


KEPT = {
    *("clubs.club", "clubs.player", "clubs.playername", "clubs.membership", "clubs.user", "clubs.book"),
    *("clubs.logentry", "clubs.logwords", "clubs.role", "scoring.table", "clubs.installation"),
}


def test_a_trial_goes_with_everything_and_the_log_of_the_club_keeps_its_head(
    rehearsed: Played, django_capture_on_commit_callbacks: Any
) -> None:
    book = Book.objects.get(pk=rehearsed.event.book_id)
    photo = Photo.objects.get()
    name, storage = photo.image.name, photo.image.storage
    assert storage.exists(name)
    with django_capture_on_commit_callbacks(execute=True):
        running.delete_event(rehearsed.by, rehearsed.fresh)
    left = {table: number for table, number in rows_by_table().items() if number and table not in KEPT}
    assert {table for table in left if table.split(".")[0] in ("scoring", "tournaments", "clubs")} == set()
    assert not storage.exists(name)
    assert not Book.objects.filter(pk=book.pk).exists()
    assert not LogEntry.objects.filter(book=book.pk).exists()
    assert rehearsed.club.tables.filter(game=None).count() == 2
    kept = LogEntry.objects.get(book=club_book(rehearsed.club), act="event.deleted")
    assert f'"head":"{book.head}"' in kept.text
    assert f'"entries":{book.entries}' in kept.text
    assert '"deals":1' in kept.text
    assert verify_log().broken == []


def test_a_book_that_vanishes_without_that_is_found(event: Played) -> None:
    from clubs.books.removal import remove_book

    book = Book.objects.get(pk=event.event.book_id)
    Tournament.objects.all().delete()
    remove_book(book)
    (broken,) = verify_log().broken
    assert broken.book == event.event.book_id
    assert "missing" in broken.fault


def test_an_event_that_counts_is_not_deleted_with_games(event: Played) -> None:
    event.publish()
    with pytest.raises(NotNow, match="archived"):
        running.delete_event(event.by, event.fresh)
    assert Game.objects.count() == 2


def test_an_event_without_games_is_deleted_though_it_is_no_trial(event: Played) -> None:
    event.draw()
    running.delete_event(event.by, event.fresh)
    assert not Tournament.objects.exists()
    assert verify_log().broken == []


def test_twice_deletes_once(event: Played) -> None:
    stale = event.fresh
    running.delete_event(event.by, event.fresh)
    with pytest.raises(NotNow, match="meanwhile"):
        running.delete_event(event.by, stale)


def test_only_a_director_of_the_event_deletes_it(event: Played) -> None:
    for kind in (Role.Kind.JURY, Role.Kind.SCORER):
        with pytest.raises(PermissionDenied):
            running.delete_event(an_author(a_user(kind, club=event.club)), event.fresh)
    with pytest.raises(PermissionDenied):
        running.delete_event(an_author(a_user(Role.Kind.ADMIN)), event.fresh)
    of_the_event = a_user(Role.Kind.DIRECTOR, book=event.event.book)
    running.delete_event(an_author(of_the_event), event.fresh)
    assert not Tournament.objects.exists()


def test_what_is_recorded_meanwhile_is_refused_and_no_error(rehearsed: Played) -> None:
    game = Game.objects.select_related("book").get(over=False)
    running.delete_event(rehearsed.by, rehearsed.fresh)
    with pytest.raises(NotNow, match="deleted meanwhile"):
        recording.record_deal(rehearsed.by, game, recording.WrittenDeal(number=2, body=a_body(), key=uuid4()))


def test_the_states_of_lists_only_grow(rehearsed: Played) -> None:
    """A page that is kept by its state never returns after an event is gone."""
    player = rehearsed.club.home_players.filter(places__isnull=False).order_by("pk")[0]
    games, club = revision_of_games().number, revision_of_history(rehearsed.club.pk)
    before = queries.revision_of_player(player.pk)
    running.delete_event(rehearsed.by, rehearsed.fresh)
    after = revision_of_history(rehearsed.club.pk)
    assert club is not None
    assert after is not None
    assert after.number > club.number
    assert revision_of_games().number > games
    assert queries.revision_of_player(player.pk) != before


@pytest.mark.parametrize("trial", [False, True])
def test_a_trial_counts_in_no_results_no_winners_and_no_records(event: Played, trial: bool) -> None:
    make_trial(event, trial=trial)
    drawn = event.publish()
    first, second = event.games(drawn)
    recording.record_deal(event.by, first, recording.WrittenDeal(number=1, body=a_body(), key=uuid4()))
    warned = first.sides.get(number=0).seats.get(position=0).player_id
    recording.warn_player(event.by, first, recording.WarningNotice(player=warned, text="Talk", key=uuid4()))
    event.totals(first, 9_000, 3_000)
    event.totals(second, 5_000, 3_000)
    event.close(drawn)
    declare_official(event.by, show_after_this_round(event.by, event.fresh))
    player = event.club.home_players.get(pk=warned)
    history = load_history(event.club)
    counted = (
        bool(queries.results_of_player(player)),
        bool(history.victories),
        "deal" in {made.kind for made in records_of(history.events, history.facts)},
        warnings_of_club(event.club).exists(),
    )
    assert counted == ((False,) * 4 if trial else (True,) * 4)


def test_an_event_with_games_that_count_becomes_no_trial(event: Played) -> None:
    make_trial(event)
    make_trial(event, trial=False)
    event.publish()
    with pytest.raises(ValidationError, match="cannot be changed"):
        make_trial(event)
    assert not event.fresh.is_trial


def test_a_trial_may_turn_out_to_count_and_then_stays(rehearsed: Played) -> None:
    make_trial(rehearsed, trial=False)
    with pytest.raises(NotNow, match="no trial"):
        running.delete_event(rehearsed.by, rehearsed.fresh)


def plain(page: str) -> str:
    return " ".join(strip_tags(page).split())


def test_the_page_names_what_goes_and_the_club_page_no_longer_lists_it(rehearsed: Played) -> None:
    client = Client()
    assert rehearsed.by.user is not None
    client.login(username=rehearsed.by.user.email, password=PASSWORD)
    address = reverse("tournaments:event_delete", args=[rehearsed.event.pk])
    page = client.get(address).content.decode()
    for words in ("4 entries", "1 round", "2 games", "1 deal", "1 photograph", "No undo brings it back"):
        assert words in page, words
    answer = client.post(address, follow=True)
    assert "Spring is deleted." in answer.content.decode()
    assert client.get(reverse("tournaments:event", args=[rehearsed.event.pk])).status_code == 404
    assert Job.objects.count() == 0


@pytest.mark.parametrize("trial", [True, False])
def test_the_page_says_that_games_are_going_on(event: Played, *, trial: bool) -> None:
    make_trial(event, trial=trial)
    drawn = event.publish()
    client = Client()
    assert event.by.user is not None
    client.login(username=event.by.user.email, password=PASSWORD)
    address = reverse("tournaments:event_delete", args=[event.event.pk])
    page = plain(client.get(address).content.decode())
    assert "2 games are being played at the tables." in page
    assert ("The players lose what they have written." in page) == trial
    event.play(drawn)
    assert "in progress" not in plain(client.get(address).content.decode())


def test_the_page_of_an_event_with_games_that_count_offers_the_archive(event: Played) -> None:
    event.publish()
    client = Client()
    assert event.by.user is not None
    client.login(username=event.by.user.email, password=PASSWORD)
    address = reverse("tournaments:event_delete", args=[event.event.pk])
    for page in (client.get(address), client.post(address)):
        assert page.status_code == 200
        assert reverse("clubs:book_archive", args=[event.event.book_id]) in page.content.decode()
    assert Tournament.objects.exists()


def test_pages_and_papers_say_that_it_is_a_trial(rehearsed: Played) -> None:
    client = Client()
    assert rehearsed.by.user is not None
    client.login(username=rehearsed.by.user.email, password=PASSWORD)
    event, game = rehearsed.event.pk, Game.objects.order_by("pk")[0].pk
    for address, words in (
        (reverse("tournaments:event", args=[event]), "Spring (trial)"),
        (reverse("tournaments:event", args=[event]) + "?as=json", "Spring (trial)"),
        (reverse("tournaments:desk", args=[event]), "Spring (trial)"),
        (reverse("tournaments:papers", args=[event]), "Spring (trial)"),
        (reverse("clubs:club", args=[rehearsed.club.pk]), "Spring (trial)"),
        (reverse("scoring:game", args=[game]), "Trial"),
        (reverse("scoring:game", args=[game]), "Spring (trial)"),
        (reverse("scoring:games"), "Trial"),
        (reverse("scoring:games") + "?as=csv", "trial"),
    ):
        assert words in client.get(address).getvalue().decode(), address
