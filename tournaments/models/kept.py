"""What is kept of events besides themselves: closed rounds, contents from before an act, and what pages over
years count from."""

from __future__ import annotations

from django.db import models

from tournaments.models.events import Tournament
from tournaments.models.rounds import Round
from tournaments.models.series import Series


class KeptRound(models.Model):
    """What is kept of a closed round, so that no page counts it again (`tournaments.play.kept_rounds`)."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="kept")
    # The tables whose games are over, and what became of each.
    tables = models.JSONField()
    # The pairings whose games go on: they are read as they are.
    left_out = models.JSONField()
    # The number of each entry, and its place after the round.
    places = models.JSONField()

    def __str__(self) -> str:
        return str(self.round_id)


class Snapshot(models.Model):
    """The content of an event before an act that removed a part of it (`tournaments.archive.snapshots`).

    The log's entry of the act names the digest.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="snapshots")
    digest = models.CharField(max_length=64)
    # Compressed, and without names.
    content = models.BinaryField()
    # The rows of clubs, players and officials by their numbers in the content.
    people = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "pk"]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.digest}"


class KeptOfEvent(models.Model):
    """What pages over years count from, of one event (`tournaments.play.kept_values`).

    It is believed while the book of the event is in the state in which it was counted, and may be thrown
    away. It names players by their numbers.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="kept_values")
    kind = models.CharField(max_length=12)
    # The state of the book: its revision, and the hash of its last act.
    revision = models.PositiveBigIntegerField()
    head = models.CharField(max_length=64, blank=True)
    value = models.TextField()

    class Meta:
        ordering = ["tournament", "kind"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "kind"], name="one_kept_value_of_a_kind_per_event")
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.tournament_id}"


class KeptSeries(models.Model):
    """Who stands where in a series (`tournaments.series.kept`): believed while its evenings are the same."""

    series = models.OneToOneField(Series, primary_key=True, on_delete=models.CASCADE, related_name="kept")
    # A digest of the series and the states of the books of its evenings.
    state = models.CharField(max_length=64)
    # The players of the lines in the first place, and all lines without their evenings.
    first = models.TextField()
    lines = models.TextField()

    def __str__(self) -> str:
        return f"table of {self.series_id}"


class KeptUpTo(models.Model):
    """Up to which state of everything the values for pages over years have been kept; one row at most."""

    state = models.CharField(max_length=200)

    def __str__(self) -> str:
        return self.state
