"""Rulings, their juries, and written warnings."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player, User
from scoring.models.deals import Deal
from scoring.models.games import Game
from scoring.models.ledger import Cancellable


class Ruling(Cancellable):
    """A decision of the jury, or of the director alone."""

    class Outcome(models.TextChoices):
        STANDS = "stands", _lazy("the deal remains as written")
        REWRITE = "anew", _lazy("the deal is to be entered again")
        VOID = "void", _lazy("the deal is void")
        NONE = "none", _lazy("no change to the deal")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rulings")
    deal = models.ForeignKey(Deal, null=True, on_delete=models.CASCADE, related_name="rulings")
    number = models.PositiveSmallIntegerField()
    outcome = models.CharField(_lazy("outcome"), max_length=6, choices=Outcome, default=Outcome.NONE)
    text = models.TextField(_lazy("ruling"))
    rule = models.CharField(_lazy("paragraph"), max_length=40, blank=True)
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_ruling_per_number"),
            models.CheckConstraint(condition=~models.Q(text=""), name="a_ruling_says_something"),
        ]

    def __str__(self) -> str:
        return _("ruling %(number)s") % {"number": self.number}


class Juror(models.Model):
    """A member of the jury at a ruling: one who took part, or one who was recused."""

    class Status(models.TextChoices):
        SAT = "", _lazy("took part")
        PLAYS = "plays", _lazy("plays at the table")
        CLUB = "club", _lazy("belongs to the club of one of the sides")

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="jurors")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    recused_because = models.CharField(max_length=5, choices=Status, default=Status.SAT, blank=True)

    class Meta:
        ordering = ["ruling", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["ruling", "user"], name="a_juror_sits_once_at_a_ruling")
        ]

    def __str__(self) -> str:
        return f"{self.ruling_id}: {self.user_id}"

    @property
    def is_recused(self) -> bool:
        return self.Status(self.recused_because) is not self.Status.SAT


class WrittenWarning(Cancellable):
    """A written warning to a player, kept over the years."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="warnings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="warnings")
    rule = models.CharField(_lazy("paragraph"), max_length=40, blank=True)
    text = models.TextField(_lazy("warning"))
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["player", "at", "pk"]
        constraints = [models.CheckConstraint(condition=~models.Q(text=""), name="a_warning_says_something")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.at:%Y-%m-%d}"


class OwnDecision(models.Model):
    """A decision on a game by somebody who plays at its table, because nobody else was there to decide."""

    class Kind(models.TextChoices):
        RULING = "ruling", _lazy("a ruling")
        CHARGE = "charge", _lazy("a penalty or an award")
        CORRECTION = "correction", _lazy("a correction that only a director makes")
        VOID = "void", _lazy("a deal declared void")
        RESULT = "result", _lazy("another result than what was played")
        TAKEN_BACK = "taken_back", _lazy("a decision revoked")
        OVERRULED = "overruled", _lazy("a deal recorded against the rules")
        DISPUTE = "dispute", _lazy("a disputed deal")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="own_decisions")
    kind = models.CharField(max_length=10, choices=Kind)
    deal = models.PositiveSmallIntegerField(null=True, help_text=_lazy("The number of the deal it is about."))
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "pk"]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.kind}"
