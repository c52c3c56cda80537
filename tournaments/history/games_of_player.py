"""The games of a player, of events, of leagues and of neither: with whom, against whom, and the result.

A table of a league match whose points were entered is among them, with those who stood in the line-ups.

Everybody but the player has the public name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.names import public_name
from clubs.reports.numbers import format_value
from clubs.reports.tables import LongTable
from clubs.web.addresses import address_of
from clubs.web.tables import number_columns, text_columns
from scoring.models import Game, Seat, Side
from scoring.store.game_queries import games_with_sides, side_name
from scoring.store.hidden_games import is_hidden
from scoring.wording import labels
from scoring.wording.other_results import other_result_label, score_counts
from tournaments.core.history.encounters import PlayedAt
from tournaments.history.entered_tables import (
    EnteredTable,
    line_ups_of,
    load_entered_tables,
    load_matches,
    page_of_match,
)
from tournaments.history.naming import NamesOfPlayers
from tournaments.models import TeamMatch, Tournament
from tournaments.play.kept_rounds import VISIBLE_ROUND_STATES
from tournaments.public.event_view import FINISHED_EVENT_STATES, hides_standings
from tournaments.public.standings import current_language
from tournaments.wording.labels import round_label

_PER_PAGE = 25
_MATCH = ("match_table__match__league", "match_table__match__home", "match_table__match__away")


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game on a player's page.

    `where` is its event and round, or its league and match, or what is played where there is neither.
    """

    played: PlayedAt
    # Its page, or that of its match.
    address: str
    day: date
    where: str
    partners: str
    opponents: str
    # “6,000–5,000”, the own total first; or what counts instead.
    result: str
    goes_on: bool

    @property
    def number(self) -> int | None:
        """The number of the game; a table of a match has none."""
        return None if self.played.is_entered else self.played.pk

    @property
    def people(self) -> str:
        """With whom and against whom."""
        people = {"partners": self.partners, "opponents": self.opponents}
        if self.partners:
            return _("with %(partners)s against %(opponents)s") % people
        return _("against %(opponents)s") % people


def page_of_games(
    player: Player, page: str | None, *, in_leagues: bool = True
) -> tuple[Page[Any], list[GameLine]]:
    """A page of the player's games, the newest first, and its lines.

    `in_leagues` is False of somebody who is known to be in no league.
    """
    tables = _list_tables(load_entered_tables(player) if in_leagues else ())
    shown = Paginator(_list_all(player, tables), _PER_PAGE).get_page(page)
    return shown, _lines(player, tables, list(shown))


def games_table(player: Player) -> LongTable:
    """All games of a player as a file has them."""
    return LongTable(
        columns=(
            *text_columns(
                date=_("Date"),
                event=_("Event"),
                partners=_("Partners"),
                opponents=_("Opponents"),
                result=_("Result"),
            ),
            *number_columns(game=_("Number of the game")),
        ),
        lines=lambda: (
            (line.day, line.where, line.partners, line.opponents, line.result, line.number)
            for line in _all_lines(player)
        ),
        caption=_("Games"),
        key="games",
    )


def _games_of(player: Player) -> QuerySet[Game]:
    """The games in which a player has sat, the newest first."""
    own = Seat.objects.filter(side__game=OuterRef("pk"), player=player).order_by("-side__number")
    games = games_with_sides().select_related("pairing__round__tournament", *_MATCH)
    # By the seats: of each game of all clubs, the database would ask who sat there.
    seats = Seat.objects.filter(player=player).order_by().values("side__game")
    sat = games.filter(pk__in=seats).annotate(own_side=Subquery(own.values("side__number")[:1]))
    return sat.order_by("-opened_at", "-pk")


def shown_games(player: Player) -> Q:
    """Return the condition on games of a player that everybody may see.

    They are of public rounds, of events that show their results, of public leagues, and of neither.
    """
    is_public = Q(pairing=None) | Q(pairing__round__state__in=VISIBLE_ROUND_STATES)
    is_hiding = Q(pairing__round__tournament__in=_hiding_events(player))
    return is_public & Q(book__trial=False, set_aside_at=None) & ~is_hiding & ~is_hidden()


def lines_of_games(player: Player, games: Collection[PlayedAt]) -> list[GameLine]:
    """Return games of a player that are known to be shown as lines, the newest first."""
    has_entered = any(one.is_entered for one in games)
    return _lines(player, _list_tables(load_entered_tables(player) if has_entered else ()), games)


