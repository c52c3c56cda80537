"""What sign-ups have of a person: for the file about everything, and for an erasure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.writing import Author
from clubs.models import Club, Membership, Player, PlayerName
from clubs.people.erasing import ErasedPerson, Wipe
from clubs.people.names import NO_NAME
from clubs.reports.tables import LongTable
from clubs.web.tables import local_time, text_columns
from tournaments.models import Signup, SignupPlayer


def rows_of_person(player: Player, ids: Sequence[int]) -> QuerySet[SignupPlayer]:
    """Return the rows of a person: known ones, and those under the name in events of the person's clubs.

    Before somebody is entered nobody knows who it is but by the name.
    """
    names = {(player.given_name, player.family_name)}
    names |= set(PlayerName.objects.filter(player__in=ids).values_list("given_name", "family_name"))
    by_name = Q(pk__in=[])
    for given, family in sorted(names):
        by_name |= Q(given_name__iexact=given, family_name__iexact=family)
    there = Q(player=None, signup__tournament__club__in=organizers_near(player, ids).order_by().values("pk"))
    return SignupPlayer.objects.filter(Q(player__in=ids) | by_name & there)


def organizers_near(player: Player, ids: Sequence[int]) -> QuerySet[Club]:
    """Return the clubs of a person and their federations: there somebody of this name is this person."""
    of_person = Membership.objects.filter(player__in=ids).values("club")
    clubs = Club.objects.filter(Q(pk=player.home_club_id) | Q(pk__in=of_person))
    return Club.objects.filter(Q(pk__in=clubs) | Q(pk__in=clubs.values("federation")))


def signups_of_person(player: Player, ids: Sequence[int]) -> Iterator[LongTable]:
    """Yield the sign-ups of a person, with what was typed there."""
    rows = rows_of_person(player, ids).select_related("signup__tournament")
    yield LongTable(
        columns=text_columns(
            event=_("Event"),
            date=_("Date"),
            made_at=_("Signed up"),
            state=_("State"),
            name=_("Name"),
            licence=_("Licence number"),
            club=_("Club"),
            email=_("E-mail"),
            phone=_("Phone"),
            remark=_("Message"),
        ),
        lines=lambda: (
            (
                row.signup.tournament.title,
                row.signup.tournament.date,
                local_time(row.signup.made_at),
                str(row.signup.get_state_display()),
                row.name,
                row.licence,
                row.club,
                row.signup.email,
                row.signup.phone,
                row.signup.remark,
            )
            for row in rows.order_by("signup__made_at", "pk")
        ),
        caption=_("Sign-ups"),
        key="sign_ups",
    )


def signups_of_erased(person: ErasedPerson, _by: Author) -> Iterator[Wipe]:
    """Yield what a person has typed to sign up; the partner keeps the place."""
    rows = rows_of_person(person.player, person.ids)
    pks = list(rows.values_list("pk", flat=True))
    signups = Signup.objects.filter(people__in=pks).distinct()
    yield Wipe(_lazy("Addresses in sign-ups"), signups, {"email": "", "phone": "", "remark": ""})
    gone = {"given_name": NO_NAME, "family_name": person.pseudonym, "licence": "", "club": ""}
    yield Wipe(_lazy("Names in sign-ups"), SignupPlayer.objects.filter(pk__in=pks), gone)
