"""The verb that takes back a list of players, or a renewal of licences: whatever was not changed since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, books_showing, bump_books_showing, club_book, retried, writing
from clubs.models import Club, Membership, Player
from clubs.people.register.details import details_to_restore, store_details
from clubs.people.register.plan import Detail
from clubs.people.removal import delete_free_players_in

TAKEN_BACK: Final = "register.taken_back"


@dataclass(frozen=True, slots=True)
class RegisterTrace:
    """What still stands of an act: old details, players it has added, memberships it has begun."""

    details: Mapping[int, Mapping[str, Detail]]
    added: QuerySet[Player]
    joined: QuerySet[Membership]

    @property
    def is_gone(self) -> bool:
        return not self.details and not self.added.exists() and not self.joined.exists()

    def touched(self) -> QuerySet[Player]:
        joined = self.joined.values("player")
        return Player.objects.filter(pk__in=self.details) | Player.objects.filter(pk__in=joined)


def find_trace(club: Club, before: Mapping[str, Any], after: Mapping[str, Any]) -> RegisterTrace:
    """Return what still stands of an act, by its facts in the log."""
    ours = Player.objects.filter(home_club=club, merged_into=None, erased_at=None)
    kept = set(ours.filter(pk__in=[int(pk) for pk in after["details"]]).values_list("pk", flat=True))
    details = details_to_restore(before["details"], after["details"])
    return RegisterTrace(
        {pk: values for pk, values in details.items() if pk in kept},
        ours.filter(pk__in=after.get("listed_players", ())),
        Membership.objects.filter(pk__in=after.get("joined", ()), club=club, until=None),
    )


@retried
def take_back_members(by: Author, club: Club, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Restore what an act has changed unless it was changed since, and delete whom it has added.

    Players on whom something is recorded stay. Raises NotNow where nothing is left to take back.
    """
    shown = books_showing(find_trace(club, before, after).touched())
    with writing(club_book(club), by, needs=DIRECTORS, also_lock=shown) as act:
        trace = find_trace(club, before, after)
        if trace.is_gone:
            raise NotNow(_("It has been changed since."))
        touched = Player.objects.filter(pk__in=list(trace.touched().values_list("pk", flat=True)))
        try:
            restored = store_details(trace.details, by.at)
        except ValidationError as refusal:
            raise NotNow(" ".join(refusal.messages)) from refusal
        trace.joined.delete()
        delete_free_players_in(act, trace.added)
        bump_books_showing(touched)
        act.log(
            TAKEN_BACK,
            club,
            before={"details": restored.before},
            after={
                "done_at": after["done_at"],
                "changed_players": [*restored.players],
                "number_changed": len(restored.players),
                "details": restored.after,
            },
        )
