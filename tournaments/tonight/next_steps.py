"""The one next step of each event that somebody directs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.models import Book, Club, Role, User
from clubs.web.extensions import StepLink
from tournaments.models import Round, Tournament
from tournaments.play.earlier_events import last_events
from tournaments.play.parts import PartsStep, step_of_parts
from tournaments.tonight.evenings import Evening, load_directed, load_running_in
from tournaments.wording.labels import round_label

_FEWEST = 2  # entries without which nothing is drawn


@dataclass(frozen=True, slots=True)
class NextStep:
    """An event, how far it has got, what is to be done in it next, and where."""

    evening: Evening
    link: StepLink


def next_steps_of(user: User) -> list[NextStep]:
    """Return the next step of each event in which the user has a role, the latest event first."""
    return _next_steps(load_directed(user))


def next_steps_in(club: Club, user: User) -> list[NextStep]:
    """Return the next step of each event of a club that is not over, for a user with a role there."""
    return _next_steps(load_running_in(club, user))


def _next_steps(evenings: Sequence[Evening]) -> list[NextStep]:
    events = [evening.event for evening in evenings]
    drawn = _drawn_in(events)
    return [NextStep(evening, _step_of(evening, drawn.get(evening.event.pk))) for evening in evenings]


_MOST_CLUBS: Final = 4


def beginnings_of(user: User) -> Iterator[StepLink]:
    """Yield where the user can set up an event; the keeper without a club creates one first."""
    roles = Role.objects.filter(user=user, book__kind=Book.Kind.CLUB, kind__in=permissions.DIRECTORS)
    clubs = Club.objects.filter(books__in=roles.values("book")).order_by("order", "pk")[:_MOST_CLUBS]
    last = last_events(Club.objects.filter(pk__in=[club.pk for club in clubs]))
    for club in clubs:
        if club.pk in last:
            yield _as_last_time(last[club.pk])
        name = {"club": club.short_name or club.name}
        address = reverse("tournaments:event_new", args=[club.pk])
        yield StepLink(_("Set up an event: %(club)s") % name, address)
    if not clubs and user.is_keeper:
        yield StepLink(_("Create a club"), reverse("clubs:club_new"))


def _as_last_time(event: Tournament) -> StepLink:
    day = date_format(event.date, "SHORT_DATE_FORMAT")
    label = _("As last time: %(event)s, %(date)s") % {"event": event.name, "date": day}
    return StepLink(label, reverse("tournaments:event_again", args=[event.pk]))


def _step_of(evening: Evening, drawn: int | None) -> StepLink:
    """Return the next act and its page; who may not direct the event looks at its tables."""
    event = evening.event
    if permissions.annotated_roles(event).isdisjoint(permissions.DIRECTORS):
        return StepLink(_("Round"), _round(event))
    if (step := step_of_parts(event)) is not None:
        return StepLink(_act_in_parts(step), reverse("tournaments:event_parts", args=[event.pk]))
    if evening.round is None and drawn is None and evening.entered < _FEWEST:
        return StepLink(_("Add entries"), reverse("tournaments:pairs", args=[event.pk]))
    if evening.round is not None and evening.round.playing:
        return StepLink(round_label(evening.round.number), _round(event))
    return StepLink(_act_at_desk(evening, drawn), f"{reverse('tournaments:desk', args=[event.pk])}#step")


def _act_in_parts(step: PartsStep) -> str:
    """Return the next act in an event that is played in sections."""
    if step is PartsStep.MAKE_FINALS:
        return _("Make the finals")
    if step is PartsStep.RECORD:
        return _("Record the result of the whole event")
    return _("Sections and finals")


def _round(event: Tournament) -> str:
    return reverse("tournaments:current_round", args=[event.pk])


def _act_at_desk(evening: Evening, drawn: int | None) -> str:
    if evening.event.state == Tournament.State.PRELIMINARY:
        return _("Preliminary results")
    if drawn is not None:
        return _("Publish round %(number)s") % {"number": drawn}
    if evening.round is not None and evening.round.state == Round.State.PUBLISHED:
        return _("Close round %(number)s") % {"number": evening.round.number}
    number = 0 if evening.round is None else evening.round.number
    if number < evening.event.agreement.rounds:
        return _("Draw round %(number)s") % {"number": number + 1}
    return _("Show the results")


def _drawn_in(events: Collection[Tournament]) -> Mapping[int, int]:
    """Return the number of the round of each event that is drawn and not published."""
    drawn = Round.objects.filter(tournament__in=events, state=Round.State.DRAWN).order_by()
    return dict(drawn.values_list("tournament", "number"))
