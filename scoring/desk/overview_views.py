"""Views of the desk over a list of games, and of the page for proofreading a game.

Users with a role in the book see its desk; the verbs check who may record, read back, answer or review.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import Author
from clubs.models import Book
from clubs.people.names import full_name
from clubs.people.queries import ClubRoles
from clubs.web.actions import run_into_form
from clubs.web.decorators import form_page, page, post_only, signed_in_user
from clubs.web.forms import KeyedForm
from clubs.web.links import BookLinks, links_for
from clubs.web.live import live_page, watched_book
from clubs.web.request_author import author_of
from scoring import recording
from scoring.desk.game_views import game_for, render_game_page
from scoring.desk.navigation import desk_in, return_url, scoring_url
from scoring.desk.proofreading import build_proofreading
from scoring.desk.proofreading_forms import LookForm, ReadBackForm, SlipForm
from scoring.models import Game
from scoring.overview import needs, queries
from scoring.overview.listed import ListedGame
from scoring.overview.queries import QueuedGame
from scoring.overview.rights import GameRights, game_rights
from scoring.store.deal_queries import deal_rows
from scoring.store.game_queries import side_names
from scoring.store.rounds import round_of
from scoring.wording import labels

_READ, _SLIP = "read", "slip"
_MAX_LABEL: Final = 30
_ROWS_PER_PAGE: Final = 100
# The games of each queue, by the `check` parameter of the address.
_QUEUES: Final[dict[str, Callable[[QueuedGame], bool]]] = {
    "": lambda game: game.to_type,
    _READ: lambda game: game.to_read,
    _SLIP: lambda game: game.to_compare,
}


# The list.


@page
def desk(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything that needs attention, and every game; the page polls itself. An event has its own page."""
    return live_page(request, watched_book(pk=pk), partial(_render_desk, request))


def _render_desk(request: HttpRequest, book: Book, grants: permissions.RoleGrants, tag: str) -> HttpResponse:
    home = links_for(book)
    if home is not None and home.games:
        return redirect(home.games)
    today = timezone.localdate()
    games = queries.games_on_desk(book, today)
    overview = needs.build_overview(needs.overview_rows(games))
    context = {
        "book": book,
        "desk": overview,
        "page": Paginator(overview.rows, _ROWS_PER_PAGE).get_page(request.GET.get("page", "")),
        "rights": _rights_by_book(games, grants),
        "records": not grants.in_book(book.pk).isdisjoint(permissions.RECORDERS),
        "today": today,
        "answer": KeyedForm(),
        "tag": tag,
        **_header_context(book, home, grants),
    }
    return render(request, "scoring/desk/overview.html", context)


def _rights_by_book(games: Sequence[ListedGame], grants: permissions.RoleGrants) -> dict[int, GameRights]:
    """What the user may do in each game, by the primary key of its book."""
    return {book: game_rights(grants.in_book(book)) for book in {game.book_id for game in games}}


def _header_context(book: Book, home: BookLinks | None, grants: permissions.RoleGrants) -> dict[str, object]:
    """What surrounds the desk: the tabs of a club, or links to the subject of the book."""
    if book.kind != Book.Kind.CLUB:
        return {"home": home}
    return {"club": book.club, "here": ClubRoles(book.club, book, grants.in_book(book.pk))}


# The queues.


@page
def desk_next(request: HttpRequest, pk: int) -> HttpResponse:
    """Redirect to the next game to enter or check, or to the game at a table by its number."""
    book = get_object_or_404(Book, pk=pk)
    permissions.require(request.user, book, permissions.RECORDERS)
    games = queries.queued_games(book, timezone.localdate())
    label = request.GET.get("table", "").strip()[:_MAX_LABEL]
    if label:
        return redirect(_url_for_table(request, pk, games, label))
    check = request.GET.get("check", "")
    is_queued = _QUEUES.get(check, _QUEUES[""])
    following = _next_game(games, request.GET.get("after", ""), is_queued)
    if following is None:
        messages.info(request, _queue_done_sentence(check))
        return redirect("scoring:desk", pk)
    is_check = check in (_READ, _SLIP)
    return redirect(_check_url(pk, following, check) if is_check else _entry_url(pk, following))


def _next_game(
    games: Sequence[QueuedGame], after: str, is_queued: Callable[[QueuedGame], bool]
) -> QueuedGame | None:
    """The next game of a queue after the one that was left, continuing from the start."""
    left = next((place for place, game in enumerate(games) if str(game.pk) == after), -1)
    following = [*games[left + 1 :], *games[: max(left, 0)]]
    return next((game for game in following if is_queued(game)), None)


