"""The desk over a list of games, and the page on which a game is read back and its result slip compared.

Whoever holds a role in the book sees its desk; who types, reads back, answers or looks is asked by the verbs.
The views check who asks, call a verb or a query, and show a template.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import Author
from clubs.models import Book, Role
from clubs.people.names import full_name
from clubs.people.queries import ClubOfMine
from clubs.web import extensions
from clubs.web.acts import done
from clubs.web.decorators import acts, edits, person, reads
from clubs.web.forms import KeyedForm
from clubs.web.links import home_of
from clubs.web.live import followed, watched
from clubs.web.request_author import author_of
from scoring import recording
from scoring.desk import overview, overview_queries
from scoring.desk.game_views import game_for, game_page
from scoring.desk.navigation import address_of, back_to, desk_named
from scoring.desk.overview_queries import Place
from scoring.desk.proofreading import check_of
from scoring.desk.proofreading_forms import LookForm, ReadBackForm, SlipForm
from scoring.models import Game
from scoring.store import queries
from scoring.wording import labels

_READ, _SLIP = "read", "slip"
_LONGEST_LABEL: Final = 30
# Which games each way through the list leads to.
_WAYS: Final[dict[str, Callable[[Place], bool]]] = {
    "": lambda place: place.to_type,
    _READ: lambda place: place.to_read,
    _SLIP: lambda place: place.to_compare,
}


# The list.


@reads
def desk(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything that needs a person, and every game. It asks for itself again and again."""
    return followed(request, watched(pk=pk), partial(_desk_shown, request))


def _desk_shown(request: HttpRequest, book: Book, held: permissions.Held, tag: str) -> HttpResponse:
    today = timezone.localdate()
    games = overview_queries.games_on_list(book, today)
    context = {
        "book": book,
        "desk": overview.desk_list(games),
        "rights": _rights_in(games, held),
        "records": not held.in_book(book.pk).isdisjoint(permissions.RECORDERS),
        "today": today,
        "answer": KeyedForm(),
        "tag": tag,
        **_frame_of(book, held),
    }
    return render(request, "scoring/desk/overview.html", context)


@dataclass(frozen=True, slots=True)
class Rights:
    """What somebody may do in a game."""

    records: bool
    directs: bool
    in_charge: bool


def rights_of(kinds: frozenset[Role.Kind]) -> Rights:
    allowed = (permissions.RECORDERS, permissions.DIRECTORS, permissions.IN_CHARGE)
    return Rights(*(not kinds.isdisjoint(needs) for needs in allowed))


def _rights_in(games: Sequence[overview_queries.GameOnList], held: permissions.Held) -> dict[int, Rights]:
    """What somebody may do in each game, by the game's book."""
    return {book: rights_of(held.in_book(book)) for book in {each.game.book_id for each in games}}


def _frame_of(book: Book, held: permissions.Held) -> dict[str, object]:
    """What the desk has around it: a club's tabs, or the way to what the book is about."""
    if book.kind != Book.Kind.CLUB:
        return {"home": home_of(book)}
    here = ClubOfMine(book.club, book, held.in_book(book.pk))
    return {"club": book.club, "here": here, "tabs": extensions.tabs_of(book, here.kinds)}


# From one game to the next.


@reads
def desk_next(request: HttpRequest, pk: int) -> HttpResponse:
    """On to the next game that is to be typed, or checked; or to the game at a table, by its number."""
    book = get_object_or_404(Book, pk=pk)
    permissions.require(request.user, book, permissions.RECORDERS)
    places = overview_queries.places_in(book, timezone.localdate())
    label = request.GET.get("table", "").strip()[:_LONGEST_LABEL]
    if label:
        return redirect(_at_table(request, pk, places, label))
    way = request.GET.get("check", "")
    wanted = _WAYS.get(way, _WAYS[""])
    following = _next_place(places, request.GET.get("after", ""), wanted)
    if following is None:
        messages.info(request, _nothing_left(way))
        return redirect("scoring:desk", pk)
    return redirect(_entry_at(pk, following) if way not in (_READ, _SLIP) else _check_at(pk, following, way))


def _next_place(places: Sequence[Place], after: str, wanted: Callable[[Place], bool]) -> Place | None:
    """The next one in the list, from the beginning again after the last; never the one that was left."""
    left = next((at for at, place in enumerate(places) if str(place.pk) == after), -1)
    around = [*places[left + 1 :], *places[: max(left, 0)]]
    return next((place for place in around if wanted(place)), None)


