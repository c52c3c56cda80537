"""What a league tells of a game of one of its matches: at its table, and at its desk."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.models import Book
from clubs.web.addresses import address_of
from scoring.models import Game
from scoring.overview.in_event import GameInEvent
from scoring.store.event_news import EventOfGame
from tournaments.models import TeamMatch


def league_of_game(game: Game) -> EventOfGame | None:
    """Return the league and the match of a game; without a query where it has none; None in a hidden one."""
    match = _match_of(game)
    if match is None or not match.league.public:
        return None
    return EventOfGame(
        match.league.name,
        address_of("tournaments:league", match.league_id),
        _("%(home)s – %(away)s") % {"home": match.home.name, "away": match.away.name},
        address_of("tournaments:league_match", match.league_id, match.number),
    )


def game_in_match(game: Game) -> GameInEvent | None:
    """Return the round of a game; another result is ruled for the whole match."""
    match = _match_of(game)
    return None if match is None else GameInEvent(round=match.round, counts=(), other_result="")


def _match_of(game: Game) -> TeamMatch | None:
    if game.book.kind != Book.Kind.LEAGUE:
        return None
    matches = TeamMatch.objects.select_related("league", "home", "away")
    return matches.filter(tables__game=game).first()
