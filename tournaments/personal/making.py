"""The codes of an event, made for all its entries by one act. New ones shut out those before."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow
from clubs.books.writing import Author, retried
from tournaments.models import Tournament
from tournaments.running.session import open_event

MADE: Final = "codes.made"
PUT_BACK: Final = "codes.put_back"


@retried
def make_codes(by: Author, event: Tournament, seen: int) -> bool:
    """Make codes for all entries, also for those that come later; return whether this act made them.

    `seen` is how many sets the page knew of: sent twice, it makes one. `put_codes_back` takes it back.
    """
    with open_event(event, by) as opened:
        row = opened.event
        if row.code_sets_made != seen:
            opened.writing.mark_repeat()
            return False
        before = row.code_set
        row.code_sets_made = row.code_set = seen + 1
        row.save(update_fields=["code_set", "code_sets_made"])
        opened.writing.log(MADE, row, before={"code_set": before}, after={"code_set": row.code_set})
        return True


@retried
def put_codes_back(by: Author, event: Tournament, code_set: int, instead_of: int) -> None:
    """Let the codes of an earlier set be valid instead of these; with 0 there are none."""
    with open_event(event, by) as opened:
        row = opened.event
        if row.code_set == code_set:
            opened.writing.mark_repeat()
            return
        if row.code_set != instead_of:
            raise NotNow(_("Codes have been made since."))
        row.code_set = code_set
        row.save(update_fields=["code_set"])
        opened.writing.log(PUT_BACK, row, before={"code_set": instead_of}, after={"code_set": code_set})
