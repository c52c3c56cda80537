"""Whether people can sign up for an event now, and the sentence that says so."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow
from tournaments.models import Announcement, Tournament


class Openness(StrEnum):
    """How far the sign-up for an event has got."""

    DRAFT = "draft"
    NOT_YET = "not yet"
    OPEN = "open"
    CLOSED = "closed"
    CANCELLED = "cancelled"


def openness_of(event: Tournament, announcement: Announcement, now: datetime) -> Openness:
    if not announcement.is_announced:
        return Openness.DRAFT
    if announcement.status == Announcement.Status.CANCELLED:
        return Openness.CANCELLED
    if event.state != Tournament.State.OPEN or event.book.archived_at is not None:
        return Openness.CLOSED
    if announcement.closes_at is not None and now >= announcement.closes_at:
        return Openness.CLOSED
    if announcement.opens_at is not None and now < announcement.opens_at:
        return Openness.NOT_YET
    return Openness.OPEN


def openness_sentence(event: Tournament, announcement: Announcement, now: datetime) -> str:
    """Say whether one can sign up, and until when or from when."""
    match openness_of(event, announcement, now):
        case Openness.DRAFT:
            return _("The event has not been announced yet.")
        case Openness.CANCELLED:
            return _("The event is cancelled.")
        case Openness.CLOSED:
            return _("The sign-up is closed.")
        case Openness.NOT_YET:
            return _("The sign-up opens on %(time)s.") % {"time": moment(announcement.opens_at)}
    if announcement.closes_at is None:
        return _("The sign-up is open.")
    return _("The sign-up is open until %(time)s.") % {"time": moment(announcement.closes_at)}


def moment(at: datetime | None) -> str:
    return "" if at is None else date_format(localtime(at), "DATETIME_FORMAT")


def refuse_unless_open(event: Tournament, announcement: Announcement | None, now: datetime) -> Announcement:
    """Return the announcement of an event for which one can sign up now. Raises NotNow."""
    if announcement is None:
        raise NotNow(_("The event has not been announced yet."))
    if openness_of(event, announcement, now) is not Openness.OPEN:
        raise NotNow(openness_sentence(event, announcement, now))
    return announcement
