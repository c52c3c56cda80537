"""The director's pages of sections and finals: made, taken back, and the result of the whole event."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.web.actions import ActionPage, run_into_form, say_done
from clubs.web.decorators import form_page, page, post_only
from clubs.web.forms import ReasonForm
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import viewer_roles
from tournaments import sections
from tournaments.access import Done, event_for_director, run_or_message
from tournaments.core.sections import THE_REST, DealtBy, choose_finalists
from tournaments.desk.act_views import event_action_page
from tournaments.models import Tournament
from tournaments.play.parts import is_divided
from tournaments.sections.desk_page import load_desk_page, why_not_divided, why_without_finals
from tournaments.sections.dividing import coming_entries, deal
from tournaments.sections.finals import Qualifying, load_qualifying
from tournaments.sections.forms import CutForm, DivideForm, FinalsForm, SectionsForm

_USUAL_DEAL = {"sections": 2, "dealt_by": DealtBy.NUMBER.value}
_USUAL_CUT = {"finals": 2, "each": 4, "rest": True}


def _event(request: HttpRequest, pk: int) -> Tournament:
    """Return an event for who directs its club: sections and finals are events of the club."""
    event = event_for_director(request, pk)
    permissions.require(request.user, club_book(event.club), permissions.DIRECTORS)
    return event


@page
def event_parts(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The sections and finals of an event, and what can be done next."""
    event = event_for_director(request, pk)
    may_make = not viewer_roles(request, club_book(event.club)).isdisjoint(permissions.DIRECTORS)
    context = {"event": event, "page": load_desk_page(event), "may_make": may_make}
    return render(request, "tournaments/sections/desk.html", context)


@form_page
def divide(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Divide an event into sections: dealt by the program, changed one by one, and made by one act."""
    event = _event(request, pk)
    refusal = why_not_divided(event)
    if refusal and request.method != "POST":
        return render(request, "tournaments/sections/refused.html", {"event": event, "refusal": refusal})
    asked = SectionsForm(request.GET if "sections" in request.GET else _USUAL_DEAL)
    entries = coming_entries(event)
    dealt = deal(event, entries, asked.wish()) if asked.is_valid() else ()
    sent = request.POST if request.method == "POST" else None
    spreads = asked.is_valid() and asked.wish().clubs_apart
    form = DivideForm(sent, event=event, entries=entries, dealt=dealt, with_clubs=spreads)
    by = author_of(request)
    if (
        dealt
        and form.is_valid()
        and run_into_form(
            form, lambda by: sections.divide(by, event, form.plan(), form.cleaned_data["key"]), by
        )
    ):
        say_done(request, event.book, _("The event is divided into sections."), by)
        return redirect("tournaments:event_parts", event.pk)
    context = {"event": event, "asked": asked, "form": form, "groups": list(form.groups())}
    return render(request, "tournaments/sections/divide.html", context)


@form_page
def make_finals(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Make finals from the places: proposed by the program, changed one by one, and made by one act."""
    event = _event(request, pk)
    refusal = why_without_finals(event)
    if refusal and request.method != "POST":
        return render(request, "tournaments/sections/refused.html", {"event": event, "refusal": refusal})
    sent_cut = request.GET if "finals" in request.GET else _USUAL_CUT
    asked = CutForm(sent_cut, is_divided=is_divided(event))
    qualifying = load_qualifying(event)
    sizes = _sizes(asked)
    who = [[entry.pk for entry in section.who_may_go_on] for section in qualifying]
    proposed = choose_finalists(who, sizes)
    sent = request.POST if request.method == "POST" else None
    form = FinalsForm(sent, event=event, qualifying=qualifying, proposed=proposed)
    by = author_of(request)
    if (
        sizes
        and form.is_valid()
        and run_into_form(
            form, lambda by: sections.make_finals(by, event, form.plan(), form.cleaned_data["key"]), by
        )
    ):
        say_done(request, event.book, _("The finals are made."), by)
        return redirect("tournaments:event_parts", event.pk)
    context = {
        "event": event,
        "asked": asked,
        "form": form,
        "groups": list(form.groups()),
        "undecided": _undecided(qualifying, sizes),
    }
    return render(request, "tournaments/sections/finals.html", context)


def _sizes(asked: CutForm) -> list[int]:
    """Return how many of each section go to each final."""
    if not asked.is_valid():
        return []
    cleaned = asked.cleaned_data
    sizes = [cleaned["each"]] * cleaned["finals"]
    return [*sizes[:-1], THE_REST] if cleaned["rest"] else sizes


def _undecided(qualifying: Sequence[Qualifying], sizes: Sequence[int]) -> list[tuple[Tournament, str]]:
    """Return who shares a place in a section of which not all go on to the same final."""
    cuts = [sum(sizes[:at]) for at in range(1, len(sizes) + 1) if THE_REST not in sizes[:at]]
    return [(section.event, shared) for section in qualifying for shared in section.undecided(cuts)]


@post_only
def sections_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete the sections in which nothing was drawn; one tap."""
    event = _event(request, pk)
    done = Done(event.book, _("The sections are deleted; the entries of the event stay."))
    run_or_message(request, lambda by: sections.take_back_sections(by, event), done)
    return redirect("tournaments:event_parts", event.pk)


@post_only
def finals_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete the finals in which nothing was drawn; one tap."""
    event = _event(request, pk)
    done = Done(event.book, _("The finals are deleted; the sections stay as they are."))
    run_or_message(request, lambda by: sections.take_back_finals(by, event), done)
    return redirect("tournaments:event_parts", event.pk)


@post_only
def carry_again(request: HttpRequest, pk: int) -> HttpResponse:
    """Carry over to a final what has changed since its sections were corrected."""
    final = event_for_director(request, pk)
    if final.as_part is None or final.whole_id is None:
        return redirect("tournaments:desk", final.pk)
    done = Done(final.book, _("What has been corrected is carried over."))
    run_or_message(request, lambda by: sections.carry_again(by, final), done)
    return redirect("tournaments:event_parts", final.whole_id)


@post_only
def overall_record(request: HttpRequest, pk: int) -> HttpResponse:
    """Record the result of the whole event."""
    event = event_for_director(request, pk)
    done = Done(event.book, _("The result of the whole event is recorded."))
    run_or_message(request, lambda by: sections.record_overall(by, event), done)
    return redirect("tournaments:event_parts", event.pk)


@form_page
def overall_open(request: HttpRequest, pk: int) -> HttpResponse:
    """Open the result of the whole event again, with a reason."""
    event = event_for_director(request, pk)
    form = ReasonForm(request.POST or None)
    words = ActionPage(
        _("Open the result of the whole event again"),
        _("Open it again"),
        _("The result of the whole event is open again."),
        _("Sections and finals can be corrected then. It is recorded again by one tap."),
    )
    return event_action_page(
        request, event, form, words, lambda by: sections.open_overall(by, event, form.cleaned_data["reason"])
    )
