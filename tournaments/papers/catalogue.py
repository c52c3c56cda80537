"""Every paper of an event: what it is called, what it is for, when it is needed and who may print it.

Knows the functions of `papers.py`; must not know a page nor how paper looks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.models import Role
from clubs.reports.in_languages import in_each
from clubs.reports.report import Document
from clubs.reports.side_by_side import documents_beside
from tournaments.models import Round
from tournaments.papers import papers
from tournaments.papers.source import Source

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

FEDERATIONS: Final = "fi-sv"


class Moment(Enum):
    """When a paper is needed."""

    BEFORE = "before"
    ROUND = "round"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Asked:
    """Of which round, how many places, and in which language's alphabet names stand."""

    round: Round | None = None
    places: int | None = None
    alphabet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One kind of paper."""

    code: str
    label: _StrPromise
    purpose: _StrPromise
    moment: Moment
    make: Callable[[Source, Asked], Document | None]
    # Whether there is anything to print, as far as that is known without making it.
    there: Callable[[Source, Asked], bool]
    needs: Collection[Role.Kind] = permissions.ANY_ROLE
    # It holds what opens the club's tables: a role in the event alone is not enough.
    of_club: bool = False
    # It asks how many places.
    counted: bool = False


def _of_round(make: Callable[[Source, Round], Document | None]) -> Callable[[Source, Asked], Document | None]:
    return lambda source, asked: make(source, asked.round) if asked.round is not None else None


def _by_alphabet(
    make: Callable[[Source, Round, str], Document | None],
) -> Callable[[Source, Asked], Document | None]:
    return lambda source, asked: (
        make(source, asked.round, asked.alphabet) if asked.round is not None else None
    )


def _of_event(make: Callable[[Source], Document | None]) -> Callable[[Source, Asked], Document | None]:
    return lambda source, _asked: make(source)


def _of_places(
    make: Callable[[Source, int | None], Document | None],
) -> Callable[[Source, Asked], Document | None]:
    return lambda source, asked: make(source, asked.places)


def _always(_source: Source, _asked: Asked) -> bool:
    return True


def _is_shown(_source: Source, asked: Asked) -> bool:
    return asked.round is not None and asked.round.state != Round.State.DRAWN


def _counts(source: Source, _asked: Asked) -> bool:
    return source.told.counts


def _is_played(source: Source, _asked: Asked) -> bool:
    """Some game has counted, and no round is to be played."""
    return source.told.counts and papers.is_played(source)


def _is_told(source: Source, _asked: Asked) -> bool:
    """The standings are told to everybody."""
    return source.told.counts and not source.told.hidden


PAPERS: Final = (
    Paper(
        code="start-list",
        label=_lazy("Start list"),
        purpose=_lazy("Who has entered, by full names and with their clubs: to tick off at the desk."),
        moment=Moment.BEFORE,
        make=_of_event(papers.start_list),
        there=lambda source, _asked: bool(source.entries),
    ),
    Paper(
        code="rules",
        label=_lazy("Rules in force"),
        purpose=_lazy("What everybody plays by, with a line for the chair of the jury: to hang on the wall."),
        moment=Moment.BEFORE,
        make=_of_event(papers.rules),
        there=_always,
    ),
    Paper(
        code="cards",
        label=_lazy("Cards for the tables"),
        purpose=_lazy(
            "One lies on each table: its code and PIN, what cards are worth, what a side needs to open, and "
            "the bids where the game has some. Two on a page. Keep those not laid out: a PIN opens its table."
        ),
        moment=Moment.BEFORE,
        make=_of_event(papers.cards_of_tables),
        there=lambda source, _asked: bool(source.tables_of_club),
        needs=permissions.RECORDERS,
        of_club=True,
    ),
    Paper(
        code="empty-slips",
        label=_lazy("Empty result slips"),
        purpose=_lazy("Four on a page, for a table whose own slip is lost, and for a round set by hand."),
        moment=Moment.BEFORE,
        make=_of_event(papers.empty_slips),
        there=_always,
    ),
    Paper(
        code="by-table",
        label=_lazy("Pairings by table"),
        purpose=_lazy("Who meets whom: to hang on the wall."),
        moment=Moment.ROUND,
        make=_of_round(papers.pairings_by_table),
        there=_always,
    ),
    Paper(
        code="by-name",
        label=_lazy("Pairings by name"),
        purpose=_lazy("“Where do I sit?”: everybody in the order of the alphabet, to hang by the door."),
        moment=Moment.ROUND,
        make=_by_alphabet(papers.pairings_by_name),
        there=_always,
    ),
    Paper(
        code="slips",
        label=_lazy("Result slips"),
        purpose=_lazy(
            "One for each table, four on a page: filled in, signed by the sides, and brought to the desk."
        ),
        moment=Moment.ROUND,
        make=_of_round(papers.slips),
        there=_always,
    ),
    Paper(
        code="results",
        label=_lazy("Results of the round"),
        purpose=_lazy("What each table has made so far: to hang on the wall once the round is over."),
        moment=Moment.ROUND,
        make=_of_round(papers.results),
        there=_is_shown,
    ),
    Paper(
        code="standings",
        label=_lazy("Standings"),
        purpose=_lazy("As they are now: to hang on the wall after each round."),
        moment=Moment.AFTER,
        make=_of_event(papers.standings),
        there=_is_told,
    ),
    Paper(
        code="places",
        label=_lazy("Places round by round"),
        purpose=_lazy("How everybody has moved from round to round."),
        moment=Moment.AFTER,
        make=_of_event(papers.places),
        there=_is_told,
    ),
    Paper(
        code="cross-table",
        label=_lazy("Crosstable"),
        purpose=_lazy("Who met whom and how it went: for the club's folder."),
        moment=Moment.AFTER,
        make=_of_event(papers.cross),
        there=_is_told,
    ),
    Paper(
        code="statistics",
        label=_lazy("Statistics"),
        purpose=_lazy("Records, and what was made in all: to read aloud, or for the club's page."),
        moment=Moment.AFTER,
        make=_of_event(papers.statistics),
        there=lambda source, _asked: bool(source.hands),
    ),
    Paper(
        code="charges",
        label=_lazy("Rulings and penalties"),
        purpose=_lazy("What the jury has decided and what was charged: it goes with the protocols."),
        moment=Moment.AFTER,
        make=_of_event(papers.charges),
        there=lambda source, _asked: any(source.charged),
    ),
    Paper(
        code="prizes",
        label=_lazy("Prize list"),
        purpose=_lazy(
            "The first places with names, clubs and points: to read aloud and to sign for the prizes."
        ),
        moment=Moment.AFTER,
        make=_of_places(papers.prize_list),
        there=_counts,
        needs=permissions.DIRECTORS,
        counted=True,
    ),
    Paper(
        code="certificates",
        label=_lazy("Certificates"),
        purpose=_lazy("One a page, with lines for the director and the club to sign."),
        moment=Moment.AFTER,
        make=_of_places(papers.certificates),
        there=_is_played,
        needs=permissions.DIRECTORS,
        counted=True,
    ),
)
BY_CODE: Final = {paper.code: paper for paper in PAPERS}


def offered(source: Source, moment: Moment, asked: Asked = Asked()) -> Iterator[Paper]:
    """The papers of a moment that can be printed now."""
    return (paper for paper in PAPERS if paper.moment is moment and paper.there(source, asked))


def document(paper: Paper, source: Source, asked: Asked, languages: str) -> Document | None:
    """A paper in a language, or in two side by side: then names stand as the first of them has them."""
    codes = languages.split("-")
    asked = replace(asked, alphabet=codes[0])
    return documents_beside(in_each(codes, lambda: paper.make(source, asked)))
