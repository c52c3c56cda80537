"""Locking tables of a drawn round, and redrawing the others around them."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from clubs.books.refusals import validation_error
from clubs.books.writing import Author, JsonValue, retried
from scoring.recording import NotNow
from tournaments.core.drawing.meeting import MeetingReason, ReasonCode
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput, DrawTable, Proposal
from tournaments.core.drawing.seeds import seed_for
from tournaments.models import Pairing, Round
from tournaments.play import draw, event_record
from tournaments.play.seating import RoundSeats, get_seats, meeting_key
from tournaments.running.by_hand import SeatsChanged, lock_meetings, seats_facts
from tournaments.running.rounds import create_pairings, draw_facts, make_proposal, require_state
from tournaments.running.session import OpenEvent, open_event


@retried
def lock_table(by: Author, drawn: Round, table: int, *, locked: bool, seen: str = "") -> Round:
    """Lock the meeting at a table of a drawn round, or unlock it; `seen` is the fingerprint shown."""
    with open_event(drawn.tournament, by) as opened:
        drawn = opened.get_round(drawn)
        require_state(drawn, Round.State.DRAWN)
        _check_unchanged(get_seats(drawn), seen)
        pairing = drawn.pairings.filter(table=table).first()
        if pairing is None:
            raise validation_error("table", _("Nobody is playing at this table."))
        if pairing.locked == locked:
            opened.writing.mark_repeat()
            return drawn
        pairing.locked = locked
        pairing.save(update_fields=["locked"])
        act = "round.locked" if locked else "round.unlocked"
        opened.writing.log(act, drawn, after={"number": drawn.number, "table": table})
        return drawn


def _check_unchanged(current: RoundSeats, seen: str) -> None:
    if seen and seen != current.fingerprint:
        raise SeatsChanged(_("Somebody else has changed the tables in the meantime. Look at them once more."))


@retried
def redraw_others(by: Author, drawn: Round, seed: str = "", seen: str = "") -> Round:
    """Redraw all tables that are not locked, as the next attempt, with the input of the first draw.

    The log has the seed of the draw before.
    """
    with open_event(drawn.tournament, by) as opened:
        drawn = opened.get_round(drawn)
        require_state(drawn, Round.State.DRAWN)
        current = get_seats(drawn)
        movement = _movement_of(opened, drawn)
        if (drawn.seed, drawn.movement) == (seed, movement.code):
            opened.writing.mark_repeat()
            return drawn
        _check_unchanged(current, seen)
        attempt = 0 if seed else max(drawn.attempt, 1) + 1
        seed = seed or seed_for(opened.event.secret, drawn.number, attempt)
        draw_input = _redraw_input(drawn, current, seed)
        proposal = make_proposal(movement, draw_input, opened.agreement.sides)
        before: dict[str, JsonValue] = {
            "seed": drawn.seed,
            "movement": drawn.movement,
            **seats_facts(current),
        }
        drawn.attempt, drawn.again = attempt, {"locked": [table.number for table in draw_input.locked]}
        _store_redraw(opened, drawn, movement, draw_input, proposal)
        tables: list[JsonValue] = [[[*side] for side in table.sides] for table in draw_input.locked]
        after: dict[str, JsonValue] = {
            "number": drawn.number,
            **draw_facts(drawn),
            **seats_facts(get_seats(drawn)),
            "locked": tables,
        }
        opened.writing.log("round.redrawn", drawn, before=before, after=after)
        return drawn


def _movement_of(opened: OpenEvent, drawn: Round) -> Movement:
    """Return the movement of the redraw: the agreed one, also where the director began by hand."""
    phase, _turn = opened.agreement.phase_of(drawn.number)
    if not phase.movement.is_redrawable:
        raise NotNow(_("Nothing can be redrawn here: the pairings are fixed for all rounds, or set by hand."))
    return phase.movement


def _redraw_input(drawn: Round, current: RoundSeats, seed: str) -> DrawInput:
    """Return the input of the first draw with the new seed and the locked tables."""
    pairings = drawn.pairings.filter(locked=True, table__isnull=False).order_by("table")
    locked = [_locked_table(pairing, current) for pairing in pairings]
    draw_input = replace(draw.read_draw_input(drawn.draw_input, seed), locked=locked)
    if not locked:
        raise NotNow(_("No table is locked. To redraw all of them, remove the draw."))
    if not draw_input.free:
        raise NotNow(_("All tables are locked."))
    return draw_input


def _locked_table(pairing: Pairing, current: RoundSeats) -> DrawTable:
    """Return a locked table with its number and its reasons."""
    number = pairing.table or 0
    reasons = [reason for reason in draw.read_reasons(pairing.reasons) if reason.code != ReasonCode.LOCKED]
    return DrawTable(current.tables[number - 1], (*reasons, MeetingReason(ReasonCode.LOCKED)), number)


def _store_redraw(
    opened: OpenEvent, drawn: Round, movement: Movement, draw_input: DrawInput, proposal: Proposal
) -> None:
    drawn.seed, drawn.movement, drawn.exact = draw_input.seed, movement.code, proposal.exact
    drawn.draw_input, drawn.proposal = (
        draw.draw_input_as_json(draw_input),
        draw.tables_as_json(proposal.tables),
    )
    drawn.save(update_fields=["seed", "attempt", "again", "movement", "exact", "draw_input", "proposal"])
    drawn.pairings.all().delete()
    create_pairings(drawn, proposal.tables, event_record.load_event(opened.event).entries)
    lock_meetings(drawn, get_seats(drawn), [meeting_key(table.sides) for table in draw_input.locked])
