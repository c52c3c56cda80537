"""What a change of seats in a round comes to: other tables, the remarks on them, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round, Tournament
from tournaments.play.kept_rounds import VISIBLE_ROUND_STATES
from tournaments.play.seating import RoundSeats
from tournaments.rounds.draw_page import Names, remark_sentences, side_names
from tournaments.running.exchanging import games_begun


def may_exchange(drawn: Round) -> bool:
    """Whether places may be exchanged though everybody can see the round."""
    is_official = drawn.tournament.state == Tournament.State.OFFICIAL
    return drawn.state in VISIBLE_ROUND_STATES and not is_official


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A table, or those who sit out, with the sides after and before the change."""

    table: int | None
    sides: Sequence[str]
    before: Sequence[str]


@dataclass(frozen=True, slots=True)
class RoundChange:
    """The places that would change, with the remarks on the new seats and their fingerprint."""

    places: Sequence[PlaceChange]
    remarks: Sequence[str]
    fingerprint: str
    # What follows from it in a round that is published.
    follows: Sequence[str] = ()
    # Deals are recorded at a changed table: the director says why.
    needs_reason: bool = False


def compare_rounds(drawn: Round, current: RoundSeats, requested: RoundSeats, names: Names) -> RoundChange:
    places = _differences(current, requested, names)
    dealt = {} if drawn.state == Round.State.DRAWN else _dealt_at_tables(drawn)
    return RoundChange(
        places,
        remark_sentences(drawn, requested, names),
        requested.fingerprint,
        [] if drawn.state == Round.State.DRAWN else list(_follows(dealt, places, current, requested, names)),
        any(place.table in dealt for place in places),
    )


def _dealt_at_tables(drawn: Round) -> dict[int | None, int]:
    """Return how many deals each table has whose game is begun."""
    begun = games_begun(drawn)
    games = drawn.pairings.values_list("table", "game")
    return {table: begun[game] for table, game in games if game is not None and game in begun}


def _follows(
    dealt: Mapping[int | None, int],
    places: Sequence[PlaceChange],
    current: RoundSeats,
    requested: RoundSeats,
    names: Names,
) -> Iterator[str]:
    """Say whose the deals of the changed tables are then, who comes and who misses the round."""
    for place in places:
        if place.table in dealt and place.sides:
            yield ngettext(
                "Table %(table)s: %(count)s deal stays there, and is of %(sides)s.",
                "Table %(table)s: %(count)s deals stay there, and are of %(sides)s.",
                dealt[place.table],
            ) % {"table": place.table, "count": dealt[place.table], "sides": " / ".join(place.sides)}
    before, after = {*current.entries}, {*requested.entries}
    for entry in sorted(after - before):
        yield _("%(entry)s plays from this round on.") % {"entry": names[entry]}
    for entry in sorted(before - after):
        yield _("%(entry)s misses this round, and is back in the next one.") % {"entry": names[entry]}


def _differences(before: RoundSeats, after: RoundSeats, names: Names) -> list[PlaceChange]:
    """The tables with other entries, and those who sit out if they are others."""
    tables = enumerate(zip_longest(after.tables, before.tables, fillvalue=()), start=1)
    changes = [
        PlaceChange(number, side_names(new, names), side_names(old, names))
        for number, (new, old) in tables
        if new != old
    ]
    if sorted(after.out) != sorted(before.out):
        sit_outs = (sorted(after.out), sorted(before.out))
        changes.append(PlaceChange(None, *([names[entry] for entry in entries] for entries in sit_outs)))
    return changes
