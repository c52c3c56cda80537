"""Words for what counts in a game instead of what was played, such as a walkover."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from clubs.plugins.hooks import HookTable

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


class OtherResult(NamedTuple):
    """What may count instead, and whether the score of the game stands with it, as where a clock ends it."""

    label: _StrOrPromise
    score_stands: bool


# By the codes of `Game.other_result`.
other_results: HookTable[OtherResult] = HookTable()


def other_result_label(code: str) -> str:
    """Return the label of what counts instead; empty for a game in which the played result counts."""
    return str(other_results[code].label) if code else ""


def score_counts(code: str) -> bool:
    """Whether the score of a game counts: nothing counts instead, or a result with which it stands."""
    return not code or other_results[code].score_stands


def other_result_sentence(code: str) -> str:
    """Say what counts instead of what was played, and what follows from that."""
    return _("Another result counts for this game: %(result)s. No more deals are entered.") % {
        "result": other_result_label(code)
    }
