"""The hooks that clubs fills itself; `AppConfig.ready` calls `register_hooks`."""

from django.core import checks

from clubs import books, people
from clubs.books import log_wording
from clubs.books import ways_back as books_ways_back
from clubs.jobs.checks import check_job_kinds
from clubs.people import erasing, references
from clubs.plugins.completeness import COMPLETE
from clubs.registration import erasure, links, log, row_names, ways_back
from clubs.web import extensions


def register_hooks() -> None:
    log_wording.log_sentences.register(log.SENTENCES)
    log_wording.fact_labels.register(log.FACT_LABELS)
    log_wording.row_names.register(row_names.ROW_NAMES)
    books_ways_back.ways_back.register(ways_back.WAYS_BACK)
    people.held_by.register(log.HOLDS_CLUBS)
    people.held_by.register(log.HOLDS_PLAYERS)
    erasing.wipes.register(erasure.wipes_of_person)
    erasing.act_listeners.register(erasure.close_account_of)
    references.references.register(log.REFERENCES)
    books.book_finders.register(log.books_of_clubs)
    extensions.club_tabs.register(links.players_tab, links.people_tab, links.log_tab, links.settings_tab)
    extensions.club_settings.register(
        links.name_setting, links.federation_setting, links.codes_setting, links.archive_setting
    )
    checks.register(check_job_kinds, COMPLETE)
