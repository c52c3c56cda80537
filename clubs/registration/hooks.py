"""The hooks that clubs fills itself; `AppConfig.ready` calls `register_hooks`."""

from django.core import checks

from clubs import books
from clubs.books import log_wording
from clubs.jobs.checks import check_job_kinds
from clubs.plugins.completeness import COMPLETE
from clubs.registration import log


def register_hooks() -> None:
    log_wording.log_sentences.register(log.SENTENCES)
    log_wording.fact_labels.register(log.FACT_LABELS)
    books.book_finders.register(log.books_of_clubs)
    checks.register(check_job_kinds, COMPLETE)
