"""Games, sides, deals and what was written down.

Knows what the sheet of a deal looks like when it is stored; must not know how it is scored (that is
`scoring/core`) nor that events exist. Rows are written by the verbs of `recording.py` alone; totals are
derived from the current versions and can be computed again at any time.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from clubs.models import Book, Club, Player, User, name_field

CODE_DIGITS: Final = 4


def a_code() -> str:
    """The digits with which a side approves."""
    return f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"


def a_secret() -> str:
    """What a printed QR code or a side's own link holds, so that nobody guesses it."""
    return secrets.token_urlsafe(12)


class Game(models.Model):
    """One match between two or three sides. `over` and `winner` follow from the fold of its deals."""

    class State(models.TextChoices):
        OPEN = "open", lazy("open")
        FINISHED = "finished", lazy("finished")
        SIGNED = "signed", lazy("signed")
        OFFICIAL = "official", lazy("official")

    class Approval(models.TextChoices):
        SHARED = "shared", lazy("on the table's phone, which is handed over")
        OWN_CODE = "own_code", lazy("with the side's own four digits")
        OWN_PHONE = "own_phone", lazy("on a phone of the side's own")

    class Corrections(models.TextChoices):
        STRICT = "strict", lazy("strictly by the rules")
        BY_CONSENT = "by_consent", lazy("with the other side's consent")

    class Protocols(models.TextChoices):
        ONE = "one", lazy("one side keeps the protocol")
        BOTH = "both", lazy("each side keeps its own, and they are compared")

    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="games")
    label = name_field(lazy("table"), max_length=30, blank=True)
    ruleset = models.SlugField(lazy("rule set"))
    edition = models.CharField(max_length=20)
    options = models.JSONField(default=dict, blank=True)
    players = models.JSONField(default=list, help_text=lazy("How many players of each side hold cards."))
    approval = models.CharField(lazy("approval"), max_length=10, choices=Approval, default=Approval.SHARED)
    corrections = models.CharField(
        lazy("corrections"), max_length=10, choices=Corrections, default=Corrections.STRICT
    )
    protocols = models.CharField(lazy("protocols"), max_length=5, choices=Protocols, default=Protocols.ONE)
    carried = models.JSONField(
        default=list, blank=True, help_text=lazy("Totals taken over from paper, before the first deal.")
    )
    final = models.JSONField(
        null=True, help_text=lazy("Totals entered as the result only: the deals are not known.")
    )
    first_side = models.PositiveSmallIntegerField(null=True, help_text=lazy("Whose player drew highest."))
    keeper = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    opened_at = models.DateTimeField()
    over = models.BooleanField(default=False)
    draw = models.BooleanField(default=False)
    winner = models.PositiveSmallIntegerField(null=True)
    extra_deal = models.JSONField(
        default=list, blank=True, help_text=lazy("The sides that share the top and play an extra deal.")
    )
    end = models.CharField(
        max_length=10,
        blank=True,
        help_text=lazy("Why the game ended before its target: time, forfeit, stopped."),
    )
    end_side = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return _("table %(label)s") % {"label": self.label} if self.label else str(self.pk)


