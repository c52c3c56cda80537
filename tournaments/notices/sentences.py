"""Sentences for the players of an entry: the same on their own page, on a phone and in a mail."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Announcement


def call_sentence(table: int | None) -> str:
    """That the entry is called; without a table to the director's desk."""
    if table is None:
        return _("You are called to the desk.")
    return _("You are called to table %(table)s.") % {"table": table}


def signing_sentence(table: int) -> str:
    sentence = _("Your game is over: sign its score sheet at table %(table)s, if you have not signed it yet.")
    return sentence % {"table": table}


def approval_sentence(deals: Sequence[int], table: int) -> str:
    sentence = ngettext(
        "Deal %(numbers)s waits for your approval, on the phone of table %(table)s.",
        "Deals %(numbers)s wait for your approval, on the phone of table %(table)s.",
        len(deals),
    )
    return sentence % {"numbers": ", ".join(map(str, deals)), "table": table}


def status_sentence(announcement: Announcement) -> str:
    return announcement.status_sentence or _("The event takes place as planned.")
