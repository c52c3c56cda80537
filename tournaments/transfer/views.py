"""The pages on which an event leaves as a file, and comes into a club."""

from __future__ import annotations

from typing import IO, Final

from django.contrib import messages
from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.books.writing import Author, KeyReused, club_book
from clubs.files.incoming import forget_incoming, keep_incoming, open_incoming
from clubs.jobs.queue import JobRequest, request_job
from clubs.models import Club
from clubs.people.page_access import club_for
from clubs.text.alphabet import file_name
from clubs.web.actions import run_into_form, say_done
from clubs.web.body_limits import FORM_BYTES, takes_up_to
from clubs.web.decorators import form_page, page, signed_in_user
from clubs.web.request_author import author_of
from tournaments.access import event_for_director
from tournaments.archive.origin import load_origin
from tournaments.models import Tournament
from tournaments.transfer.event_file import EventFile, read_event_file
from tournaments.transfer.forms import BringInForm, EventFileForm, ExportForm
from tournaments.transfer.importing import bring_in
from tournaments.transfer.jobs import EVENT_FILE
from tournaments.transfer.members import UPLOAD_BYTES, FileRefused
from tournaments.transfer.preview import EventPreview, build_preview

_TOO_LARGE: Final = _lazy(
    "The file is larger than 40 MB. Take the event along without photographs, or bring it in with the command"
    " import_event."
)


@form_page
def event_export(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an event along: choose what travels with it, then a job writes the file."""
    event = event_for_director(request, pk)
    initial = {"photographs": True, "signatures": True}
    form = ExportForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        cleaned = form.cleaned_data
        chosen = {name: cleaned[name] for name in initial}
        try:
            job = request_job(
                author_of(request),
                event.book,
                JobRequest(kind=EVENT_FILE, parameters={"event": pk, **chosen}, key=cleaned["key"]),
            )
        except KeyReused:
            form.renew_key()
        else:
            return redirect("clubs:job", job.pk)
    context = {"event": event, "form": form, "origin": load_origin(event)}
    return render(request, "tournaments/transfer/export.html", context)


@page
def event_origin(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The file in which an event came, as it was sent."""
    event = event_for_director(request, pk)
    origin = load_origin(event)
    if origin is None or not default_storage.exists(origin.file_name):
        raise Http404
    return FileResponse(
        default_storage.open(origin.file_name),
        as_attachment=True,
        filename=f"{file_name(event.name)}.zip",
        content_type="application/zip",
    )


@takes_up_to(UPLOAD_BYTES + FORM_BYTES, _TOO_LARGE)
@form_page
def event_bring_in(request: HttpRequest, club: int) -> HttpResponse:
    """Bring an event in: first its file is looked at, then it is stored as it was shown."""
    host = club_for(request, club, permissions.DIRECTORS)
    if request.method == "POST" and "token" in request.POST:
        return _bring_in(request, host, request.POST["token"])
    form = EventFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data["file"]
        try:
            preview = build_preview(host, read_event_file(sent))
        except FileRefused as refusal:
            form.add_error("file", str(refusal.message))
        else:
            by = author_of(request)
            token = keep_incoming(sent, host, signed_in_user(request), by.at)
            initial = {"token": token, "trial": preview.was_trial}
            return _preview(request, host, preview, BringInForm(initial=initial, doubtful=preview.doubtful))
    return _choose(request, host, form)


def _choose(request: HttpRequest, host: Club, form: EventFileForm) -> HttpResponse:
    return render(request, "tournaments/transfer/choose.html", {"club": host, "form": form})


def _preview(request: HttpRequest, host: Club, preview: EventPreview, form: BringInForm) -> HttpResponse:
    context = {"club": host, "preview": preview, "form": form}
    return render(request, "tournaments/transfer/preview.html", context)


def _bring_in(request: HttpRequest, host: Club, token: str) -> HttpResponse:
    """Bring in what was looked at; it is read and proved again."""
    user = signed_in_user(request)
    with open_incoming(token, host, user) as source:
        if source is None:
            messages.error(request, _("The file is no longer here. Choose it again."))
            return redirect("tournaments:event_bring_in", host.pk)
        try:
            file = read_event_file(source)
            preview = build_preview(host, file)
        except FileRefused as refusal:
            messages.error(request, str(refusal.message))
            return redirect("tournaments:event_bring_in", host.pk)
        form = BringInForm(request.POST, doubtful=preview.doubtful)
        event = _run(request, host, form, file, source) if form.is_valid() else None
    if event is None:
        return _preview(request, host, preview, form)
    forget_incoming(token, host, user)
    return redirect("tournaments:desk", event.pk)


def _run(
    request: HttpRequest, host: Club, form: BringInForm, file: EventFile, source: IO[bytes]
) -> Tournament | None:
    """Run the verb; None if it refuses, and then the form says why."""
    by, brought = author_of(request), list[Tournament]()
    trial, decided = form.cleaned_data["trial"], form.decided()

    def act(by: Author) -> None:
        brought.append(bring_in(by, host, file, source, decided, trial=trial))

    if not run_into_form(form, act, by):
        return None
    say_done(request, club_book(host), _("%(event)s is here now.") % {"event": brought[0].title}, by)
    return brought[0]
