"""What the tests of a module share: made once, found as it was by each of them, and gone after the last.

Each test of the module is in a savepoint (the mark `django_db`), which undoes the rows that it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import transaction

from tests.documents.every_game import GAMES
from tests.tournaments.support.events import Played

# By the game.
Events = dict[str, Played]


@contextmanager
def made_for_module() -> Iterator[None]:
    """Whatever is made meanwhile is undone afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def one_of_each_game(make: Callable[[str], Played]) -> Iterator[Events]:
    with made_for_module():
        yield {ruleset: make(ruleset) for ruleset in GAMES}
