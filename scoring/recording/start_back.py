"""The start of a deal taken back, as long as nothing has come of it."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.writing import Author, Facts, Submission, retried
from scoring.models import Deal, Game
from scoring.recording.errors import AlreadyChanged
from scoring.recording.session import open_game_for


@retried
def take_start_back(by: Author, game: Game, number: int, key: UUID) -> Game:
    """Take the start of a deal back, as long as nothing has come of it: it was not dealt."""
    submission = Submission(key=key, content={"take_start_back": number})
    with open_game_for(game, by, submission=submission) as opened:
        if opened.earlier is not None:
            return opened.game
        deal = Deal.objects.filter(game=opened.game, number=number).first()
        if deal is None or deal.state != Deal.State.DRAFT:
            raise AlreadyChanged(deal)
        _refuse_begun(deal)
        before: Facts = {"number": number, "openings": list(deal.openings)}
        deal.delete()
        opened.log("deal.start_taken_back", opened.game, before=before, after={"number": number})
        return opened.game


def _refuse_begun(deal: Deal) -> None:
    """Refuse a deal of which something has been handed in or decided."""
    if deal.protocols.exists():
        raise NotNow(_lazy("A side has handed in its score sheet of this deal."))
    if deal.bidding is not None:
        raise NotNow(_lazy("The contract of this deal has been entered: remove it first."))
    if deal.rulings.exists() or deal.adjustments.exists():
        raise NotNow(_lazy("The director has decided about this deal."))
