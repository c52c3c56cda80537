"""What the page of a draw says of handicaps: who begins with points, and where a rating is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round
from tournaments.play.handicaps import handicaps_of_round
from tournaments.play.queries import PairingWithSides
from tournaments.play.seating import RoundSeats
from tournaments.public.handicaps import signed_points


def missing_ratings(drawn: Round, seats: RoundSeats) -> list[str]:
    """Say at which tables nobody begins with points, since a rating is missing."""
    given = handicaps_of_round(drawn)
    if given is None:
        return []
    tables = [number for number, sides in enumerate(seats.tables, 1) if sides and not given.of_sides(sides)]
    if not tables:
        return []
    sentence = ngettext(
        "Nobody begins with points at table %(tables)s: a rating is missing there. It can be entered by hand "
        "on the page of the handicaps before the round is published.",
        "Nobody begins with points at tables %(tables)s: ratings are missing there. They can be entered by "
        "hand on the page of the handicaps before the round is published.",
        len(tables),
    )
    return [sentence % {"tables": ", ".join(map(str, tables))}]


def handicap_sentences(row: PairingWithSides, names: Sequence[str]) -> Iterator[str]:
    for side, name in zip(row.sides, names, strict=True):
        if side.handicap:
            points = signed_points(side.handicap)
            yield _("handicap %(points)s for %(side)s") % {"points": points, "side": name}
