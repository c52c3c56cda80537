"""What is agreed on for a league and no longer changes, since matches depend on it, and what these are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.core.leagues.rules import LeagueRules
from tournaments.leagues.plans import LeaguePlan
from tournaments.models import League, MatchTable, Team, TeamMatch

_Match, _Table = TeamMatch.Kind, MatchTable.Kind


class RuleFrozenBy(StrEnum):
    """What depends on a rule."""

    # A line-up was seen, a result entered or a game opened.
    PLAYED = "played"
    ACCEPTED = "accepted"
    # An accepted match has a walkover, or a game that somebody gave up.
    WALKOVERS = "walkovers"
    WITHDRAWN = "withdrawn"


_FROZEN_BY_PLAYED: Final = ("tables", "pair_size", "meeting", "opponents", "deals", "ruleset", "options")
_NUMBERS_OF_SCHEMES: Final = ("bands", "bound", "cap")
_FROZEN_BY_ACCEPTED: Final = (
    *("scheme", *_NUMBERS_OF_SCHEMES),
    *("decision", "win", "draw", "loss", "chain"),
)
_FROZEN_BY_WALKOVERS: Final = ("margin", "walkover_percent")
_FROZEN_BY_WITHDRAWN: Final = ("withdrawn",)
_WALKOVERS: Final = (_Match.WALKOVER, _Match.BOTH_ABSENT)
_GIVEN_UP: Final = (_Table.WALKOVER, _Table.BOTH_ABSENT, _Table.FORFEITED, _Table.RULED_LOST)


def find_frozen(league: League) -> Mapping[str, RuleFrozenBy]:
    """Return the rules and settings that stay, by the names of their fields: three queries."""
    matches = TeamMatch.objects.filter(league=league)
    if not matches.filter(_is_played()).exists():
        return {}
    frozen = dict.fromkeys(_FROZEN_BY_PLAYED, RuleFrozenBy.PLAYED)
    accepted = matches.filter(state=TeamMatch.State.ACCEPTED).order_by()
    walkovers = list(accepted.annotate(has_walkover=_has_walkover()).values_list("has_walkover", flat=True))
    if walkovers:
        frozen |= dict.fromkeys(_FROZEN_BY_ACCEPTED, RuleFrozenBy.ACCEPTED)
    if any(walkovers):
        frozen |= dict.fromkeys(_FROZEN_BY_WALKOVERS, RuleFrozenBy.WALKOVERS)
    if walkovers and Team.objects.filter(league=league, withdrawn_at__isnull=False).exists():
        # Of a team that has left the others have walkovers.
        left = (*_FROZEN_BY_WITHDRAWN, *_FROZEN_BY_WALKOVERS)
        frozen |= {name: frozen.get(name, RuleFrozenBy.WITHDRAWN) for name in left}
    return frozen


def _is_played() -> Q:
    return Q(opened_at__isnull=False) | ~Q(kind=None) | Q(Exists(_tables()))


def _has_walkover() -> Q:
    return Q(kind__in=_WALKOVERS) | Q(Exists(_tables().filter(kind__in=_GIVEN_UP)))


def _tables() -> QuerySet[MatchTable]:
    return MatchTable.objects.filter(match=OuterRef("pk")).order_by()


def changed_names(before: LeaguePlan, after: LeaguePlan) -> list[str]:
    """Return the names of the fields in which two plans differ, the numbers of schemes among them."""
    named = [*_changed_rules(before.rules, after.rules)]
    if before.ruleset != after.ruleset:
        named.append("ruleset")
    elif dict(before.options) != dict(after.options):
        named.append("options")
    return named


def _changed_rules(before: LeagueRules, after: LeagueRules) -> Iterable[str]:
    for name in LeagueRules.__dataclass_fields__:
        if name != "numbers" and getattr(before, name) != getattr(after, name):
            yield name
    for name in _NUMBERS_OF_SCHEMES:
        if getattr(before.numbers, name) != getattr(after.numbers, name):
            yield name
