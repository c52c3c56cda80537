"""The hooks of clubs, scoring and Django that tournaments fills; `AppConfig.ready` calls `register_hooks`."""

from django.core import checks

from clubs import books, people
from clubs.books import log_wording, verification
from clubs.books import ways_back as books_ways_back
from clubs.jobs.errands import register_errands
from clubs.jobs.kinds import register_kinds
from clubs.models import Book
from clubs.people import erasing, named_words, person_file, references
from clubs.plugins.completeness import COMPLETE
from clubs.web import extensions
from clubs.web.links import link_finders
from clubs.web.workspaces import workspaces
from scoring.game import shown_names
from scoring.overview import in_event
from scoring.printing import event_lines
from scoring.recording import answers, games, recheck, totals
from scoring.store import event_news, hidden_games, rounds
from scoring.wording import other_results
from tournaments import leagues
from tournaments.captains import reminders
from tournaments.cash import person_rows
from tournaments.core.results import COUNT_AS_PLAYED, ResultKind
from tournaments.federation import logged_statements
from tournaments.history import errand as history
from tournaments.leagues import recheck as league_recheck
from tournaments.models import Pairing
from tournaments.notices.sending import ERRANDS
from tournaments.papers.checks import check_papers
from tournaments.papers.job_kinds import event_job_kinds
from tournaments.papers.protocol_lines import EventProtocolLines
from tournaments.play.queries import find_rounds
from tournaments.play.shown_ratings import shown_ratings
from tournaments.public import at_table
from tournaments.ratings.strength import ratings_of_those_shown
from tournaments.registration import (
    captain_log,
    complete_values,
    league_log,
    league_people,
    links,
    log,
    notices,
    players,
    row_names,
    section_log,
    signups,
    ways_back,
    workspace,
)
from tournaments.running import leaving
from tournaments.running import recheck as rounds_recheck
from tournaments.running.standings import update_after_answer, update_after_result_change
from tournaments.running.substitutes import refuse_substitute
from tournaments.signup.places import move_up
from tournaments.transfer import jobs as transfer_jobs


def register_hooks() -> None:
    log_wording.log_sentences.register(log.SENTENCES)
    log_wording.fact_labels.register(log.FACT_LABELS)
    log_wording.log_sentences.register(section_log.SENTENCES)
    log_wording.fact_labels.register(section_log.FACT_LABELS)
    log_wording.row_names.register(row_names.ROW_NAMES)
    books_ways_back.ways_back.register(ways_back.WAYS_BACK)
    other_results.other_results.register(
        {
            kind.value: other_results.OtherResult(kind.label, ResultKind(kind) in COUNT_AS_PLAYED)
            for kind in Pairing.Kind
        }
    )
    _register_players()
    _register_leagues()
    _register_pages()
    register_errands([*ERRANDS, *reminders.ERRANDS, history.ERRAND])
    register_kinds([*event_job_kinds(), transfer_jobs.JOB])
    _register_games()
    checks.register(complete_values.check_values, COMPLETE)
    checks.register(complete_values.check_stored_codes, checks.Tags.database)
    checks.register(check_papers, COMPLETE)


def _register_games() -> None:
    """Register what follows from games, and what games show of their event or league."""
    # Standings follow a result that changed, and a player of an event has one table in a round.
    totals.recompute_listeners.register(update_after_result_change)
    answers.answer_listeners.register(update_after_answer)
    # So do the tables of matches, once a score sheet is signed.
    totals.recompute_listeners.register(leagues.follow_game)
    answers.answer_listeners.register(leagues.follow_game)
    recheck.further_checks.register(recheck.FurtherCheck(rounds_recheck.differences, rounds_recheck.repair))
    recheck.further_checks.register(history.CHECK)
    verification.stored_checks.register(logged_statements.find_changed_statements)
    recheck.further_checks.register(recheck.FurtherCheck(league_recheck.differences, league_recheck.repair))
    # Who waits for a place moves up when an entry leaves.
    leaving.left_listeners.register(move_up)
    # Handicaps are given by the ratings that players show.
    shown_ratings.register(ratings_of_those_shown)
    games.substitution_checks.register(refuse_substitute)
    _register_shown_games()


def _register_shown_games() -> None:
    """Register what events and leagues say of a game, on paper, on pages and at its table."""
    event_lines.providers.register(EventProtocolLines)
    in_event.places_in_events.register(links.game_in_event)
    in_event.places_in_events.register(leagues.at_table.game_in_match)
    shown_names.hall_names.register(links.hall_name_of_game)
    hidden_games.hidden_games.register(leagues.is_game_hidden)
    rounds.round_finders.register(find_rounds)
    event_news.event_finders.register(at_table.event_of_game)
    event_news.event_finders.register(leagues.at_table.league_of_game)
    event_news.after_the_game.register(at_table.news_after_game)
    event_news.card_event_finders.register(links.events_with_cards)
    event_news.before_the_game.register(at_table.news_before_game)
    event_news.about_the_game.register(at_table.handicaps_of_game)


def _register_pages() -> None:
    """Register what events show on the pages of clubs, players and books."""
    link_finders.register({Book.Kind.TOURNAMENT: links.event_links})
    workspaces.register({Book.Kind.TOURNAMENT: workspace.event_workspace})
    extensions.club_tabs.register(links.events_tab)
    extensions.club_settings.register(links.cash_setting, links.rating_setting)
    extensions.club_sections.register(links.events_section)
    extensions.player_sections.register(links.results_section)
    extensions.return_targets.register({"overview": links.overview_url, "round": links.round_url})
    extensions.account_links.register(links.dates_link)
    extensions.first_steps.register(links.first_event)


def _register_leagues() -> None:
    """Register the books of leagues, which are of a kind of their own."""
    log_wording.log_sentences.register(league_log.SENTENCES)
    log_wording.log_sentences.register(captain_log.SENTENCES)
    log_wording.fact_labels.register(league_log.FACT_LABELS)
    log_wording.fact_labels.register(captain_log.FACT_LABELS)
    people.held_by.register(league_log.HOLDS_PLAYERS)
    books.book_finders.register(league_log.books_of_leagues)
    link_finders.register({Book.Kind.LEAGUE: links.league_links})
    workspaces.register({Book.Kind.LEAGUE: workspace.league_workspace})


def _register_players() -> None:
    """Register what events have of a player."""
    people.held_by.register(log.HOLDS_PLAYERS)
    references.references.register(players.REFERENCES)
    references.meetings.register(players.events_of_both)
    references.rewriters.register(players.rewrite_snapshots)
    person_file.person_tables.register(players.tables_of_person)
    person_file.person_tables.register(person_rows.cash_of_person)
    person_file.person_tables.register(signups.signups_of_person)
    person_file.person_tables.register(notices.addresses_of_person)
    person_file.person_tables.register(league_people.leagues_of_person)
    erasing.wipes.register(players.files_of_person)
    erasing.wipes.register(person_rows.cash_of_erased)
    # Letters are found by the names in sign-ups, which go next.
    erasing.wipes.register(notices.notices_of_erased)
    erasing.wipes.register(signups.signups_of_erased)
    erasing.wipes.register(league_people.captains_of_erased)
    erasing.naming_books.register(league_people.books_of_captain)
    named_words.free_texts.register(players.FREE_TEXTS)
    books.book_finders.register(log.books_with_entries)
