"""Events, and who has entered them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Book, Club, Player, name_field
from tournaments.agreement.agreement import EventAgreement
from tournaments.agreement.parts import EventPart
from tournaments.core.drawing.seeds import digest_of_secret, new_secret


class Tournament(models.Model):
    """An event. It has a book of its own, which its games use too."""

    class State(models.TextChoices):
        OPEN = "open", _lazy("entries are open")
        RUNNING = "running", _lazy("in progress")
        PRELIMINARY = "preliminary", _lazy("preliminary")
        OFFICIAL = "official", _lazy("official")

    class StandingsFrom(models.TextChoices):
        """Where the standings come from (`tournaments.play.standings_sources`)."""

        GAMES = "games", _lazy("the games")
        LIST = "list", _lazy("a list of past results")
        # What its sections and finals have come to, recorded when they were over.
        PARTS = "parts", _lazy("its sections and finals")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    book = models.OneToOneField(Book, on_delete=models.PROTECT, related_name="tournament")
    name = name_field(_lazy("name"))
    date = models.DateField(_lazy("day"))
    starts_at = models.DateTimeField(_lazy("begins"), null=True, blank=True)
    ruleset = models.SlugField(_lazy("rule set"))
    options = models.JSONField(default=dict, blank=True)
    settings = models.JSONField(
        default=dict, blank=True, help_text=_lazy("What was agreed that differs from the defaults.")
    )
    secret = models.CharField(
        max_length=64,
        default=new_secret,
        help_text=_lazy("The seeds of its draws follow from it. Only its digest is shown."),
    )
    state = models.CharField(max_length=12, choices=State, default=State.OPEN)
    standings_from = models.CharField(max_length=8, choices=StandingsFrom, default=StandingsFrom.GAMES)
    shown_at = models.DateTimeField(null=True, help_text=_lazy("When the final results were shown."))
    official_at = models.DateTimeField(null=True)
    revision = models.PositiveSmallIntegerField(
        default=0, help_text=_lazy("How often its results have been declared official.")
    )
    revised_because = models.TextField(
        blank=True, help_text=_lazy("Why official results were opened again, the last time.")
    )
    rules_before = models.JSONField(
        default=list,
        blank=True,
        help_text=_lazy("The rules that were in force before each time its settings were put right."),
    )
    # The screens of its hall (`tournaments.play.screens`), and what is announced there (`play.notices`).
    screens = models.JSONField(default=list, blank=True)
    notices = models.JSONField(default=list, blank=True)
    # The lines of its programme (`tournaments.play.programme`).
    programme = models.JSONField(default=list, blank=True)
    # The table of prizes, and what was handed out (`tournaments.play.prizes`).
    prizes = models.JSONField(default=dict, blank=True)
    prizes_given = models.JSONField(default=list, blank=True)
    deciders_recorded = models.PositiveSmallIntegerField(
        default=0, help_text=_lazy("How many deciders and lots for prizes were recorded.")
    )
    # Which set of the codes of its entries' own pages is valid, 0 for none, and how many sets were made: no
    # set that was shut out comes back by making a new one (`tournaments.play.personal_codes`).
    code_set = models.PositiveSmallIntegerField(default=0)
    code_sets_made = models.PositiveSmallIntegerField(default=0)
    # What it is a part of, with other events of its club.
    gathering = models.ForeignKey(
        "tournaments.Gathering", null=True, blank=True, on_delete=models.SET_NULL, related_name="events"
    )
    # The event that it is a section or a final of, and which (`EventPart`); and whether others are parts of
    # this one.
    whole = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="parts")
    part = models.JSONField(default=dict, blank=True)
    has_parts = models.BooleanField(default=False)
    counted_in_whole = models.BooleanField(
        default=False, help_text=_lazy("Its places count in those of the whole event, not by themselves.")
    )
    # Who comes alone to an event of pairs and looks for a partner.
    singles = models.ManyToManyField(Player, related_name="+", blank=True)

    class Meta:
        ordering = ["-date", "name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name", "date"], name="one_event_of_a_name_a_day")
        ]
        # A year of a federation is one in ten of its events.
        indexes = [models.Index(fields=["date"], name="events_by_day")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_trial(self) -> bool:
        """Whether it is a rehearsal, which counts nowhere else and may be deleted with its games."""
        return self.book.trial

    @property
    def title(self) -> str:
        """The name, with which pages and papers say that it is a trial."""
        return _("%(event)s (trial)") % {"event": self.name} if self.is_trial else self.name

    @property
    def secret_digest(self) -> str:
        return digest_of_secret(self.secret)

    @property
    def takes_entries(self) -> bool:
        """Whether entries may come, leave or return: until the results are shown."""
        return self.state in (self.State.OPEN, self.State.RUNNING)

    @property
    def agreement(self) -> EventAgreement:
        return EventAgreement.read(self.settings)

    @property
    def as_part(self) -> EventPart | None:
        """Which section or final it is; None where it is no part of another event."""
        return EventPart.read(self.part) if self.part else None


class Entry(models.Model):
    """A pair, a single player or a team in an event, under its number."""

    class State(models.TextChoices):
        ENTERED = "entered", _lazy("entered")
        PRESENT = "present", _lazy("present")
        WITHDRAWN = "withdrawn", _lazy("withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField(_lazy("number"))
    players: models.ManyToManyField[Player, EntryPlayer] = models.ManyToManyField(
        Player, through="EntryPlayer", related_name="entries"
    )
    state = models.CharField(max_length=9, choices=State, default=State.ENTERED)
    from_round = models.PositiveSmallIntegerField(
        default=1, help_text=_lazy("The first round it plays; it has missed those before.")
    )
    until_round = models.PositiveSmallIntegerField(
        null=True, help_text=_lazy("The last round it takes part in, if it has withdrawn.")
    )
    rounds_agreed = models.PositiveSmallIntegerField(
        null=True, help_text=_lazy("How many rounds were agreed on when it withdrew.")
    )
    missed = models.JSONField(
        default=list, blank=True, help_text=_lazy("The numbers of the rounds that it misses.")
    )
    lot = models.PositiveSmallIntegerField(null=True, help_text=_lazy("Drawn by hand, to decide a tie."))
    fixed_table = models.PositiveSmallIntegerField(
        null=True, help_text=_lazy("Its stationary table, if it cannot move.")
    )
    outside = models.BooleanField(
        default=False,
        help_text=_lazy("It plays outside the competition: its games count for its opponents alone."),
    )
    # In a section or a final: the entry of the whole event, or of the section, that plays on here.
    source = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="later")
    handicap_rating = models.PositiveSmallIntegerField(
        null=True,
        help_text=_lazy("The rating of each of its players for handicaps, where it was entered by hand."),
    )
    # The codes of its categories, with commas (`tournaments.play.prizes`).
    categories = models.CharField(max_length=80, default="", blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_per_number"),
            models.UniqueConstraint(
                fields=["tournament", "fixed_table"],
                condition=~Q(state="withdrawn"),
                name="one_entry_keeps_a_table",
            ),
        ]

    def __str__(self) -> str:
        return _("entry %(number)s") % {"number": self.number}


class EntryPlayer(models.Model):
    """A player of an entry, in the order of the entry slip. A player is in one entry that takes part.

    Who has handed his place over stays, with the last round in which it was his.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="places")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="places")
    position = models.PositiveSmallIntegerField()
    from_round = models.PositiveSmallIntegerField(
        default=1, help_text=_lazy("The first round in which the player plays for the entry.")
    )
    until_round = models.PositiveSmallIntegerField(
        null=True,
        help_text=_lazy("The last round in which the player played for it, where another does now."),
    )
    is_substitute = models.BooleanField(
        default=False, help_text=_lazy("The results count by the rule for substitutes.")
    )
    # The rounds in which the player rests, where three take turns as a pair.
    rests = models.JSONField(default=list, blank=True)
    active = models.BooleanField(
        default=True, help_text=_lazy("The entry has not withdrawn, and the player is in it now.")
    )

    class Meta:
        ordering = ["entry", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "position"], condition=Q(until_round=None), name="one_player_per_position"
            ),
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=Q(active=True),
                name="a_player_enters_an_event_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.entry_id}"
