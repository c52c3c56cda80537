"""The hooks of clubs and Django that scoring fills; `AppConfig.ready` calls `register_hooks`."""

from django.core import checks

from clubs import books, people
from clubs.books import archiving, log_wording, verification
from clubs.books import ways_back as books_ways_back
from clubs.models import Book
from clubs.people import erasing, named_words, person_file, references
from clubs.plugins.completeness import COMPLETE
from clubs.web import extensions
from clubs.web.links import link_finders
from scoring import recording
from scoring.game import readers
from scoring.recording import stored_versions
from scoring.registration import (
    complete_games,
    erasing_games,
    links,
    log,
    person_tables,
    players,
    row_names,
    ways_back,
)
from scoring.table import device


def register_hooks() -> None:
    log_wording.log_sentences.register(log.SENTENCES)
    log_wording.fact_labels.register(log.FACT_LABELS)
    log_wording.row_names.register(row_names.ROW_NAMES)
    books_ways_back.ways_back.register(ways_back.WAYS_BACK)
    people.held_by.register(log.HOLDS_PLAYERS)
    references.references.register(players.REFERENCES)
    references.meetings.register(players.games_together)
    references.number_keepers.register(players.keep_numbers_of_seats)
    person_file.person_tables.register(person_tables.tables_of_person)
    erasing.wipes.register(erasing_games.wipes_of_person)
    named_words.free_texts.register(erasing_games.FREE_TEXTS)
    books.book_finders.register(log.books_of_seats, log.books_of_jurors)
    verification.stored_checks.register(stored_versions.find_changed_versions)
    archiving.archive_listeners.register(recording.free_tables_in)
    link_finders.register({Book.Kind.GAME: links.game_links})
    extensions.club_tabs.register(links.tables_tab, links.games_tab)
    extensions.account_links.register(links.attention_link)
    extensions.return_targets.register({"attention": links.attention_url})
    extensions.club_settings.register(links.opening_setting)
    extensions.club_sections.register(links.games_section)
    readers.phones_at_table.register(device.is_at_table)
    checks.register(complete_games.check_games, COMPLETE)
