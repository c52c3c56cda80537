"""The page on which all deals of a table are moved to another one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.people.names import full_name
from clubs.web.actions import ActionPage
from clubs.web.decorators import form_page
from clubs.web.forms import KeyedForm, ReasonField, set_choices
from tournaments import running
from tournaments.desk.act_views import event_action_page, require_director
from tournaments.models import Pairing
from tournaments.play import queries
from tournaments.play.kept_rounds import VISIBLE_ROUND_STATES


class MoveDealsForm(KeyedForm):
    """The table to which the deals belong, and why."""

    to = forms.ChoiceField(
        label=_lazy("To which table do these deals belong?"),
        help_text=_lazy("If deals are recorded there too, the two tables exchange them."),
    )
    reason = ReasonField()

    def __init__(self, *args: Any, tables: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "to", [("", "–"), *tables])


@form_page
def move_deals(request: HttpRequest, pk: int) -> HttpResponse:
    """Move all deals of a table to another one of the event."""
    pairings = queries.without_draw(Pairing.objects.select_related("round__tournament__book"), "round")
    pairing = get_object_or_404(pairings, pk=pk)
    event = require_director(request, pairing.round.tournament)
    others = pairings.filter(
        round__tournament=event, round__state__in=VISIBLE_ROUND_STATES, game__isnull=False
    ).exclude(pk=pk)
    labels = {other.pk: _place(other) for other in others.order_by("-round__number", "table")}
    form = MoveDealsForm(
        request.POST or None, tables=[(str(other), label) for other, label in labels.items()]
    )
    page = ActionPage(
        _("%(place)s: the sheet of another table") % {"place": _place(pairing)},
        _("Move the deals"),
        _("The deals are moved."),
        _("%(sides)s. All deals go, with their versions and answers; the log says from where.")
        % {"sides": " / ".join(queries.pairing_side_names(pairing, full_name))},
    )
    return event_action_page(
        request,
        event,
        form,
        page,
        lambda by: running.move_deals(
            by,
            pairing,
            pairings.get(pk=form.cleaned_data["to"]),
            form.cleaned_data["reason"],
            form.cleaned_data["key"],
        ),
        drawn=pairing.round,
    )


def _place(pairing: Pairing) -> str:
    return _("Round %(round)s, table %(table)s") % {"round": pairing.round.number, "table": pairing.table}
