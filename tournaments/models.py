"""Events, entries, rounds and pairings.

Knows which games belong to which round; reads their results and never writes them. Rows are written by the
verbs of `running.py` alone.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from clubs.models import Book, Club, Player, name_field
from scoring.models import Game


class Tournament(models.Model):
    """An event: it keeps a book of its own, which its games use too."""

    class State(models.TextChoices):
        OPEN = "open", lazy("entries are open")
        RUNNING = "running", lazy("running")
        PRELIMINARY = "preliminary", lazy("preliminary")
        OFFICIAL = "official", lazy("official")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    book = models.OneToOneField(Book, on_delete=models.PROTECT, related_name="tournament")
    name = name_field(lazy("name"))
    on_day = models.DateField(lazy("day"))
    ruleset = models.SlugField(lazy("rule set"))
    options = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=12, choices=State, default=State.OPEN)

    class Meta:
        ordering = ["-on_day", "name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name", "on_day"], name="one_event_of_a_name_a_day")
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A pair (later also a single player or a team) in an event, under its number."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField(lazy("number"))
    players = models.ManyToManyField(Player, through="EntryPlayer", related_name="entries")

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_per_number")]

    def __str__(self) -> str:
        return _("pair %(number)s") % {"number": self.number}


class EntryPlayer(models.Model):
    """A player of an entry, in the order of the entry slip. Nobody enters an event twice."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="places")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="places")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["entry", "position"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "position"], name="one_player_per_position"),
            models.UniqueConstraint(fields=["tournament", "player"], name="a_player_enters_an_event_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.entry_id}"


class Round(models.Model):
    """A round: drawn from a seed that was shown, looked at, published, played, closed."""

    class State(models.TextChoices):
        DRAWN = "drawn", lazy("drawn")
        PUBLISHED = "published", lazy("published")
        CLOSED = "closed", lazy("closed")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(lazy("number"))
    state = models.CharField(max_length=10, choices=State, default=State.DRAWN)
    seed = models.CharField(lazy("seed of the draw"), max_length=32)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return _("round %(number)s") % {"number": self.number}


class Pairing(models.Model):
    """Who meets whom at which table; without a second entry the first sits out."""

    class Kind(models.TextChoices):
        PLAYED = "played", lazy("played")
        SIT_OUT = "sit_out", lazy("sits out")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    table = models.PositiveSmallIntegerField(lazy("table"), null=True)
    kind = models.CharField(max_length=10, choices=Kind)
    first = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Entry, null=True, on_delete=models.PROTECT, related_name="+")
    game = models.OneToOneField(Game, null=True, on_delete=models.PROTECT, related_name="pairing")

    class Meta:
        ordering = ["round", "table"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="one_pairing_per_table"),
            models.UniqueConstraint(fields=["round", "first"], name="one_pairing_per_first_entry"),
            models.UniqueConstraint(fields=["round", "second"], name="one_pairing_per_second_entry"),
            models.CheckConstraint(
                condition=models.Q(kind="sit_out", second__isnull=True, table__isnull=True)
                | models.Q(kind="played", second__isnull=False, table__isnull=False),
                name="a_sit_out_has_no_opponent_and_no_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.first_id} - {self.second_id}"
