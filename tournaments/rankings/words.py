"""A ranking in words: how it is counted, and why somebody stands where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from django.utils.dates import MONTHS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournaments.agreement.ranking_rules import read_ranking_rules
from tournaments.core.ranking import PERCENT, EventClass, LicenceRule, RankingRules
from tournaments.core.series.rules import CountedEvenings
from tournaments.core.series.table import SeriesLine
from tournaments.models import Ranking
from tournaments.series.words import equal_points_sentence, points_words, remark, way_sentences

CLASS_LABELS: Final = {
    EventClass.CHAMPIONSHIP: _lazy("championship"),
    EventClass.OWN: _lazy("own event"),
    EventClass.CLUB: _lazy("event of a club"),
}
_LICENCE_SENTENCES: Final = {
    LicenceRule.POINTS: _lazy("An event gives points only to those who had a valid licence on its day."),
    LicenceRule.PLACE: _lazy(
        "Anyone without a valid licence on the day of the list is listed without a place."
    ),
}


def percent(number: int) -> str:
    return _("%(number)s%%") % {"number": number}


def describe_ranking(ranking: Ranking) -> list[str]:
    """Say how a ranking is counted."""
    return [
        *_rule_sentences(ranking.agreed),
        equal_points_sentence(),
        _("A list of a category has those who were entered in it in the latest year in which they played."),
    ]


def ranking_rules_text(stored: Mapping[str, Any] | None) -> str:
    """Say what a log entry has of the way of counting."""
    return " ".join(_rule_sentences(read_ranking_rules(stored))) if stored else ""


def _rule_sentences(rules: RankingRules) -> Iterator[str]:
    yield _years_sentence(rules)
    yield _class_sentence(rules)
    yield from way_sentences(rules.counting)
    yield _counted_sentence(rules)
    if rules.counting.minimum > 1:
        yield ngettext(
            "A place needs at least %(count)s event.",
            "A place needs at least %(count)s events.",
            rules.counting.minimum,
        ) % {"count": rules.counting.minimum}
    if rules.licence in _LICENCE_SENTENCES:
        yield str(_LICENCE_SENTENCES[rules.licence])
    if rules.grades:
        yield _("Titles: %(titles)s.") % {"titles": _grades_text(rules)}


def _years_sentence(rules: RankingRules) -> str:
    weights = ", ".join(map(percent, rules.years))
    if rules.rolling:
        return _("Years go back from the day of the list; the latest first, they count %(weights)s.") % {
            "weights": weights
        }
    return _("Years begin with %(month)s; the latest first, they count %(weights)s.") % {
        "month": MONTHS[rules.first_month],
        "weights": weights,
    }


def _class_sentence(rules: RankingRules) -> str:
    return _("Championships count %(championship)s, own events %(own)s, events of the clubs %(club)s.") % {
        "championship": percent(rules.championship),
        "own": percent(rules.own),
        "club": percent(rules.club),
    }


def _counted_sentence(rules: RankingRules) -> str:
    if rules.counting.counted is CountedEvenings.ALL:
        return _("All events of a year count.")
    sentence = ngettext(
        "The best event of each year counts; the others are dropped.",
        "The %(count)s best events of each year count; the others are dropped.",
        rules.counting.how_many,
    )
    return sentence % {"count": rules.counting.how_many}


def _grades_text(rules: RankingRules) -> str:
    grades = sorted(rules.grades)
    return ", ".join(f"{grade.name} ({points_words(grade.least)})" for grade in grades)


# One line of the list.


def ranking_remark(line: SeriesLine, rules: RankingRules) -> str:
    """Say that a place is shared, what has decided it, or why there is none."""
    if line.wanting:
        return ngettext(
            "no place yet: %(played)s of %(minimum)s event",
            "no place yet: %(played)s of %(minimum)s events",
            rules.counting.minimum,
        ) % {"played": len(line.evenings), "minimum": rules.counting.minimum}
    if line.excluded:
        return _("no place: no valid licence")
    return remark(line, rules.counting)


def weight_text(weights: Iterable[int]) -> str:
    """Return “300% × 50%”; what counts in full is left out."""
    return " × ".join(percent(weight) for weight in weights if weight != PERCENT)
