"""The page on which the order of entries by strength is taken from earlier results."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page
from clubs.web.request_author import author_of
from tournaments import running
from tournaments.desk.act_views import require_director
from tournaments.models import Tournament
from tournaments.strength.forms import StrengthForm
from tournaments.strength.page import load_rows, order_from


@form_page
def strength(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the order of strength from the results of an earlier event or of a series."""
    event = require_director(
        request, get_object_or_404(Tournament.objects.select_related("book", "club"), pk=pk)
    )
    form = StrengthForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        order, seen = order_from(event, *form.chosen()), form.cleaned_data["seen"]
        by = author_of(request)
        if not order:
            form.add_error("source", _("Nobody who takes part has a place there."))
        elif run_into_form(form, lambda by: running.set_strength(by, event, order, seen), by):
            say_done(request, event.book, _("The order has been saved."), by)
            return redirect("tournaments:strength", event.pk)
    ordered, others = load_rows(event)
    context = {
        "event": event,
        "form": form,
        "ordered": ordered,
        "others": others,
        "counts": event.agreement.uses_strength,
    }
    return render(request, "tournaments/strength/strength.html", context)
