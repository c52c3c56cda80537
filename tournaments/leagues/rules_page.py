"""The rules of a league in plain words: for its page, and for the files of that page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from clubs.reports.layouts import Grid
from clubs.reports.report import Column, Report, ReportTable, Row
from clubs.reports.tables import ExportReport
from scoring.models import Game
from tournaments.core.leagues.rules import LeagueRules
from tournaments.leagues import words
from tournaments.models import League
from tournaments.public.rule_groups import end_of_game_rules, house_rules
from tournaments.public.score_keeping_rules import Rule, score_keeping_rules

_TWO_SIDES = 2


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """Some of the rules under a heading."""

    heading: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class LeagueScoreKeeping:
    """How the score of a game is kept where it is recorded deal by deal."""

    corrections: str
    signers: str
    written_on: str = Game.WrittenOn.BOTH.value
    approval: str = Game.Approval.SHARED.value
    protocols: str = Game.Protocols.ONE.value
    director_signs: bool = False
    second_entry: bool = False

    @classmethod
    def of(cls, rules: LeagueRules) -> LeagueScoreKeeping:
        return cls(rules.corrections, rules.signers)


def rule_groups(league: League) -> list[RuleGroup]:
    """Return all rules of a league."""
    return [RuleGroup(heading, tuple(rules)) for heading, rules in _groups(league)]


def _groups(league: League) -> Iterator[tuple[str, Iterable[Rule]]]:
    rules = league.agreed
    yield _("The game"), _game_rules(league, rules)
    yield _("What a game is worth"), map(Rule, words.game_worth_rules(rules))
    yield _("The match"), map(Rule, [*words.match_rules(rules), _legs_sentence(rules)])
    yield _("Standings"), map(Rule, _place_rules(league, rules))
    yield (
        _("When somebody is missing"),
        map(Rule, [*words.walkover_rules(rules), *words.reserve_rules(rules)]),
    )
    yield _("Days and answers"), map(Rule, words.time_rules(rules))
    yield (
        _("A game that is recorded deal by deal"),
        score_keeping_rules(LeagueScoreKeeping.of(rules), league.ruleset),
    )


def _game_rules(league: League, rules: LeagueRules) -> Iterator[Rule]:
    yield from end_of_game_rules(league, rules.deals)
    yield from house_rules(league, _TWO_SIDES, rules.pair_size)


def _legs_sentence(rules: LeagueRules) -> str:
    return ngettext(
        "Each team meets each other once.", "Each team meets each other %(count)s times.", rules.legs
    ) % {"count": rules.legs}


def _place_rules(league: League, rules: LeagueRules) -> Iterator[str]:
    yield from words.place_rules(rules)
    if league.divisions.count() > 1:
        yield from words.move_rules(rules)


def rules_report(league: League) -> Report:
    """Return the rules as a table for each group."""
    groups = rule_groups(league)
    return ExportReport(
        title=league.name,
        subtitle=_("Rules of the league"),
        club=league.club.name,
        tables=tuple(_table(group, index == 0) for index, group in enumerate(groups)),
        language=get_language() or "en",
    )


def _table(group: RuleGroup, is_first: bool) -> ReportTable:
    return ReportTable(
        columns=(
            Column(_("What applies"), key="rule"),
            Column(_("Paragraph"), minor=True, key="paragraph"),
        ),
        rows=tuple(Row((one.sentence, one.paragraph)) for one in group.rules),
        caption=group.heading,
        key="rules",
        layout=Grid(heading=is_first),
    )
