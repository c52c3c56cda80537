"""An event opened for one act: its book and its row locked, the author's role checked."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, Submission, Writing, writing
from clubs.models import Role, User
from tournaments.agreement.agreement import EventAgreement
from tournaments.models import Entry, Round, Tournament
from tournaments.play.standings_sources import source_of


@dataclass(frozen=True, slots=True)
class OpenEvent:
    """An event opened for one act."""

    writing: Writing
    event: Tournament

    @property
    def agreement(self) -> EventAgreement:
        return self.event.agreement

    @property
    def director(self) -> User:
        if self.writing.by.user is None:
            raise PermissionDenied
        return self.writing.by.user

    def close_phones(self, at: datetime | None) -> None:
        """Let the phones of its tables read only, and that until then; with None they write again."""
        book = self.writing.book
        book.phones_until = at
        book.save(update_fields=["phones_until"])

    def get_entry(self, entry: Entry) -> Entry:
        """Load an entry of the event as it is now; somebody else may have removed it."""
        found = Entry.objects.filter(pk=entry.pk, tournament=self.event).first()
        if found is None:
            raise NotNow(_("Somebody else has removed this entry."))
        return found

    def get_round(self, drawn: Round) -> Round:
        """Load a round of the event as it is now."""
        return Round.objects.get(pk=drawn.pk, tournament=self.event)


@contextmanager
def open_event(
    event: Tournament,
    by: Author,
    *,
    needs: Collection[Role.Kind] | None = DIRECTORS,
    submission: Submission | None = None,
    also_listed: bool = False,
) -> Iterator[OpenEvent]:
    """Open an event for an act of an author who has one of the roles `needs` in its book.

    An event whose standings do not come from its games is only read, except by an act for which it is
    `also_listed`.
    """
    with writing(event.book, by, needs=needs, submission=submission) as opened_book:
        locked = Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=event.pk)
        locked.book = opened_book.book
        source = source_of(locked)
        if not also_listed and not source.knows_games:
            raise NotNow(source.refusal)
        yield OpenEvent(opened_book, locked)
