"""What holds for handicaps: how much weaker sides begin with, and to what it is added."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubs.reports.numbers import format_value
from tournaments.core.ratings.handicap import STEP, HandicapTerms
from tournaments.public.standings import current_language


def handicap_rules(terms: HandicapTerms) -> Iterator[str]:
    """Yield the sentences for the rules in force."""
    yield terms_sentence(terms)
    yield _(
        "They go by the ratings that players show when a round is published, and stay as they are then. "
        "Where somebody at a table shows none and none was entered by hand, nobody there begins with points."
    )
    yield _(
        "They are added to the result of a game. Opening requirements and the end of the game follow from "
        "what was played, and so do ratings and records."
    )


def terms_sentence(terms: HandicapTerms) -> str:
    """Say by what numbers handicaps are given."""
    language = current_language()
    return _(
        "Handicaps: for each 100 points of rating a game is expected to be decided by %(points)s points. "
        "Weaker sides begin with %(percent)s per cent of that, to the nearest %(step)s, at most %(most)s."
    ) % {
        "points": format_value(terms.points, language),
        "percent": terms.percent,
        "step": STEP,
        "most": format_value(terms.most, language),
    }
