"""A signed game opened again by the director; what the paper alone approved waits again."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Submission, retried
from scoring.models import Deal, DealVersion, Game, Signing
from scoring.recording.answers import notify_answered
from scoring.recording.session import open_game_as_director


@retried
def reopen_game(by: Author, game: Game, reason: str, key: UUID) -> Game:
    """Reopen a signed game as the director. The signed protocol stays readable."""
    with open_game_as_director(
        game, by, submission=Submission(key=key, content={"reopen": reason})
    ) as opened:
        if opened.earlier is not None:
            return opened.game
        if opened.game.state != Game.State.SIGNED:
            raise NotNow(_lazy("The game is not signed."))
        if not reason.strip():
            raise validation_error("reason", _lazy("Give a reason."))
        signing = opened.game.signings.get(state=Signing.State.SIGNED)
        signing.state, signing.reopened_at = Signing.State.REOPENED, opened.by.at
        signing.reopened_by, signing.reopened_because = opened.director, reason
        signing.save(update_fields=["state", "reopened_at", "reopened_by", "reopened_because"])
        _let_deals_wait_again(opened.game, signing)
        opened.game.state = Game.State.FINISHED if opened.game.over else Game.State.OPEN
        opened.game.save(update_fields=["state"])
        opened.log(
            "game.reopened",
            opened.game,
            before={"game_state": Game.State.SIGNED, "digest": signing.digest},
            after={"game_state": opened.game.state},
            reason=reason,
        )
        notify_answered(opened.game)
        return opened.game


def _let_deals_wait_again(game: Game, signing: Signing) -> None:
    """Take back what a sheet signed on paper has approved alone; what was corrected since stays."""
    approved = DealVersion.objects.filter(
        pk__in=signing.approved_versions, deal__state=Deal.State.CONFIRMED, current=True
    )
    deals = list(approved.values_list("deal", flat=True))
    game.deals.filter(pk__in=deals).update(state=Deal.State.ENTERED)
    DealVersion.objects.filter(deal__in=deals, current=True).update(confirmed=False)
