"""What is said of a round: every reason a movement gives is a whole sentence."""

from __future__ import annotations

import re

import pytest

from clubs.books.log_wording import facts
from tournaments.agreement.agreement import Movement
from tournaments.core.movements.meeting import Before
from tournaments.core.movements.three_sided import three_sided
from tournaments.wording.labels import MOVEMENTS, reason_sentence


@pytest.mark.parametrize("entries", range(2, 13))
def test_a_table_of_three_says_why_without_places_that_it_does_not_know(entries: int) -> None:
    field = [Before(entry=number) for number in range(1, entries + 1)]
    said = [
        reason_sentence({"why": reason.why, **reason.params})
        for meeting in three_sided(field, "0123456789abcdef")
        for reason in meeting.reasons
    ]
    assert said
    assert not [sentence for sentence in said if re.search(r"  | $", sentence)]


def test_the_log_says_in_words_by_what_a_round_was_drawn() -> None:
    choices = facts["movement"].choices
    assert choices == {code.value: MOVEMENTS[code] for code in Movement}
