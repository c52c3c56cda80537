"""What is typed about the next season of a league."""

from __future__ import annotations

import re
from datetime import date
from typing import Any, Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import KeyedForm, NameField
from tournaments.leagues.fields import day_field
from tournaments.models import League

_FEBRUARY, _SHORTEST = 2, 28
# A year in a name, or two that follow each other: 2026, 2026/27, 2026–2027.
_YEARS: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)(?:([/–-])(\d{4}|\d\d)(?!\d))?")


class NextSeasonForm(KeyedForm):
    """The next season of a league."""

    name = NameField(label=_lazy("Name"))
    since = day_field(label=_lazy("From"))
    until = day_field(label=_lazy("Until"))


def next_initial(league: League) -> dict[str, Any]:
    """Return the same days a year later, and the name with the years that then apply."""
    since = _year_later(league.since)
    return {"name": _next_name(league.name, since), "since": since, "until": _year_later(league.until)}


def _next_name(name: str, since: date) -> str:
    """Return Autumn 2027 after Autumn 2026, Cup 2027/28 after Cup 2026/27, and Cup 2027 after Cup."""
    later = _YEARS.sub(_a_year_later, name)
    return f"{name} {since.year}" if later == name else later


def _a_year_later(found: re.Match[str]) -> str:
    year, between, second = found.groups()
    if second is None:
        return str(int(year) + 1)
    return f"{int(year) + 1}{between}{(int(second) + 1) % 10 ** len(second):0{len(second)}}"


def _year_later(day: date) -> date:
    return day.replace(year=day.year + 1, day=min(day.day, _SHORTEST) if day.month == _FEBRUARY else day.day)
