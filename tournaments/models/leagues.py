"""Leagues of a club or federation: divisions, teams with their players, matches, line-ups and results.

Only the verbs of `leagues/` write them. The table of a division is never stored.
"""

from __future__ import annotations

from datetime import date

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext_lazy

from clubs.models import Book, Club, Player, name_field
from scoring.models import Game
from scoring.store import sheets
from tournaments.agreement.league_rules import read_rules
from tournaments.core.leagues.match import MatchKind, TeamSide
from tournaments.core.leagues.rules import LeagueRules
from tournaments.core.results import ResultKind


class MatchSide(models.IntegerChoices):
    """A team in a match."""

    HOME = TeamSide.HOME.value, _lazy("home team")
    AWAY = TeamSide.AWAY.value, _lazy("away team")


class League(models.Model):
    """A season of teams. It has a book of its own, as an event has."""

    class State(models.TextChoices):
        PLANNED = "planned", _lazy("being prepared")
        RUNNING = "running", _lazy("in progress")
        CLOSED = "closed", _lazy("closed")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="leagues")
    book = models.OneToOneField(Book, on_delete=models.PROTECT, related_name="league")
    name = name_field(_lazy("name"))
    ruleset = models.SlugField(_lazy("rule set"))
    options = models.JSONField(default=dict, blank=True)
    rules = models.JSONField()
    since = models.DateField(_lazy("from"))
    until = models.DateField(_lazy("until"))
    public = models.BooleanField(default=False)
    # The days on which nobody can be at home at a place.
    closed_places = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.PLANNED)
    # The season before this one.
    follows = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="followed_by"
    )
    # Taken off the list of the club; it can be brought back.
    removed_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)
    # Where the links in its mail lead: where the codes of its captains were made.
    site = models.CharField(max_length=200, blank=True)
    # The day on which reminders were last looked for, and the revision of its book then.
    reminded_on = models.DateField(null=True)
    reminded_revision = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering = ["club", "-since", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name"], condition=Q(removed_at=None), name="one_league_of_a_name_in_a_club"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def agreed(self) -> LeagueRules:
        """Return how it is played and counted, in numbers for its game."""
        target = sheets.target_with_options(self.ruleset, sorted(self.options.items()))
        return read_rules(self.rules).for_target(target)

    @property
    def days_of_closed_places(self) -> dict[str, tuple[date, ...]]:
        return {place: tuple(map(date.fromisoformat, days)) for place, days in self.closed_places.items()}

    @property
    def is_closed(self) -> bool:
        return self.state == self.State.CLOSED

    @property
    def is_one_day(self) -> bool:
        """Whether it is a championship of one day, whose rounds follow each other by the hour."""
        return self.since == self.until


class Division(models.Model):
    """The teams of a league that meet each other; position 1 is the highest."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="divisions")
    position = models.PositiveSmallIntegerField()
    name = name_field(_lazy("name"))

    class Meta:
        ordering = ["league", "position"]
        constraints = [
            models.UniqueConstraint(fields=["league", "position"], name="one_division_at_a_position")
        ]

    def __str__(self) -> str:
        return self.name


class Team(models.Model):
    """A team in a division, under its number in the league."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="teams")
    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="teams")
    number = models.PositiveSmallIntegerField(_lazy("number"))
    name = name_field(_lazy("name"))
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT, related_name="teams")
    captain_name = name_field(_lazy("captain"), blank=True)
    captain_email = models.EmailField(_lazy("captain's e-mail"), blank=True)
    place = name_field(_lazy("place of home matches"), max_length=200, blank=True)
    blocked_dates = models.JSONField(
        default=list, blank=True, help_text=_lazy("The days on which it cannot play.")
    )
    withdrawn_at = models.DateTimeField(null=True)
    # Taken out before any match was planned; it can be brought back.
    removed_at = models.DateTimeField(null=True)
    # Which set of the captain's code is valid, 0 for none, and how many were made: as those of an event.
    code_set = models.PositiveSmallIntegerField(default=0)
    code_sets_made = models.PositiveSmallIntegerField(default=0)
    # The team in the season before.
    follows = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="followed_by"
    )
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["league", "number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="one_team_of_a_number_in_a_league"),
            models.UniqueConstraint(
                fields=["league", "name"], condition=Q(removed_at=None), name="one_team_of_a_name_in_a_league"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_withdrawn(self) -> bool:
        return self.withdrawn_at is not None


class TeamPlayer(models.Model):
    """A player of a team, or a reserve."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="team_places")
    position = models.PositiveSmallIntegerField()
    is_reserve = models.BooleanField(default=False)

    class Meta:
        ordering = ["team", "is_reserve", "position", "pk"]
        constraints = [models.UniqueConstraint(fields=["team", "player"], name="a_player_is_in_a_team_once")]

    def __str__(self) -> str:
        return f"player {self.player_id} of team {self.team_id}"


class TeamCharge(models.Model):
    """What the league manager adds to a team, or takes from it, besides its matches."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="charges")
    match_points = models.SmallIntegerField(default=0)
    table_points = models.IntegerField(default=0)
    difference = models.IntegerField(default=0)
    reason = models.TextField()
    made_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["team", "pk"]

    def __str__(self) -> str:
        return f"charge {self.pk} of team {self.team_id}"


class TeamMatch(models.Model):
    """A match of two teams of a division, under its number in the league."""

    class State(models.TextChoices):
        PLANNED = "planned", _lazy("not played yet")
        ENTERED = "entered", _lazy("waits for confirmation")
        DISPUTED = "disputed", _lazy("disputed")
        CONFIRMED = "confirmed", pgettext_lazy("match", "confirmed")
        ACCEPTED = "accepted", _lazy("accepted")

    class Kind(models.TextChoices):
        PLAYED = MatchKind.PLAYED.value, _lazy("played")
        WALKOVER = MatchKind.WALKOVER.value, _lazy("walkover")
        BOTH_ABSENT = MatchKind.BOTH_ABSENT.value, _lazy("both teams absent")
        RULED = MatchKind.RULED.value, _lazy("ruled")
        VOID = MatchKind.VOID.value, _lazy("counts nothing")

    class ConfirmedBy(models.TextChoices):
        AWAY = "away", _lazy("by the away captain")
        SILENCE = "silence", _lazy("by silence")
        MANAGER = "manager", _lazy("by the league manager")

    # The states in which a result counts in the table.
    COUNTED = (State.ENTERED, State.CONFIRMED, State.ACCEPTED)

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="matches")
    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="matches")
    number = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    home = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="home_matches")
    away = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="away_matches")
    day = models.DateField(null=True)
    starts = models.TimeField(null=True)
    place = name_field(_lazy("place"), max_length=200, blank=True)
    # A postponed match: the day for which it was planned first, and the last one on which it may be played.
    planned_day = models.DateField(null=True)
    last_day = models.DateField(null=True)
    state = models.CharField(max_length=9, choices=State, default=State.PLANNED)
    # None before there is a result.
    kind = models.CharField(max_length=11, choices=Kind, null=True)  # noqa: DJ001  # no kind is no result
    at_fault = models.PositiveSmallIntegerField(null=True, choices=MatchSide)
    # As the league manager has ruled: for each side its match points, table points and difference.
    ruled = models.JSONField(default=list, blank=True)
    # Why it was ruled, is a walkover, or is disputed.
    reason = models.TextField(blank=True)
    entered_at = models.DateTimeField(null=True)
    entered_by = models.PositiveSmallIntegerField(
        null=True, choices=MatchSide, help_text=_lazy("The captain who entered it; else the league manager.")
    )
    confirmed_at = models.DateTimeField(null=True)
    # Empty where all tables were played as games: who signed there has confirmed it.
    confirmed_by = models.CharField(max_length=7, choices=ConfirmedBy, blank=True)
    accepted_at = models.DateTimeField(null=True)
    home_sealed_at = models.DateTimeField(null=True)
    away_sealed_at = models.DateTimeField(null=True)
    # Since when both line-ups may be seen: both are sealed, or the league manager has opened them.
    opened_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["league", "division__position", "round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="one_match_of_a_number_in_a_league"),
            models.CheckConstraint(condition=~Q(home=models.F("away")), name="no_team_meets_itself"),
        ]
        indexes = [models.Index(fields=["league", "state"], name="matches_by_state")]

    def __str__(self) -> str:
        return f"match {self.number} of league {self.league_id}"

    @property
    def has_result(self) -> bool:
        return self.kind is not None

    @property
    def is_postponed(self) -> bool:
        return self.last_day is not None and not self.has_result

    @property
    def shows_line_ups(self) -> bool:
        return self.opened_at is not None

    @property
    def confirmed_how(self) -> str:
        """Say who has confirmed the result: where all tables are games, those who have signed there."""
        if self.confirmed_at is None:
            return ""
        return str(self.get_confirmed_by_display()) or _("by the signatures at the tables")

    def sealed_at(self, side: TeamSide) -> object:
        return self.home_sealed_at if side is TeamSide.HOME else self.away_sealed_at

    def team_at(self, side: TeamSide) -> Team:
        return self.home if side is TeamSide.HOME else self.away


