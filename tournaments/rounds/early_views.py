"""The page on which the next round is drawn while a table still plays."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from clubs.people.names import full_name
from clubs.web.actions import ActionPage
from clubs.web.decorators import form_page
from tournaments import running
from tournaments.access import event_for_director
from tournaments.desk.act_views import event_action_page
from tournaments.models import Tournament
from tournaments.play import queries
from tournaments.play.event_record import load_event
from tournaments.play.names import entry_name
from tournaments.play.unfinished import find_going_on
from tournaments.rounds.forms import DrawEarlyForm


@form_page
def draw_early(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw the next round while tables still play: the director says how each of their games counts."""
    event = event_for_director(request, pk)
    tables = _tables_going_on(event)
    if not tables:
        messages.error(request, _("No table is still playing."))
        return redirect("tournaments:desk", event.pk)
    form = DrawEarlyForm(request.POST or None, tables=tables)
    page = ActionPage(
        _("Draw the next round while a table still plays"),
        _("Draw the round"),
        _("The round is drawn. Look at the tables."),
        _(
            "Say how each game that goes on counts for this draw, and for nothing else: in the standings its "
            "real result counts, and moves no pairing of this draw."
        ),
    )
    return event_action_page(
        request, event, form, page, lambda by: running.draw_round(by, event, going_on=form.decided())
    )


def _tables_going_on(event: Tournament) -> dict[tuple[int, int], str]:
    """The tables whose games go on, by round and number, and who plays there."""
    going_on = list(find_going_on(load_event(event).rounds))
    playing = {entry for table in going_on for entry in table.entries}
    names = {
        entry.number: entry_name(entry, full_name)
        for entry in queries.get_entries(event)
        if entry.number in playing
    }
    return {
        table.place: _("Round %(round)s, table %(table)s: %(sides)s")
        % {
            "round": table.round,
            "table": table.pairing.table,
            "sides": " / ".join(" + ".join(names[entry] for entry in side) for side in table.pairing.sides),
        }
        for table in going_on
    }
