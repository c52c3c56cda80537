"""The series of a club: which events count in it, and how. Its points are never stored."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Club, name_field
from tournaments.agreement.series_rules import read_rules
from tournaments.core.series.rules import SeriesRules
from tournaments.models.events import Tournament


class Series(models.Model):
    """A season of a club, or of a federation with the events of its clubs."""

    class Who(models.TextChoices):
        """Who gathers points."""

        PLAYERS = "players", _lazy("each player")
        ENTRIES = "entries", _lazy("each pair, as it entered")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="series")
    name = name_field(_lazy("name"))
    who = models.CharField(max_length=8, choices=Who, default=Who.PLAYERS)
    # The events of these days, or those that were picked by hand.
    since = models.DateField(_lazy("from"), null=True, blank=True)
    until = models.DateField(_lazy("until"), null=True, blank=True)
    picked = models.BooleanField(default=False)
    events = models.ManyToManyField(Tournament, related_name="picked_in", blank=True)
    rules = models.JSONField()
    public = models.BooleanField(default=False)
    # The events that counted when it was closed: none comes in after that.
    closed_at = models.DateTimeField(null=True)
    closed_events = models.JSONField(default=list)
    # Taken off the list of the club; it can be brought back.
    removed_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["club", "-since", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name"], condition=Q(removed_at=None), name="one_series_of_a_name_in_a_club"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None

    @property
    def agreed(self) -> SeriesRules:
        return read_rules(self.rules)
