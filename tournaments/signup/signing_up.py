"""The acts of those who sign up, without an account: signed up, changed, cancelled.

What one may do is in the code of a sign-up; the page has looked it up. Nothing here looks at the players of
the club, so that no answer tells a stranger who is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Facts, JsonValue, Submission, retried
from tournaments.models import Announcement, Signup, Tournament
from tournaments.running.session import OpenEvent, open_event
from tournaments.signup.codes import code_of, digest_of_code
from tournaments.signup.letters import Letter, tell
from tournaments.signup.openness import refuse_unless_open
from tournaments.signup.people import TypedPlayer, store_people, typed_people
from tournaments.signup.places import find_announcement, log_moved, move_up, promote

# More than any hall has places: a flood from many addresses ends here.
MAX_SIGNUPS: Final = 600
_A_PAIR: Final = 2
# What is over: nothing of it is changed any more.
GONE: Final = (Signup.State.CANCELLED, Signup.State.DECLINED)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignupForm:
    """All that somebody types to sign up."""

    people: Sequence[TypedPlayer]
    is_alone: bool = False
    email: str = ""
    phone: str = ""
    remark: str = ""
    language: str = "en"

    @property
    def content(self) -> dict[str, JsonValue]:
        return {**asdict(self), "people": [asdict(person) for person in self.people]}


@retried
def sign_up(by: Author, event: Tournament, form: SignupForm, key: UUID) -> tuple[Signup, str]:
    """Sign somebody up for an event; return the sign-up and its code. Sent twice, it is one.

    Raises NotNow where the sign-up is not open, KeyReused for the same form with other content.
    """
    submission = Submission(key=key, content=form.content)
    with open_event(event, by, needs=None, submission=submission) as opened:
        code = code_of(opened.writing.book, key)
        if opened.writing.earlier is not None:
            return _signed_up_before(opened, key), code
        announcement = refuse_unless_open(opened.event, find_announcement(opened.event), by.at)
        _check_people(opened, announcement, form)
        if opened.event.signups.count() >= MAX_SIGNUPS:
            raise NotNow(_("More have signed up than this page takes. Ask the organizer."))
        signup = Signup.objects.create(
            tournament=opened.event,
            state=Signup.State.LOOKING if form.is_alone else Signup.State.WAITING,
            code_digest=digest_of_code(opened.event.pk, code),
            key=key,
            made_at=by.at,
            queued_at=by.at,
            email=form.email,
            phone=form.phone,
            remark=form.remark,
            language=form.language,
        )
        store_people(signup, form.people)
        moved = [] if form.is_alone else promote(opened.event, announcement)
        signup.refresh_from_db(fields=["state"])
        opened.writing.log("signup.made", signup, after={"signup_state": signup.state})
        log_moved(opened, [one for one in moved if one.pk != signup.pk])
    return signup, code


def _signed_up_before(opened: OpenEvent, key: UUID) -> Signup:
    signup = Signup.objects.filter(tournament=opened.event, key=key).first()
    if signup is None:
        raise NotNow(_("This sign-up has been deleted."))
    return signup


def _check_people(opened: OpenEvent, announcement: Announcement, form: SignupForm) -> None:
    size = opened.agreement.players
    if form.is_alone and size != _A_PAIR:
        raise NotNow(_("In this event nobody needs a partner."))
    if len(form.people) != (1 if form.is_alone else size):
        raise validation_error(
            "people", _("Each entry in this event must have %(count)s players.") % {"count": size}
        )
    if announcement.who == Announcement.Who.LICENCE and not all(person.licence for person in form.people):
        raise validation_error("people", _("Everybody needs a licence number here."))


@retried
def change_signup(by: Author, signup: Signup, form: SignupForm) -> Signup:
    """Change a sign-up. Other players wait for approval again where the director approves.

    The players of an entry are changed by the director; the address and the remark at any time.
    """
    with open_event(signup.tournament, by, needs=None) as opened:
        now = _find(opened, signup)
        refuse_gone(now)
        announcement = find_announcement(opened.event)
        if announcement is None:
            raise NotNow(_("The event has not been announced yet."))
        before, is_same = now.state, list(form.people) == typed_people(now)
        if not is_same:
            _refuse_other_people(opened, now, announcement, form)
            store_people(now, form.people)
            if now.state == Signup.State.IN and not announcement.lets_in_at_once:
                now.state = Signup.State.ASKED
        contact = {"email": form.email, "phone": form.phone, "remark": form.remark, "language": form.language}
        if is_same and all(getattr(now, name) == value for name, value in contact.items()):
            opened.writing.mark_repeat()
            return now
        for name, value in contact.items():
            setattr(now, name, value)
        now.save()
        after: Facts = {"signup_state": now.state, "other_players": not is_same}
        opened.writing.log("signup.changed", now, before={"signup_state": before}, after=after)
        return now


def _refuse_other_people(
    opened: OpenEvent, signup: Signup, announcement: Announcement, form: SignupForm
) -> None:
    if signup.state == Signup.State.ENTERED:
        raise NotNow(_("You are entered in the event: only the director changes the players now."))
    if opened.event.state != Tournament.State.OPEN:
        raise NotNow(_("The event has begun: only the director changes the players now."))
    was_alone = signup.state in (Signup.State.LOOKING, Signup.State.JOINED) or signup.partners.exists()
    if form.is_alone != was_alone:
        raise NotNow(_("Cancel this sign-up and sign up again: the way of signing up stays as it was."))
    _check_people(opened, announcement, form)


@retried
def cancel_signup(by: Author, signup: Signup) -> Signup:
    """Cancel a sign-up; the next one on the waiting list moves up. One signs up again to come all the same.

    Somebody who is entered already stays in the list of entries until the director withdraws the entry.
    """
    with open_event(signup.tournament, by, needs=None) as opened:
        now = _find(opened, signup)
        if now.state == Signup.State.CANCELLED:
            opened.writing.mark_repeat()
            return now
        refuse_gone(now)
        before, now.state = now.state, Signup.State.CANCELLED
        left = _leave_partner(now)
        now.save(update_fields=["state", "joined"])
        opened.writing.log(
            "signup.cancelled", now, before={"signup_state": before}, after={"signup_state": now.state}
        )
        tell(opened.event, left, Letter.PARTNER_LEFT)
        move_up(opened)
        return now


def _leave_partner(signup: Signup) -> list[Signup]:
    """The partner with whom somebody was joined looks for another one."""
    pair = signup if signup.joined is None else signup.joined
    if pair.entry_id is not None:
        return []
    left = list(signup.partners.all())
    if signup.joined is not None:
        left.append(signup.joined)
        signup.joined = None
    for one in left:
        one.state, one.joined = Signup.State.LOOKING, None
        one.save(update_fields=["state", "joined"])
    return left


def refuse_gone(signup: Signup) -> None:
    if signup.state in GONE:
        raise NotNow(_("This sign-up is over. Sign up again if you want to come."))


def _find(opened: OpenEvent, signup: Signup) -> Signup:
    found = Signup.objects.filter(pk=signup.pk, tournament=opened.event).first()
    if found is None:
        raise NotNow(_("This sign-up has been deleted."))
    return found
