"""Links: from the book of a game to its pages, and from a club's pages to its tables, games and settings."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from clubs.books import permissions
from clubs.models import Book, Club, User
from clubs.web.extensions import ClubSetting, ClubTab, PageSection, StepLink, TabName
from clubs.web.links import BookLinks
from scoring.models import Game
from scoring.overview.attention import count_pressing_for
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
    address = reverse("scoring:tables", args=[book.club_id])
    return ClubTab(TabName.TABLES, _lazy("Tables"), address, permissions.RECORDERS)


def games_tab(book: Book) -> ClubTab:
    address = reverse("scoring:desk", args=[book.pk])
    return ClubTab(TabName.GAMES, _lazy("Games"), address, permissions.ANY_ROLE)


def opening_setting(book: Book) -> ClubSetting:
    now = _("allowed at free tables") if book.club.players_open_games else _("not allowed")
    address = reverse("scoring:tables_opening", args=[book.club_id])
    return ClubSetting(_("Games opened by players"), now, address, permissions.DIRECTORS)


def attention_link(user: User) -> StepLink | None:
    """Return the link to what needs attention, with how much of it presses; none where nothing does."""
    count = count_pressing_for(user)
    if not count:
        return None
    label = ngettext("%(waiting)s item needs attention", "%(waiting)s items need attention", count)
    return StepLink(label % {"waiting": count}, reverse("scoring:attention"))


def attention_url(_book: int, _game: int) -> str:
    return reverse("scoring:attention")


def games_section(club: Club) -> PageSection:
    """Return the section of a club's public page that links to its games."""
    return PageSection("scoring/desk/_links.html", {"club": club})