class Side(models.Model):
    """A score column of a game and its derived total; it is called by the players in its seats."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    total = models.IntegerField(default=0, help_text=lazy("What the deals make together."))
    adjustment = models.IntegerField(default=0, help_text=lazy("Penalties and awards of the game."))
    code = models.CharField(
        max_length=4, default=a_code, help_text=lazy("The four digits with which the side approves.")
    )
    secret = models.CharField(
        max_length=32, default=a_secret, help_text=lazy("What the side's own link holds.")
    )

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_side_per_number"),
            models.UniqueConstraint(fields=["secret"], name="one_side_per_secret"),
        ]

    def __str__(self) -> str:
        return " – ".join(seat.player.name for seat in self.seats.all())

    @property
    def result(self) -> int:
        """What counts when the game is over."""
        return self.total + self.adjustment


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
    dealer = models.JSONField(
        null=True, help_text=lazy("Side and place of the dealer, once seats are taken.")
    )
    leader = models.JSONField(null=True, help_text=lazy("Side and place of the player who begins."))
    sits_out = models.JSONField(
        default=list, blank=True, help_text=lazy("Side and place of each who sits out.")
    )
    started_at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    version = models.PositiveSmallIntegerField(
        default=0, help_text=lazy("The number of the current version.")
    )

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
        FORGOTTEN = "forgotten", lazy("added in time")
        DETAIL = "detail", lazy("melds added")
        RULING = "ruling", lazy("ruling")

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    sheet = models.JSONField()
    result = models.JSONField()
    warnings = models.JSONField(
        default=list, blank=True, help_text=lazy("What was unlikely, and was recorded all the same.")
    )
    kind = models.CharField(max_length=14, choices=Kind, default=Kind.RECORDED)
    rule = models.CharField(max_length=40, blank=True, help_text=lazy("The paragraph of a correction."))
    reason = models.TextField(blank=True)
    author = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    side = models.PositiveSmallIntegerField(null=True, help_text=lazy("The side that wrote it at the table."))
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


class Confirmation(models.Model):
    """What the other side said of a version: approved, sent back or disputed."""

    class Kind(models.TextChoices):
        APPROVED = "approved", lazy("approved")
        SENT_BACK = "sent_back", lazy("sent back")
        DISPUTED = "disputed", lazy("disputed")

    version = models.ForeignKey(DealVersion, on_delete=models.CASCADE, related_name="confirmations")
    kind = models.CharField(max_length=10, choices=Kind)
    side = models.PositiveSmallIntegerField(null=True, help_text=lazy("None when the director decided."))
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
            )
        ]

    def __str__(self) -> str:
        return f"{self.version_id}: {self.kind}"


class OwnProtocol(models.Model):
    """What one side wrote down of a deal where each side keeps a protocol (000 §35a)."""

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
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}: side {self.side}"


class Adjustment(models.Model):
    """A penalty (negative) or an award: of a deal, whose version holds it, or of the game. Never deleted."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="adjustments")
    deal = models.ForeignKey(Deal, null=True, on_delete=models.CASCADE, related_name="adjustments")
    side = models.ForeignKey(Side, on_delete=models.CASCADE, related_name="adjustments")
    points = models.IntegerField()
    rule = models.CharField(lazy("paragraph"), max_length=40, blank=True)
    reason = models.TextField(lazy("reason"))
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    cancelled_because = models.TextField(blank=True)

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(points=0), name="an_adjustment_moves_points"),
            models.CheckConstraint(condition=~models.Q(reason=""), name="an_adjustment_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.side_id}: {self.points}"


class Table(models.Model):
    """A table of a club: what its printed QR code names, and the game that is played at it now."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tables")
    label = name_field(lazy("table"), max_length=30)
    secret = models.CharField(max_length=32, unique=True, default=a_secret)
    pin = models.CharField(lazy("PIN"), max_length=6, unique=True)
    game = models.OneToOneField(Game, null=True, on_delete=models.SET_NULL, related_name="table")

    class Meta:
        ordering = ["club", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "label"], name="one_table_per_label")]

    def __str__(self) -> str:
        return _("table %(label)s") % {"label": self.label}


class Call(models.Model):
    """A call for the director from a table, saying why."""

    class Why(models.TextChoices):
        INSPECTION = "inspection", lazy("to look at an opening or the pile")
        DISPUTE = "dispute", lazy("we do not agree")
        TIME = "time", lazy("time")
        TECHNICAL = "technical", lazy("the phone or this page")
        OTHER = "other", lazy("something else")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="calls")
    why = models.CharField(lazy("why"), max_length=12, choices=Why)
    text = models.CharField(lazy("in a few words"), max_length=300, blank=True)
    side = models.PositiveSmallIntegerField(null=True)
    device = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"],
                condition=models.Q(answered_at__isnull=True),
                name="one_open_call_per_game",
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.why}"


class Photo(models.Model):
    """A photograph of the signed paper, kept with the game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="photos")
    image = models.ImageField(lazy("photograph"), upload_to="games/%Y/%m/")
    digest = models.CharField(max_length=64)
    author = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    device = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "digest"], name="one_photo_of_a_kind_per_game")
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.image.name}"
