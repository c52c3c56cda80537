"""What is kept of an event besides itself: closed rounds, and contents from before an act."""

from __future__ import annotations

from django.db import models

from tournaments.models.events import Tournament
from tournaments.models.rounds import Round


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
