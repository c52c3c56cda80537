"""The codes of the log leave the house in a mail, if the club wants it: against a mail server of our own."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from threading import Thread

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.core.management.base import CommandError
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from clubs import people
from clubs.accounts import mail
from clubs.models import Book, LogEntry, Role
from clubs.reports.codes import log_code
from tests.builders import a_user, an_author
from tests.tournaments.support.events import Played, agreed, declare_official
from tests.tournaments.support.mail_server import LIMIT, MailServer, mail_server
from tournaments import running
from tournaments.core.movements.swiss import SWISS
from tournaments.running.codes_mail import send_codes

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
    head = Book.objects.get(pk=event.event.book_id).head
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
    send_codes(event.event.pk)
    settings.EMAIL_HOST = ""
    other = an_event()
    send_codes(other.event.pk)
    settings.EMAIL_HOST = "127.0.0.1"
    send_codes(other.event.pk)
    assert server.next_mail()[1]["Subject"].startswith(other.event.title)
    assert server.arrived.empty()


def test_a_mail_that_cannot_be_sent_changes_nothing_of_the_results(
    server: MailServer,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    threads: list[Thread] = []
    send = mail.send_in_background
    monkeypatch.setattr(
        "tournaments.running.codes_mail.send_in_background", lambda message: threads.append(send(message))
    )
    server.refuses.add(FEDERATION)
    event = an_event()
    with django_capture_on_commit_callbacks(execute=True):
        declare_official(event.by, event.event)
    assert event.fresh.state == "official"
    for thread in threads:
        thread.join(LIMIT)
    assert "mail could not be sent" in caplog.text
    assert server.arrived.empty()


def test_only_an_admin_says_where_to_and_the_log_does_not_keep_the_address() -> None:
    event = an_event()
    entry = LogEntry.objects.get(act="club.codes_sent")
    assert FEDERATION not in entry.text
    with pytest.raises(PermissionDenied):
        people.send_codes_to(an_author(a_user(Role.Kind.SCORER, club=event.club)), event.club, "a@b.example")
