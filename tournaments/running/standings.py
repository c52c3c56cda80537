"""Penalties and awards in the standings, and preliminary and official results."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.books.refusals import validation_error
from clubs.books.writing import Author, Facts, Submission, retried
from scoring import recording
from scoring.models import Game
from scoring.recording import NotNow
from tournaments.agreement.agreement import Counting
from tournaments.models import EventAdjustment, Pairing, Round, Tournament
from tournaments.play.complaints import MIN_CORRECTION_MINUTES, complaint_minutes, complaints_end
from tournaments.play.counting import without_result
from tournaments.running.closing import find_open_matters
from tournaments.running.codes_mail import send_codes
from tournaments.running.events import refuse_official
from tournaments.running.kept_places import recompute_standings
from tournaments.running.results import keep_kind_of_broken_off
from tournaments.running.session import OpenEvent, open_event


def update_after_result_change(game: Game) -> None:
    """Recompute the standings when the result of a game of a closed round has changed.

    Of a game that was broken off with nobody at fault the score stands from its half on: also where deals
    have been annulled, or put right, since.
    """
    keep_kind_of_broken_off(game)
    closed = Round.objects.filter(pairings__game=game, state=Round.State.CLOSED).first()
    if closed is not None:
        recompute_standings(closed.tournament, closed.number)


def update_after_answer(game: Game) -> None:
    """Recompute the standings when a deal of a closed round is approved or its game signed, or no longer.

    Most events count what is recorded: there an answer changes no place.
    """
    closed = Round.objects.filter(pairings__game=game, state=Round.State.CLOSED)
    drawn = closed.select_related("tournament").first()
    if drawn is not None and drawn.tournament.agreement.counting is not Counting.RECORDED:
        recompute_standings(drawn.tournament, drawn.number)


# Penalties and awards in the standings.


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCharge:
    """A penalty (below zero) or an award, in points of the scheme or in difference."""

    entry: int
    unit: EventAdjustment.Unit
    amount: int
    reason: str
    key: UUID
    rule: str = ""
    kind: EventAdjustment.Kind = EventAdjustment.Kind.RULED

    @property
    def facts(self) -> Facts:
        return {"number": self.entry, "unit": self.unit.value, "amount": self.amount, "rule": self.rule}

    @property
    def act(self) -> str:
        return "event.carried" if self.kind is EventAdjustment.Kind.CARRIED else "event.adjusted"

    @property
    def submission(self) -> Submission:
        return Submission(key=self.key, content={**self.facts, "reason": self.reason})


@retried
def adjust_event(by: Author, event: Tournament, charge: EventCharge) -> EventAdjustment:
    """Charge or credit an entry in the standings."""
    with open_event(event, by, submission=charge.submission) as opened:
        if opened.writing.earlier is not None:
            return EventAdjustment.objects.get(pk=opened.writing.earlier.facts["entry_of_ledger"])
        refuse_official(opened.event)
        if not charge.amount:
            raise validation_error("amount", _("Enter an amount."))
        if not charge.reason.strip():
            raise validation_error("reason", _("Give a reason."))
        adjustment = EventAdjustment.objects.create(
            tournament=opened.event,
            entry=opened.event.entries.get(number=charge.entry),
            kind=charge.kind,
            unit=charge.unit,
            amount=charge.amount,
            rule=charge.rule,
            reason=charge.reason,
            author=opened.director,
            at=opened.writing.by.at,
        )
        recompute_standings(opened.event, _counts_from(opened.event, adjustment))
        opened.writing.log(
            charge.act,
            adjustment,
            after={**charge.facts, "unit": _logged_unit(adjustment), "entry_of_ledger": adjustment.pk},
            reason=charge.reason,
        )
        return adjustment


@retried
def cancel_event_adjustment(by: Author, adjustment: EventAdjustment, reason: str) -> EventAdjustment:
    """Cancel a penalty or award; it stays in the ledger, marked."""
    with open_event(adjustment.tournament, by) as opened:
        adjustment = EventAdjustment.objects.get(pk=adjustment.pk, tournament=opened.event)
        refuse_official(opened.event)
        if adjustment.cancelled_at is not None:
            raise NotNow(_("It has already been revoked."))
        if not reason.strip():
            raise validation_error("reason", _("Give a reason."))
        adjustment.cancelled_at, adjustment.cancelled_by, adjustment.cancelled_because = (
            opened.writing.by.at,
            opened.director,
            reason,
        )
        adjustment.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_because"])
        recompute_standings(opened.event, _counts_from(opened.event, adjustment))
        opened.writing.log(
            "event.adjustment_cancelled",
            adjustment,
            before={"unit": _logged_unit(adjustment), "amount": adjustment.amount},
            reason=reason,
        )
        return adjustment


def _logged_unit(adjustment: EventAdjustment) -> str:
    """Return the unit of the amount; points may be counted in hundredths."""
    in_points = adjustment.unit == EventAdjustment.Unit.POINTS
    in_hundredths = adjustment.tournament.agreement.scheme.in_hundredths
    return "hundredths" if in_points and in_hundredths else adjustment.unit


def _counts_from(event: Tournament, adjustment: EventAdjustment) -> int:
    """Return the last round closed when it was made: earlier standings stay as they were.

    What was carried over counts from the beginning.
    """
    if adjustment.kind == EventAdjustment.Kind.CARRIED:
        return 1
    before = (
        event.rounds.filter(state=Round.State.CLOSED, closed_at__lte=adjustment.at)
        .order_by("-number")
        .first()
    )
    return 1 if before is None else before.number


# Preliminary and official.


@retried
def show_results(by: Author, event: Tournament) -> Tournament:
    """Publish the results after the last round; they are preliminary until the time to complain is over."""
    with open_event(event, by) as opened:
        if opened.event.state != Tournament.State.RUNNING:
            raise NotNow(_("The event is not being played."))
        if opened.event.rounds.filter(state__in=(Round.State.DRAWN, Round.State.PUBLISHED)).exists():
            raise NotNow(_("A round is still being played."))
        _check_rounds_are_over(opened)
        before = opened.event.state
        opened.event.state, opened.event.shown_at = Tournament.State.PRELIMINARY, opened.writing.by.at
        opened.event.save(update_fields=["state", "shown_at"])
        minutes = complaint_minutes(opened.agreement)
        opened.close_phones(complaints_end(opened.writing.by.at, minutes))
        opened.writing.log(
            "event.results_shown",
            opened.event,
            before={"event_state": before},
            after={"event_state": opened.event.state},
        )
        return opened.event


def _check_rounds_are_over(opened: OpenEvent) -> None:
    over = opened.event.rounds.filter(state=Round.State.CLOSED).count()
    if over < opened.agreement.rounds:
        raise NotNow(
            _("Round %(number)s of %(rounds)s is over. Lower the number of rounds to end the event here.")
            % {"number": over, "rounds": opened.agreement.rounds}
        )


@retried
def hide_results(by: Author, event: Tournament, reason: str) -> Tournament:
    """Take back that the results were shown; the event goes on as it was before."""
    with open_event(event, by) as opened:
        refuse_official(opened.event)
        if opened.event.state != Tournament.State.PRELIMINARY:
            raise NotNow(_("The results have not been shown yet."))
        if opened.event.revision:
            raise NotNow(_("These results were official already: declare them official again."))
        if not reason.strip():
            raise validation_error("reason", _("Give a reason."))
        before = opened.event.state
        opened.event.state, opened.event.shown_at = Tournament.State.RUNNING, None
        opened.event.save(update_fields=["state", "shown_at"])
        opened.close_phones(None)
        opened.writing.log(
            "event.results_hidden",
            opened.event,
            before={"event_state": before},
            after={"event_state": opened.event.state},
            reason=reason,
        )
        return opened.event


@retried
def declare_official(by: Author, event: Tournament, *, early: bool = False) -> Tournament:
    """Declare the results official when the time to complain is over; the director may cut it short.

    Results that were official before have been complained about already.
    """
    with open_event(event, by) as opened:
        _check_time_is_over(opened, early=early)
        _check_results_are_there(opened.event)
        _make_official(opened, early=early)
        return opened.event


def _check_time_is_over(opened: OpenEvent, *, early: bool) -> None:
    if opened.event.state != Tournament.State.PRELIMINARY or opened.event.shown_at is None:
        raise NotNow(_("The results have not been shown yet."))
    minutes = MIN_CORRECTION_MINUTES if early else complaint_minutes(opened.agreement)
    is_revised = opened.event.revision > 0
    if not is_revised and opened.writing.by.at < complaints_end(opened.event.shown_at, minutes):
        raise NotNow(_("There is still time to complain."))


def _make_official(opened: OpenEvent, *, early: bool) -> None:
    event, before = opened.event, opened.event.state
    event.state, event.official_at = Tournament.State.OFFICIAL, opened.writing.by.at
    event.revision += 1
    event.save(update_fields=["state", "official_at", "revision"])
    if event.revision == 1:
        opened.close_phones(event.official_at)
    recording.make_official_in(opened.writing, Game.objects.filter(pairing__round__tournament=event))
    opened.writing.log(
        "event.official",
        event,
        before={"event_state": before, "revision": event.revision - 1},
        after={"event_state": event.state, "early": early, "revision": event.revision},
        reason=event.revised_because,
    )
    transaction.on_commit(partial(send_codes, opened.writing.by, event.pk))


@retried
def revise_official(by: Author, event: Tournament, reason: str) -> Tournament:
    """Open official results again (000 § 35b: additions at any time); declared again they are a new revision.

    Until then they are preliminary: penalties, rulings and corrections go on, and no entry comes or leaves.
    """
    with open_event(event, by) as opened:
        if opened.event.state != Tournament.State.OFFICIAL:
            raise NotNow(_("The result is not official yet."))
        if not reason.strip():
            raise validation_error("reason", _("Give a reason."))
        before = opened.event.state
        opened.event.state, opened.event.revised_because = Tournament.State.PRELIMINARY, reason.strip()
        opened.event.save(update_fields=["state", "revised_because"])
        recording.make_unofficial_in(
            opened.writing, Game.objects.filter(pairing__round__tournament=opened.event)
        )
        opened.writing.log(
            "event.revised",
            opened.event,
            before={"event_state": before, "revision": opened.event.revision},
            after={"event_state": opened.event.state},
            reason=reason,
        )
        return opened.event


def events_due(now: datetime) -> list[Tournament]:
    """Return the events whose results become official by themselves now: nothing of them is open."""
    shown = Tournament.objects.filter(state=Tournament.State.PRELIMINARY, revision=0, shown_at__lt=now)
    return [event for event in shown.select_related("book").order_by("pk") if _is_due(event, now)]


def _is_due(event: Tournament, now: datetime) -> bool:
    if not event.agreement.official_at_noon or event.shown_at is None:
        return False
    return now >= complaints_end(event.shown_at, None) and not _is_anything_open(event)


def _is_anything_open(event: Tournament) -> bool:
    """Whether a result is missing, or a director has something to decide or to have signed."""
    rounds = event.rounds.filter(state=Round.State.CLOSED)
    return _missing_results(event).exists() or any(find_open_matters(closed) for closed in rounds)


@retried
def declare_official_when_due(by: Author, event: Tournament) -> Tournament:
    """Declare results official whose time to complain has ended; raises `NotNow` where something is open."""
    with open_event(event, by, needs=None) as opened:
        is_first = opened.event.state == Tournament.State.PRELIMINARY and opened.event.revision == 0
        if not is_first or not _is_due(opened.event, opened.writing.by.at):
            raise NotNow(_("There is still time to complain."))
        _make_official(opened, early=False)
        return opened.event


def _check_results_are_there(event: Tournament) -> None:
    """Every game whose result counts must be over: one may have been reopened since its round was closed."""
    columns = ("round__number", "table", "game__over")
    first = _missing_results(event).order_by("round__number", "table").values_list(*columns).first()
    if first is None:
        return
    number, table, over = first
    words = {"table": table, "round": number}
    if over:
        raise NotNow(_("The result of table %(table)s in round %(round)s does not count yet.") % words)
    raise NotNow(_("The result of table %(table)s in round %(round)s is missing.") % words)


def _missing_results(event: Tournament) -> QuerySet[Pairing]:
    closed = Pairing.objects.filter(round__tournament=event, round__state=Round.State.CLOSED)
    return without_result(closed, event.agreement.counting)
