"""Mail through a mail server: letters of sign-ups, news by choice, and what comes of what is not taken."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from clubs.accounts.throttling import LETTERS_PER_MAILBOX
from scoring import recording
from tests.scoring.support.played import a_deal
from tests.tournaments.notices.support import News, an_event, entry_of, link_in, path_of
from tests.tournaments.signup.support import an_announced_event, sign_up, states
from tests.tournaments.support.arriving import send_all
from tests.tournaments.support.events import Played
from tests.tournaments.support.post_office import PostOffice, free_port, post_office, use
from tests.tournaments.support.push_service import PushService
from tournaments import running, signup
from tournaments.models import Announcement, NoticeAddress, OutgoingLetter, SentNotice, Signup
from tournaments.notices.addresses import MOST_MAILBOXES
from tournaments.notices.outbox import TRIED_FOR
from tournaments.running import CalledPlayers

pytestmark = pytest.mark.django_db

ANNA = "anna@example.org"
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def office(settings: Settings) -> Iterator[PostOffice]:
    port = free_port()
    use(settings, port)
    with post_office(port) as running_office:
        yield running_office


def later(by: timedelta = timedelta(hours=1)) -> None:
    """Let some time pass for what is tried again."""
    for model in (OutgoingLetter, SentNotice):
        for row in model.objects.all():
            row.next_at -= by
            row.until -= by
            row.save(update_fields=["next_at", "until"])


def send_sign_up(event: Played, *names: str, email: str) -> Any:
    sent: dict[str, str] = {"key": str(uuid4()), "way": "pair", "email": email}
    for number, name in enumerate(names):
        sent[f"given{number}"], _space, sent[f"family{number}"] = name.partition(" ")
    address = reverse("tournaments:signup", args=[event.event.pk])
    return Client().post(address, sent, headers=ENGLISH)


def lists(event: Played) -> str:
    """The director's list of sign-ups."""
    client = Client(headers=ENGLISH)
    client.force_login(event.by.user)  # type: ignore[arg-type]
    return client.get(reverse("tournaments:signups", args=[event.event.pk])).content.decode()


# Letters of sign-ups.


def test_the_code_of_a_sign_up_arrives_and_is_stored_nowhere_in_plain_words(office: PostOffice) -> None:
    event = an_announced_event()
    answer = send_sign_up(event, "Anna Berg", "Bo Ek", email=ANNA)
    code = re.findall(r"[a-z2-9]{4}(?:-[a-z2-9]{4}){2}", answer.headers["Location"])[0]
    row = OutgoingLetter.objects.get()
    assert code not in row.sealed
    assert office.arrived == []  # the page waits for no mail server
    send_all()
    (message,) = office.arrived
    assert message["To"] == ANNA
    assert code in message.get_content()
    row.refresh_from_db()
    assert (row.state, row.sealed) == (OutgoingLetter.State.SENT, "")
    assert "has not arrived" not in lists(event)


def test_who_moves_up_and_whose_event_is_cancelled_gets_a_letter_each(office: PostOffice) -> None:
    event = an_announced_event(number_of_places=1)
    first = sign_up(event, "Anna Berg", "Bo Ek", email=ANNA)
    sign_up(event, "Dan Frid", "Eva Gran", email="dan@example.org", language="sv")
    signup.cancel_signup(event.by, first)
    send_all()
    assert office.mailboxes == ["dan@example.org"]
    assert "väntelistan" in office.arrived[0].get_content()
    signup.say_status(
        event.by, event.fresh, signup.EventStatus(Announcement.Status.CANCELLED, "The hall is flooded")
    )
    send_all()
    assert office.mailboxes == ["dan@example.org"] * 2
    assert "The hall is flooded" in office.arrived[1].get_content()


def test_an_address_that_is_refused_holds_nobody_else_up_and_the_director_sees_it(office: PostOffice) -> None:
    event = an_announced_event()
    office.refuses.add(ANNA)
    for name, address in (("Anna Berg", ANNA), ("Dan Frid", "dan@example.org")):
        assert send_sign_up(event, name, "Bo Ek", email=address).status_code == 302
    send_all()
    assert office.mailboxes == ["dan@example.org"]
    assert states(event) == [Signup.State.IN] * 2
    page = lists(event)
    assert "Mail that has not arrived" in page
    assert "The mail server refuses this address." in page
    later()
    send_all()  # it is not tried again
    assert OutgoingLetter.objects.get(to=ANNA).attempts == 1


