"""Penalties and awards of a game."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import User
from scoring.models.deals import Deal
from scoring.models.games import Game, side_number_check


class Cancellable(models.Model):
    """A row that is cancelled instead of deleted, with the time, the author and the reason."""

    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    cancelled_because = models.TextField(blank=True)

    class Meta:
        abstract = True


class Adjustment(Cancellable):
    """A penalty (negative points) or an award, at a deal (its version contains it) or at the game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="adjustments")
    deal = models.ForeignKey(Deal, null=True, on_delete=models.CASCADE, related_name="adjustments")
    side = models.PositiveSmallIntegerField()
    points = models.IntegerField()
    rule = models.CharField(_lazy("paragraph"), max_length=40, blank=True)
    reason = models.TextField(_lazy("reason"))
    ruling = models.ForeignKey("Ruling", null=True, on_delete=models.PROTECT, related_name="charges")
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(points=0), name="an_adjustment_moves_points"),
            models.CheckConstraint(condition=~models.Q(reason=""), name="an_adjustment_has_a_reason"),
            side_number_check("side", "an_adjustment_is_of_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}, side {self.side}: {self.points}"
