"""Deleting a club on which nothing is recorded but its own log."""

from __future__ import annotations

import logging
from typing import Final

from django.apps import apps
from django.db import transaction
from django.db.models import F, Model, QuerySet
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.permissions import ADMINS
from clubs.books.refusals import NotNow
from clubs.books.removal import chain_facts, remove_book, remove_book_in
from clubs.books.writing import Author, club_book, retried, writing
from clubs.models import Book, Club
from clubs.people.removal import held_by, holding_fields

_OWN_BOOK: Final = "clubs.book.club"
_journal = logging.getLogger(__name__)


def what_is_on_club(club: Club) -> list[str]:
    """Return what a club has, in the reader's language; it is deleted only without any."""
    found = (str(held_by[field]) for field in sorted(holding_fields(Club)) if _has(club, field))
    return list(dict.fromkeys(found))


def _has(club: Club, field: str) -> bool:
    model, _dot, name = field.rpartition(".")
    rows: QuerySet[Model] = apps.get_model(model)._base_manager.filter(**{name: club})
    return (rows.exclude(kind=Book.Kind.CLUB) if field == _OWN_BOOK else rows).exists()


@retried
def delete_club(by: Author, club: Club) -> None:
    """Delete a club without players, tables, events and games, with its log, roles and invitations.

    The log of its federation keeps its name and the head of its log. A club of no federation leaves them in
    the journal of the server alone: there is no log above it.
    """
    federation = Club.objects.filter(clubs=club).first()
    if federation is None:
        _delete_independent(by, club)
        return
    own = Book.objects.filter(club=club, kind=Book.Kind.CLUB)
    with writing(club_book(federation), by, also_lock=own) as act:
        book = _check(by, club)
        act.log("club.deleted", federation, before={"name": club.name, **chain_facts(book)})
        remove_book_in(act, book)
        club.delete()


def _delete_independent(by: Author, club: Club) -> None:
    with transaction.atomic():
        book = _check(by, club)
        _journal.info(
            "club %s deleted by user %s: its log of %s entries ended in %s",
            *(club.pk, by.user and by.user.pk, book.entries, book.head),
        )
        heir = Book.objects.exclude(pk=book.pk).select_for_update().order_by("pk").first()
        taken_over = remove_book(book)
        if heir is not None:
            # Lists over all books know their state by the sum of the revisions, which must not fall.
            Book.objects.filter(pk=heir.pk).update(revision=F("revision") + taken_over)
        club.delete()


def _check(by: Author, club: Club) -> Book:
    """Lock the club's book; refuse who is no admin of it, and a club that has anything."""
    book = Book.objects.select_for_update().filter(club=club, kind=Book.Kind.CLUB).first()
    if book is None:
        raise NotNow(_("This has been deleted meanwhile."))
    permissions.require(by.user, book, ADMINS)
    found = what_is_on_club(club)
    if found:
        raise NotNow(_("The club stays: %(what)s.") % {"what": ", ".join(found)})
    return book
