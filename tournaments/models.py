"""Events, entries, rounds, pairings and standings. Only the verbs of `running/` write them."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Book, Club, Player, User, name_field
from scoring.models import Cancellable, Game, side_number_check
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.drawing.seeds import digest_of_secret, new_secret
from tournaments.core.movements.lot import LOT
from tournaments.core.registry import MAX_CODE
from tournaments.core.results import ResultKind


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
    # Who comes alone to an event of pairs and looks for a partner.
    singles = models.ManyToManyField(Player, related_name="+", blank=True)

    class Meta:
        ordering = ["-date", "name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name", "date"], name="one_event_of_a_name_a_day")
        ]

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


class Standing(models.Model):
    """An entry's place after a closed round, stored so that earlier standings can be shown."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="standings")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="standings")
    place = models.PositiveSmallIntegerField()
    shared = models.BooleanField(default=False)
    decided_by = models.CharField(max_length=20, blank=True)
    played = models.PositiveSmallIntegerField()
    wins = models.PositiveSmallIntegerField()
    draws = models.PositiveSmallIntegerField()
    losses = models.PositiveSmallIntegerField()
    points = models.IntegerField()
    difference = models.IntegerField()
    own = models.IntegerField()

    class Meta:
        ordering = ["round", "place", "entry__number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="one_standing_per_round_and_entry")
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.entry_id}"


class ListedResult(models.Model):
    """The result of an entry in a past event, as the list of the club has it: no game stands behind it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="listed_results")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="listed")
    place = models.PositiveSmallIntegerField()
    shared = models.BooleanField(default=False)
    points = models.IntegerField()
    wins = models.PositiveSmallIntegerField(null=True, help_text=_lazy("Games won, where the list says so."))
    note = name_field(_lazy("remark"), max_length=200, blank=True)

    class Meta:
        ordering = ["tournament", "place", "entry__number"]

    def __str__(self) -> str:
        return f"{self.place}. {self.entry_id}"


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


class EventAdjustment(Cancellable):
    """A penalty or an award in the standings of an event. It is cancelled, never deleted."""

    class Unit(models.TextChoices):
        POINTS = "points", _lazy("points")
        DIFFERENCE = "difference", _lazy("difference")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="adjustments")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="adjustments")
    unit = models.CharField(max_length=10, choices=Unit)
    amount = models.IntegerField()
    rule = models.CharField(_lazy("paragraph"), max_length=40, blank=True)
    reason = models.TextField(_lazy("reason"))
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0), name="an_event_adjustment_moves_something"),
            models.CheckConstraint(condition=~Q(reason=""), name="an_event_adjustment_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.amount} {self.unit}"
