"""Between stored games and the core: what was typed becomes a sheet, a sheet becomes what is stored.

Knows how a game and a deal are stored and what the core asks for; must not know a number of any rule set, a
sentence of any language, or who may write.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from clubs.books.writing import Value
from scoring.core import rulesets, sheet_io
from scoring.core.corrections import Kind, kinds_of
from scoring.core.counting import count_deal
from scoring.core.deal_sheet import DealSheet
from scoring.core.game import Standing as FoldStanding
from scoring.core.game import openings_before, refolded
from scoring.core.game_state import GameEnd, GameState, after_deals, settled
from scoring.core.pipeline import scored_sheet
from scoring.core.problem import Code, Problem, errors_of, warnings_of
from scoring.core.rulesets.base import Group, Line, Opening, RuleSet, Setting
from scoring.core.score import DealScore
from scoring.models import Deal, DealVersion, Game
from scoring.store.director_points import charged_in, typed_rulings, with_rulings

__all__ = ["refolded"]

Body = Mapping[str, Value]
# What a game knows of itself, so that nobody types it.
_KNOWN = frozenset({"ruleset", "options", "players", "before", "extra_deal"})


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
    # The sides that play an extra deal, when the next deal is one.
    extra_deal: tuple[int, ...] = ()
    # The requirements as frozen when the deal was dealt; until then those that follow from the totals.
    frozen: tuple[Opening | None, ...] | None = None
    # What the ledger charges each side in this deal.
    charged: tuple[int, ...] = ()
    # How many deals were agreed on instead of the target.
    deals: int | None = None

    @property
    def openings(self) -> tuple[Opening | None, ...]:
        """What each side needs; None for a side that does not play."""
        if self.frozen is not None:
            return self.frozen
        needed = openings_before(rules_of(self.ruleset, self.edition), self.totals)
        if not self.extra_deal:
            return needed
        return tuple(opening if side in self.extra_deal else None for side, opening in enumerate(needed))


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
    openings: tuple[Opening | None, ...]

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


def rules_of_game(game: Game) -> RuleSet:
    """The rules of a stored game, with its house rules; its target only where it is played to one."""
    return _agreed_rules(
        rulesets.with_options(rules_of(game.ruleset, game.edition), options_of(game)), game.deals_agreed
    )


def _agreed_rules(rules: RuleSet, deals: int | None) -> RuleSet:
    """The rules as a game is played by them: a number of deals stands in the place of the target."""
    return rules if deals is None else rulesets.without_target(rules)


def options_of(game: Game) -> tuple[tuple[str, Setting], ...]:
    return tuple(sorted(game.options.items()))


def combination_codes(game: Game) -> frozenset[str]:
    return frozenset(one.code for one in rules_of(game.ruleset, game.edition).combinations)


def standing_of(
    game: Game, totals: Sequence[int], frozen: Sequence[Opening | None] | None = None
) -> Standing:
    """The game as it stands with these totals."""
    return Standing(
        game.ruleset,
        game.edition,
        game.options,
        tuple(game.players),
        tuple(totals),
        tuple(game.extra_deal),
        None if frozen is None else tuple(frozen),
        deals=game.deals_agreed,
    )


def standing_before(game: Game, deal: Deal, totals: Sequence[int]) -> Standing:
    """The game as it stood when a deal was dealt, with the totals that the deals before it make now."""
    standing = standing_of(game, totals, deal.openings)
    idle = None in deal.openings
    playing = tuple(side for side, opening in enumerate(deal.openings) if opening is not None)
    charged = charged_in(deal, len(totals)) if deal.version else ()
    return replace(standing, extra_deal=playing if idle else (), charged=charged)


def read_deal(standing: Standing, body: Body, overridden: Collection[Code] = ()) -> ScoredDeal:
    """Read, check and score a deal: the same for a preview and for what is stored.

    `overridden` are errors that a director passes over.
    """
    data = _with_standing(standing, body)
    typed = typed_rulings(body, standing.charged)
    if typed:
        return ScoredDeal(data, typed, None, standing.openings)
    written, problems = sheet_io.read(data, openings=standing.openings, edition=standing.edition)
    if written is None:
        return ScoredDeal(data, problems, None, standing.openings)
    found = scored_sheet(_as_agreed(written, standing.deals), overridden)
    return ScoredDeal(data, found.problems, found.score, standing.openings)


def _with_standing(standing: Standing, body: Body) -> dict[str, Value]:
    """What was typed, with what the game knows of itself."""
    known: dict[str, Value] = {
        "ruleset": standing.ruleset,
        "options": dict(standing.options),
        "players": list(standing.players),
        "before": list(standing.totals),
    }
    if standing.extra_deal:
        known["extra_deal"] = True
    return {**with_rulings(body, standing.charged), **known}


def stored_sheet(game: Game, data: Body, openings: Sequence[Opening | None]) -> DealSheet:
    """The sheet of a stored version: it was checked when it was recorded."""
    written, problems = sheet_io.read(data, openings=tuple(openings), edition=game.edition)
    if written is None:
        raise LookupError(f"a stored sheet that cannot be read: {[problem.code for problem in problems]}")
    return _as_agreed(written, game.deals_agreed)


def _as_agreed(written: DealSheet, deals: int | None) -> DealSheet:
    """The sheet by the rules of its game. No sheet says how many deals were agreed on: the game does."""
    return written if deals is None else written._replace(rules=_agreed_rules(written.rules, deals))


def passed_over(version: DealVersion) -> frozenset[Code]:
    """The errors that a director has passed over in a version."""
    return frozenset(Code(code) for code in version.overridden)


def scores_the_same(stored: ResultData, score: DealScore) -> bool:
    """Whether two ways of writing a deal down score the same lines: then nothing but detail was added."""
    before = [[(line.code, line.points) for line in side.lines] for side in sides_of(stored)]
    return before == [[(line.code, line.points) for line in side.lines] for side in score.sides]


def opened_sides(game: Game, scored: ScoredDeal) -> frozenset[int]:
    """The sides that have a meld."""
    deal = count_deal(stored_sheet(game, scored.data, scored.openings))
    return frozenset(side.side for side in deal.playing if side.opened)


def differ(one: DealSheet, other: DealSheet) -> bool:
    """Whether two protocols of a deal say something different; the director's numbers are in neither."""
    return not kinds_of(one, other) <= {Kind.RULING}


