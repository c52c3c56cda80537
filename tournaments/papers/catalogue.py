"""The kinds of papers of an event: labels and purposes, when they are needed, and who may print them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.models import Role
from clubs.reports.in_languages import in_each_language
from clubs.reports.report import Document
from clubs.reports.side_by_side import combine_documents
from tournaments.models import Round
from tournaments.papers import lists
from tournaments.papers.cards import cards_for_tables, empty_result_slips, result_slips
from tournaments.papers.prizes import are_all_rounds_closed, certificates, prize_list
from tournaments.papers.source import PaperSource

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

FINNISH_AND_SWEDISH: Final = "fi-sv"


class PaperStage(Enum):
    """When a paper is needed."""

    BEFORE = "before"
    ROUND = "round"
    AFTER = "after"


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
    make: Callable[[PaperSource, PaperRequest], Document | None]
    # Whether there is anything to print, as far as is known without making it.
    is_available: Callable[[PaperSource, PaperRequest], bool]
    needs: Collection[Role.Kind] = permissions.ANY_ROLE
    # It has the PINs of the club's tables: a role in the event alone is not enough.
    of_club: bool = False


def _of_round(
    make: Callable[[PaperSource, Round], Document | None],
) -> Callable[[PaperSource, PaperRequest], Document | None]:
    return lambda source, request: make(source, request.round) if request.round is not None else None


def _by_alphabet(
    make: Callable[[PaperSource, Round, str], Document | None],
) -> Callable[[PaperSource, PaperRequest], Document | None]:
    return lambda source, request: (
        make(source, request.round, request.alphabet) if request.round is not None else None
    )


def _of_event(
    make: Callable[[PaperSource], Document | None],
) -> Callable[[PaperSource, PaperRequest], Document | None]:
    return lambda source, _request: make(source)


def _of_places(
    make: Callable[[PaperSource, int | None], Document | None],
) -> Callable[[PaperSource, PaperRequest], Document | None]:
    return lambda source, request: make(source, request.places)


def _always(_source: PaperSource, _request: PaperRequest) -> bool:
    return True


def _is_published(_source: PaperSource, request: PaperRequest) -> bool:
    return request.round is not None and request.round.state != Round.State.DRAWN


def _counts(source: PaperSource, _request: PaperRequest) -> bool:
    return source.view.counts


def _is_played(source: PaperSource, _request: PaperRequest) -> bool:
    """Whether a game has counted and all rounds are closed."""
    return source.view.counts and are_all_rounds_closed(source)


def _has_public_standings(source: PaperSource, _request: PaperRequest) -> bool:
    """Whether there are public standings."""
    return source.view.counts and not source.view.hidden


PAPER_KINDS: Final = (
    PaperKind(
        code="start-list",
        label=_lazy("Start list"),
        purpose=_lazy("Who has entered, by full names and with their clubs: to tick off at the desk."),
        stage=PaperStage.BEFORE,
        make=_of_event(lists.start_list_paper),
        is_available=lambda source, _request: bool(source.entries),
    ),
    PaperKind(
        code="rules",
        label=_lazy("Rules in force"),
        purpose=_lazy("What everybody plays by, with a line for the chair of the jury: to hang on the wall."),
        stage=PaperStage.BEFORE,
        make=_of_event(lists.rules_paper),
        is_available=_always,
    ),
    PaperKind(
        code="cards",
        label=_lazy("Cards for the tables"),
        purpose=_lazy(
            "One lies on each table: its code and PIN, what cards are worth, what a side needs to open, and "
            "the bids where the game has some. Two on a page. Keep those not laid out: a PIN opens its table."
        ),
        stage=PaperStage.BEFORE,
        make=_of_event(cards_for_tables),
        is_available=lambda source, _request: bool(source.tables_of_club),
        needs=permissions.RECORDERS,
        of_club=True,
    ),
    PaperKind(
        code="empty-slips",
        label=_lazy("Empty result slips"),
        purpose=_lazy("Four on a page, for a table whose own slip is lost, and for a round set by hand."),
        stage=PaperStage.BEFORE,
        make=_of_event(empty_result_slips),
        is_available=_always,
    ),
    PaperKind(
        code="by-table",
        label=_lazy("Pairings by table"),
        purpose=_lazy("Who meets whom: to hang on the wall."),
        stage=PaperStage.ROUND,
        make=_of_round(lists.pairings_by_table),
        is_available=_always,
    ),
    PaperKind(
        code="by-name",
        label=_lazy("Pairings by name"),
        purpose=_lazy("“Where do I sit?”: everybody in the order of the alphabet, to hang by the door."),
        stage=PaperStage.ROUND,
        make=_by_alphabet(lists.pairings_by_name),
        is_available=_always,
    ),
    PaperKind(
        code="slips",
        label=_lazy("Result slips"),
        purpose=_lazy(
            "One for each table, four on a page: filled in, signed by the sides, and brought to the desk."
        ),
        stage=PaperStage.ROUND,
        make=_of_round(result_slips),
        is_available=_always,
    ),
    PaperKind(
        code="results",
        label=_lazy("Results of the round"),
        purpose=_lazy("What each table has made so far: to hang on the wall once the round is over."),
        stage=PaperStage.ROUND,
        make=_of_round(lists.results_paper),
        is_available=_is_published,
    ),
    PaperKind(
        code="standings",
        label=_lazy("Standings"),
        purpose=_lazy("As they are now: to hang on the wall after each round."),
        stage=PaperStage.AFTER,
        make=_of_event(lists.standings_paper),
        is_available=_has_public_standings,
    ),
    PaperKind(
        code="places",
        label=_lazy("Places round by round"),
        purpose=_lazy("How everybody has moved from round to round."),
        stage=PaperStage.AFTER,
        make=_of_event(lists.places_paper),
        is_available=_has_public_standings,
    ),
    PaperKind(
        code="cross-table",
        label=_lazy("Crosstable"),
        purpose=_lazy("Who met whom and how it went: for the club's folder."),
        stage=PaperStage.AFTER,
        make=_of_event(lists.cross_table_paper),
        is_available=_has_public_standings,
    ),
    PaperKind(
        code="statistics",
        label=_lazy("Statistics"),
        purpose=_lazy("Records, and what was made in all: to read aloud, or for the club's page."),
        stage=PaperStage.AFTER,
        make=_of_event(lists.statistics_paper),
        is_available=lambda source, _request: bool(source.hands),
    ),
    PaperKind(
        code="charges",
        label=_lazy("Rulings and penalties"),
        purpose=_lazy("What the jury has decided and what was charged: it goes with the protocols."),
        stage=PaperStage.AFTER,
        make=_of_event(lists.charges_paper),
        is_available=lambda source, _request: any(source.charges),
    ),
    PaperKind(
        code="prizes",
        label=_lazy("Prize list"),
        purpose=_lazy(
            "The first places with names, clubs and points: to read aloud and to sign for the prizes."
        ),
        stage=PaperStage.AFTER,
        make=_of_places(prize_list),
        is_available=_counts,
        needs=permissions.DIRECTORS,
    ),
    PaperKind(
        code="certificates",
        label=_lazy("Certificates"),
        purpose=_lazy("One a page, with lines for the director and the club to sign."),
        stage=PaperStage.AFTER,
        make=_of_places(certificates),
        is_available=_is_played,
        needs=permissions.DIRECTORS,
    ),
)
PAPER_KIND_BY_CODE: Final = {kind.code: kind for kind in PAPER_KINDS}


def available_papers(
    source: PaperSource, stage: PaperStage, request: PaperRequest = PaperRequest()
) -> Iterator[PaperKind]:
    """The papers of a stage that can be printed now."""
    return (kind for kind in PAPER_KINDS if kind.stage is stage and kind.is_available(source, request))


def make_document(
    kind: PaperKind, source: PaperSource, request: PaperRequest, languages: str
) -> Document | None:
    """Make a paper in one language, or in two side by side; names are sorted as in the first of them."""
    codes = languages.split("-")
    request = replace(request, alphabet=codes[0])
    return combine_documents(in_each_language(codes, lambda: kind.make(source, request)))
