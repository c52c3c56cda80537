"""Phones and mailboxes of a person: in the file about the person, gone with an erasure, in no archive."""

from __future__ import annotations

import pytest

from clubs.models import Role
from clubs.people import erasing
from clubs.people.person_file import person_report
from tests.builders import a_player, a_user, an_author
from tests.tournaments.notices.support import News, an_event, entry_of
from tests.tournaments.signup.support import an_announced_event, sign_up
from tests.tournaments.support.arriving import a_mailbox
from tests.tournaments.support.push_service import PushService
from tournaments import signup
from tournaments.models import Announcement, NoticeAddress, OutgoingLetter

pytestmark = pytest.mark.django_db


def test_the_file_about_a_person_has_those_of_the_persons_entries(service: PushService) -> None:
    news = News(an_event(), service)
    news.subscribe(1)
    news.subscribe(2)
    entry = entry_of(news.event, 1)
    player = entry.places.get(position=0).player
    (table,) = [one for one in person_report(player).long if one.key == "news"]
    (row,) = table.lines()
    assert f"{service.address}/push/1" in row


def test_who_is_erased_gets_nothing_any_more_and_others_keep_theirs(service: PushService) -> None:
    news = News(an_event(), service)
    news.subscribe(1)
    news.subscribe(2)
    a_mailbox(entry_of(news.event, 1).pk)
    player = entry_of(news.event, 1).places.get(position=0).player
    admin = an_author(a_user(Role.Kind.ADMIN, club=player.home_club))
    assert dict(erasing.preview(player, admin).goes)["Phones and mailboxes for news"] == 2
    erasing.erase_player(admin, player, player.name)
    assert NoticeAddress.objects.get().entry == entry_of(news.event, 2)


def test_letters_on_their_way_go_with_the_person(settings: object) -> None:
    settings.EMAIL_HOST = "mail.example.org"  # type: ignore[attr-defined]
    event = an_announced_event()
    player = a_player("Anna Berg", club=event.club)
    sign_up(event, "Anna Berg", "Bo Ek", email="anna@example.org")
    sign_up(event, "Dan Frid", "Eva Gran", email="dan@example.org")
    signup.say_status(event.by, event.fresh, signup.EventStatus(Announcement.Status.CANCELLED, ""))
    assert OutgoingLetter.objects.count() == 2
    erasing.erase_player(an_author(a_user(Role.Kind.ADMIN, club=event.club)), player, "Anna Berg")
    assert OutgoingLetter.objects.get().to == "dan@example.org"
