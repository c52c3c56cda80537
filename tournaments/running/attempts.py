"""Which draw of a round comes next, and why it is drawn again."""

from __future__ import annotations

from django.db.models import Max

from clubs.books.writing import JsonValue
from tournaments.core.drawing.proposal import DrawInput
from tournaments.models import Tournament
from tournaments.play import draw


def next_attempt(event: Tournament, number: int) -> int:
    """Return which draw of this round comes next; a draw that was removed counts."""
    draws = event.rounds.filter(number=number)
    return 1 + max(draws.count(), draws.aggregate(most=Max("attempt"))["most"] or 0)


def reasons_to_draw_again(event: Tournament, number: int, known: DrawInput) -> dict[str, JsonValue]:
    """Return what has changed since the last draw of this round, which was removed; empty for the first."""
    removed = event.rounds.filter(number=number).order_by("-pk").first()
    if removed is None:
        return {}
    before = draw.read_draw_input(removed.draw_input, removed.seed)
    earlier, now = ({entry.entry: entry for entry in given.present} for given in (before, known))
    both = earlier.keys() & now.keys()
    reasons: dict[str, JsonValue] = {
        "came": [*sorted(now.keys() - earlier.keys())],
        "gone": [*sorted(earlier.keys() - now.keys())],
        "other_results": any(
            (earlier[entry].points, earlier[entry].difference) != (now[entry].points, now[entry].difference)
            for entry in both
        ),
    }
    return {name: value for name, value in reasons.items() if value}
