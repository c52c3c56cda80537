"""State that a test leaves behind does not reach the next test."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation


@pytest.mark.django_db
@pytest.mark.parametrize("turn", ["first", "second"])
def test_a_test_begins_in_the_language_of_the_source_whatever_the_one_before_it_has_read(turn: str) -> None:
    assert translation.get_language() == "en", turn
    Client(headers={"accept-language": "fi"}).get("/clubs/")
    assert translation.get_language() == "fi", "nothing is left behind: the fixture is needed no more"
