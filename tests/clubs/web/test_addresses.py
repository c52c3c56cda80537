"""An address of a page is the one that Django gives it."""

from __future__ import annotations

import pytest
from django.test.utils import override_script_prefix
from django.urls import reverse

from clubs.web.addresses import address_of


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("home", []),
        ("scoring:game", [31]),
        ("tournaments:event", [7]),
        ("tournaments:event", [8]),
        ("tournaments:event_round", [7, 12]),
        ("tournaments:event_round", [12, 7]),
    ],
)
@pytest.mark.parametrize("prefix", ["/", "/club/"])
def test_an_address_is_that_of_django(name: str, numbers: list[int], prefix: str) -> None:
    with override_script_prefix(prefix):
        assert address_of(name, *numbers) == reverse(name, args=numbers)
