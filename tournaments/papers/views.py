"""The page of an event's papers, and each paper as a PDF."""

from __future__ import annotations

from functools import partial

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.reports.report import Report
from clubs.text.alphabet import file_name
from clubs.web import exports
from clubs.web.decorators import page, signed_in_user
from clubs.web.format_parameter import FORMAT_PARAMETER
from clubs.web.printed_addresses import leads_to_this_machine_only, phones_warn, printed_address
from clubs.web.viewer_roles import viewer_roles
from tournaments.models import Round, Tournament
from tournaments.papers import catalogue
from tournaments.papers.catalogue import PaperRequest, PaperStage
from tournaments.papers.heads import heads_mail_address
from tournaments.papers.page import PaperReader, PapersForm, build_papers_page, default_choices
from tournaments.papers.prize_text import PRIZE_LIST, prize_text
from tournaments.papers.source import PaperSource
from tournaments.play.hidden_names import load_hidden_names
from tournaments.public.embedding import frame_lines
from tournaments.public.tables import as_event_file
from tournaments.running.codes_mail import codes_mail_of


@page
def papers(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything that can be printed, by when it is needed."""
    source, reader = _source_and_reader(request, pk)
    form = PapersForm(request.GET or None, initial=default_choices())
    context = {
        "event": source.event,
        "form": form,
        "page": build_papers_page(source, reader, form.choices()),
        "hidden_names": load_hidden_names(source.event, signed_in_user(request)),
        "is_loopback": leads_to_this_machine_only(request),
        "phones_warn": phones_warn(),
        "codes": codes_mail_of(source.event),
        "heads_mail": heads_mail_address(request, source.event),
        "texts": _texts(source, form.choices().places),
        "frame": frame_lines(
            printed_address(request, reverse("tournaments:event_embed", args=[pk])), source.event.title
        ),
    }
    return render(request, "tournaments/papers/page.html", context)


@page
def paper(request: HttpRequest, pk: int, code: str) -> HttpResponseBase:
    """A paper of the whole event."""
    return _paper_response(request, pk, code)


@page
def round_paper(request: HttpRequest, pk: int, number: int, code: str) -> HttpResponseBase:
    """A paper of one round."""
    return _paper_response(request, pk, code, number)


def _paper_response(request: HttpRequest, pk: int, code: str, number: int | None = None) -> HttpResponseBase:
    """The paper as a PDF, or as the file that the address asks for where it has files."""
    # Imported here: it is a fifth of all that a worker would load at its start.
    from clubs.reports.paper import render_document as drawn_on_paper

    source, reader = _source_and_reader(request, pk)
    kind = catalogue.PAPER_KINDS.get(code)
    if kind is None or (kind.stage is PaperStage.ROUND) != (number is not None) or not kind.is_known(source):
        raise Http404
    drawn = _get_round(source, number)
    if not reader.may_print(kind, drawn):
        raise PermissionDenied
    choices = PapersForm(request.GET).choices()
    if code == PRIZE_LIST and exports.requested_format(request) == exports.TEXT:
        text = prize_text(source.event, choices.places)
        if text is None:
            raise Http404
        return text
    document = catalogue.make_document(kind, source, PaperRequest(drawn, choices.places), choices.languages)
    if document is None:
        raise Http404
    if kind.has_files and isinstance(document, Report):
        file = exports.export_response(
            request, lambda: as_event_file(document, source.view), of=lambda: source.event.book
        )
        if file is not None:
            return file
    response = HttpResponse(drawn_on_paper(document), content_type="application/pdf")
    with translation.override(document.language):
        title = f"{source.event.title} {number or ''} {kind.label}"
    name = file_name(title) or code
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response


def _texts(source: PaperSource, places: int | None) -> list[tuple[str, str]]:
    """The labels and addresses of what is sent to a mail or a newspaper; empty before a game counts."""
    view, pk = source.view, source.event.pk
    if not view.counts or view.hidden:
        return []
    as_text = {FORMAT_PARAMETER: exports.TEXT}
    prizes = reverse("tournaments:paper", args=[pk, PRIZE_LIST])
    standings = (_("Standings as text"), f"{reverse('tournaments:event', args=[pk])}?{urlencode(as_text)}")
    if not view.source.knows_games:
        return [standings]
    return [
        standings,
        (_("Prize list as text"), f"{prizes}?{urlencode({**as_text, 'places': places or ''})}"),
    ]


def _source_and_reader(request: HttpRequest, pk: int) -> tuple[PaperSource, PaperReader]:
    """The papers of an event and who reads them; refused without a role in the event."""
    event = get_object_or_404(Tournament.objects.select_related("book", "club__federation"), pk=pk)
    roles = viewer_roles(request, event.book)
    if not roles:
        raise PermissionDenied
    in_club = permissions.has_role(request.user, club_book(event.club), permissions.RECORDERS)
    return PaperSource(event, partial(printed_address, request)), PaperReader(roles, in_club)


def _get_round(source: PaperSource, number: int | None) -> Round | None:
    if number is None:
        return None
    drawn = next((drawn for drawn in source.rounds if drawn.number == number), None)
    if drawn is None:
        raise Http404
    return drawn
