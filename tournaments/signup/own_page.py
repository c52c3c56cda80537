"""What the page of a sign-up says to whoever has its code, and how many have signed up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Count
from django.utils.translation import gettext as _

from tournaments.models import Announcement, Entry, Signup, Tournament
from tournaments.play.personal_codes import personal_path
from tournaments.signup.people import names_of
from tournaments.signup.places import WITH_PLACE
from tournaments.signup.signing_up import GONE

# The badge of each state: ink where it is certain, red where it is over.
_BADGES: Final = {
    Signup.State.IN: "ink",
    Signup.State.ENTERED: "ink",
    Signup.State.CANCELLED: "red",
    Signup.State.DECLINED: "red",
}


@dataclass(frozen=True, slots=True)
class OwnSignup:
    """A sign-up as its page shows it: who comes, where it stands, and what happens next."""

    names: str
    state: str
    badge: str
    sentence: str
    is_over: bool
    is_entered: bool
    # The way to the page of its entry; empty before codes were made.
    personal: str = ""


def own_signup_page(event: Tournament, announcement: Announcement, signup: Signup) -> OwnSignup:
    """Say where a sign-up stands; of somebody who was joined with a partner, where the pair stands."""
    is_own = signup.state in GONE or signup.joined is None
    pair = signup if is_own or signup.joined is None else signup.joined
    state = Signup.State(pair.state)
    return OwnSignup(
        names=names_of(pair),
        state=str(state.label),
        badge=_BADGES.get(state, "pencil"),
        sentence=_sentence(event, announcement, pair, state),
        is_over=state in GONE,
        is_entered=pair.entry_id is not None,
        personal="" if state in GONE or pair.entry_id is None else personal_path(event, pair.entry_id),
    )


def _sentence(event: Tournament, announcement: Announcement, signup: Signup, state: Signup.State) -> str:
    match state:
        case Signup.State.IN:
            return _("You have a place. Before the event the director makes the list of entries from this.")
        case Signup.State.ASKED:
            return _("There is a place for you. The director still has to approve it.")
        case Signup.State.WAITING:
            ahead = waiting_ahead(event, signup)
            words = {"number": ahead + 1}
            return (
                _("You are number %(number)s on the waiting list. You move up when somebody cancels.") % words
            )
        case Signup.State.LOOKING | Signup.State.JOINED:
            return _(
                "The director joins you with somebody who comes alone too. Then you have a place or wait."
            )
        case Signup.State.ENTERED:
            return _("You are entered as number %(number)s.") % {"number": _number_of(signup)}
        case Signup.State.DECLINED:
            text = _("The director could not accept your sign-up.")
            return f"{text} {announcement.contact}".strip()
        case _ if signup.entry_id is not None:
            return _("You have cancelled. The director takes you off the list of entries.")
    return _("You have cancelled. Sign up again if you want to come all the same.")


def waiting_ahead(event: Tournament, signup: Signup) -> int:
    """Return how many have waited longer."""
    waiting = event.signups.filter(state=Signup.State.WAITING).order_by("queued_at", "pk")
    ids = list(waiting.values_list("pk", flat=True))
    return ids.index(signup.pk) if signup.pk in ids else len(ids)


def _number_of(signup: Signup) -> int | str:
    return "" if signup.entry is None else signup.entry.number


@dataclass(frozen=True, slots=True)
class SignupCounts:
    """How many places are taken, and how many wait or look for a partner."""

    taken: int
    places: int | None
    waiting: int
    looking: int

    @property
    def free(self) -> int | None:
        return None if self.places is None else max(self.places - self.taken, 0)


def counts_of(event: Tournament, announcement: Announcement) -> SignupCounts:
    rows = event.signups.order_by().values_list("state").annotate(Count("pk"))
    by_state = dict(rows)
    entries = event.entries.exclude(state=Entry.State.WITHDRAWN).count()
    return SignupCounts(
        taken=entries + sum(by_state.get(state, 0) for state in WITH_PLACE),
        places=announcement.places,
        waiting=by_state.get(Signup.State.WAITING, 0),
        looking=by_state.get(Signup.State.LOOKING, 0),
    )
