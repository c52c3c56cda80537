"""Links from an event's book to its pages, and sections about events on the pages of clubs and players."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.db.models import Q
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from clubs.books import permissions
from clubs.models import Book, Club, Player, User
from clubs.people.names import NameOf
from clubs.web.extensions import ClubSetting, ClubTab, PageSection, StepLink, TabName
from clubs.web.links import BookLinks
from scoring.models import Game
from scoring.overview.in_event import GameInEvent
from scoring.store.event_news import EventWithCards
from tournaments.desk.worth import is_ruled, worth_by_entry
from tournaments.federation.queries import has_calendar, waiting_for
from tournaments.history import queries, tables
from tournaments.leagues import public_leagues_of
from tournaments.models import League, Pairing, Tournament
from tournaments.play.currency import currency_of
from tournaments.play.drafts import without_drafts
from tournaments.play.event_order import latest_first
from tournaments.play.names import hall_name_of
from tournaments.play.queries import without_draw
from tournaments.rankings import public_rankings_of
from tournaments.series import public_series_of

_LATEST = 20


def event_links(books: Collection[Book]) -> Mapping[int, BookLinks]:
    return {
        event.book_id: _links_of(event)
        for event in Tournament.objects.filter(book__in=books).select_related("book")
    }


def _links_of(event: Tournament) -> BookLinks:
    return BookLinks(
        event.title,
        reverse("tournaments:event", args=[event.pk]),
        reverse("tournaments:desk", args=[event.pk]),
        reverse("tournaments:current_round", args=[event.pk]),
    )


def league_links(books: Collection[Book]) -> Mapping[int, BookLinks]:
    return {league.book_id: _links_of_league(league) for league in League.objects.filter(book__in=books)}


def _links_of_league(league: League) -> BookLinks:
    """Return the pages of a league; one that is not public has its desk alone."""
    desk = reverse("tournaments:league_desk", args=[league.pk])
    is_shown = league.public and league.removed_at is None
    page = reverse("tournaments:league", args=[league.pk]) if is_shown else desk
    return BookLinks(league.name, page, desk)


def cash_setting(book: Book) -> ClubSetting:
    address = reverse("tournaments:club_cash", args=[book.club_id])
    return ClubSetting(_("Cash"), currency_of(book.club), address, permissions.DIRECTORS)


def rating_setting(book: Book) -> ClubSetting:
    now = _("games outside events count too") if book.club.rates_games else _("games of events count")
    address = reverse("tournaments:club_rated_games", args=[book.club_id])
    return ClubSetting(_("Ratings"), now, address, permissions.DIRECTORS)


def events_with_cards(club: Club) -> list[EventWithCards]:
    """Return the events of a club whose results have not been shown, the next ones first."""
    events = Tournament.objects.filter(
        club=club,
        state__in=(Tournament.State.OPEN, Tournament.State.RUNNING),
        book__archived_at=None,
    )
    return [
        EventWithCards(event.book, event.title)
        for event in events.select_related("book").order_by("date", "pk")
    ]


def overview_url(book: int, _game: int) -> str:
    """Return the address of the overview of this book's event."""
    return reverse("tournaments:desk", args=[get_object_or_404(Tournament, book=book).pk])


def round_url(book: int, game: int) -> str:
    """Return the address of the round in which a game is played, or of the desk of its book."""
    pairing = Pairing.objects.filter(game=game).first()
    if pairing is None:
        return reverse("scoring:desk", args=[book])
    return reverse("tournaments:round", args=[pairing.round_id])


def events_tab(book: Book) -> ClubTab:
    address = reverse("tournaments:club_events", args=[book.club_id])
    return ClubTab(TabName.EVENTS, _lazy("Events"), address, permissions.ANY_ROLE)


def game_in_event(game: Game) -> GameInEvent | None:
    """Return the round of a game, and what counts in it where another result than the played one does."""
    if game.book.kind != Book.Kind.TOURNAMENT:
        return None
    pairings = without_draw(Pairing.objects.select_related("round__tournament__book"), "round")
    pairing = pairings.filter(game=game).prefetch_related("entered__entry").first()
    if pairing is None:
        return None
    event = pairing.round.tournament
    may_change = event.state != Tournament.State.OFFICIAL
    return GameInEvent(
        round=pairing.round.number,
        counts=_counts_by_side(pairing),
        other_result=reverse("tournaments:judge", args=[pairing.pk]) if may_change else "",
    )


def hall_name_of_game(game: Game) -> NameOf | None:
    """Return how the event of a game writes names in its hall; None for a game outside events."""
    if game.book.kind != Book.Kind.TOURNAMENT:
        return None
    event = Tournament.objects.filter(book=game.book_id).first()
    return None if event is None else hall_name_of(event)


def _counts_by_side(pairing: Pairing) -> Sequence[str]:
    """Return in words what counts for each side at this table; nothing where the played result does."""
    if not is_ruled(pairing):
        return ()
    worth = worth_by_entry(pairing.round)
    entries = {row.side: row.entry.number for row in reversed(pairing.entered.all())}
    return [worth.get(entries[side], "") for side in sorted(entries)]


def first_event(club: Club) -> StepLink:
    """Return where the first event of a new club is set up."""
    return StepLink(_("Set up an event"), reverse("tournaments:event_new", args=[club.pk]))


def dates_link(user: User) -> StepLink | None:
    """Return the link to dates that wait for somebody, for the board or for a club; none where none does."""
    waiting = waiting_for(user)
    if not waiting:
        return None
    count = sum(waiting.values())
    label = ngettext("%(waiting)s date waits for an answer", "%(waiting)s dates wait for an answer", count)
    return StepLink(label % {"waiting": count}, reverse("tournaments:club_dates", args=[min(waiting)]))


def events_section(club: Club) -> PageSection:
    """Return the club's latest events for its page, and all of them for its file."""
    listed = without_drafts(club.tournaments.filter(book__archived_at=None))
    events = listed.select_related("book", "announcement").order_by("-date", "name")
    # The page of an event leads to its sections and finals.
    whole = events.filter(Q(whole=None) | Q(whole__book__archived_at__isnull=False))
    latest, leagues = latest_first(whole[:_LATEST]), public_leagues_of(club)
    return PageSection(
        "tournaments/history/_club_events.html",
        {
            "club": club,
            "events": latest,
            "series": public_series_of(club),
            "leagues": leagues,
            "rankings": public_rankings_of(club),
            "has_history": bool(latest or leagues) or club.clubs.exists(),
            "has_calendar": has_calendar(club),
        },
        table=tables.events_table(events) if latest else None,
    )


def results_section(player: Player) -> PageSection:
    """Return a player's latest results for his page; none of a player who may not be named."""
    results = queries.results_of_player(player) if player.may_publish else []
    lines = tables.result_lines(results)[:_LATEST]
    return PageSection("tournaments/history/_player_part.html", {"player": player, "lines": lines})
