"""Conversion between stored games and values of the core: rules, sheets, scores and states."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from clubs.books.writing import JsonValue
from scoring import rulesets
from scoring.core import house_rules, sheet_io
from scoring.core.corrections import CorrectionKind, correction_kinds
from scoring.core.counting import count_deal
from scoring.core.deal_sheet import DealSheet
from scoring.core.game import GameSoFar
from scoring.core.game_state import (
    GameEnd,
    GameState,
    end_at_deal_limit,
    openings_for,
    openings_of_playing,
    three_sided_settlement,
)
from scoring.core.pipeline import evaluate_sheet
from scoring.core.problem import Code, Problem, errors_of, warnings_of
from scoring.core.ruleset import RuleSet
from scoring.core.score import DealScore
from scoring.core.vocabulary import LineGroup, Opening, OptionValue, ScoreLine
from scoring.models import Deal, DealVersion, Game, Side
from scoring.store.director_points import (
    DealData,
    ledger_charges,
    typed_director_points,
    with_director_points,
)

# The keys of a stored sheet that follow from the game and are not typed.
_GAME_KEYS = frozenset({"ruleset", "options", "players", "before", "extra_deal", "away"})


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
    """The part of a stored result that is read again."""

    sides: list[SideData]


@dataclass(frozen=True, slots=True)
class GameBefore:
    """A game before a deal: its rules, and each side's total."""

    ruleset: str
    edition: str
    options: Mapping[str, JsonValue]
    players: tuple[int, ...]
    totals: tuple[int, ...]
    # The sides that play, if the next deal is an extra deal.
    extra_deal: tuple[int, ...] = ()
    # The side of three that did not come or has left.
    away: int | None = None
    # The opening requirements stored when the deal was dealt; before that they follow from the totals.
    frozen_openings: tuple[Opening | None, ...] | None = None
    # The points that the ledger charges each side in this deal.
    charges: tuple[int, ...] = ()
    # The agreed number of deals, which replaces the target.
    deal_limit: int | None = None

    @property
    def openings(self) -> tuple[Opening | None, ...]:
        """The opening requirement of each side; None for a side that does not play."""
        if self.frozen_openings is not None:
            return self.frozen_openings
        needed = openings_for(load_ruleset(self.ruleset, self.edition), self.totals)
        return openings_of_playing(needed, self.extra_deal, self.away)


