"""What is said of a round: every reason a movement gives is a whole sentence."""

from __future__ import annotations

import re

import pytest

from clubs.books.log_wording import fact_labels
from tournaments.core.drawing.meeting import DrawEntry
from tournaments.core.movements import MOVEMENTS
from tournaments.core.movements.three_sided import draw_three_sided
from tournaments.wording.labels import MOVEMENT_LABELS, pairing_reason_sentence


@pytest.mark.parametrize("entries", range(2, 13))
def test_a_table_of_three_says_why_without_places_that_it_does_not_know(entries: int) -> None:
    field = [DrawEntry(entry=number) for number in range(1, entries + 1)]
    said = [
        pairing_reason_sentence({"why": reason.code, **reason.params})
        for meeting in draw_three_sided(field, "0123456789abcdef")
        for reason in meeting.reasons
    ]
    assert said
    assert not [sentence for sentence in said if re.search(r"  | $", sentence)]


def test_the_log_says_in_words_by_what_a_round_was_drawn() -> None:
    choices = fact_labels["movement"].choices
    assert choices == {code: MOVEMENT_LABELS[code] for code in MOVEMENTS}
