"""Setting games aside: they count for nothing any more, and everything recorded about them stays."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Submission, Writing, retried
from clubs.models import Book
from scoring.models import Game, Table
from scoring.recording.session import open_game_for
from scoring.recording.tables import assign_table_in


def set_aside_in(act: Writing, games: QuerySet[Game], reason: str) -> None:
    """Set games of an open book aside: they no longer count, and their tables are free.

    Everything recorded about them stays.
    """
    chosen = list(games.filter(book=act.book).exclude(state=Game.State.SET_ASIDE).order_by("pk"))
    for table in Table.objects.filter(game__in=chosen).order_by("pk"):
        assign_table_in(act, table, None)
    for game in chosen:
        before, game.state = game.state, Game.State.SET_ASIDE
        game.set_aside_at, game.set_aside_because = act.by.at, reason.strip()
        game.save(update_fields=["state", "set_aside_at", "set_aside_because"])
        act.log(
            "game.set_aside",
            game,
            before={"game_state": before},
            after={"game_state": game.state},
            reason=reason,
        )


@retried
def set_game_aside(by: Author, game: Game, reason: str, key: UUID) -> Game:
    """Set a game of no event aside: it counts for nothing any more. Everything recorded about it stays."""
    submission = Submission(key=key, content={"set_aside": game.pk, "reason": reason})
    with open_game_for(game, by, submission=submission) as opened:
        if opened.earlier is not None:
            return opened.game
        _refuse_game_of_event(opened.act)
        if not reason.strip():
            raise validation_error("reason", _lazy("Give a reason."))
        set_aside_in(opened.act, Game.objects.filter(pk=opened.game.pk), reason)
        return opened.game


@retried
def put_game_back(by: Author, game: Game, state: str, key: UUID) -> Game:
    """Let a game of no event that was set aside count again, in the state that it had."""
    submission = Submission(key=key, content={"put_back": game.pk})
    with open_game_for(game, by, submission=submission, allow_set_aside=True) as opened:
        if opened.earlier is None:
            _refuse_game_of_event(opened.act)
            if not opened.game.is_set_aside:
                raise NotNow(_lazy("The game counts already."))
            put_back_in(opened.act, {opened.game: state})
        return opened.game


def _refuse_game_of_event(act: Writing) -> None:
    if act.book.kind != Book.Kind.GAME:
        raise NotNow(_lazy("Games go and come with their round, or with their match."))


def put_back_in(act: Writing, states: Mapping[Game, str]) -> None:
    """Let games of an open book that were set aside count again, each in the state that it had."""
    for game, state in states.items():
        if game.book_id != act.book.pk or game.state != Game.State.SET_ASIDE:
            raise PermissionDenied
        game.state, game.set_aside_at, game.set_aside_because = Game.State(state), None, ""
        game.save(update_fields=["state", "set_aside_at", "set_aside_because"])
        act.log(
            "game.put_back",
            game,
            before={"game_state": Game.State.SET_ASIDE},
            after={"game_state": game.state},
        )
