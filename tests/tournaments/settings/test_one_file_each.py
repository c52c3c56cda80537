"""A movement, a scheme and a criterion of one file each: an event is set up, played and printed with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.urls import reverse
from django.utils import translation
from pytest_django.plugin import DjangoDbBlocker

from tests.documents.reading import text_of
from tests.tournaments.settings.test_settings import director_of, page_of, typed_in
from tests.tournaments.support.events import Played
from tests.tournaments.support.kept import made_for_module
from tests.tournaments.support.one_file_each import MADE_UP, also_listed
from tournaments.core.criteria import CRITERIA
from tournaments.core.movements import MOVEMENTS
from tournaments.core.schemes import SCHEMES
from tournaments.models import Round
from tournaments.play.audit import check_event_draws

pytestmark = pytest.mark.django_db
CHOSEN = {
    "movement0": "halves",
    "rounds0": "3",
    "scheme": "hundreds",
    "cap": "40",
    "criterion0": "points",
    "criterion1": "best_game",
    # A share of the most needs a scheme that has a limit.
    "sit_out": "own_average",
}


@pytest.fixture(scope="module")
def event(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Played]:
    """Five entries and three rounds, agreed on in the page of the settings."""
    with also_listed(MADE_UP), django_db_blocker.unblock(), made_for_module():
        played = Played()
        director, page = director_of(played), page_of(played)
        answer = director.post(page, typed_in(director, page) | CHOSEN)
        assert answer.status_code == 302, answer.context["form"].errors
        played.event = played.fresh
        played.enter(5)
        for _round in range(3):
            played.round()
        played.event = played.fresh
        yield played


def read(played: Played, name: str, *more: object) -> str:
    """What a signed-in director reads under an address of the event."""
    answer = director_of(played).get(reverse(f"tournaments:{name}", args=[played.event.pk, *more]))
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_the_settings_keep_them_by_their_codes(event: Played) -> None:
    assert event.event.settings["phases"] == [{"movement": "halves", "rounds": 3}]
    assert (event.event.settings["scheme"], event.event.settings["chain"]) == (
        "hundreds",
        ["points", "best_game"],
    )
    agreement = event.event.agreement
    assert agreement.phases[0].movement is MOVEMENTS["halves"]
    assert agreement.scheme is SCHEMES["hundreds"]
    assert agreement.criteria()[1] is CRITERIA["best_game"]


@pytest.mark.usefixtures("event")
def test_the_settings_offer_them_with_what_counts_with_them() -> None:
    page = read(Played(), "settings")
    assert page.count(">the upper half against the lower</option>") == 4
    assert re.search(r'value="hundreds"[^>]* data-uses="cap" data-sides="2 3" data-unlimited="yes"', page)
    assert page.count(">the best game</option>") == 8


def test_every_round_is_drawn_by_it_and_the_checker_agrees(event: Played) -> None:
    checked = check_event_draws(event.event)
    assert [fault for one in checked for fault in one.faults] == []
    assert [one.repeats for one in checked] == [True] * 3
    assert set(event.event.rounds.values_list("movement", flat=True)) == {"halves"}
    assert "from the other half of the standings" in read_round(event)


def read_round(played: Played) -> str:
    drawn = Round.objects.get(tournament=played.event, number=3)
    return unescape(
        director_of(played).get(reverse("tournaments:round_draw", args=[drawn.pk])).content.decode()
    )


def test_the_checker_finds_a_round_that_is_not_drawn_by_it(event: Played) -> None:
    drawn = Round.objects.get(tournament=event.event, number=3)
    # The second is now the first: it should have met the opponent of the other.
    _first, second, *_others = sorted(drawn.draw_input["present"], key=lambda entry: -entry["points"])
    second["points"] = 1000
    drawn.save()
    checked = check_event_draws(event.event)
    assert "not_the_movement" in [fault.code for fault in checked[-1].faults]


def test_the_standings_say_what_decided_and_the_rules_in_force_what_was_agreed(event: Played) -> None:
    points = [row[2] for row in event.counted()]
    assert points == sorted(points, reverse=True)
    assert max(points) <= 3 * 40
    rules = read(event, "event_rules")
    for sentence in (
        "Rounds 1–3: the upper half against the lower.",
        "The winner gets a point for each hundred of the lead.",
        "A game gives at most 40.",
        "in this order: points, the best game.",
    ):
        assert sentence in rules


@pytest.mark.parametrize("language", ["en", "sv", "fi", "da"])
def test_papers_are_printed_with_them(event: Played, language: str) -> None:
    with translation.override(language):
        paper = director_of(event).get(
            reverse("tournaments:paper", args=[event.event.pk, "rules"]), {"language": language}
        )
    assert paper["Content-Type"] == "application/pdf"
    assert "the upper half against the lower" in " ".join(text_of(paper.content).split())
