"""A drawn round set otherwise than the program proposed.

Knows what a round may look like and that two directors may be at it at once; must not know what is unlikely
about it: that is said, and never refused.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

from clubs.books.refusals import refused
from clubs.books.writing import Author, Value, retried
from scoring.recording import NotNow
from tournaments.core.movements.meeting import Reason, Why
from tournaments.models import Round
from tournaments.play import draw, event_record
from tournaments.play.draw import Table
from tournaments.play.seating import (
    Couple,
    Fixed,
    Seats,
    couple,
    fixed_in,
    reasons_proposed,
    seats_of,
)
from tournaments.running.rounds import refuse_unless, seat
from tournaments.running.session import leading


class SeatsChanged(NotNow):
    """Somebody else has changed the seats since they were looked at."""


@retried
def set_by_hand(by: Author, drawn: Round, wanted: Seats, seen: str = "") -> Round:
    """Seat a drawn round otherwise than proposed. The program's proposal stays beside it.

    `seen` is the seal of the seats that the director looked at: what another one has changed since is not
    overwritten.
    """
    with leading(drawn.tournament, by) as led:
        drawn = led.round_of(drawn)
        refuse_unless(drawn, Round.State.DRAWN)
        now = seats_of(drawn)
        if now.seal == wanted.seal:
            led.act.was_done_before()
            return drawn
        if seen and seen != now.seal:
            raise SeatsChanged(_("Somebody else has changed the tables in the meantime."))
        story = event_record.story_of(led.event)
        _refuse_unless_whole(story, drawn, wanted)
        fixed = fixed_in(drawn)
        _refuse_to_move(fixed, wanted)
        drawn.pairings.all().delete()
        seat(drawn, _as_tables(drawn, wanted), story.entries)
        _mark_by_hand(drawn, wanted)
        lock(drawn, wanted, fixed.locked)
        led.act.log("round.set_by_hand", drawn, after={"number": drawn.number, **_facts_of(wanted)})
        return drawn


def _facts_of(seats: Seats) -> dict[str, Value]:
    tables: list[Value] = [[[*side] for side in sides] for sides in seats.tables]
    return {"pairings": tables, "out": [*seats.out]}


def _refuse_unless_whole(story: event_record.Story, drawn: Round, wanted: Seats) -> None:
    """Everybody who takes part stands in the round once, at tables of even sides, two or three."""
    there = sorted(
        entry.number for entry in story.entries.values() if event_record.takes_part(entry, drawn.number)
    )
    if sorted(wanted.entries) != there:
        raise refused("tables", _("Everybody who takes part sits at one table or sits out once."))
    if any(sides and not 2 <= len(sides) <= story.agreed.sides for sides in wanted.tables):
        raise refused("tables", _("A table has as many sides as the event has agreed on."))
    if any(len({len(side) for side in sides}) > 1 for sides in wanted.tables):
        raise refused("tables", _("Each side of a table has as many players."))


def _refuse_to_move(fixed: Fixed, wanted: Seats) -> None:
    """Who cannot move sits at its table without another who cannot; those who are locked together meet."""
    for one, other in fixed.neither_moves(wanted):
        said = {"one": one, "other": other}
        raise refused("tables", _("Entries %(one)s and %(other)s cannot meet: neither can move.") % said)
    for entry, _number in fixed.away(wanted):
        said = {"entry": entry, "table": fixed.keeps[entry]}
        raise refused("tables", _("Entry %(entry)s cannot move: it keeps table %(table)s.") % said)
    if fixed.unlocks(wanted):
        raise NotNow(_("A table that is locked would change. Unlock it first."))


def lock(drawn: Round, seats: Seats, locked: Collection[Couple]) -> None:
    """Lock the tables at which these meet."""
    tables = [number for number, sides in enumerate(seats.tables, start=1) if couple(sides) in locked]
    drawn.pairings.filter(table__in=tables).update(locked=True)


def _as_tables(drawn: Round, wanted: Seats) -> Sequence[Table]:
    """Tables with their reasons: those that the program gave, or that the director has set them."""
    reasons, own = reasons_proposed(drawn), draw.reasons_data([Reason(Why.BY_HAND)])
    seated = [(number, sides) for number, sides in enumerate(wanted.tables, start=1) if sides]
    places = [*seated, *((None, ((entry,),)) for entry in wanted.out)]
    return [
        Table(sides, draw.read_reasons(reasons.get(couple(sides), own)), number) for number, sides in places
    ]


def _mark_by_hand(drawn: Round, wanted: Seats) -> None:
    """Pairings that the program did not propose are marked as the director's."""
    reasons = reasons_proposed(drawn)
    own = [at for at, sides in enumerate(wanted.tables, start=1) if couple(sides) not in reasons]
    alone = [entry for entry in wanted.out if couple(((entry,),)) not in reasons]
    drawn.pairings.filter(table__in=own).update(by_hand=True)
    drawn.pairings.filter(table=None, entered__entry__number__in=alone).update(by_hand=True)
