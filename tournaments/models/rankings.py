"""The rankings of a federation or a club: how they are counted. Their points are never stored."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Club, name_field
from tournaments.agreement.ranking_rules import read_ranking_rules
from tournaments.core.ranking import RankingRules
from tournaments.models.events import Tournament


class Ranking(models.Model):
    """A ranking of players over one or several years, of a federation with the events of its clubs."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="rankings")
    name = name_field(_lazy("name"))
    rules = models.JSONField()
    # Events that were picked by hand: those that weigh as championships, and those that do not count.
    championships = models.ManyToManyField(Tournament, related_name="+", blank=True)
    left_out = models.ManyToManyField(Tournament, related_name="+", blank=True)
    public = models.BooleanField(default=False)
    # Taken off the list of the club; it can be brought back.
    removed_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["club", "name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name"], condition=Q(removed_at=None), name="one_ranking_of_a_name_in_a_club"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def agreed(self) -> RankingRules:
        return read_ranking_rules(self.rules)
