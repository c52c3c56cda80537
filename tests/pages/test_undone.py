"""The look for what was changed, which reads no table while no row has been written."""

from __future__ import annotations

import pytest

from clubs.models import Club
from tests.builders import a_club
from tests.pages.world import Scene, undone

pytestmark = [pytest.mark.django_db, pytest.mark.engine]
CHANGED = ["clubs.book", "clubs.club"]


def test_what_is_written_is_seen_until_it_is_undone(scene: Scene) -> None:
    assert scene.changed() == []
    with undone():
        assert scene.changed() == []
        a_club()
        assert sorted(scene.changed()) == CHANGED
    assert scene.changed() == []


def test_what_was_written_before_is_seen_after_something_else_was_undone(scene: Scene) -> None:
    a_club()
    with undone():
        Club.objects.all().update(place="Nagu")
    assert sorted(scene.changed()) == CHANGED


def test_what_is_written_and_put_back_is_no_change(scene: Scene) -> None:
    with undone():
        club = Club.objects.earliest("pk")
        place = club.place
        Club.objects.filter(pk=club.pk).update(place="Nagu")
        assert scene.changed() == ["clubs.club"]
        Club.objects.filter(pk=club.pk).update(place=place)
        assert scene.changed() == []
        Club.objects.filter(pk=club.pk).update(place="Korpo")
        assert scene.changed() == ["clubs.club"]
