from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from tests.tournaments.support.push_service import PushService, push_service
from tournaments.notices import push


@pytest.fixture
def service(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service of our own, which Talon trusts and may reach."""
    settings.PUSH_TO_INSIDE = True
    with push_service(tmp_path) as running:
        monkeypatch.setattr(push, "tls_context", running.context)
        yield running
