"""The cash of an event opened for one act, in the book of its club: debts and cards are of the club."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubs.books.permissions import RECORDERS
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, Submission, Writing, club_book, writing
from clubs.models import Role
from tournaments.models import Tournament
from tournaments.play.currency import keep_currency
from tournaments.play.standings_sources import source_of


@contextmanager
def open_cash(
    event: Tournament,
    by: Author,
    *,
    needs: Collection[Role.Kind] = RECORDERS,
    submission: Submission | None = None,
) -> Iterator[Writing]:
    """Lock the book of the club for one act of somebody who has one of the roles at the event.

    So two at one desk, or at two events of the club, come one after the other. No public page shows anything
    of it, and the log of the event, which travels with the event, has none of it.
    """
    with writing(club_book(event.club), by, submission=submission, hides_nothing=True) as act:
        found = Tournament.objects.select_related("club", "book").filter(pk=event.pk).first()
        if found is None:
            raise NotNow(_("This has been deleted meanwhile."))
        if not by.has_role(found.book, needs):
            raise PermissionDenied
        if found.is_trial:
            raise NotNow(_("This event is a trial: it has no cash."))
        source = source_of(found)
        if not source.knows_games and not found.has_parts:
            raise NotNow(source.refusal)
        keep_currency(found.club)
        yield act
