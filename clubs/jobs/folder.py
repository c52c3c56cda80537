"""The files that jobs have made: in a folder of the data folder, their owner's alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from django.conf import settings

from clubs.models import Job

_OF_A_TAKE: Final = re.compile(r"\d+-\d+(\.part)?")


def folder() -> Path:
    place: Path = settings.DATA_DIR / "jobs"
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    return place


def file_of(job: Job) -> Path:
    """Each take has a file of its own: a worker that was believed dead writes over nobody's."""
    return folder() / f"{job.pk}-{job.takes}"


def unfinished(job: Job) -> Path:
    return folder() / f"{job.pk}-{job.takes}.part"


def is_of_a_take(path: Path) -> bool:
    """Whether it is named like what a take leaves, whichever; else it was put aside by somebody at work."""
    return _OF_A_TAKE.fullmatch(path.name) is not None
