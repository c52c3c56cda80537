"""System checks of the papers, files and jobs of an event; `manage.py check` names what one of them lacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from django.core import checks

from clubs.plugins.catalogue import catalogue_errors
from clubs.plugins.completeness import languages_without
from tournaments.papers.catalogue import PAPER_KINDS
from tournaments.papers.job_kinds import EVENT_JOBS
from tournaments.papers.large_exports import LARGE_FILES

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


def check_papers(**_options: Any) -> Sequence[checks.CheckMessage]:
    """Return what a paper, a file or a job of an event lacks: an error each; for a translation a warning."""
    return [
        *catalogue_errors(PAPER_KINDS, "tournaments.E101"),
        *catalogue_errors(LARGE_FILES, "tournaments.E102"),
        *catalogue_errors(EVENT_JOBS, "tournaments.E103"),
        *(warning for kind in PAPER_KINDS for warning in _untranslated(kind.code, kind.label, kind.purpose)),
        *(warning for file in LARGE_FILES for warning in _untranslated(file.code, file.title, file.link)),
    ]


def _untranslated(code: str, *texts: _StrPromise) -> Iterator[checks.Warning]:
    for text in texts:
        missing = ", ".join(languages_without(text))
        if missing:
            problem = f"{code}: “{text}” is not translated ({missing}); run bin/words"
            yield checks.Warning(problem, id="tournaments.W101")
