"""Words for what counts in a game instead of what was played, such as a walkover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from clubs.plugins.hooks import HookTable

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

# The label of each code of `Game.other_result`.
other_result_labels: HookTable[_StrOrPromise] = HookTable()


def other_result_label(code: str) -> str:
    """Return the label of what counts instead; empty for a game in which the played result counts."""
    return str(other_result_labels[code]) if code else ""


def other_result_sentence(code: str) -> str:
    """Say what counts instead of what was played, and what follows from that."""
    return _("Another result counts for this game: %(result)s. No more deals are entered.") % {
        "result": other_result_label(code)
    }
