"""What is kept of people: the page says what is set, in four languages, and every page leads to it."""

from __future__ import annotations

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from clubs.people.consent import CONSENT_WORDING
from clubs.views.privacy import SIGNUP_DAYS
from tests.clubs.support.desk import Desk
from tournaments.signup.old import KEPT_DAYS

pytestmark = pytest.mark.django_db
LANGUAGES = [code for code, _name in django_settings.LANGUAGES]


def page_in(language: str) -> str:
    browser = Client()
    browser.cookies[django_settings.LANGUAGE_COOKIE_NAME] = language
    return browser.get(reverse("clubs:privacy")).content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_the_days_that_are_set(language: str, settings: Settings) -> None:
    settings.BACKUP_DAYS, settings.ORIGIN_DAYS = 43, 77
    page = page_in(language)
    assert "43" in page
    assert "77" in page
    assert "14" in page


def test_it_says_how_long_sign_ups_are_kept() -> None:
    assert SIGNUP_DAYS == KEPT_DAYS
    assert f"They are deleted {KEPT_DAYS} days after the day of the event." in page_in("en")


def test_it_has_the_words_to_which_a_player_agrees() -> None:
    assert str(CONSENT_WORDING) in page_in("en")


def test_every_page_leads_to_it_and_so_do_sign_in_and_invitation() -> None:
    address = reverse("clubs:privacy")
    desk = Desk()
    assert f'href="{address}"' in Client().get("/").content.decode()
    assert Client().get(reverse("clubs:sign_in")).content.decode().count(f'href="{address}"') > 1
    player = desk.as_("director").get(desk.pages()["player"]).content.decode()
    assert f'href="{address}"' in player
