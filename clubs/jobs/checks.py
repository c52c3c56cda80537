"""A system check of the registered kinds of job."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core import checks

from clubs.jobs.kinds import job_kinds


def check_job_kinds(**_options: Any) -> Sequence[checks.CheckMessage]:
    """Return an error for each thing that a registered kind of job lacks."""
    return [
        checks.Error(f"job {code}: {problem}", id="clubs.E001")
        for code, kind in job_kinds.items()
        for problem in kind.problems()
    ]
