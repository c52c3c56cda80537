"""System checks of the papers, files and jobs of an event; `manage.py check` names what one of them lacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core import checks

from clubs.plugins.catalogue import catalogue_errors
from tournaments.papers.catalogue import PAPER_KINDS
from tournaments.papers.job_kinds import EVENT_JOBS
from tournaments.papers.large_exports import LARGE_FILES


def check_papers(**_options: Any) -> Sequence[checks.CheckMessage]:
    """Return an error for each thing that a paper, a file or a job of an event lacks."""
    return [
        *catalogue_errors(PAPER_KINDS, "tournaments.E101"),
        *catalogue_errors(LARGE_FILES, "tournaments.E102"),
        *catalogue_errors(EVENT_JOBS, "tournaments.E103"),
    ]
