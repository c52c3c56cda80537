"""Decisions on a table at which the author plays: somebody else decides, or the game says why not."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.books.refusals import NeedsSomebodyElse
from clubs.books.writing import Facts, Writing
from clubs.models import User
from scoring.models import Game, OwnDecision
from scoring.recording.session import AtTable, OpenGame
from scoring.store import jury


def decide_on_own_table(opened: OpenGame, kind: OwnDecision.Kind, deal: int | None = None) -> None:
    """Refuse a decision of somebody who plays at the table, or mark it where nobody else was there."""
    decide_on_own_table_in(opened.act, opened.game, kind, deal)


def decide_on_own_table_in(
    act: Writing, game: Game, kind: OwnDecision.Kind, deal: int | None = None
) -> Facts:
    """Do the same in an open book; return what the log says of it."""
    user = None if isinstance(act.by, AtTable) else act.by.user
    if user is None or not jury.plays_at(game, user):
        return {}
    if not act.by.nobody_else:
        raise NeedsSomebodyElse(_refusal(game, user))
    OwnDecision.objects.create(game=game, kind=kind, deal=deal, author=user, at=act.by.at)
    return {"nobody_else": True}


def _refusal(game: Game, user: User) -> str:
    others = ", ".join(person.name for person in jury.who_else_decides(game, user))
    if others:
        sentence = _(
            "You play at this table: somebody else decides (%(names)s). If none of them "
            "was there, say so below; it is shown with the decision."
        )
        return sentence % {"names": others}
    return _(
        "You play at this table, and nobody else has a role here. Say so below; it is "
        "shown with the decision."
    )
