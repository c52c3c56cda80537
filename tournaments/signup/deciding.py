"""The director's acts on sign-ups: approved, declined, two who come alone joined. One undo for each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, JsonValue, retried
from tournaments.models import Signup, Tournament
from tournaments.running.session import OpenEvent, open_event
from tournaments.signup.letters import Letter, tell
from tournaments.signup.people import everybody_in, with_people
from tournaments.signup.places import find_announcement, log_moved, move_up, promote

APPROVED, DECLINED, JOINED, TAKEN_BACK = (
    "signups.approved",
    "signups.declined",
    "signups.joined",
    "signups.taken_back",
)
_TWO: Final = 2
_OPEN: Final = (Signup.State.ASKED, Signup.State.IN, Signup.State.WAITING, Signup.State.LOOKING)


@retried
def approve(by: Author, event: Tournament, signups: Collection[int]) -> int:
    """Give those who wait for it their place; returns how many. `take_back` takes it back."""
    with open_event(event, by) as opened:
        found = _find(opened, signups, (Signup.State.ASKED,))
        if not found:
            opened.writing.mark_repeat()
            return 0
        _set_states(opened, APPROVED, found, {signup.pk: Signup.State.IN for signup in found})
        tell(opened.event, everybody_in(found), Letter.APPROVED)
        return len(found)


@retried
def decline(by: Author, event: Tournament, signups: Collection[int]) -> int:
    """Decline sign-ups; the next ones on the waiting list move up. `take_back` takes it back."""
    with open_event(event, by) as opened:
        found = _find(opened, signups, _OPEN)
        if not found:
            opened.writing.mark_repeat()
            return 0
        told = everybody_in(found)
        _set_states(opened, DECLINED, found, {signup.pk: Signup.State.DECLINED for signup in found})
        tell(opened.event, told, Letter.DECLINED)
        move_up(opened)
        return len(found)


@retried
def join(by: Author, event: Tournament, first: int, second: int) -> Signup:
    """Make a pair of two who look for a partner: it waits as long as the one who came first.

    `take_back` takes it back.
    """
    with open_event(event, by) as opened:
        found = _find(opened, (first, second), (Signup.State.LOOKING,))
        if len(found) != _TWO:
            raise validation_error("chosen", _("Choose two who look for a partner."))
        announcement = find_announcement(opened.event)
        if announcement is None:
            raise NotNow(_("Write the announcement first."))
        pair, partner = found
        partner.joined = pair
        partner.save(update_fields=["joined"])
        states = {pair.pk: Signup.State.WAITING, partner.pk: Signup.State.JOINED}
        _set_states(opened, JOINED, found, states)
        moved = promote(opened.event, announcement)
        log_moved(opened, [one for one in moved if one.pk != pair.pk])
        tell(opened.event, found, Letter.JOINED)
        pair.refresh_from_db(fields=["state"])
        return pair


@retried
def take_back(by: Author, event: Tournament, states: Mapping[int, str], done_at: str) -> None:
    """Undo an act above: sign-ups wait again as they did before, and have a place if there is one."""
    with open_event(event, by) as opened:
        found = list(with_people(opened.event.signups.filter(pk__in=states).order_by("queued_at", "pk")))
        for signup in found:
            signup.state = Signup.State(states[signup.pk])
            if signup.state in (Signup.State.LOOKING, Signup.State.DECLINED):
                signup.joined = None
            elif signup.state == Signup.State.IN:
                # The place may be somebody else's by now.
                signup.state = Signup.State.WAITING
        Signup.objects.bulk_update(found, ["state", "joined"])
        opened.writing.log(TAKEN_BACK, opened.event, before={"done_at": done_at})
        move_up(opened)


def _find(opened: OpenEvent, signups: Iterable[int], states: Sequence[str]) -> list[Signup]:
    """Return those of these sign-ups that are in one of these states now, who came first first."""
    rows = opened.event.signups.filter(pk__in=list(signups), state__in=states).order_by("queued_at", "pk")
    return list(with_people(rows))


def _set_states(opened: OpenEvent, act: str, signups: Sequence[Signup], states: Mapping[int, str]) -> None:
    before: list[JsonValue] = [[signup.pk, signup.state] for signup in signups]
    for signup in signups:
        signup.state = states[signup.pk]
    Signup.objects.bulk_update(signups, ["state"])
    after: list[JsonValue] = [[signup.pk, signup.state] for signup in signups]
    done_at = opened.writing.by.at.isoformat()
    opened.writing.log(
        act,
        opened.event,
        before={"signup_states": before},
        after={"signup_states": after, "number_of_signups": len(signups), "done_at": done_at},
    )
