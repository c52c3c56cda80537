"""A game that was played, counted as if it had been played by other house rules.

The deals are counted as they were played, until the game would have been over. What nobody can know, because
the sheets do not say it or because the game would have gone on, has a code and no guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from scoring.core.deal_sheet import DealSheet
from scoring.core.game import GameSoFar
from scoring.core.game_state import openings_for
from scoring.core.pipeline import evaluate_sheet
from scoring.core.problem import Code
from scoring.core.ruleset import RuleSet
from scoring.core.score import DealScore
from scoring.core.vocabulary import HandSheet, Tally


class NotKnown(StrEnum):
    """Why nobody knows what a game would have come to."""

    # Only its totals were entered, or it began with totals from paper.
    NO_DEALS = "no_deals"
    # A deal has numbers on its sheet, and these rules ask which cards they were.
    NO_CARDS = "no_cards"
    # These rules would have refused a deal.
    REFUSED = "refused"
    # It was over, and would have gone on.
    GOES_ON = "goes_on"
    # It would have been over before a side gave it up or left it.
    OVER_BEFORE = "over_before"
    # A deal of it does not count yet, because it is not approved.
    WAITING = "waiting"


class PlayedDeal(NamedTuple):
    """A deal that counts, as a sheet of the other rules, and the errors that a director has overridden.

    The sheet is None where the other rules cannot read it.
    """

    number: int
    sheet: DealSheet | None
    overridden: frozenset[Code] = frozenset()


class Replay(NamedTuple):
    """What a game comes to, or why that is not known and by which deal."""

    game: GameSoFar
    # The scores of the deals that count.
    scores: tuple[DealScore, ...] = ()
    not_known: NotKnown | None = None
    deal: int | None = None
    # The numbers of deals before which a side would have had another opening requirement.
    other_openings: tuple[int, ...] = ()

    @property
    def deals(self) -> int:
        """How many deals count."""
        return len(self.scores)


def replay(start: GameSoFar, deals: Iterable[PlayedDeal], *, played_by: RuleSet, was_over: bool) -> Replay:
    """Count the deals of a game by the rules of `start`; it was played by others, and may have been over."""
    asks_cards = reads_cards(played_by, start.rules)
    so_far = Replay(start)
    for deal in deals:
        if so_far.game.state.over:
            break
        so_far = _with_deal(so_far, deal, asks_cards=asks_cards)
        if so_far.not_known is not None:
            return so_far
    if was_over and not so_far.game.state.over:
        return so_far._replace(not_known=NotKnown.GOES_ON)
    return so_far


def _with_deal(so_far: Replay, deal: PlayedDeal, *, asks_cards: bool) -> Replay:
    game = so_far.game
    if deal.sheet is None or (asks_cards and any(map(_has_numbers, deal.sheet.hands))):
        return so_far._replace(not_known=NotKnown.NO_CARDS, deal=deal.number)
    if _is_extra(game, deal.sheet) is not bool(game.state.extra_deal):
        # Others would have played this deal.
        return so_far._replace(not_known=NotKnown.GOES_ON, deal=deal.number)
    sheet = deal.sheet._replace(before=game.totals)
    score = evaluate_sheet(sheet, deal.overridden).score
    if score is None:
        return so_far._replace(not_known=NotKnown.REFUSED, deal=deal.number)
    return Replay(
        game.with_score(score),
        (*so_far.scores, score),
        other_openings=(*so_far.other_openings, *((deal.number,) if _opens_otherwise(game, sheet) else ())),
    )


def _is_extra(game: GameSoFar, sheet: DealSheet) -> bool:
    """Whether the deal was dealt to settle a shared top."""
    out = [side for side, hand in enumerate(sheet.hands) if hand is None and side != game.away]
    return sheet.extra_deal or bool(out)


def _opens_otherwise(game: GameSoFar, sheet: DealSheet) -> bool:
    """Whether a side needed something else to open than it would have with these totals and rules."""
    if sheet.openings is None:
        return False
    needed = openings_for(game.rules, game.totals)
    return any(had is not None and had != needs for had, needs in zip(sheet.openings, needed, strict=True))


def reads_cards(played_by: RuleSet, rules: RuleSet) -> bool:
    """Whether other rules ask of a meld what a sheet with numbers does not say.

    That is which cards a canasta is made of: they give it another name, or another bonus, or allow others.
    """
    return (
        played_by.melds != rules.melds
        or [each.code for each in played_by.combinations] != [each.code for each in rules.combinations]
        or played_by.card_values != rules.card_values
    )


def _has_numbers(hand: HandSheet | None) -> bool:
    """Whether a side has its melds as numbers."""
    return hand is not None and hand.tally is not None and hand.tally != Tally()


def combinations_made(scores: Sequence[DealScore], codes: frozenset[str]) -> tuple[dict[str, int], ...]:
    """Return how many complete melds of each kind each side has made in these deals."""
    sides = max((len(score.sides) for score in scores), default=0)
    made: tuple[dict[str, int], ...] = tuple({} for _side in range(sides))
    for score in scores:
        for counts, side in zip(made, score.sides, strict=True):
            for line in side.lines:
                if line.code in codes:
                    counts[line.code] = counts.get(line.code, 0) + (line.count or 0)
    return made


__all__ = ["NotKnown", "PlayedDeal", "Replay", "combinations_made", "reads_cards", "replay"]