def _nothing_left(way: str) -> str:
    if way == _READ:
        return _("No other game waits to be read back.")
    if way == _SLIP:
        return _("No other game waits for its result slip.")
    return _("No other game is to be typed.")


def _at_table(request: HttpRequest, desk: int, places: Sequence[Place], label: str) -> str:
    """The game at this table: one that goes on before one that is over, and the latest of these."""
    found = [place for place in places if place.label.casefold() == label.casefold()]
    if not found:
        messages.error(request, _("There is no game at table %(number)s.") % {"number": label})
        return address_of("desk", desk)
    place = max(found, key=lambda each: (each.to_type, each.pk))
    return _entry_at(desk, place) if place.to_type else address_of("game_desk", place.pk, desk=desk)


def _entry_at(desk: int, place: Place) -> str:
    return address_of("deal_new", place.pk, desk=desk)


def _check_at(desk: int, place: Place, way: str) -> str:
    return address_of("game_check", place.pk, desk=desk, way=way)


# One game: read back, and its slip.


@edits
def game_check(request: HttpRequest, pk: int) -> HttpResponse:
    """The protocol in large figures, to be read aloud; and what the result slip says beside it."""
    game = game_for(request, pk, permissions.ANY_ROLE)
    names = queries.side_names(game, full_name)
    if request.method != "POST":
        return _check_page(request, game, SlipForm(sides=names, at_hand=request.GET.get("way") == _SLIP))
    permissions.require(request.user, game.book, permissions.RECORDERS)
    form = SlipForm(request.POST, sides=names)
    if form.is_valid() and done(
        form, lambda by: recording.take_slip(by, game, form.slip()), author_of(request)
    ):
        return redirect(_checked(request, pk, _SLIP))
    return _check_page(request, game, form)


@acts
def game_read_back(request: HttpRequest, pk: int) -> HttpResponse:
    """A second person has read the protocol back, as it was shown."""
    game = game_for(request, pk, permissions.RECORDERS)
    form = ReadBackForm(request.POST)
    if form.is_valid() and done(form, lambda by: _read_back(by, game, form), author_of(request)):
        return redirect(_checked(request, pk, _READ))
    said = " ".join(str(error) for error in form.non_field_errors())
    messages.error(request, said or _("It could not be noted. Try once more."))
    return redirect(address_of("game_check", pk, desk=desk_named(request)))


def _read_back(by: Author, game: Game, form: ReadBackForm) -> object:
    return recording.read_back(by, game, form.cleaned_data["digest"], form.cleaned_data["key"])


def _checked(request: HttpRequest, pk: int, way: str) -> str:
    """The same page once more: what came of it, and Enter leads on."""
    return address_of("game_check", pk, desk=desk_named(request), done=way)


def _check_page(request: HttpRequest, game: Game, slip: SlipForm) -> HttpResponse:
    names = queries.side_names(game, full_name)
    book, was_done = desk_named(request), request.GET.get("done", "")
    following = ""
    if book is not None and was_done in (_READ, _SLIP):
        following = address_of("desk_next", book, after=game.pk, check=was_done)
    context = {
        "check": check_of(game, names, queries.deals_of(game), person(request)),
        "label": overview_queries.label_of(game),
        "read": ReadBackForm(),
        "slip": slip,
        "records": permissions.holds(request.user, game.book, permissions.RECORDERS),
        "ruleset": labels.ruleset_name(game.ruleset),
        "home": home_of(game.book),
        "book": book,
        "following": following,
        "way": request.GET.get("way", ""),
    }
    return game_page(request, "scoring/desk/proofreading.html", game, context)


# What is unlikely.


@acts
def deal_look(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Somebody in charge has looked at what is unlikely in a deal."""
    game = game_for(request, pk, permissions.IN_CHARGE)
    if not game.deals.filter(number=number).exists():
        raise Http404
    form = LookForm(request.POST)
    if form.is_valid() and done(form, lambda by: _look(by, game, number, form), author_of(request)):
        messages.success(request, _("It is noted that you have looked at the deal."))
    else:
        messages.error(
            request, _("It could not be noted: the deal has changed, or somebody was there first.")
        )
    return redirect(back_to(request, game.pk))


def _look(by: Author, game: Game, number: int, form: LookForm) -> object:
    said = form.cleaned_data
    return recording.look_at(by, game, number, said["version"], said["key"])
