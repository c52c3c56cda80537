"""The ways back of sections and finals, and of the result of the whole event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from tournaments import sections
from tournaments.agreement.parts import PartKind
from tournaments.models import Tournament
from tournaments.play.parts import parts_of
from tournaments.registration.ways_back.past_events import CHANGED, REMOVED


def _event_of(act: PastAct) -> Tournament:
    return Tournament.objects.select_related("book", "club").get(book=act.book)


def _with_parts(act: PastAct, kind: PartKind) -> Tournament:
    """Return the event of an act that has made its parts; refuse where these are others, or gone."""
    event = _event_of(act)
    if {part.pk for part in parts_of(event, kind)} != {*act.after["part_events"]}:
        raise NotNow(REMOVED)
    return event


def _divided(act: PastAct) -> Undo:
    event = _with_parts(act, PartKind.SECTION)
    return Undo(lambda by, _reason, _key: sections.take_back_sections(by, event), asks_reason=False)


def _finals_made(act: PastAct) -> Undo:
    event = _with_parts(act, PartKind.FINAL)
    return Undo(lambda by, _reason, _key: sections.take_back_finals(by, event), asks_reason=False)


def _recorded(act: PastAct) -> Undo:
    event = _event_of(act)
    if event.standings_from != Tournament.StandingsFrom.PARTS:
        raise NotNow(_lazy("The result of the whole event is not recorded."))
    return Undo(lambda by, reason, _key: sections.open_overall(by, event, reason))


def _opened(act: PastAct) -> Undo:
    event = _event_of(act)
    return Undo(lambda by, _reason, _key: sections.record_overall(by, event), asks_reason=False)


def _carried_again(act: PastAct) -> Undo:
    event = _event_of(act)
    now, before = act.after["charges"], act.before["charges"]
    if event.adjustments.filter(pk__in=now, cancelled_at=None).count() < len(now):
        raise NotNow(CHANGED)
    return Undo(lambda by, reason, _key: sections.put_carried_back(by, event, now, before, reason))


WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    "sections.made": WayBack(
        _lazy("Deletes the sections; the entries of the event stay."), _divided, ("sections.taken_back",)
    ),
    "sections.taken_back": NoWayBack(_lazy("Divide the event again.")),
    "finals.made": WayBack(
        _lazy("Deletes the finals; the sections stay as they are."), _finals_made, ("finals.taken_back",)
    ),
    "finals.taken_back": NoWayBack(_lazy("Make the finals again.")),
    "final.made": NoWayBack(_lazy("It is undone in the event that it is a final of."), is_listed=False),
    "final.carried_again": WayBack(
        _lazy("Lets what was carried over before count again."), _carried_again, ("final.carried_back",)
    ),
    "final.carried_back": NoWayBack(_lazy("The page of sections and finals offers it again.")),
    "overall.recorded": WayBack(
        _lazy("Opens the result of the whole event again."), _recorded, ("overall.opened",)
    ),
    "overall.opened": WayBack(_lazy("Records it again from the finals."), _opened, ("overall.recorded",)),
}
