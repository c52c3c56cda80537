"""The addresses of tournaments."""

from collections.abc import Iterator

from django.urls import URLPattern, path

from tournaments.cash import club_views as cash_club_views
from tournaments.cash import views as cash_views
from tournaments.clock import views as clock_views
from tournaments.desk import (
    act_views,
    deleting_views,
    signed_sheets_views,
    standings_views,
)
from tournaments.desk import views as desk_views
from tournaments.entries import (
    again_views,
    entry_views,
    handicap_views,
    presence_views,
    singles_views,
    substitute_views,
)
from tournaments.entries import views as entries_views
from tournaments.federation import desk_views as federation_desk_views
from tournaments.federation import statement_views, year_views
from tournaments.federation import views as federation_views
from tournaments.gatherings import club_views as gathering_club_views
from tournaments.gatherings import views as gathering_views
from tournaments.history import club_views as history_club_views
from tournaments.history import meeting_views as history_meeting_views
from tournaments.history import views as history_views
from tournaments.league_urls import LEAGUE_PATHS
from tournaments.papers import bundle_views, large_export_views, protocol_views
from tournaments.papers import heads as paper_heads
from tournaments.papers import views as papers_views
from tournaments.papers.large_exports import LARGE_FILES
from tournaments.papers.scans import views as scans_views
from tournaments.past import views as past_views
from tournaments.personal import director_views as personal_director_views
from tournaments.personal import news_views
from tournaments.personal import views as personal_views
from tournaments.prizes import views as prizes_views
from tournaments.programme import views as programme_views
from tournaments.public import embedding, now_view
from tournaments.public import views as public_views
from tournaments.rankings import desk_views as rankings_desk_views
from tournaments.rankings import views as rankings_views
from tournaments.ratings import views as ratings_views
from tournaments.rounds import early_views, level_views, moving_views, page_views, results_views, sheet_views
from tournaments.rounds import views as rounds_views
from tournaments.screen import hall_views
from tournaments.screen import views as screen_views
from tournaments.sections import desk_views as sections_desk_views
from tournaments.sections import views as sections_views
from tournaments.series import desk_views as series_desk_views
from tournaments.series import views as series_views
from tournaments.settings import views as settings_views
from tournaments.signup import director_views as signup_director_views
from tournaments.signup import views as signup_views
from tournaments.strength import views as strength_views
from tournaments.tonight import club_views
from tournaments.tonight import views as tonight_views
from tournaments.transfer import views as transfer_views
from tournaments.what_if import views as what_if_views

app_name = "tournaments"


def _file_paths() -> Iterator[URLPattern]:
    """Yield two addresses of each large file: of the file, and of the page that requests it as a job."""
    for file in LARGE_FILES:
        address, code = f"events/<int:pk>/{file.code}/", {"code": file.code}
        view = large_export_views.staff_file if file.full_names else large_export_views.event_file
        yield path(address, view, code, name=file.url_name)
        yield path(f"{address}make/", large_export_views.make_file, code, name=file.make_url_name)


