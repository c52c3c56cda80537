"""The programme of an event: made, its lines written, and moved when something is late."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, JsonValue, Submission, retried
from tournaments.core.programme import MAX_MOVE, LineKind, ProgrammeLine, free_number, move, overtakes
from tournaments.models import Tournament
from tournaments.play.programme import as_stored, fingerprint_of_programme, line_label, lines_of, read_lines
from tournaments.running.events import EARLIEST_DATE, LATEST_DATE, refuse_official
from tournaments.running.session import OpenEvent, open_event

PROGRAMME_MADE, LINE_SET, LINE_REMOVED, MOVED, PUT_BACK = (
    "programme.made",
    "programme.line_set",
    "programme.line_removed",
    "programme.moved",
    "programme.put_back",
)
# The moment of an act, by which its undo names it: an event has many acts on its programme.
ACT_OF_PROGRAMME: Final = "programme_act"
MAX_LINES: Final = 80
MAX_LINE_TEXT: Final = 80
MAX_LINE_MINUTES: Final = 24 * 60
MAX_ROUND: Final = 99
# The number of a line that is new.
NEW_LINE: Final = 0


@retried
def make_programme(by: Author, event: Tournament, lines: Sequence[ProgrammeLine], seen: str) -> None:
    """Replace the programme with these lines. `seen` is the fingerprint of what the page has shown."""
    _check_all(lines)
    with open_event(event, by) as opened:
        _store(opened, PROGRAMME_MADE, lines, seen)


@retried
def set_programme_line(by: Author, event: Tournament, line: ProgrammeLine, seen: str) -> None:
    """Write a line; with the number `NEW_LINE` it is added. A time that is written is no move."""
    with open_event(event, by) as opened:
        lines = lines_of(opened.event)
        stored = next((one for one in lines if one.number == line.number), None)
        if stored is None and line.number != NEW_LINE:
            raise NotNow(_("Somebody else has removed this line."))
        was = stored.was if stored is not None and stored.at == line.at else None
        number = line.number or free_number(lines)
        others = [one for one in lines if one.number != line.number]
        written = [*others, replace(line, number=number, was=was)]
        _check_all(written)
        _store(opened, LINE_SET, written, seen)


@retried
def remove_programme_line(by: Author, event: Tournament, number: int, seen: str) -> None:
    """Take a line out of the programme."""
    with open_event(event, by) as opened:
        kept = [line for line in lines_of(opened.event) if line.number != number]
        _store(opened, LINE_REMOVED, kept, seen)


@retried
def move_programme(by: Author, event: Tournament, first: int, minutes: int, seen: str, key: UUID) -> None:
    """Move a line and all that follow it by so many minutes, earlier where that is less than nothing."""
    if not 1 <= abs(minutes) <= MAX_MOVE:
        raise validation_error("minutes", _("From 1 to %(most)s minutes.") % {"most": MAX_MOVE})
    submission = Submission(key=key, content={"first": first, "minutes": minutes})
    with open_event(event, by, submission=submission) as opened:
        if opened.writing.earlier is not None:
            return
        lines = lines_of(opened.event)
        line = next((one for one in lines if one.number == first), None)
        if line is None:
            raise NotNow(_("Somebody else has removed this line."))
        _refuse_outdated(opened.event, seen)
        if overtakes(lines, first, minutes):
            raise NotNow(_("%(line)s would begin before what precedes it.") % {"line": line_label(line)})
        _store(opened, MOVED, move(lines, first, minutes), seen, {"moved_minutes": minutes})


@retried
def put_programme_back(
    by: Author, event: Tournament, before: Mapping[str, Any], after: Mapping[str, Any]
) -> None:
    """Take an act on the programme back. It is refused where the programme has been changed since."""
    with open_event(event, by) as opened:
        if opened.event.programme != after["programme"]:
            raise NotNow(_("The programme has been changed since. Take the later act back first."))
        facts = {ACT_OF_PROGRAMME: after[ACT_OF_PROGRAMME]}
        seen = fingerprint_of_programme(opened.event)
        _store(opened, PUT_BACK, read_lines(before["programme"]), seen, facts)


def _store(
    opened: OpenEvent,
    act: str,
    lines: Iterable[ProgrammeLine],
    seen: str,
    facts: Mapping[str, JsonValue] | None = None,
) -> None:
    event, before = opened.event, opened.event.programme
    after = as_stored(lines)
    refuse_official(event)
    if after == before:
        opened.writing.mark_repeat()
        return
    _refuse_outdated(event, seen)
    event.programme = after
    event.save(update_fields=["programme"])
    said = {ACT_OF_PROGRAMME: opened.writing.by.at.isoformat(), **(facts or {})}
    opened.writing.log(act, event, before={"programme": before}, after={"programme": after, **said})


def _refuse_outdated(event: Tournament, seen: str) -> None:
    if fingerprint_of_programme(event) != seen:
        raise NotNow(_("Somebody else has changed the programme meanwhile. Look at it again."))


# What is refused.


def _check_all(lines: Sequence[ProgrammeLine]) -> None:
    if len(lines) > MAX_LINES:
        raise NotNow(_("A programme has at most %(count)s lines.") % {"count": MAX_LINES})
    rounds = [line.round for line in lines if line.kind is LineKind.ROUND]
    for line in lines:
        _check_line(line)
        if line.kind is LineKind.ROUND and rounds.count(line.round) > 1:
            refusal = _("Round %(number)s is in the programme already.") % {"number": line.round}
            raise validation_error("round", refusal)


def _check_line(line: ProgrammeLine) -> None:
    if not EARLIEST_DATE <= localtime(line.at).date() <= LATEST_DATE:
        raise validation_error("on_day", _("Check the year."))
    if not 0 <= line.minutes <= MAX_LINE_MINUTES:
        raise validation_error("minutes", _("From 0 to %(most)s minutes.") % {"most": MAX_LINE_MINUTES})
    if any(len(text) > MAX_LINE_TEXT for text in line.texts.values()):
        raise validation_error("text", _("At most %(count)s characters.") % {"count": MAX_LINE_TEXT})
    if line.kind is LineKind.OTHER and not any(line.texts.values()):
        raise validation_error("text", _("Write what it is."))
    if line.kind is LineKind.ROUND and not 1 <= (line.round or 0) <= MAX_ROUND:
        raise validation_error("round", _("Write which round it is."))
