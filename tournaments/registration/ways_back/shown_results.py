"""The ways back of acts that show the results of an event, hide them, or declare them official."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.ways_back import PastAct, Undo
from tournaments import running
from tournaments.models import Round, Tournament

_UNDER_WAY: Final = (Round.State.DRAWN, Round.State.PUBLISHED)


def _event_of(act: PastAct) -> Tournament:
    return Tournament.objects.select_related("book", "club").get(book=act.book)


def _event_not_official(act: PastAct) -> Tournament:
    event = _event_of(act)
    if event.state == Tournament.State.OFFICIAL:
        raise NotNow(_lazy("The result is official."))
    return event


def shown(act: PastAct) -> Undo:
    event = _event_not_official(act)
    if event.state != Tournament.State.PRELIMINARY:
        raise NotNow(_lazy("The results are not shown."))
    return Undo(lambda by, reason, _key: running.hide_results(by, event, reason))


def hidden(act: PastAct) -> Undo:
    event = _event_not_official(act)
    if event.state == Tournament.State.PRELIMINARY:
        raise NotNow(_lazy("The results are shown. Take that back first."))
    if event.rounds.filter(state__in=_UNDER_WAY).exists():
        raise NotNow(_lazy("A round is still being played."))
    return Undo(lambda by, _reason, _key: running.show_results(by, event), asks_reason=False)


def official(act: PastAct) -> Undo:
    event = _event_of(act)
    if event.state != Tournament.State.OFFICIAL:
        raise NotNow(_lazy("The result is not official yet."))
    return Undo(lambda by, reason, _key: running.revise_official(by, event, reason))


def revised(act: PastAct) -> Undo:
    event = _event_not_official(act)
    if event.state != Tournament.State.PRELIMINARY or not event.revision:
        raise NotNow(_lazy("The results are not open."))
    return Undo(lambda by, _reason, _key: running.declare_official(by, event), asks_reason=False)
