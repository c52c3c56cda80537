"""Announcements to all phones and screens, and calls for players; each ends by itself or is taken back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS, RECORDERS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Facts, Submission, retried
from clubs.models import Role
from tournaments.models import Entry, Tournament
from tournaments.play.notices import Notice, NoticeKind, as_stored, find_notice, notices_of, with_changed
from tournaments.running.session import OpenEvent, open_event

MAX_TEXT: Final = 120
# Minutes for which players are called.
CALL_MINUTES: Final = 15
_MAX_MINUTES: Final = 24 * 60
# Those who may call players may say that they have come.
_NEEDS: Final[Mapping[NoticeKind, Collection[Role.Kind]]] = {
    NoticeKind.ANNOUNCEMENT: DIRECTORS,
    NoticeKind.CALL: RECORDERS,
}


@dataclass(frozen=True, slots=True)
class CalledPlayers:
    """An entry by its number, one of its players or all, and the table; None is the director's desk."""

    entry: int
    player: int | None = None
    table: int | None = None


@retried
def announce(
    by: Author,
    event: Tournament,
    texts: Mapping[str, str],
    minutes: int,
    submission: Submission | None = None,
) -> int:
    """Announce something for so many minutes, in the languages in which it was typed; return its number."""
    texts = {language: text for language, text in texts.items() if text}
    if not texts:
        raise validation_error("text", _("Write what is to be announced."))
    if any(len(text) > MAX_TEXT for text in texts.values()):
        raise validation_error("text", _("At most %(count)s characters.") % {"count": MAX_TEXT})
    if not 1 <= minutes <= _MAX_MINUTES:
        raise validation_error("minutes", _("Choose how long it stands."))
    with open_event(event, by, submission=submission) as opened:
        if opened.writing.earlier is not None:
            return int(opened.writing.earlier.facts["notice_number"])
        until = by.at + timedelta(minutes=minutes)
        notice = Notice(_next_number(opened.event), NoticeKind.ANNOUNCEMENT, by.at, until, texts=texts)
        facts = {"announcement": " / ".join(texts.values()), "until_time": _isoformat(notice.until)}
        return _add(opened, notice, "notice.announced", facts)


@retried
def call_players(
    by: Author, event: Tournament, called: CalledPlayers, submission: Submission | None = None
) -> int:
    """Call the players of an entry to a table or to the desk; return the number of the call."""
    with open_event(event, by, needs=RECORDERS, submission=submission) as opened:
        if opened.writing.earlier is not None:
            return int(opened.writing.earlier.facts["notice_number"])
        entry = Entry.objects.filter(tournament=opened.event, number=called.entry).first()
        if entry is None:
            raise validation_error("who", _("No entry has this number."))
        until = by.at + timedelta(minutes=CALL_MINUTES)
        number = _next_number(opened.event)
        notice = Notice(number, NoticeKind.CALL, by.at, until, entry=called.entry, player=called.player)
        facts: dict[str, str | int] = {"called_entry": called.entry}
        if called.table is not None:
            facts["to_table"] = called.table
        return _add(opened, notice._replace(table=called.table), "notice.called", facts)


def _next_number(event: Tournament) -> int:
    return 1 + max((notice.number for notice in notices_of(event)), default=0)


def _add(opened: OpenEvent, notice: Notice, act: str, facts: Facts) -> int:
    _save(opened, [*notices_of(opened.event), notice])
    opened.writing.log(act, opened.event, after={"notice_number": notice.number, **facts})
    return notice.number


@retried
def end_notice(by: Author, event: Tournament, number: int) -> None:
    """Take an announcement or a call back before its end."""
    _set_ended(by, event, number, ended=True)


@retried
def bring_notice_back(by: Author, event: Tournament, number: int) -> None:
    """Show an announcement or a call again that was taken back, until the end that it had."""
    _set_ended(by, event, number, ended=False)


def _set_ended(by: Author, event: Tournament, number: int, *, ended: bool) -> None:
    with open_event(event, by, needs=RECORDERS) as opened:
        notice = find_notice(opened.event, number)
        if notice is None or notice.until <= by.at:
            raise NotNow(_("Its time is over: it is shown no longer."))
        if not by.has_role(opened.writing.book, _NEEDS[notice.kind]):
            raise PermissionDenied
        if notice.ended == ended:
            opened.writing.mark_repeat()
            return
        _save(opened, with_changed(notices_of(opened.event), notice._replace(ended=ended)))
        act = "notice.ended" if ended else "notice.brought_back"
        opened.writing.log(act, opened.event, after={"notice_number": number})


def _save(opened: OpenEvent, notices: Iterable[Notice]) -> None:
    opened.event.notices = as_stored(notices)
    opened.event.save(update_fields=["notices"])


def _isoformat(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()
