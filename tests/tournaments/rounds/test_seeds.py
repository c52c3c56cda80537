"""Seeds are nobody's choice: they follow from a secret of the event, the round and the attempt."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import LogEntry
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.drawing.seeds import digest_of_secret, seed_for
from tournaments.core.movements.lot import LOT
from tournaments.core.movements.swiss import SWISS
from tournaments.core.played_rounds import FaultCode
from tournaments.models import Round, Tournament
from tournaments.play.audit import check_event_draws

pytestmark = pytest.mark.django_db


def draw(event: Played) -> Round:
    return running.draw_round(event.by, event.event)


def faults(event: Played) -> set[FaultCode]:
    return {fault.code for check in check_event_draws(event.fresh) for fault in check.faults}


def client_of(event: Played) -> Client:
    client = Client()
    assert event.by.user is not None
    client.force_login(event.by.user)
    return client


def test_the_seed_is_the_hmac_of_secret_round_and_attempt() -> None:
    """As anybody can compute it: `printf 3/2 | openssl dgst -sha256 -hmac secret`, the first 32 digits."""
    expected = hmac.new(b"secret", b"3/2", hashlib.sha256).hexdigest()[:32]
    assert seed_for("secret", 3, 2) == expected
    assert digest_of_secret("secret") == "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"


def test_no_request_and_no_look_changes_a_seed() -> None:
    event = Played(agreed(LOT))
    event.enter(8)
    client = client_of(event)
    for _look in range(2):
        page = client.get(reverse("tournaments:desk", args=[event.event.pk])).content.decode()
        assert event.fresh.secret_digest in page
        assert event.fresh.secret not in page
    client.post(reverse("tournaments:draw", args=[event.event.pk]), {"seed": "0000000000000042"})
    drawn = event.event.rounds.get()
    assert (drawn.seed, drawn.attempt) == (seed_for(event.fresh.secret, 1, 1), 1)
    page = client.get(reverse("tournaments:round", args=[drawn.pk])).content.decode()
    assert drawn.seed in page
    assert event.fresh.secret not in page


def test_a_round_drawn_again_says_which_attempt_it_is_and_why() -> None:
    event = Played(agreed(SWISS))
    event.enter(6)
    first = draw(event)
    running.remove_round(event.by, first)
    event.enter(2)
    running.withdraw(event.by, event.entry(3), "ill")
    again = draw(event)
    assert (again.attempt, again.again) == (2, {"came": [7, 8], "gone": [3]})
    assert again.seed == seed_for(event.fresh.secret, 1, 2) != first.seed
    page = client_of(event).get(reverse("tournaments:round", args=[again.pk])).content.decode()
    assert page.count(" came") == 2
    running.lock_table(event.by, again, 1, locked=True)
    third = running.redraw_others(event.by, again)
    assert (third.attempt, third.again) == (3, {"locked": [1]})
    assert third.seed == seed_for(event.fresh.secret, 1, 3)
    running.remove_round(event.by, third)
    assert draw(event).attempt == 4


def test_the_log_has_the_digest_before_the_first_draw_and_never_the_secret() -> None:
    event = Played(agreed(SWISS))
    event.enter(4)
    draw(event)
    texts = list(LogEntry.objects.filter(book=event.event.book_id).values_list("text", flat=True))
    assert event.fresh.secret_digest in texts[0]
    assert not [text for text in texts if event.fresh.secret in text]


def test_every_event_has_a_secret_of_its_own() -> None:
    assert Played().fresh.secret != Played().fresh.secret


def test_another_secret_or_attempt_is_found() -> None:
    event = Played(agreed(SWISS))
    event.enter(4)
    drawn = running.publish_round(event.by, draw(event))
    assert faults(event) == set()
    Round.objects.filter(pk=drawn.pk).update(attempt=2)
    assert FaultCode.NOT_THE_SEED in faults(event)
    Round.objects.filter(pk=drawn.pk).update(attempt=1)
    Tournament.objects.filter(pk=event.event.pk).update(secret="another")
    assert FaultCode.NOT_THE_SEED in faults(event)
