"""The pages of a director on the programme of an event."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books.writing import Author
from clubs.web.actions import ActionPage, run_into_form, say_done
from clubs.web.decorators import form_page, page, post_only
from clubs.web.request_author import author_of
from tournaments import running
from tournaments.access import Done, event_for_director, run_or_message
from tournaments.core.programme import ProgrammeLine
from tournaments.models import Announcement, Tournament
from tournaments.play.programme import fingerprint_of_programme, line_label, lines_of
from tournaments.programme.forms import MOVES, LineForm, MoveForm, SeenProgrammeForm, TemplateForm
from tournaments.public.programme import (
    ShownProgramme,
    proposal_in_words,
    shown_programme,
    time_in_words,
)


@page
def programme(request: HttpRequest, pk: int) -> HttpResponse:
    """The programme: what was planned, what has happened, and the moves of one tap."""
    event = event_for_director(request, pk)
    shown = shown_programme(event)
    context = {
        "event": event,
        "programme": shown,
        "seen": fingerprint_of_programme(event),
        "announcement": Announcement.objects.select_related("tournament").filter(tournament=event).first(),
        "changes": event.state != Tournament.State.OFFICIAL,
        **({} if shown is None else _moves(event, shown)),
    }
    return render(request, "tournaments/programme/page.html", context)


def _moves(event: Tournament, shown: ShownProgramme) -> dict[str, object]:
    initial = {"seen": fingerprint_of_programme(event), "first": shown.first}
    return {
        "move": MoveForm(lines=_choices(event), initial=initial),
        "later": [minutes for minutes in MOVES if minutes > 0],
        "earlier": [(minutes, -minutes) for minutes in MOVES if minutes < 0],
        "question": "" if shown.proposal is None else proposal_in_words(shown.proposal),
    }


def _choices(event: Tournament) -> list[tuple[int, str]]:
    return [(line.number, f"{time_in_words(line.at)} {line_label(line)}") for line in lines_of(event)]


@post_only
def programme_move(request: HttpRequest, pk: int) -> HttpResponse:
    """Move the programme from a line on: everything so many minutes later, or earlier."""
    event = event_for_director(request, pk)
    form = MoveForm(request.POST, lines=_choices(event))
    if not form.is_valid():
        messages.error(request, _("Choose from which line on it moves, and by how many minutes."))
        return redirect("tournaments:programme", pk)
    typed = form.cleaned_data
    run_or_message(
        request,
        lambda by: running.move_programme(
            by, event, typed["first"], typed["minutes"], typed["seen"], typed["key"]
        ),
        Done(event.book, _moved(typed["minutes"])),
    )
    return redirect("tournaments:programme", pk)


def _moved(minutes: int) -> str:
    count = abs(minutes)
    if minutes > 0:
        sentence = ngettext(
            "Everything from there on is %(count)s minute later.",
            "Everything from there on is %(count)s minutes later.",
            count,
        )
    else:
        sentence = ngettext(
            "Everything from there on is %(count)s minute earlier.",
            "Everything from there on is %(count)s minutes earlier.",
            count,
        )
    return sentence % {"count": count}


@form_page
def programme_template(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the programme from a template, or as last time; it replaces the one before."""
    event = event_for_director(request, pk)
    sent = request.POST if request.method == "POST" else None
    form = TemplateForm(sent, event=event, initial={"seen": fingerprint_of_programme(event)})
    words = ActionPage(
        _("Make the programme"),
        _("Make the programme"),
        _("The programme has been made. Change its lines as you like."),
        _("It replaces the programme that is there now. It can be undone.") if event.programme else "",
    )
    return _act_page(
        request,
        event,
        form,
        words,
        lambda by: running.make_programme(by, event, form.lines(), form.cleaned_data["seen"]),
    )


@form_page
def programme_line(request: HttpRequest, pk: int, number: int = 0) -> HttpResponse:
    """Write a line of the programme; without a number a new one."""
    event = event_for_director(request, pk)
    lines = lines_of(event)
    line = next((one for one in lines if one.number == number), None)
    if number and line is None:
        raise Http404
    sent = request.POST if request.method == "POST" else None
    form = LineForm(sent, line=line, initial=_line_begins(event, lines))
    title = _("Add a line") if line is None else line_label(line)
    words = ActionPage(
        title,
        _("Save"),
        _("Saved."),
        _("A time that is written here is a new plan. When something is late, move the programme instead."),
    )
    return _act_page(
        request,
        event,
        form,
        words,
        lambda by: running.set_programme_line(by, event, form.line(), form.cleaned_data["seen"]),
    )


def _line_begins(event: Tournament, lines: tuple[ProgrammeLine, ...]) -> dict[str, object]:
    """A new line begins where the last one ends."""
    seen = {"seen": fingerprint_of_programme(event)}
    if not lines:
        return {**seen, "on_day": event.date}
    ends = lines[-1].ends
    return {**seen, "on_day": ends.date(), "at": ends.time()}


@post_only
def programme_line_remove(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Take a line out of the programme."""
    event = event_for_director(request, pk)
    form = SeenProgrammeForm(request.POST)
    seen = form.cleaned_data["seen"] if form.is_valid() else ""
    done = Done(event.book, _("The line has been removed."))
    run_or_message(request, lambda by: running.remove_programme_line(by, event, number, seen), done)
    return redirect("tournaments:programme", pk)


def _act_page(
    request: HttpRequest,
    event: Tournament,
    form: LineForm | TemplateForm,
    words: ActionPage,
    act: Callable[[Author], object],
) -> HttpResponse:
    """Run the act and return to the programme; if it is refused, show why and keep what was typed."""
    back, by = reverse("tournaments:programme", args=[event.pk]), author_of(request)
    if request.method == "POST" and form.is_valid() and run_into_form(form, act, by):
        say_done(request, event.book, words.done, by)
        return redirect(back)
    context = {"event": event, "form": form, "page": words, "back": back}
    return render(request, "tournaments/desk/act.html", context)
