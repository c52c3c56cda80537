"""An event opened for one act: its book and its row locked, the right of the author checked.

Knows who may act on an event; must not know what the act is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied

from clubs.books.permissions import DIRECTORS
from clubs.books.writing import Author, Sending, Writing, writing
from clubs.models import Role, User
from tournaments.agreement.agreement import Agreed
from tournaments.models import Round, Tournament


@dataclass(frozen=True, slots=True)
class Led:
    """An event opened for one act."""

    act: Writing
    event: Tournament

    @property
    def agreed(self) -> Agreed:
        return self.event.agreed

    @property
    def director(self) -> User:
        if self.act.by.user is None:
            raise PermissionDenied
        return self.act.by.user

    def round_of(self, drawn: Round) -> Round:
        """A round of the event, as it stands now."""
        return Round.objects.get(pk=drawn.pk, tournament=self.event)


@contextmanager
def leading(
    event: Tournament,
    by: Author,
    *,
    needs: Collection[Role.Kind] = DIRECTORS,
    sending: Sending | None = None,
) -> Iterator[Led]:
    """Open an event for an act of somebody who holds one of `needs` in its book."""
    with writing(event.book, by, needs=needs, sending=sending) as act:
        locked = Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=event.pk)
        locked.book = act.book
        yield Led(act, locked)
