"""Statements that a federation has issued, each with its number; what was issued is never written again."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Club


class IssuedStatement(models.Model):
    """A statement for a club, or the credit note that takes one back."""

    federation = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="issued_statements")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="received_statements")
    # The numbers of a federation's year follow each other without a gap.
    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    issued_on = models.DateField()
    since = models.DateField()
    until = models.DateField()
    # All that it says (`tournaments.federation.content`); a credit note says what it takes back.
    content = models.JSONField()
    # In the smallest unit of the currency, below zero for a credit note.
    amount = models.IntegerField()
    currency = models.CharField(max_length=3)
    credits = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="credit_note")
    reason = models.TextField(_lazy("reason"), blank=True)

    class Meta:
        ordering = ["federation", "-year", "-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["federation", "year", "number"], name="one_statement_of_a_number_in_a_year"
            ),
            models.CheckConstraint(
                condition=Q(until__gte=F("since")), name="a_statement_ends_after_it_began"
            ),
            models.CheckConstraint(
                condition=Q(credits=None, reason="") | (Q(credits__isnull=False) & ~Q(reason="")),
                name="a_credit_note_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """The number as everybody writes it: 2026/12."""
        return f"{self.year}/{self.number}"

    @property
    def is_credit_note(self) -> bool:
        return self.credits_id is not None
