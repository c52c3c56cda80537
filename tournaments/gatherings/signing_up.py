"""One form for several events: in each it is a sign-up of its own, by the verb of each event.

Every sign-up has a code of its own, as if it had been made alone. The key of the form opens all of them
together: it has 122 random bits, and is stored nowhere; the keys of the sign-ups follow from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.books.refusals import Refusal
from clubs.books.writing import Author, KeyReused
from tournaments.models import Gathering, Signup, Tournament
from tournaments.signup import SignupForm, sign_up
from tournaments.signup.codes import code_of
from tournaments.signup.people import with_people


@dataclass(frozen=True, slots=True)
class SignupOutcome:
    """What came of the form in one event: a sign-up with its code, or why there is none."""

    event: Tournament
    signup: Signup | None = None
    code: str = ""
    refusal: str = ""


def key_in(event: Tournament, key: UUID) -> UUID:
    """Return the key of the sign-up for an event: the same form gives the same one again."""
    return uuid5(key, str(event.pk))


def sign_up_for_several(
    by: Author, events: Iterable[Tournament], typed: Callable[[Tournament], SignupForm], key: UUID
) -> list[SignupOutcome]:
    """Sign up for each of these events. What one refuses does not stop the others, and is said of it."""
    return [_sign_up(by, event, typed(event), key_in(event, key)) for event in events]


def _sign_up(by: Author, event: Tournament, form: SignupForm, key: UUID) -> SignupOutcome:
    try:
        return SignupOutcome(event, *sign_up(by, event, form, key))
    except ValidationError as refusal:
        return SignupOutcome(event, refusal=" ".join(refusal.messages))
    except Refusal as refusal:
        return SignupOutcome(event, refusal=" ".join(refusal.sentences))
    except KeyReused:
        sent = _("This form has signed you up here already. Change that sign-up by its code.")
        return SignupOutcome(event, refusal=sent)


def find_signups(gathering: Gathering, key: UUID) -> list[SignupOutcome]:
    """Return the sign-ups that a form has made, with their codes."""
    events = {
        key_in(event, key): event for event in gathering.events.select_related("club", "book", "announcement")
    }
    rows = with_people(Signup.objects.filter(key__in=events).select_related("joined", "entry"))
    return [
        SignupOutcome(events[row.key], row, code_of(events[row.key].book, row.key))
        for row in sorted(rows, key=lambda row: (events[row.key].date, row.tournament_id))
    ]
