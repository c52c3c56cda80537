"""Addresses of leagues, and of what captains do there."""

from collections.abc import Iterator

from django.urls import URLPattern, path

from tournaments.captains import manager_views as captains_manager_views
from tournaments.captains import paper_views as captains_paper_views
from tournaments.captains import views as captains_views
from tournaments.leagues import adding_views as league_adding_views
from tournaments.leagues import club_views as league_club_views
from tournaments.leagues import desk_views as league_desk_views
from tournaments.leagues import game_views as league_game_views
from tournaments.leagues import match_views as league_match_views
from tournaments.leagues import team_views as league_team_views
from tournaments.leagues import views as league_views
from tournaments.leagues import what_if_views as league_what_if_views


def _captain_paths() -> Iterator[URLPattern]:
    """Yield the addresses that have the code of a team."""
    team = "leagues/<int:pk>/team/<int:team>/<slug:code>/"
    yield path(team, captains_views.team_page, name="team_page")
    yield path(f"{team}<int:number>/", captains_views.team_match, name="team_match")
    yield path(f"{team}<int:number>/line-up/", captains_views.team_line_up, name="team_line_up")
    yield path(f"{team}<int:number>/result/", captains_views.team_result, name="team_result")
    yield path(f"{team}<int:number>/table/<int:table>/", captains_views.team_table, name="team_table")
    yield path(f"{team}<int:number>/answer/", captains_views.team_answer, name="team_answer")
    yield path(f"{team}<int:number>/undo/", captains_views.team_undo, name="team_undo")
    yield path(f"{team}<int:number>/protocol/", captains_paper_views.team_protocol_pdf, name="team_protocol")


LEAGUE_PATHS = [
    path("leagues/<int:pk>/team/", captains_views.team_code, name="team_code"),
    *_captain_paths(),
    path("leagues/<int:pk>/captains/", captains_manager_views.team_codes, name="team_codes"),
    path("leagues/<int:pk>/captains/slips/", captains_paper_views.team_slips_pdf, name="team_slips"),
    path("matches/<int:pk>/protocol/", captains_paper_views.match_protocol_pdf, name="match_protocol"),
    path(
        "leagues/<int:pk>/matches/<int:number>/protocol/",
        captains_paper_views.public_protocol_pdf,
        name="public_match_protocol",
    ),
    path("clubs/<int:pk>/leagues/", league_club_views.club_leagues, name="club_leagues"),
    path("clubs/<int:club>/leagues/new/", league_club_views.league_new, name="league_new"),
    path("players/<int:pk>/matches/", league_views.player_matches, name="player_matches"),
    path("leagues/<int:pk>/", league_views.league, name="league"),
    path("leagues/<int:pk>/divisions/<int:position>/", league_views.league_division, name="league_division"),
    path("leagues/<int:pk>/teams/<int:number>/", league_views.league_team, name="league_team"),
    path("leagues/<int:pk>/matches/<int:number>/", league_views.league_match, name="league_match"),
    path("leagues/<int:pk>/desk/", league_desk_views.league_desk, name="league_desk"),
    path("leagues/<int:pk>/change/", league_desk_views.league_change, name="league_change"),
    path("leagues/<int:pk>/rules/", league_views.league_rules, name="league_rules"),
    path("leagues/<int:pk>/rules/change/", league_desk_views.league_rules_change, name="league_rules_change"),
    path("leagues/<int:pk>/what-if/", league_what_if_views.league_what_if, name="league_what_if"),
    path("leagues/<int:pk>/close/", league_desk_views.league_close, name="league_close"),
    path("leagues/<int:pk>/reopen/", league_desk_views.league_reopen, name="league_reopen"),
    path("leagues/<int:pk>/remove/", league_desk_views.league_remove, name="league_remove"),
    path("leagues/<int:pk>/next/", league_desk_views.league_next, name="league_next"),
    path("leagues/<int:pk>/fixtures/", league_desk_views.league_fixtures, name="league_fixtures"),
    path(
        "leagues/<int:pk>/fixtures/<int:position>/plan/",
        league_desk_views.fixtures_plan,
        name="fixtures_plan",
    ),
    path(
        "leagues/<int:pk>/fixtures/<int:position>/withdraw/",
        league_desk_views.fixtures_withdraw,
        name="fixtures_withdraw",
    ),
    path(
        "leagues/<int:pk>/fixtures/<int:position>/add/", league_adding_views.fixtures_add, name="fixtures_add"
    ),
    path(
        "leagues/<int:pk>/fixtures/<int:position>/next/",
        league_adding_views.fixtures_next,
        name="fixtures_next",
    ),
    path("leagues/<int:pk>/teams/", league_team_views.league_teams, name="league_teams"),
    path("leagues/<int:pk>/teams/new/", league_team_views.team_new, name="team_new"),
    path("teams/<int:pk>/change/", league_team_views.team_change, name="team_change"),
    path("teams/<int:pk>/remove/", league_team_views.team_remove, name="team_remove"),
    path("teams/<int:pk>/withdraw/", league_team_views.team_withdraw, name="team_withdraw"),
    path("teams/<int:pk>/return/", league_team_views.team_return, name="team_return"),
    path("teams/<int:pk>/points/", league_team_views.team_charge, name="team_charge"),
    path("teams/points/<int:pk>/cancel/", league_team_views.charge_cancel, name="charge_cancel"),
    path("matches/<int:pk>/", league_match_views.match_desk, name="match_desk"),
    path("matches/<int:pk>/when/", league_match_views.match_when, name="match_when"),
    path("matches/<int:pk>/exchange/", league_match_views.match_exchange, name="match_exchange"),
    path("matches/<int:pk>/remove/", league_adding_views.match_remove, name="match_remove"),
    path("matches/<int:pk>/postpone/", league_match_views.match_postpone, name="match_postpone"),
    path("matches/<int:pk>/line-up/<int:side>/", league_match_views.match_line_up, name="match_line_up"),
    path(
        "matches/<int:pk>/line-up/<int:side>/break/",
        league_match_views.match_break_seal,
        name="match_break_seal",
    ),
    path("matches/<int:pk>/open/", league_match_views.match_open, name="match_open"),
    path("matches/<int:pk>/result/", league_match_views.match_result, name="match_result"),
    path("matches/<int:pk>/tables/<int:number>/", league_game_views.match_table, name="match_table"),
    path(
        "matches/<int:pk>/tables/<int:number>/points/",
        league_game_views.match_table_leave,
        name="match_table_leave",
    ),
    path("matches/<int:pk>/rule/", league_match_views.match_rule, name="match_rule"),
    path("matches/<int:pk>/clear/", league_match_views.match_clear, name="match_clear"),
    path("matches/<int:pk>/dispute/", league_match_views.match_dispute, name="match_dispute"),
    path("matches/<int:pk>/confirm/", league_match_views.match_confirm, name="match_confirm"),
    path("matches/<int:pk>/accept/", league_match_views.match_accept, name="match_accept"),
    path("matches/<int:pk>/reopen/", league_match_views.match_reopen, name="match_reopen"),
]
