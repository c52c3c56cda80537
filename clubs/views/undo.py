"""The last acts in a book with their ways back, and the page that takes one back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from clubs.books import permissions, ways_back
from clubs.books.ways_back import UndoOffered
from clubs.models import Book, LogEntry
from clubs.people.page_access import desk_page
from clubs.web.actions import run_into_form
from clubs.web.decorators import form_page, page
from clubs.web.forms import KeyedForm, KeyedReasonForm, VerbForm
from clubs.web.links import links_for
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import require_role, viewer_roles


@page
def last_acts(request: HttpRequest, pk: int) -> HttpResponseBase:
    """List the last acts in a book, each with its undo or the reason why there is none."""
    book = _book_for(request, pk)
    roles = viewer_roles(request, book)
    acts = [(act, act.is_for(roles)) for act in ways_back.last_acts(book)]
    context = {"book": book, "home": links_for(book), "acts": acts}
    return desk_page(request, "clubs/log/last_acts.html", book.club, context)


@form_page
def undo(request: HttpRequest, pk: int, number: int) -> HttpResponseBase:
    """Take an act back by the verb for it; if it is refused, show why and keep what was typed."""
    book = _book_for(request, pk)
    entry = get_object_or_404(LogEntry.objects.select_related("book", "words"), book=book, number=number)
    offered = ways_back.offer_undo(entry)
    if offered.undo is not None:
        require_role(request, book, offered.needs)
    form = _form_for(request, offered)
    if request.method == "POST" and form.is_valid() and _run(request, form, offered):
        messages.success(request, _("Undone: %(act)s.") % {"act": offered.line.sentence})
        return redirect("clubs:last_acts", book.pk)
    context = {"book": book, "home": links_for(book), "offered": offered, "form": form}
    return desk_page(request, "clubs/log/undo.html", book.club, context)


def _book_for(request: HttpRequest, pk: int) -> Book:
    book = get_object_or_404(Book.objects.select_related("club"), pk=pk)
    require_role(request, book, permissions.IN_CHARGE)
    return book


def _form_for(request: HttpRequest, offered: UndoOffered) -> VerbForm:
    asks_reason = offered.undo is not None and offered.undo.asks_reason
    form = KeyedReasonForm if asks_reason else KeyedForm
    return form(request.POST if request.method == "POST" else None)


def _run(request: HttpRequest, form: VerbForm, offered: UndoOffered) -> bool:
    """Run the undo. Where nothing takes the act back any more, the page says why."""
    undo = offered.undo
    if undo is None:
        return False
    reason, key = form.cleaned_data.get("reason", ""), form.cleaned_data["key"]
    return run_into_form(form, lambda by: undo.run(by, reason, key), author_of(request))
