"""The clock of a round, and minutes that tables were given."""

from __future__ import annotations

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _lazy

from scoring.models import Call
from tournaments.core.clock import MAX_MINUTES
from tournaments.models.rounds import Pairing, Round


class RoundClock(models.Model):
    """The clock of a round, as it was started, and when it stood still since."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="clock")
    minutes = models.PositiveSmallIntegerField(
        _lazy("Minutes until no new deal is dealt"), validators=[MaxValueValidator(MAX_MINUTES)]
    )
    more_minutes = models.PositiveSmallIntegerField(
        _lazy("Minutes from then until play stops"), default=0, validators=[MaxValueValidator(MAX_MINUTES)]
    )
    by_table = models.BooleanField(
        default=False, help_text=_lazy("The time of each table begins with its first deal.")
    )
    started_at = models.DateTimeField()
    pauses = models.JSONField(
        default=list,
        blank=True,
        help_text=_lazy("From when until when it stood still; without an end it still does."),
    )

    def __str__(self) -> str:
        return f"{self.round_id}: {self.minutes} + {self.more_minutes}"


class TableMinutes(models.Model):
    """Minutes that a table was given, or that it was not to get any after a call."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="minutes")
    minutes = models.PositiveSmallIntegerField(_lazy("Minutes"), validators=[MaxValueValidator(MAX_MINUTES)])
    call = models.OneToOneField(Call, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pairing", "pk"]

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.minutes}"
