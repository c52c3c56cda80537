"""Places: kept after each closed round, kept anew when one of its results changes; penalties and awards in
them; preliminary and official results.

Knows when places are kept; must not know how they are decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.books.refusals import refused
from clubs.books.writing import Author, Facts, Sending, retried
from scoring import recording
from scoring.models import Game
from scoring.recording import NotNow
from tournaments.core.standings import Placing
from tournaments.models import Entry, EventAdjustment, Round, Standing, Tournament
from tournaments.play import event_record
from tournaments.running.events import refuse_official
from tournaments.running.session import leading


def keep_standings(event: Tournament, closed: Round) -> None:
    """Keep the places after a round, in place of those that were kept before."""
    story = event_record.story_of(event, until=closed.number)
    Standing.objects.filter(round=closed).delete()
    Standing.objects.bulk_create(
        _kept(closed, story.entries[placing.sum.entry], placing) for placing in event_record.places_of(story)
    )


def _kept(closed: Round, entry: Entry, placing: Placing) -> Standing:
    total = placing.sum
    return Standing(
        round=closed,
        entry=entry,
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


def keep_again(event: Tournament, since: int) -> None:
    """Something of a closed round has changed: the places after it and after all later ones."""
    for closed in event.rounds.filter(state=Round.State.CLOSED, number__gte=since).order_by("number"):
        keep_standings(event, closed)


def result_has_changed(game: Game) -> None:
    """Scoring has changed the result of a game: places that were kept with it are kept anew."""
    closed = Round.objects.filter(pairings__game=game, state=Round.State.CLOSED).first()
    if closed is not None:
        keep_again(closed.tournament, closed.number)


# Penalties and awards in the standings.


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCharge:
    """A penalty (below nothing) or an award, in points of the scheme or in difference."""

    entry: int
    unit: EventAdjustment.Unit
    amount: int
    reason: str
    key: UUID
    rule: str = ""

    @property
    def facts(self) -> Facts:
        return {"number": self.entry, "unit": self.unit.value, "amount": self.amount, "rule": self.rule}

    @property
    def sending(self) -> Sending:
        return Sending(key=self.key, content={**self.facts, "reason": self.reason})


@retried
def adjust_event(by: Author, event: Tournament, charge: EventCharge) -> EventAdjustment:
    """Charge or credit an entry in the standings."""
    with leading(event, by, sending=charge.sending) as led:
        if led.act.earlier is not None:
            return EventAdjustment.objects.get(pk=led.act.earlier.facts["entry_of_ledger"])
        refuse_official(led.event)
        if not charge.amount:
            raise refused("amount", _("Say how much."))
        if not charge.reason.strip():
            raise refused("reason", _("Say why."))
        made = EventAdjustment.objects.create(
            tournament=led.event,
            entry=led.event.entries.get(number=charge.entry),
            unit=charge.unit,
            amount=charge.amount,
            rule=charge.rule,
            reason=charge.reason,
            author=led.director,
            at=led.act.by.at,
        )
        keep_again(led.event, _counts_from(led.event, made))
        led.act.log(
            "event.adjusted",
            made,
            after={**charge.facts, "entry_of_ledger": made.pk},
            reason=charge.reason,
        )
        return made


@retried
def cancel_event_adjustment(by: Author, made: EventAdjustment, reason: str) -> EventAdjustment:
    """Take a penalty or award back. The entry stays in the ledger, marked."""
    with leading(made.tournament, by) as led:
        made = EventAdjustment.objects.get(pk=made.pk, tournament=led.event)
        refuse_official(led.event)
        if made.cancelled_at is not None:
            raise NotNow(_("It has been taken back already."))
        if not reason.strip():
            raise refused("reason", _("Say why."))
        made.cancelled_at, made.cancelled_by, made.cancelled_because = led.act.by.at, led.director, reason
        made.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_because"])
        keep_again(led.event, _counts_from(led.event, made))
        led.act.log(
            "event.adjustment_cancelled",
            made,
            before={"unit": made.unit, "amount": made.amount},
            reason=reason,
        )
        return made


def _counts_from(event: Tournament, made: EventAdjustment) -> int:
    """The round that was the last one closed when it was made: what came before stays as it was shown."""
    before = event.rounds.filter(state=Round.State.CLOSED, closed_at__lte=made.at).order_by("-number").first()
    return 1 if before is None else before.number


# Preliminary and official.


@retried
def show_results(by: Author, event: Tournament) -> Tournament:
    """The last round is closed: the results are shown, preliminary until nobody can complain any more."""
    with leading(event, by) as led:
        if led.event.state != Tournament.State.RUNNING:
            raise NotNow(_("The event is not being played."))
        if led.event.rounds.filter(state__in=(Round.State.DRAWN, Round.State.PUBLISHED)).exists():
            raise NotNow(_("A round is still being played."))
        led.event.state, led.event.shown_at = Tournament.State.PRELIMINARY, led.act.by.at
        led.event.save(update_fields=["state", "shown_at"])
        led.act.log("event.results_shown", led.event, after={"event_state": led.event.state})
        return led.event


# For the prize giving the time to complain may be cut short, but never below this.
SHORTEST_MINUTES = 5


def complaints_end(shown_at: datetime, minutes: int) -> datetime:
    """The moment until which results can be complained of."""
    return shown_at + timedelta(minutes=minutes)


@retried
def declare_official(by: Author, event: Tournament, *, early: bool = False) -> Tournament:
    """The time to complain is over: the result is official. The director may cut it short."""
    with leading(event, by) as led:
        if led.event.state != Tournament.State.PRELIMINARY or led.event.shown_at is None:
            raise NotNow(_("The results have not been shown yet."))
        minutes = SHORTEST_MINUTES if early else led.agreed.correction_minutes
        if led.act.by.at < complaints_end(led.event.shown_at, minutes):
            raise NotNow(_("There is still time to complain."))
        led.event.state, led.event.official_at = Tournament.State.OFFICIAL, led.act.by.at
        led.event.save(update_fields=["state", "official_at"])
        recording.make_official_in(led.act, Game.objects.filter(pairing__round__tournament=led.event))
        led.act.log("event.official", led.event, after={"event_state": led.event.state, "early": early})
        return led.event