def start_of(game: Game, sides: int) -> FoldStanding:
    """A game before its first deal: nothing, or what was carried over from paper."""
    return FoldStanding(rules_of_game(game), tuple(game.carried) or (0,) * sides, agreed=game.deals_agreed)


def target_of(game: Game) -> int | None:
    """The total that ends a game; None where a number of deals does."""
    return None if game.deals_agreed is not None else rules_of_game(game).target


def last_number(agreed: int | None, void: int) -> int | None:
    """The number of the last of so many deals: a void one has a number too, and is dealt again."""
    return None if agreed is None else agreed + void


def state_after(game: Game, score: DealScore, played: int) -> GameState:
    """How a game stands after its last deal, the one of so many that count."""
    totals = [side.after for side in score.sides]
    return after_deals(rules_of_game(game), totals, score.game, played, game.deals_agreed)


def target_by(slug: str, options: Sequence[tuple[str, Setting]] = ()) -> int:
    """The target of a game that is opened now by these rules."""
    return rulesets.with_options(rules_of(slug), tuple(options)).target


def settlement_of(game: Game, totals: Sequence[int]) -> tuple[int, ...] | None:
    """What each of three sides wins from the others; None where a game is not settled so.

    Nor is one that a side has given up or stopped: it has lost, whatever its total says.
    """
    return None if gave_up(game) else settled(rules_of_game(game), totals)


def gave_up(game: Game) -> bool:
    """Whether a side has lost the game by leaving it, and not by the totals."""
    return game.end in (GameEnd.FORFEIT, GameEnd.STOPPED)


def body_of(data: Body) -> dict[str, Value]:
    """What was typed of a stored sheet."""
    return {name: value for name, value in data.items() if name not in _KNOWN}


def sides_of(stored: ResultData) -> tuple[StoredSide, ...]:
    """The sides of a stored result."""
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


def _stored_line(line: LineData) -> Line:
    return Line(line["code"], Group(line["group"]), line["count"], line["points"], line["rule"])
