"""The codes of the log leave the house in a mail, if the club wants it: against a mail server of our own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from http import HTTPStatus
from io import StringIO
from pathlib import Path
from threading import enumerate as enumerate_threads

import pytest
from django.core.exceptions import PermissionDenied
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from clubs import people
from clubs.accounts import mail
from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.models import Book, LogEntry, Role
from clubs.reports.codes import log_code
from tests.builders import a_user, an_author
from tests.tournaments.support.events import Played, agreed, declare_official
from tests.tournaments.support.mail_server import LIMIT, MailServer, mail_server
from tournaments import running
from tournaments.core.movements.swiss import SWISS
from tournaments.running.codes_mail import codes_mail_of, send_codes, send_codes_again

pytestmark = pytest.mark.django_db
FEDERATION = "results@federation.example"


@pytest.fixture
def server(settings: Settings) -> Iterator[MailServer]:
    with mail_server() as listening:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", listening.port
        settings.EMAIL_USE_TLS, settings.EMAIL_HOST_USER = False, ""
        settings.PUBLIC_ADDRESS = "https://talon.example/"
        yield listening


@pytest.fixture(autouse=True)
def at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mail is sent before the test goes on: the thread of the product has another connection."""

    def send(message: EmailMessage, then: Callable[[bool], None]) -> None:
        then(mail.send_or_log(message))

    if "transactional_db" not in request.fixturenames:
        monkeypatch.setattr("tournaments.running.codes_mail.send_in_background", send)


def an_event(address: str = FEDERATION) -> Played:
    """An event whose results have been shown."""
    event = Played(agreed(SWISS, rounds=1))
    event.enter(4)
    drawn = event.publish()
    event.play(drawn)
    event.close(drawn)
    running.show_results(event.by, event.event)
    admin = an_author(a_user(Role.Kind.ADMIN, club=event.club))
    people.send_codes_to(admin, event.club, address)
    return event


def test_the_codes_are_sent_when_the_results_are_official_and_show_a_log_that_was_changed(
    server: MailServer,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    tmp_path: Path,
) -> None:
    event = an_event()
    with django_capture_on_commit_callbacks(execute=True):
        declare_official(event.by, event.event)
    recipients, message = server.next_mail()
    assert recipients == [FEDERATION]
    text = message.get_content()
    entry = LogEntry.objects.get(act="event.codes_sent")
    assert entry.author == event.by.user
    assert FEDERATION not in entry.text
    head = LogEntry.objects.get(book=entry.book_id, number=entry.number - 1).hash
    assert head in text
    assert log_code(head) in text
    assert "https://talon.example/genuine/" in text
    # Nobody is named in it.
    names = {player.family_name for player in event.club.home_players.all()}
    assert not any(name in text for name in names)
    # Whoever has the mail finds a log that was written again without its last act.
    mailed = tmp_path / "mail.txt"
    mailed.write_text(text, encoding="utf-8")
    call_command("verify_log", "--against", str(mailed), stdout=StringIO())
    last = LogEntry.objects.filter(book=event.event.book_id).order_by("-number")[0]
    before = LogEntry.objects.get(book=event.event.book_id, number=last.number - 1)
    LogEntry.objects.filter(pk=last.pk).update(hash="0" * 64)
    Book.objects.filter(pk=event.event.book_id).update(head=before.hash)
    with pytest.raises(CommandError):
        call_command("verify_log", "--against", str(mailed), stdout=StringIO(), stderr=StringIO())


def test_nothing_is_sent_by_a_club_that_does_not_want_it_or_where_no_mail_is_set(
    server: MailServer, settings: Settings
) -> None:
    event = an_event("")
    send_codes(event.by, event.event.pk)
    settings.EMAIL_HOST = ""
    other = an_event()
    send_codes(other.by, other.event.pk)
    with pytest.raises(NotNow, match="named an address"):
        send_codes_again(other.by, other.event)
    assert not LogEntry.objects.filter(act__startswith="event.codes").exists()
    settings.EMAIL_HOST = "127.0.0.1"
    send_codes(other.by, other.event.pk)
    assert server.next_mail()[1]["Subject"].startswith(other.event.title)
    assert server.arrived.empty()


def test_who_declares_the_results_sees_that_the_mail_was_not_taken_and_sends_it_again(
    server: MailServer,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    caplog: pytest.LogCaptureFixture,
) -> None:
    server.refuses.add(FEDERATION)
    event = an_event()
    director, scorer = Client(), Client()
    assert event.by.user is not None
    director.force_login(event.by.user)
    scorer.force_login(a_user(Role.Kind.SCORER, club=event.club))
    desk, papers, send = (
        reverse(f"tournaments:{name}", args=[event.event.pk]) for name in ("desk", "papers", "codes_send")
    )
    assert "by mail on" not in director.get(desk).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        declare_official(event.by, event.event)
    assert event.fresh.state == "official"
    assert "mail could not be sent" in caplog.text
    assert server.arrived.empty()
    for page in (desk, papers):
        shown = director.get(page).content.decode()
        assert "could not be sent by mail on" in shown
        assert send in shown
    seen_by_scorer = scorer.get(papers).content.decode()
    assert "could not be sent by mail on" in seen_by_scorer
    assert send not in seen_by_scorer
    assert scorer.post(send).status_code == HTTPStatus.FORBIDDEN
    assert "Keep their file" in director.post(send, follow=True).content.decode()
    server.refuses.clear()
    again = director.post(send, follow=True).content.decode()
    assert "The codes of the log are sent." in again
    assert "were sent by mail on" in again
    assert server.next_mail()[0] == [FEDERATION]
    acts = LogEntry.objects.filter(book=event.event.book_id, act__startswith="event.codes").order_by("number")
    assert [entry.act.removeprefix("event.codes_") for entry in acts] == ["not_sent", "not_sent", "sent"]
    assert verify_log().broken == []
    # Opened and declared again, the mail is another one.
    running.revise_official(event.by, event.event, "A sheet was found")
    assert codes_mail_of(event.fresh) is None
    declare_official(event.by, event.event)
    sent = codes_mail_of(event.fresh)
    assert sent is not None
    assert sent.at is None
    assert "not known yet" in director.get(desk).content.decode()


@pytest.mark.django_db(transaction=True)
def test_in_the_background_the_outcome_is_noted_in_the_log(
    server: MailServer, transactional_db: None
) -> None:
    event = an_event()
    before = {*enumerate_threads()}
    declare_official(event.by, event.event)
    for thread in {*enumerate_threads()} - before:
        thread.join(LIMIT)
    assert server.next_mail()[0] == [FEDERATION]
    sent = codes_mail_of(event.fresh)
    assert sent is not None
    assert sent.was_sent


def test_only_an_admin_says_where_to_and_the_log_does_not_keep_the_address() -> None:
    event = an_event()
    entry = LogEntry.objects.get(act="club.codes_sent")
    assert FEDERATION not in entry.text
    with pytest.raises(PermissionDenied):
        people.send_codes_to(an_author(a_user(Role.Kind.SCORER, club=event.club)), event.club, "a@b.example")
