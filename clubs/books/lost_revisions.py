"""After a restore: the acts since the backup are lost, but phones still have the pages that showed them.

Their tags name revisions that will come again, and with other acts: a phone would be told that nothing is
new. So each book goes on beyond all that it can have had.
"""

from __future__ import annotations

from typing import Final

from django.db.models import F

from clubs.models import Book

# More acts than any book has between two backups.
MOST_LOST: Final = 100_000


def follow_lost_revisions() -> None:
    """Give every book a revision that no page has seen, and show none of before for a moment."""
    beyond = F("revision") + MOST_LOST
    Book.objects.update(revision=beyond, oldest_shown=beyond)
