"""All servers of one database have the same key, and files in the same place; or they do not start."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from clubs.backups import agreement
from clubs.backups.agreement import Disagreement, find_disagreement
from clubs.models import Installation
from config.environment import DATABASE, FOLDER
from config.serving.preparing import refuse_other_settings
from tests.builders import own_places

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


@pytest.fixture
def first_server(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it has been started with; several serve a PostgreSQL only."""
    monkeypatch.setattr(connection, "vendor", "postgresql")
    own_places(settings, tmp_path, files=DATABASE)
    assert find_disagreement() is None
    agreement.agree()


def test_a_server_with_the_same_settings_starts(first_server: None) -> None:
    agreement.agree()
    refuse_other_settings()
    assert Installation.objects.count() == 1


def test_a_server_with_another_key_is_refused_until_it_is_adopted(first_server: None, settings: Any) -> None:
    settings.SECRET_KEY = "another-" + "y" * 50
    assert find_disagreement() is Disagreement.KEY
    agreement.agree()
    with pytest.raises(SystemExit, match="All servers of one database need the same"):
        refuse_other_settings()
    call_command("adopt_settings", stdout=StringIO())
    refuse_other_settings()
    assert settings.SECRET_KEY not in str(Installation.objects.get())


def test_a_server_that_would_seal_the_log_with_another_key_is_refused(
    first_server: None, settings: Any
) -> None:
    Installation.objects.update(log_key_mark="")  # as before logs were sealed
    agreement.agree()
    settings.LOG_KEY = "another-" + "y" * 50
    assert find_disagreement() is Disagreement.LOG_KEY
    with pytest.raises(SystemExit, match=r"another TALON_LOG_KEY.*adopt_settings"):
        refuse_other_settings()


def test_a_server_with_files_elsewhere_is_refused(first_server: None, settings: Any, tmp_path: Path) -> None:
    own_places(settings, tmp_path, files=FOLDER)
    assert find_disagreement() is Disagreement.FILES
    with pytest.raises(SystemExit, match=r"another TALON_FILES than folder.*adopt_settings"):
        refuse_other_settings()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a server on SQLite is alone")
def test_one_server_with_a_database_in_a_file_has_nobody_to_agree_with(settings: Any) -> None:
    agreement.adopt_own_settings()
    settings.SECRET_KEY = "another-" + "y" * 50
    assert find_disagreement() is None