def test_a_server_that_is_down_loses_nothing_and_gets_it_when_it_is_back(settings: Settings) -> None:
    port = free_port()
    use(settings, port)
    event = an_announced_event()
    for number in range(3):
        assert (
            send_sign_up(event, f"Anna Berg{number}", "Bo Ek", email=f"a{number}@example.org").status_code
            == 302
        )
    send_all()
    assert states(event) == [Signup.State.IN] * 3
    assert "The mail server does not take it now. It is tried again until" in lists(event)
    send_all()  # not at once
    assert {row.attempts for row in OutgoingLetter.objects.all()} == {1}
    later()
    with post_office(port) as office:
        send_all()
        assert sorted(office.mailboxes) == [f"a{number}@example.org" for number in range(3)]
    assert "Mail that has not arrived" not in lists(event)


def test_a_letter_that_nobody_takes_for_two_days_is_given_up_and_that_is_seen(
    settings: Settings,
) -> None:
    use(settings, free_port())
    event = an_announced_event()
    send_sign_up(event, "Anna Berg", "Bo Ek", email=ANNA)
    later(TRIED_FOR)
    send_all()
    row = OutgoingLetter.objects.get()
    assert (row.state, row.sealed) == (OutgoingLetter.State.FAILED, "")
    assert "The mail server has not taken it for two days." in lists(event)


def test_a_server_that_puts_one_off_takes_the_others_and_is_asked_again(office: PostOffice) -> None:
    event = an_announced_event()
    office.puts_off.add(ANNA)
    for name, address in (("Anna Berg", ANNA), ("Dan Frid", "dan@example.org")):
        send_sign_up(event, name, "Bo Ek", email=address)
    send_all()
    assert office.mailboxes == ["dan@example.org"]
    office.puts_off.clear()
    later()
    send_all()
    assert office.mailboxes == ["dan@example.org", ANNA]


def test_a_server_that_reads_a_letter_and_refuses_it_is_not_asked_again(office: PostOffice) -> None:
    office.refuses_what_it_reads = True
    event = an_announced_event()
    send_sign_up(event, "Anna Berg", "Bo Ek", email=ANNA)
    send_all()
    assert OutgoingLetter.objects.get().refused


def test_a_server_that_hangs_ends_one_attempt_and_holds_no_page_up(office: PostOffice) -> None:
    office.thinks = 10.0
    event = an_announced_event()
    for number in range(4):
        send_sign_up(event, f"Anna Berg{number}", "Bo Ek", email=f"a{number}@example.org")
    began = time.monotonic()
    send_all()
    assert time.monotonic() - began < 8.0  # one attempt of two seconds, not four
    assert {(row.state, row.attempts) for row in OutgoingLetter.objects.all()} == {("waiting", 1)}


def test_a_letter_whose_secret_is_another_one_now_is_given_up(office: PostOffice, settings: Settings) -> None:
    event = an_announced_event()
    send_sign_up(event, "Anna Berg", "Bo Ek", email=ANNA)
    settings.SECRET_KEY = "another secret " + "x" * 50
    send_all()
    assert office.arrived == []
    assert OutgoingLetter.objects.get().state == OutgoingLetter.State.FAILED


# News by choice.


@pytest.fixture
def news(service: PushService, office: PostOffice) -> News:
    assert office.arrived == []
    return News(an_event(), service)


def ask(event: Played, email: str) -> Any:
    return Client().post(f"{path_of(event)}mail/", {"email": email}, headers=ENGLISH)


def test_nothing_but_a_question_comes_before_somebody_has_said_yes_in_the_mailbox(
    news: News, office: PostOffice
) -> None:
    assert ask(news.event, ANNA).status_code == 302
    running.call_players(news.event.by, news.event.event, CalledPlayers(entry=1, table=1))
    send_all()
    (question,) = office.arrived
    assert "If it was not you, do nothing" in question.get_content()
    link = link_in(question.get_content())
    page = Client().get(link, headers=ENGLISH)
    assert "Yes, write to me" in page.content.decode()
    assert NoticeAddress.objects.get().confirmed_at is None  # a program has only looked
    Client().post(link)
    assert NoticeAddress.objects.get().confirmed_at is not None
    assert "News comes to your mailbox" in Client().get(link, headers=ENGLISH).content.decode()


