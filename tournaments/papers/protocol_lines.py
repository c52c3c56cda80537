"""What an event says on the protocols of its games: its name and round, what a result is worth, and what
counts in its place.

Knows what is told of an event in public; must not know how a protocol looks. Where standings are kept back,
what a game is worth is not said either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _

from clubs.reports.report import Fact, Row, Value
from scoring.models import Game
from scoring.printing.event_lines import EventTold, tellers
from scoring.wording.labels import LETTERS
from tournaments.agreement.agreement import SchemeCode
from tournaments.core.results import Counted
from tournaments.models import Pairing, Round
from tournaments.play.event_record import Met
from tournaments.public.event_view import Told, event_told
from tournaments.public.rounds import fault_of, is_apart, total_of, worths_in
from tournaments.public.standings import counts_own, points_written

# At a table of two: who has won where the first, where the second is at fault.
_OF_TWO: Final = (1, 0)


class _OnProtocols:
    """The event, the round and the table of each game; once it is over, its points and difference."""

    def __init__(self) -> None:
        self.pairings: Mapping[int | None, Pairing] = {}
        self.events: dict[int, Told] = {}
        self.worths: dict[int, Mapping[int, Counted]] = {}

    def read(self, games: Sequence[Game]) -> None:
        pairings = Pairing.objects.select_related("round__tournament").filter(game__in=games)
        self.pairings = {pairing.game_id: pairing for pairing in pairings}

    def told(self, game: Game) -> EventTold | None:
        pairing = self.pairings.get(game.pk)
        if pairing is None:
            return None
        event, drawn = pairing.round.tournament, pairing.round
        facts = (Fact(_("Event"), event.name), Fact(_("Round"), _number_of(drawn)))
        counts = game.over or pairing.kind != Pairing.Kind.PLAYED
        rows = self.rows_of(pairing) if counts else ()
        return EventTold(facts, rows, tuple(self.instead_of(pairing, len(game.sides.all()))))

    def instead_of(self, pairing: Pairing, sides: int) -> Iterator[str]:
        """What counts in place of what was played, who has won by that, and why."""
        if pairing.kind == Pairing.Kind.PLAYED:
            return
        met = self.met_at(pairing)
        yield _instead_told(pairing, is_begun=met is None or met.begun)
        if pairing.at_fault is not None and sides == len(_OF_TWO):
            yield _("Winner: %(side)s.") % {"side": LETTERS[_OF_TWO[pairing.at_fault]]}
        if pairing.reason:
            yield _("The reason: %(reason)s") % {"reason": pairing.reason}

    def rows_of(self, pairing: Pairing) -> tuple[Row, ...]:
        """Match points, and the difference or the own points that count: a value for each side."""
        told, met = self.event_of(pairing.round), self.met_at(pairing)
        if met is None:
            return ()
        worths = self.worths_of(pairing.round)
        had = [worths.get(side[0]) for side in met.sides]
        totals = [total_of(met, at) for at in range(len(had))]
        points: list[Value] = [None if one is None else points_written(told, one.worth.points) for one in had]
        if not any(one and is_apart(told, one, total) for one, total in zip(had, totals, strict=True)):
            return ()
        label = _("Points that count") if told.agreed.scheme is SchemeCode.TOTAL else _("Match points")
        first = Row((label, *points))
        if not counts_own(told):
            counted = [None if one is None else one.worth.difference for one in had]
            return first, Row((_("Difference that counts"), *counted))
        own: list[Value] = [None if one is None else one.worth.own for one in had]
        return (first,) if own in (points, totals) else (first, Row((_("Own points that count"), *own)))

    def met_at(self, pairing: Pairing) -> Met | None:
        """The pairing as its event tells of it."""
        played = self.event_of(pairing.round).round(pairing.round.number)
        return next((one for one in played.met if one.pairing.pk == pairing.pk), None) if played else None

    def event_of(self, drawn: Round) -> Told:
        """An event is read once, when the first of its games that is over asks for it."""
        if drawn.tournament_id not in self.events:
            self.events[drawn.tournament_id] = event_told(drawn.tournament)
        return self.events[drawn.tournament_id]

    def worths_of(self, drawn: Round) -> Mapping[int, Counted]:
        if drawn.pk not in self.worths:
            self.worths[drawn.pk] = worths_in(self.event_of(drawn), drawn.number)
        return self.worths[drawn.pk]


def _instead_told(pairing: Pairing, *, is_begun: bool) -> str:
    """What counts, and whose fault it is."""
    what = pairing.get_kind_display()
    if pairing.at_fault is not None:
        what = f"{what} ({LETTERS[pairing.at_fault]} {fault_of(pairing, pairing.at_fault)})"
    if is_begun:
        return _("Instead of what was played this counts: %(what)s.") % {"what": what}
    return _("Nothing was played. What counts: %(what)s.") % {"what": what}


def _number_of(drawn: Round) -> str:
    """The number of a round. Of one that was removed it says so: another round has its number now."""
    if drawn.state != Round.State.REMOVED:
        return str(drawn.number)
    return _("%(number)s, removed") % {"number": drawn.number}


tellers.append(_OnProtocols)
