"""Setting a drawn round by hand.

Refuses what is impossible; what is only unlikely is a remark on the page.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books.refusals import validation_error
from clubs.books.writing import Author, JsonValue, retried
from scoring.recording import NotNow
from scoring.store.seating import large_tables_of
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.drawing.meeting import MeetingReason, ReasonCode
from tournaments.core.drawing.proposal import DrawTable
from tournaments.models import Round, Tournament
from tournaments.play import draw, event_record
from tournaments.play.seating import (
    MeetingKey,
    RoundSeats,
    SeatConstraints,
    Sides,
    get_constraints,
    get_seats,
    meeting_key,
    proposed_reasons,
)
from tournaments.running.handicap_ratings import note_ratings
from tournaments.running.rounds import create_pairings, require_state
from tournaments.running.session import open_event


class SeatsChanged(NotNow):
    """The seats have changed since the page showed them."""


@retried
def set_by_hand(by: Author, drawn: Round, seats: RoundSeats, seen: str = "") -> Round:
    """Set the seats of a drawn round. The program's proposal stays stored.

    `seen` is the fingerprint of the seats that the director has seen: raises `SeatsChanged` where they have
    changed since.
    """
    with open_event(drawn.tournament, by) as opened:
        drawn = opened.get_round(drawn)
        require_state(drawn, Round.State.DRAWN)
        current = get_seats(drawn)
        if current.fingerprint == seats.fingerprint:
            opened.writing.mark_repeat()
            return drawn
        if seen and seen != current.fingerprint:
            raise SeatsChanged(_("Somebody else has changed the tables in the meantime."))
        record = event_record.load_event(opened.event)
        check_seats(record, drawn, seats, _taking_part(record, drawn))
        constraints = get_constraints(drawn)
        check_constraints(constraints, seats)
        drawn.pairings.all().delete()
        create_pairings(drawn, as_tables(drawn, seats), record.entries)
        mark_by_hand(drawn, seats)
        lock_meetings(drawn, seats, constraints.locked)
        opened.writing.log(
            "round.set_by_hand",
            drawn,
            before=seats_facts(current),
            after={"number": drawn.number, **seats_facts(seats)},
        )
        note_ratings(opened, drawn)
        return drawn


def seats_facts(seats: RoundSeats) -> dict[str, JsonValue]:
    """Return the seats as the log has them."""
    tables: list[JsonValue] = [[[*side] for side in sides] for sides in seats.tables]
    return {"pairings": tables, "out": [*seats.out]}


def _taking_part(record: event_record.EventRecord, drawn: Round) -> list[int]:
    if record.agreement.bracket is not None:
        # Of all who are there only those play who are still in and whose opponents are known.
        return [entry["entry"] for entry in drawn.draw_input["present"]]
    return [entry.number for entry in record.entries.values() if event_record.takes_part(entry, drawn.number)]


def check_seats(
    record: event_record.EventRecord, drawn: Round, seats: RoundSeats, entries: Collection[int]
) -> None:
    """Each of these entries must be in the round once, at tables of even sides, two or three."""
    if sorted(seats.entries) != sorted(entries):
        raise validation_error("tables", _("Everybody taking part must sit at exactly one table or sit out."))
    if any(sides and not 2 <= len(sides) <= record.agreement.sides for sides in seats.tables):
        raise validation_error("tables", _("A table must have the number of sides agreed for the event."))
    small = [sides for sides in seats.tables if not is_large_table(record.event, sides)]
    if any(len({len(side) for side in sides}) > 1 for sides in small):
        raise validation_error("tables", _("Each side of a table must have the same number of players."))
    sizes = _sizes_of_a_side(record.agreement, drawn.number)
    if any(len(side) not in sizes for side in chain(*small)):
        most = max(sizes)
        raise validation_error(
            "tables",
            ngettext(
                "A side of a table is %(count)s entry here.",
                "A side of a table is %(count)s entries here.",
                most,
            )
            % {"count": most},
        )


def is_large_table(event: Tournament, sides: Sides) -> bool:
    """Whether five or six single players sit here as the game has it (ruling 12)."""
    sizes = sorted(len(side) for side in sides)
    may_be = event.agreement.players == 1 and sum(sizes) in large_tables_of(event.ruleset)
    return may_be and sizes in ([2, 3], [3, 3])


def _sizes_of_a_side(agreement: EventAgreement, number: int) -> Collection[int]:
    """Return how many entries can play together on a side; single players by hand alone or in twos."""
    phase, _turn = agreement.phase_of(number)
    if phase.movement.is_set_by_hand and agreement.players == 1:
        return 1, 2
    return (phase.movement.entries_per_side,)


def check_constraints(constraints: SeatConstraints, seats: RoundSeats) -> None:
    """Entries with fixed tables must sit there and not meet each other; locked meetings must stay."""
    for first, second in constraints.fixed_meetings(seats):
        numbers = {"one": first, "other": second}
        raise validation_error(
            "tables", _("Entries %(one)s and %(other)s cannot meet: neither can move.") % numbers
        )
    for entry, _number in constraints.entries_away(seats):
        numbers = {"entry": entry, "table": constraints.tables_by_entry[entry]}
        raise validation_error(
            "tables", _("Entry %(entry)s cannot move: it is stationary at table %(table)s.") % numbers
        )
    if constraints.unlocks(seats):
        raise NotNow(_("A table that is locked would change. Unlock it first."))


def lock_meetings(drawn: Round, seats: RoundSeats, locked: Collection[MeetingKey]) -> None:
    """Lock the tables of these meetings."""
    tables = [number for number, sides in enumerate(seats.tables, start=1) if meeting_key(sides) in locked]
    drawn.pairings.filter(table__in=tables).update(locked=True)


def as_tables(drawn: Round, seats: RoundSeats) -> Sequence[DrawTable]:
    """Return the tables with the reasons of the proposal; new meetings have the director as their reason."""
    reasons, own_reasons = proposed_reasons(drawn), draw.reasons_as_json([MeetingReason(ReasonCode.BY_HAND)])
    occupied = [(number, sides) for number, sides in enumerate(seats.tables, start=1) if sides]
    places = [*occupied, *((None, ((entry,),)) for entry in seats.out)]
    return [
        DrawTable(sides, draw.read_reasons(reasons.get(meeting_key(sides), own_reasons)), number)
        for number, sides in places
    ]


def mark_by_hand(drawn: Round, seats: RoundSeats) -> None:
    """Mark the pairings that the program did not propose."""
    reasons = proposed_reasons(drawn)
    new_tables = [at for at, sides in enumerate(seats.tables, start=1) if meeting_key(sides) not in reasons]
    new_sit_outs = [entry for entry in seats.out if meeting_key(((entry,),)) not in reasons]
    drawn.pairings.filter(table__in=new_tables).update(by_hand=True)
    drawn.pairings.filter(table=None, entered__entry__number__in=new_sit_outs).update(by_hand=True)
