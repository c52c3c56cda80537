"""A game as the fold of its deals.

`play` folds a whole game from data, `refolded` deals that have been recorded. Every deal is scored with the
totals before it; one with errors leaves them as they were. Knows how deals follow each other; must not know
how one is scored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from scoring.core import rulesets
from scoring.core.counting import count_deal
from scoring.core.deal_sheet import DealSheet
from scoring.core.game_state import (
    GOES_ON,
    EarlyEnd,
    GameEnd,
    GameState,
    after_deals,
    ended_early,
    next_openings,
    openings_before,
)
from scoring.core.parser import Reading
from scoring.core.pipeline import Scored, scored
from scoring.core.problem import Code, Problem, Problems, in_order_of_the_deal
from scoring.core.rulesets.base import Opening, RuleSet
from scoring.core.schema import TWO_A_SIDE, Json
from scoring.core.score import DealScore, score_of

_GAME_KEYS: Final = frozenset({"ruleset", "options", "players", "deals", "ended"})
_END_KEYS: Final = frozenset({"kind", "side"})
_ENDS: Final = {end.value: end for end in GameEnd}
# What a deal of a game does not say itself.
_KNOWN_TO_THE_GAME: Final = ("ruleset", "options", "before")

__all__ = [
    "EarlyEnd",
    "GameEnd",
    "GameState",
    "Played",
    "Standing",
    "openings_before",
    "play",
    "refolded",
]


class Standing(NamedTuple):
    """A game between two deals."""

    rules: RuleSet
    totals: tuple[int, ...]
    state: GameState = GOES_ON
    # So many deals end the game, where that was agreed on instead of its target; and how many count by now.
    agreed: int | None = None
    played: int = 0

    @property
    def openings(self) -> tuple[Opening | None, ...]:
        """What each side needs in the next deal, to be frozen when it is dealt."""
        return next_openings(self.rules, self.totals, self.state)

    def after(self, deal: Scored) -> Standing:
        if deal.score is None:
            return self
        return self.counting(deal.score)

    def counting(self, score: DealScore) -> Standing:
        """The game after one more deal that counts."""
        totals, played = tuple(side.after for side in score.sides), self.played + 1
        state = after_deals(self.rules, totals, score.game, played, self.agreed)
        return self._replace(totals=totals, state=state, played=played)


class Played(NamedTuple):
    """A game folded: each deal with its score, and how the game stands."""

    deals: tuple[Scored, ...]
    standing: Standing | None
    # What is wrong with the game itself, not with one of its deals.
    problems: Problems = ()

    @property
    def ok(self) -> bool:
        return not self.problems and all(deal.score is not None for deal in self.deals)


def _start(rules: RuleSet, sides: int) -> Standing:
    return Standing(rules, (0,) * sides)


def refolded(standing: Standing, sheets: Iterable[DealSheet]) -> Iterator[DealScore]:
    """The scores of deals that have been recorded, from a standing on.

    They are not checked again: a correction never annuls what was dealt after it, even when the game would
    have been over before (000 §35b), and whether it is over is tested again at the end of each.
    """
    for sheet in sheets:
        extra = sheet.extra_deal or bool(standing.state.extra_deal)
        score = score_of(count_deal(sheet._replace(before=standing.totals, extra_deal=extra)))
        standing = standing.counting(score)
        yield score if standing.agreed is None else score._replace(game=standing.state)


def _closed(standing: Standing, end: EarlyEnd | None) -> Standing:
    if end is None:
        return standing
    return standing._replace(state=ended_early(standing.rules, standing.totals, end))


# A game as data.


def play(data: object) -> Played:
    """A whole game from data: its deals in their order, without what the game knows itself."""
    if not isinstance(data, dict):
        return Played((), None, (Problem(Code.NOT_A_GAME),))
    reading = _GameReading(data)
    frame = reading.frame()
    if frame is None:
        return Played((), None, in_order_of_the_deal(reading.found))
    standing, deals = frame, []
    for deal in reading.deals(standing):
        deals.append(deal)
        standing = reading.standing = standing.after(deal)
    standing = _closed(standing, reading.end(len(standing.totals)))
    return Played(tuple(deals), standing, in_order_of_the_deal(reading.found))


class _GameReading(Reading):
    """One walk through the data of a game."""

    def __init__(self, data: dict[str, Json]) -> None:
        super().__init__(data)
        self.standing: Standing | None = None

    def frame(self) -> Standing | None:
        """The game before its first deal; None when it says too little for a single deal to be scored."""
        if not self.data.keys() <= _GAME_KEYS:
            self.unknown_keys(self.data, _GAME_KEYS, None)
        rules = self.rules(None)
        options = self.options(rules)
        if not isinstance(self.data.get("deals"), list):
            self.bad("deals", None, "missing" if "deals" not in self.data else "type")
        players = self.players(rules, self.side_count())
        if rules is None or self.found:
            return None
        return _start(rulesets.with_options(rules, options), len(players))

    def side_count(self) -> int:
        """As many sides as the game says, or as its first deal has hands."""
        players = self.data.get("players")
        deals = self.data.get("deals")
        first = deals[0] if isinstance(deals, list) and deals else None
        hands = first.get("hands") if isinstance(first, dict) else None
        said = next((len(part) for part in (players, hands) if isinstance(part, list)), TWO_A_SIDE)
        return said if said in (2, 3) else TWO_A_SIDE

    def deals(self, standing: Standing) -> Iterator[Scored]:
        """Each deal scored, with the totals that the deals before it have led to."""
        self.standing = standing
        deals = self.data["deals"]
        for deal in deals if isinstance(deals, list) else []:
            yield self.scored(deal, self.standing)

    def scored(self, deal: Json, standing: Standing) -> Scored:
        if not isinstance(deal, dict):
            return Scored(None, (Problem(Code.NOT_A_DEAL),), None)
        said = [key for key in _KNOWN_TO_THE_GAME if key in deal]
        if said:
            params = {"reason": "unknown_key"}
            return Scored(None, tuple(Problem(Code.BAD_VALUE, None, key, params) for key in said), None)
        return scored({**self.known(standing), **deal})

    def known(self, standing: Standing) -> dict[str, Json]:
        """What the game knows of its next deal."""
        players: list[Json] = [TWO_A_SIDE] * len(standing.totals)
        known: dict[str, Json] = {
            "ruleset": standing.rules.slug,
            "options": self.data.get("options", {}),
            "players": self.data.get("players", players),
            "before": list(standing.totals),
        }
        return {**known, "extra_deal": True} if standing.state.extra_deal else known

    def end(self, sides: int) -> EarlyEnd | None:
        """How the game ended before its target, if it did."""
        if "ended" not in self.data:
            return None
        end = self.data["ended"]
        if not isinstance(end, dict):
            self.bad("ended", None, "type", end)
            return None
        self.unknown_keys(end, _END_KEYS, None, "ended.")
        kind = end.get("kind")
        known = _ENDS.get(kind) if isinstance(kind, str) else None
        if known is None:
            self.bad("ended.kind", None, "choice" if "kind" in end else "missing", kind)
            return None
        return EarlyEnd(known) if known is GameEnd.TIME else self.end_by_a_side(end, known, sides)

    def end_by_a_side(self, end: dict[str, Json], kind: GameEnd, sides: int) -> EarlyEnd | None:
        before = len(self.found)
        side = self.number(end, "side", "ended", None)
        if len(self.found) == before and side >= sides:
            self.bad("ended.side", None, "too_large", side)
        return EarlyEnd(kind, side) if len(self.found) == before else None
