"""Consent of a player to have the rating shown: given and withdrawn by the home club, or by the player."""

from __future__ import annotations

from typing import Final

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import validation_error
from clubs.books.writing import Author, books_showing, bump_books_showing, club_book, retried, writing
from clubs.models import Player

# To what a player agrees. Another wording is another consent: then those of before are asked again.
RATING_WORDING: Final = _lazy(
    "My rating, and what each game has changed of it, may be shown with my name where everybody can read it: "
    "on public pages and in files."
)
# Whose ratings may be shown, as a condition on players: they have agreed to that and to be named.
SHOWS_RATING: Final = Q(rating_consent_at__isnull=False, may_publish=True, erased_at=None, merged_into=None)


def shows_rating(player: Player) -> bool:
    """Tell whether the rating of a player may be shown: without the name nothing of it is."""
    agreed = player.rating_consent_at is not None and player.may_publish
    return agreed and player.erased_at is None and player.merged_into_id is None


def may_change_rating_consent(by: Author, player: Player) -> bool:
    """Allow those who change players of the home club, and the person whom an account is linked with."""
    own = by.user is not None and by.user.player_id == player.pk
    return own or by.has_role(club_book(player.home_club), DIRECTORS)


@retried
def change_rating_consent(by: Author, player: Player, *, agreed: bool) -> None:
    """Note whether a player agrees to have the rating shown. Where it is noted already, nothing changes."""
    with writing(club_book(player.home_club), by, also_lock=books_showing(player)) as act:
        now = Player.objects.select_for_update(of=("self",)).select_related("home_club").get(pk=player.pk)
        if not may_change_rating_consent(by, now):
            raise PermissionDenied
        if now.erased_at is not None or now.merged_into_id is not None:
            raise validation_error(None, _("This person is erased already."))
        before = now.rating_consent_at is not None
        if before == agreed:
            act.mark_repeat()
            return
        now.rating_consent_at = by.at if agreed else None
        now.version += 1
        now.save(update_fields=["rating_consent_at", "version"])
        bump_books_showing(now)
        act.log("player.rating_consent", now, before={"rating_shown": before}, after={"rating_shown": agreed})
