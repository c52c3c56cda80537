"""Editions: a game keeps the numbers it was opened with, whatever the rules say later."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from unittest import mock

import pytest

from clubs.models import Role
from scoring import recording, rulesets
from scoring.core.vocabulary import Bonus
from scoring.models import Game
from scoring.rulesets.samba.rules import SAMBA
from tests.builders import a_club, a_user, an_author
from tests.scoring.support.played import a_deal, a_game

pytestmark = pytest.mark.django_db

NEXT_YEARS = replace(SAMBA, edition="2027-1", going_out=Bonus(points=300, rule="18c"))


@contextmanager
def next_year() -> Iterator[None]:
    """The rules have a newer edition, in which going out gives 300."""
    editions = {**rulesets.editions_by_slug(), "samba": (NEXT_YEARS, SAMBA)}
    with mock.patch.object(rulesets, "editions_by_slug", return_value=editions):
        yield


def first_total(game: Game) -> int:
    return game.sides.get(number=0).total


def test_a_game_is_scored_by_the_edition_it_was_opened_with() -> None:
    club = a_club()
    by = an_author(a_user(Role.Kind.SCORER, club=club))
    old = a_game(club, by)
    with next_year():
        new = a_game(club, by)
        recording.record_deal(by, old, a_deal())
        recording.record_deal(by, new, a_deal())
    assert (old.edition, first_total(old)) == ("2026-1", 2725)
    assert (new.edition, first_total(new)) == ("2027-1", 2825)
