"""The workspace of an event: its tabs, in one order on every page of those who work at it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.models import Book, Role
from clubs.web.workspaces import Workspace, WorkspaceTab
from tournaments.models import League, Tournament
from tournaments.papers.large_exports import LARGE_FILES
from tournaments.play.standings_sources import source_of

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class _Tab(NamedTuple):
    """A tab of any event: its page, the roles that may open it, and the further pages behind it."""

    label: _StrPromise
    view: str
    needs: Collection[Role.Kind]
    behind: Collection[str] = ()
    # It is about the rounds and games of the event.
    of_games: bool = False
    # It is also of an event whose games are those of its sections and finals.
    of_parts: bool = False


TABS: Final = (
    _Tab(
        _lazy("Overview"),
        "tournaments:desk",
        permissions.DIRECTORS,
        (
            *("tournaments:show", "tournaments:hide", "tournaments:official", "tournaments:revise"),
            *("tournaments:adjust", "tournaments:adjustment_cancel"),
            *("tournaments:event_parts", "tournaments:divide", "tournaments:make_finals"),
            *("tournaments:sections_back", "tournaments:finals_back", "tournaments:carry_again"),
            *("tournaments:overall_record", "tournaments:overall_open"),
        ),
    ),
    _Tab(
        _lazy("Round"),
        "tournaments:current_round",
        permissions.ANY_ROLE,
        (
            *("tournaments:round", "tournaments:round_draw", "tournaments:round_change"),
            *("tournaments:round_results", "tournaments:round_sheet"),
            *("tournaments:round_signed", "tournaments:draw", "tournaments:draw_early", "tournaments:lock"),
            *("tournaments:redraw", "tournaments:draw_again", "tournaments:publish", "tournaments:close"),
            *("tournaments:reopen", "tournaments:remove", "tournaments:make_tables"),
            *("tournaments:judge", "tournaments:move_deals", "tournaments:substitute"),
            "tournaments:level_decide",
            *("tournaments:clock", "tournaments:clock_pause", "tournaments:minutes", "tournaments:time_up"),
        ),
        of_games=True,
    ),
    _Tab(
        _lazy("Entries"),
        "tournaments:entries",
        permissions.ANY_ROLE,
        (
            *("tournaments:pairs", "tournaments:entry_new", "tournaments:check_in", "tournaments:here"),
            *("tournaments:singles", "tournaments:presence", "tournaments:lots", "tournaments:keep_table"),
            *("tournaments:strength", "tournaments:handicaps", "tournaments:entry_handicap"),
            *("tournaments:entry_outside", "tournaments:entry_edit", "tournaments:entry_remove"),
            *("tournaments:entry_replace", "tournaments:entry_third", "tournaments:entry_back"),
            *("tournaments:withdraw", "tournaments:signups", "tournaments:signups_enter"),
            *("tournaments:personal_codes", "tournaments:entry_categories"),
        ),
    ),
    _Tab(_lazy("Standings"), "tournaments:standings", permissions.DIRECTORS, ("tournaments:event_what_if",)),
    _Tab(
        _lazy("Programme"),
        "tournaments:programme",
        permissions.DIRECTORS,
        (
            *("tournaments:programme_template", "tournaments:programme_move", "tournaments:programme_line"),
            *("tournaments:programme_line_new", "tournaments:programme_line_remove"),
            "tournaments:announce_status",
        ),
        of_games=True,
    ),
    _Tab(
        _lazy("Hall"),
        "tournaments:hall",
        permissions.RECORDERS,
        (
            *("tournaments:hall_announce", "tournaments:call_players", "tournaments:notice_end"),
            *("tournaments:screen_change", "tournaments:screen_remove"),
            *("tournaments:prizes", "tournaments:prize_table", "tournaments:prizes_aloud"),
            *("tournaments:prize_give", "tournaments:prize_back", "tournaments:prize_lot"),
            *("tournaments:place_decide", "tournaments:decider_withdraw"),
        ),
        of_games=True,
    ),
    _Tab(
        _lazy("Cash"),
        "tournaments:cash",
        permissions.RECORDERS,
        (
            *("tournaments:cash_person", "tournaments:cash_sale", "tournaments:cash_drawer"),
            *("tournaments:cash_prices", "tournaments:cash_back"),
        ),
        of_games=True,
        of_parts=True,
    ),
    _Tab(
        _lazy("Papers"),
        "tournaments:papers",
        permissions.ANY_ROLE,
        [
            *("tournaments:event_export", "tournaments:event_heads", "tournaments:codes_send"),
            "tournaments:scans",
            *(f"tournaments:{file.make_url_name}" for file in LARGE_FILES),
        ],
    ),
    _Tab(
        _lazy("Settings"),
        "tournaments:settings",
        permissions.DIRECTORS,
        (
            "tournaments:settings_correct",
            "tournaments:event_delete",
            *("tournaments:announce", "tournaments:announce_show"),
            "clubs:book_archive",
            "clubs:event_people",
        ),
    ),
)
# The log is of the book, and clubs has its pages.
_LOG_VIEWS: Final = ("clubs:log", "clubs:last_acts", "clubs:undo")


LEAGUE_TABS: Final = (
    _Tab(
        _lazy("Overview"),
        "tournaments:league_desk",
        permissions.ANY_ROLE,
        (
            *("tournaments:match_desk", "tournaments:match_result", "tournaments:match_line_up"),
            *("tournaments:match_when", "tournaments:match_postpone", "tournaments:match_rule"),
            *("tournaments:match_clear", "tournaments:match_dispute", "tournaments:match_open"),
            *("tournaments:match_break_seal", "tournaments:match_table", "tournaments:match_table_leave"),
        ),
    ),
    _Tab(
        _lazy("Teams"),
        "tournaments:league_teams",
        permissions.ANY_ROLE,
        (
            *("tournaments:team_new", "tournaments:team_change", "tournaments:team_withdraw"),
            *("tournaments:team_charge", "tournaments:team_codes"),
        ),
    ),
    _Tab(_lazy("Fixtures"), "tournaments:league_fixtures", permissions.DIRECTORS),
    _Tab(_lazy("Rules"), "tournaments:league_rules_change", permissions.DIRECTORS),
    _Tab(
        _lazy("Settings"),
        "tournaments:league_change",
        permissions.DIRECTORS,
        ("tournaments:league_next", "clubs:event_people"),
    ),
)


def league_workspace(book: Book) -> Workspace | None:
    """Return the workspace of the league that has this book."""
    found: League | None = getattr(book, "league", None)
    if found is None:
        return None
    tabs = [
        WorkspaceTab(tab.label, reverse(tab.view, args=[found.pk]), tab.needs, (tab.view, *tab.behind))
        for tab in LEAGUE_TABS
    ]
    log = WorkspaceTab(_lazy("Log"), reverse("clubs:log", args=[book.pk]), permissions.IN_CHARGE, _LOG_VIEWS)
    return Workspace(
        _lazy("Pages of the league"), [*tabs, log], reverse("tournaments:league", args=[found.pk])
    )


def event_workspace(book: Book) -> Workspace | None:
    """Return the workspace of the event that has this book."""
    found: Tournament | None = getattr(book, "tournament", None)
    if found is None:
        return None
    event = found.pk
    knows_games = source_of(found).knows_games
    tabs = [
        WorkspaceTab(tab.label, reverse(tab.view, args=[event]), tab.needs, (tab.view, *tab.behind))
        for tab in TABS
        if knows_games or not tab.of_games or (tab.of_parts and found.has_parts)
    ]
    log = WorkspaceTab(_lazy("Log"), reverse("clubs:log", args=[book.pk]), permissions.IN_CHARGE, _LOG_VIEWS)
    return Workspace(_lazy("Pages of the event"), [*tabs, log], reverse("tournaments:event", args=[event]))
