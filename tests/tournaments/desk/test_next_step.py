"""The next step of an event that is over: what becomes official as it is."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Game
from tests.tournaments.support.events import Played, agreed
from tournaments import running

pytestmark = pytest.mark.django_db


def test_games_that_nobody_has_signed_are_named_before_they_become_official() -> None:
    event = Played(agreed(rounds=1))
    event.enter(4)
    event.round()
    running.show_results(event.by, event.fresh)
    client = Client()
    assert event.by.user is not None
    client.force_login(event.by.user)
    desk = reverse("tournaments:desk", args=[event.event.pk])
    assert "Round 1: 2 games are not signed." in client.get(desk).content.decode()
    Game.objects.filter(book=event.event.book).update(state=Game.State.SIGNED)
    assert "not signed" not in client.get(desk).content.decode()
