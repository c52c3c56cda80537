"""A club's tables, calls for the director and photographs."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Book, Club, User, name_field
from scoring.models.games import Game, random_secret, side_number_check

# So many that guessing takes more than a year (clubs/accounts/pin_limits.py).
PIN_DIGITS: Final = 8
_MAX_MADE_FOR: Final = 220


def table_name(label: str, made_for: str, made_number: int | None) -> str:
    """Return how people call a table: by its label, or by what it was made for and its number there."""
    if not made_for:
        return label
    return _("%(match)s, table %(number)s") % {"match": made_for, "number": made_number}


class Table(models.Model):
    """A table of a club: the secret in its printed QR code, its PIN, and its current game.

    Its card is good until it is renewed, or until the event of the book `card_for` is over.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tables")
    # Unique in the club; people read it unless the table was made for one game.
    label = name_field(_lazy("table"), max_length=30)
    # What it was made for, such as “Alfa – Beta”, and its number there: empty for a table of the club.
    made_for = name_field(max_length=_MAX_MADE_FOR, blank=True)
    made_number = models.PositiveSmallIntegerField(null=True)
    secret = models.CharField(max_length=32, unique=True, default=random_secret)
    pin = models.CharField(_lazy("PIN"), max_length=PIN_DIGITS, unique=True)
    card_for = models.ForeignKey(
        Book,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text=_lazy("The event after which its card stops; none: it is good until it is renewed."),
    )
    game = models.OneToOneField(Game, null=True, on_delete=models.SET_NULL, related_name="table")

    class Meta:
        ordering = ["club", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "label"], name="one_table_per_label")]

    def __str__(self) -> str:
        return self.name if self.made_for else _("table %(label)s") % {"label": self.label}

    @property
    def name(self) -> str:
        """Return how people call it, in a column of tables."""
        return table_name(self.label, self.made_for, self.made_number)

    @property
    def title(self) -> str:
        """Return how a page about it is called."""
        return self.name if self.made_for else _("Table %(number)s") % {"number": self.label}

    @property
    def logged_name(self) -> str:
        """Return its name as the log has it, in no language."""
        return f"{self.made_for}, {self.made_number}" if self.made_for else self.label


class Call(models.Model):
    """A table's call for the director, with a reason."""

    class Reason(models.TextChoices):
        INSPECTION = "inspection", _lazy("to check an opening or the pile")
        DISPUTE = "dispute", _lazy("we do not agree")
        TIME = "time", _lazy("time")
        TECHNICAL = "technical", _lazy("the phone or this page")
        OTHER = "other", _lazy("something else")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="calls")
    reason = models.CharField(_lazy("why"), max_length=12, choices=Reason)
    text = models.CharField(_lazy("in a few words"), max_length=300, blank=True)
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
            ),
            side_number_check("side", "a_call_is_of_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.reason}"


class Photo(models.Model):
    """A photograph of the signed paper, kept with the game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="photos")
    image = models.ImageField(_lazy("photograph"), upload_to="games/%Y/%m/")
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
