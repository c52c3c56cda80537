"""The hooks between the apps: each is filled by `AppConfig.ready`, none by an import."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests import ROOT
from tests.house.hooks import registered
from tests.house.starting import STOP_LIMIT

FUNCTIONS = {
    "act_listeners": ["clubs.registration.erasure.close_account_of"],
    "wipes": [
        "clubs.registration.erasure.wipes_of_person",
        "scoring.registration.erasing_games.wipes_of_person",
        "tournaments.registration.players.files_of_person",
        "tournaments.cash.person_rows.cash_of_erased",
        "tournaments.registration.notices.notices_of_erased",
        "tournaments.registration.signups.signups_of_erased",
        "tournaments.registration.league_people.captains_of_erased",
    ],
    "person_tables": [
        "scoring.registration.person_tables.tables_of_person",
        "tournaments.registration.players.tables_of_person",
        "tournaments.cash.person_rows.cash_of_person",
        "tournaments.registration.signups.signups_of_person",
        "tournaments.registration.notices.addresses_of_person",
        "tournaments.registration.league_people.leagues_of_person",
    ],
    "naming_books": ["tournaments.registration.league_people.books_of_captain"],
    "meetings": [
        "scoring.registration.players.games_together",
        "tournaments.registration.players.events_of_both",
    ],
    "rewriters": [
        "tournaments.registration.players.rewrite_snapshots",
    ],
    "number_keepers": ["scoring.registration.players.keep_numbers_of_seats"],
    "card_event_finders": ["tournaments.registration.links.events_with_cards"],
    "account_links": [
        "scoring.registration.links.attention_link",
        "tournaments.registration.links.dates_link",
    ],
    "left_listeners": ["tournaments.signup.places.move_up"],
    "archive_listeners": ["scoring.recording.tables.free_tables_in"],
    "answer_listeners": [
        "tournaments.running.standings.update_after_answer",
        "tournaments.leagues.table_games.follow_game",
    ],
    "book_finders": [
        "clubs.registration.log.books_of_clubs",
        "scoring.registration.log.books_of_seats",
        "scoring.registration.log.books_of_jurors",
        "tournaments.registration.log.books_with_entries",
        "tournaments.registration.league_log.books_of_leagues",
    ],
    "club_sections": [
        "scoring.registration.links.games_section",
        "tournaments.registration.links.events_section",
    ],
    "club_settings": [
        "clubs.registration.links.name_setting",
        "clubs.registration.links.federation_setting",
        "clubs.registration.links.codes_setting",
        "clubs.registration.links.archive_setting",
        "scoring.registration.links.opening_setting",
        "tournaments.registration.links.cash_setting",
        "tournaments.registration.links.rating_setting",
    ],
    "club_tabs": [
        "clubs.registration.links.players_tab",
        "clubs.registration.links.people_tab",
        "clubs.registration.links.log_tab",
        "clubs.registration.links.settings_tab",
        "scoring.registration.links.tables_tab",
        "scoring.registration.links.games_tab",
        "tournaments.registration.links.events_tab",
    ],
    "hall_names": ["tournaments.registration.links.hall_name_of_game"],
    "places_in_events": [
        "tournaments.registration.links.game_in_event",
        "tournaments.leagues.at_table.game_in_match",
    ],
    "further_checks": [
        "tournaments.running.recheck.differences",
        "tournaments.running.recheck.repair",
        "tournaments.history.errand.differences",
        "tournaments.history.errand.repair",
        "tournaments.leagues.recheck.differences",
        "tournaments.leagues.recheck.repair",
    ],
    "stored_checks": [
        "scoring.recording.stored_versions.find_changed_versions",
        "tournaments.federation.logged_statements.find_changed_statements",
    ],
    "player_sections": ["tournaments.registration.links.results_section"],
    "providers": ["tournaments.papers.protocol_lines.EventProtocolLines"],
    "recompute_listeners": [
        "tournaments.running.standings.update_after_result_change",
        "tournaments.leagues.table_games.follow_game",
    ],
    "round_finders": ["tournaments.play.queries.find_rounds"],
    "event_finders": [
        "tournaments.public.at_table.event_of_game",
        "tournaments.leagues.at_table.league_of_game",
    ],
    "after_the_game": ["tournaments.public.at_table.news_after_game"],
    "before_the_game": ["tournaments.public.at_table.news_before_game"],
    "about_the_game": ["tournaments.public.at_table.handicaps_of_game"],
    "shown_ratings": ["tournaments.ratings.strength.ratings_of_those_shown"],
    "hidden_games": ["tournaments.leagues.queries.is_game_hidden"],
    "phones_at_table": ["scoring.table.device.is_at_table"],
    "first_steps": ["tournaments.registration.links.first_event"],
    "substitution_checks": ["tournaments.running.substitutes.refuse_substitute"],
}
CODES = {
    "job_kinds": {
        "protocols_of_round",
        "protocols_of_event",
        "emergency_pack",
        "booklet_of_event",
        "event_whole_xlsx",
        "event_full_xlsx",
        "event_deals_json",
    },
    "errands": {"mail", "news for phones", "history", "reminders of leagues"},
    "free_texts": {"scoring.ruling.text", "tournaments.pairing.reason"},
    "references": {"clubs.membership.player", "scoring.seat.player", "tournaments.entryplayer.player"},
    "held_by": {"scoring.seat.player", "tournaments.entryplayer.player"},
    "link_finders": {"game", "tournament"},
    "workspaces": {"tournament"},
    "return_targets": {"attention", "overview", "round"},
    "checks": {
        "clubs.jobs.checks.check_job_kinds",
        "scoring.registration.complete_games.check_games",
        "tournaments.registration.complete_values.check_values",
        "tournaments.papers.checks.check_papers",
    },
    "log_sentences": {"club.created", "deal.recorded", "round.drawn"},
    "row_names": {"scoring.deal", "tournaments.entry"},
    "ways_back": {"game.ended", "round.published"},
    "fact_labels": {"home_club", "ruleset", "movement"},
    "other_results": {"walkover", "forfeited"},
}


@pytest.fixture(scope="module")
def steps() -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.house.hooks"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=STOP_LIMIT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(("hook", "functions"), FUNCTIONS.items())
def test_each_function_that_an_app_expects_is_called(hook: str, functions: list[str]) -> None:
    assert registered()[hook] == functions


@pytest.mark.parametrize(("hook", "codes"), CODES.items())
def test_each_code_that_an_app_expects_is_known(hook: str, codes: set[str]) -> None:
    assert codes <= set(registered()[hook])


def test_no_hook_is_left_out_here(steps: dict[str, Any]) -> None:
    assert registered().keys() == FUNCTIONS.keys() | CODES.keys()
    assert steps["others"] == []


def test_no_import_registers_anything(steps: dict[str, Any]) -> None:
    assert steps["modules"] > 300
    assert {hook: names for hook, names in steps["imported"].items() if names} == {}


def test_the_apps_may_register_twice(steps: dict[str, Any]) -> None:
    assert steps["once"] == steps["twice"] == registered()
