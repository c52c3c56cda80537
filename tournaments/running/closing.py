"""What is open in a round that is to be closed: whether it can be, and what the director decides about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow
from clubs.books.writing import JsonValue
from scoring.models import Deal, Game
from scoring.overview.listed import ListedGame
from scoring.overview.queries import list_games
from tournaments.models import Pairing, Round
from tournaments.play.counting import without_result
from tournaments.wording.counting import NOT_COUNTED_YET


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenMatters:
    """The tables of a round at which something is open although their games are over."""

    disputed: Sequence[int] = ()
    unapproved: Sequence[int] = ()
    unsigned: Sequence[int] = ()
    slips_differ: Sequence[int] = ()
    second_missing: Sequence[int] = ()

    def __bool__(self) -> bool:
        return bool(self.facts)

    @property
    def facts(self) -> dict[str, JsonValue]:
        """The matters that there are, as the log has them."""
        found = {
            "disputed": self.disputed,
            "unapproved": self.unapproved,
            "unsigned": self.unsigned,
            "slips_differ": self.slips_differ,
            "second_missing": self.second_missing,
        }
        return {name: [*tables] for name, tables in found.items() if tables}


def find_open_matters(drawn: Round) -> OpenMatters:
    """Find what is open at the tables of a round where the played result counts."""
    played = drawn.pairings.filter(kind=Pairing.Kind.PLAYED, game__isnull=False)
    tables = dict(played.values_list("game", "table"))
    games = list_games(Game.objects.filter(pk__in=tables))

    def at_tables(is_open: Callable[[ListedGame], bool]) -> list[int]:
        return sorted(table for game in games if is_open(game) and (table := tables[game.pk]) is not None)

    return OpenMatters(
        disputed=at_tables(_is_disputed),
        unapproved=at_tables(_awaits_approval),
        unsigned=at_tables(_awaits_signatures),
        slips_differ=at_tables(lambda game: game.slip_differs),
        second_missing=at_tables(lambda game: game.awaits_second_entry),
    )


def _is_disputed(game: ListedGame) -> bool:
    return any(deal.state == Deal.State.DISPUTED for deal in game.deals)


def _awaits_approval(game: ListedGame) -> bool:
    """Whether a deal is not approved, or was sent back; on paper the signatures approve all deals."""
    return any(
        game.awaits_approval(deal) or (deal.state == Deal.State.ENTERED and deal.objection is not None)
        for deal in game.deals
    )


def _awaits_signatures(game: ListedGame) -> bool:
    """Whether a game that is over is not signed; a sheet on paper lies in the folder."""
    return game.state == Game.State.FINISHED and not game.is_on_paper


def refuse_without_results(drawn: Round) -> None:
    """Refuse to close a round of which a result is missing, or does not count yet."""
    playing, _waiting = _tables_without_result(drawn)
    if playing:
        raise NotNow(_("Results are missing at: table %(tables)s.") % {"tables": ", ".join(playing)})
    if sentence := not_counted_yet(drawn):
        raise NotNow(sentence)


def not_counted_yet(drawn: Round) -> str:
    """Return why the results of tables that have finished do not count yet; empty where all do."""
    _playing, waiting = _tables_without_result(drawn)
    if not waiting:
        return ""
    return str(NOT_COUNTED_YET[drawn.tournament.agreement.counting_as_said] % {"tables": ", ".join(waiting)})


def _tables_without_result(drawn: Round) -> tuple[list[str], list[str]]:
    """Return the tables at which a game goes on, and those whose games are over and do not count yet."""
    missing = without_result(drawn.pairings.all(), drawn.tournament.agreement.counting).order_by("table")
    tables = list(missing.values_list("table", "game__over"))
    return [str(at) for at, over in tables if not over], [str(at) for at, over in tables if over]
