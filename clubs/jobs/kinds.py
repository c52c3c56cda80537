"""The kinds of long work: what each is called, who may ask for it, and who does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Protocol

from clubs.models import Job, Role


class Work(Protocol):
    """What whoever does a job is given: where it goes, and whom to tell how far it is."""

    into: IO[bytes]

    def out_of(self, whole: int) -> None:
        """How much there is to do."""

    def step(self) -> None:
        """One more is done. Raises when nothing more is wanted of it."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a job is about, in the reader's language: its name, what it belongs to, and the way back."""

    title: str
    about: str
    back: str
    back_label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    needs: frozenset[Role.Kind]
    told: Callable[[Job], Told]
    do: Callable[[Job, Work], None]
    ending: str
    media_type: str


kinds: dict[str, Kind] = {}


def register(code: str, kind: Kind) -> None:
    """Add a kind of work. A code has one kind."""
    if code in kinds:
        raise ValueError(f"two kinds of work with one code: {code}")
    kinds[code] = kind


def kind_of(job: Job) -> Kind | None:
    """None where the app that knew it is no longer installed."""
    return kinds.get(job.kind)
