"""The cash of a club: what each event charges, and every entry at its desk, taken back and never changed."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Club, Player, User, name_field
from tournaments.core.cash import Booking
from tournaments.models.events import Tournament


class ClubCash(models.Model):
    """The currency of a club."""

    class Currency(models.TextChoices):
        EUR = "EUR", _lazy("euro")
        SEK = "SEK", _lazy("Swedish crown")
        DKK = "DKK", _lazy("Danish crown")

    club = models.OneToOneField(Club, primary_key=True, on_delete=models.CASCADE, related_name="cash")
    currency = models.CharField(max_length=3, choices=Currency)

    def __str__(self) -> str:
        return self.currency


class PriceList(models.Model):
    """The prices of an event. A change is a new row: the newest one that was not taken back counts."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="price_lists")
    prices = models.JSONField()
    at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["tournament", "pk"]

    def __str__(self) -> str:
        return f"prices {self.pk} of {self.tournament_id}"


class CashEntry(models.Model):
    """One act at the desk, with its amounts in the smallest unit of the currency."""

    class Kind(models.TextChoices):
        PAID = "paid", _lazy("paid")
        OWED = "owed", _lazy("owes")
        PUNCHED = "punched", _lazy("punch card")
        FREE = "free", _lazy("free")
        SALE = "sale", _lazy("bought")
        DEBT = "debt", _lazy("debt paid")
        REFUND = "refund", _lazy("given back")
        OPENING = "opening", _lazy("in the drawer at the beginning")
        COUNTED = "counted", _lazy("counted")

    # How the fee of the evening is settled, once for each person.
    FEES = (Kind.PAID, Kind.OWED, Kind.PUNCHED, Kind.FREE)
    OF_DRAWER = (Kind.OPENING, Kind.COUNTED)

    # The books of a club must stay: an event with entries is not deleted.
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="cash_entries")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="cash_entries")
    guest = name_field(_lazy("guest"), blank=True)
    article = name_field(_lazy("what"), blank=True)
    count = models.PositiveSmallIntegerField(default=1)
    charge = models.IntegerField(default=0)
    taken = models.PositiveIntegerField(default=0)
    given = models.PositiveIntegerField(default=0)
    uses = models.SmallIntegerField(default=0)
    # What was in the drawer, for its two kinds.
    drawer = models.PositiveIntegerField(default=0)
    card_until = models.DateField(null=True)
    at = models.DateTimeField()
    author = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    taken_back_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_cash_entry_per_number"),
        ]

    def __str__(self) -> str:
        return _("cash entry %(number)s") % {"number": self.number}

    @property
    def booking(self) -> Booking:
        return Booking(charge=self.charge, taken=self.taken, given=self.given, uses=self.uses)

    @property
    def stands(self) -> bool:
        return self.taken_back_at is None
