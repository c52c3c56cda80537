"""An overview of games: what needs attention, the pressing first, and a row for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from scoring.core.problem import Problem
from scoring.game.remarks import recorded_warnings, speaker_name
from scoring.models import Call, Confirmation, Deal, Game, Ruling
from scoring.overview.listed import ListedDeal, ListedGame
from scoring.overview.records import GameRecord, load_records
from scoring.overview.slips import slip_sentences
from scoring.store import signed_content
from scoring.wording.problems import problem_sentence

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class NeedKind(StrEnum):
    """Why a game needs attention."""

    CALL = "call"
    DISPUTE = "dispute"
    DIFFER = "differ"
    RULING = "ruling"
    SENT_BACK = "sent_back"
    UNLIKELY = "unlikely"
    SLIP = "slip"
    SECOND = "second"
    CHANGED = "changed"
    UNSIGNED = "unsigned"
    APPROVAL = "approval"
    LATE = "late"


# The players cannot go on, or wait for an answer.
_PRESSING: Final = frozenset(
    {NeedKind.CALL, NeedKind.DISPUTE, NeedKind.DIFFER, NeedKind.RULING, NeedKind.SENT_BACK}
)

# In a hall of hundreds of tables each waits for signatures at the end of a round, and for approvals before.
_MAX_LISTED: Final = 50
# The others are folded away until somebody opens them.
_FIRST: Final = 3

# The marks of a game in the list of all games.
_MARKS: Final[Mapping[NeedKind, _StrPromise]] = {
    NeedKind.CALL: _lazy("calls the director"),
    NeedKind.DISPUTE: _lazy("disputed"),
    NeedKind.DIFFER: _lazy("score sheets differ"),
    NeedKind.RULING: _lazy("to be entered again"),
    NeedKind.SENT_BACK: _lazy("sent back"),
}


@dataclass(frozen=True, slots=True)
class DeskNeed:
    """One matter that needs attention: its kind, its time, and a sentence about it."""

    kind: NeedKind
    game: ListedGame
    at: datetime
    sentence: str
    # The words of a table, side or ruling, and their author; or the warnings of the rules.
    quote: str = ""
    speaker: str = ""
    remarks: Sequence[str] = ()
    deal: ListedDeal | Deal | None = None
    ruling: Ruling | None = None
    # What it is about where that is neither: a primary key.
    subject: int = 0

    @property
    def is_pressing(self) -> bool:
        return self.kind in _PRESSING

    @property
    def html_id(self) -> str:
        """An id that stays the same while the page refreshes."""
        about = self.ruling or self.deal
        return f"{self.kind}-{self.game.pk}-{about.pk if about else self.subject}"


@dataclass(frozen=True, slots=True)
class OverviewRow:
    """A game in the list of all games."""

    game: ListedGame
    needs: Sequence[DeskNeed]

    @property
    def label(self) -> str:
        """The label of the game: its table, else its number."""
        return self.game.label or f"#{self.game.pk}"

    @property
    def sides(self) -> Sequence[str]:
        return self.game.names

    @property
    def contract(self) -> str:
        """The contract of the deal in play; empty until it is entered."""
        return next((deal.contract_sentence(self.game.names) for deal in self.game.deals if deal.is_bid), "")

    @property
    def marks(self) -> list[_StrPromise]:
        return [_MARKS[need.kind] for need in self.needs if need.kind in _MARKS]

    @property
    def is_over(self) -> bool:
        return self.game.over or self.game.state != Game.State.OPEN or bool(self.game.other_result)

    @property
    def may_be_typed(self) -> bool:
        """Whether a deal may be entered: the game is in play and no deal is disputed."""
        is_disputed = any(deal.state == Deal.State.DISPUTED for deal in self.game.deals)
        return not self.is_over and not is_disputed

    @property
    def may_be_checked(self) -> bool:
        return self.game.state == Game.State.FINISHED and not self.game.other_result


@dataclass(frozen=True, slots=True)
class RowNeed:
    """A need with the row of its game."""

    row: OverviewRow
    need: DeskNeed


@dataclass(frozen=True, slots=True)
class DeskOverview:
    """The desk over a list of games."""

    rows: Sequence[OverviewRow]
    # The needs, the pressing first, and the oldest first.
    needs: Sequence[RowNeed]
    # The games that wait only for the approval of the other side.
    approvals: Sequence[RowNeed]

    @property
    def pressing(self) -> int:
        return sum(waiting.need.is_pressing for waiting in self.needs)

    @property
    def listed_needs(self) -> Sequence[RowNeed]:
        """All but a long tail of games that wait only for their signatures."""
        unsigned = [waiting for waiting in self.needs if waiting.need.kind is NeedKind.UNSIGNED]
        tail = {waiting.need.html_id for waiting in unsigned[_MAX_LISTED:]}
        return [waiting for waiting in self.needs if waiting.need.html_id not in tail]

    @property
    def first_needs(self) -> Sequence[RowNeed]:
        """So few that what stands below them is in sight."""
        return self.listed_needs[:_FIRST]

    @property
    def further_needs(self) -> Sequence[RowNeed]:
        return self.listed_needs[_FIRST:]

    @property
    def unlisted_needs(self) -> int:
        return len(self.needs) - len(self.listed_needs)

    @property
    def listed_approvals(self) -> Sequence[RowNeed]:
        return self.approvals[:_MAX_LISTED]

    @property
    def unlisted_approvals(self) -> int:
        return len(self.approvals) - len(self.listed_approvals)

    @property
    def over(self) -> int:
        return sum(row.is_over for row in self.rows)

    @property
    def has_rounds(self) -> bool:
        """Whether its games are of several rounds: the number of a table does not tell which is meant."""
        return len({row.game.round for row in self.rows}) > 1


def overview_rows(games: Sequence[ListedGame]) -> list[OverviewRow]:
    """The rows of these games, in this order."""
    records = load_records(games)
    return [OverviewRow(game, list(_needs_in(game, records.get(game.pk)))) for game in games]


def build_overview(rows: Sequence[OverviewRow]) -> DeskOverview:
    """The desk over these games."""
    row_needs = [RowNeed(row, need) for row in rows for need in row.needs]
    ordered = sorted(row_needs, key=lambda waiting: (not waiting.need.is_pressing, waiting.need.at))
    return DeskOverview(
        rows,
        [waiting for waiting in ordered if waiting.need.kind is not NeedKind.APPROVAL],
        [waiting for waiting in ordered if waiting.need.kind is NeedKind.APPROVAL],
    )


def count_pressing(games: Iterable[ListedGame]) -> int:
    """Return how many matters press in these games."""
    unsettled = [game for game in games if not game.is_set_aside]
    return sum(1 for game in unsettled for find in _PRESSING_FINDERS for _need in find(game, None))


# The needs of a game.


def _needs_in(game: ListedGame, record: GameRecord | None) -> Iterator[DeskNeed]:
    """The needs of a game; none where it is set aside, and where another result counts only the pressing."""
    if game.is_set_aside:
        return
    for find in _PRESSING_FINDERS if game.other_result else _FINDERS:
        yield from find(game, record)


def _call_needs(game: ListedGame, _record: GameRecord | None) -> Iterator[DeskNeed]:
    call = game.call
    if call is not None and not _repeats_dispute(game, call):
        speaker = "" if call.side is None else game.names[call.side]
        why = _("The table calls: %(why)s") % {"why": call.get_reason_display()}
        yield DeskNeed(NeedKind.CALL, game, call.at, why, call.text, speaker)


def _repeats_dispute(game: ListedGame, call: Call) -> bool:
    """Whether a dispute has made a call, and says all that it says."""
    is_about_dispute = call.reason == Call.Reason.DISPUTE
    return is_about_dispute and any(need.quote.startswith(call.text) for need in _dispute_needs(game, None))


def _dispute_needs(game: ListedGame, _record: GameRecord | None) -> Iterator[DeskNeed]:
    """Disputes without a ruling; a deal that is to be rewritten has been decided."""
    ruled = {ruling.deal_id for ruling in game.rulings}
    for deal in game.deals:
        if deal.state == Deal.State.DISPUTED and deal.pk not in ruled:
            yield _answer_need(NeedKind.DISPUTE, game, deal, _("Deal %(number)s is disputed"))


def _difference_needs(game: ListedGame, _record: GameRecord | None) -> Iterator[DeskNeed]:
    for deal in game.deals:
        if deal.state == Deal.State.DRAFT and deal.protocols == len(game.names):
            sentence = _("Deal %(number)s: the two score sheets differ") % {"number": deal.number}
            yield DeskNeed(NeedKind.DIFFER, game, deal.at, sentence, deal=deal)


def _rewrite_needs(game: ListedGame, _record: GameRecord | None) -> Iterator[DeskNeed]:
    """Rulings by which a deal is still to be rewritten."""
    for ruling in game.rulings:
        if ruling.deal is not None:
            facts = {"ruling": ruling.number, "number": ruling.deal.number}
            sentence = _("Ruling %(ruling)s: deal %(number)s must be entered again") % facts
            need = DeskNeed(NeedKind.RULING, game, ruling.at, sentence, ruling.text, deal=ruling.deal)
            yield replace(need, ruling=ruling)


def _sent_back_needs(game: ListedGame, _record: GameRecord | None) -> Iterator[DeskNeed]:
    for deal in game.deals:
        if deal.state == Deal.State.ENTERED and deal.objection is not None:
            yield _answer_need(NeedKind.SENT_BACK, game, deal, _("Deal %(number)s was sent back"))


def _answer_need(kind: NeedKind, game: ListedGame, deal: ListedDeal, template: str) -> DeskNeed:
    """The need for an answer of a side to a deal, with its reason."""
    answer: Confirmation | None = deal.objection
    quote, speaker = ("", "") if answer is None else (answer.reason, speaker_name(answer, game.names))
    at = deal.at if answer is None else answer.at
    return DeskNeed(kind, game, at, template % {"number": deal.number}, quote, speaker, deal=deal)


def _unlikely_needs(game: ListedGame, record: GameRecord | None) -> Iterator[DeskNeed]:
    """Deals recorded with warnings, in the sentences that the players saw."""
    for deal in game.deals:
        if record is not None and deal.awaits_review:
            sentence = _("Deal %(number)s was recorded although it looked unlikely") % {"number": deal.number}
            warnings = recorded_warnings(record.game, record.row_of(deal))
            remarks = [_remark_sentence(problem, game.names) for problem in warnings]
            yield DeskNeed(NeedKind.UNLIKELY, game, deal.at, sentence, remarks=remarks, deal=deal)


def _remark_sentence(problem: Problem, names: Sequence[str]) -> str:
    """A warning with the name of its side."""
    sentence = problem_sentence(problem)
    return sentence if problem.side is None else f"{names[problem.side]}: {sentence}"


def _slip_needs(game: ListedGame, record: GameRecord | None) -> Iterator[DeskNeed]:
    if record is not None and game.slip is not None and game.slip_differs:
        remarks = slip_sentences(record.game, game.names, game.slip.totals, record.rows)
        sentence = _("The result slip shows something different")
        yield DeskNeed(NeedKind.SLIP, game, game.slip.at, sentence, remarks=remarks)


def _second_entry_needs(game: ListedGame, _record: GameRecord | None) -> Iterator[DeskNeed]:
    if game.awaits_second_entry:
        sentence = _("The result is still to be entered by a second person")
        yield DeskNeed(NeedKind.SECOND, game, game.last_at, sentence)


def _changed_needs(game: ListedGame, record: GameRecord | None) -> Iterator[DeskNeed]:
    if record is not None and game.was_read:
        protocol = signed_content.protocol_from(record.game, record.rows)
        if protocol.digest != game.read_digest:
            sentence = _("The score sheet has changed since it was read back")
            yield DeskNeed(NeedKind.CHANGED, game, game.last_at, sentence)


def _unsigned_needs(game: ListedGame, _record: GameRecord | None) -> Iterator[DeskNeed]:
    if game.state == Game.State.FINISHED and not game.is_on_paper:
        sentence = _("The game is over and not signed")
        yield DeskNeed(NeedKind.UNSIGNED, game, game.last_at, sentence)


def _approval_needs(game: ListedGame, _record: GameRecord | None) -> Iterator[DeskNeed]:
    """Deals in a game in play that the other side has not approved; signing a finished game approves them."""
    waiting = [deal for deal in game.deals if game.awaits_approval(deal)]
    if waiting and not game.over:
        numbers = ", ".join(str(deal.number) for deal in waiting)
        sentence = ngettext(
            "Deal %(numbers)s has not been approved yet",
            "Deals %(numbers)s have not been approved yet",
            len(waiting),
        )
        first = waiting[0]
        yield DeskNeed(NeedKind.APPROVAL, game, first.at, sentence % {"numbers": numbers}, deal=first)


_Finders = Sequence[Callable[[ListedGame, GameRecord | None], Iterator[DeskNeed]]]
_PRESSING_FINDERS: Final[_Finders] = (
    _call_needs,
    _dispute_needs,
    _difference_needs,
    _rewrite_needs,
    _sent_back_needs,
)
_FINDERS: Final[_Finders] = (
    *_PRESSING_FINDERS,
    _unlikely_needs,
    _slip_needs,
    _second_entry_needs,
    _changed_needs,
    _unsigned_needs,
    _approval_needs,
)
