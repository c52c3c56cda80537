"""The page of an event's scanned protocols: a pile is uploaded, and what could not be filed is answered."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Final

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import KeyReused
from clubs.jobs.queue import JobRequest, request_job
from clubs.models import Job
from clubs.web.body_limits import FORM_BYTES, takes_up_to
from clubs.web.decorators import form_page, page, post_only, signed_in_user
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import require_role
from scoring import recording
from scoring.models import Game, ScannedSheet, ScanUpload
from tournaments.access import Done, event_for_director, run_or_message
from tournaments.models import Tournament
from tournaments.papers.job_descriptions import SCANNED_PROTOCOLS
from tournaments.papers.scans.forms import (
    MAX_PILE_BYTES,
    PILE_TOO_LARGE,
    ScanAnswerForm,
    ScansForm,
    extension_of,
    name_of,
)
from tournaments.papers.scans.page import build_scans_page, grouped_choices, load_game_choices

# Sheets that may wait for an answer: each is a picture on the disk.
_MAX_WAITING: Final = 500
# After so long no job reads an uploaded file any more.
_UPLOAD_LIFE: Final = timedelta(days=2)


@takes_up_to(MAX_PILE_BYTES + FORM_BYTES, PILE_TOO_LARGE)
@form_page
def scans(request: HttpRequest, pk: int) -> HttpResponse:
    """Upload a pile, see what came of it, and answer what is asked about it."""
    event = event_for_director(request, pk)
    form = ScansForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        if event.book.scanned_sheets.count() < _MAX_WAITING:
            return _queue_pile(request, event, form)
        form.add_error(None, _("Too many sheets wait here. Say first what they are."))
    context = {"event": event, "form": form, "page": build_scans_page(event)}
    return render(request, "tournaments/papers/scans.html", context)


@page
def scan_picture(request: HttpRequest, pk: int) -> HttpResponse:
    """The picture of a sheet that waits."""
    sheet = _sheet_for_director(request, pk)
    with sheet.image.open() as picture:
        return HttpResponse(picture.read(), content_type="image/jpeg")


@post_only
def scan_answer(request: HttpRequest, pk: int) -> HttpResponse:
    """File a sheet that waits at a game, or drop it."""
    sheet = _sheet_for_director(request, pk)
    event = sheet.book.tournament
    form = ScanAnswerForm(request.POST, games=grouped_choices(load_game_choices(event)))
    if not form.is_valid():
        messages.error(request, " ".join(form.problems()))
    else:
        _answer(request, sheet, form)
    return redirect("tournaments:scans", event.pk)


def _answer(request: HttpRequest, sheet: ScannedSheet, form: ScanAnswerForm) -> None:
    key, book = form.cleaned_data["key"], sheet.book
    try:
        if form.cleaned_data["answer"] == ScanAnswerForm.DROP:
            done = Done(book, _("The sheet has been dropped."))
            run_or_message(request, lambda by: recording.drop_sheet(by, sheet, key), done)
        else:
            game = Game.objects.select_related("book").get(pk=form.cleaned_data["game"])
            done = Done(book, _("The sheet has been filed at its game."))
            run_or_message(request, lambda by: recording.file_sheet(by, sheet, game, key), done)
    except KeyReused:
        messages.error(request, _("This has already been sent with different content. Send it again."))


def _sheet_for_director(request: HttpRequest, pk: int) -> ScannedSheet:
    sheet = get_object_or_404(ScannedSheet.objects.select_related("book__tournament"), pk=pk)
    require_role(request, sheet.book, permissions.DIRECTORS)
    return sheet


def _queue_pile(request: HttpRequest, event: Tournament, form: ScansForm) -> HttpResponse:
    """Store the files, and request the job that reads them; a form that is sent twice leads to the same."""
    key, user = form.cleaned_data["key"], signed_in_user(request)
    earlier = Job.objects.filter(key=key, kind=SCANNED_PROTOCOLS, book=event.book, requested_by=user).first()
    if earlier is not None:
        return redirect("clubs:job", earlier.pk)
    _remove_old_uploads()
    uploads = [_store(event, file) for file in form.cleaned_data["scans"]]
    wanted = {"event": event.pk, "uploads": [upload.pk for upload in uploads]}
    try:
        job = request_job(
            author_of(request), event.book, JobRequest(kind=SCANNED_PROTOCOLS, parameters=wanted, key=key)
        )
    except KeyReused:
        for upload in uploads:
            recording.remove_upload(upload)
        messages.error(request, _("This has already been sent with different content. Send it again."))
        return redirect("tournaments:scans", event.pk)
    return redirect("clubs:job", job.pk)


def _store(event: Tournament, file: UploadedFile) -> ScanUpload:
    name = name_of(file)
    extension = extension_of(file)
    file.name = f"{uuid.uuid4().hex}.{extension}"
    return ScanUpload.objects.create(
        book=event.book, file=file, name=name or f"scan.{extension}", at=timezone.now()
    )


def _remove_old_uploads() -> None:
    """Delete the files of jobs that were cancelled or have failed."""
    for upload in ScanUpload.objects.filter(at__lt=timezone.now() - _UPLOAD_LIFE):
        recording.remove_upload(upload)
