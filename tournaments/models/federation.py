"""The year of a federation: dates that its clubs apply for, days that are closed, and what it asks for."""

from __future__ import annotations

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext_lazy

from clubs.models import Club, name_field


class CalendarDate(models.Model):
    """A date in the calendar of a federation, applied for by a club."""

    class Kind(models.TextChoices):
        CHAMPIONSHIP = "championship", _lazy("championship")
        OPEN = "open", _lazy("open event")
        CLUB = "club", _lazy("for members of the club")

    class State(models.TextChoices):
        ASKED = "asked", pgettext_lazy("date", "waiting for the board")
        APPROVED = "approved", pgettext_lazy("date", "approved")
        OTHER = "other", pgettext_lazy("date", "another date wanted")
        REFUSED = "refused", pgettext_lazy("date", "refused")
        WITHDRAWN = "withdrawn", pgettext_lazy("date", "withdrawn")

    federation = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="calendar_dates")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="dates_asked_for")
    name = name_field(_lazy("name"))
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.OPEN)
    first_day = models.DateField(_lazy("first day"))
    last_day = models.DateField(_lazy("last day"))
    place = name_field(_lazy("place"), max_length=200, blank=True)
    ruleset = models.SlugField(_lazy("rule set"))
    tables = models.PositiveSmallIntegerField(_lazy("tables expected"), null=True, blank=True)
    contact = name_field(_lazy("contact"), max_length=200, blank=True)
    remark = models.TextField(_lazy("remark"), blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.ASKED)
    # What the board has answered.
    answer = models.TextField(blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["first_day", "name", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(last_day__gte=models.F("first_day")), name="a_date_ends_after_it_began"
            )
        ]
        indexes = [models.Index(fields=["federation", "first_day"], name="dates_of_a_federation")]

    def __str__(self) -> str:
        return self.name


class ClosedDay(models.Model):
    """Days on which a federation wants no event."""

    federation = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="closed_days")
    name = name_field(_lazy("name"))
    first_day = models.DateField(_lazy("first day"))
    last_day = models.DateField(_lazy("last day"))
    removed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["first_day", "name", "pk"]

    def __str__(self) -> str:
        return self.name


class FederationTerms(models.Model):
    """What a federation asks of its clubs: fees, in the smallest unit, and days around championships."""

    federation = models.OneToOneField(
        Club, primary_key=True, on_delete=models.CASCADE, related_name="federation_terms"
    )
    days_apart = models.PositiveSmallIntegerField(default=7, validators=[MaxValueValidator(60)])
    per_event = models.PositiveIntegerField(default=0)
    per_start = models.PositiveIntegerField(default=0)
    per_licence = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"terms of {self.federation_id}"
