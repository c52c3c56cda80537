"""Whoever works at a desk sees that no copies are made; nobody else does."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from clubs.backups import state
from tests.builders import a_user, own_places

NOW = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
TOLD = "No backups are being made"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_room(tmp_path: Path, settings: Any) -> None:
    own_places(settings, tmp_path)
    state.record_failure(NOW, "no_room", "/media/stick")


def page(path: str, *, signed_in: bool) -> str:
    client = Client(headers={"accept-language": "en"})
    if signed_in:
        client.force_login(a_user())
    return client.get(path).text


def test_it_stands_on_the_pages_of_those_who_are_signed_in_until_a_copy_is_made() -> None:
    told = page("/account/", signed_in=True)
    assert TOLD in told
    assert "/media/stick" in told
    state.clear_failure()
    assert TOLD not in page("/account/", signed_in=True)


@pytest.mark.parametrize("path", ["/", "/sign-in/"])
def test_it_is_nobody_elses_business(path: str) -> None:
    assert TOLD not in page(path, signed_in=False)
    assert "/media/stick" not in page(path, signed_in=False)


def test_a_file_that_cannot_be_read_is_no_error_of_a_page(tmp_path: Path) -> None:
    (tmp_path / "backup-failed.json").write_text("{", encoding="utf-8")
    assert TOLD not in page("/account/", signed_in=True)
