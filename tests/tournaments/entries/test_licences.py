"""Licences at entry: who has one that has run out by the day of the event is named, and entered."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player
from tests.builders import a_player
from tests.tournaments.support.events import Played, agreed
from tournaments.core.movements.partners import PARTNERS

pytestmark = pytest.mark.django_db


def test_a_licence_that_has_run_out_is_told_where_one_enters_and_in_the_list() -> None:
    played = Played(agreed(PARTNERS, players=1))
    day, client = played.event.date, Client()
    assert played.by.user is not None
    client.force_login(played.by.user)
    ends = {"Anna Berg": day - timedelta(days=1), "Bo Ek": day, "Cia Dahl": None}
    for name, until in ends.items():
        a_player(name, club=played.club, licence_until=until)
    page = reverse("tournaments:entry_new", args=[played.event.pk])
    assert client.get(page).content.decode().count('class="lapsed"') == 1
    told = {}
    for player in Player.objects.filter(family_name__in=("Berg", "Ek", "Dahl")):
        answer = client.post(page, {"chosen": "", "coming": str(player.pk)}, follow=True).content.decode()
        told[player.name] = "The licence of" in answer
    assert told == {"Anna Berg": True, "Bo Ek": False, "Cia Dahl": False}
    listed = client.get(reverse("tournaments:entries", args=[played.event.pk])).content.decode()
    assert listed.count('class="lapsed"') == 1
