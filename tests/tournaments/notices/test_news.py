"""What reaches the phones of an event: each piece of news once, in the phone's language, while it is so."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from clubs.accounts.throttling import NEWS_PER_ENTRY
from clubs.jobs.worker import has_due_jobs
from clubs.models import Player
from scoring import recording
from scoring.models import Deal, DealVersion
from tests.scoring.support.played import a_deal
from tests.tournaments.notices.support import News, an_event, entry_of, path_of
from tests.tournaments.support.arriving import send_all
from tests.tournaments.support.push_service import PushService
from tournaments import personal, running
from tournaments.models import NoticeAddress, SentNotice
from tournaments.notices import sending
from tournaments.notices.addresses import MOST_PHONES
from tournaments.notices.old import remove_old_notices
from tournaments.play.personal_codes import KEPT_DAYS
from tournaments.running import CalledPlayers

pytestmark = pytest.mark.django_db


@pytest.fixture
def news(service: PushService) -> News:
    return News(an_event(), service)


def waits(minutes: float) -> None:
    """Let so many minutes pass for what is on its way."""
    for row in SentNotice.objects.all():
        row.next_at -= timedelta(minutes=minutes)
        row.save(update_fields=["next_at"])


# What comes.


def test_the_published_round_comes_with_table_and_opponents_and_leads_to_the_own_page(news: News) -> None:
    assert news.subscribe().status_code == 302
    assert news.shown() == []
    Player.objects.update(may_publish=False)
    news.event.publish()
    (shown,) = news.shown()
    # A phone is anywhere: names are written as outside the hall.
    assert re.fullmatch(r"Round 1 is out: table \d, against Player \d+ – Player \d+\.", shown["body"])
    assert shown["title"] == news.event.event.title
    assert shown["url"] == path_of(news.event)
    assert "/my/" in shown["url"]
    assert shown["tag"] == f"{news.event.event.pk}/round"


def test_it_comes_once_however_often_is_looked_and_whatever_happens_besides(news: News) -> None:
    news.subscribe()
    news.event.publish()
    for number in range(3):
        running.announce(news.event.by, news.event.fresh, {"": f"Coffee {number}"}, 30)
        send_all()
        send_all()
    *coffee, drawn = sorted(news.bodies())
    assert coffee == ["Coffee 0", "Coffee 1", "Coffee 2"]
    assert "Round 1" in drawn


def test_it_is_in_the_language_that_the_phone_had_and_an_announcement_in_the_one_it_was_typed_in(
    news: News,
) -> None:
    news.subscribe(1, "sv")
    news.subscribe(2, "fi")
    running.announce(news.event.by, news.event.event, {"": "Coffee", "sv": "Kaffe"}, 30)
    running.call_players(news.event.by, news.event.fresh, CalledPlayers(entry=1, table=2))
    assert sorted(news.bodies(1)) == ["Du kallas till bord 2.", "Kaffe"]
    assert news.bodies(2) == ["Coffee"]
    assert {shown["lang"] for shown in news.shown(1)} == {"sv"}


def test_a_call_that_is_taken_back_before_it_was_sent_never_comes(news: News) -> None:
    news.subscribe()
    number = running.call_players(news.event.by, news.event.event, CalledPlayers(entry=1))
    running.end_notice(news.event.by, news.event.fresh, number)
    assert news.shown() == []


def test_what_was_so_before_the_phone_asked_is_no_news(news: News) -> None:
    news.event.publish()
    running.announce(news.event.by, news.event.fresh, {"": "Coffee"}, 30)
    news.subscribe()
    NoticeAddress.objects.update(confirmed_at=timezone.now())
    assert news.shown() == []


@pytest.mark.parametrize("is_approved", [False, True])
def test_a_deal_that_is_left_lying_asks_the_other_side_and_one_that_is_approved_at_once_does_not(
    news: News, is_approved: bool
) -> None:
    drawn = news.event.publish()
    pairing = drawn.pairings.get(table=1)
    assert pairing.game is not None
    writer, other = pairing.entered.order_by("side").values_list("entry__number", flat=True)
    for entry in (writer, other):
        news.subscribe(entry)
    before = {entry: news.bodies(entry) for entry in (writer, other)}
    version = recording.record_deal(news.event.by, pairing.game, a_deal())
    DealVersion.objects.filter(pk=version.pk).update(side=0, device="phone")
    Deal.objects.filter(pk=version.deal_id).update(state=Deal.State.ENTERED)
    assert news.bodies(other) == before[other]
    if is_approved:
        Deal.objects.filter(pk=version.deal_id).update(state=Deal.State.CONFIRMED)
    waits(2)
    asked = ["Deal 1 waits for your approval, on the phone of table 1."]
    assert news.bodies(other) == before[other] + ([] if is_approved else asked)
    assert news.bodies(writer) == before[writer]


def test_a_game_that_is_over_asks_for_the_signatures(news: News) -> None:
    news.subscribe(1)
    drawn = news.event.publish()
    send_all()
    game = drawn.pairings.get(entered__entry=entry_of(news.event, 1)).game
    assert game is not None
    recording.record_deal(news.event.by, game, a_deal())
    running.end_round_by_time(news.event.by, drawn, [game.pk], uuid4())
    assert "Your game is over: sign its score sheet" in news.bodies()[-1]


# What does not come, and what comes of a failure.


def test_a_phone_that_is_gone_is_forgotten(news: News) -> None:
    news.subscribe()
    news.service.answers["/push/1"] = 410
    running.announce(news.event.by, news.event.event, {"": "Coffee"}, 30)
    assert len(news.shown()) == 1
    assert not NoticeAddress.objects.exists()
    assert not SentNotice.objects.exists()


def test_a_push_service_that_is_away_gets_it_later_with_the_same_topic(news: News) -> None:
    news.subscribe()
    news.service.answers["/push/1"] = 503
    running.announce(news.event.by, news.event.event, {"": "Coffee"}, 30)
    assert news.bodies() == ["Coffee"]
    row = SentNotice.objects.get()
    assert (row.state, row.attempts) == (SentNotice.State.WAITING, 1)
    assert row.next_at > timezone.now()
    del news.service.answers["/push/1"]
    waits(1)
    assert news.bodies() == ["Coffee", "Coffee"]
    assert len({one.headers["topic"] for one in news.service.arrived}) == 1
    assert SentNotice.objects.get().state == SentNotice.State.SENT


def test_what_is_over_before_it_could_be_sent_is_dropped(news: News) -> None:
    news.subscribe()
    news.service.answers["/push/1"] = 503
    number = running.announce(news.event.by, news.event.event, {"": "Coffee"}, 30)
    send_all()
    running.end_notice(news.event.by, news.event.fresh, number)
    waits(1)
    assert len(news.shown()) == 1
    assert SentNotice.objects.get().state == SentNotice.State.DROPPED


def test_of_two_workers_one_sends_it(news: News, monkeypatch: pytest.MonkeyPatch) -> None:
    news.subscribe()
    running.announce(news.event.by, news.event.event, {"": "Coffee"}, 30)
    claim = sending._claim
    rivals: list[int] = []

    def claim_after_a_rival(row: SentNotice, now: object) -> bool:
        if not rivals:
            rivals.append(row.pk)
            send_all()
        return claim(row, now)  # type: ignore[arg-type]

    monkeypatch.setattr(sending, "_claim", claim_after_a_rival)
    assert news.bodies() == ["Coffee"]


def test_new_codes_silence_the_phones_of_the_old_ones_until_they_are_put_back(news: News) -> None:
    news.subscribe()
    personal.make_codes(news.event.by, news.event.fresh, 1)
    running.announce(news.event.by, news.event.fresh, {"": "One"}, 30)
    assert news.shown() == []
    personal.put_codes_back(news.event.by, news.event.fresh, 1, 2)
    running.announce(news.event.by, news.event.fresh, {"": "Two"}, 30)
    assert sorted(news.bodies()) == ["One", "Two"]


# How a phone is added.


def test_without_the_right_code_nothing_is_added(news: News) -> None:
    news.subscribe()
    path = path_of(news.event)
    wrong = path.replace(path.rstrip("/").rpartition("/")[2], "aaaa-bbbb-cccc")
    sent = {"act": "on", "endpoint": "https://push.example.org/1", "public_key": "x", "secret": "y"}
    assert Client().post(f"{wrong}phone/", sent).status_code == 404
    assert NoticeAddress.objects.count() == 1


def test_a_phone_that_asks_twice_is_one_and_is_ended_by_a_tap(news: News) -> None:
    news.subscribe()
    news.subscribe()
    assert NoticeAddress.objects.count() == 1
    assert news.subscribe(act="ask").json() == {"on": True}
    news.subscribe(act="off")
    assert news.subscribe(act="ask").json() == {"on": False}
    assert not NoticeAddress.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"endpoint": "http://push.example.org/1"},
        {"endpoint": ""},
        {"public_key": "AAAA"},
        {"secret": ""},
        {"act": "x"},
    ],
)
def test_what_no_browser_sends_is_refused_with_a_sentence(news: News, fields: dict[str, str]) -> None:
    answer = news.subscribe(1, "en", **fields)
    page = Client().get(answer.url, headers={"accept-language": "en"}, cookies=answer.cookies)
    assert page.status_code == 200
    assert not NoticeAddress.objects.exists()


def test_inside_addresses_are_refused_where_no_test_allows_them(news: News, settings: Settings) -> None:
    settings.PUSH_TO_INSIDE = False
    news.subscribe()
    assert not NoticeAddress.objects.exists()


def test_an_entry_has_so_many_phones_and_so_many_attempts(news: News) -> None:
    for number in range(MOST_PHONES + 2):
        news.subscribe(endpoint=f"{news.service.address}/push/{number}")
    assert NoticeAddress.objects.count() == MOST_PHONES
    NoticeAddress.objects.all().delete()
    for number in range(NEWS_PER_ENTRY):
        news.subscribe(endpoint=f"{news.service.address}/push/{number}")
        NoticeAddress.objects.all().delete()
    news.subscribe()
    assert not NoticeAddress.objects.exists()


def test_the_page_offers_it_with_the_key_of_the_installation(news: News) -> None:
    page = Client().get(path_of(news.event), headers={"accept-language": "en"}).content.decode()
    assert "Tell me on this phone" in page
    assert 'id="news-phone"' in page
    assert "News by mail" not in page  # without a mail server


def test_a_worker_is_wanted_when_an_event_with_phones_has_changed(news: News) -> None:
    now = timezone.now()
    assert not has_due_jobs(now)
    news.subscribe()
    send_all()
    assert not has_due_jobs(now)
    running.announce(news.event.by, news.event.event, {"": "Coffee"}, 30)
    assert has_due_jobs(now)
    news.shown()
    assert not has_due_jobs(now)


def test_it_is_forgotten_with_the_codes_of_the_event(news: News) -> None:
    news.subscribe()
    last = timezone.localdate() + timedelta(days=KEPT_DAYS)
    assert remove_old_notices(last) == 0
    assert NoticeAddress.objects.exists()
    assert remove_old_notices(last + timedelta(days=1)) == 1
    assert not NoticeAddress.objects.exists()
