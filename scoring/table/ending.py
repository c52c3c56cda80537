"""How a game ends: the last deal or the target, the distance to it, and the settlement."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.numbers import format_value
from scoring.game.table_names import joined_names
from scoring.models import Deal, Game, Side
from scoring.store import sheets
from scoring.store.table_queries import CurrentGame
from scoring.wording.labels import ENDED_BY, number_of_deals, signed_points


def last_number(current: CurrentGame) -> int | None:
    """The number of the last deal agreed on; None where a target ends the game."""
    return sheets.last_deal_number(current.game.deals_agreed, len(_void_deals(current)))


def _void_deals(current: CurrentGame) -> list[Deal]:
    return [deal for deal in current.deals if deal.state == Deal.State.VOID]


def ending_sentence(current: CurrentGame) -> str:
    """How the game will end and how near that is, or how it has ended."""
    game, sides = current.game, current.sides
    if game.over:
        return _over_sentence(game, sides)
    if any(side.plays_extra_deal for side in sides):
        names = joined_names(side for side in sides if side.plays_extra_deal)
        return _("Tied for the lead: an extra deal is played between %(sides)s.") % {"sides": names}
    target = sheets.target_of(game)
    return _last_deal_sentence(current) if target is None else _target_sentence(target, sides)


def _over_sentence(game: Game, sides: Sequence[Side]) -> str:
    sentence = _("The game is over: a draw.")
    if game.winner is not None:
        sentence = _("The game is over: %(side)s won.") % {"side": joined_names([sides[game.winner]])}
    if game.ended_by:
        early = (
            _("It ended before its target: %(why)s.")
            if game.deals_agreed is None
            else _("It ended before its last deal: %(why)s.")
        )
        return f"{sentence} {early % {'why': ENDED_BY[game.ended_by]}}"
    return sentence


def _last_deal_sentence(current: CurrentGame) -> str:
    sentences = [_("The game lasts %(deals)s.") % {"deals": number_of_deals(current.game.deals_agreed or 0)}]
    void = _void_deals(current)
    if void:
        sentences.append(_("Deal %(number)s is void and is dealt again.") % {"number": void[-1].number})
    first, second = sorted((side.total for side in current.sides), reverse=True)[:2]
    if first > second:
        leading = joined_names(side for side in current.sides if side.total == first)
        sentences.append(
            _("Leading by %(points)s: %(side)s.")
            % {"side": leading, "points": _format_points(first - second)}
        )
    return " ".join(sentences)


def _target_sentence(target: int, sides: Sequence[Side]) -> str:
    top = max(side.total for side in sides)
    leading = [side for side in sides if side.total == top]
    if len(leading) > 1:
        return _("The game is played to %(target)s.") % {"target": _format_points(target)}
    facts = {
        "target": _format_points(target),
        "side": joined_names(leading),
        "missing": _format_points(max(0, target - top)),
    }
    return _("The game is played to %(target)s. Leading: %(side)s, needing %(missing)s more.") % facts


def _format_points(points: int) -> str:
    return format_value(points, get_language() or "en")


def settlement(current: CurrentGame) -> list[tuple[str, str]]:
    """What each of three sides wins from the others when the game is over."""
    if not current.game.over:
        return []
    settled = sheets.settlement_of(current.game, [side.result for side in current.sides]) or ()
    return [
        (joined_names([side]), signed_points(points))
        for side, points in zip(current.sides, settled, strict=False)
    ]
