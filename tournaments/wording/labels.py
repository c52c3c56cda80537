"""Labels of movements, schemes and criteria, and sentences for the reasons of a pairing and remarks on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext, ngettext_lazy

from tournaments.core.criteria import CRITERIA
from tournaments.core.drawing.meeting import ReasonCode
from tournaments.core.drawing.proposal import CountsAs, UnfinishedGame
from tournaments.core.movements import MOVEMENTS
from tournaments.core.movements.by_hand import Remark
from tournaments.core.schemes import SCHEMES

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class _Labelled(Protocol):
    """A value of a registry with its name in English."""

    @property
    def label(self) -> str: ...


class CodeLabels(Mapping[str, str]):
    """The labels of the values of a registry by their codes, in the language of the reader."""

    def __init__(self, values: Mapping[str, _Labelled]) -> None:
        self._values = values

    def __getitem__(self, code: str) -> str:
        return _(self._values[code].label)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


MOVEMENT_LABELS: Final = CodeLabels(MOVEMENTS)
SCHEME_LABELS: Final = CodeLabels(SCHEMES)

CRITERION_LABELS: Final = CodeLabels(CRITERIA)

COUNTS_AS_LABELS: Final[Mapping[CountsAs, _StrPromise]] = {
    CountsAs.AS_IT_STANDS: _lazy("as it is now"),
    CountsAs.DRAW: _lazy("as a draw"),
    CountsAs.ROUND_BEHIND: _lazy("not at all: one round behind"),
}


def unfinished_sentence(game: UnfinishedGame) -> str:
    """Say how a game that went on counted for a draw."""
    return _("Round %(round)s, table %(table)s was still playing. For this draw it counted %(how)s.") % {
        "round": game.round,
        "table": game.table,
        "how": COUNTS_AS_LABELS[game.counts_as],
    }


_REASONS: Final[Mapping[ReasonCode, _StrPromise]] = {
    ReasonCode.LOT: _lazy("drawn by lot"),
    ReasonCode.CIRCLE: _lazy("round %(round)s of the circle"),
    ReasonCode.LINE_MOVES: _lazy("round %(round)s of the lines"),
    ReasonCode.PHANTOM: _lazy("nobody sits in the other place"),
    ReasonCode.NEIGHBOURS: _lazy("neighbours in the standings, places %(above)s and %(below)s"),
    ReasonCode.MET_BEFORE: _lazy("%(entry)s was skipped: they have already met"),
    ReasonCode.SMALLEST_GAP: ngettext_lazy(
        "%(points)s point apart, the smallest differences over all tables",
        "%(points)s points apart, the smallest differences over all tables",
        "points",
    ),
    ReasonCode.REMATCH: _lazy("they have met before"),
    ReasonCode.APART: _lazy("they were not to meet, and nothing else was possible"),
    ReasonCode.WISHED: _lazy("as they had wished"),
    ReasonCode.APART_PASSED_OVER: _lazy("%(entry)s was skipped: they are not to meet"),
    ReasonCode.CLUB_MATES: _lazy("they are from the same club"),
    ReasonCode.SECOND_SIT_OUT: _lazy("sits out again"),
    ReasonCode.FEWEST_SIT_OUTS: ngettext_lazy(
        "has sat out %(had)s time before", "has sat out %(had)s times before", "had"
    ),
    ReasonCode.LOWEST: _lazy("the lowest of these in the standings"),
    ReasonCode.SMALL_TABLE: _lazy("a table of two sides"),
    ReasonCode.LARGE_TABLE: _lazy("%(entry)s joined them, so that nobody has to sit out"),
    ReasonCode.SAME_PARTNER: _lazy("they have been partners before"),
    ReasonCode.BY_HAND: _lazy("set by the director"),
    ReasonCode.STAYS: _lazy("%(entry)s is stationary at table %(table)s"),
    ReasonCode.NEITHER_MOVES: _lazy("%(entry)s was skipped: neither can move"),
    ReasonCode.LOCKED: _lazy("locked by the director"),
}


def round_label(number: int) -> str:
    return _("Round %(number)s") % {"number": number}


def after_round_label(number: int) -> str:
    """Say after which round standings are."""
    return _("after round %(number)s") % {"number": number}


def during_round_label(number: int) -> str:
    """Say during which round standings are."""
    return _("round %(number)s is being played") % {"number": number}


def tables_finished(over: int, tables: int) -> str:
    """Say how many tables of a round have finished."""
    return ngettext(
        "%(over)s of %(count)s table has finished.",
        "%(over)s of %(count)s tables have finished.",
        tables,
    ) % {"over": over, "count": tables}


def _reason_text(code: str) -> str | _StrPromise:
    """Return the sentence of a reason that several movements give, or of one that is a movement's own."""
    if code in _REASONS:
        return _REASONS[ReasonCode(code)]
    return _(next(each.reasons[code] for each in MOVEMENTS.values() if code in each.reasons))


def pairing_reason_sentence(
    reason: Mapping[str, Any], names: Mapping[int, str] = MappingProxyType({})
) -> str:
    """Return a stored reason of a pairing as a sentence, with the names of entries where they are given."""
    numbers = {"table": "", "round": "", "above": "", "below": "", "points": 0, "had": 0} | dict(reason)
    if reason["why"] == ReasonCode.FEWEST_SIT_OUTS and not numbers["had"]:
        return _("has not sat out yet")
    if reason["why"] == ReasonCode.NEIGHBOURS and "above" not in reason:
        return _("close to each other in the standings")
    entry = reason.get("entry", 0)
    return str(_reason_text(reason["why"]) % (numbers | {"entry": names.get(entry, entry)}))


def remark_sentence(remark: Remark, names: Mapping[int, str]) -> str:
    """Return a remark on a pairing or a sit-out as a sentence."""
    first, *others = (names[entry] for entry in remark.entries)
    entries = {"one": first, "other": "".join(others[:1])}
    match remark.reason.code:
        case ReasonCode.REMATCH:
            times = remark.reason.params["times"]
            sentence = ngettext(
                "%(one)s and %(other)s have met before.",
                "%(one)s and %(other)s have met %(times)s times before.",
                times,
            )
            return sentence % (entries | {"times": times})
        case ReasonCode.APART:
            return _("%(one)s and %(other)s are not to meet.") % entries
        case ReasonCode.CLUB_MATES:
            return _("%(one)s and %(other)s are from the same club.") % entries
        case ReasonCode.SAME_PARTNER:
            return _("%(one)s and %(other)s have been partners before.") % entries
        case _:
            return _("%(one)s has already sat out more often than others.") % entries
