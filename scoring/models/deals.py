"""Deals, the versions of their sheets, their results, and the answers of the other sides."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player, User
from scoring.core.corrections import CorrectionKind
from scoring.models.games import Game, side_number_check


def _both_or_neither(first: str, second: str, name: str) -> models.CheckConstraint:
    """Return the constraint of two columns of which both are null or neither."""
    both, neither = (
        models.Q(**{f"{first}__isnull": is_null, f"{second}__isnull": is_null}) for is_null in (False, True)
    )
    return models.CheckConstraint(condition=both | neither, name=name)


class Deal(models.Model):
    """One deal of the cards: its number, and the opening requirements frozen when it was dealt."""

    class State(models.TextChoices):
        DRAFT = "draft", _lazy("draft")
        ENTERED = "entered", _lazy("entered")
        CONFIRMED = "confirmed", _lazy("approved")
        DISPUTED = "disputed", _lazy("disputed")
        VOID = "void", _lazy("void")

    COUNTED = (State.ENTERED, State.CONFIRMED)

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField()
    openings = models.JSONField(default=list)
    dealer_side = models.PositiveSmallIntegerField(
        null=True, help_text=_lazy("Side and seat of the dealer, once seats are chosen.")
    )
    dealer_position = models.PositiveSmallIntegerField(null=True)
    leader_side = models.PositiveSmallIntegerField(
        null=True, help_text=_lazy("Side and seat of the player who leads.")
    )
    leader_position = models.PositiveSmallIntegerField(null=True)
    sits_out = models.JSONField(
        default=list, blank=True, help_text=_lazy("Side and seat of each player sitting out.")
    )
    bidding = models.JSONField(
        null=True, help_text=_lazy("The auction and the contract as entered before play; null until then.")
    )
    bidding_version = models.PositiveSmallIntegerField(
        default=0, help_text=_lazy("How often the auction or the contract was entered before play.")
    )
    started_at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    version = models.PositiveSmallIntegerField(
        default=0, help_text=_lazy("The number of the current version.")
    )

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_deal_per_number"),
            side_number_check("dealer_side", "a_dealer_is_at_a_side"),
            side_number_check("leader_side", "a_leader_is_at_a_side"),
            _both_or_neither("dealer_side", "dealer_position", "a_dealer_has_side_and_place"),
            _both_or_neither("leader_side", "leader_position", "a_leader_has_side_and_place"),
        ]

    def __str__(self) -> str:
        return _("deal %(number)s") % {"number": self.number}

    @property
    def dealer(self) -> tuple[int, int] | None:
        """The side and place of the dealer; None if no seats were taken."""
        return _place(self.dealer_side, self.dealer_position)

    @property
    def leader(self) -> tuple[int, int] | None:
        """The side and place of the player who begins; None if no seats were taken."""
        return _place(self.leader_side, self.leader_position)


def _place(side: int | None, position: int | None) -> tuple[int, int] | None:
    return None if side is None or position is None else (side, position)


class DealVersion(models.Model):
    """One version of a deal's `sheet` and its `result`. A correction adds a version and changes none."""

    class Kind(models.TextChoices):
        RECORDED = "recorded", _lazy("recorded")
        ARITHMETIC = CorrectionKind.ARITHMETIC.value, _lazy("arithmetic")
        WRONG_SIDE = CorrectionKind.WRONG_SIDE.value, _lazy("wrong side")
        TRANSCRIPTION = CorrectionKind.TRANSCRIPTION.value, _lazy("transcription")
        FORGOTTEN = CorrectionKind.FORGOTTEN.value, _lazy("added in time")
        DETAIL = "detail", _lazy("melds added")
        RULING = CorrectionKind.RULING.value, _lazy("ruling")
        HOUSE_RULES = "house_rules", _lazy("set up wrong")

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    sheet = models.JSONField()
    result = models.JSONField()
    warnings = models.JSONField(
        default=list, blank=True, help_text=_lazy("What was flagged as unlikely but recorded anyway.")
    )
    kind = models.CharField(max_length=14, choices=Kind, default=Kind.RECORDED)
    rule = models.CharField(max_length=40, blank=True, help_text=_lazy("The paragraph of a correction."))
    reason = models.TextField(blank=True)
    overridden_rule = models.CharField(
        max_length=40, blank=True, help_text=_lazy("The paragraph against which the director decided.")
    )
    overridden_errors = models.JSONField(
        default=list, blank=True, help_text=_lazy("Errors the director has overridden, by code.")
    )
    ruling = models.ForeignKey("Ruling", null=True, on_delete=models.PROTECT, related_name="versions")
    paper = models.JSONField(
        default=list, blank=True, help_text=_lazy("Each side's deal total according to the paper.")
    )
    seen_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    seen_at = models.DateTimeField(
        null=True, help_text=_lazy("When the director checked the unlikely entry.")
    )
    author = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    side = models.PositiveSmallIntegerField(
        null=True, help_text=_lazy("The side that wrote it at the table.")
    )
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    device = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField()
    current = models.BooleanField(default=True)
    confirmed = models.BooleanField(default=False)

    class Meta:
        ordering = ["deal", "number"]
        constraints = [
            models.UniqueConstraint(fields=["deal", "number"], name="one_version_per_number"),
            models.UniqueConstraint(
                fields=["deal"], condition=models.Q(current=True), name="one_current_version_per_deal"
            ),
            models.UniqueConstraint(
                fields=["deal"], condition=models.Q(confirmed=True), name="one_confirmed_version_per_deal"
            ),
            side_number_check("side", "a_version_is_written_by_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id} v{self.number}"


class Hand(models.Model):
    """One side's result in a deal, by its current version; totals and statistics read it."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="hands")
    side = models.PositiveSmallIntegerField()
    base = models.IntegerField()
    cards = models.IntegerField()
    total = models.IntegerField()
    after = models.IntegerField()
    combinations = models.JSONField(default=dict)

    class Meta:
        ordering = ["deal", "side"]
        constraints = [
            models.UniqueConstraint(fields=["deal", "side"], name="one_hand_per_side_and_deal"),
            side_number_check("side", "a_hand_is_of_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}: {self.total}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.base + self.cards != self.total:
            raise ValueError("base and cards do not make the total")
        super().save(*args, **kwargs)


class Confirmation(models.Model):
    """A side's answer to a version: approved, sent back or disputed."""

    class Kind(models.TextChoices):
        APPROVED = "approved", _lazy("approved")
        SENT_BACK = "sent_back", _lazy("sent back")
        DISPUTED = "disputed", _lazy("disputed")

    version = models.ForeignKey(DealVersion, on_delete=models.CASCADE, related_name="confirmations")
    kind = models.CharField(max_length=10, choices=Kind)
    side = models.PositiveSmallIntegerField(null=True, help_text=_lazy("Empty if the director decided."))
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    author = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    device = models.CharField(max_length=32, blank=True)
    reason = models.TextField(blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["version", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "side"],
                condition=models.Q(kind="approved"),
                name="one_approval_per_version_and_side",
            ),
            side_number_check("side", "a_confirmation_is_of_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.version_id}: {self.kind}"


class OwnProtocol(models.Model):
    """One side's sheet of a deal, where each side keeps a protocol (000 §35a)."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="protocols")
    side = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    sheet = models.JSONField()
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    device = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField()
    current = models.BooleanField(default=True)

    class Meta:
        ordering = ["deal", "side", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["deal", "side", "number"], name="one_protocol_per_deal_side_and_number"
            ),
            models.UniqueConstraint(
                fields=["deal", "side"],
                condition=models.Q(current=True),
                name="one_current_protocol_per_deal_and_side",
            ),
            side_number_check("side", "an_own_protocol_is_of_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}: side {self.side}"
