"""What an event's documents say, as reports: rows once, formats many.

Knows places and names; must not know how a report looks nor query anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.names import public_name
from clubs.reports.report import Column, Fact, Kind, Report, Row, Table
from tournaments.models import Entry, Tournament
from tournaments.queries import Place, players_of
from tournaments.words import CRITERIA


def standings(event: Tournament, places: Sequence[Place]) -> Report:
    """The standings: place, pair, games, points, difference, and what decided the place."""
    return Report(
        title=event.name,
        subtitle=_("Standings"),
        facts=(
            Fact(_("Club"), event.club.name),
            Fact(_("Day"), date_format(event.on_day, "DATE_FORMAT")),
        ),
        tables=(Table(columns=standings_columns(), rows=tuple(standings_row(place) for place in places)),),
        language=get_language() or "en",
    )


def standings_columns() -> tuple[Column, ...]:
    return (
        Column(pgettext("rank", "Place"), Kind.NUMBER),
        Column(_("Pair")),
        Column(_("Games"), Kind.NUMBER, minor=True),
        Column(_("Points"), Kind.NUMBER),
        Column(_("Difference"), Kind.NUMBER, short="+/−"),
        Column(_("Decided by"), minor=True),
    )


def standings_row(place: Place) -> Row:
    total = place.placing.sum
    return Row(
        (
            place.placing.place,
            pair_name(place.entry),
            total.played,
            total.points,
            total.difference,
            decided(place),
        )
    )


def pair_name(entry: Entry, call: Callable[[Player], str] = public_name) -> str:
    """A pair as a public page calls it, or with `full_name` as the desk does."""
    return " – ".join(call(player) for player in players_of(entry))


def decided(place: Place) -> str:
    """What set a place apart from the one above, in words."""
    if place.placing.shared:
        return _("shared")
    return str(CRITERIA[place.placing.decided_by]) if place.placing.decided_by else ""
