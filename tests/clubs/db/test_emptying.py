"""What a test with transactions of its own leaves is gone before the next one."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.core.management import call_command

from scoring.models import Deal
from tests.scoring.support.played import an_evening

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]


def test_no_row_of_any_table_is_left_and_no_number_comes_twice() -> None:
    before = an_evening().record(1).deal
    # As pytest does it after this test.
    call_command("flush", verbosity=0, interactive=False, reset_sequences=False)
    assert [model for model in apps.get_models() if model._base_manager.exists()] == []
    assert an_evening().record(1).deal.pk > before.pk
    assert Deal.objects.count() == 1
