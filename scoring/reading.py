"""Between stored games and the core: what was typed becomes a sheet, a sheet becomes what is stored.

Knows how a game and a deal are stored and what the core asks for; must not know a number of any rule set, a
sentence of any language, or who may write.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from clubs.books import Value
from scoring.core import rulesets, sheet
from scoring.core.game import openings_before
from scoring.core.problem import Problem, errors_of, warnings_of
from scoring.core.rulesets.base import Group, Line, Opening, RuleSet
from scoring.core.score import DealScore
from scoring.core.scored import scored_sheet
from scoring.models import Game

Body = Mapping[str, Value]
# What a game knows of itself, so that nobody types it.
KNOWN = frozenset({"ruleset", "options", "players", "before"})


class LineData(TypedDict):
    code: str
    group: str
    count: int | None
    points: int
    rule: str


class SideData(TypedDict):
    lines: list[LineData]
    base: int
    cards: int
    total: int
    after: int


class ResultData(TypedDict):
    """A stored result, as far as it is read again."""

    sides: list[SideData]


@dataclass(frozen=True, slots=True)
class Standing:
    """A game before a deal: what it is played by, and each side's total."""

    ruleset: str
    edition: str
    options: Mapping[str, Value]
    players: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BlankTally:
    """What a side's column on the protocol asks for."""

    ruleset: str
    combinations: tuple[str, ...]
    penalties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoredSide:
    """One side of a stored result."""

    lines: tuple[Line, ...]
    base: int
    cards: int
    total: int
    after: int


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A deal read and scored, ready to be stored; with errors there is no score."""

    data: dict[str, Value]
    problems: tuple[Problem, ...]
    score: DealScore | None
    openings: tuple[Opening, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        return errors_of(self.problems)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return warnings_of(self.problems)


def rules_of(slug: str, edition: str | None = None) -> RuleSet:
    """The rule set of a stored game: slug and edition were checked when the game was opened."""
    found = rulesets.find(slug, edition)
    if found is None:
        raise LookupError(f"{slug} {edition}")
    return found


def edition_of(slug: str) -> str:
    """The edition that a game opened now is played by."""
    return rules_of(slug).edition


def blank_tally(slug: str, edition: str) -> BlankTally:
    rules = rules_of(slug, edition)
    combinations = tuple(one.code for one in rules.combinations)
    return BlankTally(slug, combinations, tuple(penalty.code for penalty in rules.penalties))


def standing_of(game: Game) -> Standing:
    """The game as it stands now."""
    totals = tuple(game.sides.order_by("number").values_list("total", flat=True))
    return Standing(game.ruleset, game.edition, game.options, tuple(game.players), totals)


def read_deal(standing: Standing, body: Body) -> ScoredDeal:
    """Read, check and score a deal: the same for a preview and for what is stored."""
    data = with_standing(standing, body)
    openings = openings_before(rules_of(standing.ruleset, standing.edition), standing.totals)
    written, problems = sheet.read(data, openings=openings, edition=standing.edition)
    if written is None:
        return ScoredDeal(data, problems, None, openings)
    found = scored_sheet(written)
    return ScoredDeal(data, found.problems, found.score, openings)


def with_standing(standing: Standing, body: Body) -> dict[str, Value]:
    """What was typed, with what the game knows of itself."""
    return {
        **body,
        "ruleset": standing.ruleset,
        "options": dict(standing.options),
        "players": list(standing.players),
        "before": list(standing.totals),
    }


def body_of(data: Body) -> dict[str, Value]:
    """What was typed of a stored sheet."""
    return {name: value for name, value in data.items() if name not in KNOWN}


def sides_of(stored: ResultData) -> tuple[StoredSide, ...]:
    """The sides of a stored result."""
    return tuple(
        StoredSide(
            tuple(stored_line(line) for line in side["lines"]),
            side["base"],
            side["cards"],
            side["total"],
            side["after"],
        )
        for side in stored["sides"]
    )


def stored_line(line: LineData) -> Line:
    return Line(line["code"], Group(line["group"]), line["count"], line["points"], line["rule"])
