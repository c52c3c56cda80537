"""The ways back of acts on the calendar of a federation, and on what it asks of its clubs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import ADMINS
from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from clubs.models import Club
from tournaments import federation
from tournaments.models import CalendarDate, ClosedDay, IssuedStatement
from tournaments.registration.ways_back.past_events import CHANGED

_State = CalendarDate.State


def _found(act: PastAct) -> CalendarDate:
    return CalendarDate.objects.select_related("federation", "club").get(pk=act.row)


def _in_state(act: PastAct, state: str) -> CalendarDate:
    """Return a date that is in the state in which the act has left it."""
    found = _found(act)
    if found.state != state:
        raise NotNow(CHANGED)
    return found


def _asked(act: PastAct) -> Undo:
    found = _in_state(act, _State.ASKED)
    if federation.date_plan_of(found) != federation.date_plan_from(act.after):
        raise NotNow(CHANGED)
    return Undo(lambda by, _reason, _key: federation.withdraw_date(by, found), asks_reason=False)


def _changed(act: PastAct) -> Undo:
    found = _in_state(act, act.after["date_state"])
    if federation.date_plan_of(found) != federation.date_plan_from(act.after):
        raise NotNow(CHANGED)
    before, state = federation.date_plan_from(act.before), _State(act.before["date_state"])
    return Undo(
        lambda by, _reason, _key: federation.put_date_back(by, found, before, state), asks_reason=False
    )


def _withdrawn(act: PastAct) -> Undo:
    found, state = _in_state(act, _State.WITHDRAWN), _State(act.before["date_state"])
    return Undo(lambda by, _reason, _key: federation.bring_date_back(by, found, state), asks_reason=False)


def _brought_back(act: PastAct) -> Undo:
    found = _in_state(act, act.after["date_state"])
    return Undo(lambda by, _reason, _key: federation.withdraw_date(by, found), asks_reason=False)


def _decided(act: PastAct) -> Undo:
    found = _in_state(act, act.after["date_state"])
    if found.answer != act.after["date_answer"]:
        raise NotNow(CHANGED)
    state, answer = _State(act.before["date_state"]), act.before["date_answer"]
    return Undo(lambda by, _reason, _key: federation.decide_date(by, found, state, answer), asks_reason=False)


def _closed_day(act: PastAct, *, removed: bool) -> ClosedDay:
    found = ClosedDay.objects.select_related("federation").get(pk=act.row)
    if (found.removed_at is not None) != removed:
        raise NotNow(CHANGED)
    return found


def _days_closed(act: PastAct) -> Undo:
    found = _closed_day(act, removed=False)
    return Undo(lambda by, _reason, _key: federation.open_days(by, found), asks_reason=False)


def _days_opened(act: PastAct) -> Undo:
    found = _closed_day(act, removed=True)
    return Undo(lambda by, _reason, _key: federation.close_days_again(by, found), asks_reason=False)


def _terms(act: PastAct) -> Undo:
    found = Club.objects.get(pk=act.row)
    if federation.terms_of(found) != federation.terms_from(act.after):
        raise NotNow(CHANGED)
    before = federation.terms_from(act.before)
    return Undo(lambda by, _reason, _key: federation.set_terms(by, found, before), asks_reason=False)


def _issued(act: PastAct) -> Undo:
    found = IssuedStatement.objects.select_related("federation", "club").get(pk=act.row)
    federation.refuse_credit(found)
    return Undo(
        lambda by, reason, key: federation.credit_statement(by, found, reason, key),
        preview=_("A credit note over %(number)s is issued.") % {"number": found.label},
    )


WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    "date.asked": WayBack(_lazy("Withdraws the date."), _asked, ("date.withdrawn",)),
    "date.changed": WayBack(_lazy("Brings back what the date was before."), _changed),
    "date.withdrawn": WayBack(_lazy("Brings the date back as it was."), _withdrawn, ("date.brought_back",)),
    "date.brought_back": WayBack(_lazy("Withdraws the date again."), _brought_back, ("date.withdrawn",)),
    "date.decided": WayBack(_lazy("Withdraws the answer of the board."), _decided, needs=ADMINS),
    "days.closed": WayBack(
        _lazy("Takes the days off the list of closed days."), _days_closed, ("days.opened",), needs=ADMINS
    ),
    "days.opened": WayBack(
        _lazy("Brings the days back into the list of closed days."),
        _days_opened,
        ("days.closed_again",),
        needs=ADMINS,
    ),
    "days.closed_again": WayBack(
        _lazy("Takes the days off the list of closed days again."),
        _days_closed,
        ("days.opened",),
        needs=ADMINS,
    ),
    "statement.issued": WayBack(
        _lazy("Withdraws the statement by a credit note."),
        _issued,
        ("statement.credited",),
        one_by_one=True,
    ),
    "statement.credited": NoWayBack(
        _lazy("A number is not given back: the statement of these days is issued again.")
    ),
    "federation.terms": WayBack(
        _lazy("Brings back what the federation asked for before."), _terms, needs=ADMINS
    ),
}
