"""The page of a book's log."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubs.books import log, permissions
from clubs.models import Book
from clubs.people.forms import LogForm
from clubs.people.page_access import desk_page
from clubs.web import exports
from clubs.web.decorators import page
from clubs.web.links import links_for
from clubs.web.tables import LogTable
from clubs.web.viewer_roles import require_role


@page
def book_log(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show every act in a book to the users in charge of it."""
    book = get_object_or_404(Book.objects.select_related("club"), pk=pk)
    require_role(request, book, permissions.IN_CHARGE)
    form = LogForm(request.GET or None, book=book)
    table = LogTable(log.log_entries(book, form.log_filter())).configured(request)
    file = exports.export_response(request, lambda: table.report(_("Log"), book.club.name), lambda: book)
    context = {"book": book, "home": links_for(book), "form": form, "table": table}
    return file or desk_page(request, "clubs/log/page.html", book.club, context)
