"""The page of those who work at an event on its hall: announcements, calls, screens, and their acts."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import Author, Submission
from clubs.people.names import full_name
from clubs.web.actions import ActionPage, run_into_form, say_done
from clubs.web.decorators import form_page, page, post_only
from clubs.web.forms import VerbForm
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import require_role, viewer_roles
from tournaments import running
from tournaments.access import Done, event_for_director, run_or_message
from tournaments.models import Entry, Tournament
from tournaments.play import queries
from tournaments.play.names import entry_name
from tournaments.play.notices import NoticeKind, find_notice, standing_notices
from tournaments.play.screens import FIRST_SCREEN, HallScreen, find_screen, free_number, screens_of
from tournaments.screen.called import call_in_words, called_names
from tournaments.screen.forms import MAX_TABLE, HallAnnouncementForm, PlayerCallForm, ScreenForm


@page
def hall(request: HttpRequest, pk: int) -> HttpResponse:
    """What stands in the hall: announcements, calls, and the screens with their addresses."""
    event = _event_for_recorder(request, pk)
    moment = now()
    calls = standing_notices(event, NoticeKind.CALL, moment)
    called = called_names(event, calls)
    context = {
        "event": event,
        "announcements": standing_notices(event, NoticeKind.ANNOUNCEMENT, moment),
        "calls": [
            (notice, call_in_words(notice, called[notice.number]))
            for notice in calls
            if notice.number in called
        ],
        "screens": screens_of(event),
        "free": free_number(event),
        "directs": not viewer_roles(request, event.book).isdisjoint(permissions.DIRECTORS),
    }
    return render(request, "tournaments/screen/hall.html", context)


def _event_for_recorder(request: HttpRequest, pk: int) -> Tournament:
    event = get_object_or_404(Tournament.objects.select_related("club", "book"), pk=pk)
    require_role(request, event.book, permissions.RECORDERS)
    return event


@form_page
def announce(request: HttpRequest, pk: int) -> HttpResponse:
    """Announce something on all phones and screens."""
    event = event_for_director(request, pk)
    form = HallAnnouncementForm(request.POST or None)
    words = ActionPage(
        _("Announce something"),
        _("Announce it"),
        _("It stands on all phones and screens."),
        _("It appears at once on every screen, on the phones of the tables and on the pages of the event."),
    )

    def act(by: Author) -> object:
        texts, minutes = form.texts(), form.cleaned_data["minutes"]
        submission = Submission(
            key=form.cleaned_data["key"], content={"texts": dict(texts), "minutes": minutes}
        )
        return running.announce(by, event, texts, minutes, submission)

    return _act_page(request, event, form, words, act)


@form_page
def call_players(request: HttpRequest, pk: int) -> HttpResponse:
    """Call players to a table on the screens; `?table=7` fills the number in."""
    event = _event_for_recorder(request, pk)
    table = _table_number(request.GET.get("table", ""))
    form = PlayerCallForm(
        request.POST or None,
        who=_callable_people(event, table),
        initial={"table": table},
    )
    words = ActionPage(
        _("Call players"),
        _("Call them"),
        _("They are called on all screens."),
        _("The call stands on all screens for a quarter of an hour, or until you say that they have come."),
    )

    def act(by: Author) -> object:
        called = form.called()
        content = {"entry": called.entry, "player": called.player, "table": called.table}
        return running.call_players(
            by, event, called, Submission(key=form.cleaned_data["key"], content=content)
        )

    return _act_page(request, event, form, words, act)


def _table_number(typed: str) -> int | None:
    is_number = typed.isascii() and typed.isdecimal() and len(typed) <= len(str(MAX_TABLE))
    return int(typed) if is_number else None


def _callable_people(event: Tournament, table: int | None) -> list[tuple[str, str]]:
    """Each entry that takes part, and each of its players where it has several; first those of the table."""
    entries = list(queries.get_entries(event).exclude(state=Entry.State.WITHDRAWN))
    last = queries.current_round(event) if table is not None else None
    if last is not None:
        tables = queries.tables_in_round(event, last.number)
        entries.sort(key=lambda entry: tables.get(entry.number) != table)
    choices = []
    for entry in entries:
        choices.append((str(entry.number), f"{entry.number} · {entry_name(entry, full_name)}"))
        players = queries.entry_players(entry)
        if len(players) > 1:
            choices += [
                (f"{entry.number}.{at}", f"{entry.number} · {full_name(player)}")
                for at, player in enumerate(players)
            ]
    return choices


@post_only
def notice_end(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Take an announcement back, or say that who was called has come."""
    event = _event_for_recorder(request, pk)
    notice = find_notice(event, number)
    if notice is None:
        raise Http404
    if notice.kind is NoticeKind.ANNOUNCEMENT:
        require_role(request, event.book, permissions.DIRECTORS)
    done = Done(event.book, _("It is shown no longer."))
    run_or_message(request, lambda by: running.end_notice(by, event, number), done)
    return redirect("tournaments:hall", event.pk)


@form_page
def screen_change(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Say what a screen shows; the next free number is a new screen."""
    event = event_for_director(request, pk)
    screen = find_screen(event, number)
    if screen is None and number != free_number(event):
        raise Http404
    form = ScreenForm(request.POST or None, screen=screen or HallScreen.usual(number))
    words = ActionPage(
        _("Screen %(number)s") % {"number": number},
        _("Save"),
        _("Saved. The screen follows by itself."),
        _("The pages turn in this order. A page that has nothing to show is skipped."),
    )
    return _act_page(request, event, form, words, lambda by: running.set_screen(by, event, form.screen()))


@post_only
def screen_remove(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Remove a screen that was added."""
    event = event_for_director(request, pk)
    if number == FIRST_SCREEN or find_screen(event, number) is None:
        raise Http404
    done = Done(event.book, _("The screen has been removed."))
    run_or_message(request, lambda by: running.remove_screen(by, event, number), done)
    return redirect("tournaments:hall", event.pk)


def _act_page(
    request: HttpRequest,
    event: Tournament,
    form: VerbForm,
    words: ActionPage,
    act: Callable[[Author], object],
) -> HttpResponse:
    """Run the act and return to the page of the hall; if it is refused, show why and keep what was typed."""
    back, by = reverse("tournaments:hall", args=[event.pk]), author_of(request)
    if request.method == "POST" and form.is_valid() and run_into_form(form, act, by):
        say_done(request, event.book, words.done, by)
        return redirect(back)
    context = {"event": event, "form": form, "page": words, "back": back}
    return render(request, "tournaments/desk/act.html", context)
