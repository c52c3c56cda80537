"""Signatures of a protocol, and the desk's checks of it."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player, User
from scoring.models.games import Game, side_number_check


class Signing(models.Model):
    """The result that players sign, as it was at the first signature.

    If the result changes before everyone has signed, the next signature begins a new signing. If a signed
    game is reopened, its signing stays readable.
    """

    class State(models.TextChoices):
        COLLECTING = "collecting", _lazy("awaiting signatures")
        SIGNED = "signed", _lazy("signed")
        CHANGED = "changed", _lazy("the result changed before all had signed")
        REOPENED = "reopened", _lazy("reopened by the director")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="signings")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.COLLECTING)
    content = models.JSONField(help_text=_lazy("What is signed."))
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()
    signed_at = models.DateTimeField(null=True)
    approved_versions = models.JSONField(
        default=list,
        blank=True,
        help_text=_lazy("Ids of the versions of deals that the sheet signed on paper alone has approved."),
    )
    reopened_at = models.DateTimeField(null=True)
    reopened_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    reopened_because = models.TextField(blank=True)

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_signing_per_number"),
            models.UniqueConstraint(
                fields=["game"],
                condition=models.Q(state__in=["collecting", "signed"]),
                name="one_signing_of_a_game_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.state}"


class Signature(models.Model):
    """One signer's act: signed, refused, or absent with the director signing instead.

    One that is on paper stands for everybody who signs: the director has seen the signed sheet.
    """

    class Kind(models.TextChoices):
        SIGNED = "signed", _lazy("signed")
        REFUSED = "refused", _lazy("refused to sign")
        ABSENT = "absent", _lazy("absent; the director signed")
        DIRECTOR = "director", _lazy("the director signed")
        ON_PAPER = "on_paper", _lazy("signed on paper")

    signing = models.ForeignKey(Signing, on_delete=models.CASCADE, related_name="signatures")
    kind = models.CharField(max_length=8, choices=Kind)
    side = models.PositiveSmallIntegerField(null=True, help_text=_lazy("Empty if it is the director's."))
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    author = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    device = models.CharField(max_length=32, blank=True)
    strokes = models.JSONField(default=list, blank=True, help_text=_lazy("The signature as it was drawn."))
    typed = models.CharField(max_length=100, blank=True, help_text=_lazy("The name, if it was typed."))
    reason = models.TextField(blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["signing", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["signing", "player"],
                condition=models.Q(kind__in=["signed", "absent"]),
                name="a_player_signs_once",
            ),
            models.UniqueConstraint(
                fields=["signing"], condition=models.Q(kind="director"), name="the_director_signs_once"
            ),
            side_number_check("side", "a_signature_is_of_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.signing_id}: {self.kind}"


class ReadBack(models.Model):
    """A second person's confirmation that a protocol, as it was then, matches the paper."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="read_backs")
    digest = models.CharField(max_length=64)
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "pk"]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.author_id}"


class Slip(models.Model):
    """The result slip handed to the desk: each side's total."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="slips")
    totals = models.JSONField()
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    current = models.BooleanField(default=True)

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(current=True), name="one_current_slip_per_game"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.totals}"
