"""Each test counts from nothing: a process keeps ratings of clubs whose numbers come again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tournaments.ratings import counting


@pytest.fixture(autouse=True)
def nothing_is_kept() -> Iterator[None]:
    counting.forget()
    yield
    counting.forget()