class LineUpPlace(models.Model):
    """Who sits where in a match: the pair and the seat, from 1."""

    match = models.ForeignKey(TeamMatch, on_delete=models.CASCADE, related_name="line_ups")
    side = models.PositiveSmallIntegerField(choices=MatchSide)
    pair = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="line_up_places")

    class Meta:
        ordering = ["match", "side", "pair", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["match", "side", "pair", "seat"], name="one_player_in_a_seat"),
            models.UniqueConstraint(fields=["match", "side", "player"], name="a_player_is_in_a_line_up_once"),
        ]

    def __str__(self) -> str:
        return f"pair {self.pair}, seat {self.seat} of match {self.match_id}"


class MatchTable(models.Model):
    """The result at one table of a match."""

    class Kind(models.TextChoices):
        PLAYED = ResultKind.PLAYED.value, _lazy("played")
        WALKOVER = ResultKind.WALKOVER.value, _lazy("walkover")
        BOTH_ABSENT = ResultKind.BOTH_ABSENT.value, _lazy("both absent")
        FORFEITED = ResultKind.FORFEITED.value, _lazy("forfeited")
        RULED_LOST = ResultKind.RULED_LOST.value, _lazy("ruled lost")
        CUT_SHORT = ResultKind.CUT_SHORT.value, _lazy("cut short")
        ADJUSTED = ResultKind.ADJUSTED.value, _lazy("adjusted")
        VOID = ResultKind.VOID.value, _lazy("counts nothing")

    match = models.ForeignKey(TeamMatch, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    home_pair = models.PositiveSmallIntegerField()
    away_pair = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=11, choices=Kind, default=Kind.PLAYED)
    at_fault = models.PositiveSmallIntegerField(null=True, choices=MatchSide)
    home_total = models.IntegerField(null=True)
    away_total = models.IntegerField(null=True)
    # As the jury has ruled: for each side points and difference.
    ruled = models.JSONField(default=list, blank=True)
    # The game, where it was recorded deal by deal.
    game = models.OneToOneField(
        Game, null=True, blank=True, on_delete=models.PROTECT, related_name="match_table"
    )

    class Meta:
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_result_at_a_table")]

    def __str__(self) -> str:
        return f"table {self.number} of match {self.match_id}"
