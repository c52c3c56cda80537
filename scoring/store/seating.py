"""The seating of stored games: who holds cards, deals, leads and sits out in each deal."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.core.seats import Person, Seating, TableForm, seating, seating_of_two, table_forms
from scoring.models import Game, Seat
from scoring.store import sheets

__all__ = [
    "Person",
    "Seating",
    "forms_of_ruleset",
    "is_played_by",
    "large_tables_of",
    "people_of",
    "players_per_side",
    "seating_of",
    "sitting_out_unseated",
]


def people_of(game: Game) -> tuple[int, ...]:
    """Return how many people each side has now."""
    counts: dict[int, int] = {}
    seats = Seat.objects.filter(side__game=game, until_deal=None)
    for number in seats.values_list("side__number", flat=True):
        counts[number] = counts.get(number, 0) + 1
    return tuple(counts[number] for number in sorted(counts))


def _form_of(game: Game, people: Sequence[int]) -> TableForm | None:
    """Return the form of the table, turned so that the side that drew highest has the first seat."""
    first, sides = game.first_side or 0, len(people)
    for form in table_forms(sheets.load_ruleset(game.ruleset, game.edition)).values():
        if sorted(form.people) == sorted(people) and sorted(form.playing) == sorted(game.players_per_side):
            seats = tuple((side + first) % sides for side in form.seats)
            return TableForm(seats, tuple(people))
    return None


def seating_of(game: Game, deal: int, people: Sequence[int] | None = None) -> Seating | None:
    """Return the seating in a deal; None until the highest card is drawn, or for an unknown form.

    `people` is the number of people of each side; without it, it is queried.
    """
    if game.first_side is None:
        return None
    form = _form_of(game, people_of(game) if people is None else people)
    if form is None:
        return None
    rules, away = sheets.load_ruleset(game.ruleset, game.edition), game.away_in(deal)
    if away is None:
        return seating(rules, form, deal)
    return seating_of_two(rules, form, deal, away, game.away_after)


def sitting_out_unseated(game: Game, people: Sequence[int]) -> tuple[int, ...]:
    """Return how many of each side sit out in every deal, in a game whose seats were not taken; else nobody.

    Nothing says then who it is.
    """
    if game.first_side is not None or len(game.players_per_side) != len(people):
        return (0,) * len(people)
    return tuple(max(0, here - playing) for here, playing in zip(people, game.players_per_side, strict=True))


def is_played_by(ruleset: str, people: Sequence[int]) -> bool:
    """Tell whether a game has a form for so many people of each side."""
    return any(sorted(form.people) == sorted(people) for form in forms_of_ruleset(ruleset).values())


def players_per_side(ruleset: str, people: Sequence[int]) -> tuple[int, ...]:
    """Return how many players of each side hold cards, which may be fewer than its people."""
    for form in table_forms(sheets.load_ruleset(ruleset)).values():
        if sorted(form.people) == sorted(people):
            return form.playing
    return tuple(people)


def large_tables_of(ruleset: str) -> tuple[int, ...]:
    """Return with how many players more than four two sides play the game: five, six, both or none."""
    forms = forms_of_ruleset(ruleset).values()
    return tuple(sorted({sum(form.people) for form in forms if len(form.people) == 2} - {2, 4}))


def forms_of_ruleset(ruleset: str) -> dict[str, TableForm]:
    """Return the table forms of a rule set's newest edition by their names."""
    return table_forms(sheets.load_ruleset(ruleset))
