"""Deals that were begun after no new one was to be dealt, among what needs attention."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.overview.needs import DeskNeed, NeedKind, OverviewRow
from scoring.overview.queries import UNSIGNED
from tournaments.models import Round, Tournament
from tournaments.play.clock import LateDeal, RoundTimes, load_late_deals, load_times

_MOST_NAMED: Final = 8


def late_deals_of(event: Tournament) -> list[LateDeal]:
    """Return the late deals of the rounds that are played: one query where none of them has a clock."""
    played = Round.objects.filter(tournament=event, state=Round.State.PUBLISHED, clock__isnull=False)
    times = map(load_times, played.select_related("clock").order_by("number"))
    return [late for one in times if one is not None for late in late_deals_in(one, event.book_id)]


def late_deals_in(times: RoundTimes, book: int) -> list[LateDeal]:
    return load_late_deals(times, book, _MOST_NAMED)


def with_late_deals(rows: Sequence[OverviewRow], late: Iterable[LateDeal]) -> list[OverviewRow]:
    """Add to each row the late deals of its game, until that is signed or set aside."""
    by_game = defaultdict[int, list[LateDeal]](list)
    for one in late:
        by_game[one.game].append(one)
    return [_with_late(row, by_game[row.game.pk]) if row.game.pk in by_game else row for row in rows]


def _with_late(row: OverviewRow, late: Sequence[LateDeal]) -> OverviewRow:
    if row.game.state not in UNSIGNED or row.game.other_result:
        return row
    found = [DeskNeed(NeedKind.LATE, row.game, one.began, _sentence(one), subject=one.pk) for one in late]
    return replace(row, needs=[*row.needs, *found])


def _sentence(late: LateDeal) -> str:
    """What the sides have said of it, as far as they have said anything."""
    facts = {"deal": late.deal, "sides": late.agree}
    if late.is_agreed:
        return (
            _("Deal %(deal)s was begun after the signal. All sides say that its last card was dealt before.")
            % facts
        )
    if late.agree:
        return (
            ngettext(
                "Deal %(deal)s was begun after the signal. Only %(sides)s side says that its last card was "
                "dealt before.",
                "Deal %(deal)s was begun after the signal. Only %(sides)s sides say that its last card was "
                "dealt before.",
                late.agree,
            )
            % facts
        )
    return _("Deal %(deal)s was begun after the signal. Was its last card dealt before?") % facts
