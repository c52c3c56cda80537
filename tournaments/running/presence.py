"""Presence by round: who misses the next round and is back in the one after it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.utils.translation import gettext as _

from clubs.books.permissions import RECORDERS
from clubs.books.refusals import validation_error
from clubs.books.writing import Author, JsonValue, retried
from scoring.recording import NotNow
from tournaments.models import Entry, Round
from tournaments.models import Tournament as Event
from tournaments.play.entry_queries import next_round_number
from tournaments.running.events import refuse_shown
from tournaments.running.session import open_event


@retried
def set_missing(
    by: Author, event: Event, number: int, missing: Collection[int], seen: str | None = None
) -> None:
    """Say which entries, by their numbers, miss the next round: all others play in it.

    It is taken back by saying it again, until the round is drawn. `seen` has the entries that the page
    showed as missing: refuses where that has changed since.
    """
    with open_event(event, by, needs=RECORDERS) as opened:
        refuse_shown(opened.event)
        if opened.event.rounds.filter(state=Round.State.DRAWN).exists():
            raise NotNow(_("A round has been drawn but not published: publish it first, or remove the draw."))
        if number != next_round_number(opened.event):
            raise NotNow(_("Round %(number)s is drawn already.") % {"number": number})
        entries = list(opened.event.entries.exclude(state=Entry.State.WITHDRAWN).order_by("number"))
        if not {entry.number for entry in entries} >= set(missing):
            raise validation_error("numbers", _("No entry has this number."))
        before = numbers_missing(entries, number)
        if before == sorted(missing):
            opened.writing.mark_repeat()
            return
        if seen is not None and seen != format_numbers(before):
            raise NotNow(_("Somebody else has changed who plays in the meantime. Look at it once more."))
        for entry in entries:
            others = [missed for missed in entry.missed if missed != number]
            entry.missed = sorted([*others, number] if entry.number in missing else others)
        Entry.objects.bulk_update(entries, ["missed"])
        absent: list[JsonValue] = [*before]
        now_absent: list[JsonValue] = [*numbers_missing(entries, number)]
        opened.writing.log(
            "event.presence",
            opened.event,
            before={"missing": absent},
            after={"number": number, "missing": now_absent},
        )


def numbers_missing(entries: Iterable[Entry], number: int) -> list[int]:
    """Return the numbers of the entries that miss a round."""
    return sorted(entry.number for entry in entries if number in entry.missed)


def format_numbers(numbers: Iterable[int]) -> str:
    return " ".join(str(number) for number in numbers)
