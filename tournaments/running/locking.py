"""Tables of a drawn round that are locked, and the others drawn anew around them.

Knows what may be locked and when; must not know how the others are drawn.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _

from clubs.books.refusals import refused
from clubs.books.writing import Author, Value, retried
from scoring.recording import NotNow
from tournaments.agreement.agreement import Movement
from tournaments.core.movements.meeting import Reason, Why
from tournaments.models import Pairing, Round
from tournaments.play import draw, event_record
from tournaments.play.draw import Field, Proposal, Table
from tournaments.play.seating import Seats, couple, seats_of
from tournaments.running.by_hand import SeatsChanged, lock
from tournaments.running.rounds import proposed, refuse_unless, seat
from tournaments.running.session import Led, leading

# Those in which a new draw would not draw anything.
NOT_DRAWN: Final = (*draw.SET_BEFOREHAND, Movement.BY_HAND)


@retried
def lock_table(by: Author, drawn: Round, table: int, *, locked: bool, seen: str = "") -> Round:
    """Lock who meets whom at a table of a drawn round, or not; `seen` is the seal of what was shown."""
    with leading(drawn.tournament, by) as led:
        drawn = led.round_of(drawn)
        refuse_unless(drawn, Round.State.DRAWN)
        _refuse_changed(seats_of(drawn), seen)
        pairing = drawn.pairings.filter(table=table).first()
        if pairing is None:
            raise refused("table", _("Nobody plays at this table."))
        if pairing.locked == locked:
            led.act.was_done_before()
            return drawn
        pairing.locked = locked
        pairing.save(update_fields=["locked"])
        act = "round.locked" if locked else "round.unlocked"
        led.act.log(act, drawn, after={"number": drawn.number, "table": table})
        return drawn


def _refuse_changed(now: Seats, seen: str) -> None:
    if seen and seen != now.seal:
        raise SeatsChanged(_("Somebody else has changed the tables in the meantime. Look at them once more."))


@retried
def redraw_others(by: Author, drawn: Round, seed: str, seen: str = "") -> Round:
    """Draw all tables anew that are not locked, from a seed that was shown, by what was known at first.

    The log keeps the seed of the draw before.
    """
    with leading(drawn.tournament, by) as led:
        drawn = led.round_of(drawn)
        refuse_unless(drawn, Round.State.DRAWN)
        now = seats_of(drawn)
        movement = _movement_of(led, drawn)
        if (drawn.seed, drawn.movement) == (seed, movement.value):
            led.act.was_done_before()
            return drawn
        _refuse_changed(now, seen)
        field = _around(drawn, now, seed)
        proposal = proposed(movement, field, led.agreed.sides)
        before: dict[str, Value] = {"seed": drawn.seed, "movement": drawn.movement}
        _seat_anew(led, drawn, movement, field, proposal)
        tables: list[Value] = [[[*side] for side in table.sides] for table in field.locked]
        after: dict[str, Value] = {"number": drawn.number, "seed": seed, "movement": movement.value}
        led.act.log("round.redrawn", drawn, before=before, after={**after, "locked": tables})
        return drawn


def _movement_of(led: Led, drawn: Round) -> Movement:
    """By what the others are drawn: as was agreed, also where the director began by hand."""
    phase, _turn = led.agreed.phase_of(drawn.number)
    if phase.movement in NOT_DRAWN:
        raise NotNow(_("Here nothing is drawn anew: who meets whom is set for all rounds, or set by hand."))
    return phase.movement


def _around(drawn: Round, now: Seats, seed: str) -> Field:
    """What the new draw is given: what the first one was, and the tables that are locked."""
    pairings = drawn.pairings.filter(locked=True, table__isnull=False).order_by("table")
    locked = [_locked_table(one, now) for one in pairings]
    field = replace(Field.read(drawn.basis, seed), locked=locked)
    if not locked:
        raise NotNow(_("No table is locked. To draw all of them anew, remove the draw."))
    if not field.free:
        raise NotNow(_("All tables are locked."))
    return field


def _locked_table(pairing: Pairing, now: Seats) -> Table:
    """A table that is locked, with its number and why these meet."""
    number = pairing.table or 0
    reasons = [one for one in draw.read_reasons(pairing.reasons) if one.why is not Why.LOCKED]
    return Table(now.tables[number - 1], (*reasons, Reason(Why.LOCKED)), number)


def _seat_anew(led: Led, drawn: Round, movement: Movement, field: Field, proposal: Proposal) -> None:
    drawn.seed, drawn.movement, drawn.exact = field.seed, movement.value, proposal.exact
    drawn.basis, drawn.proposal = field.data(), [table.data() for table in proposal.tables]
    drawn.save(update_fields=["seed", "movement", "exact", "basis", "proposal"])
    drawn.pairings.all().delete()
    seat(drawn, proposal.tables, event_record.story_of(led.event).entries)
    lock(drawn, seats_of(drawn), [couple(table.sides) for table in field.locked])
