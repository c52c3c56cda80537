"""Fixed tables: an entry that cannot move keeps a table from the next draw on."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.books.refusals import validation_error
from clubs.books.writing import Author, retried
from scoring.recording import NotNow
from tournaments.agreement.validation import check_fixed_tables
from tournaments.core.drawing.fixed_tables import line_order
from tournaments.models import Entry, Round
from tournaments.play.entry_queries import next_round_number
from tournaments.running.events import refuse_official
from tournaments.running.session import OpenEvent, open_event


@retried
def set_fixed_table(by: Author, entry: Entry, table: int | None) -> Entry:
    """Fix the table of an entry from the next draw on; None lets it move like the others."""
    with open_event(entry.tournament, by) as opened:
        entry = opened.get_entry(entry)
        refuse_official(opened.event)
        if entry.state == Entry.State.WITHDRAWN:
            raise NotNow(_("This entry has withdrawn."))
        if entry.fixed_table == table:
            opened.writing.mark_repeat()
            return entry
        if opened.event.rounds.filter(state=Round.State.DRAWN).exists():
            raise NotNow(_("A round has been drawn but not published: publish it first, or remove the draw."))
        before, entry.fixed_table = entry.fixed_table, table
        _check_fixed_table(opened, entry)
        entry.save(update_fields=["fixed_table"])
        opened.writing.log("entry.table_kept", entry, before={"table": before}, after={"table": table})
        return entry


def _check_fixed_table(opened: OpenEvent, entry: Entry) -> None:
    """The table must exist and be free, opponents must come to it, and the lines must not change."""
    entries = {other.number: other for other in opened.event.entries.order_by("number")}
    _check_lines(opened, entries, entry)
    if entry.fixed_table is None:
        return
    coming = [other for other in entries.values() if other.state != Entry.State.WITHDRAWN]
    _check_table_is_free(entry, coming)
    _check_table_exists(opened, entry, len(coming))
    _check_number_of_fixed_tables(opened, entry, coming)


def _check_table_is_free(entry: Entry, coming: list[Entry]) -> None:
    for other in coming:
        if other.pk != entry.pk and other.fixed_table == entry.fixed_table:
            raise validation_error(
                "table", _("Entry %(number)s is stationary at this table.") % {"number": other.number}
            )


def _check_table_exists(opened: OpenEvent, entry: Entry, coming: int) -> None:
    """A table is one of the club's, or one of as many as the entries need."""
    labels = opened.event.club.tables.values_list("label", flat=True)
    last = max(
        [int(label) for label in labels if label.isdecimal()]
        + [-(-coming // opened.agreement.entries_per_table)]
    )
    if entry.fixed_table is not None and entry.fixed_table > last:
        raise validation_error("table", _("The highest table number here is %(last)s.") % {"last": last})


def _check_number_of_fixed_tables(opened: OpenEvent, entry: Entry, coming: list[Entry]) -> None:
    """Two entries with fixed tables never meet: each needs opponents who come to it."""
    fixed = 1 + sum(other.fixed_table is not None for other in coming if other.pk != entry.pk)
    problem = check_fixed_tables(opened.agreement, len(coming), fixed)
    if problem is not None:
        raise validation_error("table", problem.message)


def _check_lines(opened: OpenEvent, entries: dict[int, Entry], entry: Entry) -> None:
    """Once a line has moved, no entry changes from one to the other."""
    phase, turn = opened.agreement.phase_of(next_round_number(opened.event))
    if not phase.movement.plays_in_lines or turn == 1:
        return
    before = {number: other.fixed_table for number, other in entries.items() if other.fixed_table is not None}
    after = {number: table for number, table in before.items() if number != entry.number}
    if entry.fixed_table is not None:
        after[entry.number] = entry.fixed_table
    if line_order(list(entries), before) != line_order(list(entries), after):
        raise NotNow(_("The lines have started to move: it can no longer be changed who sits and who moves."))
