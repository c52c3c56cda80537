"""Deals moved between games: a sheet was typed into the wrong table."""

from __future__ import annotations

from typing import Final

from django.db.models import F
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.writing import Writing
from scoring.models import Adjustment, Deal, Game, Ruling, Seat
from scoring.recording.adjusting import ledger_points
from scoring.recording.players import SideAt, correct_deals, refuse_being_signed
from scoring.recording.session import OpenGame, open_game_in_act, refuse_other_result
from scoring.recording.totals import recompute_game

# Numbers of deals that no game has: there the deals of one game wait for those of the other.
_ASIDE: Final = 10_000
# What two games must have agreed on alike, so that a deal scores the same in both.
_AGREED: Final = ("ruleset", "edition", "options", "players_per_side", "deals_agreed", "away", "away_after")


def exchange_deals_in(act: Writing, one: Game, other: Game) -> None:
    """Exchange all deals of two games of an open book, with their versions, rulings and answers.

    One of them may have none. How a game was ended and a result entered as totals go with its sheet. The
    caller logs the act.
    """
    first, second = open_game_in_act(act, one), open_game_in_act(act, other)
    for opened in (first, second):
        _refuse_unmovable(opened)
    _refuse_different_games(first, second)
    _exchange_rows(first.game, second.game)
    _exchange_ends(first.game, second.game)
    right = {**_right_players(first.game, second.game), **_right_players(second.game, first.game)}
    correct_deals(Game.objects.filter(pk__in=(first.game.pk, second.game.pk)), right)
    for opened in (first, second):
        for side in opened.sides:
            side.adjustment = ledger_points(side)
        recompute_game(opened)


def _refuse_unmovable(opened: OpenGame) -> None:
    refuse_being_signed(opened.game)
    refuse_other_result(opened.game)
    if opened.game.deals.filter(state=Deal.State.DRAFT).exists():
        raise NotNow(
            _lazy("A deal is being played at table %(table)s.")
            % {"table": opened.game.label or opened.game.pk}
        )


def _refuse_different_games(first: OpenGame, second: OpenGame) -> None:
    agreed = ([getattr(opened.game, name) for name in _AGREED] for opened in (first, second))
    carried = ([side.carried for side in opened.sides] for opened in (first, second))
    if len({str(values) for values in agreed}) > 1 or len({tuple(totals) for totals in carried}) > 1:
        raise NotNow(_lazy("The two games are not played alike: deals of one cannot be deals of the other."))


def _exchange_rows(first: Game, second: Game) -> None:
    """Exchange the deals, and what is ruled and charged at them; no number is there twice at any time."""
    for model in (Adjustment, Ruling):
        of_first = list(model.objects.filter(deal__game=first).values_list("pk", flat=True))
        of_second = list(model.objects.filter(deal__game=second).values_list("pk", flat=True))
        model.objects.filter(pk__in=of_first).update(game=second)
        model.objects.filter(pk__in=of_second).update(game=first)
    Deal.objects.filter(game=first).update(game=second, number=F("number") + _ASIDE)
    Deal.objects.filter(game=second, number__lt=_ASIDE).update(game=first)
    Deal.objects.filter(game=second).update(number=F("number") - _ASIDE)


def _exchange_ends(first: Game, second: Game) -> None:
    fields = ("ended_by", "end_side", "entered_result", "result_version", "result_at")
    for name in fields:
        mine, theirs = getattr(first, name), getattr(second, name)
        setattr(first, name, theirs)
        setattr(second, name, mine)
    for game in (first, second):
        game.save(update_fields=fields)


def _right_players(left: Game, now: Game) -> dict[SideAt, dict[int, int]]:
    """Return, at each side of the game that has the deals now, who sits in the seat of each player."""
    seats = Seat.objects.filter(side__game__in=(left, now), until_deal=None)
    seated = {
        (game, side, position): player
        for game, side, position, player in seats.values_list(
            "side__game", "side__number", "position", "player"
        )
    }
    right: dict[SideAt, dict[int, int]] = {}
    for (game, side, position), player in seated.items():
        if game == left.pk and (now.pk, side, position) in seated:
            right.setdefault(SideAt(now.pk, side), {})[player] = seated[now.pk, side, position]
    return right


__all__ = ["exchange_deals_in"]