def _queue_done_sentence(check: str) -> str:
    if check == _READ:
        return _("No other game is waiting to be read back.")
    if check == _SLIP:
        return _("No other game is waiting for its result slip.")
    return _("No other game needs entering.")


def _url_for_table(request: HttpRequest, desk: int, games: Sequence[QueuedGame], label: str) -> str:
    """The URL of the game at a table: one in play rather than one that is over, and the latest of those."""
    at_table = [game for game in games if game.label.casefold() == label.casefold()]
    if not at_table:
        messages.error(request, _("There is no game at table %(number)s.") % {"number": label})
        return scoring_url("desk", desk)
    game = max(at_table, key=lambda game: (game.to_type, game.pk))
    return _entry_url(desk, game) if game.to_type else scoring_url("game_desk", game.pk, desk=desk)


def _entry_url(desk: int, game: QueuedGame) -> str:
    return scoring_url("deal_new", game.pk, desk=desk)


def _check_url(desk: int, game: QueuedGame, check: str) -> str:
    return scoring_url("game_check", game.pk, desk=desk, way=check)


# Proofreading a game.


@form_page
def game_check(request: HttpRequest, pk: int) -> HttpResponse:
    """The protocol in large figures to read aloud, and the comparison with the result slip."""
    game = game_for(request, pk, permissions.ANY_ROLE)
    names = side_names(game, full_name)
    if request.method != "POST":
        return _render_proofreading(
            request, game, SlipForm(sides=names, autofocus=request.GET.get("way") == _SLIP)
        )
    permissions.require(request.user, game.book, permissions.RECORDERS)
    form = SlipForm(request.POST, sides=names)
    if form.is_valid() and run_into_form(
        form, lambda by: recording.take_slip(by, game, form.slip()), author_of(request)
    ):
        return redirect(_checked_url(request, pk, _SLIP))
    return _render_proofreading(request, game, form)


@post_only
def game_read_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Record that a second person has read back the protocol as shown."""
    game = game_for(request, pk, permissions.RECORDERS)
    form = ReadBackForm(request.POST)
    if form.is_valid() and run_into_form(form, lambda by: _read_back(by, game, form), author_of(request)):
        return redirect(_checked_url(request, pk, _READ))
    errors = " ".join(str(error) for error in form.non_field_errors())
    messages.error(request, errors or _("This could not be saved. Please try again."))
    return redirect(scoring_url("game_check", pk, desk=desk_in(request)))


def _read_back(by: Author, game: Game, form: ReadBackForm) -> object:
    return recording.read_back(by, game, form.cleaned_data["digest"], form.cleaned_data["key"])


def _checked_url(request: HttpRequest, pk: int, check: str) -> str:
    """The URL of the page after a check, where Enter goes on to the next game."""
    return scoring_url("game_check", pk, desk=desk_in(request), done=check)


def _render_proofreading(request: HttpRequest, game: Game, slip: SlipForm) -> HttpResponse:
    names = side_names(game, full_name)
    book, done = desk_in(request), request.GET.get("done", "")
    following = ""
    if book is not None and done in (_READ, _SLIP):
        following = scoring_url("desk_next", book, after=game.pk, check=done)
    context = {
        "proofreading": build_proofreading(game, names, deal_rows(game), signed_in_user(request)),
        "label": queries.table_label(game),
        "table": getattr(game, "table", None),
        "round": round_of(game),
        "read": ReadBackForm(),
        "slip": slip,
        "records": permissions.has_role(request.user, game.book, permissions.RECORDERS),
        "ruleset": labels.ruleset_name(game.ruleset),
        "home": links_for(game.book),
        "book": book,
        "following": following,
        "way": request.GET.get("way", ""),
    }
    return render_game_page(request, "scoring/desk/proofreading.html", game, context)


# Warnings.


@post_only
def deal_look(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Record that a user in charge has reviewed the warnings of a deal."""
    game = game_for(request, pk, permissions.IN_CHARGE)
    if not game.deals.filter(number=number).exists():
        raise Http404
    form = LookForm(request.POST)
    if form.is_valid() and run_into_form(form, lambda by: _look(by, game, number, form), author_of(request)):
        messages.success(request, _("Noted: you have checked the deal."))
    else:
        messages.error(
            request, _("This could not be saved: the deal has changed, or somebody else got there first.")
        )
    return redirect(return_url(request, game.pk))


def _look(by: Author, game: Game, number: int, form: LookForm) -> object:
    values = form.cleaned_data
    return recording.mark_warnings_seen(by, game, number, values["version"], values["key"])
