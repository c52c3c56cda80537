"""The announcement of an event as a report: for its page, as a PDF to hang up, as text to paste."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from clubs.reports.layouts import Grid
from clubs.reports.report import Column, Fact, Report, ReportTable, Row
from scoring.store import sheets
from scoring.wording import labels
from tournaments.models import Announcement, Tournament
from tournaments.public.calendar import status_in_words
from tournaments.public.programme import planned_programme, programme_tables
from tournaments.signup.openness import openness_sentence


def announcement_report(
    event: Tournament, announcement: Announcement, address: str, now: datetime, rules: str = ""
) -> Report:
    """The announcement; `address` is where one signs up, `rules` where the rules of the event are read."""
    facts = announcement_facts(event, announcement, now)
    if notice := status_in_words(announcement):
        facts = [Fact(_("The event"), notice, key="status"), *facts]
    if announcement.is_announced and rules:
        facts = [*facts, Fact(_("Rules in force"), rules, key="rules")]
    if announcement.is_announced:
        facts = [*facts, Fact(_("Sign up at"), address, key="address")]
    tables = [
        ReportTable(
            columns=(Column("", key="what"), Column("", key="details")),
            rows=tuple(Row((fact.label, fact.value)) for fact in facts),
            layout=Grid(heading=False),
            key="announcement",
        )
    ]
    if (programme := planned_programme(event)) is not None:
        tables.extend(programme_tables(programme))
    if announcement.text.strip():
        paragraphs = (line.strip() for line in announcement.text.splitlines())
        tables.append(
            ReportTable(
                columns=(Column("", key="text"),),
                rows=tuple(Row((line,)) for line in paragraphs if line),
                layout=Grid(heading=False),
                key="text",
            )
        )
    return Report(
        title=event.title,
        subtitle=_("Announcement"),
        tables=tuple(tables),
        address=address if announcement.is_announced else "",
        language=get_language() or "en",
    )


def announcement_facts(event: Tournament, announcement: Announcement, now: datetime) -> list[Fact]:
    """What is known of an event, line by line, without its address and whether it takes place."""
    return [fact for fact in _facts(event, announcement, now) if fact.value not in ("", None)]


def _facts(event: Tournament, announcement: Announcement, now: datetime) -> Iterator[Fact]:
    begins = "" if event.starts_at is None else date_format(localtime(event.starts_at), "TIME_FORMAT")
    yield Fact(_("Organizer"), event.club.name, key="organizer")
    yield Fact(_("Date"), date_format(event.date, "DATE_FORMAT"), key="date")
    yield Fact(_("Begins"), begins, key="begins")
    yield Fact(_("Venue"), announcement.place, key="place")
    game = _("%(game)s, rules of %(edition)s")
    words = {"game": labels.ruleset_name(event.ruleset), "edition": sheets.newest_edition(event.ruleset)}
    yield Fact(_("Game"), game % words, key="game")
    yield Fact(_("Rounds"), event.agreement.rounds, key="rounds")
    yield Fact(_("Who plays"), _entries_of(event.agreement.players), key="who_plays")
    yield Fact(_("Fee"), announcement.fee, key="fee")
    yield Fact(_("Number of places"), places_sentence(announcement), key="number_of_places")
    yield Fact(_("For whom"), who_sentence(event, announcement), key="for_whom")
    yield Fact(_("Sign-up"), openness_sentence(event, announcement, now), key="sign_up")
    yield Fact(_("Contact"), announcement.contact, key="contact")


def _entries_of(size: int) -> str:
    if size == 1:
        return _("single players")
    if size == 2:
        return _("pairs; anyone who comes alone can look for a partner")
    return _("teams of %(count)s players") % {"count": size}


def places_sentence(announcement: Announcement) -> str:
    if announcement.places is None:
        return ""
    return ngettext("room for %(count)s entry", "room for %(count)s entries", announcement.places) % {
        "count": announcement.places
    }


def who_sentence(event: Tournament, announcement: Announcement) -> str:
    if announcement.who == Announcement.Who.LICENCE:
        return _("players with a licence")
    if announcement.who == Announcement.Who.CLUB:
        return _("members of %(club)s") % {"club": event.club.name}
    return _("anybody")
