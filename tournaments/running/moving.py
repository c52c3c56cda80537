"""Deals moved from table to table, also between rounds: a sheet was typed into the wrong game."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from clubs.books.refusals import validation_error
from clubs.books.writing import Author, JsonValue, Submission, retried
from scoring import recording
from scoring.models import Game, Side
from scoring.recording import NotNow
from tournaments.models import Pairing
from tournaments.play.kept_rounds import VISIBLE_ROUND_STATES
from tournaments.running.events import refuse_official
from tournaments.running.kept_places import recompute_standings
from tournaments.running.session import OpenEvent, open_event


@retried
def move_deals(by: Author, pairing: Pairing, to: Pairing, reason: str, key: UUID) -> Pairing:
    """Exchange all deals of two tables of an event, with a reason; one of them may have none.

    The same act takes it back. Versions, approvals and rulings go with their deal.
    """
    submission = Submission(key=key, content={"from": pairing.pk, "to": to.pk, "reason": reason})
    with open_event(pairing.round.tournament, by, submission=submission) as opened:
        if opened.writing.earlier is not None:
            return pairing
        refuse_official(opened.event)
        source, target = (_game_of(opened, one) for one in (pairing, to))
        if source == target:
            raise validation_error("to", _("Choose another table."))
        if not reason.strip():
            raise validation_error("reason", _("Give a reason."))
        if not any(game.deals.exists() or game.entered_result is not None for game in (source, target)):
            raise NotNow(_("Nothing is recorded at either table."))
        before = [_totals(game) for game in (source, target)]
        recording.exchange_deals_in(opened.writing, source, target)
        recompute_standings(opened.event, min(pairing.round.number, to.round.number))
        of_rounds = pairing.round.number, to.round.number
        for game, other, points, number in (
            (source, target, before[0], of_rounds[1]),
            (target, source, before[1], of_rounds[0]),
        ):
            opened.writing.log(
                "game.deals_moved",
                game,
                before={"points": points},
                after={"points": _totals(game), "game": other.pk, "of_round": number},
                reason=reason,
            )
        return pairing


def _game_of(opened: OpenEvent, pairing: Pairing) -> Game:
    """Load the game of a pairing of a public round of the event."""
    found = Pairing.objects.filter(
        pk=pairing.pk, round__tournament=opened.event, round__state__in=VISIBLE_ROUND_STATES
    ).select_related("game__book")
    game = next((one.game for one in found), None)
    if game is None:
        raise NotNow(_("No game is played there."))
    return game


def _totals(game: Game) -> list[JsonValue]:
    return [side.result for side in Side.objects.filter(game=game).order_by("number")]
