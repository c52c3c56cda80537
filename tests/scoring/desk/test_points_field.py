"""Totals as people type them."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from scoring.entry.fields import PaperTotalField
from scoring.forms.totals import PointsField

FIELDS = (PointsField(required=False), PaperTotalField("Total"))


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("5280", 5280),
        ("5 280", 5280),
        ("5\N{NARROW NO-BREAK SPACE}280", 5280),
        ("5.280", 5280),
        ("10,235", 10235),
        ("−85", -85),
        ("– 1 235", -1235),
        ("", None),
    ],
)
def test_marks_of_thousands_and_any_minus_are_read(
    field: PointsField, typed: str, points: int | None
) -> None:
    assert field.clean(typed) == points


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("typed", ["5 280,0", "52,80", "1.5", "5 2 8 0", "10.23.5", "+-5"])
def test_what_has_decimals_or_marks_elsewhere_is_no_larger_number(field: PointsField, typed: str) -> None:
    with pytest.raises(ValidationError, match="Enter points"):
        field.clean(typed)
