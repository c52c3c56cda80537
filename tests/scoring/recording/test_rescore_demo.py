"""The demo, which is loaded into an empty installation alone."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from scoring.models import Game
from scoring.recording import recheck

pytestmark = pytest.mark.django_db


def test_the_demo_is_what_its_sheets_make() -> None:
    call_command("found_installation", email="director@example.org", name="Director")
    call_command("load_demo")
    assert Game.objects.exists()
    assert list(recheck.all_differences()) == []