@dataclass(frozen=True, slots=True)
class StoredSide:
    """One side of a stored result."""

    lines: tuple[ScoreLine, ...]
    base: int
    cards: int
    total: int
    after: int


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A deal read and scored, ready to be stored; without a score if it has errors."""

    data: dict[str, JsonValue]
    problems: tuple[Problem, ...]
    score: DealScore | None
    openings: tuple[Opening | None, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        return errors_of(self.problems)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return warnings_of(self.problems)


def load_ruleset(slug: str, edition: str | None = None) -> RuleSet:
    """Return an edition of a rule set, or the newest; an unknown one is a LookupError."""
    rules = rulesets.find(slug, edition)
    if rules is None:
        raise LookupError(f"{slug} {edition}")
    return rules


def newest_edition(slug: str) -> str:
    return load_ruleset(slug).edition


def rules_of_game(game: Game) -> RuleSet:
    """Return the rules of a stored game, with its house rules and without a target if it has a deal limit."""
    return _rules_with_limit(
        house_rules.with_options(load_ruleset(game.ruleset, game.edition), options_of(game)),
        game.deals_agreed,
    )


def _rules_with_limit(rules: RuleSet, deal_limit: int | None) -> RuleSet:
    """Return the rules without their target if a number of deals replaces it."""
    return rules if deal_limit is None else house_rules.without_target(rules)


def options_of(game: Game) -> tuple[tuple[str, OptionValue], ...]:
    return tuple(sorted(game.options.items()))


def combination_codes(game: Game) -> frozenset[str]:
    rules = load_ruleset(game.ruleset, game.edition)
    return frozenset(combination.code for combination in rules.combinations)


def carried_totals(sides: Iterable[Side]) -> tuple[int, ...]:
    """Return the totals taken over from paper; empty if the game began with none."""
    totals = tuple(side.carried for side in sides)
    return totals if any(totals) else ()


def sides_in_extra_deal(sides: Iterable[Side]) -> tuple[int, ...]:
    """Return the numbers of the sides that share the top and play an extra deal; usually none."""
    return tuple(side.number for side in sides if side.plays_extra_deal)


def game_before(game: Game, sides: Iterable[Side], totals: Sequence[int]) -> GameBefore:
    """Return the game before its next deal, with the `totals` of its sides."""
    return _game_before(game, totals, extra_deal=sides_in_extra_deal(sides), away=game.away)


def game_before_deal(game: Game, deal: Deal, totals: Sequence[int]) -> GameBefore:
    """Return the game before a stored deal, with the `totals` that the earlier deals make now."""
    away = game.away_in(deal.number)
    is_extra = any(opening is None and side != away for side, opening in enumerate(deal.openings))
    playing = tuple(side for side, opening in enumerate(deal.openings) if opening is not None)
    return _game_before(
        game,
        totals,
        extra_deal=playing if is_extra else (),
        away=away,
        frozen_openings=tuple(deal.openings),
        charges=ledger_charges(deal, len(totals)) if deal.version else (),
    )


def _game_before(
    game: Game,
    totals: Sequence[int],
    *,
    extra_deal: tuple[int, ...],
    away: int | None,
    frozen_openings: tuple[Opening | None, ...] | None = None,
    charges: tuple[int, ...] = (),
) -> GameBefore:
    return GameBefore(
        game.ruleset,
        game.edition,
        game.options,
        tuple(game.players_per_side),
        tuple(totals),
        extra_deal,
        away,
        frozen_openings,
        charges,
        deal_limit=game.deals_agreed,
    )


def read_deal(before: GameBefore, data: DealData, overridden: Collection[Code] = ()) -> ScoredDeal:
    """Parse, check and score a deal; a preview and the recording of a deal both use it.

    `overridden` are errors that a director overrides.
    """
    whole = _with_game(before, data)
    forbidden = typed_director_points(data, before.charges)
    if forbidden:
        return ScoredDeal(whole, forbidden, None, before.openings)
    sheet, problems = sheet_io.read_sheet(
        whole, rulesets.find, openings=before.openings, edition=before.edition
    )
    if sheet is None:
        return ScoredDeal(whole, problems, None, before.openings)
    result = evaluate_sheet(_apply_deal_limit(sheet, before.deal_limit), overridden)
    return ScoredDeal(whole, result.problems, result.score, before.openings)


def _with_game(before: GameBefore, data: DealData) -> dict[str, JsonValue]:
    """Return the typed data with the keys that follow from the game."""
    known: dict[str, JsonValue] = {
        "ruleset": before.ruleset,
        "options": dict(before.options),
        "players": list(before.players),
        "before": list(before.totals),
    }
    if before.extra_deal:
        known["extra_deal"] = True
    if before.away is not None:
        known["away"] = before.away
    return {**with_director_points(data, before.charges), **known}


def stored_sheet(game: Game, data: DealData, openings: Sequence[Opening | None]) -> DealSheet:
    """Return the sheet of a stored version; it was valid when recorded, so an error is a LookupError."""
    return _apply_deal_limit(stored_sheet_to_target(game, data, openings), game.deals_agreed)


def stored_sheet_to_target(game: Game, data: DealData, openings: Sequence[Opening | None]) -> DealSheet:
    """Return the sheet of a stored version as one of a game to its target.

    Where the game was set up wrong, a former version is by the rules of another game: it has their openings.
    """
    is_of_game = data["ruleset"] == game.ruleset
    sheet, problems = sheet_io.read_sheet(
        data,
        rulesets.find,
        openings=tuple(openings) if is_of_game else None,
        edition=game.edition if is_of_game else None,
    )
    if sheet is None:
        raise LookupError(f"a stored sheet that cannot be read: {[problem.code for problem in problems]}")
    return sheet


def without_target(sheet: DealSheet) -> DealSheet:
    """Return a sheet as one of a game over a number of deals."""
    return sheet._replace(rules=house_rules.without_target(sheet.rules))


def _apply_deal_limit(sheet: DealSheet, deal_limit: int | None) -> DealSheet:
    """Return the sheet with the rules of its game; a sheet does not contain the agreed number of deals."""
    return sheet if deal_limit is None else sheet._replace(rules=_rules_with_limit(sheet.rules, deal_limit))


def totals_as_written(sheet: DealSheet) -> tuple[int, ...] | None:
    """Return what a side's own protocol of a deal comes to; None if it cannot be scored."""
    score = evaluate_sheet(sheet).score
    return None if score is None else tuple(side.total for side in score.sides)


