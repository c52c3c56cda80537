"""Who sits out in a deal of a game whose seats were not taken."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import validation_error
from clubs.books.writing import Facts
from scoring.models import Deal
from scoring.recording.session import OpenGame
from scoring.store import seating


def named_facts(named: Sequence[seating.Person]) -> Facts:
    """Return those who sit out as facts of a submission."""
    return {"sits_out": [list(person) for person in named]} if named else {}


def let_sit_out(opened: OpenGame, deal: Deal, named: Sequence[seating.Person]) -> None:
    """Store who sits out, where the seats do not say it; without a name it stays unknown."""
    if not named:
        return
    people = opened.people() or seating.people_of(opened.game)
    wanted = seating.sitting_out_unseated(opened.game, people)
    given = tuple(len({at for side, at in named if side == number}) for number in range(len(people)))
    if given != wanted or any(at >= people[side] for side, at in named):
        raise validation_error("sits_out", _lazy("Choose who sits out."))
    deal.sits_out = [list(person) for person in named]
