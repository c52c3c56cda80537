"""What follows from the deals of a game: hands, running totals, and whether the game is over.

Knows how to store what the core folds; must not know what a correction is, nor who asked for one.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from scoring import reading
from scoring.core.score import DealScore, SideScore
from scoring.core.standing import GOES_ON, EarlyEnd, GameEnd, GameState, adjusted, ended_early
from scoring.models import Deal, DealVersion, Game, Hand, Side
from scoring.recording.acting import Play
from scoring.recording.refusing import NotNow


def store_score(play: Play, deal: Deal, score: DealScore) -> None:
    """Keep what follows from the last deal of a game: nothing comes after it, so nothing else changes."""
    Hand.objects.bulk_create(hands(play.game, deal, play.sides, score))
    conclude(play, [side.after for side in score.sides], score.game)


def refold(play: Play) -> None:
    """Derive hands and totals of all deals anew. The openings of deals that were dealt stay (35b, 41A)."""
    game = play.game
    versions = list(
        DealVersion.objects.filter(deal__game=game, deal__state__in=Deal.COUNTED, current=True)
        .select_related("deal")
        .order_by("deal__number")
    )
    standing = reading.start_of(game, len(play.sides))
    sheets = [reading.sheet_of(game, version) for version in versions]
    scores = list(reading.refolded(standing, sheets))
    Hand.objects.filter(deal__game=game).delete()
    Hand.objects.bulk_create(
        one
        for version, score in zip(versions, scores, strict=True)
        for one in hands(game, version.deal, play.sides, score)
    )
    totals = [side.after for side in scores[-1].sides] if scores else list(standing.totals)
    conclude(play, totals, scores[-1].game if scores else GOES_ON)


def hands(game: Game, deal: Deal, sides: Iterable[Side], score: DealScore) -> Iterable[Hand]:
    codes = reading.combination_codes(game)
    return (hand(deal, side, one, codes) for side, one in zip(sides, score.sides, strict=True))


def hand(deal: Deal, side: Side, scored: SideScore, codes: frozenset[str]) -> Hand:
    """A side's part of a deal; the combinations are counted for the statistics."""
    return Hand(
        deal=deal,
        side=side,
        base=scored.base,
        cards=scored.cards,
        total=scored.total,
        after=scored.after,
        combinations={line.code: line.count for line in scored.lines if line.code in codes},
    )


def conclude(play: Play, totals: list[int], state: GameState) -> None:
    """Store the totals that the deals make, and how the game stands with them."""
    game = play.game
    if game.final is not None:
        totals, state = with_final(game, totals, state)
    if game.end:
        state = ended_early(reading.rules_of_game(game), totals, EarlyEnd(GameEnd(game.end), game.end_side))
    if not game.end or game.end == GameEnd.TIME:
        state = adjusted(totals, [side.adjustment for side in play.sides], state)
    for side, total in zip(play.sides, totals, strict=True):
        side.total = total
    Side.objects.bulk_update(play.sides, ["total", "adjustment"])
    game.over, game.draw, game.winner = state.over, state.draw, state.winner
    game.extra_deal = list(state.extra_deal)
    if game.state in (Game.State.OPEN, Game.State.FINISHED):
        game.state = Game.State.FINISHED if state.over else Game.State.OPEN
    game.save(update_fields=["over", "draw", "winner", "state", "extra_deal", "final"])


def with_final(game: Game, totals: list[int], state: GameState) -> tuple[list[int], GameState]:
    """A game entered as result only keeps that result until its deals are there and make the same."""
    final: list[int] = list(game.final or ())
    if totals == final:
        game.final = None
        return totals, state
    if state.over:
        raise NotNow(_("The deals do not make the totals that were entered as the result."))
    return final, ended_early(reading.rules_of_game(game), final, EarlyEnd(GameEnd.TIME))
