"""The rules in force as a report: for the page of an event, for its files, and to hang on the wall."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.layouts import PROSE, Grid, Prose
from clubs.reports.report import Column, Fact, Report, ReportTable, Row
from scoring.store import sheets
from scoring.wording import labels
from tournaments.models import Tournament
from tournaments.play.standings_sources import source_of
from tournaments.public.event_view import Field
from tournaments.public.rule_groups import rules_by_group
from tournaments.public.score_keeping_rules import Rule

# Nobody outside the competition, and nobody who takes turns.
_NOBODY_ELSE: Final = Field()


def rules_report(event: Tournament, field: Field = _NOBODY_ELSE) -> Report:
    """The rules as a table for each group, with a row for each sentence.

    `field` has what the agreement does not know.
    """
    tables = [_table(caption, rules) for caption, rules in _rule_groups(event, field)]
    return _report(
        event, [replace(table, layout=Grid(heading=index == 0)) for index, table in enumerate(tables)]
    )


def rules_as_lists(event: Tournament, field: Field = _NOBODY_ELSE) -> Report:
    """The same as lists of sentences. What was agreed on is page one, our readings may be page two."""
    *agreed, readings = (_list_of_sentences(*group) for group in _rule_groups(event, field))
    report = _report(event, [*agreed, replace(readings, layout=Prose(begins_page=True))])
    return replace(report, facts=(*_day_facts(event), _edition_fact(event), *_revision_facts(event)))


def _rule_groups(event: Tournament, field: Field) -> Iterator[tuple[str, Iterable[Rule]]]:
    if not source_of(event).knows_games:
        return
    if event.rules_before:
        yield _("What was corrected"), map(Rule, corrected_rules(event))
    yield from rules_by_group(event, field)


def _report(event: Tournament, tables: Iterable[ReportTable]) -> Report:
    return Report(
        title=event.title,
        subtitle=_("Rules in force"),
        facts=(*_game_facts(event), *_revision_facts(event)),
        tables=tuple(tables),
        language=get_language() or "en",
    )


def _day_facts(event: Tournament) -> tuple[Fact, ...]:
    starts = event.starts_at
    begins = (
        (Fact(_("Begins"), date_format(localtime(starts), "TIME_FORMAT"), key="begins", exact=starts),)
        if starts
        else ()
    )
    return (
        Fact(_("Club"), event.club.name, key="club"),
        Fact(_("Date"), date_format(event.date, "DATE_FORMAT"), key="date", exact=event.date),
        *begins,
    )


def _edition_fact(event: Tournament) -> Fact:
    """The game and its edition in one fact: a wall has no room for two."""
    edition = f"{labels.ruleset_name(event.ruleset)} {sheets.newest_edition(event.ruleset)}"
    return Fact(_("Rules, edition"), edition, key="edition")


def _game_facts(event: Tournament) -> tuple[Fact, ...]:
    return (
        *_day_facts(event),
        Fact(_("Game"), labels.ruleset_name(event.ruleset), key="game"),
        Fact(_("Edition of the rules"), sheets.newest_edition(event.ruleset), key="edition"),
    )


def _revision_facts(event: Tournament) -> tuple[Fact, ...]:
    """Which revision of the rules this is, and since when, where the event was set up wrong."""
    if not event.rules_before:
        return ()
    words = {"number": len(event.rules_before) + 1, "since": _moment(event.rules_before[-1])}
    return (Fact(_("Revision"), _("%(number)s, of %(since)s") % words, key="revision"),)


def _moment(former: Mapping[str, Any]) -> str:
    """When rules ceased to be in force."""
    return date_format(localtime(datetime.fromisoformat(former["until"])), "SHORT_DATETIME_FORMAT")


# What was corrected.


def corrected_rules(event: Tournament) -> Iterator[str]:
    """What each revision has changed, the newest first: the sentences that went, and those that came."""
    revisions = [*(_as_before(event, former) for former in event.rules_before), event]
    for at in range(len(event.rules_before), 0, -1):
        words = {"number": at + 1, "since": _moment(event.rules_before[at - 1])}
        yield _("Revision %(number)s, of %(since)s, counts for all games from the first one on.") % words
        old, new = _sentences(revisions[at - 1]), _sentences(revisions[at])
        yield from (_("No longer: %(rule)s") % {"rule": rule} for rule in old if rule not in new)
        yield from (_("Now: %(rule)s") % {"rule": rule} for rule in new if rule not in old)


def _as_before(event: Tournament, former: Mapping[str, Any]) -> Tournament:
    """Return the event as it was agreed on before a correction."""
    agreed = {name: former[name] for name in ("ruleset", "options", "settings")}
    return Tournament(name=event.name, date=event.date, club=event.club, secret=event.secret, **agreed)


def _sentences(event: Tournament) -> list[str]:
    """Return all rules as sentences without our readings, which are those of the game."""
    groups = list(rules_by_group(event, _NOBODY_ELSE))[:-1]
    return [rule.listed for _caption, rules in groups for rule in rules]


def _table(caption: str, rules: Iterable[Rule]) -> ReportTable:
    return ReportTable(
        caption=caption,
        columns=(
            Column(_("What applies"), key="rule"),
            Column(_("Paragraph"), minor=True, key="paragraph"),
        ),
        rows=tuple(Row((rule.sentence, rule.paragraph)) for rule in rules),
        key="rules",
    )


def _list_of_sentences(caption: str, rules: Iterable[Rule]) -> ReportTable:
    """A list of sentences under a caption."""
    return ReportTable(
        caption=caption,
        columns=(Column("", per_language=True, key="rule"),),
        rows=tuple(Row((rule.listed,)) for rule in rules),
        layout=PROSE,
        key="rules",
    )
