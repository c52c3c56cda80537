"""The ways back of acts on announcements and sign-ups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from tournaments import signup
from tournaments.models import Announcement, Signup
from tournaments.registration.ways_back.past_events import CHANGED, event_of
from tournaments.signup import announcing, deciding, entering


def _announcement_of(act: PastAct) -> Announcement:
    found = Announcement.objects.filter(tournament=event_of(act, also_shown=True)).first()
    if found is None:
        raise NotNow(CHANGED)
    return found


def _written(act: PastAct) -> Undo:
    event, stored = event_of(act, also_shown=True), _announcement_of(act)
    if signup.plan_of(stored).facts != act.after:
        raise NotNow(CHANGED)
    plan = signup.plan_from(act.before)
    return Undo(lambda by, _reason, _key: signup.change_announcement(by, event, plan), asks_reason=False)


def _made(act: PastAct) -> Undo:
    event = event_of(act, also_shown=True)
    if not _announcement_of(act).is_announced:
        raise NotNow(CHANGED)
    return Undo(lambda by, _reason, _key: signup.take_down(by, event), asks_reason=False)


def _taken_down(act: PastAct) -> Undo:
    event = event_of(act, also_shown=True)
    if _announcement_of(act).is_announced:
        raise NotNow(CHANGED)
    return Undo(lambda by, _reason, _key: signup.announce(by, event), asks_reason=False)


def _status(act: PastAct) -> Undo:
    event, stored = event_of(act, also_shown=True), _announcement_of(act)
    now = announcing.status_facts(event, stored)
    if any(now[name] != value for name, value in act.after.items()):
        raise NotNow(CHANGED)
    return Undo(
        lambda by, _reason, _key: signup.put_status_back(by, event, act.before, act.after), asks_reason=False
    )


def _decided(act: PastAct) -> Undo:
    """Sign-ups that nothing has happened to since wait again as they did."""
    event = event_of(act, also_shown=False)
    states = dict(act.after["signup_states"])
    now = dict(Signup.objects.filter(tournament=event, pk__in=states).values_list("pk", "state"))
    is_joining = act.entry.act == deciding.JOINED
    moved_on = (Signup.State.IN, Signup.State.ASKED, Signup.State.WAITING)
    for pk, state in states.items():
        if now.get(pk) != state and not (is_joining and state in moved_on and now.get(pk) in moved_on):
            raise NotNow(CHANGED)
    before = dict(act.before["signup_states"])
    done_at = act.after["done_at"]
    return Undo(lambda by, _reason, _key: signup.take_back(by, event, before, done_at), asks_reason=False)


def _entered(act: PastAct) -> Undo:
    event, after = event_of(act, also_shown=False), act.after
    signup.find_entered(event, after["entered_rows"])
    return Undo(
        lambda by, _reason, _key: signup.take_out(
            by, event, after["signups"], after["entered_rows"], after["added_players"], after["done_at"]
        ),
        asks_reason=False,
    )


_BY_ITSELF: Final = NoWayBack(
    _lazy("Anyone who has signed up changes or cancels it with the code."), is_listed=False
)

WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    announcing.CHANGED: WayBack(_lazy("Writes down what was there before."), _written),
    announcing.MADE: WayBack(_lazy("Takes the announcement down."), _made, (announcing.TAKEN_DOWN,)),
    announcing.TAKEN_DOWN: WayBack(_lazy("Announces the event again."), _taken_down, (announcing.MADE,)),
    announcing.STATUS_SAID: WayBack(
        _lazy("Says again what was said before, also to those who gave an e-mail address."), _status
    ),
    "signup.made": _BY_ITSELF,
    "signup.changed": _BY_ITSELF,
    "signup.cancelled": _BY_ITSELF,
    "signup.moved_up": NoWayBack(_lazy("It follows from a place that became free."), is_listed=False),
    deciding.APPROVED: WayBack(
        _lazy("Lets them wait for approval again."), _decided, (deciding.TAKEN_BACK,), about="done_at"
    ),
    deciding.DECLINED: WayBack(
        _lazy("Lets them wait again, with a place if there is one."),
        _decided,
        (deciding.TAKEN_BACK,),
        about="done_at",
    ),
    deciding.JOINED: WayBack(
        _lazy("Lets both look for a partner again."), _decided, (deciding.TAKEN_BACK,), about="done_at"
    ),
    deciding.TAKEN_BACK: NoWayBack(_lazy("Decide on them again, on the page of sign-ups.")),
    entering.ENTERED: WayBack(
        _lazy("Removes these entries; the sign-ups have their places again."),
        _entered,
        (entering.TAKEN_OUT,),
        about="done_at",
    ),
    entering.TAKEN_OUT: NoWayBack(_lazy("Make entries of them again, on the page of sign-ups.")),
    "signups.deleted": NoWayBack(_lazy("They are deleted for good."), is_listed=False),
}