urlpatterns = [
    path("tonight/", tonight_views.own_part, name="own_part"),
    # First what phones ask for every few seconds.
    path("events/<int:pk>/", public_views.event, name="event"),
    path("events/<int:pk>/rounds/<int:number>/", public_views.event_round, name="event_round"),
    path("events/<int:pk>/entries/<int:number>/", public_views.event_entry, name="event_entry"),
    path("events/<int:pk>/entries/<int:number>/now/", public_views.entry_now, name="entry_now"),
    path("events/<int:pk>/my/<int:entry>/<slug:code>/", personal_views.my_page, name="my_page"),
    path("events/<int:pk>/places/", public_views.event_places, name="event_places"),
    path("events/<int:pk>/categories/", public_views.event_categories, name="event_categories"),
    path("events/<int:pk>/bracket/", public_views.event_bracket, name="event_bracket"),
    path("events/<int:pk>/parts/", sections_views.parts, name="parts"),
    path("events/<int:pk>/desk/parts/", sections_desk_views.event_parts, name="event_parts"),
    path("events/<int:pk>/desk/parts/divide/", sections_desk_views.divide, name="divide"),
    path("events/<int:pk>/desk/parts/finals/", sections_desk_views.make_finals, name="make_finals"),
    path("events/<int:pk>/desk/parts/divide/back/", sections_desk_views.sections_back, name="sections_back"),
    path("events/<int:pk>/desk/parts/finals/back/", sections_desk_views.finals_back, name="finals_back"),
    path("events/<int:pk>/desk/carry/", sections_desk_views.carry_again, name="carry_again"),
    path("events/<int:pk>/desk/parts/record/", sections_desk_views.overall_record, name="overall_record"),
    path("events/<int:pk>/desk/parts/open/", sections_desk_views.overall_open, name="overall_open"),
    path("events/<int:pk>/cross/", public_views.event_cross, name="event_cross"),
    path("events/<int:pk>/statistics/", public_views.event_statistics, name="event_statistics"),
    path("events/<int:pk>/rules/", public_views.event_rules, name="event_rules"),
    path("events/<int:pk>/programme/", public_views.event_programme, name="event_programme"),
    path("events/<int:pk>/calendar/", public_views.event_calendar, name="event_calendar"),
    path("events/<int:pk>/announcement/", signup_views.announcement, name="announcement"),
    path("events/<int:pk>/sign-up/", signup_views.signup, name="signup"),
    path("events/<int:pk>/sign-up/code/", signup_views.signup_code, name="signup_code"),
    path("events/<int:pk>/sign-up/<slug:code>/", signup_views.own_signup, name="own_signup"),
    path("events/<int:pk>/sign-up/<slug:code>/cancel/", signup_views.signup_cancel, name="signup_cancel"),
    path("events/<int:pk>/my/", personal_views.my_code, name="my_code"),
    path("events/<int:pk>/my/<int:entry>/<slug:code>/phone/", news_views.my_phone, name="my_phone"),
    path("events/<int:pk>/my/<int:entry>/<slug:code>/mail/", news_views.my_mail, name="my_mail"),
    path(
        "events/<int:pk>/my/<int:entry>/<slug:code>/mail/stop/", news_views.my_mail_stop, name="my_mail_stop"
    ),
    path("news/<uuid:token>/", news_views.notice_confirm, name="notice_confirm"),
    path("news/<uuid:token>/stop/", news_views.notice_stop, name="notice_stop"),
    path("events/<int:pk>/my/<int:entry>/<slug:code>/here/", personal_views.my_here, name="my_here"),
    path(
        "events/<int:pk>/my/<int:entry>/<slug:code>/calendar/", personal_views.my_calendar, name="my_calendar"
    ),
    path("events/<int:pk>/codes/", personal_director_views.personal_codes, name="personal_codes"),
    path("events/<int:pk>/announce/", signup_director_views.announce, name="announce"),
    path("events/<int:pk>/announce/show/", signup_director_views.announce_show, name="announce_show"),
    path("events/<int:pk>/announce/status/", signup_director_views.announce_status, name="announce_status"),
    path("events/<int:pk>/sign-ups/", signup_director_views.signups, name="signups"),
    path("events/<int:pk>/sign-ups/enter/", signup_director_views.signups_enter, name="signups_enter"),
    path("screen/<int:pk>/", screen_views.screen, name="screen"),
    path("screen/<int:pk>/<int:number>/", screen_views.screen, name="numbered_screen"),
    path("events/<int:pk>/embed/", embedding.event_embed, name="event_embed"),
    path("now/", now_view.now, name="now"),
    path("clubs/<int:pk>/events/", club_views.club_events, name="club_events"),
    path("clubs/<int:club>/events/new/", settings_views.event_new, name="event_new"),
    path("clubs/<int:club>/events/bring/", transfer_views.event_bring_in, name="event_bring_in"),
    path("clubs/<int:club>/events/past/", past_views.past_results, name="past_results"),
    path("events/<int:pk>/file/", transfer_views.event_export, name="event_export"),
    path("events/<int:pk>/origin/", transfer_views.event_origin, name="event_origin"),
    *_file_paths(),
    path("events/<int:pk>/delete/", deleting_views.event_delete, name="event_delete"),
    path("events/<int:pk>/desk/", desk_views.desk, name="desk"),
    path("players/<int:pk>/results/", history_views.player_results, name="player_results"),
    path("players/<int:pk>/against/", history_meeting_views.player_met, name="player_met"),
    path("players/<slug:one>/against/<slug:other>/", history_meeting_views.head_to_head, name="head_to_head"),
    path("clubs/<int:pk>/champions/", history_club_views.champions, name="champions"),
    path(
        "clubs/<int:pk>/champions/<int:year>/", history_club_views.champions_of_year, name="champions_of_year"
    ),
    path("clubs/<int:pk>/records/", history_club_views.club_records, name="club_records"),
    path("clubs/<int:pk>/records/<slug:period>/", history_club_views.club_records_of, name="club_records_of"),
    path("clubs/<int:pk>/year/", history_club_views.club_year, name="club_year"),
    path("clubs/<int:pk>/year/<int:year>/", history_club_views.club_year_of, name="club_year_of"),
    *LEAGUE_PATHS,
    path("clubs/<int:pk>/ratings/", ratings_views.club_ratings, name="club_ratings"),
    path("clubs/<int:pk>/ratings/games/", ratings_views.club_rated_games, name="club_rated_games"),
    path("players/<int:pk>/rating/", ratings_views.player_rating, name="player_rating"),
    path("clubs/<int:pk>/series/", series_desk_views.club_series, name="club_series"),
    path("clubs/<int:club>/series/new/", series_desk_views.series_new, name="series_new"),
    path("series/<int:pk>/", series_views.series, name="series"),
    path("series/<int:pk>/after/<int:number>/", series_views.series_after, name="series_after"),
    path("series/<int:pk>/points/<slug:key>/", series_views.series_line, name="series_line"),
    path("series/<int:pk>/desk/", series_desk_views.series_desk, name="series_desk"),
    path("series/<int:pk>/what-if/", what_if_views.series_what_if, name="series_what_if"),
    path("series/<int:pk>/change/", series_desk_views.series_change, name="series_change"),
    path("series/<int:pk>/close/", series_desk_views.series_close, name="series_close"),
    path("series/<int:pk>/reopen/", series_desk_views.series_reopen, name="series_reopen"),
    path("series/<int:pk>/remove/", series_desk_views.series_remove, name="series_remove"),
    path("clubs/<int:pk>/rankings/", rankings_desk_views.club_rankings, name="club_rankings"),
    path("clubs/<int:club>/rankings/new/", rankings_desk_views.ranking_new, name="ranking_new"),
    path("rankings/<int:pk>/", rankings_views.ranking, name="ranking"),
    path("rankings/<int:pk>/list/<slug:part>/", rankings_views.ranking_part, name="ranking_part"),
    path("rankings/<int:pk>/on/<slug:day>/", rankings_views.ranking_on, name="ranking_on"),
    path(
        "rankings/<int:pk>/on/<slug:day>/list/<slug:part>/",
        rankings_views.ranking_on_part,
        name="ranking_on_part",
    ),
    path("rankings/<int:pk>/points/<int:player>/", rankings_views.ranking_line, name="ranking_line"),
    path("rankings/<int:pk>/desk/", rankings_desk_views.ranking_desk, name="ranking_desk"),
    path("rankings/<int:pk>/change/", rankings_desk_views.ranking_change, name="ranking_change"),
    path("rankings/<int:pk>/remove/", rankings_desk_views.ranking_remove, name="ranking_remove"),
    path("clubs/<int:pk>/calendar/", federation_views.calendar, name="calendar"),
    path("clubs/<int:pk>/calendar.ics", federation_views.calendar_ics, name="calendar_ics"),
    path("clubs/<int:pk>/dates/", federation_desk_views.club_dates, name="club_dates"),
    path("clubs/<int:club>/dates/new/", federation_desk_views.date_new, name="date_new"),
    path("dates/<int:pk>/", federation_desk_views.date_desk, name="date_desk"),
    path("dates/<int:pk>/change/", federation_desk_views.date_change, name="date_change"),
    path("dates/<int:pk>/withdraw/", federation_desk_views.date_withdraw, name="date_withdraw"),
    path("dates/<int:pk>/approve/", federation_desk_views.date_approve, name="date_approve"),
    path("dates/<int:pk>/answer/", federation_desk_views.date_answer, name="date_answer"),
    path("dates/<int:pk>/event/", federation_desk_views.date_event, name="date_event"),
    path("clubs/<int:club>/closed-days/new/", federation_desk_views.closed_day_new, name="closed_day_new"),
    path("closed-days/<int:pk>/remove/", federation_desk_views.closed_day_remove, name="closed_day_remove"),
    path("clubs/<int:pk>/terms/", federation_desk_views.federation_terms, name="federation_terms"),
    path("clubs/<int:pk>/statements/", statement_views.club_statements, name="club_statements"),
    path("clubs/<int:pk>/statements/<int:club>/", statement_views.club_statement, name="club_statement"),
    path("clubs/<int:pk>/statements/issue/", statement_views.statement_issue, name="statement_issue"),
    path("clubs/<int:pk>/statements/issued/", statement_views.issued_statements, name="issued_statements"),
    path("statements/<int:pk>/", statement_views.issued_statement, name="issued_statement"),
    path("statements/<int:pk>/credit/", statement_views.statement_credit, name="statement_credit"),
    path("clubs/<int:pk>/annual/<int:year>/", year_views.federation_year, name="federation_year"),
    path("events/<int:pk>/settings/", settings_views.settings, name="settings"),
    path("events/<int:pk>/settings/correct/", settings_views.settings_correct, name="settings_correct"),
    path("events/<int:pk>/desk/standings/", standings_views.standings, name="standings"),
    path("events/<int:pk>/what-if/", what_if_views.event_what_if, name="event_what_if"),
    path("events/<int:pk>/pairs/", entries_views.pairs, name="pairs"),
    path("events/<int:pk>/again/", again_views.event_again, name="event_again"),
    path("events/<int:pk>/entries/", entries_views.entries, name="entries"),
    path("events/<int:pk>/entries/check/", entries_views.check_in, name="check_in"),
    path("events/<int:pk>/entries/new/", entries_views.entry_new, name="entry_new"),
    path("events/<int:pk>/here/", presence_views.here, name="here"),
    path("events/<int:pk>/singles/", singles_views.singles, name="singles"),
    path("events/<int:pk>/presence/", presence_views.presence, name="presence"),
    path("events/<int:pk>/lots/", entries_views.lots, name="lots"),
    path("events/<int:pk>/handicaps/", handicap_views.handicaps, name="handicaps"),
    path("events/<int:pk>/strength/", strength_views.strength, name="strength"),
    path("pairings/<int:pk>/substitute/", substitute_views.substitute, name="substitute"),
    path("events/<int:pk>/cash/", cash_views.cash, name="cash"),
    path("events/<int:pk>/cash/people/<int:player>/", cash_views.cash_person, name="cash_person"),
    path("events/<int:pk>/cash/sale/", cash_views.cash_sale, name="cash_sale"),
    path("events/<int:pk>/cash/drawer/", cash_views.cash_drawer, name="cash_drawer"),
    path("events/<int:pk>/cash/prices/", cash_views.cash_prices, name="cash_prices"),
    path("events/<int:pk>/cash/entries/<int:number>/back/", cash_views.cash_back, name="cash_back"),
    path("events/<int:pk>/cash/entries/<int:number>/receipt/", cash_views.cash_receipt, name="cash_receipt"),
    path("gatherings/<int:pk>/", gathering_views.gathering, name="gathering"),
    path("gatherings/<int:pk>/calendar/", gathering_views.gathering_calendar, name="gathering_calendar"),
    path("gatherings/<int:pk>/sign-up/", gathering_views.gathering_signup, name="gathering_signup"),
    path("gatherings/<int:pk>/sign-up/<uuid:key>/", gathering_views.gathering_own, name="gathering_own"),
    path("clubs/<int:pk>/gatherings/new/", gathering_club_views.gathering_new, name="gathering_new"),
    path("gatherings/<int:pk>/desk/", gathering_club_views.gathering_desk, name="gathering_desk"),
    path("gatherings/<int:pk>/dissolve/", gathering_club_views.gathering_dissolve, name="gathering_dissolve"),
    path("gatherings/<int:pk>/people/", gathering_club_views.gathering_people, name="gathering_people"),
    path("clubs/<int:pk>/cash/", cash_club_views.club_cash, name="club_cash"),
    path("clubs/<int:pk>/cash/currency/", cash_club_views.cash_currency, name="cash_currency"),
    path("events/<int:pk>/prizes/", prizes_views.prizes, name="prizes"),
    path("events/<int:pk>/prizes/table/", prizes_views.prize_table, name="prize_table"),
    path("events/<int:pk>/prizes/aloud/", prizes_views.prizes_aloud, name="prizes_aloud"),
    path("events/<int:pk>/prizes/give/", prizes_views.prize_give, name="prize_give"),
    path("events/<int:pk>/prizes/given/<int:number>/back/", prizes_views.prize_back, name="prize_back"),
    path("events/<int:pk>/prizes/decide/<int:entry>/", prizes_views.place_decide, name="place_decide"),
    path("events/<int:pk>/prizes/lot/", prizes_views.prize_lot, name="prize_lot"),
    path(
        "events/<int:pk>/prizes/deciders/<int:number>/withdraw/",
        prizes_views.decider_withdraw,
        name="decider_withdraw",
    ),
    path("events/<int:pk>/entries/categories/", prizes_views.entry_categories, name="entry_categories"),
    path("events/<int:pk>/hall/", hall_views.hall, name="hall"),
    path("events/<int:pk>/hall/announce/", hall_views.announce, name="hall_announce"),
    path("events/<int:pk>/hall/call/", hall_views.call_players, name="call_players"),
    path("events/<int:pk>/hall/notices/<int:number>/end/", hall_views.notice_end, name="notice_end"),
    path("events/<int:pk>/hall/screens/<int:number>/", hall_views.screen_change, name="screen_change"),
    path("events/<int:pk>/hall/screens/<int:number>/remove/", hall_views.screen_remove, name="screen_remove"),
    path("events/<int:pk>/desk/programme/", programme_views.programme, name="programme"),
    path(
        "events/<int:pk>/desk/programme/make/", programme_views.programme_template, name="programme_template"
    ),
    path("events/<int:pk>/desk/programme/move/", programme_views.programme_move, name="programme_move"),
    path(
        "events/<int:pk>/desk/programme/lines/new/", programme_views.programme_line, name="programme_line_new"
    ),
    path(
        "events/<int:pk>/desk/programme/lines/<int:number>/",
        programme_views.programme_line,
        name="programme_line",
    ),
    path(
        "events/<int:pk>/desk/programme/lines/<int:number>/remove/",
        programme_views.programme_line_remove,
        name="programme_line_remove",
    ),
    path("events/<int:pk>/draw/", rounds_views.draw, name="draw"),
    path("pairings/<int:pk>/level/", level_views.level_decide, name="level_decide"),
    path("events/<int:pk>/draw/early/", early_views.draw_early, name="draw_early"),
    path("events/<int:pk>/round/", page_views.current_round, name="current_round"),
    # What the board was: its address stands in bookmarks.
    path("events/<int:pk>/board/", page_views.current_round, name="board"),
    path("events/<int:pk>/protocols/", protocol_views.event_protocols, name="event_protocols"),
    path("rounds/<int:pk>/protocols/", protocol_views.round_protocols, name="round_protocols"),
    path("rounds/<int:pk>/pack/", bundle_views.pack, name="pack"),
    path("events/<int:pk>/booklet/", bundle_views.booklet, name="booklet"),
    path("events/<int:pk>/papers/log-heads/", paper_heads.event_heads, name="event_heads"),
    path("events/<int:pk>/papers/log-heads/send/", paper_heads.codes_send, name="codes_send"),
    path("events/<int:pk>/papers/", papers_views.papers, name="papers"),
    path("events/<int:pk>/scans/", scans_views.scans, name="scans"),
    path("scans/<int:pk>/picture/", scans_views.scan_picture, name="scan_picture"),
    path("scans/<int:pk>/answer/", scans_views.scan_answer, name="scan_answer"),
    path("events/<int:pk>/papers/<slug:code>/", papers_views.paper, name="paper"),
    path(
        "events/<int:pk>/rounds/<int:number>/papers/<slug:code>/",
        papers_views.round_paper,
        name="round_paper",
    ),
    path("rounds/<int:pk>/", page_views.round_page, name="round"),
    path("rounds/<int:pk>/draw/", page_views.round_draw, name="round_draw"),
    path("rounds/<int:pk>/change/", rounds_views.round_change, name="round_change"),
    path("rounds/<int:pk>/lock/", rounds_views.lock, name="lock"),
    path("rounds/<int:pk>/redraw/", rounds_views.redraw, name="redraw"),
    path("rounds/<int:pk>/again/", rounds_views.draw_again, name="draw_again"),
    path("rounds/<int:pk>/publish/", rounds_views.publish, name="publish"),
    path("rounds/<int:pk>/tables/", rounds_views.make_tables, name="make_tables"),
    path("rounds/<int:pk>/clock/", clock_views.clock, name="clock"),
    path("rounds/<int:pk>/clock/pause/", clock_views.clock_pause, name="clock_pause"),
    path("rounds/<int:pk>/time/", clock_views.time_up, name="time_up"),
    path("rounds/<int:pk>/results/", results_views.results, name="round_results"),
    path("rounds/<int:pk>/sheet/", sheet_views.round_sheet, name="round_sheet"),
    path("rounds/<int:pk>/close/", rounds_views.close, name="close"),
    path("rounds/<int:pk>/reopen/", rounds_views.reopen, name="reopen"),
    path("rounds/<int:pk>/signed/", signed_sheets_views.round_signed, name="round_signed"),
    path("rounds/<int:pk>/remove/", rounds_views.remove, name="remove"),
    path("events/<int:pk>/adjust/", act_views.adjust, name="adjust"),
    path("event-adjustments/<int:pk>/cancel/", act_views.adjustment_cancel, name="adjustment_cancel"),
    path("entries/<int:pk>/table/", entry_views.keep_table, name="keep_table"),
    path("entries/<int:pk>/outside/", entry_views.entry_outside, name="entry_outside"),
    path("entries/<int:pk>/handicap/", handicap_views.entry_handicap, name="entry_handicap"),
    path("entries/<int:pk>/edit/", entry_views.entry_edit, name="entry_edit"),
    path("entries/<int:pk>/remove/", entry_views.entry_remove, name="entry_remove"),
    path("entries/<int:pk>/replace/", entry_views.entry_replace, name="entry_replace"),
    path("entries/<int:pk>/third/", entry_views.entry_third, name="entry_third"),
    path("entries/<int:pk>/back/", entry_views.entry_back, name="entry_back"),
    path("entries/<int:pk>/withdraw/", act_views.withdraw, name="withdraw"),
    path("pairings/<int:pk>/judge/", act_views.judge, name="judge"),
    path("pairings/<int:pk>/minutes/", clock_views.minutes, name="minutes"),
    path("pairings/<int:pk>/deals/", moving_views.move_deals, name="move_deals"),
    path("events/<int:pk>/show/", desk_views.show_results, name="show"),
    path("events/<int:pk>/hide/", desk_views.hide_results, name="hide"),
    path("events/<int:pk>/revise/", desk_views.revise_official, name="revise"),
    path("events/<int:pk>/official/", desk_views.declare_official, name="official"),
]
