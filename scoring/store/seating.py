"""Who sits where at a table: seats, dealer, leader and who sits out, by the game's form.

Knows how seats are stored and what the core makes of them; must not know a name, nor who draws.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.core.seats import Person, Seating, Table, seating, tables_of
from scoring.models import Game, Seat
from scoring.store import sheets

__all__ = ["Person", "Seating", "_form_of", "players_of_form", "seating_of"]


def _people_of(game: Game) -> tuple[int, ...]:
    """How many people each side has now."""
    counts: dict[int, int] = {}
    seats = Seat.objects.filter(side__game=game, until_deal=None)
    for number in seats.values_list("side__number", flat=True):
        counts[number] = counts.get(number, 0) + 1
    return tuple(counts[number] for number in sorted(counts))


def _form_of(game: Game, people: Sequence[int]) -> Table | None:
    """The form of the table, turned so that the side whose player drew highest has the first seat."""
    first, sides = game.first_side or 0, len(people)
    for table in tables_of(sheets.rules_of(game.ruleset, game.edition)).values():
        if sorted(table.people) == sorted(people) and sorted(table.playing) == sorted(game.players):
            seats = tuple((side + first) % sides for side in table.seats)
            return Table(seats, tuple(people))
    return None


def seating_of(game: Game, deal: int, people: Sequence[int] | None = None) -> Seating | None:
    """How the table sits in a deal, once it is known who drew highest; `people` where they are known."""
    if game.first_side is None:
        return None
    table = _form_of(game, _people_of(game) if people is None else people)
    return None if table is None else seating(sheets.rules_of(game.ruleset, game.edition), table, deal)


def players_of_form(ruleset: str, people: Sequence[int]) -> tuple[int, ...]:
    """How many players of each side hold cards, when a side has more people than seats."""
    for table in tables_of(sheets.rules_of(ruleset)).values():
        if sorted(table.people) == sorted(people):
            return table.playing
    return tuple(people)


def forms_of(ruleset: str) -> dict[str, Table]:
    """The forms in which a game is played, by the names that the rules give them."""
    return tables_of(sheets.rules_of(ruleset))
