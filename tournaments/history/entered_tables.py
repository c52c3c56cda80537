"""The tables of accepted league matches whose points were entered: a player's, from the line-ups.

A table that was played deal by deal is a game, and stands among the games.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import DateField, F, Q
from django.db.models.functions import Coalesce, TruncDate

from clubs.models import Player
from clubs.web.addresses import address_of
from tournaments.core.leagues.match import TeamSide
from tournaments.models import TeamMatch
from tournaments.play.match_tables import LinedUp, accepted_matches, load_lined_up, tables_played_for


class EnteredTable(NamedTuple):
    """A table of a match, with the side at which the player sat."""

    pk: int
    match: int
    day: date
    own_side: TeamSide
    pairs: tuple[int, int]
    totals: tuple[int, int]

    @property
    def winner(self) -> int | None:
        home, away = self.totals
        return None if home == away else int(away > home)

    def players(self, lined_up: LinedUp, side: TeamSide) -> Sequence[int]:
        return lined_up.get((self.match, side, self.pairs[side]), ())


def load_entered_tables(player: Player) -> list[EnteredTable]:
    """Load the tables of a player, the earliest first, with one query."""
    day = Coalesce(F("match__day"), TruncDate("match__accepted_at"), output_field=DateField())
    at_home = Q(match__line_ups__side=TeamSide.HOME, match__line_ups__pair=F("home_pair"))
    away = Q(match__line_ups__side=TeamSide.AWAY, match__line_ups__pair=F("away_pair"))
    rows = tables_played_for().filter(
        at_home | away,
        game=None,
        match__line_ups__player=player,
        match__opened_at__isnull=False,
        match__in=accepted_matches().values("pk"),
    )
    columns = ("home_pair", "away_pair", "home_total", "away_total")
    found = rows.values_list("pk", "match", day, "match__line_ups__side", *columns)
    return [
        EnteredTable(pk, match, on, TeamSide(side), (home, away), (home_total, away_total))
        for pk, match, on, side, home, away, home_total, away_total in found.order_by(
            day, "match__number", "number"
        )
    ]


def load_matches(tables: Collection[EnteredTable]) -> Mapping[int, TeamMatch]:
    """Load the matches of tables with their leagues and teams."""
    rows = TeamMatch.objects.select_related("league", "home", "away")
    return rows.in_bulk({one.match for one in tables})


def page_of_match(match: TeamMatch) -> str:
    return address_of("tournaments:league_match", match.league_id, match.number)


def line_ups_of(tables: Collection[EnteredTable]) -> LinedUp:
    return load_lined_up({one.match for one in tables}) if tables else {}
