"""Entries that cannot move: each keeps a table from the next draw on.

Knows when that can be kept; must not know how a draw keeps it.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.books.refusals import refused
from clubs.books.writing import Author, retried
from scoring.recording import NotNow
from tournaments.agreement.agreement import Movement
from tournaments.agreement.validation import entries_at_a_table, misfit_of_staying
from tournaments.core.movements.staying import seated_in_line
from tournaments.models import Entry, Round
from tournaments.play.entry_queries import next_number
from tournaments.running.events import refuse_official
from tournaments.running.session import Led, leading


@retried
def keep_table(by: Author, entry: Entry, table: int | None) -> Entry:
    """From the next draw on this entry keeps a table; None: it moves like the others."""
    with leading(entry.tournament, by) as led:
        entry = Entry.objects.get(pk=entry.pk, tournament=led.event)
        refuse_official(led.event)
        if entry.state == Entry.State.WITHDRAWN:
            raise NotNow(_("This entry has withdrawn."))
        if entry.keeps_table == table:
            led.act.was_done_before()
            return entry
        if led.event.rounds.filter(state=Round.State.DRAWN).exists():
            raise NotNow(_("A round is drawn and not published yet: publish it first, or remove the draw."))
        before, entry.keeps_table = entry.keeps_table, table
        _refuse_what_cannot_be_kept(led, entry)
        entry.save(update_fields=["keeps_table"])
        led.act.log("entry.table_kept", entry, before={"table": before}, after={"table": table})
        return entry


def _refuse_what_cannot_be_kept(led: Led, entry: Entry) -> None:
    """There is such a table and nobody else keeps it, opponents can come to it, and the lines stay."""
    entries = {one.number: one for one in led.event.entries.order_by("number")}
    _refuse_other_lines(led, entries, entry)
    if entry.keeps_table is None:
        return
    coming = [one for one in entries.values() if one.state != Entry.State.WITHDRAWN]
    _refuse_taken(entry, coming)
    _refuse_no_such_table(led, entry, len(coming))
    _refuse_too_many(led, entry, coming)


def _refuse_taken(entry: Entry, coming: list[Entry]) -> None:
    for other in coming:
        if other.pk != entry.pk and other.keeps_table == entry.keeps_table:
            raise refused("table", _("Entry %(number)s keeps this table.") % {"number": other.number})


def _refuse_no_such_table(led: Led, entry: Entry, coming: int) -> None:
    """A table is one of the club's, or one of as many as those who come need."""
    labels = led.event.club.tables.values_list("label", flat=True)
    last = max(
        [int(label) for label in labels if label.isdecimal()] + [-(-coming // entries_at_a_table(led.agreed))]
    )
    if entry.keeps_table is not None and entry.keeps_table > last:
        raise refused("table", _("The last table here is number %(last)s.") % {"last": last})


def _refuse_too_many(led: Led, entry: Entry, coming: list[Entry]) -> None:
    """Two who keep their tables never meet: each needs opponents who come to it."""
    staying = 1 + sum(one.keeps_table is not None for one in coming if one.pk != entry.pk)
    misfit = misfit_of_staying(led.agreed, len(coming), staying)
    if misfit is not None:
        raise refused("table", misfit.why)


def _refuse_other_lines(led: Led, entries: dict[int, Entry], entry: Entry) -> None:
    """Once a line has moved, nobody changes from one to the other."""
    phase, turn = led.agreed.phase_of(next_number(led.event))
    if phase.movement is not Movement.MITCHELL or turn == 1:
        return
    before = {one.number: one.keeps_table for one in entries.values() if one.keeps_table is not None}
    after = {number: table for number, table in before.items() if number != entry.number}
    if entry.keeps_table is not None:
        after[entry.number] = entry.keeps_table
    if seated_in_line(list(entries), before) != seated_in_line(list(entries), after):
        raise NotNow(_("The lines have begun to move: who sits and who moves stays as it is."))
