"""The output files of jobs, in a folder of the data folder that only its owner can read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from django.conf import settings

from clubs.models import Job

_OUTPUT_NAME: Final = re.compile(r"\d+-\d+(\.part)?")


def jobs_folder() -> Path:
    folder: Path = settings.DATA_DIR / "jobs"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def output_file(job: Job) -> Path:
    """Return the file of the present attempt: a worker that was given up by mistake overwrites no other's."""
    return jobs_folder() / f"{job.pk}-{job.attempts}"


def partial_file(job: Job) -> Path:
    return jobs_folder() / f"{job.pk}-{job.attempts}.part"


def is_output_name(path: Path) -> bool:
    """Return whether a file has the name of an attempt's output; other files are temporary ones of a job."""
    return _OUTPUT_NAME.fullmatch(path.name) is not None
