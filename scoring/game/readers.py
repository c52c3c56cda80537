"""Who reads the pages of a game: everybody; of a hidden one those who work there or sit at its table."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Concatenate, Final, ParamSpec

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.cache import add_never_cache_headers

from clubs.books import permissions
from clubs.db.single_row import MAX_BIGINT, Revision
from clubs.plugins.hooks import HookList
from clubs.web.revisions import kept_by_revision
from clubs.web.viewer_roles import viewer_roles
from scoring.models import Game
from scoring.store.hidden_games import is_hidden

_P = ParamSpec("_P")
_View = Callable[Concatenate[HttpRequest, int, _P], HttpResponseBase]

# Whether a request comes from a phone at the table of a game.
phones_at_table: Final[HookList[Callable[[HttpRequest, Game], bool]]] = HookList()


def kept_for_readers(
    revision: Callable[Concatenate[int, _P], Revision | None],
) -> Callable[[_View[_P]], _View[_P]]:
    """Decorate a page of a game as `kept_by_revision` does; that of a hidden one is kept for nobody.

    `revision` is None for a hidden game, as for one that is not there.
    """

    def decorate(view: _View[_P]) -> _View[_P]:
        kept = kept_by_revision(revision)(view)

        def wrapper(
            request: HttpRequest, /, pk: int, *args: _P.args, **kwargs: _P.kwargs
        ) -> HttpResponseBase:
            try:
                return kept(request, pk, *args, **kwargs)
            except Http404:
                if not _reads_hidden(request, pk):
                    raise
            response = view(request, pk, *args, **kwargs)
            add_never_cache_headers(response)
            return response

        update_wrapper(wrapper, view)
        return wrapper  # type: ignore[return-value] # Django gives the number of the game by its name

    return decorate


def game_for_reader(request: HttpRequest, games: QuerySet[Game], pk: int) -> Game:
    """Return one of these games. Raises Http404 also where it is hidden from whoever asks."""
    game = games.filter(~is_hidden(), pk=pk).first()
    if game is not None:
        return game
    if not _reads_hidden(request, pk):
        raise Http404
    return games.get(pk=pk)


def _reads_hidden(request: HttpRequest, pk: int) -> bool:
    """Whether a game is there and hidden, but not from whoever asks."""
    if pk > MAX_BIGINT:
        return False
    game = Game.objects.select_related("book", "table").filter(is_hidden(), pk=pk).first()
    if game is None:
        return False
    if any(is_at_table(request, game) for is_at_table in phones_at_table):
        return True
    return not viewer_roles(request, game.book).isdisjoint(permissions.ANY_ROLE)
