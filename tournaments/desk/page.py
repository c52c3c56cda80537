"""The overview of an event as one value: the next step, what needs attention in any round, and the ledger."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.models import Game
from scoring.overview import needs
from scoring.overview.needs import DeskOverview
from scoring.overview.queries import list_games
from tournaments.desk.late_deals import late_deals_of, with_late_deals
from tournaments.desk.next_step import EventProgress, load_progress
from tournaments.models import EventAdjustment, Pairing, Tournament
from tournaments.play import queries
from tournaments.running.codes_mail import CodesMail, codes_mail_of


@dataclass(frozen=True, slots=True)
class Overview:
    """What the overview of an event shows."""

    step: EventProgress
    desk: DeskOverview
    ledger: QuerySet[EventAdjustment]
    codes: CodesMail | None

    @property
    def ruled(self) -> list[EventAdjustment]:
        """The penalties and awards."""
        return [one for one in self.ledger if one.kind != EventAdjustment.Kind.CARRIED]

    @property
    def carried(self) -> list[EventAdjustment]:
        """What entries of a final have brought along."""
        return [one for one in self.ledger if one.kind == EventAdjustment.Kind.CARRIED]

    @property
    def carried_amounts(self) -> int:
        """How many of these count; the others were revoked or replaced."""
        return sum(one.cancelled_at is None for one in self.carried)


def load_overview(event: Tournament) -> Overview:
    return Overview(
        load_progress(event),
        _attention_in(event),
        queries.get_event_adjustments(event),
        codes_mail_of(event),
    )


def _attention_in(event: Tournament) -> DeskOverview:
    """What needs attention at the tables of all rounds; where another result counts, nothing does."""
    games = Game.objects.filter(pairing__round__tournament=event, pairing__kind=Pairing.Kind.PLAYED)
    rows = needs.overview_rows(list_games(games, queries.find_rounds(games)))
    return needs.build_overview(with_late_deals(rows, late_deals_of(event)))
