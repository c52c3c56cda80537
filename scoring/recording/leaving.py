"""Games of three sides that two play on: the third did not come, or has left."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.writing import Writing
from scoring.models import Deal, Game, Seat
from scoring.recording.session import OpenGame, open_game_in_act, refuse_other_result, refuse_signed
from scoring.recording.totals import recompute_game
from scoring.store import seating, sheets

_THREE_SIDES = 3


def let_two_play_on_in(act: Writing, game: Game, side: int) -> Game:
    """Let the other two play on, in an open book, without the side that did not come or has left.

    Its deals stay as they are. A deal that is dealt and not written down is dealt again.
    """
    opened = open_game_in_act(act, game)
    game = opened.game
    if game.away == side:
        return game
    refuse_signed(game)
    refuse_other_result(game)
    if game.over:
        raise NotNow(_lazy("The game is over."))
    if game.away is not None or len(opened.sides) != _THREE_SIDES:
        raise NotNow(_lazy("Only three sides can become two."))
    left = [count for number, count in enumerate(_people(opened)) if number != side]
    if not seating.is_played_by(game.ruleset, left):
        raise NotNow(_lazy("This game is not played by so many."))
    written = game.deals.exclude(state=Deal.State.DRAFT).order_by("-number").values_list("number", flat=True)
    _store(opened, side, written.first() or 0)
    return game


def let_all_three_play_in(act: Writing, game: Game) -> Game:
    """Let the side that did not come or had left play again, in an open book; refuse once two have played."""
    opened = open_game_in_act(act, game)
    game = opened.game
    if game.away is None:
        return game
    refuse_signed(game)
    if game.deals.filter(number__gt=game.away_after, state__in=Deal.COUNTED).exists():
        raise NotNow(_lazy("The two have played on: that side has missed a deal."))
    _store(opened, None, 0)
    return game


def _people(opened: OpenGame) -> list[int]:
    seats = Seat.objects.filter(side__game=opened.game, until_deal=None)
    sides = list(seats.values_list("side__number", flat=True))
    return [sides.count(side.number) for side in opened.sides]


def _store(opened: OpenGame, side: int | None, after: int) -> None:
    game = opened.game
    dealt = game.deals.filter(state=Deal.State.DRAFT).first()
    if dealt is not None and dealt.protocols.exists():
        raise NotNow(
            _lazy(
                "A deal has been played to its end, and its score sheets are being compared: record it first."
            )
        )
    game.away, game.away_after = side, after
    game.save(update_fields=["away", "away_after"])
    if dealt is not None:
        _deal_again(opened, dealt)
    recompute_game(opened)


def _deal_again(opened: OpenGame, deal: Deal) -> None:
    """Let those who play now need what their totals say, and deal in their order."""
    game = opened.game
    before = sheets.game_before(game, opened.sides, [side.total for side in opened.sides])
    deal.openings = list(before.openings)
    seats = seating.seating_of(game, deal.number, _people(opened))
    if seats is not None:
        dealer, leader = seats.seats[seats.dealer], seats.seats[seats.leader]
        deal.dealer_side, deal.dealer_position = dealer
        deal.leader_side, deal.leader_position = leader
    deal.save()
