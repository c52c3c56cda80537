"""What the figures of rounds stand under."""

from __future__ import annotations

import pytest
from django.utils import translation

from tournaments.public.places import round_column
from tournaments.public.standings import round_number_column


@pytest.mark.parametrize(
    ("language", "whole", "short", "first"),
    [
        ("sv", "Rond", "Rond", "Rond 1"),
        ("fi", "Kierros", "Kierros", "Kierros 1"),
        ("da", "Turneringsrunde", "Rd.", "Rd. 1"),
        ("en", "Round", "Round", "Round 1"),
    ],
)
def test_a_round_is_called_shortly_above_its_figures_where_its_word_is_long(
    language: str, whole: str, short: str, first: str
) -> None:
    with translation.override(language):
        column = round_number_column()
        assert (column.title, column.short, round_column(1).title) == (whole, short, first)
