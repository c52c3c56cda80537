"""The kinds of papers of an event: labels and purposes, when they are needed, and who may print them.

A paper is a module in `tournaments/papers/kinds` with its `PAPER`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.timezone import localtime

from clubs.books import permissions
from clubs.models import Role
from clubs.plugins.catalogue import Catalogue
from clubs.reports.in_languages import in_each_language
from clubs.reports.layouts import Form
from clubs.reports.report import Cards, Document, Report, Sheets
from clubs.reports.side_by_side import combine_documents
from tournaments.models import Round, Tournament
from tournaments.papers.prizes import are_all_rounds_closed
from tournaments.papers.source import PaperSource

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

FINNISH_AND_SWEDISH: Final = "fi-sv"
_CODE: Final = re.compile(r"[a-z0-9-]{1,40}")


class PaperStage(Enum):
    """When a paper is needed."""

    BEFORE = "before"
    ROUND = "round"
    AFTER = "after"
    # To the club's archive, or out of the house.
    SENT = "sent"


@dataclass(frozen=True, slots=True)
class PaperRequest:
    """The round of a paper, its number of places, and the alphabet that sorts its names."""

    round: Round | None = None
    places: int | None = None
    alphabet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperKind:
    """One kind of paper."""

    code: str
    label: _StrPromise
    purpose: _StrPromise
    stage: PaperStage
    # Where it stands among the papers of its stage.
    position: int
    make: Callable[[PaperSource, PaperRequest], Document | None]
    # Whether there is anything to print, as far as is known without making it.
    is_available: Callable[[PaperSource, PaperRequest], bool]
    needs: Collection[Role.Kind] = permissions.ANY_ROLE
    # It has the PINs of the club's tables: a role in the event alone is not enough.
    of_club: bool = False
    # It is about games, rounds or rules: there is none of an event whose games nobody knows.
    needs_games: bool = True
    # It is about places: also of an event in sections and finals whose result is recorded.
    from_places: bool = False
    # It hangs in the hall: in large letters.
    for_wall: bool = False
    # It leaves the house: its tables are also a spreadsheet and other files.
    has_files: bool = False

    def is_offered(self, source: PaperSource, request: PaperRequest) -> bool:
        """Whether it can be printed now."""
        return self.is_known(source) and self.is_available(source, request)

    def is_known(self, source: PaperSource) -> bool:
        """Whether what it is about is known of the event."""
        is_of_parts = source.event.standings_from == Tournament.StandingsFrom.PARTS
        return source.view.source.knows_games or not self.needs_games or (self.from_places and is_of_parts)

    def problems(self) -> Iterator[str]:
        """Yield what the paper lacks."""
        if not _CODE.fullmatch(self.code):
            yield f"the code {self.code!r} is not made of small letters, digits and -"
        for name in ("label", "purpose"):
            if not isinstance(getattr(self, name), Promise):
                yield f"{name} is not a translated text: write _lazy(...)"
            elif not str(getattr(self, name)):
                yield f"{name} is empty"
        if not isinstance(self.stage, PaperStage):
            yield "stage is not a PaperStage"
        if not self.needs:
            yield "needs is empty: nobody may print the paper"


def of_round(
    make: Callable[[PaperSource, Round], Document | None],
) -> Callable[[PaperSource, PaperRequest], Document | None]:
    return lambda source, request: make(source, request.round) if request.round is not None else None


def by_alphabet(
    make: Callable[[PaperSource, Round, str], Document | None],
) -> Callable[[PaperSource, PaperRequest], Document | None]:
    return lambda source, request: (
        make(source, request.round, request.alphabet) if request.round is not None else None
    )


def of_event(
    make: Callable[[PaperSource], Document | None],
) -> Callable[[PaperSource, PaperRequest], Document | None]:
    return lambda source, _request: make(source)


def of_places(
    make: Callable[[PaperSource, int | None], Document | None],
) -> Callable[[PaperSource, PaperRequest], Document | None]:
    return lambda source, request: make(source, request.places)


def always(_source: PaperSource, _request: PaperRequest) -> bool:
    return True


def is_published(_source: PaperSource, request: PaperRequest) -> bool:
    return request.round is not None and request.round.state != Round.State.DRAWN


def counts(source: PaperSource, _request: PaperRequest) -> bool:
    return source.view.counts


def is_played(source: PaperSource, _request: PaperRequest) -> bool:
    """Whether a game has counted and all rounds are closed."""
    return source.view.counts and are_all_rounds_closed(source)


def has_public_standings(source: PaperSource, _request: PaperRequest) -> bool:
    """Whether there are public standings."""
    return source.view.counts and not source.view.hidden


def is_over_and_shown(source: PaperSource, request: PaperRequest) -> bool:
    """Whether the last round is closed, and its results are kept from nobody."""
    return is_played(source, request) and has_public_standings(source, request)


# One a module, in the folder `kinds`.
PAPER_KINDS: Final = Catalogue("tournaments.papers.kinds", "PAPER", PaperKind)


def available_papers(
    source: PaperSource, stage: PaperStage, request: PaperRequest = PaperRequest()
) -> Iterator[PaperKind]:
    """The papers of a stage that can be printed now."""
    return (kind for kind in PAPER_KINDS if kind.stage is stage and kind.is_offered(source, request))


def make_document(
    kind: PaperKind, source: PaperSource, request: PaperRequest, languages: str
) -> Document | None:
    """Make a paper in one language, or in two side by side; names are sorted as in the first of them."""
    codes = languages.split("-")
    request = replace(request, alphabet=codes[0])
    document = combine_documents(
        in_each_language(codes, lambda: of_state(kind.make(source, request), source))
    )
    if kind.for_wall and isinstance(document, Report):
        return replace(document, hangs_on_wall=True)
    return document


def of_state(document: Document | None, source: PaperSource) -> Document | None:
    """Let a paper, or each of its cards and sheets, say of which state of the event it is.

    A sheet that is not cut apart also gets its codes, and one with an address in it: that of the event.
    """
    if document is None:
        return None
    document = replace(document, publisher=source.event.club.name)
    if isinstance(document, Report) and not document.address and not document.has(Form):
        address = source.absolute(reverse("tournaments:event", args=[source.event.pk]))
        document = replace(document, address=address)
    if source.state is None:
        return document
    sentence, words = source.state.sentence, source.state.words
    document = replace(document, as_of=localtime(source.state.at))
    if isinstance(document, Cards):
        return replace(document, cards=tuple(replace(card, state=sentence) for card in document.cards))
    if isinstance(document, Sheets):
        sheets = (replace(sheet, state=sentence, words=words) for sheet in document.sheets)
        return replace(document, sheets=tuple(sheets))
    return replace(document, state=sentence, words=words)
