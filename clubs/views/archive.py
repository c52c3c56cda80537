"""The archive of a club: events and games out of its lists, and the pages that archive and bring back."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.archiving import archive, archived_books, bring_back
from clubs.models import Book
from clubs.people.page_access import club_for, desk_page
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page, page, post_only
from clubs.web.forms import VerbForm
from clubs.web.links import BookLinks, links_for, links_of
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import require_role


@page
def archived(request: HttpRequest, pk: int) -> HttpResponseBase:
    """List what a club has archived, each with the button that brings it back."""
    club = club_for(request, pk, permissions.DIRECTORS)
    books = list(archived_books(club))
    links = links_of(books)
    listed = [(book, links[book.pk]) for book in books if book.pk in links]
    return desk_page(request, "clubs/club/archived.html", club, {"listed": listed})


@form_page
def book_archive(request: HttpRequest, pk: int) -> HttpResponse:
    """Archive an event or a game, after a confirmation."""
    book, home = _book_for_director(request, pk)
    form, by = VerbForm(request.POST if request.method == "POST" else None), author_of(request)
    sent = request.method == "POST" and form.is_valid()
    if sent and run_into_form(form, lambda by: archive(by, book), by):
        say_done(request, book, _("It is archived."), by)
        return redirect(home.desk)
    return desk_page(
        request, "clubs/club/book_archive.html", book.club, {"book": book, "home": home, "form": form}
    )


@post_only
def book_bring_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring an archived event or game back into the lists of its club."""
    book, home = _book_for_director(request, pk)
    by = author_of(request)
    bring_back(by, book)
    say_done(request, book, _("It is back in the lists of the club."), by)
    return redirect(home.desk)


def _book_for_director(request: HttpRequest, pk: int) -> tuple[Book, BookLinks]:
    """Return the book of an event or a game that the user directs, with its links."""
    book = get_object_or_404(Book.objects.select_related("club"), pk=pk)
    require_role(request, book, permissions.DIRECTORS)
    home = links_for(book)
    if home is None:
        raise Http404
    return book, home
