"""What an event says on the protocol of one of its games: its name and round, and what the result is worth.

Knows what is told of an event in public; must not know how a protocol looks. Where standings are kept back,
what a game is worth is not said either.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.reports.report import Fact, Row, Value
from scoring.models import Game
from scoring.told_event import EventTold, tellers
from tournaments.models import Pairing
from tournaments.public_queries import Told, event_told
from tournaments.round_report import is_apart, worths_in
from tournaments.standings_report import points_written


def told_on_protocol(game: Game) -> EventTold | None:
    """The event, the round and the table of a game; once it is over, its points and difference."""
    pairing = Pairing.objects.select_related("round__tournament").filter(game=game).first()
    if pairing is None:
        return None
    event, drawn = pairing.round.tournament, pairing.round
    facts = (Fact(_("Event"), event.name), Fact(_("Round"), str(drawn.number)))
    return EventTold(facts, rows_of(event_told(event), pairing) if game.over else ())


def rows_of(told: Told, pairing: Pairing) -> tuple[Row, ...]:
    """Match points and the difference that counts, a value for each side."""
    played = told.round(pairing.round.number)
    met = next((one for one in played.met if one.pairing.pk == pairing.pk), None) if played else None
    worths = worths_in(told, pairing.round.number)
    if met is None or not is_apart(told):
        return ()
    had = [worths.get(side[0]) for side in met.sides]
    points: list[Value] = [None if one is None else points_written(told, one.worth.points) for one in had]
    counted: list[Value] = [None if one is None else one.worth.difference for one in had]
    if not any(had):
        return ()
    return (Row((_("Match points"), *points)), Row((_("Difference that counts"), *counted)))


tellers.append(told_on_protocol)
