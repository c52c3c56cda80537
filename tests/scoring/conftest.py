"""What tests of scoring share: rows that are made once for a module."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.utils import translation
from pytest_django.plugin import DjangoDbBlocker


@pytest.fixture(scope="module")
def module_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """What the module's own fixtures store is there for each of its tests, and gone after the last."""
    translation.deactivate()
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
