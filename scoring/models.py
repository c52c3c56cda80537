"""Games, sides, deals and what was written down.

Knows what the sheet of a deal looks like when it is stored; must not know how it is scored (that is
`scoring/core`) nor that events exist. Rows are written by the verbs of `recording.py` alone; totals are
derived from the current versions and can be computed again at any time.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from clubs.models import Book, Player, User, name_field


class Game(models.Model):
    """One match between two or three sides. `over` and `winner` follow from the fold of its deals."""

    class State(models.TextChoices):
        OPEN = "open", lazy("open")
        FINISHED = "finished", lazy("finished")
        SIGNED = "signed", lazy("signed")
        OFFICIAL = "official", lazy("official")

    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="games")
    label = name_field(lazy("table"), max_length=30, blank=True)
    ruleset = models.SlugField(lazy("rule set"))
    edition = models.CharField(max_length=20)
    options = models.JSONField(default=dict, blank=True)
    players = models.JSONField(default=list, help_text=lazy("How many players of each side hold cards."))
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    opened_at = models.DateTimeField()
    over = models.BooleanField(default=False)
    draw = models.BooleanField(default=False)
    winner = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return _("table %(label)s") % {"label": self.label} if self.label else str(self.pk)


class Side(models.Model):
    """A score column of a game and its derived total; it is called by the players in its seats."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    total = models.IntegerField(default=0)

    class Meta:
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_side_per_number")]

    def __str__(self) -> str:
        return " – ".join(seat.player.name for seat in self.seats.all())


class Seat(models.Model):
    """Who sits for a side, from which deal until which."""

    side = models.ForeignKey(Side, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    from_deal = models.PositiveSmallIntegerField(default=1)
    until_deal = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["side", "position", "from_deal"]
        constraints = [
            models.UniqueConstraint(
                fields=["side", "position"],
                condition=models.Q(until_deal__isnull=True),
                name="one_player_in_a_seat_now",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} @ {self.side_id}"


class Deal(models.Model):
    """One hand-out of cards: its number, and the opening requirements frozen when it was dealt."""

    class State(models.TextChoices):
        DRAFT = "draft", lazy("draft")
        ENTERED = "entered", lazy("entered")
        CONFIRMED = "confirmed", lazy("confirmed")
        DISPUTED = "disputed", lazy("disputed")
        VOID = "void", lazy("void")

    COUNTED = (State.ENTERED, State.CONFIRMED)

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField()
    openings = models.JSONField(default=list)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)

    class Meta:
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_deal_per_number")]

    def __str__(self) -> str:
        return _("deal %(number)s") % {"number": self.number}


class DealVersion(models.Model):
    """What was written down (`sheet`) and what it scored (`result`); a correction is a new version."""

    class Kind(models.TextChoices):
        RECORDED = "recorded", lazy("recorded")
        ARITHMETIC = "arithmetic", lazy("arithmetic")
        WRONG_SIDE = "wrong_side", lazy("wrong side")
        TRANSCRIPTION = "transcription", lazy("transcription")
        RULING = "ruling", lazy("ruling")

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    sheet = models.JSONField()
    result = models.JSONField()
    kind = models.CharField(max_length=14, choices=Kind, default=Kind.RECORDED)
    reason = models.TextField(blank=True)
    author = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    current = models.BooleanField(default=True)
    key = models.UUIDField(lazy("key made by the device that sent it"), unique=True)

    class Meta:
        ordering = ["deal", "number"]
        constraints = [
            models.UniqueConstraint(fields=["deal", "number"], name="one_version_per_number"),
            models.UniqueConstraint(
                fields=["deal"], condition=models.Q(current=True), name="one_current_version_per_deal"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id} v{self.number}"


class Hand(models.Model):
    """One side's result in a deal, from the current version: for totals and statistics."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="hands")
    side = models.ForeignKey(Side, on_delete=models.CASCADE, related_name="hands")
    base = models.IntegerField()
    cards = models.IntegerField()
    total = models.IntegerField()
    after = models.IntegerField()
    combinations = models.JSONField(default=dict)

    class Meta:
        ordering = ["deal", "side"]
        constraints = [models.UniqueConstraint(fields=["deal", "side"], name="one_hand_per_side_and_deal")]

    def __str__(self) -> str:
        return f"{self.deal_id}: {self.total}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.base + self.cards != self.total:
            raise ValueError("base and cards do not make the total")
        super().save(*args, **kwargs)
