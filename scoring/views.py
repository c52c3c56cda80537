"""The pages of a game. They check who asks, call a verb or a query, and show a template."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs import access
from clubs.books import KeyTaken
from clubs.homes import home_of
from clubs.names import full_name
from clubs.reports.pdf import pdf
from clubs.requests import author_of
from scoring import queries, recording, reports
from scoring.forms import Column, DealEntry, deal_entry
from scoring.models import Game


@require_safe
def game(request: HttpRequest, pk: int) -> HttpResponse:
    """The public page of a game: every point with the paragraph it rests on."""
    shown = get_object_or_404(queries.with_sides(), pk=pk)
    names, deals = queries.side_names(shown), queries.deals_of(shown)
    report = reports.explained(shown, names, deals)
    context = {"game": shown, "names": names, "report": report, "home": home_of(shown.book)}
    return render(request, "scoring/game.html", context)


@require_safe
def protocol(_request: HttpRequest, pk: int) -> HttpResponse:
    """The protocol of a game, to print and sign."""
    shown = get_object_or_404(queries.with_sides(), pk=pk)
    report = reports.protocol(shown, queries.side_names(shown), queries.deals_of(shown))
    response = HttpResponse(pdf(report), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="protocol-{shown.pk}.pdf"'
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def deal_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter the next deal from its paper protocol."""
    played = get_object_or_404(queries.with_sides(), pk=pk)
    access.require(request.user, played.book, access.RECORDERS)
    names, number = queries.side_names(played, full_name), queries.next_deal_number(played)
    home = home_of(played.book)
    totals = [side.total for side in played.sides.all()]
    columns = [Column(name, total) for name, total in zip(names, totals, strict=True)]
    entry = deal_entry(played, number, columns, request.POST if request.method == "POST" else None)
    if request.method == "POST" and entry.is_valid() and recorded(request, played, entry):
        return redirect(home.desk if home else reverse("scoring:game", args=[played.pk]))
    context = {"game": played, "entry": entry, "number": number, "names": names, "home": home}
    return render(request, "scoring/deal_new.html", context)


def recorded(request: HttpRequest, played: Game, entry: DealEntry) -> bool:
    """Record what was typed; if it cannot be, the form says why and keeps everything."""
    written = recording.WrittenDeal(
        number=entry.end.cleaned_data["number"], body=entry.body(), key=entry.end.cleaned_data["key"]
    )
    try:
        recording.record_deal(author_of(request), played, written)
    except recording.Refused as refusal:
        entry.show(refusal.problems)
        return False
    except (recording.TakenAlready, KeyTaken):
        entry.end.add_error(None, _("This deal has been recorded in the meantime. Look at the game first."))
        return False
    except recording.NotNow as reason:
        entry.end.add_error(None, reason.message)
        return False
    messages.success(request, _("The deal is recorded."))
    return True
