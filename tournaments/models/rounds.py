"""Rounds, and who meets whom in them."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.models import Game, side_number_check
from tournaments.core.movements.lot import LOT
from tournaments.core.registry import MAX_CODE
from tournaments.core.results import ResultKind
from tournaments.models.events import Entry, Tournament


class Round(models.Model):
    """A round: drawn from a seed that nobody chooses, published, played, closed.

    A removed round stays, marked: the round that replaces it has the same number.
    """

    class State(models.TextChoices):
        DRAWN = "drawn", _lazy("drawn")
        PUBLISHED = "published", _lazy("published")
        CLOSED = "closed", _lazy("closed")
        REMOVED = "removed", _lazy("removed")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_lazy("number"))
    state = models.CharField(max_length=10, choices=State, default=State.DRAWN)
    seed = models.CharField(_lazy("seed of the draw"), max_length=32)
    attempt = models.PositiveSmallIntegerField(
        default=0, help_text=_lazy("Which draw of this round it is; 0 where the seed was given.")
    )
    again = models.JSONField(default=dict, blank=True, help_text=_lazy("Why it was drawn again."))
    # The code of one of `MOVEMENTS`: no choices, so that a new movement needs no migration.
    movement = models.CharField(max_length=MAX_CODE, default=LOT.code)
    exact = models.BooleanField(default=True, help_text=_lazy("Proven: no pairing is better."))
    draw_input = models.JSONField(
        default=dict, help_text=_lazy("What was known about the entries at the time of the draw.")
    )
    proposal = models.JSONField(default=list, help_text=_lazy("The pairings as the program proposed them."))
    places = models.JSONField(
        default=list,
        blank=True,
        help_text=_lazy(
            "Whose each place of the movement is, where it is set beforehand; 0 is an empty one."
        ),
    )
    turn = models.PositiveSmallIntegerField(default=0, help_text=_lazy("Which round of these places it is."))
    handicap_ratings = models.JSONField(
        default=dict,
        blank=True,
        help_text=_lazy(
            "By the number of each entry how far its players were above the mean rating: by their "
            "ratings, and as entered by hand."
        ),
    )
    published_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    removed_because = models.TextField(blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], condition=~Q(state="removed"), name="one_round_per_number"
            )
        ]

    def __str__(self) -> str:
        return _("round %(number)s") % {"number": self.number}


class Pairing(models.Model):
    """The meeting of entries at a table, and how its result came about."""

    class Kind(models.TextChoices):
        PLAYED = ResultKind.PLAYED.value, _lazy("played")
        WALKOVER = ResultKind.WALKOVER.value, _lazy("walkover")
        BOTH_ABSENT = ResultKind.BOTH_ABSENT.value, _lazy("nobody came")
        SIT_OUT = ResultKind.SIT_OUT.value, _lazy("sits out")
        FORFEITED = ResultKind.FORFEITED.value, _lazy("given up")
        ABANDONED = ResultKind.ABANDONED.value, _lazy("abandoned")
        ADJUSTED = ResultKind.ADJUSTED.value, _lazy("as the jury has ruled")
        RULED_LOST = ResultKind.RULED_LOST.value, _lazy("ruled lost")
        CUT_SHORT = ResultKind.CUT_SHORT.value, _lazy("cut short, the score counts")
        BROKEN_OFF = ResultKind.BROKEN_OFF.value, _lazy("broken off, nobody at fault")
        VOID = ResultKind.VOID.value, _lazy("counts nothing")

    # The kinds without a table.
    WITHOUT_TABLE: Final = (Kind.SIT_OUT,)

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    table = models.PositiveSmallIntegerField(_lazy("table"), null=True)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.PLAYED)
    at_fault = models.PositiveSmallIntegerField(
        null=True, help_text=_lazy("The side that did not come, has left or has lost by ruling.")
    )
    ruled_points = models.JSONField(
        default=list,
        blank=True,
        help_text=_lazy("Points and difference of each side, as the jury has ruled."),
    )
    reasons = models.JSONField(default=list, blank=True, help_text=_lazy("Why these two meet."))
    by_hand = models.BooleanField(default=False)
    locked = models.BooleanField(
        default=False, help_text=_lazy("Changes by hand and redraws of the other tables do not affect it.")
    )
    reason = models.TextField(blank=True, help_text=_lazy("Why the played result does not count."))
    game = models.OneToOneField(Game, null=True, on_delete=models.PROTECT, related_name="pairing")

    class Meta:
        ordering = ["round", "table", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="one_pairing_per_table"),
            models.CheckConstraint(
                condition=Q(kind="sit_out", table__isnull=True)
                | (~Q(kind="sit_out") & Q(table__isnull=False)),
                name="who_sits_out_has_no_table",
            ),
            side_number_check("at_fault", "a_side_is_at_fault"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.table}"


class PairingEntry(models.Model):
    """An entry in a pairing, with its side and its position there. An entry is in a round once."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="entered")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="pairings")
    side = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["pairing", "side", "position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="an_entry_stands_in_a_round_once"),
            models.UniqueConstraint(fields=["pairing", "side", "position"], name="one_entry_per_place"),
            side_number_check("side", "an_entry_stands_at_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} at {self.pairing_id}"
