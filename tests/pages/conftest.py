"""The one world that the tests of pages walk through, built once for all of them."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.pages.world import Scene, one_scene


@pytest.fixture(scope="package")
def scene(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    """Each test undoes what it does; what a module asks before its tests is asked within `undone`."""
    with django_db_blocker.unblock(), one_scene() as scene:
        yield scene
