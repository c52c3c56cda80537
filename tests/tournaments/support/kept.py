"""What the tests of a module share: made once, found as it was by each of them, and gone after the last.

Each test of the module is in a savepoint (the mark `django_db`), which undoes the rows that it changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def made_for_module() -> Iterator[None]:
    """Whatever is made meanwhile is undone afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
