"""What follows from the deals of a game: hands, running totals, and whether the game is over.

Knows how to derive what the core folds, and how to store it; must not know what a correction is, nor who
asked for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.writing import Value
from scoring.core.game_state import GOES_ON, EarlyEnd, GameEnd, GameState, adjusted, ended_early
from scoring.core.score import DealScore, SideScore
from scoring.models import Deal, DealVersion, Game, Hand, Side
from scoring.recording.session import Play
from scoring.store import sheets as stored_sheets


class Conclusion(NamedTuple):
    """How a game stands: the totals its sides have, and what is stored of it beside them."""

    totals: list[int]
    state: GameState
    # A result entered without deals, as long as the deals have not made the same; and why the game has ended.
    final: list[int] | None
    end: str


class Folded(NamedTuple):
    """What the deals of a game lead to: the hands of each, and how the game stands."""

    hands: list[Hand]
    conclusion: Conclusion


def store_score(play: Play, deal: Deal, score: DealScore) -> None:
    """Keep what follows from the last deal of a game: nothing comes after it, so nothing else changes."""
    Hand.objects.bulk_create(_hands(play.game, deal, play.sides, score))
    totals = [side.after for side in score.sides]
    was_over, state = play.game.over, _state_with(play.game, score)
    _store_conclusion(play, _concluded(play.game, play.sides, totals, state), ["total"])
    if play.game.over and not was_over:
        _tell(play.game)


def _state_with(game: Game, score: DealScore) -> GameState:
    """How a game stands after its last deal. Only where a number of deals was agreed on are they counted."""
    if game.deals_agreed is None:
        return score.game
    return stored_sheets.state_after(game, score, game.deals.filter(state__in=Deal.COUNTED).count())


def refold(play: Play) -> None:
    """Derive hands and totals of all deals anew. The openings of deals that were dealt stay (35b, 41A)."""
    folded = _folded_again(play.game, play.sides, list(play.game.deals.order_by("number")))
    Hand.objects.filter(deal__game=play.game).delete()
    Hand.objects.bulk_create(folded.hands)
    _store_conclusion(play, folded.conclusion, ["total", "adjustment"])
    _tell(play.game)


# Who wants to know that what a game has come to was derived anew, in the same transaction. Apps above this
# one add themselves. A deal that is recorded after all others is told when it ends the game, which may have
# been over before.
when_refolded: list[Callable[[Game], None]] = []


def _tell(game: Game) -> None:
    for heard in when_refolded:
        heard(game)


def _folded_again(game: Game, sides: Sequence[Side], deals: Sequence[Deal]) -> Folded:
    """What follows from the deals of a game, in their order; nothing is stored."""
    counted = {deal.pk: deal for deal in deals if deal.state in Deal.COUNTED}
    versions = DealVersion.objects.filter(deal__in=counted, current=True).order_by("deal__number")
    return folded_from(game, sides, deals, list(versions))


def folded_from(
    game: Game, sides: Sequence[Side], deals: Sequence[Deal], versions: Sequence[DealVersion]
) -> Folded:
    """The same from the current versions of the deals that count."""
    by_id = {deal.pk: deal for deal in deals}
    standing = stored_sheets.start_of(game, len(sides))
    dealt = [by_id[version.deal_id] for version in versions]
    sheets = [
        stored_sheets.stored_sheet(game, version.sheet, deal.openings)
        for version, deal in zip(versions, dealt, strict=True)
    ]
    scores = list(stored_sheets.refolded(standing, sheets))
    totals = [side.after for side in scores[-1].sides] if scores else list(standing.totals)
    state = scores[-1].game if scores and not _is_being_played(deals) else GOES_ON
    return Folded(
        [one for deal, score in zip(dealt, scores, strict=True) for one in _hands(game, deal, sides, score)],
        _concluded(game, sides, totals, state),
    )


def _is_being_played(deals: Sequence[Deal]) -> bool:
    """A deal has been dealt and not written down: only at its end is it tested whether the game is over."""
    return any(deal.state == Deal.State.DRAFT for deal in deals)


def _hands(game: Game, deal: Deal, sides: Iterable[Side], score: DealScore) -> Iterable[Hand]:
    codes = stored_sheets.combination_codes(game)
    return (_hand(deal, side, one, codes) for side, one in zip(sides, score.sides, strict=True))


def _hand(deal: Deal, side: Side, scored: SideScore, codes: frozenset[str]) -> Hand:
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


def _concluded(game: Game, sides: Sequence[Side], totals: list[int], state: GameState) -> Conclusion:
    """How the game stands with the totals that the deals make."""
    final, end = game.final, game.end
    if final is not None:
        if totals == final:
            # The deals bear the result out: it ended the game, whatever it was played to.
            final, end = None, end or ("" if state.over else GameEnd.TIME.value)
        elif state.over:
            raise NotNow(_lazy("The deals do not make the totals that were entered as the result."))
        else:
            totals, state = list(final), _early(game, final, GameEnd.TIME)
    if end:
        state = _early(game, totals, GameEnd(end))
    if not end or end == GameEnd.TIME:
        state = adjusted(totals, [side.adjustment for side in sides], state)
    return Conclusion(totals, state, final, end)


def _early(game: Game, totals: Sequence[int], kind: GameEnd) -> GameState:
    return ended_early(stored_sheets.rules_of_game(game), totals, EarlyEnd(kind, game.end_side))


def _store_conclusion(play: Play, conclusion: Conclusion, of_sides: Sequence[str]) -> None:
    """Store what has changed of the sides, and how the game stands with it."""
    for side, total in zip(play.sides, conclusion.totals, strict=True):
        side.total = total
    Side.objects.bulk_update(play.sides, of_sides)
    before = marks_of(play.game)
    mark(play.game, conclusion)
    if marks_of(play.game) != before:
        play.game.save(update_fields=_MARKS)


_MARKS = ("over", "draw", "winner", "state", "extra_deal", "final", "end")


def marks_of(game: Game) -> dict[str, Value]:
    """What is stored of how a game stands, beside its totals."""
    return {column: getattr(game, column) for column in _MARKS}


def mark(game: Game, conclusion: Conclusion) -> None:
    """Whether a game is over and who has won it, on its row; a signed game stays signed."""
    state = conclusion.state
    game.over, game.draw, game.winner = state.over, state.draw, state.winner
    game.extra_deal = list(state.extra_deal)
    game.final, game.end = conclusion.final, conclusion.end
    if game.state in (Game.State.OPEN, Game.State.FINISHED):
        game.state = Game.State.FINISHED if state.over else Game.State.OPEN
