"""Leads from the book of a stand-alone game to its pages, and from a club's pages to its tables and games."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.models import Book, Club
from clubs.web.extensions import Part, Tab, club_parts, club_tabs
from clubs.web.links import Home, register_home
from scoring.models import Game
from scoring.wording import labels


def _game_of(book: Book) -> Home:
    game = Game.objects.get(book=book)
    named = labels.ruleset_name(game.ruleset)
    return Home(
        f"{named} · {game}" if game.label else named,
        reverse("scoring:game", args=[game.pk]),
        reverse("scoring:game_desk", args=[game.pk]),
    )


def _tables_of(book: Book) -> Tab:
    return Tab(
        "tables", _lazy("Tables"), reverse("scoring:tables", args=[book.club_id]), permissions.RECORDERS
    )


def _desk_of(book: Book) -> Tab:
    return Tab("desk", _lazy("Desk"), reverse("scoring:desk", args=[book.pk]), permissions.ANY_ROLE)


def _warnings_of(book: Book) -> Tab:
    return Tab(
        "warnings", _lazy("Warnings"), reverse("scoring:warnings", args=[book.club_id]), permissions.IN_CHARGE
    )


def _games_of(club: Club) -> Part:
    """From a club's public page to where its tables are kept and its games are opened."""
    return Part("scoring/desk/_links.html", {"club": club})


register_home(Book.Kind.GAME, _game_of)
club_tabs.append(_desk_of)
club_tabs.append(_tables_of)
club_tabs.append(_warnings_of)
club_parts.append(_games_of)
