"""The standings: places after a round, what a list says, penalties and awards."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import User, name_field
from scoring.models import Cancellable
from tournaments.models.events import Entry, Tournament
from tournaments.models.rounds import Round


class Standing(models.Model):
    """An entry's place after a closed round, stored so that earlier standings can be shown."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="standings")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="standings")
    place = models.PositiveSmallIntegerField()
    shared = models.BooleanField(default=False)
    decided_by = models.CharField(max_length=20, blank=True)
    played = models.PositiveSmallIntegerField()
    wins = models.PositiveSmallIntegerField()
    draws = models.PositiveSmallIntegerField()
    losses = models.PositiveSmallIntegerField()
    points = models.IntegerField()
    difference = models.IntegerField()
    own = models.IntegerField()

    class Meta:
        ordering = ["round", "place", "entry__number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="one_standing_per_round_and_entry")
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.entry_id}"


class ListedResult(models.Model):
    """The result of an entry in a past event, as the list of the club has it: no game stands behind it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="listed_results")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="listed")
    place = models.PositiveSmallIntegerField()
    shared = models.BooleanField(default=False)
    points = models.IntegerField()
    wins = models.PositiveSmallIntegerField(null=True, help_text=_lazy("Games won, where the list says so."))
    note = name_field(_lazy("remark"), max_length=200, blank=True)

    class Meta:
        ordering = ["tournament", "place", "entry__number"]

    def __str__(self) -> str:
        return f"{self.place}. {self.entry_id}"


class EventAdjustment(Cancellable):
    """A penalty or an award in the standings of an event, or what an entry has brought along to a final.

    It is cancelled, never deleted.
    """

    class Unit(models.TextChoices):
        POINTS = "points", _lazy("points")
        DIFFERENCE = "difference", _lazy("difference")
        # Game points, which are only carried over.
        OWN = "own", _lazy("own points")

    class Kind(models.TextChoices):
        RULED = "ruled", _lazy("by ruling")
        # Its reason is the name of the section.
        CARRIED = "carried", _lazy("carried over")

    # What the director may give or take.
    RULED_UNITS = (Unit.POINTS, Unit.DIFFERENCE)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="adjustments")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="adjustments")
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.RULED)
    unit = models.CharField(max_length=10, choices=Unit)
    amount = models.IntegerField()
    rule = models.CharField(_lazy("paragraph"), max_length=40, blank=True)
    reason = models.TextField(_lazy("reason"))
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0), name="an_event_adjustment_moves_something"),
            models.CheckConstraint(condition=~Q(reason=""), name="an_event_adjustment_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.amount} {self.unit}"


class PlaceDecider(models.Model):
    """An order among entries that share a place: played for, or drawn for the prizes alone.

    It is withdrawn, never deleted.
    """

    class Kind(models.TextChoices):
        DEAL = "deal", _lazy("extra deal")
        GAME = "game", _lazy("extra game")
        OTHER = "other", _lazy("decider")
        LOT = "lot", _lazy("lot for the prizes")

    # What is played counts for places; a lot says only who gets which prize.
    PLAYED = (Kind.DEAL, Kind.GAME, Kind.OTHER)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="deciders")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    category = models.CharField(max_length=12, blank=True)
    # The numbers of the entries, the best first.
    order = models.JSONField()
    after_round = models.PositiveSmallIntegerField(
        help_text=_lazy("It says nothing of the places after another round.")
    )
    words = models.TextField(_lazy("result"), blank=True)
    seed = models.CharField(max_length=64, blank=True)
    withdrawn = models.BooleanField(default=False)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_decider_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}: {self.order}"

    @property
    def is_lot(self) -> bool:
        return self.kind == self.Kind.LOT

    @property
    def said(self) -> str:
        """What it was, with its result: "extra deal: 320 to 180"."""
        label = str(self.get_kind_display())
        return f"{label}: {self.words}" if self.words else label
