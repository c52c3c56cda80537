"""A series in words: how it is counted, and why somebody stands where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Any, Final, Protocol

from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from clubs.reports.numbers import format_value
from tournaments.agreement.series_rules import read_rules
from tournaments.core.series.result import HUNDREDTHS
from tournaments.core.series.rules import CountedEvenings, SeriesRules
from tournaments.core.series.table import SeriesLine
from tournaments.models import Series

_TENTH: Final = 10


def shown(points: int) -> int | Decimal:
    """Return hundredths as they are written: 12, 12.5, 12.25."""
    if points % HUNDREDTHS == 0:
        return points // HUNDREDTHS
    if points % _TENTH == 0:
        return Decimal(points // _TENTH).scaleb(-1)
    return Decimal(points).scaleb(-2)


def figure(points: int) -> str:
    return format_value(shown(points), get_language() or "en")


def points_words(points: int) -> str:
    """Return “1 point”, “43 points”."""
    number = abs(points) // HUNDREDTHS if points % HUNDREDTHS == 0 else 0
    return ngettext("%(points)s point", "%(points)s points", number) % {"points": figure(points)}


def describe(series: Series) -> list[str]:
    """Say how a series is counted."""
    rules = series.agreed
    return [
        _events_sentence(series),
        _who_sentence(series),
        *way_sentences(rules),
        *_rule_sentences(rules),
        equal_points_sentence(),
    ]


def way_sentences(rules: SeriesRules) -> Iterator[str]:
    """Say what gives points."""
    return (_(one.text) % one.params for one in rules.points_way.describe(rules.numbers, figure))


def equal_points_sentence() -> str:
    return _(
        "Of equal points those are before whose best evening is better, then whose second best is, "
        "and so on, dropped evenings too. If all are equal, they share the place."
    )


def rules_text(stored: Mapping[str, Any] | None) -> str:
    """Say what a log entry has of the way of counting."""
    if not stored:
        return ""
    rules = read_rules(stored)
    return " ".join([*way_sentences(rules), *_rule_sentences(rules)])


def _events_sentence(series: Series) -> str:
    if series.picked:
        return _("Chosen evenings count, as soon as their results are shown.")
    days = {"since": _day(series.since), "until": _day(series.until)}
    if series.until is None:
        return _("All evenings from %(since)s on count, as soon as their results are shown.") % days
    return _("All evenings from %(since)s to %(until)s count, as soon as their results are shown.") % days


def _day(day: date | None) -> str:
    return date_format(day, "DATE_FORMAT") if day else ""


def _who_sentence(series: Series) -> str:
    if series.who == Series.Who.PLAYERS:
        return _("Each player gets the points of the entry, with any partner.")
    return _("A pair gathers points together: with another partner somebody is another pair.")


def _rule_sentences(rules: SeriesRules) -> Iterator[str]:
    yield _counted_sentence(rules)
    if rules.average:
        yield _("The points are the average of the evenings that count, to a hundredth of a point.")
    if rules.bonus:
        yield _("Each evening that was played gives %(points)s more, also when it is dropped.") % {
            "points": points_words(rules.bonus)
        }
    if rules.minimum > 1:
        yield ngettext(
            "A place needs at least %(count)s evening.",
            "A place needs at least %(count)s evenings.",
            rules.minimum,
        ) % {"count": rules.minimum}


def _counted_sentence(rules: SeriesRules) -> str:
    count = {"count": rules.how_many}
    if rules.counted is CountedEvenings.BEST:
        sentence = ngettext(
            "The best evening counts; the others are dropped.",
            "The %(count)s best evenings count; the others are dropped.",
            rules.how_many,
        )
        return sentence % count
    if rules.counted is CountedEvenings.BUT_WORST:
        sentence = ngettext(
            "The worst evening is dropped; one that was missed is the worst.",
            "The %(count)s worst evenings are dropped; those that were missed are the worst.",
            rules.how_many,
        )
        return sentence % count
    return _("All evenings count.")


# One line of the table.


class PlacedLine(Protocol):
    """What of a line says where it stands: it is counted now, or kept."""

    @property
    def place(self) -> int | None: ...

    @property
    def shared(self) -> bool: ...

    @property
    def wanting(self) -> int: ...

    @property
    def played(self) -> int: ...


def wanting_words(line: PlacedLine, rules: SeriesRules) -> str:
    """Say why a line has no place yet."""
    if not line.wanting:
        return ""
    sentence = ngettext(
        "no place yet: %(played)s of %(minimum)s evening",
        "no place yet: %(played)s of %(minimum)s evenings",
        rules.minimum,
    )
    return sentence % {"played": line.played, "minimum": rules.minimum}


def remark(line: SeriesLine, rules: SeriesRules) -> str:
    """Say that a place is shared, what has decided it, or why there is none."""
    if line.wanting:
        return wanting_words(line, rules)
    if line.shared:
        return _("shared")
    return _("by the better evenings") if line.by_evenings else ""


def place_words(line: PlacedLine, rules: SeriesRules, of: int) -> str:
    """Return “place 3 of 28, shared”, or why there is none."""
    if line.place is None:
        return wanting_words(line, rules)
    sentence = _("place %(place)s of %(of)s, shared") if line.shared else _("place %(place)s of %(of)s")
    return sentence % {"place": line.place, "of": of}
