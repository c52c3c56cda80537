"""Who is in a sign-up: those who were typed with it, and the partners who were joined with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Signup, SignupPlayer, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedPlayer:
    """Somebody as typed in the form."""

    given_name: str
    family_name: str
    licence: str = ""
    club: str = ""
    may_publish: bool = False


def with_people(signups: QuerySet[Signup]) -> QuerySet[Signup]:
    return signups.prefetch_related("people", "partners__people")


def people_of(signup: Signup) -> list[SignupPlayer]:
    """Return all who would be one entry, in their order."""
    rows = list(signup.people.all())
    for partner in sorted(signup.partners.all(), key=lambda one: one.pk):
        rows += partner.people.all()
    return rows


def names_of(signup: Signup) -> str:
    return " – ".join(person.name for person in people_of(signup))


def load_signups(event: Tournament) -> list[Signup]:
    """Return all sign-ups of an event in the order in which they came."""
    return list(with_people(event.signups.order_by("queued_at", "pk")))


def store_people(signup: Signup, people: Sequence[TypedPlayer]) -> None:
    """Store who is in a sign-up, in place of who was."""
    signup.people.all().delete()
    SignupPlayer.objects.bulk_create(
        SignupPlayer(
            signup=signup,
            position=position,
            given_name=person.given_name,
            family_name=person.family_name,
            licence=person.licence,
            club=person.club,
            may_publish=person.may_publish,
        )
        for position, person in enumerate(people)
    )


def typed_people(signup: Signup) -> list[TypedPlayer]:
    """Return those who were typed with a sign-up itself, as they were typed."""
    return [
        TypedPlayer(
            given_name=person.given_name,
            family_name=person.family_name,
            licence=person.licence,
            club=person.club,
            may_publish=person.may_publish,
        )
        for person in signup.people.all()
    ]


def everybody_in(signups: Iterable[Signup]) -> list[Signup]:
    """Return sign-ups with those that were joined with them: all who are told of an act."""
    return [one for signup in signups for one in (signup, *signup.partners.all())]