def overridden_codes(version: DealVersion) -> frozenset[Code]:
    """Return the errors that a director has overridden in a version."""
    return frozenset(Code(code) for code in version.overridden_errors)


def scores_the_same(stored: ResultData, score: DealScore) -> bool:
    """Tell whether two sheets of a deal score the same lines: then only detail was added."""
    before = [[(line.code, line.points) for line in side.lines] for side in sides_of(stored)]
    return before == [[(line.code, line.points) for line in side.lines] for side in score.sides]


def opened_sides(game: Game, scored: ScoredDeal) -> frozenset[int]:
    """Return the sides that have a meld."""
    deal = count_deal(stored_sheet(game, scored.data, scored.openings))
    return frozenset(side.side for side in deal.playing if side.opened)


def sheets_differ(old: DealSheet, new: DealSheet) -> bool:
    """Tell whether two protocols of a deal differ; the director's points are in neither."""
    return not correction_kinds(old, new) <= {CorrectionKind.RULING}


def game_start(game: Game, sides: Iterable[Side]) -> GameSoFar:
    """Return a game before its first deal, with the totals carried over from paper."""
    totals = tuple(side.carried for side in sides)
    return GameSoFar(rules_of_game(game), totals, deal_limit=game.deals_agreed, away=game.away)


def target_of(game: Game) -> int | None:
    """Return the total that ends a game; None if a number of deals ends it."""
    return None if game.deals_agreed is not None else rules_of_game(game).target


def usual_target(game: Game) -> int:
    """Return the target by the rules, also where a number of deals takes its place."""
    rules = load_ruleset(game.ruleset, game.edition)
    return house_rules.with_options(rules, options_of(game)).target


def last_deal_number(deal_limit: int | None, void: int) -> int | None:
    """Return the number of the last agreed deal; void deals are dealt again but keep their numbers."""
    return None if deal_limit is None else deal_limit + void


def state_after_deal(game: Game, score: DealScore, played: int) -> GameState:
    """Return the state of a game after its latest deal, with `played` deals that count."""
    totals = [side.after for side in score.sides]
    return end_at_deal_limit(rules_of_game(game), totals, score.game, played, game.deals_agreed, game.away)


def target_with_options(slug: str, options: Sequence[tuple[str, OptionValue]] = ()) -> int:
    """Return the target of a game opened now with these house rules."""
    return house_rules.with_options(load_ruleset(slug), tuple(options)).target


def settlement_of(game: Game, totals: Sequence[int]) -> tuple[int, ...] | None:
    """Return the points that each of three sides wins from the others; None if there is no settlement.

    A game that a side has given up, stopped or left is lost by that side whatever the totals, and is not
    settled.
    """
    return (
        None
        if is_given_up(game) or game.away is not None
        else three_sided_settlement(rules_of_game(game), totals)
    )


def is_given_up(game: Game) -> bool:
    """Tell whether a side has lost the game by leaving it."""
    return game.ended_by in (GameEnd.FORFEIT, GameEnd.STOPPED)


def deal_data(data: DealData) -> dict[str, JsonValue]:
    """Return the typed part of a stored sheet."""
    return {name: value for name, value in data.items() if name not in _GAME_KEYS}


def sides_of(stored: ResultData) -> tuple[StoredSide, ...]:
    """Return the sides of a stored result."""
    return tuple(
        StoredSide(
            tuple(_stored_line(line) for line in side["lines"]),
            side["base"],
            side["cards"],
            side["total"],
            side["after"],
        )
        for side in stored["sides"]
    )


def _stored_line(line: LineData) -> ScoreLine:
    return ScoreLine(line["code"], LineGroup(line["group"]), line["count"], line["points"], line["rule"])
