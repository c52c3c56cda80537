"""The places after each closed round: stored, and recomputed when one of its results changes."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.core.standings import Placing
from tournaments.models import Round, Standing, Tournament
from tournaments.play import event_record, event_results, kept_rounds
from tournaments.play.event_record import EntryFacts, EventRecord
from tournaments.running.bracket_rounds import fit_to_results


def store_standings(event: Tournament, closed: Round) -> None:
    """Store the places after a closed round, and what is kept of it, replacing those stored before."""
    record = event_record.load_event(event, until=closed.number)
    placings = event_results.compute_placings(record)
    Standing.objects.filter(round=closed).delete()
    Standing.objects.bulk_create(standings_of(closed, record, placings))
    kept_rounds.to_keep(closed, record.rounds[-1].tables, placings).save()


def standings_of(closed: Round, record: EventRecord, placings: Iterable[Placing]) -> list[Standing]:
    """Return the rows of these places; stores nothing."""
    return [_standing_of(closed, record.entries[placing.totals.entry], placing) for placing in placings]


def _standing_of(closed: Round, entry: EntryFacts, placing: Placing) -> Standing:
    total = placing.totals
    return Standing(
        round=closed,
        entry_id=entry.pk,
        place=placing.place,
        shared=placing.shared,
        decided_by=placing.decided_by,
        played=total.played,
        wins=total.wins,
        draws=total.draws,
        losses=total.losses,
        points=total.points,
        difference=total.difference,
        own=total.own,
    )


def recompute_standings(event: Tournament, since: int) -> None:
    """Recompute the places after this round and after all later ones."""
    for closed in event.rounds.filter(state=Round.State.CLOSED, number__gte=since).order_by("number"):
        store_standings(event, closed)
    fit_to_results(event)
