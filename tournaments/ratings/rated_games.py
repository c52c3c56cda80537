"""Whether the games that a club plays outside events count for ratings: the verb."""

from __future__ import annotations

from django.db.models import F

from clubs.books.permissions import DIRECTORS
from clubs.books.writing import Author, Facts, club_book, retried, writing
from clubs.models import Club


@retried
def let_games_count(by: Author, club: Club, *, counts: bool) -> None:
    """Say whether the games of a club outside events count for ratings. The same act takes it back."""
    with writing(club_book(club), by, needs=DIRECTORS) as act:
        now = Club.objects.select_for_update().get(pk=club.pk)
        if now.rates_games == counts:
            act.mark_repeat()
            return
        # A form that edits the club was opened before this, and must not set it back.
        Club.objects.filter(pk=club.pk).update(rates_games=counts, version=F("version") + 1)
        before: Facts = {"rates_games": now.rates_games}
        act.log("club.rated_games", now, before=before, after={"rates_games": counts})