# The tables whose points were entered by their rows, the latest first.
_Tables = Mapping[int, EnteredTable]


def _list_tables(tables: Sequence[EnteredTable]) -> _Tables:
    return {one.pk: one for one in reversed(tables)}


def _list_all(player: Player, tables: _Tables) -> list[PlayedAt]:
    """List all that a player has played, the newest first; of one day games come first."""
    games = _games_of(player).filter(shown_games(player)).values_list("opened_at", "pk")
    of_games = ((timezone.localtime(at).date(), PlayedAt(pk)) for at, pk in games)
    of_tables = ((one.day, PlayedAt(pk, is_entered=True)) for pk, one in tables.items())
    in_order = sorted((*of_games, *of_tables), key=lambda one: one[0], reverse=True)
    return [played for _day, played in in_order]


def _lines(player: Player, tables: _Tables, shown: Collection[PlayedAt]) -> list[GameLine]:
    """Return some of these as lines, in the same order."""
    games = [one.pk for one in shown if not one.is_entered]
    entered = {one.pk for one in shown if one.is_entered}
    return _merged(
        player,
        _games_of(player).filter(pk__in=games) if games else (),
        [one for pk, one in tables.items() if pk in entered],
    )


def _all_lines(player: Player) -> list[GameLine]:
    games = _games_of(player).filter(shown_games(player))
    return _merged(player, games, load_entered_tables(player)[::-1])


def _merged(player: Player, games: Iterable[Any], tables: Sequence[EnteredTable]) -> list[GameLine]:
    """Return games and tables, each the newest first, as lines."""
    lines = [_line(player, game, game.own_side) for game in games]
    return sorted([*lines, *_lines_of_tables(player, tables)], key=lambda one: one.day, reverse=True)


def _hiding_events(player: Player) -> list[Tournament]:
    """The events of a player that still hide their results."""
    games = Game.objects.filter(sides__seats__player=player).values("book")
    running = Tournament.objects.filter(book__in=games).exclude(state__in=FINISHED_EVENT_STATES)
    return [event for event in running if hides_standings(event)]


def _line(player: Player, game: Game, own: int) -> GameLine:
    sides = list(game.sides.all())
    own_side = next(side for side in sides if side.number == own)
    others = [side for side in sides if side.number != own]
    return GameLine(
        played=PlayedAt(game.pk),
        address=address_of("scoring:game", game.pk),
        day=timezone.localtime(game.opened_at).date(),
        where=_where(game),
        partners=" – ".join(
            public_name(seat.player) for seat in own_side.seats.all() if seat.player_id != player.pk
        ),
        opponents=" / ".join(map(side_name, others)),
        result=_result(game, [own_side, *others]),
        goes_on=game.is_going_on,
    )


def _lines_of_tables(player: Player, tables: Sequence[EnteredTable]) -> Iterator[GameLine]:
    if not tables:
        return
    matches, lined_up = load_matches(tables), line_ups_of(tables)
    names = NamesOfPlayers(one for players in lined_up.values() for one in players)
    for table in tables:
        match, own = matches[table.match], table.own_side
        partners = [one for one in table.players(lined_up, own) if one != player.pk]
        yield GameLine(
            played=PlayedAt(table.pk, is_entered=True),
            address=page_of_match(match),
            day=table.day,
            where=_where_of_match(match),
            partners=names.joined(partners),
            opponents=names.joined(table.players(lined_up, own.other)) or match.team_at(own.other).name,
            result=_written(table.totals[side] for side in (own, own.other)),
            goes_on=False,
        )


def _where(game: Game) -> str:
    pairing, table = getattr(game, "pairing", None), getattr(game, "match_table", None)
    if pairing is not None:
        return f"{pairing.round.tournament.name} · {round_label(pairing.round.number)}"
    return labels.ruleset_name(game.ruleset) if table is None else _where_of_match(table.match)


def _where_of_match(match: TeamMatch) -> str:
    teams = _("%(home)s – %(away)s") % {"home": match.home.name, "away": match.away.name}
    return f"{match.league.name} · {teams}"


def _result(game: Game, sides: Sequence[Side]) -> str:
    if not score_counts(game.other_result):
        return other_result_label(game.other_result)
    return _written(side.result for side in sides)


def _written(totals: Iterable[int]) -> str:
    return "–".join(format_value(total, current_language()) for total in totals)
