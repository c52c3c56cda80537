"""A game as a sequence of scored deals.

`evaluate_game` scores a whole game from data, `rescore_deals` the deals that have been recorded. Each deal is
scored with the totals before it; a deal with errors leaves them unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from scoring.core.counting import count_deal
from scoring.core.deal_sheet import DealSheet
from scoring.core.game_state import (
    ONGOING,
    EarlyEnd,
    GameEnd,
    GameState,
    end_at_deal_limit,
    end_early,
    next_openings,
)
from scoring.core.house_rules import with_options
from scoring.core.parser import DealParser
from scoring.core.pipeline import DealResult, evaluate
from scoring.core.problem import Code, Problem, Problems, in_deal_order
from scoring.core.ruleset import FindRules, RuleSet
from scoring.core.schema import SIDE_COUNTS, USUAL_PLAYERS, Json
from scoring.core.score import DealScore, score_counted_deal
from scoring.core.vocabulary import Opening

_GAME_KEYS: Final = frozenset({"ruleset", "options", "players", "deals", "ended"})
_END_KEYS: Final = frozenset({"kind", "side"})
_ENDS: Final = {end.value: end for end in GameEnd}
# Keys that a deal in a game does not have itself.
_KEYS_OF_THE_GAME: Final = ("ruleset", "options", "before")


class GameSoFar(NamedTuple):
    """A game between two deals, as far as it has been scored."""

    rules: RuleSet
    totals: tuple[int, ...]
    state: GameState = ONGOING
    # The number of deals that ends the game, where one was agreed instead of the target; those that count.
    deal_limit: int | None = None
    deals_played: int = 0
    # The side of three that did not come or has left.
    away: int | None = None

    @property
    def openings(self) -> tuple[Opening | None, ...]:
        """What each side needs to open in the next deal, to be frozen when it is dealt."""
        return next_openings(self.rules, self.totals, self.state, self.away)

    def with_deal(self, deal: DealResult) -> GameSoFar:
        if deal.score is None:
            return self
        return self.with_score(deal.score)

    def with_score(self, score: DealScore) -> GameSoFar:
        """Return the game after one more deal that counts."""
        totals, deals_played = tuple(side.after for side in score.sides), self.deals_played + 1
        state = end_at_deal_limit(self.rules, totals, score.game, deals_played, self.deal_limit, self.away)
        return self._replace(totals=totals, state=state, deals_played=deals_played)


class GameResult(NamedTuple):
    """A scored game: its deals with their scores, and the game after them."""

    deals: tuple[DealResult, ...]
    game: GameSoFar | None
    # Problems of the game itself, not of one of its deals.
    problems: Problems = ()

    @property
    def ok(self) -> bool:
        return not self.problems and all(deal.score is not None for deal in self.deals)


def _start(rules: RuleSet, sides: int) -> GameSoFar:
    return GameSoFar(rules, (0,) * sides)


def rescore_deals(game: GameSoFar, sheets: Iterable[DealSheet]) -> Iterator[DealScore]:
    """Yield the scores of recorded deals, from the given state of the game on.

    The deals are not checked again: a correction never annuls later deals, even when the game would have been
    over before them (000 §35b). Whether the game is over is decided again after each deal.
    """
    for sheet in sheets:
        extra = sheet.extra_deal or bool(game.state.extra_deal)
        score = score_counted_deal(count_deal(sheet._replace(before=game.totals, extra_deal=extra)))
        game = game.with_score(score)
        yield score if game.deal_limit is None else score._replace(game=game.state)


def _with_early_end(game: GameSoFar, end: EarlyEnd | None) -> GameSoFar:
    if end is None:
        return game
    return game._replace(state=end_early(game.rules, game.totals, end))


# Reading a game from data.


def evaluate_game(data: object, find: FindRules) -> GameResult:
    """Score a whole game from data: its deals in their order, without the keys that belong to the game."""
    if not isinstance(data, dict):
        return GameResult((), None, (Problem(Code.NOT_A_GAME),))
    parser = _GameParser(data, find)
    game = parser.new_game()
    if game is None:
        return GameResult((), None, in_deal_order(parser.problems))
    deals = []
    for deal in parser.evaluate_deals(game):
        deals.append(deal)
        game = parser.game = game.with_deal(deal)
    game = _with_early_end(game, parser.end(len(game.totals)))
    return GameResult(tuple(deals), game, in_deal_order(parser.problems))


class _GameParser(DealParser):
    """Reads the data of a game once."""

    def __init__(self, data: dict[str, Json], find: FindRules) -> None:
        super().__init__(data, find)
        self.game: GameSoFar | None = None

    def new_game(self) -> GameSoFar | None:
        """Return the game before its first deal; None when its data does not allow any deal to be scored."""
        if not self.data.keys() <= _GAME_KEYS:
            self.unknown_keys(self.data, _GAME_KEYS, None)
        rules = self.rules(None)
        options = self.options(rules)
        if not isinstance(self.data.get("deals"), list):
            self.add_bad_value("deals", None, "missing" if "deals" not in self.data else "type")
        players = self.players(rules, self.side_count())
        if rules is None or self.problems:
            return None
        return _start(with_options(rules, options), len(players))

    def side_count(self) -> int:
        """Return the number of sides by the players, else by the hands of the first deal."""
        players = self.data.get("players")
        deals = self.data.get("deals")
        first = deals[0] if isinstance(deals, list) and deals else None
        hands = first.get("hands") if isinstance(first, dict) else None
        count = next((len(part) for part in (players, hands) if isinstance(part, list)), min(SIDE_COUNTS))
        return count if count in SIDE_COUNTS else min(SIDE_COUNTS)

    def evaluate_deals(self, game: GameSoFar) -> Iterator[DealResult]:
        """Score each deal with the totals after the deals before it; the caller keeps `game` up to date."""
        self.game = game
        deals = self.data["deals"]
        for deal in deals if isinstance(deals, list) else []:
            yield self.evaluate_deal(deal, self.game)

    def evaluate_deal(self, deal: Json, game: GameSoFar) -> DealResult:
        if not isinstance(deal, dict):
            return DealResult(None, (Problem(Code.NOT_A_DEAL),), None)
        surplus = [key for key in _KEYS_OF_THE_GAME if key in deal]
        if surplus:
            params = {"reason": "unknown_key"}
            return DealResult(
                None, tuple(Problem(Code.BAD_VALUE, None, key, params) for key in surplus), None
            )
        return evaluate({**self.keys_of_game(game), **deal}, self.find)

    def keys_of_game(self, game: GameSoFar) -> dict[str, Json]:
        """Return the keys of the next deal that follow from the game."""
        players: list[Json] = [USUAL_PLAYERS] * len(game.totals)
        keys: dict[str, Json] = {
            "ruleset": game.rules.slug,
            "options": self.data.get("options", {}),
            "players": self.data.get("players", players),
            "before": list(game.totals),
        }
        return {**keys, "extra_deal": True} if game.state.extra_deal else keys

    def end(self, sides: int) -> EarlyEnd | None:
        """Return how the game ended before its target; None if it did not."""
        if "ended" not in self.data:
            return None
        end = self.data["ended"]
        if not isinstance(end, dict):
            self.add_bad_value("ended", None, "type", end)
            return None
        self.unknown_keys(end, _END_KEYS, None, "ended.")
        kind = end.get("kind")
        game_end = _ENDS.get(kind) if isinstance(kind, str) else None
        if game_end is None:
            self.add_bad_value("ended.kind", None, "choice" if "kind" in end else "missing", kind)
            return None
        return EarlyEnd(game_end) if game_end is GameEnd.TIME else self.end_by_side(end, game_end, sides)

    def end_by_side(self, end: dict[str, Json], kind: GameEnd, sides: int) -> EarlyEnd | None:
        problems_before = len(self.problems)
        side = self.number(end, "side", "ended", None)
        if len(self.problems) == problems_before and side >= sides:
            self.add_bad_value("ended.side", None, "too_large", side)
        return EarlyEnd(kind, side) if len(self.problems) == problems_before else None
