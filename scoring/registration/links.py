"""Links: from the book of a game to its pages, and from a club's pages to its tables and games."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.urls import reverse
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.models import Book, Club
from clubs.web.extensions import ClubTab, PageSection
from clubs.web.links import BookLinks
from scoring.models import Game
from scoring.wording import labels


def game_links(books: Collection[Book]) -> Mapping[int, BookLinks]:
    return {game.book_id: _links_of(game) for game in Game.objects.filter(book__in=books)}


def _links_of(game: Game) -> BookLinks:
    rules = labels.ruleset_name(game.ruleset)
    return BookLinks(
        f"{rules} · {game}" if game.label else rules,
        reverse("scoring:game", args=[game.pk]),
        reverse("scoring:game_desk", args=[game.pk]),
    )


def tables_tab(book: Book) -> ClubTab:
    return ClubTab(
        "tables", _lazy("Tables"), reverse("scoring:tables", args=[book.club_id]), permissions.RECORDERS
    )


def desk_tab(book: Book) -> ClubTab:
    return ClubTab("desk", _lazy("Desk"), reverse("scoring:desk", args=[book.pk]), permissions.ANY_ROLE)


def warnings_tab(book: Book) -> ClubTab:
    return ClubTab(
        "warnings", _lazy("Warnings"), reverse("scoring:warnings", args=[book.club_id]), permissions.IN_CHARGE
    )


def games_section(club: Club) -> PageSection:
    """Return the section of a club's public page that links to its tables and new games."""
    return PageSection("scoring/desk/_links.html", {"club": club})
