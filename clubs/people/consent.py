"""Consent of players to be named outside the hall, given or withdrawn for many of them at once."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import DIRECTORS
from clubs.books.writing import (
    Author,
    JsonValue,
    Writing,
    books_showing,
    bump_books_showing,
    club_book,
    retried,
    writing,
)
from clubs.models import Club, Player

# To what a player agrees. Another wording is another consent: then those of before are asked again.
CONSENT_WORDING: Final = _lazy(
    "My name may be shown with my results where everybody can read them: on public pages, in files, "
    "and after the event."
)
# The parameter with the players that the page of their consent is about, by id.
ONLY: Final = "only"
# An address that names more of them would be too long: its page is about all players of the club.
MAX_ONLY: Final = 300
_PLAYER_ID: Final = re.compile(r"[0-9]{1,18}")


def consent_address(club: int, players: Collection[int]) -> str:
    """Return the address at which consent of these players of a club is noted."""
    address = reverse("clubs:players_consent", args=[club])
    return f"{address}?{ONLY}={','.join(map(str, players))}" if len(players) <= MAX_ONLY else address


def players_in(text: str) -> set[int]:
    """Return the players that such an address names; what is no id is left out."""
    return {int(word) for word in text.split(",")[:MAX_ONLY] if _PLAYER_ID.fullmatch(word)}


@retried
def change_consent(
    by: Author, club: Club, *, agreed: Collection[int] = (), withdrawn: Collection[int] = ()
) -> None:
    """Note which players at home in the club, by id, have agreed to be named and which no longer do.

    Of other players nothing changes, nor of those of whom it is noted already.
    """
    changed = Player.objects.filter(pk__in={*agreed, *withdrawn})
    with writing(club_book(club), by, needs=DIRECTORS, also_lock=books_showing(changed)) as act:
        note_consent(act, club, agreed, withdrawn)
        if not act.logged:
            act.mark_repeat()


def note_consent(act: Writing, club: Club, agreed: Collection[int], withdrawn: Collection[int] = ()) -> None:
    """Change the consent of players in the open book of their home club."""
    given = _set_consent(club, agreed, act.by.at)
    taken = _set_consent(club, withdrawn, None)
    if given or taken:
        act.log("players.consent", club, before={"named": taken}, after={"named": given})
        bump_books_showing(Player.objects.filter(pk__in=[*given, *taken]))


def date_consent(player: Player, had: bool, at: datetime) -> None:
    """Date a consent that a player has since now."""
    if player.may_publish and not had:
        player.consent_at = at


def _set_consent(club: Club, players: Collection[int], at: datetime | None) -> list[JsonValue]:
    """Note when the players have agreed, or that they do not. Returns those whose consent has changed."""
    may_publish = at is not None
    rows = Player.objects.filter(pk__in=players, home_club=club, may_publish=not may_publish)
    changed = list(rows.select_for_update().order_by("pk").values_list("pk", flat=True))
    Player.objects.filter(pk__in=changed).update(
        may_publish=may_publish, consent_at=at, version=F("version") + 1
    )
    return [*changed]