def test_round_call_and_status_come_and_end_with_one_click_of_the_mail_program(
    news: News, office: PostOffice
) -> None:
    news.add_mailbox(ANNA)
    drawn = news.event.publish()
    running.call_players(news.event.by, news.event.fresh, CalledPlayers(entry=1, table=2))
    running.announce(news.event.by, news.event.fresh, {"": "Coffee"}, 30)
    game = drawn.pairings.get(entered__entry=entry_of(news.event)).game
    assert game is not None
    recording.record_deal(news.event.by, game, a_deal())
    running.end_round_by_time(news.event.by, drawn, [game.pk], uuid4())
    signup.change_announcement(news.event.by, news.event.fresh, signup.AnnouncementPlan())
    signup.say_status(
        news.event.by, news.event.fresh, signup.EventStatus(Announcement.Status.POSTPONED, "Snow")
    )
    send_all()
    texts = [message.get_content() for message in office.arrived[1:]]
    assert len(texts) == 3
    found = "\n".join(texts)
    assert "Round 1" in found
    assert "You are called to table 2." in found
    assert "The event is postponed. The new date is not known yet. Snow" in found
    assert "Coffee" not in found
    assert all(path_of(news.event) in text for text in texts)
    message = office.arrived[1]
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = re.fullmatch(r"<https?://[^/]+(/news/.*/stop/)>", message["List-Unsubscribe"].strip())
    assert stop is not None
    program = Client(enforce_csrf_checks=True)
    assert "Write to me no more" in program.get(stop[1], headers=ENGLISH).content.decode()
    assert NoticeAddress.objects.exists()
    assert program.post(stop[1], {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not NoticeAddress.objects.exists()
    assert program.post(stop[1]).status_code == 200


def test_who_has_a_letter_about_the_status_gets_no_mail_about_it(news: News, office: PostOffice) -> None:
    news.add_mailbox(ANNA)
    signup.change_announcement(news.event.by, news.event.fresh, signup.AnnouncementPlan())
    signup.announce(news.event.by, news.event.fresh)
    sign_up(news.event, "Anna Berg", "Bo Ek", email=ANNA)
    signup.say_status(news.event.by, news.event.fresh, signup.EventStatus(Announcement.Status.CANCELLED, ""))
    send_all()
    assert len(office.arrived) == 2  # the question, and the letter


def test_a_mailbox_that_has_said_yes_is_not_asked_again_and_is_ended_on_the_own_page(
    news: News, office: PostOffice
) -> None:
    mailbox = news.add_mailbox(ANNA)
    ask(news.event, ANNA)
    send_all()
    assert len(office.arrived) == 1
    path = f"{path_of(news.event)}mail/"
    page = Client().get(path, headers=ENGLISH).content.decode()
    assert "a…@example.org" in page
    assert ANNA not in page
    Client().post(f"{path}stop/", {"mailbox": "0"})
    assert NoticeAddress.objects.exists()
    Client().post(f"{path}stop/", {"mailbox": str(mailbox.pk)})
    assert not NoticeAddress.objects.exists()


def test_nobody_floods_a_mailbox_and_an_entry_has_a_few(news: News, office: PostOffice) -> None:
    for _time in range(LETTERS_PER_MAILBOX + 2):
        ask(news.event, ANNA)
    for number in range(MOST_MAILBOXES + 1):
        ask(news.event, f"a{number}@example.org")
    send_all()
    assert office.mailboxes.count(ANNA) == LETTERS_PER_MAILBOX
    assert NoticeAddress.objects.count() == MOST_MAILBOXES


def test_a_link_of_codes_that_were_replaced_opens_nothing(news: News) -> None:
    mailbox = news.add_mailbox(ANNA)
    NoticeAddress.objects.update(code_set=7)
    assert Client().get(reverse("tournaments:notice_confirm", args=[mailbox.token])).status_code == 404
    assert Client().get(reverse("tournaments:notice_confirm", args=[uuid4()])).status_code == 404


def test_without_a_mail_server_no_mail_is_offered(service: PushService) -> None:
    event = News(an_event(), service).event
    assert "News by mail" not in Client().get(path_of(event), headers=ENGLISH).content.decode()
    for answer in (Client().get(f"{path_of(event)}mail/", headers=ENGLISH), ask(event, ANNA)):
        assert "No mail is sent from here." in answer.content.decode()
    assert not NoticeAddress.objects.exists()
